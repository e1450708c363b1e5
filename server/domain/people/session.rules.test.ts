import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { expiryOf, isWorthProlonging, minutesLocked, sessionRefusal } from './session.rules.ts';

const at = (text: string) => new Date(`2026-11-${text}:00Z`);
const living = { issued_at: at('20T08:00'), expires_at: at('20T20:00'), revoked_at: null, status: 'enabled', deleted_at: null } as const;

test.each([
  ['is used: twelve hours from now', at('20T08:00'), at('20T10:00'), at('20T22:00')],
  ['is old: never beyond seven days', at('13T12:00'), at('20T06:00'), at('20T12:00')],
])('a session that %s', (_name, issued, now, expiry) => {
  expect(expiryOf(issued, now, defaultLimits)).toEqual(expiry);
});

test('a session is extended when that gains minutes, not with every call', () => {
  expect(isWorthProlonging(at('20T20:00'), at('20T20:05'), defaultLimits)).toBe(false);
  expect(isWorthProlonging(at('20T20:00'), at('20T20:08'), defaultLimits)).toBe(true);
});

test.each([
  ['is good', living, at('20T19:59'), null],
  ['has run out', living, at('20T20:00'), 'TOKEN_EXPIRED'],
  ['is older than seven days', { ...living, issued_at: at('13T08:00') }, at('20T08:00'), 'TOKEN_EXPIRED'],
  ['was revoked', { ...living, revoked_at: at('20T09:00') }, at('20T10:00'), 'TOKEN_REVOKED'],
  ['belongs to a disabled user', { ...living, status: 'disabled' as const, revoked_at: at('20T09:00') }, at('20T10:00'), 'USER_DISABLED'],
  ['belongs to a deleted user', { ...living, deleted_at: at('20T09:00') }, at('20T10:00'), 'TOKEN_REVOKED'],
])('a session that %s', (_name, session, now, reason) => {
  expect(sessionRefusal(session, now, defaultLimits)).toBe(reason);
});

const minutes = (...before: number[]) => before.map((each) => new Date(at('20T08:00').getTime() - each * 60_000));
test.each([
  ['four failures do not lock', minutes(0, 1, 2, 3), 0],
  ['five within a quarter of an hour lock for one', minutes(0, 1, 2, 3, 4), 15],
  ['the lock begins with the last failure', minutes(10, 11, 12, 13, 20), 5],
  ['the lock ends', minutes(15, 16, 17, 18, 19), 0],
  ['five over a longer time do not lock', minutes(0, 1, 2, 3, 15), 0],
  ['a started minute counts', [new Date(at('20T08:00').getTime() - 1), ...minutes(1, 2, 3, 4)], 15],
])('%s', (_name, failures, left) => {
  expect(minutesLocked(failures, at('20T08:00'), defaultLimits)).toBe(left);
});
