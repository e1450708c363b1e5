import { describe, expect, it } from 'vitest';
import type { CatalogueCall } from '../catalogue.ts';
import { createSearchItems, searchItems } from './search.ts';

const createCall = (name: string, more: Partial<CatalogueCall>): CatalogueCall => ({
  name,
  resource: name.split('.')[0] ?? '',
  method: 'POST',
  path: `/api/x/${name}`,
  summary: { zh: '', en: '' },
  access: 'signedIn',
  action: null,
  effect: 'read',
  answer: 'envelope',
  request: { type: 'object', properties: {} },
  reply: { type: 'object', properties: {} },
  reasons: { own: [], common: [] },
  promised: [],
  examples: [],
  uses: [],
  ...more,
});
const createFields = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

const items = createSearchItems({
  version: '1',
  calls: [
    createCall('users.create', {
      summary: { zh: '新建账号', en: 'Create an account' },
      request: createFields('role_ids', 'remark'),
      reasons: { own: ['ACCOUNT_TAKEN'], common: ['VALIDATION'] },
    }),
    createCall('roles.list', {
      path: '/api/sys-roles/list',
      summary: { zh: '角色列表', en: 'List of roles' },
      reply: { type: 'object', properties: { list: { type: 'array', items: createFields('name', 'users') } } },
      examples: [{ description: 'lists roles', states: [{ name: 'a role exists', params: {} }], request: {}, answer: null }],
      uses: [{ service: 'listRoles', page: null, machines: ['role-management'] }],
    }),
    createCall('roles.copy', { summary: { zh: '复制角色', en: 'Copy a role' } }),
  ],
  reasons: [
    {
      reason: 'ACCOUNT_TAKEN',
      code: 409,
      meaning: { zh: '账号已存在', en: 'The account exists' },
      data: {},
      answeredBy: 'calls',
      calls: ['users.create'],
    },
  ],
  states: [
    {
      name: 'a role exists',
      meaning: { zh: '有一个角色', en: 'There is a role' },
      beginsAnew: false,
      params: [],
      examples: [],
      exchanges: 1,
    },
  ],
  releases: [],
});
const searchFor = (query: string) => searchItems(items, query).map(({ item }) => item.key);

describe('the search of the catalogue', () => {
  it.each<[string, string, string[]]>([
    ['a name', 'roles.list', ['call roles.list']],
    ['a part of a path', 'sys-roles', ['call roles.list']],
    ['Chinese', '角色列', ['call roles.list']],
    ['English, whatever the case', 'COPY a', ['call roles.copy']],
    ['a field of a request', 'role_ids', ['call users.create']],
    ['a field of a reply', 'list[].users', ['call roles.list']],
    ['a reason, itself first', 'account_taken', ['reason ACCOUNT_TAKEN', 'call users.create']],
    ['a state, itself first', 'a role exists', ['state a role exists', 'call roles.list']],
    ['the code of a reason', '409', ['reason ACCOUNT_TAKEN']],
    ['a machine', 'role-management', ['call roles.list']],
    ['a service', 'listroles', ['call roles.list']],
    ['several words, in any order', 'list roles', ['call roles.list']],
  ])('finds by %s', (_, query, keys) => {
    expect(searchFor(query)).toEqual(keys);
  });

  it('finds nothing without a query, and requires every word', () => {
    expect(searchFor('  ')).toEqual([]);
    expect(searchFor('roles nowhere')).toEqual([]);
  });

  it('lists matching names before other matches', () => {
    expect(searchFor('role').slice(0, 2)).toEqual(['call roles.list', 'call roles.copy']);
    expect(searchFor('role').at(-1)).toBe('call users.create');
  });

  it('shows why something was found', () => {
    expect(searchItems(items, 'users').map(({ item, evidence }) => [item.name, evidence])).toEqual([
      ['users.create', []],
      ['roles.list', [{ kind: 'reply', texts: ['list[].users'] }]],
    ]);
  });
});
