import { type RawBuilder, sql } from 'kysely';
import { effectiveStatuses } from '#contracts/vocabulary/launches.ts';
import { undeliverableReason } from '../../assets/index.ts';
import { defaultLimits } from '../../limits.ts';
import { ORDER_ZH } from '../../searching.ts';
import { type EntityLevel, platformColumn } from './levels.ts';

/** SQL: the target D0 ROI of e-commerce. */
const EC_TARGET_ROI = sql`coalesce((select (value #>> '{}')::numeric from setting where key = 'EC_TARGET_ROI'), ${sql.lit(defaultLimits.ecTargetRoi)})`;

/** SQL: an object with id and label, or null when the id is null. */
export const idAndLabel = (id: RawBuilder<unknown>, label: RawBuilder<unknown>) =>
  sql`case when ${id} is not null then jsonb_build_object('id', ${id}, 'label', ${label}) end`;
const aliasIdAndLabel = (alias: string, label: string) => idAndLabel(sql.ref(`${alias}.id`), sql.ref(`${alias}.${label}`));

/** SQL: the current date in the timezone of account `a`. */
export const accountToday = (now: Date): RawBuilder<unknown> => sql`(${now}::timestamptz at time zone a.timezone_name)::date`;

/** SQL: the target D0 ROI of `e`; null without a drama or product. */
export const targetRoi = sql<
  number | null
>`(case when d.id is not null then d.target_roi_d0_bp / 10000.0 when pr.id is not null then ${EC_TARGET_ROI} end)`;

/**
 * The rows of a level as `e`, with account `a`, its personal account `p`, drama `d`, product `pr`, campaign `c` and ad group `g`. All
 * joins are outer joins, so that PostgreSQL skips those a query does not use.
 */
export function rowSource(level: EntityLevel): RawBuilder<unknown> {
  const campaign = level === 'campaign' ? sql`` : sql`left join campaign c on c.id = e.campaign_id`;
  const group = level === 'ad' ? sql`left join ad_group g on g.id = e.ad_group_id` : sql``;
  return sql`${sql.table(level)} e left join ad_account a on a.id = e.ad_account_id
    left join personal_account p on p.id = a.personal_account_id ${campaign} ${group}
    left join drama d on d.id = e.drama_id left join product pr on pr.id = e.product_id left join sys_user o on o.id = e.owner_user_id`;
}

/** SQL: the spend of `e` on the given days, in the currency of its account. */
const spentSql = (level: 'campaign' | 'ad_group', days: RawBuilder<unknown>) =>
  level === 'campaign'
    ? sql`(select sum(i.spend) from insight_daily i where i.campaign_id = e.id and ${days})`
    : sql`(select sum(i.spend) from ad x join insight_daily i on i.ad_id = x.id where x.ad_group_id = e.id and ${days})`;

/** SQL: the used share of the budget; null for ads and without a budget. */
export function spentShare(level: EntityLevel, now: Date): RawBuilder<number | null> {
  if (level === 'ad') return sql<number | null>`null::float8`;
  const today = spentSql(level, sql`i.stat_date = ${accountToday(now)}`);
  return sql<number | null>`(case e.budget_mode
    when 'daily' then round(coalesce(${today}, 0) / e.daily_budget, 6)
    when 'lifetime' then round(coalesce(${spentSql(level, sql`true`)}, 0) / e.lifetime_budget, 6) end)::float8`;
}

/** SQL: an amount in US dollars at the latest rate, for comparison across currencies; null when no rate is known. */
const inDollars = (amount: RawBuilder<unknown>) => sql`(${amount} / power(10, (select x.exponent from currency x where x.code = a.currency))
  * case when a.currency = 'USD' then 1 else (
    select x.usd_per_unit from exchange_rate x where x.currency = a.currency order by x.rate_date desc limit 1) end)`;

/** SQL: the expression that rows of a level are sorted by; undefined for metrics and unknown fields. */
export function sortColumn(level: EntityLevel, field: string, now: Date): RawBuilder<unknown> | undefined {
  switch (field) {
    case 'name':
      return sql`e.name ${ORDER_ZH}`;
    case 'effective_status':
      return sql`array_position(${[...effectiveStatuses]}::text[], e.effective_status)`;
    case 'account':
      return sql`a.name ${ORDER_ZH}`;
    case 'content':
      return sql`coalesce(d.title, pr.name) ${ORDER_ZH}`;
    case 'owner':
      return sql`o.name ${ORDER_ZH}`;
    case 'created_at':
      return sql`e.created_at`;
    default:
      return level === 'ad' ? undefined : budgetedColumn(level, field, now);
  }
}

function budgetedColumn(level: 'campaign' | 'ad_group', field: string, now: Date): RawBuilder<unknown> | undefined {
  const isGroup = level === 'ad_group';
  if (field === 'budget') return inDollars(sql`coalesce(e.daily_budget, e.lifetime_budget)`);
  if (field === 'spent_pct') return spentShare(level, now);
  if (field === 'start_at') return sql`e.start_at`;
  if (field === 'stop_at' && !isGroup) return sql`e.stop_at`;
  if (field === 'end_at' && isGroup) return sql`e.end_at`;
  if (field === 'bid_amount' && isGroup) return inDollars(sql`e.bid_amount`);
  return field === 'learning_events' && isGroup ? sql`e.learning_events` : undefined;
}

const EVENT_CONDITIONS: Readonly<Record<EntityLevel, RawBuilder<unknown>>> = {
  campaign: sql`v.campaign_id = e.id`,
  ad_group: sql`v.ad_group_id = e.id`,
  ad: sql`v.ad_id = e.id`,
};

/** SQL: the user who closed it last, by name, or the rule, by number. */
const closerSql = (level: EntityLevel) => sql`case when e.closed_by is not null then (
  select coalesce(cu.name, '#' || v.rule_id) from ad_event v left join sys_user cu on cu.id = v.actor_user_id
  where ${EVENT_CONDITIONS[level]} and v.level = ${level} and v.event = 'close' order by v.at desc, v.id desc limit 1) end`;

const NOT_DELETED = sql`x.deleted_at is null and x.status <> 'DELETED'`;

const budgetColumns = (level: EntityLevel, now: Date) =>
  sql`e.budget_mode, e.daily_budget, e.lifetime_budget, ${spentShare(level, now)} as spent_pct`;

const OWN_COLUMNS: Readonly<Record<EntityLevel, (now: Date) => RawBuilder<unknown>>> = {
  campaign: (
    now,
  ) => sql`${budgetColumns('campaign', now)}, e.platform_campaign_id, e.note, e.objective, e.bid_strategy, e.start_at, e.stop_at,
    (select count(*) from ad_group x where x.campaign_id = e.id and ${NOT_DELETED}) as groups,
    (select count(*) from ad x where x.campaign_id = e.id and ${NOT_DELETED}) as ads`,
  ad_group: (
    now,
  ) => sql`${budgetColumns('ad_group', now)}, ${aliasIdAndLabel('c', 'name')} as campaign, e.platform_adset_id, c.objective, c.bid_strategy,
    e.optimization_goal, e.billing_event, e.bid_amount, e.roas_floor_bp,
    (select ${aliasIdAndLabel('x', 'name')} from pixel x where x.id = e.pixel_id) as pixel, e.custom_event_type, e.attribution,
    case when jsonb_typeof(e.targeting -> 'countries') = 'array' then e.targeting -> 'countries' else jsonb_build_array(e.primary_country) end as countries,
    e.targeting, e.learning_stage, e.learning_events, e.start_at, e.end_at,
    (select count(*) from ad x where x.ad_group_id = e.id and ${NOT_DELETED}) as ads`,
  ad: () => sql`${aliasIdAndLabel('c', 'name')} as campaign, ${aliasIdAndLabel('g', 'name')} as "group", e.platform_ad_id, c.objective,
    (select ${aliasIdAndLabel('x', 'title')} from material x where x.id = e.material_id) as material,
    (select x.cover_key from material x where x.id = e.material_id) as cover_key,
    (select ${idAndLabel(sql`x.id`, sql`coalesce(x.headline, left(x.message, 40))`)} from post x where x.id = e.post_id) as post,
    (select ${aliasIdAndLabel('x', 'name')} from homepage x where x.id = e.homepage_id) as homepage,
    (select ${aliasIdAndLabel('x', 'title')} from landing_page x where x.id = e.landing_page_id) as landing,
    (select 'https://' || s.domain || '/' || x.slug from landing_page x join site s on s.id = x.site_id where x.id = e.landing_page_id) as landing_url,
    (select ${aliasIdAndLabel('x', 'name')} from pixel x where x.id = e.pixel_id) as pixel,
    e.primary_text, e.headline, e.description, e.call_to_action, e.review, e.review_feedback, e.appeal`,
};

/** SQL: the people behind a row of `rowSource(level)`. */
export const belongingColumns = sql`
  (select ${aliasIdAndLabel('x', 'name')} from sys_department x where x.id = o.department_id) as department,
  ${aliasIdAndLabel('p', 'name')} as personal_account`;

/** SQL: the columns of a row of `rowSource(level)`, without metrics. */
export const rowColumns = (level: EntityLevel, now: Date): RawBuilder<unknown> => sql`
  e.id, e.version, e.name, e.biz, a.channel,
  jsonb_build_object('id', a.id, 'label', a.name, 'currency', a.currency, 'timezone_name', a.timezone_name) as account,
  coalesce(${aliasIdAndLabel('d', 'title')}, ${aliasIdAndLabel('pr', 'name')}) as content, ${targetRoi}::float8 as target_roi, ${aliasIdAndLabel('o', 'name')} as owner,
  e.status, e.effective_status, ${undeliverableReason('a', 'p', now)} as undeliverable, a.account_status, a.disable_reason, a.min_daily_budget,
  (select jsonb_build_object('id', s.id, 'label', s.name, 'version', coalesce(e.scheme_version, 1)) from scheme s where s.id = e.scheme_id) as scheme,
  e.source, e.closed_by, e.closed_at, ${closerSql(level)} as closer, e.issue, e.sync_state,
  (select b.batch_id from batch_item b where b.target_type = ${level} and b.target_id = e.id and b.status in ('pending', 'running')
    order by b.id limit 1) as locked_by_batch,
  (select x.exponent from currency x where x.code = a.currency) as exponent, e.rule_shield_until, e.created_at, e.updated_at, ${sql.ref(`e.${platformColumn[level]}`)} as platform_id, ${OWN_COLUMNS[level](now)}`;
