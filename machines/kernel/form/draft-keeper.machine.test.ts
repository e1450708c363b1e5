import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { asking, stage } from '#tests/support/stage.ts';
import {
  DRAFT_PAUSE_MS,
  DRAFT_RETRY_PAUSE_MS,
  type DraftContent,
  type DraftKey,
  type DraftToSave,
  draftKeeper,
  MAX_DRAFT_PAUSE_MS,
  type SavedDraft,
} from './draft-keeper.machine.ts';

const content = (remark: string): DraftContent => ({ values: { remark }, origin: { remark: '' }, withheld: false });
const typed = (remark: string) => ({ type: 'draft.changed', version: 4, content: content(remark) }) as const;
const found: SavedDraft = { content: content('found'), version: 4, savedAt: '2026-11-20T08:00:00Z' };
const PLACE = { form: 'roleForm', subjectId: 7 };

function begin() {
  const load = asking<SavedDraft | undefined, DraftKey>();
  const keep = asking<{ savedAt: string }, DraftToSave>();
  const drop = asking<unknown, DraftKey>();
  const machine = draftKeeper.provide({ actors: { loadDraft: load.logic, saveDraft: keep.logic, deleteDraft: drop.logic } });
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

/** A keeper with an open form that has this draft. */
async function opened(draft?: SavedDraft) {
  const begun = begin();
  begun.actor.send({ type: 'draft.formOpened', subjectId: 7, version: 4 });
  await begun.load.question().answer(draft);
  return begun;
}

/** A keeper whose draft was typed and saved on the server. */
async function kept() {
  const begun = await opened();
  begun.actor.send(typed('a'));
  begun.rest();
  await begun.keep.question().answer({ savedAt: '2026-11-20T09:00:00Z' });
  return begun;
}

describe('a draft', () => {
  it('is loaded when its form opens', async () => {
    const { load, state, actor } = await opened(found);
    expect(load.inputs()).toEqual([PLACE]);
    expect(state()).toBe('found');
    expect(actor.getSnapshot().context.answer).toEqual(found);
  });

  it('is saved once typing pauses, and then only in its newest state', async () => {
    const { actor, keep, clock } = await opened();
    actor.send(typed('a'));
    clock.increment(DRAFT_PAUSE_MS - 1);
    actor.send(typed('ab'));
    clock.increment(DRAFT_PAUSE_MS - 1);
    expect(keep.questions).toHaveLength(0);
    clock.increment(1);
    expect(keep.inputs()).toEqual([{ ...PLACE, version: 4, content: content('ab') }]);
  });

  it('is saved from time to time during typing without pauses', async () => {
    const { actor, keep, clock } = await opened();
    const step = DRAFT_PAUSE_MS - 1;
    const keys = Math.ceil(MAX_DRAFT_PAUSE_MS / step);
    for (let key = 0; key < keys; key++) {
      actor.send(typed(`key ${key}`));
      clock.increment(step);
    }
    expect(keep.inputs()).toEqual([{ ...PLACE, version: 4, content: content(`key ${keys - 1}`) }]);
  });

  it('records when it was last saved', async () => {
    const { state, savedAt } = await kept();
    expect([state(), savedAt()]).toEqual(['settled', '2026-11-20T09:00:00Z']);
  });

  it('is saved again if typing continued during the save', async () => {
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

  it('is saved in its newest state some time after a failed save', async () => {
    const { actor, keep, rest, clock, savedAt } = await opened();
    actor.send(typed('a'));
    rest();
    await keep.question().refuse(new Error('no network'));
    actor.send(typed('ab'));
    rest();
    expect(keep.questions).toHaveLength(1);
    clock.increment(DRAFT_RETRY_PAUSE_MS);
    expect(keep.question(1).input.content).toEqual(content('ab'));
    await keep.question(1).answer({ savedAt: '2026-11-20T09:00:30Z' });
    expect(savedAt()).toBe('2026-11-20T09:00:30Z');
  });

  it('accepts typing while an older draft is being loaded, and after that failed', async () => {
    const { actor, load, keep, rest } = begin();
    actor.send({ type: 'draft.formOpened', subjectId: 7, version: 4 });
    actor.send(typed('a'));
    await load.question().refuse(new Error('no network'));
    rest();
    expect(keep.question().input.content).toEqual(content('a'));
  });
});

describe('a found draft', () => {
  it('is told to the form when it is accepted', async () => {
    const { actor, facts, state, savedAt } = await opened(found);
    actor.send({ type: 'draft.accepted' });
    expect(facts).toEqual([{ type: 'draft.restored', draft: found }]);
    expect([state(), savedAt()]).toEqual(['settled', found.savedAt]);
  });

  it('is not replaced by typing before it is accepted or declined', async () => {
    const { actor, keep, drop, rest, state } = await opened(found);
    actor.send(typed('new'));
    rest();
    expect([keep.questions.length, state()]).toEqual([0, 'found']);
    actor.send({ type: 'draft.declined' });
    expect(keep.question().input.content).toEqual(content('new'));
    expect(drop.questions).toHaveLength(0);
  });

  it('is deleted when it is declined, and typing continues', async () => {
    const { actor, drop, keep, rest, state } = await opened(found);
    actor.send({ type: 'draft.declined' });
    expect(drop.inputs()).toEqual([PLACE]);
    actor.send(typed('new'));
    await drop.question().answer({});
    expect(state()).toEqual({ pausing: 'typing' });
    rest();
    expect(keep.questions).toHaveLength(1);
  });

  it('stays when the form is closed without a decision', async () => {
    const { actor, drop, state } = await opened(found);
    actor.send(typed('new'));
    actor.send({ type: 'draft.discarded' });
    expect([state(), drop.questions.length]).toEqual(['idle', 0]);
  });

  it('is loaded again when the form is seen after a restore from a memo', async () => {
    const { actor } = await opened(found);
    const forgetful = (key: string, value: unknown) => (key === 'answer' ? undefined : value);
    const snapshot = JSON.parse(JSON.stringify(actor.getPersistedSnapshot(), forgetful));
    const again = asking<SavedDraft | undefined, DraftKey>();
    const machine = draftKeeper.provide({ actors: { loadDraft: again.logic } });
    const woken = createActor(machine, { snapshot, input: { form: 'roleForm' } }).start();
    woken.send({ type: 'draft.accepted' });
    expect(woken.getSnapshot().value).toBe('found');
    woken.send({ type: 'draft.seen' });
    expect(again.inputs()).toEqual([PLACE]);
    await again.question().answer(found);
    expect(woken.getSnapshot().context.answer).toEqual(found);
  });
});

describe('the end of a form', () => {
  it('deletes the draft when the form was saved or given up', async () => {
    for (const type of ['draft.formSaved', 'draft.discarded'] as const) {
      const { actor, drop, state, savedAt } = await kept();
      actor.send({ type });
      expect(drop.inputs()).toEqual([PLACE]);
      expect(savedAt()).toBeUndefined();
      await drop.question().answer({});
      expect(state()).toBe('idle');
    }
  });

  it('sends nothing if no draft was saved', async () => {
    const { actor, drop, keep, state, rest } = await opened();
    actor.send(typed('a'));
    actor.send({ type: 'draft.discarded' });
    rest();
    expect([state(), drop.questions.length, keep.questions.length]).toEqual(['idle', 0, 0]);
  });

  it('deletes a draft whose save was still running', async () => {
    const { actor, keep, drop, rest, state } = await opened();
    actor.send(typed('a'));
    rest();
    actor.send({ type: 'draft.formSaved' });
    expect(drop.questions).toHaveLength(0);
    expect(keep.question().signal.aborted).toBe(false);
    await keep.question().answer({ savedAt: '2026-11-20T09:00:00Z' });
    expect(drop.inputs()).toEqual([PLACE]);
    await drop.question().answer({});
    expect(state()).toBe('idle');
  });

  it('saves at once a draft that is kept for later', async () => {
    const { actor, keep, state } = await opened();
    actor.send(typed('a'));
    actor.send({ type: 'draft.keptForLater' });
    expect(keep.question().input.content).toEqual(content('a'));
    await keep.question().answer({ savedAt: '2026-11-20T09:00:00Z' });
    expect(state()).toBe('idle');
  });

  it('also saves what was typed while an older state was being saved', async () => {
    const { actor, keep, rest, state } = await opened();
    actor.send(typed('a'));
    rest();
    actor.send(typed('ab'));
    actor.send({ type: 'draft.keptForLater' });
    await keep.question().answer({ savedAt: '2026-11-20T09:00:00Z' });
    expect(keep.question(1).input.content).toEqual(content('ab'));
    await keep.question(1).answer({ savedAt: '2026-11-20T09:00:01Z' });
    expect(state()).toBe('idle');
  });
});

describe('a form that is opened while a request about the last draft is running', () => {
  const next = { type: 'draft.formOpened', subjectId: 8, version: 1 } as const;
  async function deciding() {
    const begun = await kept();
    begun.actor.send({ type: 'draft.formSaved' });
    begun.actor.send(next);
    return begun;
  }

  it('loads its draft afterwards', async () => {
    const { drop, load, state } = await deciding();
    expect(load.questions).toHaveLength(1);
    await drop.question().answer({});
    expect(load.question(1).input).toEqual({ form: 'roleForm', subjectId: 8 });
    await load.question(1).answer(undefined);
    expect(state()).toBe('settled');
  });

  it('keeps its content apart from the last one', async () => {
    const { actor, drop, load, keep, rest } = await deciding();
    actor.send({ type: 'draft.changed', version: 1, content: content('of eight') });
    await drop.question().answer({});
    await load.question(1).answer(undefined);
    rest();
    expect(keep.question(1).input).toEqual({ form: 'roleForm', subjectId: 8, version: 1, content: content('of eight') });
  });

  it('is saved when it was closed for later, and a deletion concerns only the last one', async () => {
    const { actor, drop, keep, state } = await deciding();
    actor.send({ type: 'draft.changed', version: 1, content: content('of eight') });
    actor.send({ type: 'draft.keptForLater' });
    await drop.question().answer({});
    expect(drop.inputs()).toEqual([PLACE]);
    expect(keep.question(1).input).toMatchObject({ subjectId: 8, content: content('of eight') });
    await keep.question(1).answer({ savedAt: '2026-11-20T10:00:00Z' });
    expect(state()).toBe('idle');
  });

  it('is forgotten when it was closed again', async () => {
    const { actor, drop, load, state } = await deciding();
    actor.send({ type: 'draft.discarded' });
    await drop.question().answer({});
    expect([state(), load.questions.length]).toEqual(['idle', 1]);
  });
});
