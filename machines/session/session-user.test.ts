import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permittedPaths } from './permitted-paths.ts';
import { type ClaimedUser, toSessionUser } from './session-user.ts';

const routes = { base: ['/index', '/sys/role'], admin: ['/admin/index'] };
const fromServer = ['/index'];

describe('permitted paths', () => {
  it.each<[unknown, string[]]>([
    [9, routes.admin],
    [1, routes.base],
    [0, fromServer],
    [2, fromServer],
    [-1, fromServer],
    [true, fromServer],
    [false, fromServer],
    ['9', fromServer],
    ['1', fromServer],
    [null, fromServer],
    [undefined, fromServer],
    [[9], fromServer],
    [{ valueOf: () => 9 }, fromServer],
    [Number.NaN, fromServer],
    [9n, fromServer],
  ])('for is_admin %s follow the number and nothing that looks like it', (isAdmin, expected) => {
    expect(permittedPaths(isAdmin, fromServer, routes)).toEqual(expected);
  });

  it.each<[unknown, string[]]>([
    [undefined, []],
    [null, []],
    ['/index', []],
    [{ 0: '/index', length: 1 }, []],
    [
      ['/index', 7, null, ['/sys/role'], '/sys/role'],
      ['/index', '/sys/role'],
    ],
  ])('take from the server only a list of texts: %j', (given, expected) => {
    expect(permittedPaths(0, given, routes)).toEqual(expected);
  });

  it('are a copy that callers cannot change', () => {
    permittedPaths(1, undefined, routes).push('/evil');
    expect(permittedPaths(1, undefined, routes)).toEqual(['/index', '/sys/role']);
  });
});

describe('the user of a session', () => {
  it('has the defaults of the console for missing fields', () => {
    expect(toSessionUser({}, routes)).toEqual({
      id: 0,
      account: '',
      name: '',
      remark: null,
      is_admin: 0,
      is_leader: 0,
      platform: 'dj',
      login_at: null,
      paths: [],
      actions: [],
      department_name: null,
      role_names: [],
      timezone: 'Asia/Shanghai',
      business_timezone: 'Asia/Shanghai',
      password_state: 'own',
    });
  });

  it('has the fields that the server sends', () => {
    const claimed = {
      id: 3,
      account: 'li',
      name: '李',
      is_admin: 1,
      is_leader: 1,
      platform: 'ec',
      timezone: 'America/New_York',
      business_timezone: 'America/Los_Angeles',
      password_state: 'given',
      actions: ['export'],
    };
    expect(toSessionUser(claimed, routes)).toMatchObject({ ...claimed, paths: routes.base });
  });

  it.each(['Mars/Base', '', 'not a zone', 7])('shows Shanghai time for the timezone %s', (timezone) => {
    const user = toSessionUser({ timezone, business_timezone: timezone }, routes);
    expect([user.timezone, user.business_timezone]).toEqual(['Asia/Shanghai', 'Asia/Shanghai']);
  });

  it('drops unknown fields, above all a token', () => {
    const claimed: ClaimedUser & { token: string } = { id: 3, token: 'canary' };
    expect(JSON.stringify(toSessionUser(claimed, routes))).not.toContain('canary');
  });

  it('has the right types whatever an earlier visit stored', () => {
    const shape = toSessionUser({}, routes);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(shape)), fc.anything()), (claimed) => {
        const user = toSessionUser(claimed, routes);
        expect(Object.keys(user)).toEqual(Object.keys(shape));
        for (const list of [user.paths, user.actions, user.role_names]) expect(list.every((one) => typeof one === 'string')).toBe(true);
        expect(Number.isInteger(user.id) && Number.isInteger(user.is_admin)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
