import * as departments from '#contracts/endpoints/departments.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { DEPARTMENT_DEPTH_MAX } from '#contracts/rules/people-limits.ts';
import { type CallContext, defineCall } from '../call.ts';
import { refuse, refuseField, refuseTakenName } from '../refusal.ts';
import * as repository from './departments.repository.ts';
import { moveRefusal, treeOf, visibilityChanges } from './departments.rules.ts';
import { scopeOf } from './scope.ts';
import { changesBetween, trimmedName } from './users.rules.ts';

const DEPARTMENT = 'department';

async function requireDepartment(context: CallContext, id: number) {
  const found = await repository.lockDepartment(context.db, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return found;
}

async function requireFreeName(context: CallContext, parentId: number, name: string, except?: number): Promise<void> {
  if (await repository.isNameTaken(context.db, parentId, name, except)) throw refuseTakenName(name);
}

async function loadAssets({ db }: CallContext, { id }: RequestOf<typeof departments.departmentAssets>) {
  if (!(await repository.hasDepartment(db, id))) throw refuse('NOT_FOUND');
  return { list: await repository.loadDepartmentAssets(db, id) };
}

async function create(context: CallContext, request: RequestOf<typeof departments.createDepartment>) {
  const { db, now } = context;
  const name = trimmedName(request.name);
  await repository.lockTree(db);
  const parent = await requireDepartment(context, request.parent_id);
  if (parent.depth >= DEPARTMENT_DEPTH_MAX) throw refuse('DEPT_TOO_DEEP');
  await requireFreeName(context, parent.id, name);
  const id = await repository.insertDepartment(db, parent, name, request.sort, now);
  context.audit({
    targetType: DEPARTMENT,
    targetId: id,
    targetLabel: name,
    summary: `${parent.name} › ${name}`,
    after: { name, parent_id: parent.id, sort: request.sort },
  });
  return { id };
}

async function edit(context: CallContext, request: RequestOf<typeof departments.editDepartment>) {
  const { db, now } = context;
  await repository.lockTree(db);
  const before = await requireDepartment(context, request.id);
  const name = request.name === undefined ? before.name : trimmedName(request.name);
  if (before.parent_id !== null) await requireFreeName(context, before.parent_id, name, before.id);
  const changes = changesBetween({ name: before.name, sort: before.sort }, { name, sort: request.sort ?? before.sort });
  if (changes === null) {
    context.unchanged();
    return {};
  }
  await repository.updateDepartment(db, before.id, changes.after, now);
  context.audit({
    targetType: DEPARTMENT,
    targetId: before.id,
    targetLabel: name,
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  return {};
}

async function move(context: CallContext, request: RequestOf<typeof departments.moveDepartment>) {
  const { db, now } = context;
  await repository.lockTree(db);
  const moved = await requireDepartment(context, request.id);
  if (moved.parent_id === null) throw refuse('DEPT_ROOT');
  const target = await requireDepartment(context, request.parent_id);
  const deepest = await repository.findMaxDepth(db, moved.path);
  const refusal = moveRefusal({ ...moved, deepest }, target);
  if (refusal !== null) throw refuse(refusal);
  await requireFreeName(context, target.id, moved.name, moved.id);
  const people = await repository.countUsersUnder(db, moved.path);
  const answer = { visibility_changes: visibilityChanges(moved, target, people, await repository.loadScopedLeaders(db)) };
  const changes = changesBetween(
    { parent_id: moved.parent_id as number | null, sort: moved.sort },
    { parent_id: target.id, sort: request.sort },
  );
  if (request.dry_run === true || changes === null) {
    context.unchanged();
    return answer;
  }
  await repository.moveSubtree(db, moved, target, request.sort, now);
  context.audit({ targetType: DEPARTMENT, targetId: moved.id, targetLabel: moved.name, summary: `→ ${target.name}`, ...changes });
  return answer;
}

async function setLeaders(context: CallContext, request: RequestOf<typeof departments.setDepartmentLeaders>) {
  const { db, now } = context;
  await repository.lockTree(db);
  const department = await requireDepartment(context, request.id);
  const members = await repository.lockMembers(db, department.id);
  const outsiderIndex = request.user_ids.findIndex((id) => !members.some((member) => member.id === id));
  if (outsiderIndex >= 0) throw refuseField(`user_ids.${outsiderIndex}`, 'member');
  const before = members.filter((member) => member.is_leader === 1).map((member) => member.id);
  const after = [...request.user_ids].sort((a, b) => a - b);
  const promoted = after.filter((id) => !before.includes(id));
  const demoted = before.filter((id) => !after.includes(id));
  if (promoted.length === 0 && demoted.length === 0) {
    context.unchanged();
    return {};
  }
  if (promoted.length > 0) await repository.setLeader(db, promoted, 1, now);
  if (demoted.length > 0) await repository.setLeader(db, demoted, 0, now);
  // The changed rows are those of users, so each gets its own entry: the next editor of a user can see who changed the row.
  for (const member of members.filter(({ id }) => promoted.includes(id) || demoted.includes(id))) {
    context.audit({
      targetType: 'user',
      targetId: member.id,
      targetLabel: member.account,
      summary: { codes: ['is_leader'], about: department.name },
      before: { is_leader: member.is_leader },
      after: { is_leader: 1 - member.is_leader },
    });
  }
  return {};
}

async function remove(context: CallContext, request: RequestOf<typeof departments.deleteDepartment>) {
  const { db, now } = context;
  await repository.lockTree(db);
  const before = await requireDepartment(context, request.id);
  if (before.parent_id === null) throw refuse('DEPT_ROOT');
  if (await repository.hasChildrenOrUsers(db, before.id)) throw refuse('DEPT_NOT_EMPTY');
  await repository.updateDepartment(db, before.id, { deleted_at: now }, now);
  context.audit({
    targetType: DEPARTMENT,
    targetId: before.id,
    targetLabel: before.name,
    summary: before.name,
    before: { name: before.name, parent_id: before.parent_id, sort: before.sort },
    after: { deleted: true },
  });
  return {};
}

export const departmentCalls = [
  defineCall({
    endpoint: departments.departmentTree,
    audit: 'read',
    handle: async ({ db, caller }) => ({ list: treeOf(await repository.loadDepartmentRows(db, scopeOf(caller))) }),
  }),
  defineCall({ endpoint: departments.departmentAssets, audit: 'read', handle: loadAssets }),
  defineCall({ endpoint: departments.createDepartment, audit: 'write', subject: DEPARTMENT, handle: create }),
  defineCall({ endpoint: departments.editDepartment, audit: 'write', subject: DEPARTMENT, handle: edit }),
  defineCall({ endpoint: departments.moveDepartment, audit: 'write', subject: DEPARTMENT, handle: move }),
  defineCall({ endpoint: departments.setDepartmentLeaders, audit: 'write', subject: DEPARTMENT, handle: setLeaders }),
  defineCall({ endpoint: departments.deleteDepartment, audit: 'write', subject: DEPARTMENT, handle: remove }),
];
