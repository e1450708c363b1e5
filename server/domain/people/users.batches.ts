import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import * as users from '#contracts/endpoints/users.ts';
import type { RoleMode } from '#contracts/vocabulary/users.ts';
import type { AnyBatchType, BatchItem, BatchType, ItemContext, NewItem, Outcome } from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { refuse } from '../refusal.ts';
import { resolveSelection } from '../selection.ts';
import { changeRoles, changeStatus, removeUser, requireRoles, requireSuccessor, USER } from './users.changes.ts';
import * as repository from './users.repository.ts';

const ORIGIN = '/sys/accounts';

const targetOf = (item: BatchItem): number => {
  if (item.targetId === null) throw refuse('NOT_FOUND');
  return item.targetId;
};

const toOutcome = (change: { before: unknown; after: unknown } | null): Outcome =>
  change === null ? { outcome: 'skipped', reason: 'NO_CHANGE' } : { outcome: 'succeeded', ...change };

const roleBatch: BatchType<{ role_ids: number[]; mode: RoleMode }, object> = {
  type: 'user_role',
  targetType: USER,
  access: users.saveUserRoles.access,
  effect: 'database',
  retryable: true,
  run: async (context, item) => toOutcome(await changeRoles(context, targetOf(item), item.params)),
};

const statusBatch: BatchType<{ status: 'enabled' | 'disabled' }, object> = {
  type: 'user_status',
  targetType: USER,
  access: users.setUserStatuses.access,
  effect: 'database',
  retryable: true,
  run: async (context, item) => toOutcome(await changeStatus(context, targetOf(item), item.params.status)),
  invert: ({ before: { status } }) => (typeof status === 'string' ? { params: { status } } : null),
};

const deletionBatch: BatchType<{ handover_user_id?: number }, object> = {
  type: 'user_delete',
  targetType: USER,
  access: users.deleteUsers.access,
  effect: 'database',
  retryable: true,
  async run(context: ItemContext, item) {
    await removeUser(context, targetOf(item), item.params.handover_user_id);
    return { outcome: 'succeeded', after: { deleted: true } };
  },
};

export const userBatchTypes: readonly AnyBatchType[] = [roleBatch, statusBatch, deletionBatch];

/** The selected accounts, in the order of the selection. An id without an account becomes an item too, which then fails. */
async function loadItems(
  context: CallContext,
  selection: { ids?: number[] | undefined; filter?: repository.UserFilter | undefined; expected_total?: number | undefined },
  field?: string,
): Promise<NewItem[]> {
  const { db } = context;
  const ids = await resolveSelection(
    context,
    selection,
    {
      count: (filter: repository.UserFilter) => repository.countUsers(db, filter),
      pick: (filter, max) => repository.loadUserIds(db, filter, max),
    },
    field,
  );
  const accounts = await repository.loadAccountNames(db, ids);
  return ids.map((id) => ({ targetId: id, label: accounts.get(id) ?? `#${id}` }));
}

/** The parts that all batch orders on accounts share. */
const sharedOrder = (action: ApiPath, { reason, idempotency_key }: { reason?: string; idempotency_key?: string }) => ({
  action,
  origin: ORIGIN,
  reason,
  idempotencyKey: idempotency_key,
});

const modeLabels: Readonly<Record<RoleMode, { zh: string; en: string }>> = {
  replace: { zh: '角色改为', en: 'Set roles' },
  add: { zh: '添加角色', en: 'Add roles' },
  remove: { zh: '移除角色', en: 'Remove roles' },
};

async function saveRoles(context: CallContext, request: RequestOf<typeof users.saveUserRoles>) {
  const { role_ids, mode } = request;
  if (mode !== 'remove') await requireRoles(context, role_ids);
  const items = await loadItems(context, { ...request, ids: request.user_ids }, 'user_ids');
  const names = await repository.loadRoleNames(context.db, role_ids);
  const started = await context.batches.start(context, {
    ...sharedOrder(users.saveUserRoles.path, request),
    type: roleBatch.type,
    summary: { zh: `${modeLabels[mode].zh}:${names.join('、')}`, en: `${modeLabels[mode].en}: ${names.join(', ')}` },
    params: { role_ids, mode },
    items,
  });
  return { ...started, items: [] };
}

async function setStatuses(context: CallContext, request: RequestOf<typeof users.setUserStatuses>) {
  const { status } = request;
  return await context.batches.start(context, {
    ...sharedOrder(users.setUserStatuses.path, request),
    type: statusBatch.type,
    summary: status === 'enabled' ? { zh: '启用账号', en: 'Enable accounts' } : { zh: '停用账号', en: 'Disable accounts' },
    params: { status },
    items: await loadItems(context, request),
  });
}

async function deleteUsers(context: CallContext, request: RequestOf<typeof users.deleteUsers>) {
  const { handover_user_id } = request;
  const items = await loadItems(context, request);
  const to =
    handover_user_id === undefined ? undefined : (await repository.loadAccountNames(context.db, [handover_user_id])).get(handover_user_id);
  const started = await context.batches.start(context, {
    ...sharedOrder(users.deleteUsers.path, request),
    type: deletionBatch.type,
    summary:
      to === undefined
        ? { zh: '删除账号', en: 'Delete accounts' }
        : { zh: `删除账号，名下对象交接给 ${to}`, en: `Delete accounts, hand over to ${to}` },
    params: handover_user_id === undefined ? {} : { handover_user_id },
    items,
  });
  // Checked last: an item of another batch may hold the lock on the successor's row while this order waits for that item.
  await requireSuccessor(context, handover_user_id);
  return started;
}

export const userBatchCalls = [
  defineCall({
    endpoint: users.saveUserRoles,
    audit: 'write',
    subject: USER,
    handle: saveRoles,
    async complete({ db, batches, language }, answer) {
      const started = await batches.waitForEnd(db, answer);
      const results = await batches.loadResults(db, started.batch_id, language);
      const items = results.map(({ targetId, status, reason, text }) => ({
        id: targetId ?? 0,
        ok: status === 'succeeded' || reason === 'NO_CHANGE',
        ...(reason === null ? {} : { reason, message: text ?? reason }),
      }));
      return { ...started, items };
    },
  }),
  defineCall({
    endpoint: users.setUserStatuses,
    audit: 'write',
    subject: USER,
    handle: setStatuses,
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({
    endpoint: users.deleteUsers,
    audit: 'write',
    subject: USER,
    handle: deleteUsers,
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
];
