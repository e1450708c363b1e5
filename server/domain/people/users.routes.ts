import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as users from '#contracts/endpoints/users.ts';
import { type CallContext, defineCall } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { refuse, refuseField } from '../refusal.ts';
import { versionConflict } from './conflict.ts';
import { countOwned } from './owned.ts';
import { assignPassword } from './passwords.changes.ts';
import { digestOf, generatePassword, hashPassword, isCommonPassword } from './passwords.ts';
import { scopeOf } from './scope.ts';
import { revokeSessions } from './sessions.repository.ts';
import { removeUser, requireDepartment, requireNoLockout, requireRoles, USER } from './users.changes.ts';
import * as repository from './users.repository.ts';
import * as rules from './users.rules.ts';

async function createUser(context: CallContext, request: RequestOf<typeof users.createUser>) {
  const { db, now } = context;
  const name = rules.trimmedName(request.name);
  if (!rules.isTimezone(request.timezone)) throw refuseField('timezone', 'timezone');
  if (rules.lacksRole(request.is_admin, request.role_ids)) throw refuseField('role_ids', 'roleNeeded');
  if (request.pwd !== undefined && isCommonPassword(request.pwd, request.account)) throw refuseField('pwd', 'commonPassword');
  const generated = request.pwd === undefined ? generatePassword() : undefined;
  const digest = request.pwd ?? digestOf(generated ?? '');
  await requireDepartment(context, request.department_id);
  await requireRoles(context, request.role_ids);
  if (await repository.isAccountTaken(db, request.account)) throw refuse('ACCOUNT_TAKEN', { field: 'account' });

  const user = {
    account: request.account,
    name,
    remark: rules.trimmedRemark(request.remark),
    is_admin: request.is_admin,
    is_leader: request.is_leader,
    platform: request.platform,
    status: 'enabled' as const,
    department_id: request.department_id,
    timezone: request.timezone,
  };
  const id = await repository
    .insertUser(db, { ...user, pwd_hash: await hashPassword(digest), password_state: 'given', now })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw refuse('ACCOUNT_TAKEN', { field: 'account' });
      throw error;
    });
  await repository.replaceRoles(db, id, request.role_ids);
  context.audit({
    targetType: USER,
    targetId: id,
    targetLabel: request.account,
    summary: name,
    after: { ...user, role_ids: request.role_ids },
  });
  return generated === undefined ? { id } : { id, new_passwd: generated };
}

async function editUser(context: CallContext, request: RequestOf<typeof users.editUser>) {
  const { db, caller, now } = context;
  if (request.timezone !== undefined && !rules.isTimezone(request.timezone)) throw refuseField('timezone', 'timezone');
  await context.batches.requireFree(db, USER, request.id);
  // Locked before the row, in the same order everywhere, so that two such changes cannot block each other.
  if (request.status === 'disabled' || request.is_admin === 0) await repository.lockAdmins(db);
  const [before] = await repository.lockUsers(db, [request.id]);
  const shown = before && (await repository.findUser(db, caller, before.id));
  if (before === undefined || shown === undefined) throw refuse('NOT_FOUND');
  if (before.version !== request.version) throw await versionConflict(context, USER, shown);

  const after: repository.LockedUser = {
    ...before,
    name: request.name === undefined ? before.name : rules.trimmedName(request.name),
    remark: request.remark === undefined ? before.remark : rules.trimmedRemark(request.remark),
    is_admin: request.is_admin ?? before.is_admin,
    is_leader: request.is_leader ?? before.is_leader,
    platform: request.platform ?? before.platform,
    status: request.status ?? before.status,
    department_id: request.department_id ?? before.department_id,
    timezone: request.timezone ?? before.timezone,
    role_ids: request.role_ids === undefined ? before.role_ids : rules.rolesAfter(before.role_ids, request.role_ids, 'replace'),
  };
  await requireNoLockout(context, before, after);
  const touchesRoles = request.role_ids !== undefined || after.is_admin !== before.is_admin;
  if (touchesRoles && rules.lacksRole(after.is_admin, after.role_ids)) throw refuseField('role_ids', 'roleNeeded');
  if (request.department_id !== undefined) await requireDepartment(context, request.department_id);
  if (request.role_ids !== undefined) await requireRoles(context, request.role_ids);

  const changes = rules.changesBetween(before, after);
  if (changes === null) {
    context.unchanged();
    return shown;
  }
  const { role_ids, ...columns } = changes.after;
  await repository.updateUser(db, before.id, columns, now);
  if (role_ids !== undefined) await repository.replaceRoles(db, before.id, role_ids);
  if (before.status === 'enabled' && after.status === 'disabled') await revokeSessions(db, before.id, now);
  context.audit({
    targetType: USER,
    targetId: before.id,
    targetLabel: before.account,
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  const saved = await repository.findUser(db, caller, before.id);
  if (saved === undefined) throw refuse('NOT_FOUND');
  return saved;
}

async function deleteUser(context: CallContext, { id, handover_user_id }: RequestOf<typeof users.deleteUser>) {
  await context.batches.requireFree(context.db, USER, id);
  await removeUser(context, id, handover_user_id);
  return {};
}

async function resetPassword(context: CallContext, id: number) {
  const { db, caller } = context;
  const isSelf = id === caller.userId;
  // The same answer for every other id, existing or not.
  if (!isSelf && caller.isAdmin !== 1) throw refuse('NOT_OWNER');
  const password = generatePassword();
  const pwdHash = await hashPassword(digestOf(password));
  const user = await repository.lockUserById(db, id);
  if (user === undefined || (!isSelf && user.is_admin === 9)) throw refuse('NOT_FOUND');
  await assignPassword(context, user, pwdHash);
  return { new_passwd: password };
}

export const userCalls = [
  defineCall({
    endpoint: users.listUsers,
    audit: 'read',
    async handle({ db, caller }, request) {
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [total, list] = await Promise.all([
        repository.countUsers(db, request),
        repository.loadUserPage(db, caller, { ...request, limit, offset: (page - 1) * limit }),
      ]);
      return { list, total, page, page_size: limit };
    },
  }),
  defineCall({ endpoint: users.createUser, audit: 'write', subject: USER, handle: createUser }),
  defineCall({ endpoint: users.editUser, audit: 'write', subject: USER, handle: editUser }),
  defineCall({ endpoint: users.deleteUser, audit: 'write', subject: USER, handle: deleteUser }),
  defineCall({
    endpoint: users.resetPassword,
    audit: 'write',
    subject: USER,
    handle: (context, request) => resetPassword(context, request.currentUserId),
  }),
  defineCall({
    endpoint: users.simpleUsers,
    audit: 'read',
    handle: async ({ db, caller }, request) => ({ list: await repository.loadSimpleUsers(db, scopeOf(caller), request) }),
  }),
  defineCall({
    endpoint: users.ownedByUser,
    audit: 'read',
    async handle(context, request) {
      if ((await repository.findUser(context.db, context.caller, request.id)) === undefined) throw refuse('NOT_FOUND');
      return { counts: await countOwned(context, request.id) };
    },
  }),
];
