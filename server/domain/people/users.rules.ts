import type { Static } from 'typebox';
import type { Reason } from '#contracts/endpoints/reasons.ts';
import type { UserPermit } from '#contracts/endpoints/users.ts';
import type { RoleMode } from '#contracts/vocabulary/users.ts';
import { refuseField } from '../refusal.ts';

type Permit = Static<typeof UserPermit>;

/** Actions an administrator may take on a row; users can neither disable nor delete themselves. */
export const permitsFor = (id: number, reader: number): Permit[] =>
  id === reader ? ['edit', 'set_roles', 'reset_passwd'] : ['edit', 'set_roles', 'reset_passwd', 'set_status', 'delete'];

interface AccountAccess {
  is_admin: 0 | 1;
  status: 'enabled' | 'disabled';
}

/** True when the change disables the account or takes its administrator level away. */
export const isDowngrade = (before: AccountAccess, after: AccountAccess): boolean =>
  (before.status === 'enabled' && after.status === 'disabled') || (before.is_admin === 1 && after.is_admin === 0);

/** True when the account is an administrator who can sign in and would no longer be one. */
export const losesAdmin = (before: AccountAccess, after: AccountAccess | null): boolean =>
  before.is_admin === 1 && before.status === 'enabled' && !(after !== null && after.is_admin === 1 && after.status === 'enabled');

/** Why a change that could lock users out is refused; `after` is null for a deletion. */
export function lockoutRefusal(change: {
  isSelf: boolean;
  before: AccountAccess;
  after: AccountAccess | null;
  otherAdmins: number;
}): Extract<Reason, 'SELF_FORBIDDEN' | 'LAST_ADMIN'> | null {
  const { isSelf, before, after, otherAdmins } = change;
  if (isSelf && (after === null || isDowngrade(before, after))) return 'SELF_FORBIDDEN';
  return losesAdmin(before, after) && otherAdmins === 0 ? 'LAST_ADMIN' : null;
}

/** Everyone except administrators needs at least one role to open any page. */
export const lacksRole = (isAdmin: 0 | 1, roleIds: readonly number[]): boolean => isAdmin !== 1 && roleIds.length === 0;

/** The role ids after the change, ascending. */
export function rolesAfter(current: readonly number[], changed: readonly number[], mode: RoleMode): number[] {
  const kept = mode === 'replace' ? [] : mode === 'remove' ? current.filter((id) => !changed.includes(id)) : current;
  const added = mode === 'remove' ? [] : changed;
  return [...new Set([...kept, ...added])].sort((a, b) => a - b);
}

export const isSameSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));

const TIMEZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** True for an IANA name that this runtime can format instants in. */
export function isTimezone(name: string): boolean {
  if (!TIMEZONE_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Trims the name and refuses a blank one. */
export function trimmedName(name: string, field = 'name'): string {
  const text = name.trim();
  if (text === '') throw refuseField(field, 'blank');
  return text;
}

/** Trims the remark; a blank one becomes null. */
export const trimmedRemark = (remark: string | null | undefined): string | null => remark?.trim() || null;

/** Old and new values of the keys that differ; null when none does. */
export function changesBetween<T extends object>(before: T, after: Partial<T>): { before: Partial<T>; after: Partial<T> } | null {
  const keys = (Object.keys(after) as (keyof T)[]).filter(
    (key) => after[key] !== undefined && JSON.stringify(after[key]) !== JSON.stringify(before[key]),
  );
  if (keys.length === 0) return null;
  const pick = (from: Partial<T>) => Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}
