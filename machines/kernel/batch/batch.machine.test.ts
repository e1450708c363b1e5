import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { asking, stage } from '#tests/support/stage.ts';
import { type BatchRequest, createBatchMachine } from './batch.machine.ts';
import type { BatchOutcome } from './batch-outcome.ts';
import { batchProgressWith } from './batch-progress-with.ts';

interface Params {
  action: 'roles' | 'delete';
  role_ids: number[];
}
type Filters = { keyword?: string };
type Outcome = BatchOutcome<Params & { reason: string; typed: string }>;

const machine = createBatchMachine<Params, Filters>({
  id: 'change',
  blank: { action: 'roles', role_ids: [] },
  check: ({ action, role_ids }) => (action === 'roles' && role_ids.length === 0 ? { role_ids: { rule: 'required' } } : {}),
  caution: ({ action }) => ({ isDeletion: action === 'delete' }),
  invert: ({ role_ids }) => (role_ids.length === 1 ? { role_ids: role_ids.map((id) => -id) } : undefined),
});

const never = asking<never, never>().logic as never;

function begin() {
  const start = asking<Outcome, BatchRequest<Params, Filters>>();
  const progress = batchProgressWith({
    loadBatches: never,
    collectResults: never,
    pause: never,
    loadItems: never,
    cancel: never,
    retry: never,
    undo: never,
    resolve: never,
    download: never,
  });
  const { actor, facts, ...rest } = stage(machine.provide({ actors: { start: start.logic, progress } }));
  const now = () => actor.getSnapshot();
  return {
    actor,
    facts,
    start,
    now,
    context: () => now().context,
    followed: () => now().children.progress?.getSnapshot().context,
    type: (changes: Partial<Params & { reason: string; typed: string }>) => actor.send({ type: 'batch.fieldChanged', changes }),
    confirm: (key = 'later') => actor.send({ type: 'batch.confirmed', key }),
    ...rest,
  };
}

function opened(params: Partial<Params> = {}, count = 3) {
  const begun = begin();
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  begun.actor.send({ type: 'batch.opened', subject: { kind: 'rows', ids }, params, key: 'first' });
  return begun;
}

describe('a bulk action', () => {
  it('is confirmed first, and is dirty only once something was typed', () => {
    const { now, actor, type } = opened();
    expect(now().hasTag('open')).toBe(true);
    expect(now().hasTag('dirty')).toBe(false);
    type({ role_ids: [1] });
    expect(now().hasTag('dirty')).toBe(true);
    actor.send({ type: 'batch.dismissed' });
    expect(now().value).toBe('closed');
    expect(now().context.values.role_ids).toEqual([]);
  });

  it('is not started while a field is wrong, and marks that field', () => {
    const { confirm, context, start, type } = opened();
    confirm();
    expect(start.questions).toHaveLength(0);
    expect(context()).toMatchObject({ faults: { role_ids: { rule: 'required' } }, refusals: 1 });
    type({ role_ids: [1] });
    expect(context().faults).toEqual({});
  });

  it('is started once by a double click, with the typed values and the key it was opened with', () => {
    const { confirm, start, type, now } = opened();
    type({ role_ids: [1], reason: 'moved' });
    confirm();
    confirm();
    expect(now().hasTag('writing')).toBe(true);
    expect(now().hasTag('dirty')).toBe(false);
    expect(start.inputs()).toEqual([
      {
        subject: { kind: 'rows', ids: [1, 2, 3] },
        values: { action: 'roles', role_ids: [1], reason: 'moved', typed: '' },
        key: 'first',
      },
    ]);
  });

  it('needs the number typed from 21 objects on', () => {
    const few = opened({ role_ids: [1] }, 20);
    few.confirm();
    expect(few.start.questions).toHaveLength(1);
    const many = opened({ role_ids: [1] }, 21);
    many.confirm();
    expect(many.context().faults).toEqual({ typed: { rule: 'retyped', params: { expected: '21' } } });
    many.type({ typed: ' 21 ' });
    many.confirm();
    expect(many.start.questions).toHaveLength(1);
  });

  it('that deletes needs the typed number and a reason even for one object', () => {
    const { confirm, context, type, start } = opened({ action: 'delete' }, 1);
    confirm();
    expect(Object.keys(context().faults).toSorted()).toEqual(['reason', 'typed']);
    type({ typed: '1', reason: 'x'.repeat(201) });
    confirm();
    expect(context().faults).toEqual({ reason: { rule: 'stringMax', params: { max: 200 } } });
    type({ reason: 'left the company' });
    confirm();
    expect(start.questions).toHaveLength(1);
  });

  it('checks a field when it is left', () => {
    const { actor, context } = opened({ action: 'delete' }, 1);
    actor.send({ type: 'batch.fieldLeft', field: 'reason' });
    expect(context().faults).toEqual({ reason: { rule: 'required' } });
  });

  it('is told, followed and shown once started, with all batches of the order', async () => {
    const { confirm, start, facts, now, followed } = opened({ role_ids: [1] });
    confirm();
    await start.question().answer({ kind: 'started', batchIds: [7, 8] });
    expect(facts).toEqual([{ type: 'change.started', batchId: 7, batchIds: [7, 8] }]);
    expect(now().value).toBe('closed');
    expect(now().hasTag('writing')).toBe(false);
    expect(followed()).toMatchObject({ orders: [{ batchIds: [7, 8] }], shown: 7 });
  });

  it('is followed without being shown when its few objects have already succeeded', async () => {
    const { confirm, start, facts, followed } = opened({ role_ids: [1] });
    confirm();
    await start.question().answer({ kind: 'started', batchIds: [7], isSmallSuccess: true });
    expect(facts).toEqual([{ type: 'change.started', batchId: 7, batchIds: [7] }]);
    expect(followed()).toMatchObject({ orders: [{ batchIds: [7], isNoticed: true }], shown: undefined });
  });

  it('is undone by its inverse on the same objects, under a key of its own', async () => {
    const { actor, confirm, start, followed, now } = opened({ role_ids: [1] });
    confirm();
    await start.question().answer({ kind: 'started', batchIds: [7], isSmallSuccess: true });
    expect(followed()).toMatchObject({ orders: [{ batchIds: [7], isUndoable: true }] });
    now().children.progress?.send({ type: 'progress.undoRequested', batchIds: [8], key: 'other' });
    expect(start.questions).toHaveLength(1);
    now().children.progress?.send({ type: 'progress.undoRequested', batchIds: [7], key: 'undo' });
    expect(start.inputs().at(-1)).toMatchObject({
      subject: { kind: 'rows', ids: [1, 2, 3] },
      values: { role_ids: [-1] },
      key: 'undo',
    });
    await start.question(1).answer({ kind: 'refused', faults: {}, failure: { message: 'No right to do this', traceId: 't' } });
    expect(actor.getSnapshot().hasTag('open')).toBe(true);
  });

  it('cannot be undone without an inverse', async () => {
    const { confirm, start, followed } = opened({ role_ids: [1, 2] });
    confirm();
    await start.question().answer({ kind: 'started', batchIds: [7], isSmallSuccess: true });
    expect(followed()?.orders[0]?.isUndoable).toBeUndefined();
  });

  it('shows the new number and asks again when the number of matching rows has changed', async () => {
    const { actor, confirm, context, start, type, now } = begin();
    actor.send({
      type: 'batch.opened',
      subject: { kind: 'allMatching', filter: { keyword: 'li' }, total: 300 },
      params: { role_ids: [1] },
      key: 'k',
    });
    type({ typed: '300' });
    confirm();
    await start.question().answer({ kind: 'changed', total: 312 });
    expect(now().hasTag('open')).toBe(true);
    expect(context()).toMatchObject({ changed: true, subject: { total: 312, filter: { keyword: 'li' } }, values: { typed: '' } });
    confirm();
    expect(start.questions).toHaveLength(1);
    type({ typed: '312' });
    confirm();
    expect(start.question().input).toMatchObject({ subject: { total: 312 }, key: 'k' });
  });

  it('keeps the typed values when it is refused, and shows the reason at its field', async () => {
    const { confirm, context, start, now } = opened({ role_ids: [1] });
    confirm();
    await start.question().answer({
      kind: 'refused',
      faults: { role_ids: { message: 'no such role' } },
      failure: { message: 'said', traceId: 't' },
    });
    expect(now().hasTag('dirty')).toBe(true);
    expect(context()).toMatchObject({
      faults: { role_ids: { message: 'no such role' } },
      failure: { message: 'said' },
      values: { role_ids: [1] },
      refusals: 1,
    });
  });

  it('is sent again with the same key after a lost answer, and only when requested', async () => {
    const { actor, confirm, context, start, now } = opened({ role_ids: [1] });
    confirm();
    await start.question().refuse(new Error('no network'));
    expect(now().value).toBe('unconfirmed');
    expect(now().hasTag('writing')).toBe(false);
    expect(context().failure?.message).toBe('no network');
    confirm('another');
    expect(start.questions).toHaveLength(1);
    actor.send({ type: 'batch.startRetried' });
    expect(start.inputs()[1]).toEqual(start.inputs()[0]);
  });

  it('takes a new key only after the first one proved to belong to another order', async () => {
    const { confirm, context, start } = opened({ role_ids: [1] });
    confirm('second');
    await start.question().answer({ kind: 'keyTaken', failure: { message: 'key was used', traceId: '' } });
    expect(context().failure?.message).toBe('key was used');
    confirm('third');
    expect(start.inputs().map(({ key }) => key)).toEqual(['first', 'third']);
  });

  it('keeps its key and the typed values over a reload', () => {
    const { actor, type } = opened();
    type({ role_ids: [2] });
    const start = asking<Outcome, BatchRequest<Params, Filters>>();
    const snapshot = JSON.parse(JSON.stringify(actor.getPersistedSnapshot()));
    const again = createActor(machine.provide({ actors: { start: start.logic } }), { snapshot, input: undefined }).start();
    again.send({ type: 'batch.confirmed', key: 'new' });
    expect(start.question().input).toMatchObject({ key: 'first', values: { role_ids: [2] } });
  });

  it('follows a batch that was started elsewhere', () => {
    const { actor, followed } = begin();
    actor.send({ type: 'batch.followed', batchId: 9, siblings: [10] });
    expect(followed()).toMatchObject({ orders: [{ batchIds: [9, 10] }], shown: 9 });
  });

  it('leaves the small success of a batch that was started elsewhere to a notice', () => {
    const { actor, followed } = begin();
    actor.send({ type: 'batch.followed', batchId: 9, isSmallSuccess: true });
    expect(followed()).toMatchObject({ orders: [{ batchIds: [9], isNoticed: true }], shown: undefined });
  });

  it('tells the results of its objects and the failed ones that were chosen', () => {
    const { actor, facts } = begin();
    actor.send({ type: 'progress.ended', batchId: 7, watched: true, okIds: [1], failedIds: [2] });
    actor.send({ type: 'progress.failedChosen', ids: [2] });
    actor.send({ type: 'progress.resumed', batchId: 7 });
    expect(facts).toEqual([
      { type: 'change.finished', batchId: 7, watched: true, okIds: [1], failedIds: [2] },
      { type: 'change.failedChosen', ids: [2] },
      { type: 'change.started', batchId: 7, batchIds: [7] },
    ]);
  });
});
