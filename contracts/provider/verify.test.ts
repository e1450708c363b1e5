import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contracts/endpoints/index.ts';
import { envelopeOf } from '#contracts/sets/interaction.ts';
import { currentSet } from '#contracts/sets/pact-set.ts';
import { releasedSet, supportedReleases } from '#contracts/sets/releases.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { roundsOf, survivorsOf } from './mutations.ts';
import { openProvider } from './our-provider.ts';
import { type Planned, planOf } from './plan.ts';
import { STATES_PATH } from './provider-states.ts';
import { openProxy, type Spoil } from './proxy.ts';
import { type Verification, verifySet } from './verify.ts';

const LONG = { timeout: 900_000 };
const TIMEOUT_MS = 30_000;

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
const planned = (only?: string[]): Planned[] =>
  planOf(currentSet(), { readOnly: false, source: source(), ...(only && { only }) }, endpoints).played;
const verified = (only?: string[], at = url): Promise<Verification> =>
  verifySet(currentSet(), { url: at, readOnly: false, source: source(), ...(only && { only }) });

/** What is found when every answer is spoiled on its way. */
async function verifiedSpoiled(spoil: Spoil, only?: string[]): Promise<Verification> {
  const proxy = await openProxy(url, spoil);
  try {
    return await verified(only, proxy.url);
  } finally {
    proxy.close();
  }
}
const failuresIn = ({ interactions }: Verification) => interactions.filter(({ outcome }) => outcome === 'failed');

describe('our server', () => {
  it('keeps every pact of the console', LONG, async () => {
    const verification = await verified();
    console.log(`${verification.interactions.length} exchanges verified in ${(verification.took / 1000).toFixed(1)} s`);
    expect(failuresIn(verification)).toEqual([]);
    expect(verification.counts).toEqual({ passed: planned().length, failed: 0, skipped: 0 });
    expect(verification.counts.passed).toBeGreaterThan(200);
  });

  it.each(supportedReleases().map(({ version }) => version))(
    'keeps what consoles of %s rely on, which may still be open',
    LONG,
    async (version) => {
      const verification = await verifySet(releasedSet(version), { url, readOnly: false, source: source() });
      expect(failuresIn(verification)).toEqual([]);
      expect(verification.counts.passed).toBeGreaterThan(200);
    },
  );

  it('is verified against one release at least', () => {
    expect(supportedReleases().length).toBeGreaterThan(0);
  });
});

describe('a provider that breaks its promises', () => {
  it('is found out when one field of a row is gone, in words that name the place', LONG, async () => {
    const without = (value: unknown) => JSON.parse(JSON.stringify(value, (key, inner) => (key === 'updated_at' ? undefined : inner)));
    const verification = await verifiedSpoiled(
      ({ headers, envelope }) => ({ headers, envelope: envelope && without(envelope) }),
      ['roles'],
    );
    const list = verification.interactions.find(({ description }) => description.startsWith('lists one page'));
    expect(list).toMatchObject({ resource: 'roles', call: 'POST /api/sys-roles/list', outcome: 'failed' });
    expect(list?.differences).toEqual(['data.list[0]: Actual map is missing the following keys: updated_at']);
    expect(verification.counts.passed).toBeGreaterThan(0);
  });

  it.each([
    ['signs everybody out', { code: 401, message: '请重新登录', data: { reason: 'TOKEN_REVOKED', trace_id: 'x' } }],
    ['is always broken', { code: -2, message: '系统错误', data: { reason: 'INTERNAL', trace_id: 'x' } }],
    ['says yes to everything', { code: 0, message: '成功', data: {} }],
  ])('is found out in every exchange with another code or reason, files too, when it %s', LONG, async (_name, envelope) => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const { interactions } = await verifiedSpoiled(() => ({ headers, envelope }));
    const passed = new Set(interactions.filter(({ outcome }) => outcome === 'passed').map((one) => `${one.resource}/${one.description}`));
    const sameAnswer = planned().filter(({ interaction }) => {
      const promised = envelopeOf(interaction);
      const data: Record<string, unknown> = envelope.data;
      return (
        promised?.code === envelope.code && promised.data.reason === data.reason && Object.keys(promised.data).every((key) => key in data)
      );
    });
    const expected = sameAnswer.map(({ resource, interaction }) => `${resource}/${interaction.description}`);
    expect(interactions.length).toBe(planned().length);
    expect([...passed].filter((one) => !expected.includes(one))).toEqual([]);
  });

  it('is found out in every exchange, whichever promise of it is dropped or becomes another type', LONG, async () => {
    const rounds = roundsOf(planned(), 1);
    const { total, survived, undone } = await survivorsOf(rounds, { url, statesUrl, timeoutMs: TIMEOUT_MS });
    console.log(`${total - survived.length - undone.length} of ${total} damages caught`);
    expect(survived).toEqual([]);
    expect(undone).toEqual([]);
    expect(total).toBe(2 * planned().length);
  });

  it('is found out when a state cannot be set up', LONG, async () => {
    const lost = { kind: 'states', url: `${statesUrl}/lost` } as const;
    const { counts, interactions } = await verifySet(currentSet(), { url, readOnly: false, source: lost, only: ['dicts'] });
    expect(counts).toEqual({ passed: 0, failed: interactions.length, skipped: 0 });
    expect(interactions[0]?.differences.join()).toContain('state');
  });
});
