import type { RoleMode } from '#contracts/vocabulary/users.ts';
import type { CallContext } from '../call.ts';
import { refuse, refuseField } from '../refusal.ts';
import { countOwned, describeOwned, handOverAll } from './owned.ts';
import { revokeSessions } from './sessions.repository.ts';
import * as repository from './users.repository.ts';
import * as rules from './users.rules.ts';

/** Context that a change of an account needs, in a single call as well as in a batch item. */
type ChangeContext = Pick<CallContext, 'db' | 'caller' | 'now' | 'audit' | 'ownership' | 'language'>;

export const USER = 'user';

export async function requireRoles({ db }: Pick<ChangeContext, 'db'>, ids: readonly number[]): Promise<void> {
  const held = await repository.lockRoles(db, ids);
  const missing = ids.findIndex((id) => !held.has(id));
  if (missing >= 0) throw refuseField(`role_ids.${missing}`, 'exists');
}

export async function requireDepartment({ db }: Pick<ChangeContext, 'db'>, id: number): Promise<void> {
  if (!(await repository.lockDepartment(db, id))) throw refuseField('department_id', 'exists');
}

export async function requireSuccessor({ db }: Pick<ChangeContext, 'db'>, id: number | undefined, of?: number): Promise<void> {
  if (id === undefined) return;
  if (id === of || !(await repository.isEligibleSuccessor(db, id))) throw refuseField('handover_user_id', 'exists');
}

/** Refuses a change that would lock the company or the caller out. It waits for other changes of this kind. */
export async function requireNoLockout(
  { db, caller }: Pick<ChangeContext, 'db' | 'caller'>,
  before: repository.LockedUser,
  after: repository.LockedUser | null,
): Promise<void> {
  const otherAdmins = rules.losesAdmin(before, after) ? await repository.countOtherEnabledAdmins(db, before.id) : 1;
  const reason = rules.lockoutRefusal({ isSelf: before.id === caller.userId, before, after, otherAdmins });
  if (reason !== null) throw refuse(reason);
}

async function lockUser({ db }: Pick<ChangeContext, 'db'>, id: number): Promise<repository.LockedUser> {
  const [user] = await repository.lockUsers(db, [id]);
  if (user === undefined) throw refuse('NOT_FOUND');
  return user;
}

/** Old and new values of what changed; null when nothing changed. */
type Change<T> = { before: T; after: T } | null;

/** Replaces, adds or removes roles of one account. */
export async function changeRoles(
  context: ChangeContext,
  id: number,
  { role_ids, mode }: { role_ids: readonly number[]; mode: RoleMode },
): Promise<Change<{ role_ids: number[] }>> {
  const { db, now } = context;
  const user = await lockUser(context, id);
  if (mode !== 'remove') await requireRoles(context, role_ids);
  const roleIds = rules.rolesAfter(user.role_ids, role_ids, mode);
  if (rules.lacksRole(user.is_admin, roleIds)) throw refuseField('role_ids', 'roleNeeded');
  if (rules.isSameSet(user.role_ids, roleIds)) return null;
  await repository.replaceRoles(db, id, roleIds);
  await repository.updateUser(db, id, {}, now);
  const change = { before: { role_ids: user.role_ids }, after: { role_ids: roleIds } };
  context.audit({ targetType: USER, targetId: id, targetLabel: user.account, summary: { codes: ['role_ids'] }, ...change });
  return change;
}

/** Enables or disables one account; disabling ends its sessions. */
export async function changeStatus(
  context: ChangeContext,
  id: number,
  status: 'enabled' | 'disabled',
): Promise<Change<{ status: 'enabled' | 'disabled' }>> {
  const { db, now } = context;
  if (status === 'disabled') await repository.lockAdmins(db);
  const user = await lockUser(context, id);
  if (user.status === status) return null;
  await requireNoLockout(context, user, { ...user, status });
  await repository.updateUser(db, id, { status }, now);
  if (status === 'disabled') await revokeSessions(db, id, now);
  const change = { before: { status: user.status }, after: { status } };
  context.audit({ targetType: USER, targetId: id, targetLabel: user.account, summary: { codes: ['status'] }, ...change });
  return change;
}

/** Deletes one account and hands its objects over to the successor. */
export async function removeUser(context: ChangeContext, id: number, successor: number | undefined): Promise<void> {
  const { db, now } = context;
  await repository.lockAdmins(db);
  const before = await lockUser(context, id);
  await requireNoLockout(context, before, null);
  await requireSuccessor(context, successor, id);
  const counts = await countOwned(context, id);
  if (Object.keys(counts).length > 0) {
    if (successor === undefined) throw refuse('HANDOVER_REQUIRED', { counts }, { counts: describeOwned(context, counts) });
    await handOverAll(context, id, successor);
  }
  for (const kind of context.ownership) await kind.release?.(db, id, now);
  await repository.updateUser(db, id, { deleted_at: now }, now);
  await revokeSessions(db, id, now);
  const { version: _version, ...kept } = before;
  context.audit({
    targetType: USER,
    targetId: id,
    targetLabel: before.account,
    summary: before.name,
    before: kept,
    after: successor === undefined ? { deleted: true } : { deleted: true, handover_user_id: successor, handed_over: counts },
  });
}
