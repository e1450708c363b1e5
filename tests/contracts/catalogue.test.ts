import Schema from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { buildCatalogue, formatCatalogue } from '#catalogue/build-catalogue.ts';
import type { Catalogue, CatalogueCall } from '#catalogue/catalogue.ts';
import { ContractCatalogue } from '#contracts/endpoints/contracts.ts';
import { endpoints } from '#contracts/endpoints/index.ts';
import { reasonCodes } from '#contracts/endpoints/reasons.ts';
import { changeLog } from '#contracts/sets/change-log.ts';
import { currentSet } from '#contracts/sets/pact-set.ts';
import { consoleSources, consoleUses } from '#tools/contracts/console-uses.ts';
import { withCatalogueScript } from '#tools/contracts/docs.ts';
import { callGaps, secretsIn } from './catalogue-gates.ts';
import { serviceCalls } from './service-calls.ts';

const sources = { version: '1.0.0', endpoints, pacts: currentSet(), uses: consoleUses(), releases: changeLog() };
const catalogue = buildCatalogue(sources);
const services = await serviceCalls();

const call = (name: string, of: Catalogue = catalogue): CatalogueCall => {
  const found = of.calls.find((each) => each.name === name);
  if (!found) throw new Error(`no call ${name}`);
  return found;
};
/** The catalogue with one call of it changed. */
const planted = (name: string, change: (call: CatalogueCall) => void): Catalogue => {
  const copy = structuredClone(catalogue);
  change(call(name, copy));
  return copy;
};

describe('the catalogue', () => {
  it('has every endpoint, an example of each call that a service makes, and who makes it', () => {
    const examples = catalogue.calls.flatMap((each) => each.examples);
    console.log(`${catalogue.calls.length} calls, ${examples.length} examples, ${formatCatalogue(catalogue).length} characters`);
    expect(callGaps(catalogue, endpoints, services)).toEqual([]);
    expect(examples).toHaveLength(sources.pacts.pacts.flatMap(({ interactions }) => interactions).length);
  });

  it('holds no secret', () => {
    expect(secretsIn(catalogue)).toEqual([]);
  });

  it('is the same, byte by byte, however often it is built', () => {
    const shuffled = consoleUses(consoleSources().toReversed());
    expect(formatCatalogue(buildCatalogue({ ...sources, uses: shuffled }))).toBe(formatCatalogue(catalogue));
  });

  it('is what its call answers with', () => {
    // The compiler compares the types, this line the values.
    const answer: ContractCatalogue = catalogue;
    const [isValid, errors] = Schema.Errors(JSON.parse(JSON.stringify(ContractCatalogue)), JSON.parse(JSON.stringify(answer)));
    expect([isValid, errors]).toEqual([true, []]);
  });

  it('tells of a call what its endpoint and its pacts say', () => {
    const { request, reply, ...copy } = call('roles.copy');
    expect(copy).toMatchObject({
      resource: 'roles',
      method: 'POST',
      path: '/api/sys-roles/copy',
      summary: { zh: '复制角色', en: 'Copy a role' },
      access: { pages: ['/sys/role'] },
      action: null,
      effect: 'write',
      answer: 'envelope',
      reasons: { own: ['NOT_FOUND', 'DUPLICATE'] },
      uses: [{ service: 'copyRole', page: { path: '/sys/role', title: { zh: '角色管理', en: 'Role' } }, machines: ['sys-role'] }],
    });
    expect(copy.reasons.common).toContain('NO_TOKEN');
    expect(call('session.login').reasons.common).not.toContain('NO_TOKEN');
    expect(copy.promised).toEqual(['actions[]', 'id', 'is_builtin', 'name', 'paths[]', 'remark', 'updated_at', 'users', 'version']);
    expect(copy.examples.map(({ answer }) => answer?.code).toSorted()).toEqual([0, 404, 409]);
    expect(request).toMatchObject({ type: 'object', required: ['id', 'name'] });
    expect(reply).toMatchObject({ properties: { users: { 'x-unit': 'count', description: 'How many people have it.' } } });
  });

  it('promises of a file nothing but that it is one', () => {
    expect(call('roles.export')).toMatchObject({ answer: 'spreadsheet', promised: [], action: 'export' });
    expect(call('roles.export').examples.some(({ answer }) => answer === null)).toBe(true);
  });

  it('tells of every reason who answers with it', () => {
    expect(catalogue.reasons.map(({ reason }) => reason).toSorted()).toEqual(Object.keys(reasonCodes).toSorted());
    const told = Object.fromEntries(catalogue.reasons.map((each) => [each.reason, each]));
    expect(told.NO_TOKEN).toMatchObject({ code: 401, answeredBy: 'any', calls: [] });
    expect(told.ROLE_BUILTIN).toMatchObject({ code: 422, answeredBy: 'calls', calls: ['roles.delete'] });
    expect(told.PLATFORM_DOWN).toMatchObject({ code: 514, answeredBy: 'calls', calls: expect.arrayContaining(['adAccounts.discover']) });
    expect(told.PLATFORM_UNKNOWN).toMatchObject({ code: 513, answeredBy: 'results', calls: [] });
    expect(told.ROLE_IN_USE?.data).toMatchObject({ count: { type: 'integer', 'x-unit': 'count' } });
  });

  it('tells of every state which parameters it takes and where it is needed', () => {
    const told = Object.fromEntries(catalogue.states.map((each) => [each.name, each]));
    expect(catalogue.states.filter(({ beginsAnew }) => beginsAnew)).toHaveLength(3);
    expect(told['a role exists']?.params.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'number'],
      ['name', 'string'],
      ['version', 'number'],
      ['paths', 'string[]'],
      ['actions', 'string[]'],
      ['is_builtin', 'boolean'],
    ]);
    expect(told['a draft was saved']?.params.find(({ name }) => name === 'version')?.type).toBe('number | null');
    expect(told['a role exists']?.exchanges).toBeGreaterThan(10);
    expect(told['a role exists']?.examples).toContainEqual({
      id: 31,
      name: '投放组',
      version: 3,
      paths: ['/index', '/advertising/copy-log'],
      actions: ['export', 'copy'],
      is_builtin: false,
    });
  });

  it('leaves of a change what its reader needs', () => {
    const change = {
      id: 'x',
      call: 'POST /api/sys-roles/copy',
      resource: 'roles',
      interaction: null,
      kind: 'call-removed',
      place: '',
      words: { zh: '不再调用', en: 'is no longer called' },
      consoles: 'breaks',
      backends: 'safe',
    } as const;
    const { releases } = buildCatalogue({ ...sources, releases: [{ version: '1.0.0', date: '2026-11-20', changes: [change] }] });
    const { call: of, words, consoles, backends } = change;
    expect(releases).toEqual([{ version: '1.0.0', date: '2026-11-20', changes: [{ call: of, words, consoles, backends }] }]);
  });
});

describe('the page of the standalone folder', () => {
  it('reads its data before anything else runs', () => {
    expect(withCatalogueScript('<head><script defer src="a.js"></script></head>')).toBe(
      '<head><script src="catalogue.js"></script><script defer src="a.js"></script></head>',
    );
    expect(() => withCatalogueScript('<head></head>')).toThrow('no script');
  });
});

describe('a planted fault', () => {
  it('is seen when an endpoint is left out, and when a call is none', () => {
    const without = { ...catalogue, calls: catalogue.calls.filter(({ name }) => name !== 'roles.copy') };
    expect(callGaps(without, endpoints, services)).toEqual(['roles.copy is not in the catalogue']);
    const more = { ...catalogue, calls: [...catalogue.calls, { ...call('roles.detail'), name: 'roles.smell' }] };
    expect(callGaps(more, endpoints, services)).toEqual(['roles.smell is no endpoint']);
  });

  it('is seen when a call has no example of its success', () => {
    const refusedOnly = planted('roles.copy', (copy) => {
      copy.examples = copy.examples.filter(({ answer }) => answer?.code !== 0);
    });
    expect(callGaps(refusedOnly, endpoints, services)).toEqual(['roles.copy has no example of its success']);
  });

  it('is seen when a service is used by nobody', () => {
    const files = consoleSources().map((source) =>
      source.file === 'src/features/sys-role/role-management.wiring.ts'
        ? { ...source, text: source.text.replaceAll('copyRole(', 'createRole(') }
        : source,
    );
    const unused = buildCatalogue({ ...sources, uses: consoleUses(files) });
    expect(callGaps(unused, endpoints, services)).toEqual(['roles.copy: nobody uses copyRole']);
  });

  it('is seen when a use names a service that is none, and when no machine is given it', () => {
    const wrong = planted('roles.copy', (copy) => copy.uses.push({ service: 'mendShoe', page: null, machines: ['sys-role'] }));
    expect(callGaps(wrong, endpoints, services)).toEqual(['roles.copy: mendShoe is no service']);
    const without = planted('roles.copy', (copy) => {
      copy.uses = copy.uses.map((use) => ({ ...use, machines: [] }));
    });
    expect(callGaps(without, endpoints, services)).toEqual(['roles.copy: no machine is given copyRole']);
  });

  it.each<[string, unknown]>([
    ['a living token is an answer', { token: 'kq3v' }],
    ['a password is shown', { new_passwd: 'Summer-2026' }],
    ['a header is written down', { note: 'Authorization: Bearer abcdefgh1234' }],
    ['a text is as long as a token', { remark: `seen ${'aZ9_-'.repeat(8)}abc` }],
  ])('is seen when %s', (_name, data) => {
    const leaking = planted('roles.copy', (copy) => {
      copy.examples = [{ description: 'leaks', states: [], request: null, answer: { code: 0, message: '', data } }];
    });
    expect(secretsIn(leaking)).toHaveLength(1);
  });
});
