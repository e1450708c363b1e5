import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import type { Coverage } from '#visualiser/model/coverage.ts';
import { coverageMachine } from './coverage.machine.ts';
import { createMachinePlace, type Place } from './visualiser-place.ts';

const report: Coverage = { format: 'machine-coverage', version: 1, files: { all: 1, told: 1 }, machines: [] };

function start(place: Place = { kind: 'coverage' }) {
  const file = asking<Coverage | null>();
  const { actor, facts } = stage(coverageMachine.provide({ actors: { loadCoverage: file.logic } }), { place });
  return { actor, facts, file, state: () => actor.getSnapshot(), context: () => actor.getSnapshot().context };
}

describe('the coverage room', () => {
  it('loads its report when it is first needed, by the room or by a drawing, and only once', async () => {
    const { actor, file, state } = start({ kind: 'overview' });
    actor.send({ type: 'place.changed', place: createMachinePlace('a') });
    expect(file.questions).toHaveLength(0);
    actor.send({ type: 'place.changed', place: { ...createMachinePlace('a'), coverage: 'unit' } });
    await file.question().answer(report);
    expect(state().value).toBe('shown');
    actor.send({ type: 'place.changed', place: { kind: 'coverage' } });
    expect(file.questions).toHaveLength(1);
    expect(state().context.answer).toEqual(report);
  });

  it('can be missing or fail to load, and can be retried', async () => {
    const { actor, file, state } = start();
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

  it('sorts by a column, and reverses the order when the column is chosen again', () => {
    const { actor, context } = start();
    const getSort = () => [context().column, context().isDescending];
    actor.send({ type: 'column.chosen', column: 'states' });
    expect(getSort()).toEqual(['states', false]);
    actor.send({ type: 'column.chosen', column: 'states' });
    expect(getSort()).toEqual(['states', true]);
    actor.send({ type: 'column.chosen', column: 'unit' });
    expect(getSort()).toEqual(['unit', false]);
  });

  it('lists the unreached parts of one machine while it is chosen', () => {
    const { actor, context } = start();
    actor.send({ type: 'machine.chosen', key: 'a' });
    expect(context().chosen).toBe('a');
    actor.send({ type: 'machine.chosen', key: 'b' });
    expect(context().chosen).toBe('b');
    actor.send({ type: 'machine.chosen', key: 'b' });
    expect(context().chosen).toBe('');
  });

  it('requests the place of a drawing with or without coverage, otherwise unchanged', () => {
    const { actor, facts } = start({ kind: 'overview' });
    const place = createMachinePlace('a', 'a.b');
    actor.send({ type: 'overlay.chosen', place, suite: 'paths' });
    actor.send({ type: 'overlay.chosen', place: { ...place, coverage: 'paths' }, suite: undefined });
    expect(facts).toEqual([
      { type: 'place.requested', place: { ...place, coverage: 'paths' }, how: 'replace' },
      { type: 'place.requested', place, how: 'replace' },
    ]);
  });
});
