import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import type { Coverage } from '#visualiser/model/coverage.ts';
import { coverageMachine } from './coverage.machine.ts';
import { machinePlace, type Place } from './visualiser-place.ts';

const report: Coverage = { format: 'machine-coverage', version: 1, files: { all: 1, told: 1 }, machines: [] };

function begin(place: Place = { kind: 'coverage' }) {
  const file = asking<Coverage | null>();
  const { actor, facts } = stage(coverageMachine.provide({ actors: { loadCoverage: file.logic } }), { place });
  return { actor, facts, file, state: () => actor.getSnapshot(), context: () => actor.getSnapshot().context };
}

describe('the coverage of machines', () => {
  it('is fetched once somebody looks at it, in its room or in a drawing, and not again', async () => {
    const { actor, file, state } = begin({ kind: 'overview' });
    actor.send({ type: 'place.arrived', place: machinePlace('a') });
    expect(file.questions).toHaveLength(0);
    actor.send({ type: 'place.arrived', place: { ...machinePlace('a'), coverage: 'unit' } });
    await file.question().answer(report);
    expect(state().value).toBe('shown');
    actor.send({ type: 'place.arrived', place: { kind: 'coverage' } });
    expect(file.questions).toHaveLength(1);
    expect(state().context.answer).toEqual(report);
  });

  it('may be missing, or fail to come, and is asked for again', async () => {
    const { actor, file, state } = begin();
    await file.question().answer(null);
    expect(state().value).toBe('missing');
    actor.send({ type: 'coverage.retried' });
    await file.question().refuse(new Error('gone'));
    expect(state().value).toBe('failed');
    expect(state().context.failure?.message).toBe('gone');
    actor.send({ type: 'coverage.retried' });
    await file.question().answer(report);
    expect(state().value).toBe('shown');
  });

  it('is sorted by a column, and the other way round when it is chosen again', () => {
    const { actor, context } = begin();
    const sorted = () => [context().column, context().isDescending];
    actor.send({ type: 'column.chosen', column: 'states' });
    expect(sorted()).toEqual(['states', false]);
    actor.send({ type: 'column.chosen', column: 'states' });
    expect(sorted()).toEqual(['states', true]);
    actor.send({ type: 'column.chosen', column: 'unit' });
    expect(sorted()).toEqual(['unit', false]);
  });

  it('lists one machine while it is chosen', () => {
    const { actor, context } = begin();
    actor.send({ type: 'machine.chosen', key: 'a' });
    expect(context().chosen).toBe('a');
    actor.send({ type: 'machine.chosen', key: 'b' });
    expect(context().chosen).toBe('b');
    actor.send({ type: 'machine.chosen', key: 'b' });
    expect(context().chosen).toBe('');
  });

  it('leads the drawing of a machine to where it is marked, and back, with all else as it is', () => {
    const { actor, facts } = begin({ kind: 'overview' });
    const place = machinePlace('a', 'a.b');
    actor.send({ type: 'overlay.chosen', place, reader: 'paths' });
    actor.send({ type: 'overlay.chosen', place: { ...place, coverage: 'paths' }, reader: undefined });
    expect(facts).toEqual([
      { type: 'room.moved', place: { ...place, coverage: 'paths' }, how: 'replace' },
      { type: 'room.moved', place, how: 'replace' },
    ]);
  });
});
