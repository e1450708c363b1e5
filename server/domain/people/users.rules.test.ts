import { expect, test } from 'vitest';
import { changesBetween, isTimezone, lacksRole, lockoutRefusal, rolesAfter, trimmedName, trimmedRemark } from './users.rules.ts';

const admin = { is_admin: 1, status: 'enabled' } as const;
const staff = { is_admin: 0, status: 'enabled' } as const;
const off = { status: 'disabled' } as const;

test.each([
  ['renaming oneself', true, admin, admin, 0, null],
  ['disabling oneself', true, admin, { ...admin, ...off }, 5, 'SELF_FORBIDDEN'],
  ['demoting oneself', true, admin, staff, 5, 'SELF_FORBIDDEN'],
  ['deleting oneself', true, admin, null, 5, 'SELF_FORBIDDEN'],
  ['disabling the last admin', false, admin, { ...admin, ...off }, 0, 'LAST_ADMIN'],
  ['demoting the last admin', false, admin, staff, 0, 'LAST_ADMIN'],
  ['deleting the last admin', false, admin, null, 0, 'LAST_ADMIN'],
  ['deleting one of two admins', false, admin, null, 1, null],
  ['deleting a disabled admin', false, { ...admin, ...off }, null, 0, null],
  ['disabling staff', false, staff, { ...staff, ...off }, 0, null],
  ['deleting staff', false, staff, null, 0, null],
] as const)('%s', (_name, isSelf, before, after, otherAdmins, reason) => {
  expect(lockoutRefusal({ isSelf, before, after, otherAdmins })).toBe(reason);
});

test.each([
  ['replace', [1, 2], [3, 2], [2, 3]],
  ['add', [1, 2], [3, 2], [1, 2, 3]],
  ['remove', [1, 2], [3, 2], [1]],
] as const)('%s of roles', (mode, current, given, after) => {
  expect(rolesAfter(current, given, mode)).toEqual(after);
});

test('only administrators may have no role', () => {
  expect([lacksRole(0, []), lacksRole(1, []), lacksRole(0, [1])]).toEqual([true, false, false]);
});

test.each(['Asia/Shanghai', 'UTC', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Europe/London'])('%s is a time zone', (name) => {
  expect(isTimezone(name)).toBe(true);
});
test.each(['Mars/Base', '+08:00', '', 'Asia/Shanghai; drop table', '../etc', 'Asia/'])('%j is not a time zone', (name) => {
  expect(isTimezone(name)).toBe(false);
});

test('names are trimmed and must not be blank; a blank remark becomes null', () => {
  expect(trimmedName('  陈 ')).toBe('陈');
  expect(() => trimmedName('　 ')).toThrow('VALIDATION');
  expect([trimmedRemark('  '), trimmedRemark(undefined), trimmedRemark(' a ')]).toEqual([null, null, 'a']);
});

test('changes contain only the keys that differ', () => {
  expect(changesBetween({ name: 'a', roles: [1, 2], remark: null as string | null }, { name: 'a', roles: [1], remark: undefined })).toEqual(
    {
      before: { roles: [1, 2] },
      after: { roles: [1] },
    },
  );
  expect(changesBetween({ name: 'a' }, { name: 'a' })).toBeNull();
});
