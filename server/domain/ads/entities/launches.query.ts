import { type Kysely, type RawBuilder, sql } from 'kysely';
import { adMetrics, isMetric } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import type { CallContext } from '../../call.ts';
import {
  type Days,
  type EntityFacts,
  entityFacts,
  getTodayEverywhere,
  isFactVisible,
  parseReportDays,
  type RowFigures,
} from '../../insights/index.ts';
import type { Limits } from '../../limits.ts';
import { scopeOf } from '../../people/index.ts';
import { refuseField } from '../../refusal.ts';
import { belongingColumns, rowColumns, sortColumn } from './entity-rows.sql.ts';
import { type Belonging, type EntityBases, type EntityRow, type RowContext, toBelonging, toEntityBase } from './entity-rows.ts';
import { entityVisible } from './entity-scope.ts';
import { type LaunchContext, type LaunchFilter, launchCondition, launchSource } from './launch-conditions.ts';
import type { EntityLevel } from './levels.ts';

export type { LaunchFilter };

type Db = Kysely<Database>;
export type Sort = readonly { field: string; order: 'asc' | 'desc' }[];

/** The days the metrics cover: the requested ones, by default each account's own today. */
export function parseLaunchDays(
  { date_from, date_to, date_mode }: Pick<LaunchFilter, 'date_from' | 'date_to' | 'date_mode'>,
  now: Date,
  limits: Limits,
): Days {
  if (date_mode === 'account_today' || (date_from === undefined && date_to === undefined)) return getTodayEverywhere(now);
  if (date_from === undefined) throw refuseField('date_from', 'required');
  if (date_to === undefined) throw refuseField('date_to', 'required');
  return parseReportDays({ date_from, date_to }, now, limits);
}

export interface LaunchQuestion extends LaunchContext {
  level: EntityLevel;
  filter: LaunchFilter;
  sort: Sort;
  days: Days;
}

const createFacts = ({ level, caller, now, days }: Omit<LaunchQuestion, 'filter' | 'sort'>, ids?: readonly number[]): EntityFacts =>
  entityFacts(level, { caller, now, days, metrics: adMetrics, ids });

/** The facts needed to filter and sort rows. */
function createSelectionFacts({ level, caller, now, days, filter, sort }: LaunchQuestion): { facts: EntityFacts; needsFacts: boolean } {
  const fields = [...sort.map(({ field }) => field), ...(filter.metric_range ?? []).map(({ metric }) => metric)];
  const metrics = fields.filter(isMetric);
  return { facts: entityFacts(level, { caller, now, days, metrics }), needsFacts: metrics.length > 0 };
}

/** Newest first by default; rows without a value come last in both directions. */
function createOrderBy({ level, sort, now }: LaunchQuestion, facts: EntityFacts): RawBuilder<unknown> {
  const columns = sort.flatMap(({ field, order }) => {
    const by = isMetric(field) ? facts.metric(field) : sortColumn(level, field, now);
    return by === undefined ? [] : [sql`${by} ${sql.raw(order)} nulls last`];
  });
  return sql.join([...columns, sql`e.created_at desc`, sql`e.id desc`]);
}

const matchingRows = (question: LaunchQuestion, facts: EntityFacts, needsFacts: boolean): RawBuilder<unknown> => sql`
  from ${launchSource(question.level, needsFacts ? facts : undefined)} where ${launchCondition(question.level, question.filter, question, facts)}`;

const filtersByMetrics = ({ filter }: LaunchQuestion): boolean => filter.metric_range !== undefined;

type Context = Pick<CallContext, 'db' | 'caller' | 'now' | 'limits'>;

const toQuestion = ({ caller, now, limits }: Context, level: EntityLevel, filter: LaunchFilter): LaunchQuestion => ({
  caller,
  now,
  level,
  filter,
  sort: [],
  days: parseLaunchDays(filter, now, limits),
});

export async function countRows(db: Db, question: LaunchQuestion): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total ${matchingRows(question, createSelectionFacts(question).facts, filtersByMetrics(question))}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** The number of visible objects of a level that match the filter. */
export const countLaunches = (context: Context, level: EntityLevel, filter: LaunchFilter): Promise<number> =>
  countRows(context.db, toQuestion(context, level, filter));

/** Their ids in ascending order, at most `max`. */
export async function selectLaunchIds(context: Context, level: EntityLevel, filter: LaunchFilter, max: number): Promise<number[]> {
  const question = toQuestion(context, level, filter);
  const found = await sql<{ id: number }>`
    select e.id ${matchingRows(question, createSelectionFacts(question).facts, filtersByMetrics(question))} order by e.id limit ${max}`.execute(
    context.db,
  );
  return found.rows.map(({ id }) => id);
}

/** Totals of all rows that match the filter. */
export interface LaunchTotals {
  total: number;
  figures: RowFigures;
  /** Accounts the rows belong to. */
  accounts: number[];
}

/** Filters that totals per account can answer, because objects never change accounts; any other filter needs single objects. */
const ACCOUNT_WIDE_FILTERS: readonly (keyof LaunchFilter)[] = ['date_from', 'date_to', 'date_mode', 'ad_account_id', 'deleted'];

/** True when the filter selects whole accounts and the caller sees everything in them. */
const coversEverything = ({ caller, filter }: LaunchQuestion): boolean =>
  scopeOf(caller).kind === 'everyone' &&
  filter.deleted !== 'only' &&
  (Object.keys(filter) as (keyof LaunchFilter)[]).every((key) => ACCOUNT_WIDE_FILTERS.includes(key) || filter[key] === undefined);

export async function loadTotals(db: Db, question: LaunchQuestion): Promise<LaunchTotals> {
  const { level, filter } = question;
  const facts = createFacts(question);
  const { facts: by } = createSelectionFacts({ ...question, sort: [] });
  const gone = sql`select x.id from ${sql.table(level)} x where ${sql.lit(filter.deleted !== 'included')}::boolean and x.status = 'DELETED'`;
  const isOfGone = { where: sql<boolean>`f.${sql.ref(`${level}_id`)} = any(array(${gone}))` };
  // The rows are chosen before their facts are summed: in one join, a filter that leaves more rows than expected reads all facts for each.
  const summed = coversEverything(question)
    ? facts.totalsOfAccounts(isOfGone, { accounts: filter.ad_account_id })
    : facts.totalsOf(sql`select id from chosen`);
  const found = await sql<{ total: number; accounts: number[] | null }>`
    with chosen as (select e.id, e.ad_account_id ${matchingRows(question, by, filtersByMetrics(question))}),
      counts as (select count(*) as total, array_agg(distinct ad_account_id)::float8[] as accounts from chosen),
      sums as (select ${facts.summedColumns} from ${summed})
    select * from counts cross join sums`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error('the query of totals returned no row');
  return { total: row.total, figures: facts.toFigures({ ...row }), accounts: row.accounts ?? [] };
}

/**
 * Totals of objects that match but are not listed: deleted ones, and those handed over to someone outside the caller's scope, for the
 * days before the handover. Reports count them. Undefined when there are none.
 */
export async function loadUnlistedTotals(db: Db, question: LaunchQuestion): Promise<RowFigures | undefined> {
  const { level, filter } = question;
  const { facts: by, needsFacts } = createSelectionFacts({ ...question, sort: [] });
  const facts = createFacts(question);
  const { from, to } = question.days;
  const hadDays = sql<boolean>`e.id in (
    select f.${sql.ref(`${level}_id`)} from insight_daily f where f.stat_date between ${from}::date and ${to}::date and ${isFactVisible(question.caller)})`;
  const found = await sql<Record<string, unknown>>`
    with gone as materialized (
      select e.id from ${launchSource(level, needsFacts ? by : undefined)} where ${launchCondition(level, filter, question, by, { hadDays })})
    select ${facts.summedColumns} from ${facts.totalsOf(sql`select id from gone`)}`.execute(db);
  const figures = facts.toFigures(found.rows[0] ?? {});
  return Object.values(figures.m).some((value) => value !== null && value !== 0) ? figures : undefined;
}

/** A row with its metrics as the database returns it. */
export type LaunchRecord = EntityRow & Readonly<Record<string, unknown>>;

async function loadRowsById(
  db: Db,
  question: Omit<LaunchQuestion, 'filter' | 'sort'>,
  ids: readonly number[],
): Promise<[LaunchRecord[], EntityFacts]> {
  const facts = createFacts(question, ids);
  const { level, now } = question;
  const found = await sql<LaunchRecord>`
    select ${rowColumns(level, now)}, ${belongingColumns}, ${facts.columns} from ${launchSource(level, facts)}
    where e.id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], e.id)`.execute(db);
  return [found.rows, facts];
}

export type LaunchRow<Level extends EntityLevel> = EntityBases[Level] & RowFigures;

/** Converts a row of the database. */
export type ToRow<Row> = (record: LaunchRecord, facts: EntityFacts) => Row;

export const toLaunchRow =
  <Level extends EntityLevel>(level: Level, context: RowContext): ToRow<LaunchRow<Level>> =>
  (record, facts) => ({ ...toEntityBase(level, record, context), ...facts.toFigures(record) });

/** The row of a super admin, which also names the people behind it. */
export const toAdminRow =
  <Level extends EntityLevel>(level: Level, context: RowContext): ToRow<LaunchRow<Level> & Belonging> =>
  (record, facts) => ({ ...toLaunchRow(level, context)(record, facts), ...toBelonging(record) });

/** One page of rows in order. Metrics are loaded only for the rows of the page. */
export async function loadLaunchPage<Row>(
  db: Db,
  question: LaunchQuestion,
  toRow: ToRow<Row>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Row[]> {
  const by = createSelectionFacts(question);
  const page = await sql<{ id: number }>`
    select e.id ${matchingRows(question, by.facts, by.needsFacts)}
    order by ${createOrderBy(question, by.facts)} limit ${limit} offset ${offset}`.execute(db);
  if (page.rows.length === 0) return [];
  const [rows, facts] = await loadRowsById(
    db,
    question,
    page.rows.map(({ id }) => id),
  );
  return rows.map((row) => toRow(row, facts));
}

/** Every matching row in order, with metrics; `shape` converts a database row. */
export function selectLaunches<Row>(question: LaunchQuestion, toRow: ToRow<Row>) {
  const facts = createFacts(question);
  return {
    rows: sql<LaunchRecord>`
      select ${rowColumns(question.level, question.now)}, ${belongingColumns}, ${facts.columns} ${matchingRows(question, facts, true)} order by ${createOrderBy(question, facts)}`,
    shape: (found: LaunchRecord): Row => toRow(found, facts),
  };
}

/** One row, including deleted ones; undefined when the caller does not see it. */
export async function loadLaunch<Row>(
  db: Db,
  question: Omit<LaunchQuestion, 'filter' | 'sort'>,
  toRow: ToRow<Row>,
  id: number,
): Promise<Row | undefined> {
  if (!(await isEntityVisible(db, question, id))) return undefined;
  const [[row], facts] = await loadRowsById(db, question, [id]);
  return row === undefined ? undefined : toRow(row, facts);
}

export async function isEntityVisible(db: Db, { level, caller }: Pick<LaunchQuestion, 'level' | 'caller'>, id: number): Promise<boolean> {
  const found = await sql`select 1 from ${sql.table(level)} e where e.id = ${id} and ${entityVisible(caller, 'e')}`.execute(db);
  return found.rows.length > 0;
}
