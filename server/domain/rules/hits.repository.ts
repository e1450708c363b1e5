import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { HitRow, LedgerRow, RuleRunRow } from '#contracts/endpoints/host-rules.ts';
import type { hitFilters } from '#contracts/vocabulary/host-rules.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { faultText } from '../batches/index.ts';
import { startOfDay } from '../instants.ts';
import type { Language } from '../messages.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import { contains, type Position } from '../searching.ts';
import type { Caller } from '../work-context.ts';
import { currentResult, UNDONE_AT } from './settle-hits.ts';

type Db = Kysely<Database>;

/** The reader of hits. */
export interface HitReader {
  caller: Caller;
  now: Date;
  language: Language;
}

export type HitFilter = SetFilters<typeof hitFilters>;

/** Hits `h` with their rule, run, account, object and the batch item that carried them out. */
const SOURCES = sql`
  host_rule_hit h join host_rule r on r.id = h.rule_id join host_rule_run n on n.id = h.run_id
  join host_account ha on ha.id = n.host_account_id join ad_account a on a.id = ha.ad_account_id
  left join campaign c on h.level = 'campaign' and c.id = h.entity_id
  left join ad_group g on h.level = 'ad_group' and g.id = h.entity_id
  left join ad x on h.level = 'ad' and x.id = h.entity_id
  left join batch_item i on i.id = h.batch_item_id
  left join sys_user d on d.id = h.decided_by`;

const NAME = sql`coalesce(c.name, g.name, x.name, '#' || h.entity_id)`;

/** SQL condition: the caller sees the hit, because the rule or the account is within their scope. */
const isVisible = (caller: Caller): RawBuilder<boolean> => {
  const scope = scopeOf(caller);
  return sql<boolean>`(${userInScope(scope, sql`r.owner_user_id`)} or ${userInScope(scope, sql`ha.operator_user_id`)})`;
};

export function hitCondition({ caller, now }: Pick<HitReader, 'caller' | 'now'>, filter: HitFilter): RawBuilder<boolean> {
  const { keyword, rule_id, host_account_id, action, result, date_from, date_to } = filter;
  const parts = [isVisible(caller)];
  if (keyword?.trim()) parts.push(sql<boolean>`${NAME} ilike ${contains(keyword)}`);
  if (rule_id !== undefined) parts.push(sql<boolean>`h.rule_id = ${rule_id}`);
  if (host_account_id !== undefined) parts.push(sql<boolean>`ha.id = any(${[...host_account_id]}::bigint[])`);
  if (action !== undefined) parts.push(sql<boolean>`h.action = any(${[...action]}::text[])`);
  if (result !== undefined) parts.push(sql<boolean>`${currentResult(now)} = any(${[...result]}::text[])`);
  if (date_from !== undefined) parts.push(sql<boolean>`h.created_at >= ${startOfDay(date_from, caller.timezone)}`);
  if (date_to !== undefined) parts.push(sql<boolean>`h.created_at < ${startOfDay(date_to, caller.timezone, 1)}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** SQL condition: the rule hit this object. Whoever sees the object sees what rules did to it. */
export const hitsOn = ({ level, id }: { level: HitRow['entity']['level']; id: number }): RawBuilder<boolean> =>
  sql<boolean>`(h.level = ${level} and h.entity_id = ${id})`;

export async function countHits(db: Db, where: RawBuilder<boolean>, max: number): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from (select 1 from ${SOURCES} where ${where} limit ${max}) counted`.execute(db);
  return rows[0]?.total ?? 0;
}

export interface HitRecord extends Omit<HitRow, 'at' | 'expires_at' | 'decided_at' | 'undone_at' | 'can' | 'error'> {
  at: Date;
  expires_at: Date | null;
  decided_at: Date | null;
  undone_at: Date | null;
  reason: string | null;
  message: string | null;
  data: unknown;
  is_undoing: boolean;
}

const afterPosition = (position: Position | undefined): RawBuilder<boolean> =>
  position === undefined ? sql<boolean>`true` : sql<boolean>`(h.created_at, h.id) < (${position.at}::timestamptz, ${position.id}::bigint)`;

const HIT_COLUMNS = (now: Date) => sql`
  h.id, h.created_at as at, jsonb_build_object('id', r.id, 'label', r.name) as rule, jsonb_build_object('id', a.id, 'label', a.name) as account,
  a.currency, jsonb_build_object('id', h.entity_id, 'label', ${NAME}, 'level', h.level) as entity, h.metrics as checks, h.action,
  case when i.status = 'succeeded' then coalesce(i.before, h.before) else h.before end as before,
  case when i.status = 'succeeded' then coalesce(i.after, h.after) else h.after end as after,
  ${currentResult(now)} as result, h.skip_reason, i.batch_id, i.reason, i.message, i.data, h.expires_at,
  case when d.id is not null then jsonb_build_object('id', d.id, 'label', d.name) end as decided_by, h.decided_at, ${UNDONE_AT} as undone_at,
  exists (select from batch_item u where u.undoes_item_id = h.batch_item_id and u.status in ('pending', 'running', 'unknown')) as is_undoing`;

/** Selects hits in order, the newest first. */
export const selectHits = (
  reader: Pick<HitReader, 'caller' | 'now'>,
  where: RawBuilder<boolean>,
  position?: Position,
): RawBuilder<HitRecord> =>
  sql<HitRecord>`select ${HIT_COLUMNS(reader.now)} from ${SOURCES} where ${where} and ${afterPosition(position)} order by h.created_at desc, h.id desc`;

export async function loadFirst<T>(db: Db, rows: RawBuilder<T>, limit: number): Promise<T[]> {
  return (await sql<T>`${rows} limit ${limit}`.execute(db)).rows;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export function toHitRow(found: HitRecord, { caller, language }: HitReader): HitRow {
  const { at, expires_at, decided_at, undone_at, reason, message, data, is_undoing, ...row } = found;
  const mayAct = caller.actions.includes('rule');
  const isUndoable = row.result === 'done' && row.batch_id !== null && undone_at === null && !is_undoing;
  return {
    ...row,
    at: at.toISOString(),
    error: row.result === 'done' ? null : faultText({ reason, message, data }, language),
    expires_at: iso(expires_at),
    decided_at: iso(decided_at),
    undone_at: iso(undone_at),
    can: mayAct ? [...(row.result === 'suggested' ? (['decide'] as const) : []), ...(isUndoable ? (['undo'] as const) : [])] : [],
  };
}

/** A hit that is decided or undone, locked. */
export interface LockedHit {
  id: number;
  rule_id: number;
  rule_name: string;
  level: HitRow['entity']['level'];
  entity_id: number;
  name: string;
  before: Record<string, unknown>;
  result: HitRow['result'];
  batch_item_id: number | null;
  ad_account_id: number;
  currency: string;
  exponent: number;
}

/** Locks these hits as far as the caller sees them. */
export async function lockHits({ db, caller, now }: { db: Db; caller: Caller; now: Date }, ids: readonly number[]): Promise<LockedHit[]> {
  const { rows } = await sql<LockedHit>`
    select h.id, h.rule_id, r.name as rule_name, h.level, h.entity_id, ${NAME} as name, h.before, ${currentResult(now)} as result, h.batch_item_id,
      a.id as ad_account_id, a.currency, (select k.exponent from currency k where k.code = a.currency) as exponent
    from ${SOURCES} where h.id = any(${[...ids]}::bigint[]) and ${isVisible(caller)} order by h.id for no key update of h`.execute(db);
  return rows;
}

export async function loadRuns(db: Db, ruleId: number, position: Position | undefined, limit: number) {
  const after = position === undefined ? sql`true` : sql`(n.run_at, n.id) < (${position.at}::timestamptz, ${position.id}::bigint)`;
  const { rows } = await sql<Omit<RuleRunRow, 'at'> & { at: Date }>`
    select n.id, n.run_at as at, jsonb_build_object('id', a.id, 'label', a.name) as account, n.evaluated, n.matched, n.acted, n.skipped, n.failed,
      n.ms, n.status, n.message
    from host_rule_run n join host_account h on h.id = n.host_account_id join ad_account a on a.id = h.ad_account_id
    where n.rule_id = ${ruleId} and ${after} order by n.run_at desc, n.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countRuns(db: Db, ruleId: number, max: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from host_rule_run n where n.rule_id = ${ruleId} limit ${max}) counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Most hours on either side of an action that are compared. */
const LEDGER_HOURS = 24;

export type LedgerRecord = Omit<LedgerRow, 'at' | 'undone_at'> & { at: Date; undone_at: Date | null };

const actedCondition = (ruleId: number, now: Date) =>
  sql<boolean>`h.rule_id = ${ruleId} and h.action <> 'notify' and ${currentResult(now)} = 'done'`;

/** What each action of a rule brought: the full hours after it against as many before. The hour of the action itself is left out. */
export const selectLedger = (
  ruleId: number,
  { now }: Pick<HitReader, 'now'>,
  position?: Position,
): RawBuilder<LedgerRecord> => sql<LedgerRecord>`
  select q.id, q.at, q.entity, q.account, q.currency, q.action, q.before, q.after, q.hours, q.undone_at,
    coalesce(f.spend_before, 0)::bigint as spend_before_usd, coalesce(f.spend_after, 0)::bigint as spend_after_usd,
    coalesce(f.revenue_before, 0)::bigint as revenue_before_usd, coalesce(f.revenue_after, 0)::bigint as revenue_after_usd
  from (
    select s.*, greatest(0, least(${LEDGER_HOURS}, floor(extract(epoch from s.until_local - s.hour_local) / 3600) - 1))::int as hours from (
      select ${HIT_COLUMNS(now)}, h.level, h.entity_id, a.id as ad_account_id, date_trunc('hour', h.created_at at time zone a.timezone_name) as hour_local,
        least(${now}::timestamptz, coalesce(${UNDONE_AT}, ${now}::timestamptz)) at time zone a.timezone_name as until_local
      from ${SOURCES} where ${actedCondition(ruleId, now)} and ${afterPosition(position)}
      order by h.created_at desc, h.id desc
    ) s
  ) q
  left join lateral (
    select sum(y.spend_usd) filter (where y.at < q.hour_local) as spend_before, sum(y.spend_usd) filter (where y.at > q.hour_local) as spend_after,
      sum(y.revenue_usd) filter (where y.at < q.hour_local) as revenue_before, sum(y.revenue_usd) filter (where y.at > q.hour_local) as revenue_after
    from (
      select v.stat_date + v.stat_hour * interval '1 hour' as at, v.spend_usd, v.revenue_usd
      from insight_hourly v join ad k on k.id = v.ad_id
      where v.ad_account_id = q.ad_account_id and v.stat_date between (q.hour_local - interval '2 days')::date and (q.hour_local + interval '2 days')::date
        and (case q.level when 'campaign' then k.campaign_id when 'ad_group' then k.ad_group_id else k.id end) = q.entity_id
    ) y
    where y.at >= q.hour_local - q.hours * interval '1 hour' and y.at <= q.hour_local + q.hours * interval '1 hour'
  ) f on true
  order by q.at desc, q.id desc`;

export const toLedgerRow = ({
  id,
  at,
  entity,
  account,
  currency,
  action,
  before,
  after,
  hours,
  undone_at,
  ...sums
}: LedgerRecord): LedgerRow => ({
  id,
  at: at.toISOString(),
  entity,
  account,
  currency,
  action,
  before,
  after,
  hours,
  spend_before_usd: sums.spend_before_usd,
  spend_after_usd: sums.spend_after_usd,
  revenue_before_usd: sums.revenue_before_usd,
  revenue_after_usd: sums.revenue_after_usd,
  undone_at: iso(undone_at),
});

export async function countLedger(db: Db, ruleId: number, now: Date, max: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from ${SOURCES} where ${actedCondition(ruleId, now)} limit ${max}) counted`.execute(db);
  return rows[0]?.total ?? 0;
}
