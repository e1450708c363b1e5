import { type Kysely, type RawBuilder, sql } from 'kysely';
import { setEntityStatuses } from '#contracts/endpoints/ad-entities.ts';
import type { HostAccountRow } from '#contracts/endpoints/host-accounts.ts';
import { type hostAccountFilters, type hostAccountSortable, hostStates } from '#contracts/vocabulary/hosting.ts';
import { runningStatuses } from '#contracts/vocabulary/launches.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { entityVisible } from '../ads/index.ts';
import { personalStatus } from '../assets/index.ts';
import { getLastDaysEverywhere, isFactVisible, rowFacts } from '../insights/index.ts';
import { accessRefusal } from '../people/index.ts';
import { containsWord, ORDER_ZH } from '../searching.ts';
import type { WorkContext } from '../work-context.ts';
import { hostAccountVisible } from './host-account.scope.ts';
import { canMoveHostState } from './hosting.rules.ts';

type Db = Kysely<Database>;
type Context = Pick<WorkContext, 'caller' | 'now'>;
export type HostAccountFilter = SetFilters<typeof hostAccountFilters>;
type Sort = readonly { field: (typeof hostAccountSortable)[number]; order: 'asc' | 'desc' }[];

/** Suggestions expire after this many hours. */
export const SUGGESTION_HOURS = 24;
export const RECENT_DAYS = 7;

type Instants = 'start_at' | 'end_at' | 'consent_at' | 'last_sync_at' | 'created_at' | 'updated_at';

/** A row as the database returns it, with the sums of its figures. */
export interface HostAccountRecord
  extends Omit<HostAccountRow, Instants | 'm_today' | 'm_7d' | 'can' | 'cap_used_pct'>,
    Readonly<Record<string, unknown>> {
  spent_today: number;
  /** Decimals of its currency. */
  exponent: number;
  start_at: Date;
  end_at: Date | null;
  consent_at: Date | null;
  last_sync_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const FROM = sql`from host_account h join ad_account t on t.id = h.ad_account_id join personal_account p on p.id = t.personal_account_id
  join sys_user o on o.id = h.operator_user_id`;

/** SQL: the current date of the account `t`. */
const today = (now: Date) => sql`(${now}::timestamptz at time zone t.timezone_name)::date`;
const isOfHosting = sql<boolean>`(f.ad_account_id = h.ad_account_id and f.stat_date >= (h.start_at at time zone t.timezone_name)::date
  and (h.end_at is null or f.stat_date <= (h.end_at at time zone t.timezone_name)::date))`;

/** SQL: what the whole account has spent today, in its currency. */
export const spentToday = (now: Date): RawBuilder<number> => sql<number>`(
  select coalesce(sum(f.spend), 0)::bigint from insight_account_daily f where f.ad_account_id = h.ad_account_id and f.stat_date = ${today(now)})`;

const factsOfToday = ({ caller, now }: Context) =>
  rowFacts({
    name: 'xt',
    of: 'accounts',
    metrics: ['spend', 'roi_d0'],
    now,
    matches: sql<boolean>`${isOfHosting} and f.stat_date = ${today(now)} and ${isFactVisible(caller)}`,
  });

const recentFacts = ({ caller, now }: Context) =>
  rowFacts({
    of: 'accounts',
    metrics: ['spend', 'roi', 'roi_d0'],
    now,
    matches: sql<boolean>`${isOfHosting} and f.stat_date > ${today(now)} - ${sql.lit(RECENT_DAYS)} and f.stat_date <= ${today(now)}
      and ${isFactVisible(caller)}`,
  });

/** SQL: the suggestions of rules that wait for a decision in the hosted account `h`. */
export const waitingSuggestions = (now: Date) => sql<number>`(
  select count(*) from host_rule_hit x join host_rule_run r on r.id = x.run_id
  where r.host_account_id = h.id and x.result = 'suggested' and r.run_at > ${now}::timestamptz - make_interval(hours => ${SUGGESTION_HOURS}))`;

function matching({ caller, now }: Context, filter: HostAccountFilter): RawBuilder<boolean> {
  const parts = [hostAccountVisible(caller)];
  const keyword = filter.keyword?.trim();
  if (keyword) {
    const [name, holder] = [sql`t.name`, sql`p.holder_name`].map((text) => containsWord(text, keyword));
    parts.push(sql<boolean>`(${name} or ${holder} or t.platform_account_id = ${keyword})`);
  }
  if (filter.state !== undefined) parts.push(sql<boolean>`h.state = any(${[...filter.state]}::text[])`);
  if (filter.auto_level !== undefined) parts.push(sql<boolean>`h.auto_level = ${filter.auto_level}`);
  if (filter.operator_user_id !== undefined) parts.push(sql<boolean>`h.operator_user_id = any(${[...filter.operator_user_id]}::bigint[])`);
  if (filter.account_status !== undefined) parts.push(sql<boolean>`t.account_status = any(${[...filter.account_status]}::int[])`);
  if (filter.has_suggestions === true) parts.push(sql<boolean>`${waitingSuggestions(now)} > 0`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Open ones before ended ones, the newest first. */
function orderBy(sort: Sort, context: Context): RawBuilder<unknown> {
  const recent = recentFacts(context);
  const state = sql`array_position(${[...hostStates]}::text[], h.state)`;
  const columns: Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> = {
    account: sql`t.name ${ORDER_ZH}`,
    state,
    spend_today: factsOfToday(context).metric('spend'),
    spend_7d: recent.metric('spend'),
    roi_7d: recent.metric('roi'),
    roi_d0_7d: recent.metric('roi_d0'),
    start_at: sql`h.start_at`,
  };
  return sql.join([
    ...sort.map(({ field, order }) => sql`${columns[field]} ${sql.raw(order)} nulls last`),
    sql`h.state = 'ended', h.start_at desc, h.id desc`,
  ]);
}

const joinedFacts = (context: Context) =>
  sql`left join lateral ${factsOfToday(context).relation} on true left join lateral ${recentFacts(context).relation} on true`;

/** SQL condition: the campaign `xc` of the account `h` runs, and the caller may turn it off. */
export const isRunningCampaign = (caller: Context['caller']): RawBuilder<boolean> =>
  sql<boolean>`(xc.ad_account_id = h.ad_account_id and xc.deleted_at is null and xc.effective_status = any(${[...runningStatuses]}::text[])
    and ${entityVisible(caller, 'xc')})`;

const countRunning = ({ caller }: Context): RawBuilder<number> =>
  accessRefusal(setEntityStatuses, caller) === null
    ? sql<number>`(select count(*) from campaign xc where ${isRunningCampaign(caller)})`
    : sql<number>`0::bigint`;

const selectRow = (context: Context) => {
  const { now } = context;
  return sql`
    select h.id, h.version, jsonb_build_object('id', t.id, 'label', t.name, 'platform_account_id', t.platform_account_id) as account,
      t.currency, (select exponent from currency where code = t.currency) as exponent, t.timezone_name, t.account_status,
      jsonb_build_object('id', p.id, 'label', p.name) as personal_account, ${personalStatus('p', now)} as personal_status, p.holder_name,
      h.state, h.paused_by_authoriser, h.auto_level, jsonb_build_object('id', o.id, 'label', o.name) as operator,
      (select count(*) from host_rule_target g join host_rule x on x.id = g.rule_id and x.deleted_at is null
        where g.host_account_id = h.id) as rules,
      h.daily_cap, ${spentToday(now)} as spent_today, coalesce(h.capped_on = ${today(now)}, false) as is_capped, h.target_roi_bp,
      ${countRunning(context)} as campaigns_running,
      (select count(*) from host_rule_hit x join host_rule_run r on r.id = x.run_id where r.host_account_id = h.id and x.result = 'done'
        and (r.run_at at time zone t.timezone_name)::date = ${today(now)}) as actions_today,
      ${waitingSuggestions(now)} as suggestions, h.start_at, h.end_at, h.consent_at, h.consent_note, t.last_sync_at, h.remark,
      h.created_at, h.updated_at, ${factsOfToday(context).columns}, ${recentFacts(context).columns}
    ${FROM} ${joinedFacts(context)}`;
};

function listPermits(state: HostAccountRow['state'], { actions }: Context['caller']): HostAccountRow['can'] {
  if (!actions.includes('rule') || state === 'ended') return [];
  return [
    'edit',
    ...(canMoveHostState(state, 'hosting') ? (['start'] as const) : []),
    ...(canMoveHostState(state, 'paused') ? (['pause'] as const) : []),
    'end',
    'bind_rules',
  ];
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export function toHostAccountRow(found: HostAccountRecord, context: Context): HostAccountRow {
  return {
    id: found.id,
    version: found.version,
    account: found.account,
    currency: found.currency,
    timezone_name: found.timezone_name,
    account_status: found.account_status,
    personal_account: found.personal_account,
    personal_status: found.personal_status,
    holder_name: found.holder_name,
    state: found.state,
    paused_by_authoriser: found.paused_by_authoriser,
    auto_level: found.auto_level,
    operator: found.operator,
    rules: found.rules,
    daily_cap: found.daily_cap,
    cap_used_pct: found.daily_cap === null ? null : Math.round((found.spent_today / found.daily_cap) * 10_000) / 10_000,
    is_capped: found.is_capped,
    target_roi_bp: found.target_roi_bp,
    m_today: factsOfToday(context).toFigures(found).m,
    m_7d: recentFacts(context).toFigures(found).m,
    actions_today: found.actions_today,
    suggestions: found.suggestions,
    campaigns_running: found.campaigns_running,
    start_at: found.start_at.toISOString(),
    end_at: iso(found.end_at),
    consent_at: iso(found.consent_at),
    consent_note: found.consent_note,
    last_sync_at: iso(found.last_sync_at),
    remark: found.remark,
    created_at: found.created_at.toISOString(),
    updated_at: found.updated_at.toISOString(),
    can: listPermits(found.state, context.caller),
  };
}

export async function countHostAccounts(db: Db, context: Context, filter: HostAccountFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total ${FROM} where ${matching(context, filter)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** The accounts of all matching rows. */
export async function findHostedAccounts(db: Db, context: Context, filter: HostAccountFilter): Promise<number[]> {
  const found = await sql<{ id: number }>`select distinct t.id ${FROM} where ${matching(context, filter)}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Figures of all matching rows together. */
export async function loadHostTotals(db: Db, context: Context, filter: HostAccountFilter): Promise<Pick<HostAccountRow, 'm_7d'>> {
  const facts = recentFacts(context);
  const found = await sql<Record<string, unknown>>`
    select ${facts.summedColumns} ${FROM} left join lateral ${facts.relation} on true where ${matching(context, filter)}`.execute(db);
  return { m_7d: facts.toFigures(found.rows[0] ?? {}).m };
}

/** Selects all rows of the filter in order, to be converted by `toHostAccountRow`. */
export const selectHostAccounts = (
  context: Context,
  { sort = [], ...filter }: HostAccountFilter & { sort?: Sort | undefined },
): RawBuilder<HostAccountRecord> =>
  sql<HostAccountRecord>`${selectRow(context)} where ${matching(context, filter)} order by ${orderBy(sort, context)}`;

export async function loadHostAccountPage(
  db: Db,
  context: Context,
  { limit, offset, ...query }: HostAccountFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<HostAccountRow[]> {
  const found = await sql<HostAccountRecord>`${selectHostAccounts(context, query)} limit ${limit} offset ${offset}`.execute(db);
  return found.rows.map((row) => toHostAccountRow(row, context));
}

/** One row of the list; undefined when the caller does not see it. */
export async function findHostAccount(db: Db, context: Context, id: number): Promise<HostAccountRow | undefined> {
  const found = await sql<HostAccountRecord>`${selectRow(context)} where h.id = ${id} and ${hostAccountVisible(context.caller)}`.execute(
    db,
  );
  return found.rows[0] && toHostAccountRow(found.rows[0], context);
}

/** The days in which figures of the list lie. */
export const daysOfList = (now: Date) => getLastDaysEverywhere(now, RECENT_DAYS);

/** The columns that users can change. */
export interface HostTerms {
  operator_user_id: number;
  auto_level: HostAccountRow['auto_level'];
  daily_cap: number | null;
  target_roi_bp: number | null;
  start_at: Date;
  end_at: Date | null;
  consent_at: Date | null;
  consent_note: string | null;
  remark: string | null;
}

export interface LockedHostAccount extends HostTerms {
  id: number;
  version: number;
  ad_account_id: number;
  name: string;
  state: HostAccountRow['state'];
}

/** Locks a hosted account that the caller sees, for the transaction. */
export async function lockHostAccount(db: Db, { caller }: Context, id: number): Promise<LockedHostAccount | undefined> {
  const found = await sql<LockedHostAccount>`
    select h.id, h.version, h.ad_account_id, t.name, h.state, h.operator_user_id, h.auto_level, h.daily_cap, h.target_roi_bp, h.start_at,
      h.end_at, h.consent_at, h.consent_note, h.remark
    from host_account h join ad_account t on t.id = h.ad_account_id
    where h.id = ${id} and ${hostAccountVisible(caller)} for no key update of h`.execute(db);
  return found.rows[0];
}

interface NewHostAccount extends HostTerms {
  ad_account_id: number;
  personal_account_id: number;
}

/** Returns undefined when the account already has an open hosting. */
export async function insertHostAccount(db: Db, values: NewHostAccount, now: Date): Promise<{ id: number } | undefined> {
  return await db
    .insertInto('host_account')
    .values({ ...values, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
}

type Change = Partial<HostTerms> & { state?: HostAccountRow['state']; paused_by_authoriser?: boolean; capped_on?: null };

/** Writes the given columns and raises the version; the caller has locked the row. */
export async function updateHostAccount(db: Db, id: number, change: Change, now: Date): Promise<void> {
  await db
    .updateTable('host_account')
    .set({ ...change, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}
