import { describe, expect, it } from 'vitest';
import { toCurl } from './curl.ts';

describe('a curl command', () => {
  it.each([
    [
      'with a token and a body',
      { method: 'POST', path: '/api/sys-roles/list', access: 'signedIn', answer: 'envelope' } as const,
      `curl -sS -X POST "$BASE/api/sys-roles/list" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"page":1}'`,
    ],
    [
      'without a body',
      { method: 'GET', path: '/api/sys-users/get_user_info', access: 'signedIn', answer: 'envelope' } as const,
      'curl -sS "$BASE/api/sys-users/get_user_info" -H "Authorization: Bearer $TOKEN"',
    ],
    [
      'without a token',
      { method: 'POST', path: '/api/login', access: 'public', answer: 'envelope' } as const,
      `curl -sS -X POST "$BASE/api/login" -H 'Content-Type: application/json' -d '{"page":1}'`,
    ],
    [
      'for a file',
      { method: 'POST', path: '/api/x', access: 'public', answer: 'spreadsheet' } as const,
      `curl -sS -X POST "$BASE/api/x" -H 'Content-Type: application/json' -d '{"page":1}' -OJ`,
    ],
  ])('is built %s', (_, call, line) => {
    expect(toCurl(call, call.method === 'GET' ? null : { page: 1 })).toBe(line);
  });

  it('escapes quotes in the body', () => {
    const call = { method: 'POST', path: '/api/x', access: 'public', answer: 'envelope' } as const;
    expect(toCurl(call, { name: "O'Hara'; rm -rf /" })).toContain(`-d '{"name":"O'\\''Hara'\\''; rm -rf /"}'`);
  });
});
