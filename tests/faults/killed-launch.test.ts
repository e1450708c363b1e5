import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDouble, type Double } from '#server/channel/meta/double/double.ts';
import { createSandbox } from '#server/channel/sandbox/sandbox.ts';
import { sandboxTables } from '#server/channel/sandbox/tables.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { deep } from '#tests/support/depth.ts';
import { testMetaConfig } from '#tests/support/meta-config.ts';
import { serveDouble } from '#tests/support/meta-double.ts';
import { quietSandbox } from '#tests/support/outside.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';
import { advanceClock, callApi, type ServerProcess, signIn, spawnFaultyServer } from '#tests/support/server-process.ts';

const ADS = 6;
const GROUPS = 2;
/** The pictures, the campaign, its ad sets and ads, and the turning on of the campaign. */
const WRITES = ADS + 1 + GROUPS + ADS + 1;

interface Point {
  /** Which write of the launch the network receives when the server dies. */
  write: number;
  /** Whether the network carries that write out. */
  isDone: boolean;
}
const all: Point[] = Array.from({ length: WRITES }, (_, write) => [
  { write, isDone: false },
  { write, isDone: true },
]).flat();
const points = deep<Point[]>(
  [
    { write: ADS, isDone: false },
    { write: WRITES - 3, isDone: true },
  ],
  all,
);

/** How often the minutes pass after which unknown outcomes are looked up, and what failed is tried again, at most. */
const MAX_ROUNDS = 4;

describe('a server that is killed in the middle of a launch', () => {
  let local: TestApp;
  let assets: PublishAssets;
  let double: Double;
  let network: Awaited<ReturnType<typeof serveDouble>>;
  let server: ServerProcess;
  const rows = publishingFixtures(() => local);

  const start = async () => {
    server = await spawnFaultyServer({
      databaseUrl: local.url,
      filesFolder: local.outside.folder,
      from: local.clock.now().toISOString(),
      metaAddress: network.address,
    });
  };

  beforeAll(async () => {
    local = await createTestApp();
    network = await serveDouble(() => double);
    const { db, clock } = local;
    const { platform } = createSandbox({ db, clock, ...quietSandbox });
    double = createDouble({
      world: { platform, db: sandboxTables(db), now: () => clock.now() },
      config: testMetaConfig(network.address),
    });
    assets = await rows.prepareAssets('opt_05', 0);
    await start();
  });
  afterAll(async () => {
    await server.stop();
    await network.close();
    await local.close();
  });

  async function pass(minutes: number): Promise<void> {
    local.clock.forward({ minutes });
    await advanceClock(server, minutes);
  }

  /** Plans a launch with pictures that no ad account has yet. */
  async function plan(): Promise<string> {
    const materials: number[] = [];
    for (let n = 0; n < ADS; n += 1) materials.push(await rows.picture('opt_05', assets.drama));
    const structure = { groups_per_campaign: GROUPS, ads_per_group: ADS / GROUPS };
    const { id } = await rows.scheme('opt_05', assets, { structure });
    const request = rows.request(assets, id, { material_ids: materials });
    const { data } = await local.as('opt_05', '/ad-publish/preview', request);
    expect(data.errors).toEqual([]);
    return data.plan_id;
  }

  /** Has the server killed when the network receives that write; the answer tells whether it is dead. */
  function killAt({ write, isDone }: Point): () => boolean {
    let writes = 0;
    let isDead = false;
    double.plan = ({ method }) => {
      if (method !== 'POST') return null;
      writes += 1;
      if (writes !== write + 1) return null;
      double.plan = () => null;
      void server.kill('group').then(() => void (isDead = true));
      return isDone ? 'lost' : 'refused';
    };
    return () => isDead;
  }

  const loadBatch = async () => await local.db.selectFrom('batch').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

  /** Lets unknown outcomes be looked up, and tries again what proved to have failed, as a person would. */
  async function settle(token: string): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      for (const minutes of [2, 3, 10]) await pass(minutes);
      const { id, status } = await loadBatch();
      if (status === 'succeeded') return;
      await callApi(server.url, '/op-batches/retry', { batch_id: id }, token);
      await pass(1);
    }
  }

  /** Everything on the network that is not deleted, with what our tables hold of it. */
  const loadObjects = async () =>
    (
      await sql<{ level: string; id: string; tag: string; status: string; is_recorded: boolean }>`
        select level, id, tag, status, exists (
          select from campaign where platform_campaign_id = n.id and client_tag::text = n.tag
          union all select from ad_group where platform_adset_id = n.id and client_tag::text = n.tag
          union all select from ad where platform_ad_id = n.id and client_tag::text = n.tag) as is_recorded
        from (select 'campaign' as level, id, tag, status from sbx_campaign union all select 'ad_group', id, tag, status from sbx_group
          union all select 'ad', id, tag, status from sbx_ad) n
        where status <> 'DELETED'`.execute(local.db)
    ).rows;
  const countUnrecorded = async () =>
    (
      await sql<{ count: number }>`
        select ((select count(*) from campaign where platform_campaign_id is null) + (select count(*) from ad_group where platform_adset_id is null)
          + (select count(*) from ad where platform_ad_id is null))::int as count`.execute(local.db)
    ).rows[0]?.count;

  it.each(points)('at write $write (carried out: $isDone) leaves no twin and loses nothing', async (point) => {
    const before = new Set((await loadObjects()).map(({ id }) => id));
    const plan_id = await plan();
    const token = await signIn(server.url, 'opt_05', 'Demo@2026');
    const isDead = killAt(point);
    await callApi(server.url, '/ad-publish/submit', { plan_id, confirm_budget: true }, token).catch(() => undefined);
    await expect.poll(() => isDead(), { timeout: 60_000 }).toBe(true);
    expect(await loadBatch()).toMatchObject({ finished_at: null });
    local.clock.forward({ minutes: 2 });
    await start();
    await settle(token);

    expect(await loadBatch()).toMatchObject({ status: 'succeeded', fail: 0, skip: 0, unknown: 0, canceled: 0 });
    const made = (await loadObjects()).filter(({ id }) => !before.has(id));
    const count = (level: string) => made.filter((one) => one.level === level).length;
    expect({ campaigns: count('campaign'), groups: count('ad_group'), ads: count('ad') }).toEqual({
      campaigns: 1,
      groups: GROUPS,
      ads: ADS,
    });
    expect(made.filter(({ status, is_recorded }) => status !== 'ACTIVE' || !is_recorded)).toEqual([]);
    expect(await countUnrecorded()).toBe(0);
    expect(double.violations).toEqual([]);
  });
});
