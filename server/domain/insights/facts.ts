import { type RawBuilder, sql } from 'kysely';
import { type Measure, measures as measuresByKind } from '#contracts/rules/metrics.ts';
import { businessDay, businessTimezone } from '../business-time.ts';
import { assetVisible } from '../people/index.ts';
import type { Caller } from '../work-context.ts';
import { plusDays } from './days.ts';

/**
 * Facts named `f`. All sources have the same columns for grouping and filtering: ad_id, ad_group_id, campaign_id, ad_account_id,
 * owner_user_id, biz, drama_id, product_id, material_id, creator_user_id, scheme_id, scheme_version, landing_page_id, country, channel,
 * stat_date.
 */
export interface FactSource {
  readonly from: RawBuilder<unknown> | ((period: Period) => RawBuilder<unknown>);
  /** Aggregate of each measure; for distinct objects, over one row per object with the number of its facts, `times`. */
  readonly measures: Readonly<Partial<Record<Measure, RawBuilder<unknown>>>>;
  /** Facts of a day; otherwise they describe the present and belong to no period. */
  readonly isDated: boolean;
  /** `from` leaves out the facts of other days itself. */
  readonly isOfPeriod?: true;
  /** Orders, which have columns of their own. */
  readonly isOfOrders?: true;
  /** Facts of an hour. */
  readonly isOfHours?: true;
  /** Sums of days of ads, which may stand for them in totals of any rows. */
  readonly isOfManyAds?: true;
  /** Columns without values, so rows grouped by one of these have no figures of this source. */
  readonly missingColumns?: readonly string[];
  /** Values of dimensions that the source has in a column of its own instead of the usual one, by dimension. */
  readonly values?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Facts of whole pixels, which nobody owns and whose account is that of the pixel. Filters of ads leave the pixels that matching ads use. */
  readonly isOfPixels?: true;
  /** Replaces visibility by owner, for facts without one. */
  readonly visible?: (caller: Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>) => RawBuilder<boolean>;
  /** Replaces the join of the account's current date as `acc.today`, for facts without an account. */
  readonly today?: (now: Date) => RawBuilder<unknown>;
  /** Having condition: the group still contains facts. */
  readonly hasRowsLeft?: RawBuilder<boolean>;
  /** Counts each object once, over the facts that meet the condition. */
  readonly distinct?: {
    readonly id: RawBuilder<unknown>;
    readonly where: RawBuilder<boolean>;
    /** The facts of one object may belong to several ad accounts. */
    readonly isInSeveralAccounts?: true;
    /** Counts the objects by their first fact since a date, without listing them. Needs every fact of the days. */
    readonly byFirst?: {
      readonly from: RawBuilder<unknown>;
      readonly measures: (since: RawBuilder<unknown>) => FactSource['measures'];
    };
  };
}

/** First and last requested date in any time zone. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * Summed as float8, which is exact for integers up to 2^53: the sum of bigint is numeric, whose state needs a hundred times the memory.
 */
export const sumColumns = (measures: readonly Measure[]) =>
  Object.fromEntries(measures.map((measure) => [measure, sql`sum(f.${sql.ref(measure)}::float8)`])) as FactSource['measures'];

/** Columns that only facts of pixels have. */
const EVENT_COLUMNS = ['event_name', 'event_source'];

/** Ad facts by day. */
export const adDays = (measures: readonly Measure[]): FactSource => ({
  from: sql`insight_daily f`,
  measures: sumColumns(measures),
  isDated: true,
  missingColumns: EVENT_COLUMNS,
});

/** Columns that may differ within a campaign. */
const AD_ONLY_COLUMNS = ['ad_group_id', 'ad_id', 'material_id', 'creator_user_id', 'landing_page_id', 'country'];

const TITLE_COLUMNS = ['drama_id', 'product_id'];
/** Columns that account days do not have, besides those of titles. */
const BELOW_ACCOUNT_COLUMNS = [...AD_ONLY_COLUMNS, ...EVENT_COLUMNS, 'pixel_id', 'campaign_id', 'scheme_id', 'scheme_version'];

/** Ad facts by account, owner, title and day, which are fewer rows. */
export const titleDays = (measures: readonly Measure[]): FactSource => ({
  from: sql`insight_title_daily f`,
  measures: sumColumns(measures),
  isDated: true,
  isOfManyAds: true,
  missingColumns: BELOW_ACCOUNT_COLUMNS,
});

/** Ad facts by account, owner and day, which are far fewer rows. */
export const accountDays = (measures: readonly Measure[]): FactSource => ({
  from: sql`insight_account_daily f`,
  measures: sumColumns(measures),
  isDated: true,
  isOfManyAds: true,
  missingColumns: [...BELOW_ACCOUNT_COLUMNS, ...TITLE_COLUMNS],
});

/** The sums of `creatorMonths`. */
export const CREATOR_MONTH_MEASURES: readonly Measure[] = ['spend_usd', 'spend', 'revenue_usd', 'rev_d0'];

/** Ad facts by account, owner, creator and month, dated by the first day of the month. */
export const creatorMonths = (measures: readonly Measure[]): FactSource => ({
  from: sql`insight_creator_month f`,
  measures: sumColumns(measures),
  isDated: true,
  isOfManyAds: true,
  missingColumns: [...BELOW_ACCOUNT_COLUMNS.filter((column) => column !== 'creator_user_id'), ...TITLE_COLUMNS, 'channel'],
});

/** Days of ads by which sums of accounts differ from what is wanted. */
export interface Correction {
  /** Condition on a day of an ad `f`. */
  readonly where: RawBuilder<boolean>;
  /** SQL: 1 for days to add, -1 for days to take away, which all are by default. */
  readonly sign?: RawBuilder<number>;
}

/** Account days that meet the condition `within`, corrected by some days of ads. Fast when these are few. */
export const correctedAccountDays = (
  measures: readonly Measure[],
  { where, sign = sql<number>`-1` }: Correction,
  within: RawBuilder<boolean> = sql<boolean>`true`,
): FactSource => {
  const columns = measures.map((measure) => sql.ref(measure));
  const key = sql`f.ad_account_id, f.owner_user_id, f.biz, f.channel, f.stat_date`;
  return {
    ...accountDays(measures),
    // The corrected days are found in an index alone and then looked up one by one, because the planner expects too many.
    from: ({ from, to }) => sql`(
      select ${sql.join([key, sql`f.ad_days`, ...columns])} from insight_account_daily f where ${within}
      union all
      select ${sql.join([key, sql`c.sign`, ...columns.map((column) => sql`c.sign * f.${column}`)])}
      from (select f.ad_id, f.stat_date, ${sign} as sign from insight_daily f where f.stat_date between ${from}::date and ${to}::date and ${where}) c
      cross join lateral (select f.* from insight_daily f where f.ad_id = c.ad_id and f.stat_date = c.stat_date offset 0) f
    ) f`,
    hasRowsLeft: sql<boolean>`sum(f.ad_days) <> 0`,
  };
};

/** Ad facts by hour; their dimensions come from the day. */
export const adHours = (measures: readonly Measure[]): FactSource => ({
  from: sql`(
    select h.*, case when d.video_impressions > 0 then h.impressions else 0 end as video_impressions, d.ad_group_id, d.campaign_id, d.biz, d.drama_id, d.product_id, d.material_id, d.creator_user_id, d.scheme_id,
      d.scheme_version, d.landing_page_id, d.pixel_id, d.country, d.channel
    from insight_hourly h left join insight_daily d on d.ad_id = h.ad_id and d.stat_date = h.stat_date
  ) f`,
  measures: sumColumns(measures),
  isDated: true,
  isOfHours: true,
  missingColumns: EVENT_COLUMNS,
});

const NO_AD_COLUMNS = sql`null::bigint as ad_id, null::bigint as ad_group_id`;
const ENTITY_COLUMNS = sql`x.ad_account_id, x.owner_user_id, x.biz, x.drama_id, x.product_id, x.scheme_id, x.scheme_version, fa.channel`;
const NO_PART_COLUMNS = sql`null::bigint as material_id, null::bigint as creator_user_id, null::bigint as landing_page_id, null::bigint as pixel_id`;

/** Campaigns in the form of facts. */
const campaignsAsFacts = (more: RawBuilder<unknown>) => sql`
  select ${NO_AD_COLUMNS}, x.id as campaign_id, ${ENTITY_COLUMNS}, ${NO_PART_COLUMNS}, null::text as country, null::date as stat_date
  from campaign x left join ad_account fa on fa.id = x.ad_account_id where x.deleted_at is null and ${more}`;

const groupsAsFacts = (more: RawBuilder<unknown>) => sql`
  select null::bigint as ad_id, x.id as ad_group_id, x.campaign_id, ${ENTITY_COLUMNS}, ${NO_PART_COLUMNS}, x.primary_country::text as country, null::date as stat_date
  from ad_group x left join ad_account fa on fa.id = x.ad_account_id where x.deleted_at is null and ${more}`;

const AD_COLUMNS = sql`x.id as ad_id, x.ad_group_id, x.campaign_id, ${ENTITY_COLUMNS}, x.material_id, fm.creator_user_id, x.landing_page_id, x.pixel_id,
  fg.primary_country::text as country`;
const AD_JOINS = sql`ad x left join ad_account fa on fa.id = x.ad_account_id left join material fm on fm.id = x.material_id
  left join ad_group fg on fg.id = x.ad_group_id`;
const adsAsFacts = (more: RawBuilder<unknown>) => sql`
  select ${AD_COLUMNS}, null::date as stat_date from ${AD_JOINS} where x.deleted_at is null and ${more}`;

/** Stands for the ad account of facts that belong to none. Their dates are those of the company. */
export const NO_ACCOUNT = 0;

/** Columns of ads that materials have no value of. */
const NO_MATERIAL_COLUMNS = [
  'ad_group_id',
  'ad_id',
  'campaign_id',
  'ad_account_id',
  'scheme_id',
  'scheme_version',
  'landing_page_id',
  'country',
];

/** Materials in the form of facts, on the business date of an instant `at`. Failed uploads are no output. */
const materialsAsFacts = (at: RawBuilder<unknown>, { from, to }: Period) => sql`(
  select ${NO_AD_COLUMNS}, null::bigint as campaign_id, ${sql.lit(NO_ACCOUNT)}::bigint as ad_account_id, x.owner_user_id, x.biz, x.drama_id, x.product_id,
    null::bigint as scheme_id, null::int as scheme_version, null::text as channel, x.id as material_id, x.creator_user_id, null::bigint as landing_page_id,
    null::bigint as pixel_id, null::text as country, (${at} at time zone ${businessTimezone})::date as stat_date, x.hit_level,
    greatest(extract(epoch from x.first_used_at - x.created_at) / 86400, 0) as days_unused
  from material x
  where x.status not in ('uploading', 'failed') and x.deleted_at is null
    and ${at} >= ${`${plusDays(from, -1)}T00:00:00Z`}::timestamptz and ${at} < ${`${plusDays(to, 2)}T00:00:00Z`}::timestamptz
) f`;

/** Materials belong to no ad account, so their current date is that of the company. */
const OF_MATERIALS = {
  isDated: true,
  missingColumns: NO_MATERIAL_COLUMNS,
  today: (now) => sql`cross join (select ${businessDay(now)} as today) acc`,
} as const satisfies Partial<FactSource>;

/** SQL: the instant `at` is within the period in some time zone. The extra days let an index be used. */
const isWithin = (at: RawBuilder<unknown>, { from, to }: Period) =>
  sql`${at} >= ${`${plusDays(from, -1)}T00:00:00Z`}::timestamptz and ${at} < ${`${plusDays(to, 2)}T00:00:00Z`}::timestamptz`;

/**
 * The ads of publish jobs, also those that failed and therefore have no row of their own, on the day their job was started. They belong to
 * the user who published them.
 */
const publishedAsFacts = (period: Period) => sql`
  select fx.id as ad_id, coalesce(fx.ad_group_id, fgi.target_id) as ad_group_id, coalesce(fx.campaign_id, fci.target_id) as campaign_id,
    fa.id as ad_account_id, coalesce((fb.params ->> 'owner_user_id')::bigint, fb.user_id) as owner_user_id, fn.biz, fn.drama_id, fn.product_id,
    fb.scheme_id, fb.scheme_version, fa.channel, fn.material_id, fm.creator_user_id, fn.landing_page_id, fn.pixel_id,
    coalesce(fg.primary_country::text, fgi.params #>> '{node,targeting,countries,0}') as country,
    (fb.created_at at time zone fa.timezone_name)::date as stat_date, fb.id as batch_id, fi.status = 'succeeded' as is_published
  from batch fb
  join batch_item fi on fi.batch_id = fb.id and fi.target_type = 'ad' and fi.params ->> 'step' = 'ad'
  cross join lateral jsonb_to_record(fi.params -> 'node')
    as fn(biz text, drama_id bigint, product_id bigint, material_id bigint, landing_page_id bigint, pixel_id bigint)
  join ad_account fa on fa.id = (fi.params ->> 'ad_account_id')::bigint
  left join ad fx on fx.id = fi.target_id
  left join ad_group fg on fg.id = fx.ad_group_id
  left join material fm on fm.id = fn.material_id
  left join batch_item fgi on fgi.id = fi.parent_item_id
  left join batch_item fci on fci.id = fgi.parent_item_id
  where fb.type = 'publish' and ${isWithin(sql`fb.created_at`, period)}`;

/** Columns of facts by which rows are grouped and filtered. */
const FACT_COLUMNS = sql.join(
  [
    [
      'ad_id',
      'ad_group_id',
      'campaign_id',
      'ad_account_id',
      'owner_user_id',
      'biz',
      'drama_id',
      'product_id',
      'scheme_id',
      'scheme_version',
    ],
    ['channel', 'material_id', 'creator_user_id', 'landing_page_id', 'pixel_id', 'country', 'stat_date'],
  ]
    .flat()
    .map((column) => sql.ref(`p.${column}`)),
);

const COUNT_ALL = sql`count(*)`;
const HAS_SPENT = sql<boolean>`f.spend_usd > 0`;
/** Counts of running, created, published and spending objects. */
export const COUNT_SOURCES = {
  campaigns_running: {
    from: sql`(${campaignsAsFacts(sql`x.effective_status = 'ACTIVE'`)}) f`,
    measures: { campaigns_running: COUNT_ALL },
    isDated: false,
    missingColumns: AD_ONLY_COLUMNS,
  },
  ads_running: { from: sql`(${adsAsFacts(sql`x.effective_status = 'ACTIVE'`)}) f`, measures: { ads_running: COUNT_ALL }, isDated: false },
  ads_created: {
    from: (period) => sql`(
      select ${AD_COLUMNS}, (fe.at at time zone fa.timezone_name)::date as stat_date, x.took_off
      from ad_event fe join (${AD_JOINS}) on x.id = fe.ad_id where fe.level = 'ad' and fe.event in ('publish', 'copy')
        and ${isWithin(sql`fe.at`, period)}
    ) f`,
    measures: {
      ads_created: COUNT_ALL,
      ads_ripe: sql`count(f.took_off)`,
      ads_taken_off: sql`count(*) filter (where f.took_off)`,
    },
    isDated: true,
  },
  publish_items: {
    from: (period) => sql`(${publishedAsFacts(period)}) f`,
    measures: { publish_items: COUNT_ALL, publish_items_ok: sql`count(*) filter (where f.is_published)` },
    isDated: true,
  },
  publishes: {
    from: (period) => sql`(${publishedAsFacts(period)}) f`,
    measures: { publishes: COUNT_ALL },
    isDated: true,
    distinct: { id: sql`f.batch_id`, where: sql<boolean>`true`, isInSeveralAccounts: true },
  },
  schemes: {
    from: (period) => sql`(
      select ${FACT_COLUMNS} from insight_daily p where p.spend_usd > 0 and p.scheme_id is not null
      union all
      select ${FACT_COLUMNS} from (${publishedAsFacts(period)}) p where p.scheme_id is not null
    ) f`,
    measures: { schemes: COUNT_ALL },
    isDated: true,
    distinct: { id: sql`f.scheme_id`, where: sql<boolean>`true`, isInSeveralAccounts: true },
  },
  ads_spending: {
    from: sql`insight_daily f`,
    measures: { ads_spending: COUNT_ALL },
    isDated: true,
    distinct: { id: sql`f.ad_id`, where: HAS_SPENT },
  },
  users: {
    from: sql`insight_daily f`,
    measures: { users: COUNT_ALL },
    isDated: true,
    distinct: { id: sql`f.owner_user_id`, where: sql<boolean>`(${HAS_SPENT} and f.owner_user_id is not null)`, isInSeveralAccounts: true },
  },
  uploaded: {
    from: (period) => materialsAsFacts(sql`x.created_at`, period),
    measures: { uploaded: COUNT_ALL },
    ...OF_MATERIALS,
  },
  used: {
    from: (period) => materialsAsFacts(sql`x.first_used_at`, period),
    measures: {
      used: COUNT_ALL,
      hits: sql`count(*) filter (where f.hit_level = 'hit')`,
      potentials: sql`count(*) filter (where f.hit_level = 'potential')`,
      days_unused: sql`sum(f.days_unused)`,
    },
    ...OF_MATERIALS,
  },
  materials_used: {
    from: sql`insight_daily f`,
    measures: { materials_used: COUNT_ALL },
    isDated: true,
    distinct: { id: sql`f.material_id`, where: sql<boolean>`(${HAS_SPENT} and f.material_id is not null)`, isInSeveralAccounts: true },
  },
  ads_shown: {
    from: sql`insight_daily f`,
    measures: { ads_shown: COUNT_ALL },
    isDated: true,
    distinct: { id: sql`f.ad_id`, where: sql<boolean>`f.impressions > 0` },
  },
} as const satisfies Record<string, FactSource>;

/**
 * Landing page visits from ads by day; their other dimensions come from the day of the ad. The planner drops the outer join where none is
 * needed.
 */
const adVisits = (measures: readonly Measure[]): FactSource => ({
  from: sql`(
    select v.*, v.pv as total_pv, v.uv as total_uv, d.ad_group_id, d.campaign_id, d.biz, d.drama_id, d.product_id, d.material_id,
      d.creator_user_id, d.scheme_id, d.pixel_id, d.country, d.channel
    from landing_daily v left join insight_daily d on d.ad_id = v.ad_id and d.stat_date = v.stat_date where v.ad_id <> 0
  ) f`,
  measures: sumColumns(measures),
  isDated: true,
  missingColumns: EVENT_COLUMNS,
});

/** Columns that belong to ads alone. */
const NO_AD_VALUES = sql`${NO_AD_COLUMNS}, null::bigint as campaign_id, null::bigint as ad_account_id, null::bigint as owner_user_id,
  null::bigint as scheme_id, null::text as channel, null::bigint as material_id, null::bigint as creator_user_id, null::bigint as pixel_id,
  null::text as country`;

/** Landing pages in the form of facts without an ad. Everyone sees them who sees their site. */
const pagesAsFacts = (columns: RawBuilder<unknown>, more: RawBuilder<unknown>): Omit<FactSource, 'measures' | 'isDated'> => ({
  from: sql`(
    select ${NO_AD_VALUES}, p.id as landing_page_id, p.biz, p.drama_id, p.product_id, s.id as site_id, s.timezone_name, ${columns}
    from landing_page p join site s on s.id = p.site_id ${more}
  ) f`,
  missingColumns: [
    ...EVENT_COLUMNS,
    'ad_id',
    'ad_group_id',
    'campaign_id',
    'ad_account_id',
    'owner_user_id',
    'scheme_id',
    'channel',
    'material_id',
    'creator_user_id',
    'pixel_id',
    'country',
  ],
  visible: (caller) => assetVisible(caller, 'site', { id: sql`f.site_id` }),
});

/** Direct visits by day. They count as PV and UV only and belong to no ad, so every filter by ad leaves them out. */
const directVisits = (measures: readonly Measure[]): FactSource => ({
  ...pagesAsFacts(
    sql`v.stat_date, v.pv as total_pv, v.uv as total_uv`,
    sql`join landing_daily v on v.landing_page_id = p.id and v.ad_id = 0`,
  ),
  measures: sumColumns(measures.filter((measure) => measure === 'total_pv' || measure === 'total_uv')),
  isDated: true,
  today: (now) => sql`cross join lateral (select (${now}::timestamptz at time zone f.timezone_name)::date as today) acc`,
});

/** The sources of visits for these measures. */
export function visitSources(measures: readonly Measure[]): FactSource[] {
  const wanted = measures.filter((measure) => (measuresByKind.landing as readonly Measure[]).includes(measure));
  const isWithDirect = wanted.some((measure) => measure === 'total_pv' || measure === 'total_uv');
  return wanted.length === 0 ? [] : [adVisits(wanted), ...(isWithDirect ? [directVisits(wanted)] : [])];
}

const withoutMeasures = (from: RawBuilder<unknown>): FactSource => ({
  from: sql`(${from}) f`,
  measures: {},
  isDated: false,
  missingColumns: EVENT_COLUMNS,
});
const IS_LIVING = sql`x.status not in ('DELETED', 'ARCHIVED')`;

/** Objects listed in a report even without facts in its days. */
export const LISTED_SOURCES = {
  campaigns: withoutMeasures(campaignsAsFacts(IS_LIVING)),
  groups: withoutMeasures(groupsAsFacts(IS_LIVING)),
  ads: withoutMeasures(adsAsFacts(IS_LIVING)),
  landingPages: {
    ...pagesAsFacts(sql`null::date as stat_date`, sql`where p.deleted_at is null and s.deleted_at is null`),
    measures: {},
    isDated: false,
  },
  /** Accounts in which something may be running. */
  running: withoutMeasures(campaignsAsFacts(sql`x.status = 'ACTIVE'`)),
} as const;
