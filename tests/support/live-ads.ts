import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { adOf, campaignOf, fileOf, groupOf } from '#server/channel/conformance/specs.ts';
import { seedSandbox } from '#server/channel/sandbox/found-world.ts';
import { demoGrant, sandboxWorld } from '#server/channel/sandbox/world.ts';
import type { Database } from '#server/database/schema.ts';
import { contentJobs } from '#server/domain/content/wire.ts';
import type { Job } from '#server/domain/jobs/index.ts';
import { orderJobs } from '#server/domain/orders/wire.ts';
import { insightJobs } from '#server/domain/pulling/index.ts';
import { seedAuthorisedAssets } from '#server/seed/demo-assets.ts';
import { seedContent } from '#server/seed/demo-content.ts';
import { seedLandings } from '#server/seed/demo-landings.ts';
import { seedConnections } from '#server/seed/demo-sites.ts';
import { TestClock } from './app.ts';
import { createTestDatabase } from './database.ts';
import { quietSandbox, testOutside, testVault } from './outside.ts';

const { seed } = quietSandbox;
const asOf = new Date('2026-11-20T00:00:00Z');
const world = sandboxWorld(seed);

export interface LaunchOptions {
  /** Name of an ad account of the demo company. */
  account?: string;
  owner?: string | null;
  ads?: number;
  groups?: number;
  /** Per day, in the smallest unit of the account's currency. */
  budget?: number;
  country?: string;
  hasPixel?: boolean;
}

export interface LiveCampaign {
  id: number;
  platformId: string;
  accountId: number;
  adIds: number[];
}

/**
 * The assets and content of the demo company on the simulated channel, without launches. A test launches ads on the channel and in our
 * tables, and they deliver as time passes. The jobs that pull facts run when the test says so.
 */
export async function openLiveAds() {
  const database = await createTestDatabase({ seed: 'people' });
  const { db } = database;
  await db.transaction().execute(async (transaction) => {
    const users = await idsBy(transaction, 'sys_user', 'account');
    const people = { users, departments: await idsBy(transaction, 'sys_department', 'name') };
    const seeding = { vault: testVault, asOf, seed };
    await seedSandbox(transaction, { seed, asOf });
    const granted = await seedAuthorisedAssets(transaction, people, seeding);
    const connected = await seedConnections(transaction, { ...people, ...granted }, seeding);
    const content = await seedContent(transaction, { users, shops: connected.shops, asOf, store: null });
    await seedLandings(transaction, { sites: connected.sites, ...content, asOf });
  });
  const clock = new TestClock(asOf.toISOString());
  const outside = testOutside({ db, clock });
  const platform = outside.channels.of('sandbox');
  let tags = 0;

  /** Launches a campaign that runs at once and leads to the landing page of a drama. */
  async function launch({
    account: name = '星河-美国-短剧-01',
    owner = 'opt_01',
    ads = 2,
    groups = 1,
    budget = 100_000,
    country = 'US',
    hasPixel = true,
  }: LaunchOptions = {}): Promise<LiveCampaign> {
    const remote = world.accounts.find((each) => each.name === name);
    const person = world.persons.find(({ id }) => id === remote?.people[0]);
    if (remote === undefined || person === undefined) throw new Error(`there is no account ${name}`);
    const t = { token: demoGrant(seed, person, asOf)?.token ?? '' };
    const page = world.pages.find(
      ({ people, status, tasks }) => people.includes(person.id) && status === 'active' && tasks.includes('ADVERTISE'),
    );
    const landing = await landingOf(db, remote.biz);
    const account = await db.selectFrom('ad_account').select(['id']).where('platform_account_id', '=', remote.id).executeTakeFirstOrThrow();
    const pixel = hasPixel
      ? await db.selectFrom('pixel').select(['id', 'platform_pixel_id']).where('owner_ad_account_id', '=', account.id).executeTakeFirst()
      : undefined;
    const owner_user_id =
      owner === null ? null : (await db.selectFrom('sys_user').select('id').where('account', '=', owner).executeTakeFirstOrThrow()).id;
    const tag = () => `live-${++tags}`;
    const { asset_id } = await platform.uploadAsset(t, remote.id, fileOf('image'), tag());
    const { id: platformId } = await platform.createCampaign(t, remote.id, campaignOf(), tag());
    const common = {
      ad_account_id: account.id,
      biz: remote.biz,
      drama_id: landing.drama_id,
      product_id: landing.product_id,
      owner_user_id,
      status: 'ACTIVE' as const,
      effective_status: 'ACTIVE' as const,
      created_at: clock.now(),
      updated_at: clock.now(),
    };
    const campaign = await db
      .insertInto('campaign')
      .values({
        ...common,
        platform_campaign_id: platformId,
        name: 'Live',
        objective: 'OUTCOME_SALES',
        bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const adIds: number[] = [];
    for (let index = 0; index < groups; index++) {
      const goal = pixel === undefined ? {} : { pixel_id: pixel.platform_pixel_id, custom_event_type: 'PURCHASE' };
      const spec = groupOf(platformId, { daily_budget: budget, targeting: { countries: [country] }, ...goal });
      const { id: remoteGroup } = await platform.createAdGroup(t, remote.id, spec, tag());
      const group = await db
        .insertInto('ad_group')
        .values({
          ...common,
          campaign_id: campaign.id,
          platform_adset_id: remoteGroup,
          name: `Live ${index}`,
          optimization_goal: spec.optimization_goal,
          billing_event: spec.billing_event,
          attribution: spec.attribution,
          targeting: JSON.stringify(spec.targeting),
          primary_country: country,
          budget_mode: 'daily',
          daily_budget: budget,
          pixel_id: pixel?.id ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (let ad = 0; ad < ads; ad++) {
        const traits = { sha256: `sha ${ad}`, content: landing.code, landing: landing.url, price_minor: null, biz: remote.biz };
        const made = adOf(remoteGroup, page?.id ?? '', { asset_id, link: landing.url, traits });
        const { id: remoteAd } = await platform.createAd(t, remote.id, made, tag());
        const { id } = await db
          .insertInto('ad')
          .values({
            ...common,
            campaign_id: campaign.id,
            ad_group_id: group.id,
            platform_ad_id: remoteAd,
            name: `Live ${ad}`,
            landing_page_id: landing.id,
            pixel_id: pixel?.id ?? null,
            primary_text: 'x',
            call_to_action: 'WATCH_MORE',
            url_tags: 'ad_id={{ad.id}}',
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        adIds.push(id);
      }
    }
    return { id: campaign.id, platformId, accountId: account.id, adIds };
  }

  /** Adds copies of every ad of the campaign until each exists `times` times, reviewed and running, on the channel and in our tables. */
  async function multiply(campaign: LiveCampaign, times: number): Promise<number[]> {
    await sql`
      with copies as (
        select s.platform_ad_id as source, s.platform_ad_id || lpad(n::text, 3, '0') as platform_ad_id, s.id, s.name || ' ' || n as name,
          nextval(pg_get_serial_sequence('ad', 'id')) as own
        from ad s, generate_series(2, ${times}::int) n where s.campaign_id = ${campaign.id} order by s.id, n
      ), there as (
        insert into sbx_ad
        select (jsonb_populate_record(a, jsonb_build_object('id', c.platform_ad_id, 'tag', c.platform_ad_id, 'name', c.name))).*
        from copies c join sbx_ad a on a.id = c.source
      )
      insert into ad overriding system value
      select (jsonb_populate_record(s, jsonb_build_object('id', c.own, 'platform_ad_id', c.platform_ad_id, 'client_tag', gen_random_uuid(),
        'name', c.name))).*
      from copies c join ad s on s.id = c.id`.execute(db);
    const { rows } = await sql<{ id: number }>`
      update ad set review = 'approved' where campaign_id = ${campaign.id} returning id`.execute(db);
    return rows.map(({ id }) => id).sort((one, other) => one - other);
  }

  const jobs = [...insightJobs, ...orderJobs, ...contentJobs, ...(outside.jobs ?? [])];
  const log: string[] = [];

  async function run(key: string) {
    const job: Job | undefined = jobs.find((each) => each.key === key);
    if (job === undefined) throw new Error(`there is no task ${key}`);
    return await job.run({ db, now: clock.now(), ...outside, signal: new AbortController().signal, log: (line) => log.push(line) });
  }

  /** Returns to the first instant, with nothing launched and no facts. */
  async function reset(): Promise<void> {
    await sql`truncate campaign, ad_group, ad, insight_hourly, insight_daily, landing_daily, visit_hour, pixel_event, pixel_event_daily,
      biz_order, payer, alert, fact_sync, feed_cursor, exchange_rate, sbx_clock, sbx_person, sbx_grant, sbx_code, sbx_account, sbx_page, sbx_pixel,
      sbx_pixel_share, sbx_attempt, sbx_asset, sbx_post, sbx_campaign, sbx_group, sbx_ad, sbx_budget_change, sbx_hour, sbx_order
      restart identity cascade`.execute(db);
    await db.transaction().execute((transaction) => seedSandbox(transaction, { seed, asOf }));
    clock.forward({ ms: asOf.getTime() - clock.now().getTime() });
    tags = 0;
  }

  /** Every row of a table as text, without the columns that contain the time of writing. */
  async function rowsOf(table: string, without: readonly string[] = []): Promise<string[]> {
    const { rows } = await sql<{
      row: string;
    }>`select (to_jsonb(t) - ${[...without]}::text[])::text as row from ${sql.table(table)} t order by 1`.execute(db);
    return rows.map(({ row }) => row);
  }

  const close = async () => {
    outside.close();
    await database.close();
  };
  return { db, url: database.url, clock, outside, platform, seed, log, launch, multiply, run, reset, rowsOf, close };
}

export type LiveAds = Awaited<ReturnType<typeof openLiveAds>>;

async function idsBy(db: Kysely<Database>, table: 'sys_user' | 'sys_department', column: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`select id, ${sql.ref(column)} as name from ${sql.table(table)}`.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function landingOf(db: Kysely<Database>, biz: 'dj' | 'ec') {
  const { rows } = await sql<{ id: number; drama_id: number | null; product_id: number | null; url: string; code: string }>`
    select l.id, l.drama_id, l.product_id, 'https://' || s.domain || '/' || l.slug as url, coalesce(d.code, p.sku) as code
    from landing_page l join site s on s.id = l.site_id left join drama d on d.id = l.drama_id left join product p on p.id = l.product_id
    where l.status = 'online' and l.biz = ${biz} order by l.id limit 1`.execute(db);
  const [landing] = rows;
  if (landing === undefined) throw new Error('there is no page to land on');
  return landing;
}
