import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { asking, settled, stage } from '#tests/support/stage.ts';
import { pickerWalk } from '../kernel.walks.ts';
import { createPickerMachine, type PickerAnswer, type PickerRequest } from './picker.machine.ts';

interface Narrowing {
  kind?: string | undefined;
}
const row = (id: number) => ({ id, label: `row ${id}`, sub: '', status: 'on' });
const everything = { keyword: '', narrowing: {} };
const machine = createPickerMachine<Narrowing>({ id: 'things' });

function begin() {
  const asked = asking<PickerAnswer, PickerRequest<Narrowing>>();
  const { actor, ...rest } = stage(machine.provide({ actors: { loadChoices: asked.logic } }));
  const known = () => actor.getSnapshot().context.answer;
  return { ...rest, actor, asked, known };
}

describe('the list of a picker', () => {
  it('is loaded when it is first opened, and not again while it is known', async () => {
    const { actor, asked } = begin();
    actor.send({ type: 'picker.opened' });
    actor.send({ type: 'picker.opened' });
    await asked.question().answer({ found: [row(1)], named: [] });
    actor.send({ type: 'picker.opened' });
    expect(asked.inputs()).toEqual([{ search: everything, ids: [] }]);
  });

  it('waits for the next keystroke before it searches, and drops the search when it is reopened', async () => {
    const { actor, asked, clock, known } = begin();
    actor.send({ type: 'picker.searched', keyword: 'a' });
    clock.increment(200);
    actor.send({ type: 'picker.searched', keyword: 'ab' });
    clock.increment(299);
    expect(asked.questions).toEqual([]);
    clock.increment(1);
    await asked.question().answer({ found: [row(5)], named: [] });
    actor.send({ type: 'picker.opened' });
    expect(asked.inputs().map(({ search }) => search?.keyword)).toEqual(['ab', '']);
    expect(known()?.found).toBeUndefined();
  });

  it('is loaded again for another narrowing', async () => {
    const { actor, asked, known } = begin();
    actor.send({ type: 'picker.opened' });
    await asked.question().answer({ found: [row(1)], named: [] });
    actor.send({ type: 'picker.opened', narrowing: { kind: 'video' } });
    expect(known()?.found).toBeUndefined();
    await asked.question().answer({ found: [row(2)], named: [] });
    actor.send({ type: 'picker.opened', narrowing: { kind: 'video' } });
    actor.send({ type: 'picker.searched', keyword: 'a' });
    actor.send({ type: 'picker.opened' });
    expect(asked.inputs().map(({ search }) => search)).toEqual([everything, { keyword: '', narrowing: { kind: 'video' } }, everything]);
  });

  it('is retried with the same keyword after a failure', async () => {
    const { actor, asked, clock, known } = begin();
    actor.send({ type: 'picker.searched', keyword: 'a' });
    clock.increment(300);
    await asked.question().refuse(new Error('cut'));
    expect(actor.getSnapshot().hasTag('failed')).toBe(true);
    actor.send({ type: 'picker.retried' });
    await asked.question().answer({ found: [row(1)], named: [] });
    expect(asked.inputs().map(({ search }) => search?.keyword)).toEqual(['a', 'a']);
    expect(actor.getSnapshot().context.failure).toBeUndefined();
    expect(known()?.found).toEqual([row(1)]);
  });
});

describe('names of chosen rows', () => {
  it('are loaded once each without the list, also while others are loading', async () => {
    const { actor, asked } = begin();
    actor.send({ type: 'picker.namesRequested', ids: [7] });
    actor.send({ type: 'picker.namesRequested', ids: [7] });
    actor.send({ type: 'picker.namesRequested', ids: [7, 9] });
    await asked.question().answer({ found: undefined, named: [row(7), row(9)] });
    actor.send({ type: 'picker.namesRequested', ids: [9] });
    expect(asked.inputs()).toEqual([
      { search: undefined, ids: [7] },
      { search: undefined, ids: [7, 9] },
    ]);
  });

  it('do not cancel a list that is loading', async () => {
    const { actor, asked } = begin();
    actor.send({ type: 'picker.opened' });
    actor.send({ type: 'picker.namesRequested', ids: [7] });
    expect(asked.inputs().at(-1)).toEqual({ search: everything, ids: [7] });
  });

  it('stay when the list they were chosen from is replaced', async () => {
    const { actor, asked, known } = begin();
    actor.send({ type: 'picker.opened' });
    await asked.question().answer({ found: [row(1), row(2)], named: [] });
    actor.send({ type: 'picker.namesRequested', ids: [2] });
    actor.send({ type: 'picker.opened', narrowing: { kind: 'video' } });
    await asked.question().answer({ found: [], named: [] });
    expect(known()).toEqual({ found: [], named: [row(2)], unseen: [] });
    expect(asked.inputs().map(({ ids }) => ids)).toEqual([[], []]);
  });

  it('of hidden rows are told as unseen on every request, and not loaded again', async () => {
    const { actor, asked, facts } = begin();
    actor.send({ type: 'picker.namesRequested', ids: [7, 8] });
    await asked.question().answer({ found: undefined, named: [row(7)] });
    expect(facts).toEqual([{ type: 'things.unseen', ids: [8] }]);
    actor.send({ type: 'picker.namesRequested', ids: [7, 8] });
    await settled();
    expect(facts).toEqual([
      { type: 'things.unseen', ids: [8] },
      { type: 'things.unseen', ids: [8] },
    ]);
    expect(asked.questions).toHaveLength(1);
  });

  it('that failed to load are loaded when the list is opened, and are not told as unseen', async () => {
    const { actor, asked, facts } = begin();
    actor.send({ type: 'picker.namesRequested', ids: [7] });
    await asked.question().refuse(new Error('cut'));
    actor.send({ type: 'picker.namesRequested', ids: [7] });
    await asked.question().refuse(new Error('cut'));
    actor.send({ type: 'picker.opened' });
    expect(asked.inputs().at(-1)).toEqual({ search: everything, ids: [7] });
    expect(facts).toEqual([]);
  });
});

describe('a picker', () => {
  it('reaches every state, and takes every transition', () => {
    const walk = pickerWalk(machine, { kind: 'video' });
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
