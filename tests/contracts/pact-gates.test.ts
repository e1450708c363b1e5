import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contracts/endpoints/index.ts';
import type { Interaction } from '#contracts/sets/interaction.ts';
import { currentSet } from '#contracts/sets/pact-set.ts';
import { bodyFaults, coverageGaps, looseCounts, looseRules, promiseGaps, refusalGaps, unfitForPublic, unreadWrites } from './pact-gates.ts';
import { serviceCalls } from './service-calls.ts';

/** Resources with a test that writes their pact. */
const specified = readdirSync(path.resolve(import.meta.dirname, '../../contracts/consumer')).flatMap(
  (name) => /^(.+)\.pact\.test\.ts$/.exec(name)?.[1] ?? [],
);
const { pacts } = currentSet();
const interactions = pacts.flatMap((pact) => pact.interactions);
const calls = await serviceCalls();

const named = (description: string): Interaction => {
  const found = interactions.find((each) => each.description === description);
  if (!found) throw new Error(`no interaction is called "${description}"`);
  return structuredClone(found);
};

/** The interaction with one place of it changed. */
const planted = (description: string, change: (interaction: Interaction) => void): Interaction[] => {
  const changed = named(description);
  change(changed);
  return [changed];
};
const contentOf = (message: { body?: { content: unknown } }) => message.body?.content as Record<string, Record<string, unknown>>;

/** Whoever may change administrators is one, so none of them is ever the last. The states hold nothing that another person owns. */
const UNREACHABLE = ['LAST_ADMIN', 'NOT_OWNER', 'NO_ACTION'] as const;

/** Writes that no exchange can read back, and why. */
const UNREAD: Readonly<Record<string, string>> = {
  'session.login': 'answers the token itself, which every other exchange uses',
  'users.resetPassword': 'the new password is shown only in its answer',
  'users.resetPasswords': 'the new passwords are shown only in its answer',
  'evaluations.score': 'a round is scored when it is opened, so only the instant of the score differs',
  'publish.preview': 'the plan is read by the submission, which is a write',
  'publish.check': 'what the platforms found decides about the submission, which is a write',
  'publish.retry': 'the objects are retried in the batch of the state, whose results depend on the ad network',
  'hostAccounts.bindRules': 'the state of a rule binds it already',
};

describe('the pacts', () => {
  it('are those that the tests write, no more and no fewer', () => {
    console.log(`${pacts.length} pacts, ${interactions.length} interactions, ${calls.length} calls`);
    expect(pacts.map(({ resource }) => resource)).toEqual(specified.toSorted());
    expect(interactions.length).toBeGreaterThan(100);
    expect(calls.length).toBeGreaterThan(35);
  });

  it('tell of every call of the console, and of no other', () => {
    expect(coverageGaps(calls, interactions, endpoints)).toEqual([]);
  });

  it('show every refusal that those calls declare', () => {
    expect(refusalGaps(calls, interactions, endpoints, UNREACHABLE)).toEqual([]);
  });

  it('have only examples that their endpoints accept', () => {
    expect(bodyFaults(interactions, endpoints)).toEqual([]);
  });

  it('promise what the console reads, and nothing else', () => {
    expect(promiseGaps(calls, interactions, endpoints)).toEqual([]);
  });

  it('leave neither code nor reason to a matcher', () => {
    expect(looseRules(interactions)).toEqual([]);
  });

  it('read back what every write changed', () => {
    expect(unreadWrites(calls, interactions, endpoints, UNREAD)).toEqual([]);
  });

  it('refuse negative counts', () => {
    expect(looseCounts(interactions, endpoints)).toEqual([]);
  });

  it('hold no token and always name a state', () => {
    expect(unfitForPublic(interactions)).toEqual([]);
  });
});

describe('a planted fault', () => {
  it('is seen when a call has no pact', () => {
    const call = { name: 'listShoes', path: '/shoes/list', reads: {} };
    expect(coverageGaps([...calls, call], interactions, endpoints)).toEqual(['listShoes (/shoes/list): no pact has its success']);
  });

  it('is seen when a call is only refused', () => {
    const refused = interactions.filter((each) => each.description !== 'signs out');
    expect(coverageGaps(calls, refused, endpoints)).toEqual(['logout (/sys-users/logout): no pact has its success']);
  });

  it('is seen when a pact asks for a path that is no endpoint', () => {
    const renamed = planted('creates a role', ({ request }) => {
      request.path = '/api/sys-roles/make';
    });
    expect(coverageGaps([], renamed, endpoints)).toEqual(['"creates a role": POST /sys-roles/make is no endpoint']);
  });

  it('is seen when a pact tells of a call that nobody makes', () => {
    expect(coverageGaps([], [named('creates a role')], endpoints)).toEqual(['"creates a role": no service calls /sys-roles/create']);
  });

  it('is seen when a refusal has no pact', () => {
    const without = interactions.filter((each) => each.description !== 'refuses to delete a builtin role');
    expect(refusalGaps(calls, without, endpoints, UNREACHABLE)).toEqual(['/sys-roles/delete ROLE_BUILTIN']);
  });

  it.each<[string, string, (interaction: Interaction) => void, string]>([
    [
      'a request has a field too many',
      'creates a role',
      ({ request }) => Object.assign(contentOf(request), { colour: 'red' }),
      'request /colour',
    ],
    ['a request lacks a field', 'deletes a role', ({ request }) => delete contentOf(request).id, 'request / must have required properties'],
    [
      'a reply has a field of another type',
      'creates a role',
      ({ response }) => Object.assign(contentOf(response).data ?? {}, { users: 'many' }),
      'reply /users must be integer',
    ],
    [
      'a reply has a field that the endpoint lacks',
      'creates a role',
      ({ response }) => Object.assign(contentOf(response).data ?? {}, { colour: 'red' }),
      'reply /colour',
    ],
    [
      'a call refuses with a reason of another',
      'refuses to delete a builtin role',
      ({ response }) => Object.assign(contentOf(response).data ?? {}, { reason: 'CRON_CORE' }),
      'reply roles.delete does not refuse with CRON_CORE',
    ],
    [
      'a reason comes under another code',
      'refuses to delete a builtin role',
      ({ response }) => Object.assign(contentOf(response), { code: 409 }),
      'reply ROLE_BUILTIN has not the code 409',
    ],
    [
      'the newest row of a conflict is none',
      'refuses to edit a role that was changed in the meantime',
      ({ response }) => Object.assign(contentOf(response).data ?? {}, { latest: { colour: 'red' } }),
      'reply /colour',
    ],
  ])('is seen when %s', (_name, description, change, fault) => {
    expect(bodyFaults(planted(description, change), endpoints).join('\n')).toContain(`"${description}": ${fault}`);
  });

  it('is seen when a field that is read is not promised', () => {
    const listRoles = calls.filter((call) => call.path === '/sys-roles/copy');
    const without = planted('copies a role', ({ response }) => delete contentOf(response).data?.updated_at);
    expect(promiseGaps(listRoles, without, endpoints)).toEqual(['copyRole reads updated_at, which no pact promises']);
  });

  it('is seen when a value is read whole of which a pact promises a part', () => {
    const whole = [{ name: 'copyRole', path: '/sys-roles/copy', reads: true }];
    const without = planted('copies a role', ({ response }) => delete contentOf(response).data?.users);
    expect(promiseGaps(whole, without, endpoints)).toEqual([
      'copyRole reads users, which no pact promises',
      'copyRole reads created_at, which no pact promises',
    ]);
  });

  it('is seen when an object inside a list is read whole of which a pact promises a part', () => {
    const whole = [{ name: 'roleMembers', path: '/sys-roles/users', reads: { list: true } }];
    const shown = planted('lists the people with a role', () => undefined);
    expect(promiseGaps(whole, shown, endpoints)).toEqual(['roleMembers reads list[].department_id, which no pact promises']);
  });

  it('is seen when a field inside a list is promised but not read', () => {
    const simple = calls.filter((call) => call.path === '/sys-roles/simple_list');
    const more = planted('lists the roles to choose from', ({ response }) => {
      const { data } = contentOf(response) as { data: { list: object[] } };
      Object.assign(data.list[0] ?? {}, { users: 3 });
    });
    expect(promiseGaps(simple, more, endpoints)).toEqual(['simpleRoles does not read list[].users, which a pact promises']);
  });

  it.each([
    '$',
    '$.code',
    '$.data',
    '$.data.reason',
    "$['code']",
    '$.*',
    '$..code',
    '$..reason',
    '$[*]',
    '$.data.*',
    '$.data[*]',
    "$['data']['reason']",
    "$['data'].reason",
    '$["data"]["reason"]',
    "$.*['reason']",
    '$.*.reason',
    '$.data[?(@.reason)]',
    '$.message.text',
  ])('is seen when a matcher stands at %s', (path) => {
    const loose = planted('refuses to delete a builtin role', ({ response }) => {
      response.matchingRules = { body: { [path]: { matchers: [{ match: 'type' }] } } };
    });
    expect(looseRules(loose)).toEqual([`"refuses to delete a builtin role": a matcher at ${path}`]);
  });

  it.each(["$.data['by']", "$['data']['latest'].id", '$.data.latest.*', '$.data.errors[*].reason', "$['message']"])(
    'is none when a matcher stands at %s',
    (path) => {
      const fine = planted('refuses to delete a builtin role', ({ response }) => {
        response.matchingRules = { body: { [path]: { matchers: [{ match: 'type' }] } } };
      });
      expect(looseRules(fine)).toEqual([]);
    },
  );

  it('is seen when a write is not read back, and when an exempt one is', () => {
    const without = interactions.filter((each) => !each.description.startsWith('deletes a role, '));
    expect(unreadWrites(calls, without, endpoints, UNREAD)).toEqual(['roles.delete: no exchange reads back']);
    expect(unreadWrites(calls, interactions, endpoints, { ...UNREAD, 'roles.delete': 'no reason' })).toEqual([
      'roles.delete: is read back after all',
    ]);
  });

  it('is seen when a count is promised by its type alone', () => {
    const loose = planted('lists one page of the roles, filtered and sorted', ({ response }) => {
      response.matchingRules = { body: { '$.data.list[*].users': { matchers: [{ match: 'integer' }] } } };
    });
    expect(looseCounts(loose, endpoints)).toEqual([
      '"lists one page of the roles, filtered and sorted": $.data.list[*].users may be negative',
    ]);
  });

  it('is seen when something is generated in place of the code', () => {
    const loose = planted('refuses to delete a builtin role', ({ response }) => {
      response.generators = { body: { '$.code': { type: 'ProviderState', expression: '${code}' } } };
    });
    expect(looseRules(loose)).toEqual(['"refuses to delete a builtin role": a generator at $.code']);
  });

  it('is seen when a token is no placeholder, or no state is named', () => {
    const unfit = planted('signs out', (interaction) => {
      interaction.request.headers = { Authorization: ['Bearer Zm9vYmFy'] };
      interaction.providerStates = [];
    });
    expect(unfitForPublic(unfit)).toEqual(['"signs out": a token', '"signs out": no state']);
  });
});
