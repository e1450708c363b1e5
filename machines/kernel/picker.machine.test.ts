import { describe, expect, it } from 'vitest';
import { asking, settled, stage } from '#tests/support/stage.ts';
import { createPickerMachine, type PickerAnswer, type PickerQuestion } from './picker.machine.ts';

const row = (id: number) => ({ id, label: `row ${id}`, sub: '', status: 'on' });

function begin() {
  const asked = asking<PickerAnswer, PickerQuestion<object>>();
  const machine = createPickerMachine({ id: 'things' }).provide({ actors: { loadChoices: asked.logic } });
  return { ...stage(machine), asked };
}

describe('a picker', () => {
  it('asks when it is first opened, and not again while it knows', async () => {
    const { actor, asked } = begin();
    actor.send({ type: 'picker.opened' });
    await asked.question().answer({ found: [row(1)], named: [] });
    actor.send({ type: 'picker.opened' });
    expect(asked.inputs()).toEqual([{ keyword: '', narrowing: {}, ids: [] }]);
  });

  it('waits for the next key before it searches, and forgets the search when it is opened anew', async () => {
    const { actor, asked, clock } = begin();
    actor.send({ type: 'picker.searched', keyword: 'a' });
    clock.increment(200);
    actor.send({ type: 'picker.searched', keyword: 'ab' });
    clock.increment(299);
    expect(asked.questions).toEqual([]);
    clock.increment(1);
    await asked.question().answer({ found: [], named: [] });
    actor.send({ type: 'picker.opened' });
    expect(asked.inputs().map(({ keyword }) => keyword)).toEqual(['ab', '']);
  });

  it('names what stands chosen, once, and tells what is not to be seen', async () => {
    const { actor, asked, facts } = begin();
    actor.send({ type: 'picker.namesWanted', ids: [7, 8] });
    await asked.question().answer({ found: [], named: [row(7)] });
    actor.send({ type: 'picker.namesWanted', ids: [7, 8] });
    await settled();
    expect(asked.inputs()).toEqual([{ keyword: '', narrowing: {}, ids: [7, 8] }]);
    expect(facts).toEqual([{ type: 'things.unseen', ids: [8] }]);
  });

  it('asks anew for what another choice leaves, and keeps the names it knows', async () => {
    const { actor, asked } = begin();
    actor.send({ type: 'picker.namesWanted', ids: [7] });
    await asked.question().answer({ found: [row(1)], named: [row(7)] });
    actor.send({ type: 'picker.narrowed', narrowing: { kind: 'video' } });
    actor.send({ type: 'picker.narrowed', narrowing: { kind: 'video' } });
    actor.send({ type: 'picker.opened' });
    expect(asked.inputs().at(-1)).toEqual({ keyword: '', narrowing: { kind: 'video' }, ids: [] });
    expect(asked.questions).toHaveLength(2);
  });
});
