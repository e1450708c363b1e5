import type { AnyStateMachine } from 'xstate';
import { commandWalk, failure, formWalk, listWalk } from '../kernel.walks.ts';
import type { MachineWalk } from '../machine-walk.ts';
import { batchCancel, batchItems, batchItemsExport, batchResolve, batchRetry, batchUndo, blankResolve } from './batch-parts.machine.ts';
import { batchProgressMachine } from './batch-progress.machine.ts';
import type { BatchRow } from './order-status.ts';

const batch = (change: Partial<BatchRow>): BatchRow => ({
  id: 7,
  type: 'user_role',
  level: null,
  origin: '/sys/accounts',
  origin_label: { zh: '账号管理', en: 'Accounts' },
  user: { id: 2, label: 'admin' },
  status: 'running',
  summary: { zh: '追加角色', en: 'Add roles' },
  created_at: '2026-11-20T08:00:00Z',
  started_at: '2026-11-20T08:00:01Z',
  finished_at: null,
  can: ['cancel'],
  total: 4,
  done: 1,
  ok: 1,
  fail: 0,
  skip: 0,
  unknown: 0,
  canceled: 0,
  removed: 0,
  ...change,
});
const ended = batch({ status: 'partial', done: 4, ok: 2, fail: 2, can: ['retry'] });
const unsure = batch({ status: 'partial', done: 4, ok: 2, fail: 1, unknown: 1, can: [] });
const item = {
  id: 71,
  seq: 1,
  parent_seq: null,
  target_type: 'user',
  target_id: 5,
  label: 'li.wei',
  status: 'unknown',
  attempt: 1,
  code: null,
  reason: null,
  text: null,
  account: null,
  undone: false,
  retryable: false,
  resolvable: true,
};
const query = { filters: { batch_id: 7 }, sort: undefined, page: 1, pageSize: 50 };

/** A bulk action with valid `params` and with `wrong` ones that are refused at once. */
export const batchWalk = (
  machine: AnyStateMachine,
  { filter, params, wrong }: { filter: object; params: object; wrong: object },
): MachineWalk => ({
  machine,
  distinguish: ({ values, refusals, undo }: { values: object; refusals: number; undo?: object }) => [values, refusals > 0, undo],
  events: [
    { type: 'batch.opened', subject: { kind: 'rows', ids: [5, 6] }, params, key: 'k1' },
    { type: 'batch.opened', subject: { kind: 'allMatching', filter, total: 3 }, params, key: 'k1' },
    { type: 'batch.fieldChanged', changes: wrong },
    { type: 'batch.fieldChanged', changes: { ...params, reason: 'left' } },
    { type: 'batch.fieldLeft', field: 'typed' },
    { type: 'batch.confirmed', key: 'k2' },
    { type: 'batch.dismissed' },
    { type: 'batch.startRetried' },
    { type: 'batch.followed', batchId: 7, siblings: [8] },
    { type: 'batch.seen' },
    { type: 'batch.left' },
    { type: 'progress.ended', batchId: 7, watched: true, okIds: [5], failedIds: [6] },
    { type: 'progress.resumed', batchId: 7 },
    { type: 'progress.failedChosen', ids: [6] },
    { type: 'xstate.done.actor.start', output: { kind: 'started', batchIds: [7, 8] } },
    { type: 'xstate.done.actor.start', output: { kind: 'started', batchIds: [7], isSmallSuccess: true } },
    { type: 'progress.undoChosen', batchId: 7, key: 'k3' },
    { type: 'xstate.done.actor.start', output: { kind: 'changed', total: 4 } },
    { type: 'xstate.done.actor.start', output: { kind: 'refused', faults: {}, failure } },
    { type: 'xstate.done.actor.start', output: { kind: 'keyTaken', failure } },
    { type: 'xstate.error.actor.start', error: failure },
  ],
});

const progressWalk: MachineWalk = {
  machine: batchProgressMachine,
  distinguish: ({ orders, shown, answer }: { orders: unknown; shown: unknown; answer?: { batches: BatchRow[]; results: object } }) => [
    orders,
    shown,
    answer?.batches.map(({ id, status }) => [id, status]),
    Object.keys(answer?.results ?? {}),
  ],
  events: [
    { type: 'progress.followed', batchIds: [7], show: true },
    { type: 'progress.followed', batchIds: [8], show: false },
    { type: 'progress.followed', batchIds: [7], show: false, isNoticed: true },
    { type: 'progress.undoRequested', batchIds: [7], key: 'undo' },
    { type: 'progress.dismissed' },
    { type: 'progress.checkRequested' },
    { type: 'progress.seen' },
    { type: 'progress.left' },
    { type: 'progress.failedRequested' },
    { type: 'progress.advanced' },
    { type: 'progress.concluded' },
    { type: 'batchCancel.done', subject: { batchIds: [7] }, result: [ended] },
    { type: 'batchRetry.done', subject: { batchIds: [7] }, result: undefined },
    { type: 'progress.retried', batchIds: [7] },
    { type: 'batchUndo.done', subject: { batchIds: [7] }, result: [8] },
    { type: 'batchResolve.saved', saved: item },
    { type: 'batchItemsExport.done', subject: query, result: undefined },
    { type: 'list.moved', search: '?batch_id=7', how: 'push' },
    { type: 'xstate.done.actor.loadBatches', output: { batches: [batch({})], gone: [] } },
    { type: 'xstate.done.actor.loadBatches', output: { batches: [batch({ done: 3, ok: 3 })], gone: [8] } },
    { type: 'xstate.done.actor.loadBatches', output: { batches: [ended], gone: [8] } },
    { type: 'xstate.done.actor.loadBatches', output: { batches: [unsure], gone: [8] } },
    { type: 'xstate.error.actor.loadBatches', error: failure },
    { type: 'xstate.done.actor.collectResults', output: { okIds: [5], failedIds: [6] } },
    { type: 'xstate.error.actor.collectResults', error: failure },
    { type: 'xstate.done.actor.pause' },
    { type: 'xstate.error.actor.pause', error: failure },
  ],
};

export const walks: MachineWalk[] = [
  progressWalk,
  { ...listWalk(batchItems, item, [71]), input: { search: '?batch_id=7' } },
  commandWalk(batchCancel, { batchIds: [7] }, [ended]),
  commandWalk(batchRetry, { batchIds: [7] }),
  commandWalk(batchUndo, { batchIds: [7] }, [8]),
  commandWalk(batchItemsExport, query),
  formWalk(batchResolve, {
    draft: { values: { ...blankResolve, outcome: 'not_created' }, subject: { itemId: 71, label: 'li.wei' } },
    changes: { outcome: 'created', platform_id: '1203005559' },
    wrong: { outcome: 'created', platform_id: 'x' },
    saved: item,
  }),
];
