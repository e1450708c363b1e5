import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { AdPlatform } from '#server/channel/ad-platform.ts';
import { sandboxWorld } from '#server/channel/sandbox/world.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import type { Outside } from '#server/domain/outside.ts';
import { buildApp } from '#server/http/build-app.ts';
import { openOutside } from '#server/outside.ts';
import { seedDemoPeople } from '#server/seed/demo.ts';
import { DEMO_PASSWORD, md5, type TestApp, TestClock } from '#tests/support/app.ts';
import { quietSandbox, testVault } from '#tests/support/outside.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';
import { row } from '../stage.ts';
import { watchQueries } from '../statements.ts';

/** The maximum of one publish: five ad groups of twenty-five ads in each of four accounts. */
const [ACCOUNTS, GROUPS, ADS_EACH] = [4, 5, 25];
const ADS = ACCOUNTS * GROUPS * ADS_EACH;
const AS = 'opt_05';

interface Counts {
  /** Counts of channel calls, by name. */
  calls: Map<string, number>;
  /** Statements of the server and of the simulated channel, whose tables are in the same database. */
  ours: number;
  theirs: number;
}

const inChannel = new AsyncLocalStorage<true>();

/** Channels that count their calls. */
function counting({ channels }: Outside, { calls }: Counts): Outside['channels'] {
  const counted = (platform: AdPlatform): AdPlatform =>
    new Proxy(platform, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name);
        if (typeof found !== 'function') return found;
        return (...given: unknown[]) => {
          calls.set(String(name), (calls.get(String(name)) ?? 0) + 1);
          return inChannel.run(true, () => Reflect.apply(found, target, given) as unknown);
        };
      },
    });
  return { ...channels, of: (connector) => counted(channels.of(connector)) };
}

/** Gives room and budget for all of them, in four accounts of the person who granted everything. */
async function widen(fixtures: ReturnType<typeof publishingFixtures>, assets: PublishAssets, db: TestApp['db']): Promise<number[]> {
  const known = await db.selectFrom('ad_account').select('platform_account_id').execute();
  const granted = await db
    .selectFrom('personal_account')
    .select('platform_user_id')
    .where('id', '=', assets.person)
    .executeTakeFirstOrThrow();
  const more = sandboxWorld(quietSandbox.seed).accounts.filter(
    ({ id, people, account_status, currency }) =>
      people.includes(granted.platform_user_id) &&
      account_status === 1 &&
      currency === 'USD' &&
      !known.some((one) => one.platform_account_id === id),
  );
  const accounts = [...assets.accounts];
  for (const { id, name, currency, timezone_name, min_daily_budget } of more.slice(0, ACCOUNTS - accounts.length))
    accounts.push(
      await fixtures.account(assets.person, { platform_account_id: id, name, biz: 'dj', currency, timezone_name, min_daily_budget }),
    );
  // The pixel is shared in the database and on the channel.
  await sql`insert into pixel_share (pixel_id, ad_account_id, status, created_at, updated_at)
    select ${assets.pixel}, a.id, 'active', a.created_at, a.created_at from ad_account a on conflict do nothing`.execute(db);
  await sql`insert into sbx_pixel_share (pixel_id, account_id)
    select p.platform_pixel_id, a.platform_account_id from ad_account a join pixel p on p.id = ${assets.pixel} on conflict do nothing`.execute(
    db,
  );
  await sql`update homepage set ad_limit = 5000`.execute(db);
  await sql`update sbx_page set ad_limit = 5000`.execute(db);
  return accounts.slice(0, ACCOUNTS);
}

/** Publishes five hundred ads on the simulated channel without pauses, and prints the time it took. */
export async function measurePublish(databaseUrl: string): Promise<void> {
  const filesFolder = mkdtempSync(path.join(os.tmpdir(), 'ads-bench-files-'));
  const { db, close } = connectDatabase({ url: databaseUrl });
  await migrateToLatest(db);
  await seedDemoPeople(db);
  const clock = new TestClock();
  const counts: Counts = { calls: new Map(), ours: 0, theirs: 0 };
  const outside = openOutside({ db, clock, vault: testVault, filesFolder, sandbox: quietSandbox });
  const app = await buildApp({
    db,
    clock,
    outside: { ...outside, channels: counting(outside, counts) },
    config: { limits: { callsPerSecond: 1_000_000 } },
    batches: { waitMs: 0 },
  });
  try {
    const signedIn = await app.inject({ method: 'POST', url: '/api/login', payload: { account: AS, pwd: md5(DEMO_PASSWORD) } });
    const headers = { authorization: `Bearer ${signedIn.json().data.token}` };
    const call = async (address: string, payload: object) => {
      const answer = (await app.inject({ method: 'POST', url: `/api${address}`, headers, payload })).json();
      if (answer.code !== 0) throw new Error(`${address}: ${JSON.stringify(answer.data)}`);
      return answer;
    };
    const as: TestApp['as'] = (_account, address, body) => call(address, body as object);
    const fixtures = publishingFixtures(() => ({ db, clock, as, outside }));
    const assets = await fixtures.prepareAssets(AS, GROUPS);
    const ad_account_ids = await widen(fixtures, assets, db);
    const { id } = await fixtures.scheme(AS, assets, {
      structure: { groups_per_campaign: GROUPS, ads_per_group: ADS_EACH, split_by: 'ad_group' },
    });
    const began = performance.now();
    const { data: plan } = await call(
      '/ad-publish/preview',
      fixtures.request(assets, id, { ad_account_ids, material_ids: assets.materials }),
    );
    const previewed = performance.now();
    if (plan.errors.length > 0) throw new Error(`the plan has errors: ${JSON.stringify(plan.errors)}`);
    const stop = watchQueries(() => {
      if (inChannel.getStore() === true) counts.theirs += 1;
      else counts.ours += 1;
    });
    const { data: started } = await call('/ad-publish/submit', { plan_id: plan.plan_id, confirm_budget: true });
    await app.batches.settled();
    stop();
    const seconds = (performance.now() - previewed) / 1000;
    const batch = await db
      .selectFrom('batch')
      .select(['status', 'total', 'ok'])
      .where('id', '=', started.batch_id)
      .executeTakeFirstOrThrow();
    const calls = [...counts.calls.values()].reduce((sum, count) => sum + count, 0);
    row(`publish of ${plan.counts.ads} ads of ${ADS} in ${ad_account_ids.length} accounts`, batch.status, `${batch.ok}/${batch.total}`);
    row('preview, s; publish, s', ((previewed - began) / 1000).toFixed(1), seconds.toFixed(1));
    row('calls of the channel; for each ad; per s', calls, (calls / ADS).toFixed(2), (calls / seconds).toFixed(0));
    row('statements of the server; for each ad', counts.ours, (counts.ours / ADS).toFixed(1));
    row('statements of the channel; for each call', counts.theirs, (counts.theirs / calls).toFixed(1));
    process.stdout.write(`${[...counts.calls].map(([name, count]) => `${name} ${count}`).join(', ')}\n`);
  } finally {
    await app.close();
    await close();
    rmSync(filesFolder, { recursive: true, force: true });
  }
}
