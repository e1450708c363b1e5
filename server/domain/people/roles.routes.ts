import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as roles from '#contracts/endpoints/roles.ts';
import { type CallContext, defineCall } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { refuse, refuseTakenName } from '../refusal.ts';
import { versionConflict } from './conflict.ts';
import * as repository from './roles.repository.ts';
import { findReservedPaths, inActionOrder, inMenuOrder } from './roles.rules.ts';
import { changesBetween, trimmedName, trimmedRemark } from './users.rules.ts';

const ROLE = 'role';

/** Refuses a name that another request took after the check; the unique index decides which request was first. */
async function refuseDuplicateName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw refuseTakenName(name);
    throw error;
  }
}

async function requireRole(context: CallContext, id: number) {
  const row = await repository.findRole(context.db, id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

async function requireFreeName(context: CallContext, name: string, except?: number): Promise<void> {
  if (await repository.isNameTaken(context.db, name, except)) throw refuseTakenName(name);
}

function requireGrantable(context: CallContext, paths: readonly string[]): void {
  const reserved = findReservedPaths(paths, context.menu);
  if (reserved.length > 0) throw refuse('ROLE_PATH_RESERVED', { field: 'paths', paths: reserved });
}

async function add(context: CallContext, role: { name: string; remark: string | null; paths: string[]; actions: string[] }) {
  const { db, now } = context;
  await requireFreeName(context, role.name);
  const id = await refuseDuplicateName(role.name, () => repository.insertRole(db, role, now));
  context.audit({ targetType: ROLE, targetId: id, targetLabel: role.name, summary: role.name, after: role });
  return await requireRole(context, id);
}

async function create(context: CallContext, request: RequestOf<typeof roles.createRole>) {
  requireGrantable(context, request.paths);
  return await add(context, {
    name: trimmedName(request.name),
    remark: trimmedRemark(request.remark),
    paths: inMenuOrder(request.paths, context.menu),
    actions: inActionOrder(request.actions),
  });
}

async function edit(context: CallContext, request: RequestOf<typeof roles.editRole>) {
  const { db, now } = context;
  const name = request.name === undefined ? undefined : trimmedName(request.name);
  if (!(await repository.lockRole(db, request.id))) throw refuse('NOT_FOUND');
  const before = await requireRole(context, request.id);
  if (before.version !== request.version) throw await versionConflict(context, ROLE, before);
  if (request.paths !== undefined) requireGrantable(context, request.paths);
  if (name !== undefined) await requireFreeName(context, name, before.id);
  const changes = changesBetween(
    { name: before.name, remark: before.remark, paths: before.paths, actions: before.actions },
    {
      name: name ?? before.name,
      remark: request.remark === undefined ? before.remark : trimmedRemark(request.remark),
      paths: request.paths === undefined ? before.paths : inMenuOrder(request.paths, context.menu),
      actions: request.actions === undefined ? before.actions : inActionOrder(request.actions),
    },
  );
  if (changes === null) {
    context.unchanged();
    return before;
  }
  await refuseDuplicateName(name ?? before.name, () => repository.updateRole(db, before.id, changes.after, now));
  context.audit({
    targetType: ROLE,
    targetId: before.id,
    targetLabel: before.name,
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  return await requireRole(context, before.id);
}

async function copy(context: CallContext, request: RequestOf<typeof roles.copyRole>) {
  const name = trimmedName(request.name);
  const source = await requireRole(context, request.id);
  return await add(context, { name, remark: source.remark, paths: source.paths, actions: source.actions });
}

async function remove(context: CallContext, request: RequestOf<typeof roles.deleteRole>) {
  const { db, now } = context;
  if (!(await repository.lockRole(db, request.id))) throw refuse('NOT_FOUND');
  const before = await requireRole(context, request.id);
  if (before.is_builtin) throw refuse('ROLE_BUILTIN');
  if (before.users > 0) throw refuse('ROLE_IN_USE', { count: before.users });
  await repository.updateRole(db, before.id, { deleted_at: now }, now);
  context.audit({
    targetType: ROLE,
    targetId: before.id,
    targetLabel: before.name,
    summary: before.name,
    before: { name: before.name, remark: before.remark, paths: before.paths, actions: before.actions },
    after: { deleted: true },
  });
  return {};
}

export const roleCalls = [
  defineCall({
    endpoint: roles.listRoles,
    audit: 'read',
    async handle({ db }, request) {
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [total, list] = await Promise.all([
        repository.countRoles(db, request.keyword),
        repository.loadRolePage(db, { keyword: request.keyword, sort: request.sort, limit, offset: (page - 1) * limit }),
      ]);
      return { list, total, page, page_size: limit };
    },
  }),
  defineCall({
    endpoint: roles.simpleRoles,
    audit: 'read',
    handle: async ({ db }, request) => ({ list: await repository.loadSimpleRoles(db, request.keyword) }),
  }),
  defineCall({ endpoint: roles.roleDetail, audit: 'read', handle: (context, request) => requireRole(context, request.id) }),
  defineCall({ endpoint: roles.createRole, audit: 'write', subject: ROLE, handle: create }),
  defineCall({ endpoint: roles.editRole, audit: 'write', subject: ROLE, handle: edit }),
  defineCall({ endpoint: roles.copyRole, audit: 'write', subject: ROLE, handle: copy }),
  defineCall({ endpoint: roles.deleteRole, audit: 'write', subject: ROLE, handle: remove }),
  defineCall({
    endpoint: roles.roleMembers,
    audit: 'read',
    async handle(context, request) {
      await requireRole(context, request.id);
      return { list: await repository.loadMembers(context.db, request.id) };
    },
  }),
];
