import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { View } from '#contracts/endpoints/views.ts';
import * as views from '#contracts/endpoints/views.ts';
import { type CallContext, defineCall } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { changesBetween, trimmedName, versionConflict } from '../people/index.ts';
import { refuse, refuseField, refuseTakenName } from '../refusal.ts';
import * as repository from './views.repository.ts';
import { canShare, sortFields } from './views.rules.ts';

const VIEW = 'view';

/** The fields of a view in the operation log. */
const describeView = ({ name, shared, roles, query, table }: Pick<View, 'name' | 'shared' | 'roles' | 'query' | 'table'>) => ({
  name,
  shared,
  role_ids: roles.map(({ id }) => id),
  query,
  table: table && sortFields(table),
});

/** Refuses a name that another request took after the check; the unique index decides which request was first. */
async function refuseDuplicateName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('DUPLICATE', { field: 'name' });
    throw error;
  }
}

async function requireFreeName(context: CallContext, place: { ownerId: number; page: string; name: string }, except?: number) {
  if (await repository.isNameTaken(context.db, place, except)) throw refuseTakenName(place.name);
}

function requirePage({ caller }: CallContext, page: string): void {
  if (!caller.paths.includes(page)) throw refuse('NO_PATH');
}

/** Checks how a view is shared and returns its roles, which count only when it is shared with roles. */
async function requireSharing(context: CallContext, shared: View['shared'], roleIds: readonly number[]): Promise<number[]> {
  if (shared !== 'me' && !canShare(context.caller)) throw refuse('NO_ACTION');
  if (shared !== 'roles') return [];
  if (roleIds.length === 0) throw refuseField('role_ids', 'roleNeeded');
  const locked = await repository.lockRoles(context.db, roleIds);
  const missing = roleIds.findIndex((id) => !locked.has(id));
  if (missing >= 0) throw refuseField(`role_ids.${missing}`, 'exists');
  return roleIds.toSorted((a, b) => a - b);
}

/** Locks a view that the caller may see and change. */
async function lockChangeableView(context: CallContext, id: number, permit: View['can'][number]) {
  if (!(await repository.lockView(context.db, id))) throw refuse('NOT_FOUND');
  const found = await repository.findVisibleView(context.db, context.caller, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  if (!found.view.can.includes(permit)) throw refuse('NOT_OWNER');
  return found;
}

async function create(context: CallContext, request: RequestOf<typeof views.createView>) {
  const { db, caller, now } = context;
  requirePage(context, request.page);
  const name = trimmedName(request.name);
  const roleIds = await requireSharing(context, request.shared, request.role_ids ?? []);
  const place = { ownerId: caller.userId, page: request.page };
  await requireFreeName(context, { ...place, name });
  const columns = { name, shared: request.shared, query: request.query, table: request.table ?? null };
  const id = await refuseDuplicateName(() => repository.insertView(db, place, columns, now));
  await repository.replaceRoles(db, id, roleIds);
  const made = await repository.loadWrittenView(db, caller, id);
  context.audit({
    targetType: VIEW,
    targetId: id,
    targetLabel: name,
    summary: name,
    after: { page: request.page, ...describeView(made) },
  });
  return made;
}

async function edit(context: CallContext, request: RequestOf<typeof views.editView>) {
  const { db, caller, now } = context;
  const name = request.name === undefined ? undefined : trimmedName(request.name);
  const { view, updatedAt } = await lockChangeableView(context, request.id, 'edit');
  if (view.version !== request.version) {
    throw await versionConflict(context, VIEW, { id: view.id, updated_at: updatedAt.toISOString() }, view);
  }
  const before = describeView(view);
  const shared = request.shared ?? before.shared;
  const changesSharing = request.shared !== undefined || request.role_ids !== undefined;
  const role_ids = changesSharing ? await requireSharing(context, shared, request.role_ids ?? before.role_ids) : before.role_ids;
  if (name !== undefined) await requireFreeName(context, { ownerId: view.owner.id, page: view.page, name }, view.id);
  const changes = changesBetween(before, {
    name: name ?? before.name,
    shared,
    role_ids,
    query: request.query ?? before.query,
    table: request.table === undefined ? before.table : request.table && sortFields(request.table),
  });
  if (changes === null) {
    context.unchanged();
    return view;
  }
  const { role_ids: roles, ...columns } = changes.after;
  await refuseDuplicateName(() => repository.updateView(db, view.id, columns, now));
  if (roles !== undefined) await repository.replaceRoles(db, view.id, roles);
  context.audit({
    targetType: VIEW,
    targetId: view.id,
    targetLabel: view.name,
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  return await repository.loadWrittenView(db, caller, view.id);
}

async function remove(context: CallContext, request: RequestOf<typeof views.deleteView>) {
  const { view } = await lockChangeableView(context, request.id, 'delete');
  await repository.removeView(context.db, view.id);
  context.audit({
    targetType: VIEW,
    targetId: view.id,
    targetLabel: view.name,
    summary: view.name,
    before: { page: view.page, ...describeView(view) },
    after: { deleted: true },
  });
  return {};
}

export const viewCalls = [
  defineCall({
    endpoint: views.listViews,
    audit: 'read',
    async handle(context, { page }) {
      requirePage(context, page);
      return { list: await repository.loadViews(context.db, context.caller, page) };
    },
  }),
  defineCall({ endpoint: views.createView, audit: 'write', subject: VIEW, handle: create }),
  defineCall({ endpoint: views.editView, audit: 'write', subject: VIEW, handle: edit }),
  defineCall({ endpoint: views.deleteView, audit: 'write', subject: VIEW, handle: remove }),
  defineCall({
    endpoint: views.setDefaultView,
    audit: 'personal',
    async handle(context, { page, id }) {
      const { db, caller } = context;
      requirePage(context, page);
      if (id !== null) {
        const isFound = await repository.lockView(db, id);
        const found = isFound ? await repository.findVisibleView(db, caller, id) : undefined;
        if (found?.view.page !== page) throw refuse('NOT_FOUND');
      }
      await repository.writeDefault(db, caller.userId, page, id);
      return {};
    },
  }),
];
