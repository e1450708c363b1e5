import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Connector } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { Biz, EffectiveStatus, EntityStatus, SyncState } from '#server/database/schema-launches.ts';
import { undeliverableReason } from '../../assets/index.ts';
import { businessDay } from '../../business-time.ts';
import type { BudgetFacts, CurrencyFacts } from './budget.rules.ts';
import { STATUSES_TAKING_A_PLACE } from './effective-status.rules.ts';
import { entityVisible, type Viewer } from './entity-scope.ts';
import { type EntityLevel, platformColumn } from './levels.ts';
import type { OpenFacts } from './status.rules.ts';

type Db = Kysely<Database>;

/** A campaign, ad group or ad with the related data that a change is checked against. */
export interface LoadedEntity {
  level: EntityLevel;
  id: number;
  version: number;
  name: string;
  status: EntityStatus;
  effectiveStatus: EffectiveStatus;
  syncState: SyncState;
  /** Null when it is not on the channel or that is not known yet. */
  platformId: string | null;
  ownerUserId: number | null;
  biz: Biz;
  campaignId: number;
  adGroupId: number | null;
  /** Null for campaigns and ad groups, and when the homepage is not imported. */
  homepageId: number | null;
  account: {
    id: number;
    name: string;
    platformId: string;
    connector: Connector;
    timezone: string;
    personalAccountId: number;
    currency: CurrencyFacts;
  };
  bidStrategy: string;
  budget: Pick<BudgetFacts, 'mode' | 'daily' | 'lifetime' | 'minDaily'>;
  bid: number | null;
  open: OpenFacts;
}

interface Row {
  id: number;
  version: number;
  name: string;
  status: EntityStatus;
  effective_status: EffectiveStatus;
  sync_state: SyncState;
  platform_id: string | null;
  owner_user_id: number | null;
  biz: Biz;
  campaign_id: number;
  ad_group_id: number | null;
  campaign_status: EntityStatus;
  group_status: EntityStatus | null;
  ends_at: Date | null;
  bid_strategy: string;
  budget_mode: 'daily' | 'lifetime' | null;
  daily_budget: number | null;
  lifetime_budget: number | null;
  bid_amount: number | null;
  account_id: number;
  account_name: string;
  platform_account_id: string;
  connector: Connector;
  timezone_name: string;
  personal_account_id: number;
  account_status: number;
  disable_reason: number;
  undeliverable: OpenFacts['account']['undeliverable'];
  min_daily_budget: number;
  currency: string;
  exponent: number;
  usd_per_unit: string | null;
  review: 'pending' | 'approved' | 'rejected' | null;
  policies: string[] | null;
  landing_status: string | null;
  homepage_id: number | null;
  page_status: string | null;
  page_tasks: string[] | null;
  page_used: number | null;
  page_limit: number | null;
  is_content_off: boolean;
}

/** The rows of a level as `e`, with campaign `c`, ad group `g`, account `a` and personal account `p`. */
export function entitySource(level: EntityLevel): RawBuilder<unknown> {
  const campaign = sql.ref(level === 'campaign' ? 'e.id' : 'e.campaign_id');
  const group = level === 'campaign' ? sql`null::bigint` : sql.ref(level === 'ad_group' ? 'e.id' : 'e.ad_group_id');
  return sql`${sql.table(level)} e
    join campaign c on c.id = ${campaign}
    left join ad_group g on g.id = ${group}
    join ad_account a on a.id = e.ad_account_id
    join personal_account p on p.id = a.personal_account_id`;
}

const NULL_SQL = sql`null`;

/** The columns that only some levels have; null where a level lacks one. */
function levelColumns(level: EntityLevel): RawBuilder<unknown> {
  const isAd = level === 'ad';
  const columnOrNull = (column: string, hasColumn: boolean) => sql`${hasColumn ? sql.ref(`e.${column}`) : NULL_SQL} as ${sql.ref(column)}`;
  return sql.join([
    sql`${sql.ref(`e.${platformColumn[level]}`)} as platform_id`,
    columnOrNull('budget_mode', !isAd),
    columnOrNull('daily_budget', !isAd),
    columnOrNull('lifetime_budget', !isAd),
    columnOrNull('bid_amount', level === 'ad_group'),
    columnOrNull('review', isAd),
    columnOrNull('homepage_id', isAd),
    isAd
      ? sql`(select array_agg(key order by key) from jsonb_object_keys(coalesce(e.review_feedback, '{}')) key) as policies`
      : sql`null as policies`,
  ]);
}

/**
 * Loads objects of a level in the order of their ids. Objects that do not exist or that the caller does not see are absent. `caller` is
 * null for the server itself. `lock` locks their rows until the end of the transaction.
 */
export async function loadEntities(
  db: Db,
  {
    level,
    ids,
    caller,
    now,
    lock = false,
  }: { level: EntityLevel; ids: readonly number[]; caller: Viewer | null; now: Date; lock?: boolean },
): Promise<LoadedEntity[]> {
  if (ids.length === 0) return [];
  const isAd = level === 'ad';
  const page = isAd ? sql`left join homepage h on h.id = e.homepage_id left join landing_page l on l.id = e.landing_page_id` : sql``;
  const pageColumns = isAd
    ? sql`l.status as landing_status, h.status as page_status, h.tasks as page_tasks, h.ad_limit as page_limit,
        h.ads_active - case when e.effective_status = any(${[...STATUSES_TAKING_A_PLACE]}::text[]) then 1 else 0 end as page_used`
    : sql`null as landing_status, null as page_status, null as page_tasks, null as page_limit, null as page_used`;
  const { rows } = await sql<Row>`
    select e.id, e.version, e.name, e.status, e.effective_status, e.sync_state, e.owner_user_id, e.biz,
      c.id as campaign_id, g.id as ad_group_id, c.status as campaign_status, g.status as group_status,
      least(c.stop_at, g.end_at) as ends_at, c.bid_strategy, ${levelColumns(level)}, ${pageColumns},
      a.id as account_id, a.name as account_name, a.platform_account_id, a.connector, a.timezone_name, a.personal_account_id,
      a.account_status, a.disable_reason, ${undeliverableReason('a', 'p', now)} as undeliverable, a.min_daily_budget, a.currency,
      cu.exponent, case when a.currency = 'USD' then '1' else (
        select x.usd_per_unit::text from exchange_rate x where x.currency = a.currency and x.rate_date <= ${businessDay(now)}
        order by x.rate_date desc limit 1) end as usd_per_unit,
      coalesce(d.status = 'off' or d.deleted_at is not null or d.copyright_until < ${businessDay(now)},
        pr.status = 'off' or pr.deleted_at is not null, false) as is_content_off
    from ${entitySource(level)}
    join currency cu on cu.code = a.currency
    left join drama d on d.id = e.drama_id
    left join product pr on pr.id = e.product_id
    ${page}
    where e.id = any(${[...ids]}::bigint[]) and ${caller === null ? sql`true` : entityVisible(caller, 'e')}
    order by e.id ${lock ? sql`for no key update of e` : sql``}`.execute(db);
  return rows.map((row) => toLoadedEntity(level, row));
}

/** Loads one object; undefined when it does not exist or is not visible. */
export const loadEntity = async (
  db: Db,
  { id, ...rest }: { level: EntityLevel; id: number; caller: Viewer | null; now: Date; lock?: boolean },
): Promise<LoadedEntity | undefined> => (await loadEntities(db, { ...rest, ids: [id] }))[0];

function toLoadedEntity(level: EntityLevel, row: Row): LoadedEntity {
  const page =
    row.page_status === null
      ? null
      : {
          status: row.page_status as 'active',
          tasks: row.page_tasks ?? [],
          used: row.page_used ?? 0,
          limit: row.page_limit ?? 0,
        };
  const parentStatuses = level === 'campaign' ? [] : level === 'ad_group' ? [row.campaign_status] : [row.campaign_status, row.group_status];
  return {
    level,
    id: row.id,
    version: row.version,
    name: row.name,
    status: row.status,
    effectiveStatus: row.effective_status,
    syncState: row.sync_state,
    platformId: row.platform_id,
    ownerUserId: row.owner_user_id,
    biz: row.biz,
    campaignId: row.campaign_id,
    adGroupId: row.ad_group_id,
    homepageId: row.homepage_id,
    account: {
      id: row.account_id,
      name: row.account_name,
      platformId: row.platform_account_id,
      connector: row.connector,
      timezone: row.timezone_name,
      personalAccountId: row.personal_account_id,
      currency: {
        code: row.currency,
        exponent: row.exponent,
        usdPerUnit: row.usd_per_unit === null ? null : Number(row.usd_per_unit),
      },
    },
    bidStrategy: row.bid_strategy,
    budget: { mode: row.budget_mode, daily: row.daily_budget, lifetime: row.lifetime_budget, minDaily: row.min_daily_budget },
    bid: row.bid_amount,
    open: {
      account: { undeliverable: row.undeliverable, accountStatus: row.account_status, disableReason: row.disable_reason },
      parentStatuses: parentStatuses.filter((status) => status !== null),
      ad:
        level === 'ad' ? { review: row.review ?? 'pending', policies: row.policies ?? [], landingStatus: row.landing_status, page } : null,
      endsAt: row.ends_at,
      isContentOff: row.is_content_off,
    },
  };
}

/** Total spend of campaigns or ad groups in the smallest unit of the account's currency, and the times of their recent budget changes. */
export async function loadBudgetHistory(
  db: Db,
  level: 'campaign' | 'ad_group',
  ids: readonly number[],
  now: Date,
): Promise<Map<number, { spent: number; changes: Date[] }>> {
  const own = sql.ref(level === 'campaign' ? 'x.campaign_id' : 'x.ad_group_id');
  const event = sql.ref(level === 'campaign' ? 'v.campaign_id' : 'v.ad_group_id');
  const { rows } = await sql<{ id: number; spent: number; changes: string[] | null }>`
    select t.id,
      (select coalesce(sum(i.spend), 0)::bigint from insight_daily i join ad x on x.id = i.ad_id where ${own} = t.id) as spent,
      (select array_agg(to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') order by v.at) from ad_event v
        where v.level = ${level} and ${event} = t.id and v.event = 'budget'
          and v.at > ${now}::timestamptz - interval '1 hour') as changes
    from unnest(${[...ids]}::bigint[]) as t(id)`.execute(db);
  return new Map(rows.map(({ id, spent, changes }) => [id, { spent, changes: (changes ?? []).map((at) => new Date(at)) }]));
}

/** Names of the objects the caller sees, by id. */
export async function loadLabels(db: Db, caller: Viewer, level: EntityLevel, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select e.id, e.name from ${sql.table(level)} e where e.id = any(${[...ids]}::bigint[]) and ${entityVisible(caller, 'e')}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
