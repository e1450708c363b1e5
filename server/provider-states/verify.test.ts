import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { endpoints } from '#contracts/endpoints/index.ts';
import { lastAddedFirst } from '#contracts/endpoints/row-order.ts';
import { callPath, envelopeOf, type Interaction } from '#contracts/sets/interaction.ts';
import { currentSet, type PactSet } from '#contracts/sets/pact-set.ts';
import { releasedSet, supportedReleases } from '#contracts/sets/releases.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { deep, sampled } from '#tests/support/depth.ts';
import { probeAccess } from './access-probes.ts';
import { listFilters, probeFilters } from './filter-probes.ts';
import { openLoopbackServer } from './loopback-server.ts';
import { findSurvivors, planRounds } from './mutations.ts';
import { judgeRecordedOrders, probeOrders } from './order-probes.ts';
import { openProvider } from './our-provider.ts';
import { type Played, playPacts } from './pact-verifier.ts';
import { createPlan, type Planned } from './plan.ts';
import { STATES_PATH } from './provider-states.ts';
import { forward, openProxy, type Spoil } from './proxy.ts';
import { onReplay, openRecorder, type Recording, withoutStates } from './recording.ts';
import { type Verification, verifySet } from './verify.ts';

const LONG = { timeout: 900_000 };
const TIMEOUT_MS = 30_000;

const wholeSet = currentSet();
// What does not depend on the server of the database is tested on the embedded one only, but for a deep run.
const isEmbedded = process.env['TEST_DATABASE_URL'] === undefined;

/** On the embedded database one exchange of each call is played; on a given one, and in a deep run, all of them. */
const playsAll = deep(!isEmbedded, true);
const playedSet: PactSet = playsAll ? wholeSet : withOneOfEachCall(wholeSet);

/** The first exchange of each call. The pact of roles stays complete, because a test names one of its exchanges. */
function withOneOfEachCall(set: PactSet): PactSet {
  const seen = new Set<string>();
  const isFirst = ({ request }: Interaction) => {
    const call = `${request.method} ${request.path}`;
    return seen.size < seen.add(call).size;
  };
  const pacts = set.pacts.map((pact) => ({
    ...pact,
    interactions: pact.interactions.filter((one) => isFirst(one) || pact.resource === 'roles'),
  }));
  return { ...set, pacts };
}

let url: URL;
let statesUrl: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const { db, close: closeDatabase } = await createTestDatabase();
  const provider = await openProvider({ db });
  url = new URL(provider.url);
  statesUrl = `${provider.url}${STATES_PATH}`;
  close = async () => {
    await provider.close();
    await closeDatabase();
  };
});

afterAll(() => close());

const source = () => ({ kind: 'states', url: statesUrl }) as const;
const planOf = (set: PactSet, only?: string[]): Planned[] =>
  createPlan(set, { readOnly: false, source: source(), ...(only && { only }) }, endpoints).played;
const planned = (only?: string[]): Planned[] => planOf(wholeSet, only);
const plannedHere = (): Planned[] => planOf(playedSet);
const titleOf = ({ resource, interaction }: Planned) => `${resource}/${interaction.description}`;
/** The exchanges used to test broken promises. The pact of roles is complete, because a test names one of its exchanges. */
function tried(): Planned[] {
  const all = plannedHere();
  const chosen = new Set(sampled(all, 3));
  return all.filter((one) => chosen.has(one) || one.resource === 'roles');
}
const callsOf = (all: Planned[]): string[] => [...new Set(all.map(({ interaction }) => callPath(interaction)))].toSorted();
const failuresIn = ({ interactions }: Verification) => interactions.filter(({ outcome }) => outcome === 'failed');

async function verifiedAndRecorded(): Promise<{ verification: Verification; recording: Recording }> {
  const recorder = await openRecorder(url);
  try {
    const verification = await verifySet(playedSet, { url: recorder.url, readOnly: false, source: source(), isMarked: true });
    return { verification, recording: recorder.recording };
  } finally {
    recorder.close();
  }
}
let once: ReturnType<typeof verifiedAndRecorded> | undefined;
/** The set is played to our server once; the tests with broken promises replay its answers. */
const played = () => (once ??= verifiedAndRecorded());

/** The recorded answers of our server, numbered by the position of the exchange in this selection. */
async function answersToTried(): Promise<Recording> {
  const [all, { recording }] = [plannedHere(), await played()];
  const placeOf = new Map(all.map((one, place) => [titleOf(one), place]));
  return new Map(
    tried().flatMap((one, place) => {
      const answered = recording.get(placeOf.get(titleOf(one)) ?? -1);
      return answered ? [[place, answered] as const] : [];
    }),
  );
}

/** Plays the selected exchanges and changes every answer on its way. */
const playedSpoiled = async (spoil: Spoil): Promise<Played[]> =>
  onReplay(await answersToTried(), async (replay) => {
    const proxy = await openProxy(replay.url, spoil);
    try {
      return await playPacts(tried().map(withoutStates), { ...replay, url: proxy.url, timeoutMs: TIMEOUT_MS, isMarked: true });
    } finally {
      proxy.close();
    }
  });

/** The calls that the console makes, without those that need no sign-in. */
function calledEndpoints() {
  const called = new Set(planned().map(({ interaction }) => callPath(interaction)));
  return endpoints.filter(({ path, access }) => called.has(path) && access !== 'public');
}

/** Our server with one call that answers everyone. */
const openUnprotected = (unprotected: string) =>
  openLoopbackServer((request, response) => {
    const answer = { code: 0, message: '成功', data: { list: [], total: 0 } };
    const sent =
      request.url === unprotected
        ? Promise.resolve({ status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(answer)) })
        : forward(request, url);
    sent.then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: Error) => response.writeHead(502).end(error.message),
    );
  });

const countOf = ({ pacts }: PactSet): number => pacts.reduce((sum, { interactions }) => sum + interactions.length, 0);
const current = new Set(wholeSet.pacts.flatMap(({ interactions }) => interactions.map((one) => JSON.stringify(one))));
/** Leaves out exchanges that are identical to current ones, which are played anyway. */
const withoutSame = (set: PactSet): PactSet => ({
  ...set,
  pacts: set.pacts.map((pact) => ({ ...pact, interactions: pact.interactions.filter((one) => !current.has(JSON.stringify(one))) })),
});

describe('our server', () => {
  it('keeps the pacts of the console', LONG, async () => {
    const { verification, recording } = await played();
    console.log(`${verification.interactions.length} exchanges verified in ${(verification.took / 1000).toFixed(1)} s`);
    expect(failuresIn(verification)).toEqual([]);
    expect(verification.counts).toEqual({ passed: plannedHere().length, failed: 0, skipped: 0 });
    expect(verification.counts.passed).toBeGreaterThan(200);
    expect(recording.size).toBe(plannedHere().length);
    expect(callsOf(plannedHere())).toEqual(callsOf(planned()));
  });

  it.each(supportedReleases().map(({ version }) => version))(
    'keeps the pacts of consoles of %s, which may still be open',
    LONG,
    async (version) => {
      const released = releasedSet(version);
      const remaining = deep(withoutSame(released), released);
      const chosen = playsAll ? remaining : withOneOfEachCall(remaining);
      const verification = await verifySet(chosen, { url, readOnly: false, source: source() });
      expect(failuresIn(verification)).toEqual([]);
      expect(verification.counts.passed).toBe(countOf(chosen));
      expect(countOf(released)).toBeGreaterThan(200);
    },
  );

  it('answers every list in its declared order', LONG, async () => {
    const exchanges = planned().map(({ interaction }) => interaction);
    const exchangesHere = plannedHere().map(({ interaction }) => interaction);
    const judge = async () => judgeRecordedOrders(calledEndpoints(), exchangesHere, (await played()).recording);
    const ask = () => probeOrders(calledEndpoints(), exchanges, { url, statesUrl, timeoutMs: TIMEOUT_MS });
    const orders = await deep(judge, ask)();
    const shown = orders.filter(({ answers }) => answers > 0);
    console.log(`${shown.length} of ${orders.length} lists have rows to compare`);
    expect(orders.filter(({ differences }) => differences.length > 0)).toEqual([]);
    expect(shown.length).toBeGreaterThan(playsAll ? 20 : 12);
  });

  it('is verified against at least one release', () => {
    expect(supportedReleases().length).toBeGreaterThan(0);
  });
});

describe.runIf(deep(isEmbedded, true))('each call of our server', () => {
  it('refuses every call of the console to those who may not make it', LONG, async () => {
    const access = await probeAccess(calledEndpoints(), { url, statesUrl, timeoutMs: TIMEOUT_MS, mostProbes: deep(4, undefined) });
    const probes = access.reduce((sum, one) => sum + one.probes, 0);
    console.log(`${access.length} calls refused ${probes} requests`);
    expect(access.filter(({ differences }) => differences.length > 0)).toEqual([]);
    expect(probes).toBeGreaterThan(deep(3, 5) * access.length);
  });

  it('is found out when one call asks for no token', LONG, async () => {
    const open = await openUnprotected('/api/sys-roles/list');
    try {
      const calls = calledEndpoints().filter(({ name }) => name.startsWith('roles.'));
      const access = await probeAccess(calls, { url: open.url, statesUrl, timeoutMs: TIMEOUT_MS });
      const wrong = access.filter(({ differences }) => differences.length > 0);
      expect(wrong.map(({ call }) => call)).toEqual(['POST /api/sys-roles/list']);
      expect(wrong[0]?.differences).toContain('a caller without a token: answered 0 (success) instead of 401 NO_TOKEN');
      expect(wrong[0]?.differences).toContain('staff with every page and no action: answered 0 (success) instead of 403 NO_PATH');
      expect(wrong[0]?.differences).toHaveLength(wrong[0]?.probes ?? 0);
    } finally {
      open.close();
    }
  });

  it('heeds every filter of every list call', LONG, async () => {
    const exchanges = planned().map(({ interaction }) => interaction);
    const lists = calledEndpoints().filter((call) => listFilters(call).length > 0);
    const filters = await probeFilters(sampled(lists, 3), exchanges, { url, statesUrl, timeoutMs: TIMEOUT_MS });
    console.log(`${filters.reduce((sum, one) => sum + one.filters, 0)} filters of ${filters.length} list calls choose rows`);
    expect(filters.filter(({ ignored }) => ignored.length > 0)).toEqual([]);
    expect(filters.length).toBeGreaterThan(deep(18, 50));
  });

  it('is found out when a list ignores its filters', LONG, async () => {
    const open = await openUnprotected('/api/sys-roles/list');
    try {
      const exchanges = planned(['roles']).map(({ interaction }) => interaction);
      const calls = calledEndpoints().filter(({ name }) => name.startsWith('roles.'));
      const filters = await probeFilters(calls, exchanges, { url: open.url, statesUrl, timeoutMs: TIMEOUT_MS });
      expect(filters.find(({ endpoint }) => endpoint === 'roles.list')?.ignored).toEqual(['keyword']);
      expect(filters.find(({ endpoint }) => endpoint === 'roles.simpleList')?.ignored).toEqual([]);
    } finally {
      open.close();
    }
  });

  it('is found out when a list stands in another order', LONG, async () => {
    const exchanges = planned(['roles']).map(({ interaction }) => interaction);
    const calls = calledEndpoints().filter(({ name }) => name === 'roles.list');
    const backwards = calls.map((call): Endpoint => ({ ...call, order: lastAddedFirst }));
    const [found] = await probeOrders(backwards, exchanges, { url, statesUrl, timeoutMs: TIMEOUT_MS });
    const exchangesHere = plannedHere().map(({ interaction }) => interaction);
    const [judged] = judgeRecordedOrders(backwards, exchangesHere, (await played()).recording);
    expect(judged?.differences[0]).toContain('belongs before row 1');
    expect(found?.differences[0]).toContain('row 2 belongs before row 1 by {"field":"id","order":"desc"}');
  });
});

describe.runIf(isEmbedded)('a provider that breaks its promises', () => {
  it('fails when one field of a row is missing, with a message that names the field', LONG, async () => {
    const without = (value: unknown) => JSON.parse(JSON.stringify(value, (key, inner) => (key === 'updated_at' ? undefined : inner)));
    const found = await playedSpoiled(({ headers, envelope }) => ({ headers, envelope: envelope && without(envelope) }));
    const list = found.find(({ resource, interaction }) => resource === 'roles' && interaction.description.startsWith('lists one page'));
    expect(list?.differences).toEqual(['data.list[0]: Actual map is missing the following keys: updated_at']);
    expect(found.some(({ differences }) => differences.length === 0)).toBe(true);
  });

  it.each([
    ['signs everybody out', { code: 401, message: '请重新登录', data: { reason: 'TOKEN_REVOKED', trace_id: 'x' } }],
    ['is always broken', { code: -2, message: '系统错误', data: { reason: 'INTERNAL', trace_id: 'x' } }],
    ['says yes to everything', { code: 0, message: '成功', data: {} }],
  ])('fails in every exchange with another code or reason, including files, when it %s', LONG, async (_name, envelope) => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const found = await playedSpoiled(() => ({ headers, envelope }));
    const passed = new Set(found.filter(({ differences }) => differences.length === 0).map(titleOf));
    const sameAnswer = tried().filter(({ interaction }) => {
      const promised = envelopeOf(interaction);
      const data: Record<string, unknown> = envelope.data;
      return (
        promised?.code === envelope.code && promised.data.reason === data.reason && Object.keys(promised.data).every((key) => key in data)
      );
    });
    const expected = sameAnswer.map(titleOf);
    expect(found.length).toBe(tried().length);
    expect([...passed].filter((one) => !expected.includes(one))).toEqual([]);
  });

  it('fails in every exchange, whichever of its promises is dropped or changed', LONG, async () => {
    const rounds = planRounds(tried(), 3).map((round) => round.map(withoutStates));
    const { total, survived, undone } = await onReplay(await answersToTried(), (replay) =>
      findSurvivors(rounds, { ...replay, timeoutMs: TIMEOUT_MS }),
    );
    console.log(`${total - survived.length - undone.length} of ${total} damages caught`);
    expect(survived).toEqual([]);
    expect(undone).toEqual([]);
    expect(total).toBeGreaterThan(6 * tried().length);
  });

  it('fails when a state cannot be set up', LONG, async () => {
    const lost = { kind: 'states', url: `${statesUrl}/lost` } as const;
    const { counts, interactions } = await verifySet(wholeSet, { url, readOnly: false, source: lost, only: ['dicts'] });
    expect(counts).toEqual({ passed: 0, failed: interactions.length, skipped: 0 });
    expect(interactions[0]?.differences).toEqual([
      expect.stringMatching(/^the state "somebody is signed in" could not be set up: HTTP 404/),
    ]);
    expect(interactions[0]?.evidence?.curl).toBeNull();
  });
});
