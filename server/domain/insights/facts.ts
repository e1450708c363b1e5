import { type RawBuilder, sql } from 'kysely';
import type { Measure } from '#contracts/rules/metrics.ts';
import { plusDays } from './days.ts';

/**
 * Facts under the name `f`. Whatever they are of, they have the same columns to group and to filter by: ad_id, ad_group_id, campaign_id,
 * ad_account_id, owner_user_id, biz, drama_id, product_id, material_id, creator_user_id, scheme_id, landing_page_id, country, channel,
 * stat_date.
 */
export interface FactSource {
  readonly from: RawBuilder<unknown> | ((period: Period) => RawBuilder<unknown>);
  /** What is added up, by measure; of objects that are counted once, over one row of each. */
  readonly measures: Readonly<Partial<Record<Measure, RawBuilder<unknown>>>>;
  /** They are of a day; others are of this moment and belong to no period. */
  readonly isDated: boolean;
  /** Columns they know nothing in: rows by one of these have no figures of them. */
  readonly lacks?: readonly string[];
  /** Having condition: there is anything left of what is grouped. */
  readonly isLeft?: RawBuilder<boolean>;
  /** Objects of which each is counted once, in how many facts it may be, and in which of them it counts. */
  readonly once?: {
    readonly id: RawBuilder<unknown>;
    readonly where: RawBuilder<boolean>;
    /** Facts of one object are of several ad accounts. */
    readonly isInSeveralAccounts?: true;
  };
}

/** The first and the last date of what is asked, wherever an account is. */
interface Period {
  readonly from: string;
  readonly to: string;
}

/** Added up as float8, which holds whole numbers up to 2^53: sums of bigint are numeric, whose states take a hundred times the room. */
const summed = (measures: readonly Measure[]) =>
  Object.fromEntries(measures.map((measure) => [measure, sql`sum(f.${sql.ref(measure)}::float8)`])) as FactSource['measures'];

/** What ads cost and brought, by day. */
export const adDays = (measures: readonly Measure[]): FactSource => ({
  from: sql`insight_daily f`,
  measures: summed(measures),
  isDated: true,
});

/** What a campaign may have several of. */
const OF_ADS_ALONE = ['ad_group_id', 'ad_id', 'material_id', 'landing_page_id', 'country'];

/** The same by account, owner and day, of which there are far fewer. */
export const accountDays = (measures: readonly Measure[]): FactSource => ({
  from: sql`insight_account_daily f`,
  measures: summed(measures),
  isDated: true,
  lacks: [...OF_ADS_ALONE, 'campaign_id', 'drama_id', 'product_id', 'scheme_id'],
});

/** The same without the ads of which `gone` is true, a condition on their days `f`. The fewer these are, the better. */
export const accountDaysBut = (measures: readonly Measure[], gone: RawBuilder<boolean>): FactSource => {
  const columns = [...measures].map((measure) => sql.ref(measure));
  const key = sql`f.ad_account_id, f.owner_user_id, f.biz, f.channel, f.stat_date`;
  return {
    ...accountDays(measures),
    from: sql`(
      select ${sql.join([key, sql`f.ad_days`, ...columns])} from insight_account_daily f
      union all
      select ${sql.join([key, sql`-1`, ...columns.map((column) => sql`-f.${column}`)])} from insight_daily f where ${gone}
    ) f`,
    isLeft: sql<boolean>`sum(f.ad_days) <> 0`,
  };
};

/** The same by hour; to what else a fact belongs, its day says. */
export const adHours = (measures: readonly Measure[]): FactSource => ({
  from: sql`(
    select h.*, case when d.video_impressions > 0 then h.impressions else 0 end as video_impressions, d.ad_group_id, d.campaign_id, d.biz, d.drama_id, d.product_id, d.material_id, d.creator_user_id, d.scheme_id,
      d.landing_page_id, d.pixel_id, d.country, d.channel
    from insight_hourly h left join insight_daily d on d.ad_id = h.ad_id and d.stat_date = h.stat_date
  ) f`,
  measures: summed(measures),
  isDated: true,
});

const NO_AD = sql`null::bigint as ad_id, null::bigint as ad_group_id`;
const ENTITY = sql`x.ad_account_id, x.owner_user_id, x.biz, x.drama_id, x.product_id, x.scheme_id, fa.channel`;
const NO_PARTS = sql`null::bigint as material_id, null::bigint as creator_user_id, null::bigint as landing_page_id, null::bigint as pixel_id`;

/** Campaigns as if they were facts. */
const campaignsAs = (more: RawBuilder<unknown>) => sql`
  select ${NO_AD}, x.id as campaign_id, ${ENTITY}, ${NO_PARTS}, null::text as country, null::date as stat_date
  from campaign x left join ad_account fa on fa.id = x.ad_account_id where x.deleted_at is null and ${more}`;

const groupsAs = (more: RawBuilder<unknown>) => sql`
  select null::bigint as ad_id, x.id as ad_group_id, x.campaign_id, ${ENTITY}, ${NO_PARTS}, x.primary_country::text as country, null::date as stat_date
  from ad_group x left join ad_account fa on fa.id = x.ad_account_id where x.deleted_at is null and ${more}`;

const ADS = sql`x.id as ad_id, x.ad_group_id, x.campaign_id, ${ENTITY}, x.material_id, fm.creator_user_id, x.landing_page_id, x.pixel_id,
  fg.primary_country::text as country`;
const OF_ADS = sql`ad x left join ad_account fa on fa.id = x.ad_account_id left join material fm on fm.id = x.material_id
  left join ad_group fg on fg.id = x.ad_group_id`;
const adsAs = (more: RawBuilder<unknown>) => sql`
  select ${ADS}, null::date as stat_date from ${OF_ADS} where x.deleted_at is null and ${more}`;

const ONE = sql`count(*)`;
const SPENT = sql<boolean>`f.spend_usd > 0`;
/** How many there are now, how many were made in the days, and how many spent anything. */
export const counted = {
  campaigns_running: {
    from: sql`(${campaignsAs(sql`x.effective_status = 'ACTIVE'`)}) f`,
    measures: { campaigns_running: ONE },
    isDated: false,
    lacks: OF_ADS_ALONE,
  },
  ads_running: { from: sql`(${adsAs(sql`x.effective_status = 'ACTIVE'`)}) f`, measures: { ads_running: ONE }, isDated: false },
  ads_created: {
    // The hours around the days, wherever an account is: so an index finds them.
    from: ({ from, to }) => sql`(
      select ${ADS}, (fe.at at time zone fa.timezone_name)::date as stat_date
      from ad_event fe join (${OF_ADS}) on x.id = fe.ad_id where fe.level = 'ad' and fe.event in ('publish', 'copy')
        and fe.at >= ${`${plusDays(from, -1)}T00:00:00Z`}::timestamptz and fe.at < ${`${plusDays(to, 2)}T00:00:00Z`}::timestamptz
    ) f`,
    measures: { ads_created: ONE },
    isDated: true,
  },
  ads_spending: {
    from: sql`insight_daily f`,
    measures: { ads_spending: ONE },
    isDated: true,
    once: { id: sql`f.ad_id`, where: SPENT },
  },
  users: {
    from: sql`insight_daily f`,
    measures: { users: ONE },
    isDated: true,
    once: { id: sql`f.owner_user_id`, where: sql<boolean>`(${SPENT} and f.owner_user_id is not null)`, isInSeveralAccounts: true },
  },
  materials_used: {
    from: sql`insight_daily f`,
    measures: { materials_used: ONE },
    isDated: true,
    once: { id: sql`f.material_id`, where: sql<boolean>`(${SPENT} and f.material_id is not null)`, isInSeveralAccounts: true },
  },
} as const satisfies Record<string, FactSource>;

const without = (from: RawBuilder<unknown>): FactSource => ({ from: sql`(${from}) f`, measures: {}, isDated: false });
const LIVING = sql`x.status not in ('DELETED', 'ARCHIVED')`;

/** What is listed though nothing is known of it in the days. */
export const listed = {
  campaigns: without(campaignsAs(LIVING)),
  groups: without(groupsAs(LIVING)),
  ads: without(adsAs(LIVING)),
  /** Accounts in which something may run. */
  running: without(campaignsAs(sql`x.status = 'ACTIVE'`)),
} as const;
