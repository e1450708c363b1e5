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
import { rowColumns, sortColumn } from './entity-rows.sql.ts';
import { type BaseOf, baseOf, type FoundEntity, type Reading } from './entity-rows.ts';
import { entityVisible } from './entity-scope.ts';
import { type Asking, type LaunchFilter, launchMatches, launchRows } from './launch-conditions.ts';
import type { EntityLevel } from './levels.ts';

export type { LaunchFilter };

type Db = Kysely<Database>;
export type Sort = readonly { field: string; order: 'asc' | 'desc' }[];

/** The days of the metrics of a list: those asked for, else each account's own today. */
export function daysAsked(
  { date_from, date_to, date_mode }: Pick<LaunchFilter, 'date_from' | 'date_to' | 'date_mode'>,
  now: Date,
  limits: Limits,
): Days {
  if (date_mode === 'account_today' || (date_from === undefined && date_to === undefined)) return getTodayEverywhere(now);
  if (date_from === undefined) throw refuseField('date_from', 'required');
  if (date_to === undefined) throw refuseField('date_to', 'required');
  return parseReportDays({ date_from, date_to }, now, limits);
}

/** A question to a list. */
export interface LaunchQuestion extends Asking {
  level: EntityLevel;
  filter: LaunchFilter;
  sort: Sort;
  days: Days;
}

const factsFor = ({ level, caller, now, days }: Omit<LaunchQuestion, 'filter' | 'sort'>, ids?: readonly number[]): EntityFacts =>
  entityFacts(level, { caller, now, days, metrics: adMetrics, ids });

/** What rows are chosen and put in order by. */
function choosingFacts({ level, caller, now, days, filter, sort }: LaunchQuestion): { facts: EntityFacts; needsFacts: boolean } {
  const asked = [...sort.map(({ field }) => field), ...(filter.metric_range ?? []).map(({ metric }) => metric)];
  const metrics = asked.filter(isMetric);
  return { facts: entityFacts(level, { caller, now, days, metrics }), needsFacts: metrics.length > 0 };
}

/** Newest first where nothing else is asked; nothing known comes last both ways. */
function ordering({ level, sort, now }: LaunchQuestion, facts: EntityFacts): RawBuilder<unknown> {
  const asked = sort.flatMap(({ field, order }) => {
    const by = isMetric(field) ? facts.metric(field) : sortColumn(level, field, now);
    return by === undefined ? [] : [sql`${by} ${sql.raw(order)} nulls last`];
  });
  return sql.join([...asked, sql`e.created_at desc`, sql`e.id desc`]);
}

const matchingRows = (question: LaunchQuestion, facts: EntityFacts, needsFacts: boolean): RawBuilder<unknown> => sql`
  from ${launchRows(question.level, needsFacts ? facts : undefined)} where ${launchMatches(question.level, question.filter, question, facts)}`;

const isByFacts = ({ filter }: LaunchQuestion): boolean => filter.metric_range !== undefined;

type Context = Pick<CallContext, 'db' | 'caller' | 'now' | 'limits'>;

const questionOf = ({ caller, now, limits }: Context, level: EntityLevel, filter: LaunchFilter): LaunchQuestion => ({
  caller,
  now,
  level,
  filter,
  sort: [],
  days: daysAsked(filter, now, limits),
});

export async function countRows(db: Db, question: LaunchQuestion): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total ${matchingRows(question, choosingFacts(question).facts, isByFacts(question))}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** How many of a level match the filter and are seen by the caller. */
export const countLaunches = (context: Context, level: EntityLevel, filter: LaunchFilter): Promise<number> =>
  countRows(context.db, questionOf(context, level, filter));

/** Their ids, ascending, at most so many. */
export async function idsOfLaunches(context: Context, level: EntityLevel, filter: LaunchFilter, max: number): Promise<number[]> {
  const question = questionOf(context, level, filter);
  const found = await sql<{ id: number }>`
    select e.id ${matchingRows(question, choosingFacts(question).facts, isByFacts(question))} order by e.id limit ${max}`.execute(
    context.db,
  );
  return found.rows.map(({ id }) => id);
}

/** What is known of all rows of the filter together. */
export interface LaunchTotals {
  total: number;
  figures: RowFigures;
  /** Accounts that they are of. */
  accounts: number[];
}

/** What an account is of stays, so its days can tell of it; whatever else is asked for is asked of single objects. */
const ofWholeAccounts: readonly (keyof LaunchFilter)[] = ['date_from', 'date_to', 'date_mode', 'ad_account_id'];

/** Nothing is asked for but everything there is, by somebody who sees it all. */
const isOfEverything = ({ caller, filter }: LaunchQuestion): boolean =>
  scopeOf(caller).kind === 'everyone' &&
  (Object.keys(filter) as (keyof LaunchFilter)[]).every((key) => ofWholeAccounts.includes(key) || filter[key] === undefined);

export async function totalsOf(db: Db, question: LaunchQuestion): Promise<LaunchTotals> {
  const { level, filter } = question;
  const facts = factsFor(question);
  const counts = sql`count(*) as total, array_agg(distinct e.ad_account_id)::float8[] as accounts`;
  const gone = sql`select x.id from ${sql.table(level)} x where x.status = 'DELETED'`;
  const found = await sql<{ total: number; accounts: number[] | null }>`${
    isOfEverything(question)
      ? sql`
        with counts as (select ${counts} ${matchingRows(question, facts, false)}),
          sums as (select ${facts.summedColumns} from ${facts.totalsExcept(gone, filter.ad_account_id)})
        select * from counts cross join sums`
      : sql`select ${counts}, ${facts.summedColumns} ${matchingRows(question, facts, true)}`
  }`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error('totals of a list answered nothing');
  return { total: row.total, figures: facts.toFigures({ ...row }), accounts: row.accounts ?? [] };
}

/**
 * What objects come to that match and are not among the rows: deleted ones, and those handed over to somebody out of the caller's sight,
 * with the days that were theirs before. Reports count it. Undefined where there is nothing of the kind.
 */
export async function leftOutOf(db: Db, question: LaunchQuestion): Promise<RowFigures | undefined> {
  const { level, filter } = question;
  const { facts: by, needsFacts } = choosingFacts({ ...question, sort: [] });
  const facts = factsFor(question);
  const { from, to } = question.days;
  const hadDays = sql<boolean>`e.id in (
    select f.${sql.ref(`${level}_id`)} from insight_daily f where f.stat_date between ${from}::date and ${to}::date and ${isFactVisible(question.caller)})`;
  const found = await sql<Record<string, unknown>>`
    with gone as materialized (
      select e.id from ${launchRows(level, needsFacts ? by : undefined)} where ${launchMatches(level, filter, question, by, { hadDays })})
    select ${facts.summedColumns} from ${facts.totalsOf(sql`select id from gone`)}`.execute(db);
  const figures = facts.toFigures(found.rows[0] ?? {});
  return Object.values(figures.m).some((value) => value !== null && value !== 0) ? figures : undefined;
}

/** A row with its figures, as the database has them. */
export type FoundLaunch = FoundEntity & Readonly<Record<string, unknown>>;

async function rowsById(
  db: Db,
  question: Omit<LaunchQuestion, 'filter' | 'sort'>,
  ids: readonly number[],
): Promise<[FoundLaunch[], EntityFacts]> {
  const facts = factsFor(question, ids);
  const { level, now } = question;
  const found = await sql<FoundLaunch>`
    select ${rowColumns(level, now)}, ${facts.columns} from ${launchRows(level, facts)}
    where e.id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], e.id)`.execute(db);
  return [found.rows, facts];
}

/** A row of a list. */
export type LaunchRowOf<Level extends EntityLevel> = BaseOf[Level] & RowFigures;

/** A page of rows in order. Their figures are asked for when it is known which they are. */
export async function pageOfLaunches<Level extends EntityLevel>(
  db: Db,
  question: LaunchQuestion & { level: Level },
  reading: Reading,
  { limit, offset }: { limit: number; offset: number },
): Promise<LaunchRowOf<Level>[]> {
  const by = choosingFacts(question);
  const chosen = await sql<{ id: number }>`
    select e.id ${matchingRows(question, by.facts, by.needsFacts)}
    order by ${ordering(question, by.facts)} limit ${limit} offset ${offset}`.execute(db);
  if (chosen.rows.length === 0) return [];
  const [rows, facts] = await rowsById(
    db,
    question,
    chosen.rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...baseOf(question.level, row, reading), ...facts.toFigures(row) }));
}

/** Every row of the filter in order, with figures; `shape` makes rows of them. */
export function selectLaunches<Level extends EntityLevel>(question: LaunchQuestion & { level: Level }, reading: Reading) {
  const facts = factsFor(question);
  return {
    rows: sql<FoundLaunch>`
      select ${rowColumns(question.level, question.now)}, ${facts.columns} ${matchingRows(question, facts, true)} order by ${ordering(question, facts)}`,
    shape: (found: FoundLaunch): LaunchRowOf<Level> => ({ ...baseOf(question.level, found, reading), ...facts.toFigures(found) }),
  };
}

/** One row that the caller sees, also of what was deleted; undefined where they do not. */
export async function launchById<Level extends EntityLevel>(
  db: Db,
  question: Omit<LaunchQuestion, 'filter' | 'sort'> & { level: Level },
  reading: Reading,
  id: number,
): Promise<LaunchRowOf<Level> | undefined> {
  if (!(await isSeen(db, question, id))) return undefined;
  const [[row], facts] = await rowsById(db, question, [id]);
  return row === undefined ? undefined : { ...baseOf(question.level, row, reading), ...facts.toFigures(row) };
}

/** Whether the caller sees the object. */
export async function isSeen(db: Db, { level, caller }: Pick<LaunchQuestion, 'level' | 'caller'>, id: number): Promise<boolean> {
  const found = await sql`select 1 from ${sql.table(level)} e where e.id = ${id} and ${entityVisible(caller, 'e')}`.execute(db);
  return found.rows.length > 0;
}
