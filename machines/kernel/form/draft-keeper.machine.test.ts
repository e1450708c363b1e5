import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { asking, stage } from '#tests/support/stage.ts';
import {
  DRAFT_MOST_MS,
  DRAFT_PAUSE_MS,
  DRAFT_REST_MS,
  type DraftContent,
  type DraftPlace,
  type DraftToKeep,
  draftKeeper,
  type KeptDraft,
} from './draft-keeper.machine.ts';

const content = (remark: string): DraftContent => ({ values: { remark }, origin: { remark: '' }, withheld: false });
const typed = (remark: string) => ({ type: 'draft.typed', version: 4, content: content(remark) }) as const;
const found: KeptDraft = { content: content('found'), version: 4, savedAt: '2026-11-20T08:00:00Z' };
const PLACE = { form: 'roleForm', subjectId: 7 };

function begin() {
  const load = asking<KeptDraft | undefined, DraftPlace>();
  const keep = asking<{ savedAt: string }, DraftToKeep>();
  const drop = asking<unknown, DraftPlace>();
  const machine = draftKeeper.provide({ actors: { loadDraft: load.logic, keepDraft: keep.logic, dropDraft: drop.logic } });
  const staged = stage(machine, { form: 'roleForm' });
  const { actor, clock } = staged;
  return {
    ...staged,
    load,
    keep,
    drop,
    state: () => actor.getSnapshot().value,
    savedAt: () => actor.getSnapshot().context.savedAt,
    rest: () => clock.increment(DRAFT_PAUSE_MS),
  };
}

/** A form is open, and there was this draft of it. */
async function opened(draft?: KeptDraft) {
  const begun = begin();
  begun.actor.send({ type: 'draft.sought', subjectId: 7, version: 4 });
  await begun.load.question().answer(draft);
  return begun;
}

/** Something was typed, and the server has it. */
async function kept() {
  const begun = await opened();
  begun.actor.send(typed('a'));
  begun.rest();
  await begun.keep.question().answer({ savedAt: '2026-11-20T09:00:00Z' });
  return begun;
}

describe('a draft', () => {
  it('is looked for when its form opens', async () => {
    const { load, state, actor } = await opened(found);
    expect(load.inputs()).toEqual([PLACE]);
    expect(state()).toBe('found');
    expect(actor.getSnapshot().context.answer).toEqual(found);
  });

  it('is kept once typing rests, and then only the newest', async () => {
    const { actor, keep, clock } = await opened();
    actor.send(typed('a'));
    clock.increment(DRAFT_PAUSE_MS - 1);
    actor.send(typed('ab'));
    clock.increment(DRAFT_PAUSE_MS - 1);
    expect(keep.questions).toHaveLength(0);
    clock.increment(1);
    expect(keep.inputs()).toEqual([{ ...PLACE, version: 4, content: content('ab') }]);
  });

  it('is kept now and then also while somebody types without a rest', async () => {
    const { actor, keep, clock } = await opened();
    const step = DRAFT_PAUSE_MS - 1;
    const keys = Math.ceil(DRAFT_MOST_MS / step);
    for (let key = 0; key < keys; key++) {
      actor.send(typed(`key ${key}`));
      clock.increment(step);
    }
    expect(keep.inputs()).toEqual([{ ...PLACE, version: 4, content: content(`key ${keys - 1}`) }]);
  });

  it('knows since when the server has it', async () => {
    const { state, savedAt } = await kept();
    expect([state(), savedAt()]).toEqual(['settled', '2026-11-20T09:00:00Z']);
  });

  it('is kept again when typing went on meanwhile', async () => {
    const { actor, keep, rest, state } = await opened();
    actor.send(typed('a'));
    rest();
    actor.send(typed('ab'));
    await keep.question().answer({ savedAt: '2026-11-20T09:00:00Z' });
    expect(state()).toEqual({ pausing: 'typing' });
    rest();
    expect(keep.question(1).input.content).toEqual(content('ab'));
    await keep.question(1).answer({ savedAt: '2026-11-20T09:00:02Z' });
    expect(state()).toBe('settled');
  });

  it('that could not be kept is tried again later, with what is newest', async () => {
    const { actor, keep, rest, clock, savedAt } = await opened();
    actor.send(typed('a'));
    rest();
    await keep.question().refuse(new Error('no network'));
    actor.send(typed('ab'));
    rest();
    expect(keep.questions).toHaveLength(1);
    clock.increment(DRAFT_REST_MS);
    expect(keep.question(1).input.content).toEqual(content('ab'));
    await keep.question(1).answer({ savedAt: '2026-11-20T09:00:30Z' });
    expect(savedAt()).toBe('2026-11-20T09:00:30Z');
  });

  it('is typed into also before it is known whether there is an older one, and when that cannot be learned', async () => {
    const { actor, load, keep, rest } = begin();
    actor.send({ type: 'draft.sought', subjectId: 7, version: 4 });
    actor.send(typed('a'));
    await load.question().refuse(new Error('no network'));
    rest();
    expect(keep.question().input.content).toEqual(content('a'));
  });
});

describe('a draft that was found', () => {
  it('is told to the form that goes on with it', async () => {
    const { actor, facts, state, savedAt } = await opened(found);
    actor.send({ type: 'draft.taken' });
    expect(facts).toEqual([{ type: 'draft.restored', draft: found }]);
    expect([state(), savedAt()]).toEqual(['settled', found.savedAt]);
  });

  it('is not replaced by what is typed before it was answered', async () => {
    const { actor, keep, drop, rest, state } = await opened(found);
    actor.send(typed('new'));
    rest();
    expect([keep.questions.length, state()]).toEqual([0, 'found']);
    actor.send({ type: 'draft.refused' });
    expect(keep.question().input.content).toEqual(content('new'));
    expect(drop.questions).toHaveLength(0);
  });

  it('is dropped when nobody wants it, and typing goes on', async () => {
    const { actor, drop, keep, rest, state } = await opened(found);
    actor.send({ type: 'draft.refused' });
    expect(drop.inputs()).toEqual([PLACE]);
    actor.send(typed('new'));
    await drop.question().answer({});
    expect(state()).toEqual({ pausing: 'typing' });
    rest();
    expect(keep.questions).toHaveLength(1);
  });

  it('stays when the form is closed without an answer', async () => {
    const { actor, drop, state } = await opened(found);
    actor.send(typed('new'));
    actor.send({ type: 'draft.givenUp' });
    expect([state(), drop.questions.length]).toEqual(['idle', 0]);
  });

  it('is asked for again by whoever looks, for a sleep forgets it', async () => {
    const { actor } = await opened(found);
    const forgetful = (key: string, value: unknown) => (key === 'answer' ? undefined : value);
    const snapshot = JSON.parse(JSON.stringify(actor.getPersistedSnapshot(), forgetful));
    const again = asking<KeptDraft | undefined, DraftPlace>();
    const machine = draftKeeper.provide({ actors: { loadDraft: again.logic } });
    const woken = createActor(machine, { snapshot, input: { form: 'roleForm' } }).start();
    woken.send({ type: 'draft.taken' });
    expect(woken.getSnapshot().value).toBe('found');
    woken.send({ type: 'draft.wanted' });
    expect(again.inputs()).toEqual([PLACE]);
    await again.question().answer(found);
    expect(woken.getSnapshot().context.answer).toEqual(found);
  });
});

describe('the end of a form', () => {
  it('drops what was kept when it was saved or given up', async () => {
    for (const type of ['draft.fulfilled', 'draft.givenUp'] as const) {
      const { actor, drop, state, savedAt } = await kept();
      actor.send({ type });
      expect(drop.inputs()).toEqual([PLACE]);
      expect(savedAt()).toBeUndefined();
      await drop.question().answer({});
      expect(state()).toBe('idle');
    }
  });

  it('asks nobody when nothing was kept', async () => {
    const { actor, drop, keep, state, rest } = await opened();
    actor.send(typed('a'));
    actor.send({ type: 'draft.givenUp' });
    rest();
    expect([state(), drop.questions.length, keep.questions.length]).toEqual(['idle', 0, 0]);
  });

  it('leaves no draft behind of which the server learns while it is saved', async () => {
    const { actor, keep, drop, rest, state } = await opened();
    actor.send(typed('a'));
    rest();
    actor.send({ type: 'draft.fulfilled' });
    expect(drop.questions).toHaveLength(0);
    expect(keep.question().signal.aborted).toBe(false);
    await keep.question().answer({ savedAt: '2026-11-20T09:00:00Z' });
    expect(drop.inputs()).toEqual([PLACE]);
    await drop.question().answer({});
    expect(state()).toBe('idle');
  });

  it('keeps at once what is to be found again', async () => {
    const { actor, keep, state } = await opened();
    actor.send(typed('a'));
    actor.send({ type: 'draft.postponed' });
    expect(keep.question().input.content).toEqual(content('a'));
    await keep.question().answer({ savedAt: '2026-11-20T09:00:00Z' });
    expect(state()).toBe('idle');
  });

  it('keeps also what was typed while an older state was on its way', async () => {
    const { actor, keep, rest, state } = await opened();
    actor.send(typed('a'));
    rest();
    actor.send(typed('ab'));
    actor.send({ type: 'draft.postponed' });
    await keep.question().answer({ savedAt: '2026-11-20T09:00:00Z' });
    expect(keep.question(1).input.content).toEqual(content('ab'));
    await keep.question(1).answer({ savedAt: '2026-11-20T09:00:01Z' });
    expect(state()).toBe('idle');
  });
});

describe('a form that is opened while the draft of the last one is on its way', () => {
  const next = { type: 'draft.sought', subjectId: 8, version: 1 } as const;
  async function turning() {
    const begun = await kept();
    begun.actor.send({ type: 'draft.fulfilled' });
    begun.actor.send(next);
    return begun;
  }

  it('is looked for afterwards', async () => {
    const { drop, load, state } = await turning();
    expect(load.questions).toHaveLength(1);
    await drop.question().answer({});
    expect(load.question(1).input).toEqual({ form: 'roleForm', subjectId: 8 });
    await load.question(1).answer(undefined);
    expect(state()).toBe('settled');
  });

  it('keeps what is typed into it apart from the last one', async () => {
    const { actor, drop, load, keep, rest } = await turning();
    actor.send({ type: 'draft.typed', version: 1, content: content('of eight') });
    await drop.question().answer({});
    await load.question(1).answer(undefined);
    rest();
    expect(keep.question(1).input).toEqual({ form: 'roleForm', subjectId: 8, version: 1, content: content('of eight') });
  });

  it('is kept when it was closed to be found again, and dropping concerns only the last one', async () => {
    const { actor, drop, keep, state } = await turning();
    actor.send({ type: 'draft.typed', version: 1, content: content('of eight') });
    actor.send({ type: 'draft.postponed' });
    await drop.question().answer({});
    expect(drop.inputs()).toEqual([PLACE]);
    expect(keep.question(1).input).toMatchObject({ subjectId: 8, content: content('of eight') });
    await keep.question(1).answer({ savedAt: '2026-11-20T10:00:00Z' });
    expect(state()).toBe('idle');
  });

  it('is nobody to wait for when it was closed again', async () => {
    const { actor, drop, load, state } = await turning();
    actor.send({ type: 'draft.givenUp' });
    await drop.question().answer({});
    expect([state(), load.questions.length]).toEqual(['idle', 1]);
  });
});
