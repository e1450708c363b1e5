import { describe, expect, it } from 'vitest';
import { sampled } from '#tests/support/depth.ts';
import { compareSets } from './compare.ts';
import type { Difference, Kind, Verdict } from './difference.ts';
import { envelopeOf, type Interaction } from './interaction.ts';
import { ANY, stepsOf } from './matching-rules.ts';
import { currentSet, type PactSet } from './pact-set.ts';

// Without the document, which has its own tests.
const { pacts } = currentSet();
/** The pacts that are changed one place at a time: that of the roles, beside a few others. */
const current: PactSet = { name: 'current', pacts: pacts.filter(({ resource }, index) => resource === 'roles' || index % 12 === 0) };

const named = (set: PactSet, description: string): Interaction => {
  const found = set.pacts.flatMap(({ interactions }) => interactions).find((each) => each.description === description);
  if (!found) throw new Error(`no interaction is called "${description}"`);
  return found;
};

const changed = (change: (set: PactSet) => void): PactSet => {
  const copy = structuredClone(current);
  change(copy);
  return copy;
};

/** The differences found when one exchange is changed. */
const seen = (description: string, change: (interaction: Interaction) => void): Difference[] =>
  compareSets(
    current,
    changed((set) => change(named(set, description))),
  );

const inShort = (differences: readonly Difference[]): string[] =>
  differences.map(({ kind, place, consoles, backends }) => `${kind} | ${place} | ${consoles} | ${backends}`).toSorted();

type Json = Record<string, Record<string, unknown>>;
const sent = ({ request }: Interaction) => request.body?.content as Record<string, unknown>;
const data = (interaction: Interaction) => envelopeOf(interaction)?.data as Json;
const rulesOf = ({ response }: Interaction) => response.matchingRules?.body ?? {};
const rule = (match: string, options: object = {}) => ({ combine: 'AND', matchers: [{ match, ...options }] });
const both = (one: ReturnType<typeof rule>, other: ReturnType<typeof rule>) => ({ ...one, matchers: [...one.matchers, ...other.matchers] });
const without = (set: PactSet, leaves: (interaction: Interaction) => boolean) => {
  for (const pact of set.pacts) pact.interactions = pact.interactions.filter((each) => !leaves(each));
};

type Row = [
  name: string,
  description: string,
  change: (interaction: Interaction) => void,
  kind: Kind,
  place: string,
  consoles: Verdict,
  backends: Verdict,
];

const LIST = 'lists one page of the roles, filtered and sorted';
const FILE = 'exports the roles as a spreadsheet';
const REFUSAL = 'refuses to delete a builtin role';

const rows: Row[] = [
  [
    'asks by another path',
    LIST,
    ({ request }) => (request.path = '/api/sys-roles/simple_list'),
    'request-path',
    'request',
    'breaks',
    'breaks',
  ],
  ['sends a field more', LIST, (each) => (sent(each).deep = true), 'request-field-added', 'request deep', 'breaks', 'breaks'],
  ['sends a field less', LIST, (each) => delete sent(each).keyword, 'request-field-removed', 'request keyword', 'breaks', 'breaks'],
  [
    'sends a field less within a list',
    LIST,
    (each) => (sent(each).sort = [{ field: 'updated_at' }]),
    'request-field-removed',
    'request sort[].order',
    'breaks',
    'breaks',
  ],
  ['sends another type', LIST, (each) => (sent(each).page = '1'), 'request-type', 'request page', 'breaks', 'breaks'],
  ['sends another example', LIST, (each) => (sent(each).page = 2), 'request-value', 'request page', 'safe', 'safe'],
  [
    'sends a header more',
    LIST,
    ({ request }) => Object.assign(request.headers ?? {}, { 'X-Mark': ['1'] }),
    'request-header-added',
    'request header x-mark',
    'breaks',
    'safe',
  ],
  [
    'sends a header less',
    LIST,
    ({ request }) => delete request.headers?.['Accept-Language'],
    'request-header-removed',
    'request header accept-language',
    'safe',
    'breaks',
  ],
  [
    'sends another header',
    LIST,
    ({ request }) => Object.assign(request.headers ?? {}, { 'Content-Type': ['text/plain'] }),
    'request-header-changed',
    'request header content-type',
    'breaks',
    'breaks',
  ],
  [
    'asks without a token',
    LIST,
    ({ request }) => delete request.headers?.Authorization,
    'request-header-removed',
    'request header authorization',
    'safe',
    'breaks',
  ],
  ['asks with a query', LIST, ({ request }) => (request.query = { deep: ['1'] }), 'request-field-added', 'query', 'breaks', 'breaks'],
  [
    'reads a field more',
    LIST,
    (each) => Object.assign((data(each).list as unknown as object[])[0] ?? {}, { colour: 'red' }),
    'reply-field-added',
    'reply list[].colour',
    'safe',
    'breaks',
  ],
  [
    'reads a field less',
    LIST,
    (each) => delete (data(each).list as unknown as Json[])[0]?.users,
    'reply-field-removed',
    'reply list[].users',
    'breaks',
    'safe',
  ],
  [
    'reads a whole object less',
    'refuses to edit a role that was changed in the meantime',
    (each) => delete data(each).latest,
    'reply-field-removed',
    'reply latest',
    'breaks',
    'safe',
  ],
  [
    'wants a form where any text did',
    LIST,
    (each) => (rulesOf(each)['$.data.list[*].remark'] = both(rule('type'), rule('regex', { regex: '^\\S+$' }))),
    'reply-tightened',
    'reply list[].remark',
    'safe',
    'breaks',
  ],
  [
    'takes digits of a number where a text was owed',
    LIST,
    (each) => (rulesOf(each)['$.data.list[*].remark'] = rule('regex', { regex: '^\\S+$' })),
    'reply-changed',
    'reply list[].remark',
    'breaks',
    'breaks',
  ],
  [
    'takes any text where a form was owed',
    LIST,
    (each) => (rulesOf(each)['$.data.list[*].updated_at'] = rule('type')),
    'reply-loosened',
    'reply list[].updated_at',
    'breaks',
    'safe',
  ],
  [
    'wants another form',
    LIST,
    (each) => (rulesOf(each)['$.data.list[*].updated_at'] = rule('regex', { regex: '^\\d{4}$' })),
    'reply-changed',
    'reply list[].updated_at',
    'breaks',
    'breaks',
  ],
  [
    'knows a word more',
    LIST,
    (each) =>
      (rulesOf(each)['$.data.list[*].actions[*]'] = rule('regex', {
        regex: '^(export|publish|status|budget|copy|remove|material|asset|rule|more)$',
      })),
    'reply-loosened',
    'reply list[].actions[]',
    'breaks',
    'safe',
  ],
  [
    'knows a word less',
    LIST,
    (each) => (rulesOf(each)['$.data.list[*].actions[*]'] = rule('regex', { regex: '^(export|publish|status)$' })),
    'reply-tightened',
    'reply list[].actions[]',
    'safe',
    'breaks',
  ],
  [
    'knows other words',
    LIST,
    (each) => (rulesOf(each)['$.data.list[*].actions[*]'] = rule('regex', { regex: '^(export|import)$' })),
    'reply-changed',
    'reply list[].actions[]',
    'breaks',
    'breaks',
  ],
  [
    'takes any number where a whole one was owed',
    LIST,
    (each) => (rulesOf(each)['$.data.total'] = rule('number')),
    'reply-loosened',
    'reply total',
    'breaks',
    'safe',
  ],
  [
    'wants one number where any did',
    LIST,
    (each) => (rulesOf(each)['$.data.list[*].users'] = rule('equality')),
    'reply-tightened',
    'reply list[].users',
    'safe',
    'breaks',
  ],
  [
    'wants another type',
    LIST,
    (each) => (rulesOf(each)['$.data.list[*].users'] = rule('regex', { regex: '^\\d+$' })),
    'reply-changed',
    'reply list[].users',
    'breaks',
    'breaks',
  ],
  [
    'wants null where a text was owed',
    LIST,
    (each) => (((data(each).list as unknown as Json[])[0] as Record<string, unknown>).remark = null),
    'reply-changed',
    'reply list[].remark',
    'breaks',
    'breaks',
  ],
  [
    'reads a number as an object',
    LIST,
    (each) => Object.assign(data(each), { total: { all: 1 } }),
    'reply-changed',
    'reply total',
    'breaks',
    'breaks',
  ],
  [
    'wants a longer list',
    LIST,
    (each) => (rulesOf(each)['$.data.list'] = rule('type', { min: 2 })),
    'reply-tightened',
    'reply list',
    'safe',
    'breaks',
  ],
  [
    'takes an empty list',
    LIST,
    (each) => (rulesOf(each)['$.data.list'] = rule('type', { min: 0 })),
    'reply-loosened',
    'reply list',
    'breaks',
    'safe',
  ],
  [
    'wants a list to end',
    LIST,
    (each) => (rulesOf(each)['$.data.list'] = rule('type', { min: 1, max: 9 })),
    'reply-tightened',
    'reply list',
    'safe',
    'breaks',
  ],
  [
    'wants a rule not known here',
    LIST,
    (each) => (rulesOf(each)['$.data.list'] = rule('arrayContains', { variants: [] })),
    'reply-changed',
    'reply list',
    'breaks',
    'breaks',
  ],
  [
    'wants another list where one was written out',
    'finds no role by an unknown word',
    (each) => Object.assign(data(each), { list: [1] }),
    'reply-changed',
    'reply list',
    'breaks',
    'breaks',
  ],
  [
    'wants another value where one was written out',
    'finds no role by an unknown word',
    (each) => Object.assign(data(each), { total: 1 }),
    'reply-changed',
    'reply total',
    'breaks',
    'breaks',
  ],
  [
    'takes any text for the message',
    REFUSAL,
    (each) => delete rulesOf(each)['$.message'],
    'reply-tightened',
    'envelope message',
    'safe',
    'breaks',
  ],
  [
    'is refused by another code',
    REFUSAL,
    (each) => Object.assign(envelopeOf(each) ?? {}, { code: 423 }),
    'code-changed',
    'envelope code',
    'breaks',
    'breaks',
  ],
  ['takes any code', REFUSAL, (each) => (rulesOf(each)['$.code'] = rule('integer')), 'code-changed', 'envelope code', 'breaks', 'safe'],
  [
    'is refused for another reason',
    REFUSAL,
    (each) => Object.assign(data(each), { reason: 'CRON_CORE' }),
    'reason-changed',
    'reason',
    'breaks',
    'breaks',
  ],
  [
    'is answered with another status',
    LIST,
    ({ response }) => (response.status = 201),
    'reply-changed',
    'answer status',
    'breaks',
    'breaks',
  ],
  [
    'reads a header of the file less',
    FILE,
    ({ response }) => delete response.headers?.['Content-Disposition'],
    'reply-field-removed',
    'answer header content-disposition',
    'breaks',
    'safe',
  ],
  [
    'wants another form of a header of the file',
    FILE,
    ({ response }) => Object.assign(response.matchingRules?.header ?? {}, { 'Content-Disposition': rule('regex', { regex: 'x' }) }),
    'reply-changed',
    'answer header content-disposition',
    'breaks',
    'breaks',
  ],
  [
    'wants another kind of file',
    FILE,
    (each) => (rulesOf(each).$ = rule('contentType', { value: 'text/csv' })),
    'reply-changed',
    'answer file',
    'breaks',
    'breaks',
  ],
  [
    'needs another situation',
    LIST,
    (each) => each.providerStates?.push({ name: 'the moon is full' }),
    'state-added',
    'state "the moon is full"',
    'breaks',
    'breaks',
  ],
  ['needs a situation less', LIST, (each) => each.providerStates?.pop(), 'state-removed', 'state "a role exists"', 'safe', 'breaks'],
  ['needs them in another order', LIST, (each) => each.providerStates?.reverse(), 'state-order', 'states', 'safe', 'breaks'],
  [
    'is asked by somebody else',
    LIST,
    (each) => Object.assign(each.providerStates?.[0]?.params ?? {}, { who: 'super' }),
    'state-changed',
    'state "somebody is signed in" who',
    'breaks',
    'breaks',
  ],
  [
    'says more of a situation',
    LIST,
    (each) => Object.assign(each.providerStates?.[1]?.params ?? {}, { colour: 'red' }),
    'state-parameter',
    'state "a role exists" colour',
    'safe',
    'breaks',
  ],
  [
    'says less of a situation',
    LIST,
    (each) => delete each.providerStates?.[1]?.params?.version,
    'state-parameter',
    'state "a role exists" version',
    'safe',
    'breaks',
  ],
  [
    'has another example of a situation',
    LIST,
    (each) => Object.assign(each.providerStates?.[1]?.params ?? {}, { id: 32 }),
    'state-example',
    'state "a role exists" id',
    'safe',
    'safe',
  ],
];

describe('two sets', () => {
  it('do not differ when they are the same', () => {
    expect(compareSets({ name: 'current', pacts }, { name: 'current', pacts: structuredClone(pacts) })).toEqual([]);
  });

  it('differ in one place when a state has another name, which breaks no console', () => {
    const other = changed((set) => {
      for (const each of set.pacts.flatMap(({ interactions }) => interactions))
        for (const state of each.providerStates ?? []) if (state.name === 'a role exists') state.name = 'there is a role';
    });
    expect(inShort(compareSets(current, other))).toEqual(['state-renamed | state "a role exists" | safe | breaks']);
  });

  it('do not differ by how a token, an example or the order of keys is written', () => {
    const other = changed((set) => {
      for (const each of set.pacts.flatMap(({ interactions }) => interactions)) {
        if (each.request.headers?.Authorization) each.request.headers.Authorization = ['Bearer another'];
        delete each.request.matchingRules;
        delete each.request.generators;
      }
      const list = named(set, LIST);
      Object.assign((data(list).list as unknown as Json[])[0] ?? {}, { users: 12 });
      set.pacts.reverse();
      for (const pact of set.pacts) pact.interactions.reverse();
    });
    expect(compareSets(current, other)).toEqual([]);
  });

  it.each(rows)('differ where the console %s', (_name, description, change, kind, place, consoles, backends) => {
    const found = seen(description, change);
    expect(inShort(found)).toEqual([`${kind} | ${place} | ${consoles} | ${backends}`]);
    expect(found[0]).toMatchObject({ interaction: description, call: expect.stringMatching(/^POST \/api\//), resource: 'roles' });
    expect(found[0]?.id).toBe(`${kind}: roles: ${description}: ${place}`);
    expect(Object.values(found[0]?.words ?? {}).every((text) => text.includes(description))).toBe(true);
  });

  it('turn the verdict on promises around when they are turned around', () => {
    const newer = changed((set) => delete (data(named(set, LIST)).list as unknown as Json[])[0]?.users);
    expect(inShort(compareSets(newer, current))).toEqual(['reply-field-added | reply list[].users | safe | breaks']);
  });

  it('differ by a call more or less, told once', () => {
    const isCopy = ({ request }: Interaction) => request.path === '/api/sys-roles/copy';
    const fewer = changed((set) => without(set, isCopy));
    expect(current.pacts.flatMap(({ interactions }) => interactions).filter(isCopy).length).toBeGreaterThan(1);
    expect(compareSets(current, fewer)).toMatchObject([
      { id: 'call-removed: POST /api/sys-roles/copy', interaction: null, consoles: 'breaks', backends: 'safe' },
    ]);
    expect(compareSets(fewer, current)).toMatchObject([
      { id: 'call-added: POST /api/sys-roles/copy', interaction: null, consoles: 'safe', backends: 'breaks' },
    ]);
  });

  it('tell of a call that moved once, and of what else changed', () => {
    const newer = changed((set) => {
      for (const each of set.pacts.flatMap(({ interactions }) => interactions))
        if (each.request.path === '/api/sys-roles/copy') each.request.path = '/api/sys-roles/duplicate';
      delete data(named(set, 'copies a role')).users;
    });
    expect(inShort(compareSets(current, newer))).toEqual([
      'call-added |  | safe | breaks',
      'call-removed |  | breaks | safe',
      'reply-field-removed | reply users | breaks | safe',
    ]);
  });

  it('differ where a call is made by another method', () => {
    const newer = changed((set) => (named(set, LIST).request.method = 'GET'));
    expect(inShort(compareSets(current, newer))).toEqual(['call-added |  | safe | breaks', 'request-method | request | breaks | breaks']);
  });

  it('differ by an exchange more or less', () => {
    const fewer = changed((set) => without(set, ({ description }) => description === REFUSAL));
    expect(compareSets(current, fewer)).toMatchObject([
      { kind: 'exchange-removed', interaction: REFUSAL, consoles: 'breaks', backends: 'safe' },
    ]);
    expect(compareSets(fewer, current)).toMatchObject([
      { kind: 'exchange-added', interaction: REFUSAL, consoles: 'safe', backends: 'breaks' },
    ]);
  });

  it('harm nobody by another name of an exchange', () => {
    const newer = changed((set) => (named(set, REFUSAL).description = 'keeps a builtin role'));
    expect(compareSets(current, newer)).toMatchObject([
      { kind: 'exchange-renamed', interaction: REFUSAL, consoles: 'safe', backends: 'safe' },
    ]);
  });

  it('differ in what a renamed exchange promises', () => {
    const newer = changed((set) => {
      const copy = named(set, 'copies a role');
      copy.description = 'makes another role of a role';
      delete data(copy).users;
    });
    expect(inShort(compareSets(current, newer))).toEqual([
      'exchange-renamed |  | safe | safe',
      'reply-field-removed | reply users | breaks | safe',
    ]);
  });

  it('break no console where the older way of asking is still agreed', () => {
    const newer = changed((set) => {
      const kept = { ...structuredClone(named(set, LIST)), description: 'lists as before' };
      set.pacts.find(({ resource }) => resource === 'roles')?.interactions.push(kept);
      sent(named(set, LIST)).deep = true;
    });
    expect(inShort(compareSets(current, newer))).toEqual([
      'exchange-added |  | safe | safe',
      'request-field-added | request deep | safe | breaks',
    ]);
  });

  it('break consoles where the older way of asking is agreed, but promises less', () => {
    const newer = changed((set) => {
      const kept = { ...structuredClone(named(set, LIST)), description: 'lists as before' };
      delete data(kept).total;
      set.pacts.find(({ resource }) => resource === 'roles')?.interactions.push(kept);
      sent(named(set, LIST)).deep = true;
    });
    expect(inShort(compareSets(current, newer))).toContain('request-field-added | request deep | breaks | breaks');
  });
});

/** The paths of every place of a promise that can be dropped. */
function placesOf(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = [...at, Array.isArray(value) ? Number(key) : key];
    return Array.isArray(value) ? placesOf(inner, place) : [place, ...placesOf(inner, place)];
  });
}

const holderAt = (value: unknown, place: readonly (string | number)[]) =>
  place.slice(0, -1).reduce((inner, key) => (inner as Record<string, unknown>)[key], value) as Record<string, unknown>;

const leadsTo = (path: string, place: readonly (string | number)[]): boolean => {
  const steps = stepsOf(path) ?? [];
  return steps.length === place.length && steps.every((step, at) => step === ANY || String(step) === String(place[at]));
};

describe('every promise of the current pacts', () => {
  const answered = sampled(
    pacts.flatMap(({ resource, interactions }) => interactions.filter(envelopeOf).map((interaction) => ({ resource, interaction }))),
    24,
  );
  /** Both sets contain a single exchange, and only that one is compared. */
  const between = (resource: string, older: Interaction, newer: Interaction) =>
    compareSets(
      { name: 'older', pacts: [{ resource, interactions: [older] }] },
      { name: 'newer', pacts: [{ resource, interactions: [newer] }] },
    );

  it('is missed by consoles once it is dropped, and by nobody else', () => {
    let dropped = 0;
    const unseen = answered.flatMap(({ resource, interaction }) =>
      placesOf(envelopeOf(interaction)).flatMap((place) => {
        const newer = structuredClone(interaction);
        delete holderAt(envelopeOf(newer), place)[place.at(-1) ?? ''];
        dropped += 1;
        const found = between(resource, interaction, newer);
        return found.length > 0 && found.every(({ consoles, backends }) => consoles === 'breaks' && backends === 'safe')
          ? []
          : [`${interaction.description}: ${place.join('.')}: ${inShort(found).join(', ')}`];
      }),
    );
    console.log(`${dropped} promised fields of ${answered.length} exchanges`);
    expect(dropped).toBeGreaterThan(500);
    expect(unseen).toEqual([]);
  });

  it('is seen to be another once its type is', () => {
    const unseen = answered.flatMap(({ resource, interaction }) =>
      placesOf(envelopeOf(interaction)).flatMap((place) => {
        const newer = structuredClone(interaction);
        const [holder, key] = [holderAt(envelopeOf(newer), place), place.at(-1) ?? ''];
        const was = holder[key];
        holder[key] = typeof was === 'string' ? 7 : 'seven';
        for (const path of Object.keys(rulesOf(newer))) if (leadsTo(path, place)) delete rulesOf(newer)[path];
        const found = between(resource, interaction, newer);
        return found.some(({ backends }) => backends === 'breaks') ? [] : [`${interaction.description}: ${place.join('.')}`];
      }),
    );
    expect(unseen).toEqual([]);
  });

  it('is seen to be another once its matcher is', () => {
    const unseen = answered.flatMap(({ resource, interaction }) =>
      Object.keys(rulesOf(interaction)).flatMap((path) => {
        const newer = structuredClone(interaction);
        rulesOf(newer)[path] = rule('regex', { regex: '^planted$' });
        const found = between(resource, interaction, newer);
        return found.some(({ backends }) => backends === 'breaks') ? [] : [`${interaction.description}: ${path}`];
      }),
    );
    expect(unseen).toEqual([]);
  });
});
