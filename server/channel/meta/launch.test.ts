import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { launchBatchTypes } from '#server/domain/ads/publishing/launch.batches.ts';
import { reconcileItems } from '#server/domain/batches/index.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { deep } from '#tests/support/depth.ts';
import { testMetaConfig } from '#tests/support/meta-config.ts';
import { quietSandbox } from '#tests/support/outside.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';
import type { AdPlatform } from '../ad-platform.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { sandboxTables } from '../sandbox/tables.ts';
import { createDouble, type Double, type Fault } from './double/double.ts';
import { judge } from './facts/judge.ts';
import table from './facts/table.json' with { type: 'json' };
import { createMeta } from './meta.ts';

/** A console whose only network is the double. */
let server: TestApp;
let assets: PublishAssets;
let double: Double;
/** Called after each request, before its answer arrives. */
let onAnswer: () => Promise<void> = () => Promise.resolve();
const rows = publishingFixtures(() => server);

beforeEach(async () => {
  const holder: { platform?: AdPlatform } = {};
  const channels = {
    of: () => {
      if (holder.platform === undefined) throw new Error('the network is not connected yet');
      return holder.platform;
    },
    connectorsFor: () => ['meta'] as const,
  };
  server = await createTestApp({ channels, batches: { waitMs: 0 } });
  const { db, clock } = server;
  const { platform: world } = createSandbox({ db, clock, ...quietSandbox });
  const config = testMetaConfig('http://127.0.0.1:9');
  double = createDouble({ world: { platform: world, db: sandboxTables(db), now: () => clock.now() }, config });
  const send: typeof fetch = async (input, init) => {
    try {
      return await double.fetch(input, init);
    } finally {
      await onAnswer();
    }
  };
  holder.platform = createMeta({ config, clock, languages: [], sleep: () => Promise.resolve(), random: () => 0, fetch: send }).platform;
  assets = await rows.prepareAssets();
});
afterEach(async () => await server.close());

async function publish(accounts = 1): Promise<number> {
  const { id } = await rows.scheme('opt_05', assets, {});
  const { data: plan } = await server.as(
    'opt_05',
    '/ad-publish/preview',
    rows.request(assets, id, { ad_account_ids: assets.accounts.slice(0, accounts) }),
  );
  expect(plan.errors).toEqual([]);
  const { data } = await server.as('opt_05', '/ad-publish/submit', { plan_id: plan.plan_id, confirm_budget: true });
  await server.app.batches.settled();
  return data.batch_id;
}

const statusOf = async (batch_id: number) => (await server.as('admin', '/op-batches/detail', { batch_id })).data.status;
const duplicates = async () =>
  (
    await sql<{ tag: string }>`
      select tag from (select tag from sbx_campaign where status <> 'DELETED' union all select tag from sbx_group where status <> 'DELETED'
        union all select tag from sbx_ad where status <> 'DELETED') objects
      group by tag having count(*) > 1`.execute(server.db)
  ).rows;

/** Lets the minutes pass after which an unknown outcome is looked up, until nothing is left to look up. */
async function reconcile(): Promise<void> {
  for (let passed = 0; passed < 20; passed += 5) {
    server.clock.forward({ minutes: 5 });
    const { vault, channels } = server.outside;
    const context = { db: server.db, now: server.clock.now(), channels, vault };
    await reconcileItems(context, launchBatchTypes, {
      signal: new AbortController().signal,
      onError: (error) => {
        throw error;
      },
    });
    await server.app.batches.sweep();
    await server.app.batches.settled();
  }
}

it('a launch creates its campaigns, ad sets and ads on Meta, in the form that the publisher describes', async () => {
  const batch = await publish();
  expect(await statusOf(batch)).toBe('succeeded');
  const ads = await server.db.selectFrom('ad').select(['platform_ad_id', 'status']).execute();
  expect(ads.length).toBeGreaterThan(1);
  expect(ads.every(({ platform_ad_id }) => platform_ad_id !== null)).toBe(true);
  expect(double.violations).toEqual([]);
  expect([...new Set(double.requests.flatMap((request) => judge(table, request)))]).toEqual([]);
});

/** Which of the creating requests of a launch loses its answer. */
const points = deep(
  [0, 3],
  Array.from({ length: 15 }, (_, index) => index),
);

it.each(points)('a launch whose answer number %i is lost leaves no object twice', async (point) => {
  let creations = 0;
  double.plan = ({ method, path }) => {
    if (method !== 'POST' || !/\/(?:campaigns|adsets|ads)$/.test(path)) return null;
    creations += 1;
    return creations - 1 === point ? 'lost' : null;
  };
  const batch = await publish();
  double.plan = () => null;
  await reconcile();
  if (creations > point) expect(await statusOf(batch)).toBe('succeeded');
  expect(await duplicates()).toEqual([]);
});

/** Campaigns that are on at the network while something in them is still to be made. */
const openTooEarly = async () =>
  (
    await sql<{ id: string }>`
      select c.id from sbx_campaign c join campaign o on o.platform_campaign_id = c.id
        join batch_item own on own.client_tag = o.client_tag
        join batch_item i on i.batch_id = own.batch_id and i.branch = own.branch
      where c.status = 'ACTIVE' and i.params ->> 'step' in ('campaign', 'ad_group', 'ad') and i.status in ('pending', 'running')`.execute(
      server.db,
    )
  ).rows;

it('a campaign is never on before everything in it is there, however requests of several accounts mix and fail', async () => {
  const fates = fc.array(fc.constantFrom<Fault | null>(null, null, null, 'lost', 'refused', 'transient', 'html'), { maxLength: 30 });
  const seen: { id: string }[] = [];
  let [looks, opened] = [0, 0];
  onAnswer = async () => {
    looks += 1;
    seen.push(...(await openTooEarly()));
  };
  await fc.assert(
    fc.asyncProperty(fates, async (faults) => {
      let writes = 0;
      double.plan = ({ method, path, parameters }) => {
        if (parameters['status'] === 'ACTIVE' && !/\/(?:adsets|ads)$/.test(path)) opened += 1;
        // A picture whose upload was lost would be waited for by the next launch.
        return method === 'POST' && !path.endsWith('/adimages') ? (faults[writes++] ?? null) : null;
      };
      await publish(2);
      expect(seen).toEqual([]);
    }),
    { numRuns: deep(6, 60), endOnFailure: true, examples: [[[]]] },
  );
  onAnswer = () => Promise.resolve();
  // The first run meets no fault, so that the campaigns of both accounts are turned on.
  expect(looks).toBeGreaterThan(14);
  expect(opened).toBeGreaterThanOrEqual(2);
});
