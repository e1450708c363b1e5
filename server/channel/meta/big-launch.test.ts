import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { deep } from '#tests/support/depth.ts';
import { testMetaConfig } from '#tests/support/meta-config.ts';
import { serveDouble } from '#tests/support/meta-double.ts';
import { quietSandbox } from '#tests/support/outside.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';
import type { AdPlatform } from '../ad-platform.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { sandboxTables } from '../sandbox/tables.ts';
import { createDouble, type Double } from './double/double.ts';
import { judge } from './facts/judge.ts';
import table from './facts/table.json' with { type: 'json' };
import { createMeta } from './meta.ts';

/** Ad accounts of one person, and the ads that each of them gets. */
const ACCOUNTS = deep(2, 5);
const ADS = deep(20, 100);
const ADS_PER_GROUP = deep(10, 50);
/**
 * How far the end may lie from the estimate: a minute, and a tenth of the whole time. Reads that the launch needs besides its writes, and
 * what the pictures of the uploads leave of the quota, are not in the estimate.
 */
const TOLERANCE = { ms: 60_000, part: 0.1 };

let server: TestApp;
let assets: PublishAssets;
let double: Double;
let network: Awaited<ReturnType<typeof serveDouble>>;
const rows = publishingFixtures(() => server);

beforeAll(async () => {
  const holder: { platform?: AdPlatform } = {};
  const channels = {
    of: () => {
      if (holder.platform === undefined) throw new Error('the network is not connected yet');
      return holder.platform;
    },
    connectorsFor: () => ['meta'] as const,
  };
  server = await createTestApp({ channels, batches: { waitMs: 0 } });
  network = await serveDouble(() => double);
  const { db, clock } = server;
  const { platform: world } = createSandbox({ db, clock, ...quietSandbox });
  const config = testMetaConfig(network.address);
  double = createDouble({ world: { platform: world, db: sandboxTables(db), now: () => clock.now() }, config, isLimited: true });
  holder.platform = createMeta({ config, clock, languages: [], sleep: () => Promise.resolve(), random: () => 0 }).platform;
  const prepared = await rows.prepareAssets('opt_05', ADS, ['星河-美国-短剧-02', '星河-美国-短剧-04']);
  assets = { ...prepared, accounts: prepared.accounts.slice(0, ACCOUNTS) };
  await sql`update homepage set ad_limit = 5000, ads_active = 0`.execute(db);
  await sql`update sbx_page set ad_limit = 5000, ads_elsewhere = 0`.execute(db);
  // The world shares its pixel with the accounts of the demo company only.
  await sql`insert into sbx_pixel_share (pixel_id, account_id)
    select p.platform_pixel_id, a.platform_account_id from pixel_share s join pixel p on p.id = s.pixel_id
      join ad_account a on a.id = s.ad_account_id on conflict do nothing`.execute(db);
});
afterAll(async () => {
  await network.close();
  await server.close();
});

const loadBatch = async () => await server.db.selectFrom('batch').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

/** The next time at which an item may run that waits for the quota of its account. */
async function findNextStart(): Promise<Date | null> {
  const { rows: found } = await sql<{ at: Date | null }>`
    select min(not_before) as at from batch_item where status = 'pending' and not_before > ${server.clock.now()}`.execute(server.db);
  return found[0]?.at ?? null;
}

it(
  `a launch of ${ACCOUNTS * ADS} ads over ${ACCOUNTS} ad accounts in the limited tier makes each ad once and ends when it was said to end`,
  async () => {
    const { clock } = server;
    const structure = { groups_per_campaign: ADS / ADS_PER_GROUP, ads_per_group: ADS_PER_GROUP };
    const { id } = await rows.scheme('opt_05', assets, { structure });
    const request = rows.request(assets, id, { ad_account_ids: assets.accounts, material_ids: assets.materials });
    const { data: plan } = await server.as('opt_05', '/ad-publish/preview', request);
    expect(plan.errors).toEqual([]);
    const { data: check } = await server.as('opt_05', '/ad-publish/check', { plan_id: plan.plan_id });
    expect(check.problems).toEqual([]);
    expect(check.schedule.map(({ tier }) => tier)).toEqual(assets.accounts.map(() => 'limited'));

    const startedAt = clock.now().getTime();
    const { data } = await server.as('opt_05', '/ad-publish/submit', { plan_id: plan.plan_id, confirm_budget: true });
    await server.app.batches.settled();
    let [waits, next] = [0, await findNextStart()];
    while (next !== null) {
      waits += 1;
      clock.forward({ ms: next.getTime() - clock.now().getTime() });
      await server.app.batches.sweep();
      await server.app.batches.settled();
      next = await findNextStart();
    }
    const passed = clock.now().getTime() - startedAt;

    expect(await loadBatch()).toMatchObject({ id: data.batch_id, status: 'succeeded', fail: 0, skip: 0, unknown: 0, canceled: 0 });
    const { rows: made } = await sql<{ account: string; ads: number; tags: number; recorded: number }>`
    select s.account_id as account, count(*)::int as ads, count(distinct s.tag)::int as tags, count(a.id)::int as recorded
    from sbx_ad s left join ad a on a.platform_ad_id = s.id and a.client_tag::text = s.tag where s.status = 'ACTIVE'
    group by s.account_id`.execute(server.db);
    expect(made.map(({ ads, tags, recorded }) => [ads, tags, recorded])).toEqual(assets.accounts.map(() => [ADS, ADS, ADS]));

    // Every account was waited for, and none was called while it had no quota left.
    expect(waits).toBeGreaterThan(0);
    expect(double.blockedCalls()).toBe(0);
    expect(double.violations).toEqual([]);
    expect([...new Set(double.requests.flatMap((one) => judge(table, one)))]).toEqual([]);

    const estimated = Date.parse(check.ends_at ?? '') - startedAt;
    expect(estimated).toBeGreaterThan(60_000);
    expect(Math.abs(passed - estimated)).toBeLessThan(TOLERANCE.ms + estimated * TOLERANCE.part);
  },
  deep(60_000, 900_000),
);
