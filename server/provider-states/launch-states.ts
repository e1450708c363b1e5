import { type Kysely, sql } from 'kysely';
import { cast } from '#contracts/states/cast.ts';
import type { LaunchSituations } from '#contracts/states/launch-situations.ts';
import type { Database } from '#server/database/schema.ts';
import { recomputeStatus } from '#server/domain/ads/entities/index.ts';
import { businessTimezone } from '#server/domain/business-time.ts';

type Db = Kysely<Database>;
type Given<Name extends keyof LaunchSituations> = LaunchSituations[Name];

const CREATED = new Date('2026-11-20T08:00:00Z');
const timestamps = { created_at: CREATED, updated_at: CREATED };

export const launchIdTables = ['biz_order', 'campaign', 'ad_group', 'ad', 'ad_event', 'schedule_task'] as const;

export async function addCampaign(db: Db, given: Given<'a campaign with a group and an ad exists'>): Promise<void> {
  const { id, ad_group_id, ad_id, status, owner, name, version, ad_account_id, drama_id } = given;
  const isDeleted = status === 'DELETED';
  const shared = {
    name,
    version,
    ad_account_id,
    drama_id,
    biz: 'dj',
    owner_user_id: owner,
    deleted_at: isDeleted ? CREATED : null,
    ...timestamps,
  } as const;
  const children = { ...shared, status: isDeleted ? ('DELETED' as const) : ('ACTIVE' as const), effective_status: 'ACTIVE' as const };
  await db
    .insertInto('campaign')
    .values({
      ...shared,
      id,
      status,
      effective_status: status,
      platform_campaign_id: `6001${id}`,
      objective: 'OUTCOME_SALES',
      bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
      budget_mode: 'daily',
      daily_budget: 5_000,
    })
    .execute();
  await db
    .insertInto('ad_group')
    .values({
      ...children,
      id: ad_group_id,
      campaign_id: id,
      platform_adset_id: `6002${ad_group_id}`,
      optimization_goal: 'OFFSITE_CONVERSIONS',
      billing_event: 'IMPRESSIONS',
      attribution: '7d_click',
      targeting: JSON.stringify({ countries: ['US'] }),
      primary_country: 'US',
      learning_stage: 'LEARNING',
      learning_events: 12,
    })
    .execute();
  await db
    .insertInto('ad')
    .values({
      ...children,
      id: ad_id,
      campaign_id: id,
      ad_group_id,
      platform_ad_id: `6003${ad_id}`,
      primary_text: '她回来了',
      call_to_action: 'WATCH_MORE',
      url_tags: 'ad_id={{ad.id}}',
      review: 'approved',
    })
    .execute();
  await recomputeStatus(db, { campaignIds: [id] }, new Date());
}

export async function addSpend(db: Db, { id, days_ago, spend_usd, revenue_usd }: Given<'a campaign spent'>): Promise<void> {
  await sql`
    insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, owner_user_id, biz, drama_id, product_id, scheme_id, scheme_version,
      material_id, creator_user_id, landing_page_id, pixel_id, country, channel, spend, spend_usd, revenue_usd, pulled_at)
    select d.id, (now() at time zone a.timezone_name)::date - ${days_ago}::int, d.ad_group_id, d.campaign_id, d.ad_account_id,
      d.owner_user_id, d.biz, d.drama_id, d.product_id, d.scheme_id, d.scheme_version, d.material_id, (select m.creator_user_id from material m where m.id = d.material_id), d.landing_page_id, d.pixel_id, 'US', a.channel, ${spend_usd}::bigint, ${spend_usd}::bigint, ${revenue_usd}::bigint, now()
    from ad d join ad_account a on a.id = d.ad_account_id where d.campaign_id = ${id}`.execute(db);
}

export async function addTiredDays(db: Db, { campaign_id }: Given<'an ad grew tired'>): Promise<void> {
  for (const [days_ago, clicks] of Object.entries({ 4: 60, 3: 60, 2: 60, 1: 20 })) {
    await addSpend(db, { id: campaign_id, days_ago: Number(days_ago), spend_usd: 1_000, revenue_usd: 0 });
    await sql`
      update insight_daily f set impressions = 2000, link_clicks = ${clicks}
      from ad_account a where a.id = f.ad_account_id and f.campaign_id = ${campaign_id}
        and f.stat_date = (now() at time zone a.timezone_name)::date - ${days_ago}::int`.execute(db);
  }
}

const LISTED_AT = '2026-11-20T08:00:00Z';

export async function addOrder(
  db: Db,
  { id, campaign_id, site_id, order_no, user_key, amount_usd }: Given<'an order of a campaign was paid'>,
): Promise<void> {
  await sql`
    insert into biz_order (id, order_no, biz, site_id, user_key, ad_id, ad_group_id, campaign_id, ad_account_id, owner_user_id, scheme_id,
      drama_id, product_id, material_id, creator_user_id, landing_page_id, pixel_id, order_type, amount, currency, amount_usd, fee_usd, pay_channel, status,
      ordered_at, paid_at, country, os, stat_date, stat_hour, biz_date, cohort_date, day_n, is_h24, is_first, attribution, created_at, updated_at)
    select ${id}::bigint, ${order_no}, d.biz, ${site_id}::bigint, ${user_key}, d.id, d.ad_group_id, d.campaign_id, d.ad_account_id, d.owner_user_id,
      d.scheme_id, d.drama_id, d.product_id, d.material_id, (select m.creator_user_id from material m where m.id = d.material_id),
      d.landing_page_id, d.pixel_id, 'first', ${amount_usd}::bigint, 'USD',
      ${amount_usd}::bigint, 0, 'stripe', 'paid', now(), now(), 'US', 'ios', z.today, 0, z.today, z.today, 0, true, true, 'click', now(), now()
    from ad d join ad_account a on a.id = d.ad_account_id
    cross join lateral (select (now() at time zone a.timezone_name)::date as today) z where d.campaign_id = ${campaign_id}`.execute(db);
}

export async function moveOrder(db: Db, { order_id, paid_at }: Given<'an order was paid at another time'>): Promise<void> {
  await sql`
    update biz_order o set ordered_at = z.at, paid_at = z.at, stat_date = z.day, cohort_date = z.day,
      biz_date = (z.at at time zone ${businessTimezone})::date
    from ad_account a cross join lateral (
      select ${paid_at}::timestamptz as at, (${paid_at}::timestamptz at time zone a.timezone_name)::date as day) z
    where a.id = o.ad_account_id and o.id = ${order_id}`.execute(db);
}

export async function addPayer(db: Db, { order_id }: Given<'the payer of an order is known'>): Promise<void> {
  await sql`
    insert into payer (user_key, site_id, ad_id, acquired_at, cohort_date, is_reacq, first_paid_at, orders, total_usd, last_active_at)
    select user_key, site_id, ad_id, ordered_at, cohort_date, false, paid_at, 1, amount_usd, paid_at
    from biz_order where id = ${order_id}`.execute(db);
}

export async function keepListedCampaign(db: Db, { id }: Given<'a campaign was listed by the channel'>): Promise<void> {
  await sql`
    insert into channel_object (level, entity_id, body, created_at, updated_at)
    select 'campaign', c.id, jsonb_build_object('level', 'campaign', 'name', c.name), ${LISTED_AT}::timestamptz, ${LISTED_AT}::timestamptz
    from campaign c where c.id = ${id}`.execute(db);
}

export async function markPublished(db: Db, given: Given<'a campaign was published from a scheme'>): Promise<void> {
  const { id, scheme_id, pixel_id, ...shown } = given;
  const published = { scheme_id, scheme_version: 1 };
  await db.updateTable('campaign').set(published).where('id', '=', id).execute();
  await db
    .updateTable('ad_group')
    .set({ ...published, pixel_id })
    .where('campaign_id', '=', id)
    .execute();
  await db
    .updateTable('ad')
    .set({ ...published, pixel_id, ...shown })
    .where('campaign_id', '=', id)
    .execute();
}

export async function addOrigin(db: Db, { id, from }: Given<'a campaign was copied'>): Promise<void> {
  await db.updateTable('campaign').set({ source_campaign_id: from }).where('id', '=', id).execute();
}

export async function markBehind(db: Db, { id }: Given<'an ad account is behind'>): Promise<void> {
  const behind = { pulled_at: CREATED, failed_since: new Date('2026-11-20T09:00:00Z'), updated_at: CREATED };
  await db
    .insertInto('fact_sync')
    .values({ ad_account_id: id, ...behind })
    .onConflict((conflict) => conflict.column('ad_account_id').doUpdateSet(behind))
    .execute();
}

export async function addEvent(db: Db, given: Given<'something happened to a campaign'>): Promise<void> {
  const { id, campaign_id, event, by, rule_id, reason } = given;
  const { ad_account_id, owner_user_id } = await db
    .selectFrom('campaign')
    .select(['ad_account_id', 'owner_user_id'])
    .where('id', '=', campaign_id)
    .executeTakeFirstOrThrow();
  await sql`
    insert into ad_event (id, at, level, campaign_id, ad_account_id, owner_user_id, event, actor_type, actor_user_id, rule_id,
      before, after, reason, snapshot)
    values (${id}, ${CREATED}, 'campaign', ${campaign_id}, ${ad_account_id}, ${owner_user_id}, ${event},
      ${rule_id === null ? 'user' : 'rule'}, ${by}, ${rule_id}, '{"status": "ACTIVE"}', ${JSON.stringify({ status: event === 'close' ? 'PAUSED' : 'DELETED' })}, ${reason},
      '{"spend_usd": 1200, "orders": 2, "roi": 0.5, "roi_d0": 0.4, "hours_running": 6}')`.execute(db);
}

export async function addUse(db: Db, { id, landing_page_id, product_id }: Given<'the ad of a campaign uses something'>): Promise<void> {
  if (landing_page_id !== null) await db.updateTable('ad').set({ landing_page_id }).where('campaign_id', '=', id).execute();
  if (product_id === null) return;
  const content = { product_id, drama_id: null, biz: 'ec' as const };
  await db.updateTable('campaign').set(content).where('id', '=', id).execute();
  await db.updateTable('ad_group').set(content).where('campaign_id', '=', id).execute();
  await db.updateTable('ad').set(content).where('campaign_id', '=', id).execute();
}

export async function addSchedule(db: Db, { id, campaign_id, by, status }: Given<'something is scheduled for a campaign'>): Promise<void> {
  await db
    .insertInto('schedule_task')
    .values({
      id: id as never,
      level: 'campaign',
      entity_id: campaign_id,
      action: 'pause',
      run_at: new Date('2099-01-01T00:00:00Z'),
      repeat: 'daily',
      status,
      user_id: by,
      ...timestamps,
    })
    .execute();
}

/** Adds `count` campaigns of the administrator, or `count` close events of one campaign. */
export async function addManyLaunches(db: Db, of: 'campaigns' | 'closes', count: number): Promise<void> {
  const campaigns = of === 'campaigns' ? count : 1;
  await sql`
    with person as (
      insert into personal_account (channel, connector, platform_user_id, name, usage, owner_user_id, status, created_at, updated_at)
      values ('meta', 'sandbox', '1', 'many', 'self', ${cast.admin.id}, 'active', now(), now()) returning id
    ), account as (
      insert into ad_account (channel, connector, platform_account_id, name, currency, timezone_name, account_status, balance, amount_spent,
        min_daily_budget, biz, usage, personal_account_id, authorised_at, created_at, updated_at)
      select 'meta', 'sandbox', '1', 'many', 'USD', 'UTC', 1, 0, 0, 100, 'dj', 'self', id, now(), now(), now() from person returning id
    )
    insert into campaign (ad_account_id, name, biz, owner_user_id, objective, bid_strategy, status, effective_status, created_at, updated_at)
    select account.id, 'n' || n, 'dj', ${cast.admin.id}, 'OUTCOME_SALES', 'LOWEST_COST_WITHOUT_CAP', 'PAUSED', 'PAUSED', now(), now()
    from account, generate_series(1, ${campaigns}::int) n`.execute(db);
  if (of === 'campaigns') return;
  await sql`
    insert into ad_event (at, level, campaign_id, ad_account_id, owner_user_id, event, actor_type, actor_user_id)
    select now(), 'campaign', c.id, c.ad_account_id, c.owner_user_id, 'close', 'user', ${cast.admin.id}
    from campaign c, generate_series(1, ${count}::int) n`.execute(db);
}

/** Adds spend of today to every row of the table, each through its own ad; that of a drama comes from each of its materials. */
const addFiguresOf =
  (table: 'drama' | 'scheme') =>
  async (db: Db): Promise<void> => {
    await addManyLaunches(db, 'closes', 1);
    const material =
      table === 'drama' ? { id: sql`m.id`, join: sql`join material m on m.drama_id = d.id` } : { id: sql`null::bigint`, join: sql`` };
    await sql`
      insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, owner_user_id, biz, ${sql.ref(`${table}_id`)},
        material_id, country, channel, spend, spend_usd, pulled_at)
      select d.id, (now() at time zone a.timezone_name)::date, d.id, c.id, a.id, ${cast.admin.id}, 'dj', d.id, ${material.id}, 'US', a.channel,
        100, 100, now()
      from ${sql.table(table)} d ${material.join}, campaign c join ad_account a on a.id = c.ad_account_id`.execute(db);
  };
export const addFiguresOfDramas = addFiguresOf('drama');
export const addFiguresOfSchemes = addFiguresOf('scheme');

/** Adds a spend today from a scheme for each person. */
export async function addFiguresOfPeople(db: Db): Promise<void> {
  await addManyLaunches(db, 'closes', 1);
  await sql`
    insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, owner_user_id, biz, scheme_id, country, channel,
      spend, spend_usd, pulled_at)
    select u.id, (now() at time zone a.timezone_name)::date, u.id, c.id, a.id, u.id, 'dj', s.id, 'US', a.channel, 100, 100, now()
    from sys_user u, scheme s, campaign c join ad_account a on a.id = c.ad_account_id`.execute(db);
}

/** Adds orders of today, each of another ad. */
export async function addManyOrders(db: Db, count: number): Promise<void> {
  await addManyLaunches(db, 'closes', 1);
  await sql`
    with site as (
      insert into site (biz, name, domain, kind, url_tags, verify_method, verify_token, timezone_name, status, created_by, created_at, updated_at)
      values ('dj', 'many', 'many.test', 'h5', 'ad_id={{ad.id}}', 'dns_txt', 'many', 'UTC', 'on', ${cast.admin.id}, now(), now()) returning id
    )
    insert into biz_order (order_no, biz, site_id, user_key, ad_id, campaign_id, ad_account_id, owner_user_id, order_type, amount, currency,
      amount_usd, pay_channel, status, ordered_at, paid_at, country, os, stat_date, stat_hour, biz_date, attribution, created_at, updated_at)
    select 'n' || n, 'dj', site.id, 'n' || n, n, c.id, a.id, ${cast.admin.id}, 'first', 100, 'USD', 100, 'stripe', 'paid', now(), now(), 'US', 'ios',
      z.today, 0, z.today, 'click', now(), now()
    from site, campaign c join ad_account a on a.id = c.ad_account_id cross join lateral (select (now() at time zone a.timezone_name)::date as today) z,
      generate_series(1, ${count}::int) n`.execute(db);
}
