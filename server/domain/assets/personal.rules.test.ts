import { describe, expect, test } from 'vitest';
import { neededScopes } from '#contracts/endpoints/authorising.ts';
import { findMissingScopes, toPersonalStatus } from './personal.rules.ts';

const now = new Date('2026-11-20T08:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const scopes = [...neededScopes];
const few = scopes.filter((scope) => scope !== 'pages_manage_posts');

describe('the status of a token', () => {
  test.each([
    ['active', { state: 'valid', scopes, expires_at: null }],
    ['active', { state: 'valid', scopes, expires_at: inDays(7.01) }],
    ['expiring', { state: 'valid', scopes, expires_at: inDays(7) }],
    ['expired', { state: 'valid', scopes, expires_at: inDays(0) }],
    ['expired', { state: 'expired', scopes, expires_at: null }],
    ['limited', { state: 'valid', scopes: few, expires_at: inDays(3) }],
    ['expired', { state: 'valid', scopes: few, expires_at: inDays(-1) }],
    ['revoked', { state: 'revoked', scopes, expires_at: inDays(30) }],
  ] as const)('%s', (status, token) => {
    expect(toPersonalStatus({ ...token, scopes: [...token.scopes] }, now)).toBe(status);
  });

  test('comes with the missing scopes', () => {
    expect(findMissingScopes(few)).toEqual(['pages_manage_posts']);
    expect(findMissingScopes([...scopes, 'more'])).toEqual([]);
  });
});
