import type { Static } from 'typebox';
import type { Reason } from '#contracts/endpoints/reasons.ts';
import type { UserPermit } from '#contracts/endpoints/users.ts';
import type { RoleMode } from '#contracts/vocabulary/users.ts';
import { refuse, refuseField } from '../refusal.ts';

type Permit = Static<typeof UserPermit>;

/** What an administrator may do with a row; nobody switches off or deletes themself. */
export const permitsOn = (id: number, reader: number): Permit[] =>
  id === reader ? ['edit', 'set_roles', 'reset_passwd'] : ['edit', 'set_roles', 'reset_passwd', 'set_status', 'delete'];

interface Standing {
  is_admin: 0 | 1;
  status: 'enabled' | 'disabled';
}

/** Disabling, or taking administration away. */
export const isDowngrade = (before: Standing, after: Standing): boolean =>
  (before.status === 'enabled' && after.status === 'disabled') || (before.is_admin === 1 && after.is_admin === 0);

/** The account is an administrator who can sign in, and would no longer be one. */
export const losesAdmin = (before: Standing, after: Standing | null): boolean =>
  before.is_admin === 1 && before.status === 'enabled' && !(after !== null && after.is_admin === 1 && after.status === 'enabled');

/** Why a change of standing is refused; `after` is null for a deletion. */
export function standingRefusal(change: {
  isSelf: boolean;
  before: Standing;
  after: Standing | null;
  otherAdmins: number;
}): Extract<Reason, 'SELF_FORBIDDEN' | 'LAST_ADMIN'> | null {
  const { isSelf, before, after, otherAdmins } = change;
  if (isSelf && (after === null || isDowngrade(before, after))) return 'SELF_FORBIDDEN';
  return losesAdmin(before, after) && otherAdmins === 0 ? 'LAST_ADMIN' : null;
}

/** Everybody but administrators needs a role to get anywhere. */
export const needsRole = (isAdmin: 0 | 1, roleIds: readonly number[]): boolean => isAdmin !== 1 && roleIds.length === 0;

/** The roles after the change, in order of their ids. */
export function rolesAfter(current: readonly number[], given: readonly number[], mode: RoleMode): number[] {
  const kept = mode === 'replace' ? [] : mode === 'remove' ? current.filter((id) => !given.includes(id)) : current;
  const added = mode === 'remove' ? [] : given;
  return [...new Set([...kept, ...added])].sort((a, b) => a - b);
}

export const isSameSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));

const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** An IANA name that this program can show instants in. */
export function isTimezone(name: string): boolean {
  if (!ZONE.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Trimmed; refuses what is blank. */
export function trimmedName(name: string, field = 'name'): string {
  const text = name.trim();
  if (text === '') throw refuseField(field, 'blank');
  return text;
}

/** Trimmed; blank means none. */
export const trimmedRemark = (remark: string | null | undefined): string | null => remark?.trim() || null;

/** The keys whose values differ, with both values; null when nothing does. */
export function changesBetween<T extends object>(before: T, after: Partial<T>): { before: Partial<T>; after: Partial<T> } | null {
  const keys = (Object.keys(after) as (keyof T)[]).filter(
    (key) => after[key] !== undefined && JSON.stringify(after[key]) !== JSON.stringify(before[key]),
  );
  if (keys.length === 0) return null;
  const pick = (from: Partial<T>) => Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}

export const refuseSelfOrLast = (reason: 'SELF_FORBIDDEN' | 'LAST_ADMIN' | null): void => {
  if (reason !== null) throw refuse(reason);
};
