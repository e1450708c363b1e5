import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClock } from '#tests/support/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { deep } from '#tests/support/depth.ts';
import { type AdPlatform, AdPlatformError, type InsightRow } from '../ad-platform.ts';
import { adOf, campaignOf, groupOf, postOf } from '../conformance/specs.ts';
import { seedSandbox } from './found-world.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { sandboxTables } from './tables.ts';
import { personToken, sandboxWorld } from './world.ts';

const SEED = 'identical';
const { persons, accounts, pages } = sandboxWorld(SEED);
const [lin] = persons;
const t = { token: personToken(SEED, lin?.id ?? '', 1) };
const mine = accounts
  .filter(({ people }) => people.includes(lin?.id ?? ''))
  .slice(0, 2)
  .map(({ id }) => id);
const [page] = pages;
const asOf = new Date('2026-11-20T00:00:00Z');

const tables = [
  'sbx_clock',
  'sbx_person',
  'sbx_grant',
  'sbx_code',
  'sbx_account',
  'sbx_page',
  'sbx_pixel',
  'sbx_pixel_share',
  'sbx_attempt',
  'sbx_asset',
  'sbx_post',
  'sbx_campaign',
  'sbx_group',
  'sbx_ad',
  'sbx_budget_change',
  'sbx_hour',
  'sbx_order',
] as const;

type Step =
  | { kind: 'launch'; account: number; budget: number; ads: number; mark: string; isShared: boolean }
  | { kind: 'status'; level: 'campaign' | 'ad_group'; pick: number; status: 'ACTIVE' | 'PAUSED' | 'DELETED' }
  | { kind: 'budget'; pick: number; budget: number }
  | { kind: 'wait'; minutes: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('launch' as const),
      account: fc.nat(1),
      budget: fc.integer({ min: 50, max: 90_000 }),
      ads: fc.integer({ min: 1, max: 3 }),
      mark: fc.constantFrom('', '', '[[unknown]]', '[[100/1487390]]', '[[reject]]'),
      isShared: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      level: fc.constantFrom('campaign' as const, 'ad_group' as const),
      pick: fc.nat(9),
      status: fc.constantFrom('ACTIVE' as const, 'PAUSED' as const, 'DELETED' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('budget' as const), pick: fc.nat(9), budget: fc.integer({ min: 50, max: 90_000 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 400 }) }) },
);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function anew(): Promise<void> {
  await sql.raw(`truncate ${tables.join(', ')} cascade`).execute(database.db);
  await database.db.transaction().execute((transaction) => seedSandbox(transaction, { seed: SEED, asOf }));
}

/** Refusals by the channel are part of the run. */
async function tolerant<T>(call: Promise<T>): Promise<T | null> {
  return await call.catch((error: unknown) => {
    if (error instanceof AdPlatformError) return null;
    throw error;
  });
}

async function launch(
  platform: AdPlatform,
  at: Extract<Step, { kind: 'launch' }>,
  tag: string,
): Promise<{ campaign?: string; group?: string }> {
  const account = mine[at.account] ?? '';
  const budgets = (isHere: boolean) => ({ daily_budget: isHere ? at.budget : null });
  const campaign = await tolerant(
    platform.createCampaign(t, account, campaignOf({ name: `C ${tag} ${at.mark}`, ...budgets(at.isShared) }), `${tag}c`),
  );
  if (campaign === null) return {};
  const group = await tolerant(platform.createAdGroup(t, account, groupOf(campaign.id, budgets(!at.isShared)), `${tag}g`));
  if (group === null) return { campaign: campaign.id };
  const post = await tolerant(platform.createPost(t, page?.id ?? '', postOf(), `${tag}p`));
  for (let ad = 0; ad < at.ads; ad++) {
    await tolerant(
      platform.createAd(
        t,
        account,
        adOf(group.id, page?.id ?? '', { post_id: post?.post_id ?? null, name: `A ${at.mark}` }),
        `${tag}a${ad}`,
      ),
    );
  }
  return { campaign: campaign.id, group: group.id };
}

const silent = { signal: new AbortController().signal, log: () => {} };
const tick = (sandbox: Sandbox) => sandbox.jobs[0]?.run(silent as never);

/** Runs a list of operations and returns all resulting rows. */
async function carryOut(steps: readonly Step[], { tickEvery }: { tickEvery: number }): Promise<string> {
  await anew();
  const clock = new TestClock('2026-11-20T03:02:00.000Z');
  const sandbox = createSandbox({ db: database.db, clock, seed: SEED, speed: 1, faults: true, control: false, tokens: false });
  const { platform } = sandbox;
  const campaigns: { id: string; account: string }[] = [];
  const groups: { id: string; account: string }[] = [];
  for (const [index, each] of steps.entries()) {
    if (each.kind === 'launch') {
      const made = await launch(platform, each, `t${index}`);
      const account = mine[each.account] ?? '';
      if (made.campaign !== undefined) campaigns.push({ id: made.campaign, account });
      if (made.group !== undefined) groups.push({ id: made.group, account });
    } else if (each.kind === 'wait') {
      for (let left = each.minutes; left > 0; left -= tickEvery) {
        clock.forward({ minutes: Math.min(left, tickEvery) });
        await tick(sandbox);
      }
    } else {
      const known = each.kind === 'status' && each.level === 'campaign' ? campaigns : groups;
      const object = known[each.pick % Math.max(known.length, 1)];
      if (object === undefined) continue;
      const { id, account } = object;
      if (each.kind === 'status') await tolerant(platform.update(t, account, each.level, id, { status: each.status }));
      else await tolerant(platform.update(t, account, 'ad_group', id, { daily_budget: each.budget }));
    }
  }
  await tick(sandbox);
  return await everything();
}

async function everything(): Promise<string> {
  const parts: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(database.db);
    parts.push(`${table}\n${rows.map(({ row }) => row).join('\n')}`);
  }
  return parts.join('\n\n');
}

const aDay: Step[] = [
  { kind: 'launch', account: 0, budget: 60_000, ads: 3, mark: '', isShared: true },
  { kind: 'launch', account: 1, budget: 30_000, ads: 2, mark: '', isShared: false },
  { kind: 'wait', minutes: 700 },
  { kind: 'status', level: 'campaign', pick: 0, status: 'PAUSED' },
  { kind: 'wait', minutes: 61 },
  { kind: 'status', level: 'campaign', pick: 0, status: 'ACTIVE' },
  { kind: 'budget', pick: 1, budget: 90_000 },
  { kind: 'wait', minutes: 1500 },
];

const hoursDelivered = async () =>
  await sandboxTables(database.db).selectFrom('sbx_hour').selectAll().orderBy('stat_date').orderBy('stat_hour').execute();

it('the same seed, clock and operations give the same rows byte for byte, at any pace of ticks', async () => {
  const first = await carryOut(aDay, { tickEvery: 15 });
  const hours = await hoursDelivered();
  expect(hours.length).toBeGreaterThan(40);
  expect(hours.reduce((sum, { payers }) => sum + payers, 0)).toBeGreaterThan(0);
  expect(await carryOut(aDay, { tickEvery: 15 })).toBe(first);
  expect(await carryOut(aDay, { tickEvery: 97 })).toBe(first);
  expect(await carryOut(aDay, { tickEvery: 10_000 })).toBe(first);
});

it('any list of operations gives the same rows twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
      const first = await carryOut(steps, { tickEvery: 35 });
      expect(await carryOut(steps, { tickEvery: 1000 })).toBe(first);
    }),
    { numRuns: deep(6, 50) },
  );
});

it('an ad is delivered within an hour of its approval, stops with its campaign, and its report adds up', async () => {
  await anew();
  const clock = new TestClock('2026-11-20T14:00:00.000Z');
  const sandbox = createSandbox({ db: database.db, clock, seed: SEED, speed: 1, faults: false, control: false, tokens: false });
  const { platform } = sandbox;
  const [account = ''] = mine;
  const { campaign = '' } = await launch(platform, { kind: 'launch', account: 0, budget: 80_000, ads: 2, mark: '', isShared: true }, 'x');
  const report = async (by: 'day' | 'hour'): Promise<InsightRow[]> => {
    const rows: InsightRow[] = [];
    for await (const row of platform.insights(t, account, { from: '2026-11-01', to: '2026-12-01', by })) rows.push(row);
    return rows;
  };
  const sumOf = (rows: readonly InsightRow[], name: 'spend' | 'impressions' | 'clicks' | 'p50') =>
    rows.reduce((sum, row) => sum + (row[name] ?? 0), 0);
  expect(await report('hour')).toEqual([]);
  clock.forward({ minutes: 46 + 60 });
  const shown = await report('hour');
  expect(new Set(shown.map(({ ad_id }) => ad_id)).size).toBe(2);
  clock.forward({ hours: 20 });
  await platform.update(t, account, 'campaign', campaign, { status: 'PAUSED' });
  clock.forward({ minutes: 5 });
  const [hours, days] = [await report('hour'), await report('day')];
  for (const name of ['spend', 'impressions', 'clicks', 'p50'] as const) expect(sumOf(days, name)).toBe(sumOf(hours, name));
  clock.forward({ hours: 9 });
  await tick(sandbox);
  expect(sumOf(await report('hour'), 'spend')).toBe(sumOf(hours, 'spend'));
  const purchases = (rows: readonly InsightRow[]) => rows.reduce((sum, row) => sum + (row.plat_purchases ?? 0), 0);
  clock.forward({ days: 4 });
  expect(purchases(await report('day'))).toBeGreaterThanOrEqual(purchases(days));
});
