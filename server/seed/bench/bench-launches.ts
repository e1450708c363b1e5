import { sql } from 'kysely';
import { BENCH_DAYS } from './sizes.ts';
import { type BenchSetting, type BenchStep, chance, pickInt, pickOfLine, resetSequence, rows } from './steps.ts';

/** SQL: first day of an ad and the day after its last, counted from the start of the history; some ads began earlier. */
const startDay = (n: string) =>
  sql`floor(${chance(n, 31)} * (${sql.lit(BENCH_DAYS)} + 24 + 76 * ${chance(n, 32)}))::int - (24 + 76 * ${chance(n, 32)})::int`;
const endDay = (n: string) => sql`(${startDay(n)} + (24 + 76 * ${chance(n, 32)})::int)`;

const STATUS = sql`case when ends < ${sql.lit(BENCH_DAYS)} then 'PAUSED' else 'ACTIVE' end`;

/** The parts of a scheme that reports show. */
const SCHEME_BODY = {
  goal: { objective: 'OUTCOME_SALES' },
  money: { budget_usd: 5_000, budget_mode: 'daily', budget_level: 'campaign', bid_strategy: 'LOWEST_COST_WITHOUT_CAP' },
  audience: { countries: ['US'] },
  structure: { campaigns_per_account: 1, groups_per_campaign: 2, ads_per_group: 3 },
};

/** Schemes, batches with their items, campaigns, ad groups, ads and their events. */
export function benchLaunches({ sizes, asOf }: BenchSetting): BenchStep {
  const first = sql`${asOf}::timestamptz - interval '1 day' * ${sql.lit(BENCH_DAYS)}`;
  const { campaigns, groups, ads } = sizes;
  const common = sql`ad_account_id, name, biz, drama_id, product_id, owner_user_id, scheme_id, scheme_version, status, effective_status, created_at,
    updated_at`;
  return {
    name: 'launches',
    statements: [
      sql`insert into scheme (id, name, biz, channel, owner_user_id, visibility, status, current_version, created_at, updated_at) overriding system value
        select n, '方案 ' || n, case when n % 4 = 3 then 'ec' else 'dj' end, 'meta', a.user_id, 'private', 'enabled', 1, ${first}, ${first}
        from ${rows(sizes.schemes)} join asset_assign a on a.asset_type = 'ad_account' and a.asset_id = 1 + n % ${sql.lit(sizes.accounts)}`,
      resetSequence('scheme'),
      sql`insert into scheme_version (scheme_id, version, body, created_by, created_at, updated_at)
        select id, 1, ${JSON.stringify(SCHEME_BODY)}::jsonb, owner_user_id, created_at, created_at from scheme`,
      // An account has one owner, who owns all of its campaigns.
      sql`create temp table tree on commit preserve rows as
        select n as ad_id, 1 + (n - 1) * ${sql.lit(groups)} / ${sql.lit(ads)} as group_id, ${startDay('n')} as begins, ${endDay('n')} as ends
        from ${rows(ads)}`,
      sql`alter table tree add campaign_id bigint`,
      sql`update tree set campaign_id = 1 + (group_id - 1) * ${sql.lit(campaigns)} / ${sql.lit(groups)}`,
      sql`insert into campaign (id, client_tag, platform_campaign_id, objective, budget_mode, daily_budget, bid_strategy, ${common}) overriding system value
        select t.campaign_id, md5('campaign ' || t.campaign_id)::uuid, '4' || lpad(t.campaign_id::text, 14, '0'), 'OUTCOME_SALES', 'daily', 20000, 'LOWEST_COST_WITHOUT_CAP', a.id,
          'Campaign ' || t.campaign_id, a.biz, case when a.biz = 'dj' then 1 + t.campaign_id % ${sql.lit(sizes.dramas)} end,
          case when a.biz = 'ec' then 1 + t.campaign_id % ${sql.lit(sizes.products)} end, s.user_id, 1 + t.campaign_id % ${sql.lit(sizes.schemes)}, 1,
          ${STATUS}, ${STATUS}, ${first} + interval '1 day' * greatest(t.begins, 0), ${asOf}
        from (select campaign_id, min(begins) as begins, max(ends) as ends from tree group by 1) t
        join ad_account a on a.id = 1 + ${pickInt('t.campaign_id', 33, sizes.accounts)}
        join asset_assign s on s.asset_type = 'ad_account' and s.asset_id = a.id`,
      resetSequence('campaign'),
      sql`insert into ad_group (id, client_tag, campaign_id, platform_adset_id, optimization_goal, billing_event, pixel_id, custom_event_type, attribution,
          targeting, primary_country, ${common}) overriding system value
        select t.group_id, md5('ad group ' || t.group_id)::uuid, c.id, '3' || lpad(t.group_id::text, 14, '0'), 'OFFSITE_CONVERSIONS', 'IMPRESSIONS', 1 + t.group_id % ${sql.lit(sizes.pixels)},
          'PURCHASE', '7d_click_1d_view', jsonb_build_object('countries', array[k.country]), k.country, c.ad_account_id, 'Group ' || t.group_id, c.biz,
          c.drama_id, c.product_id, c.owner_user_id, c.scheme_id, 1, ${STATUS}, ${STATUS}, c.created_at, ${asOf}
        from (select group_id, min(campaign_id) as campaign_id, max(ends) as ends from tree group by 1) t
        join campaign c on c.id = t.campaign_id
        cross join lateral (select (array['US', 'GB', 'BR', 'MX', 'JP', 'ID'])[1 + t.group_id % 6] as country) k`,
      resetSequence('ad_group'),
      sql`insert into ad (id, client_tag, campaign_id, ad_group_id, platform_ad_id, material_id, homepage_id, landing_page_id, pixel_id, primary_text,
          call_to_action, url_tags, review, ${common}) overriding system value
        select t.ad_id, md5('ad ' || t.ad_id)::uuid, g.campaign_id, g.id, '2' || lpad(t.ad_id::text, 14, '0'), ${pickOfLine(sql`g.biz`, 't.ad_id', 34, sizes.materials)},
          1 + t.ad_id % ${sql.lit(sizes.homepages)}, ${pickOfLine(sql`g.biz`, 't.ad_id', 35, sizes.landings)}, g.pixel_id, 'Text', 'WATCH_MORE', 'ad_id={{ad.id}}',
          'approved', g.ad_account_id, 'Ad ' || t.ad_id, g.biz, g.drama_id, g.product_id, g.owner_user_id, g.scheme_id, 1, ${STATUS}, ${STATUS},
          ${first} + interval '1 day' * greatest(t.begins, 0), ${asOf}
        from tree t join ad_group g on g.id = t.group_id`,
      resetSequence('ad'),
      sql`insert into batch (id, type, user_id, origin, action, language, summary, params, scheme_id, scheme_version, status, total, done, ok, fail,
          started_at, finished_at, created_at, updated_at) overriding system value
        select n, case when n % 3 = 0 then 'publish' else 'status' end, s.user_id, '/advertising/start', '/ad-entities/batch_status', 'zh',
          jsonb_build_object('zh', '批次 ' || n, 'en', 'Batch ' || n), '{}', null, null, case when n % 20 = 0 then 'partial' else 'succeeded' end,
          ${sql.lit(sizes.itemsPerBatch)}, ${sql.lit(sizes.itemsPerBatch)}, ${sql.lit(sizes.itemsPerBatch)} - (n % 20 = 0)::int, (n % 20 = 0)::int, w.at, w.at, w.at, w.at
        from ${rows(sizes.batches)}
        join asset_assign s on s.asset_type = 'ad_account' and s.asset_id = 1 + n % ${sql.lit(sizes.accounts)}
        cross join lateral (select ${asOf}::timestamptz - n * (interval '180 days' / ${sql.lit(sizes.batches)}) as at) w`,
      resetSequence('batch'),
      sql`insert into batch_item (client_tag, batch_id, seq, user_id, address, target_type, target_id, label, locks, status, code, reason, started_at, finished_at,
          created_at, updated_at)
        select md5('item ' || b.id || '.' || i)::uuid, b.id, i, b.user_id, '10.0.0.1', 'campaign', 1 + (b.id * 31 + i) % ${sql.lit(campaigns)}, 'Campaign', true,
          case when i = 1 and b.fail = 1 then 'failed' else 'succeeded' end, case when i = 1 and b.fail = 1 then 510 end,
          case when i = 1 and b.fail = 1 then 'PLATFORM_REJECTED' end, b.created_at, b.created_at, b.created_at, b.created_at
        from batch b, generate_series(1, ${sql.lit(sizes.itemsPerBatch)}) i`,
      sql`insert into ad_event (at, level, campaign_id, ad_group_id, ad_id, ad_account_id, owner_user_id, event, actor_type, actor_user_id, before, after, snapshot)
        select ${asOf}::timestamptz - n * (interval '180 days' / ${sql.lit(sizes.events)}), 'ad', a.campaign_id, a.ad_group_id, a.id, a.ad_account_id,
          a.owner_user_id, (case when n % 24 = 0 then 'copy' else (array['publish', 'review', 'close', 'open', 'budget', 'close', 'open', 'bid', 'close', 'budget', 'review', 'remove'])[1 + n % 12] end), 'user', a.owner_user_id,
          '{"status": "ACTIVE"}', '{"status": "PAUSED"}', jsonb_build_object('spend_usd', 1000 + n % 9000, 'orders', n % 7, 'roi', 0.8, 'roi_d0', 0.6, 'hours_running', n % 200)
        from ${rows(sizes.events)} join ad a on a.id = 1 + ${pickInt('n', 36, ads)}`,
    ],
  };
}
