import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isMetric, type MetricKey, type SumNeeded, sumName } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import { ORDER_ZH } from '../searching.ts';
import {
  accountsNow,
  daysAskedOf,
  eachOnce,
  type FactQuestion,
  type Grouping,
  groupingOf,
  hasRowsBy,
  sourcesOf,
  sumsOfSource,
} from './base-sums.ts';
import { type Days, isRunning } from './days.ts';
import { type DimensionKey, dimensionOf } from './dimensions.ts';
import type { FactSource } from './facts.ts';
import { type FoundFigures, figuresFrom, PREV, type ReportFigures } from './figures.ts';
import { coveredSql, type Freshness, type FreshnessFound, freshnessColumns, freshnessFrom, noFreshness } from './freshness.ts';
import { metricInSql, planOf, type SumInSql, type SumPlan } from './sums.ts';

export interface ReportQuestion extends FactQuestion {
  readonly groupBy: readonly DimensionKey[];
  readonly metrics: readonly MetricKey[];
  /** By metrics, dimensions and fields of them. */
  readonly sort: readonly { field: string; order: 'asc' | 'desc' }[];
}

export interface ReportLine extends ReportFigures {
  key: string;
  /** By dimension: its value and its name. */
  values: Partial<Record<DimensionKey, { id: number | string; label: string | null }>>;
}

const asBigint = (expression: RawBuilder<unknown>) => sql`coalesce(${expression}, 0)::bigint`;

/** Each row is of one account. */
const isOfOneAccount = ({ groupBy }: Pick<ReportQuestion, 'groupBy'>): boolean =>
  groupBy.some((key) => dimensionOf(key).isOfOneAccount === true);

/** Sums over the rows of `base`, of the days themselves and of those before. `single`: over rows of one account each. */
function sumColumns({ sums }: Pick<SumPlan, 'sums'>, before: boolean, single: boolean): RawBuilder<unknown>[] {
  const accounts = (which: RawBuilder<unknown>) =>
    // Those with figures of the days, whatever runs besides.
    single
      ? sql`coalesce(bool_or(${which} and base.dated), false)::int`
      : sql`count(distinct base.account_id) filter (where ${which} and base.dated)`;
  const one = ({ measure, ripens }: SumNeeded, isBefore: boolean) => {
    const of = isBefore ? sql`base.before` : sql`not base.before`;
    const only = before ? sql`filter (where ${of})` : sql``;
    const added = measure === 'accounts' ? accounts(of) : asBigint(sql`sum(base.${sql.ref(sumName(measure, ripens))}) ${only}`);
    return sql`${added} as ${sql.ref(`${isBefore ? PREV : ''}${sumName(measure, ripens)}`)}`;
  };
  return [...sums.map((sum) => one(sum, false)), ...(before ? sums.map((sum) => one(sum, true)) : [])];
}

/** Of `base` and its accounts: the earliest day that is today, whether a current day is among the days, and the account if there is one. */
const commonColumns = (days: Days) => sql`
  min(acc.today) filter (where base.dated and not base.before) as today,
  coalesce(bool_or(${isRunning(days)}) filter (where base.dated and not base.before), false) as running,
  case when min(base.account_id) = max(base.account_id) then min(base.account_id) end as account_id`;

/** Rows of `baseSql` as `base`, with their accounts. */
const withAccounts = (relation: string) => sql`${sql.ref(relation)} base join acc on acc.id = base.account_id`;

const columnOf: SumInSql = ({ measure, ripens }) => sql`g.${sql.ref(sumName(measure, ripens))}`;

/** Names of the dimensions, joined to the rows `g`. */
const namesOf = (groupBy: readonly DimensionKey[]): RawBuilder<unknown> =>
  sql.join(
    groupBy.map((key, at) => dimensionOf(key).names?.join(sql`g.${sql.ref(`k${at}`)}`) ?? sql``),
    sql` `,
  );

const labelOf = (key: DimensionKey, at: number): RawBuilder<unknown> => dimensionOf(key).names?.label ?? sql`g.${sql.ref(`k${at}`)}`;

/** SQL to sort by; undefined where the report has no such field. */
function sortSql(field: string, { groupBy, metrics }: Pick<ReportQuestion, 'groupBy' | 'metrics'>): RawBuilder<unknown> | undefined {
  if (isMetric(field) && metrics.includes(field)) return metricInSql(field, columnOf);
  const at = groupBy.indexOf(field as DimensionKey);
  const key = groupBy[at];
  if (key !== undefined) return dimensionOf(key).names === undefined ? labelOf(key, at) : sql`${labelOf(key, at)} ${ORDER_ZH}`;
  for (const other of groupBy) {
    const found = dimensionOf(other).fields?.[field];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The fields of `sort` that the report cannot be sorted by. */
export const unsortable = (question: Pick<ReportQuestion, 'groupBy' | 'metrics' | 'sort'>): number[] =>
  question.sort.flatMap(({ field }, index) => (sortSql(field, question) === undefined ? [index] : []));

function orderOf(question: ReportQuestion): RawBuilder<unknown> {
  const asked = question.sort.flatMap(({ field, order }) => {
    const by = sortSql(field, question);
    return by === undefined ? [] : [sql`${by} ${sql.raw(order)} nulls last`];
  });
  // Dates are read newest first, and equal rows need an order that stays.
  const ties = question.groupBy.map((key, at) => sql`g.${sql.ref(`k${at}`)} ${sql.raw(key === 'date' ? 'desc' : 'asc')}`);
  return sql.join([...asked, ...ties]);
}

/** Rows of a date moved to the period they are compared with. */
function groupingsOf({ groupBy, before, days }: ReportQuestion): Grouping[] {
  return groupBy.map((key, at) => {
    const grouping = groupingOf(key, at);
    if (key !== 'date' || !before) return grouping;
    const back = days.isToday ? sql`f.stat_date < acc.today` : sql`f.stat_date < ${days.from}::date`;
    return { ...grouping, value: sql`(f.stat_date + case when ${back} then ${sql.lit(days.length)} else 0 end)` };
  });
}

interface Summed {
  /** Of all that the plan says; fewer where only some are needed. */
  readonly sums?: readonly SumNeeded[];
  readonly only?: RawBuilder<boolean>;
  /** The rows of sources that count objects once, where they were found before. */
  readonly eachOf?: (source: FactSource) => RawBuilder<unknown> | undefined;
}

/** The sums that everything else is made from, by `groupings`; whatever is summed, there is a row of each thing that is reported. */
function sumsBy(question: ReportQuestion, plan: SumPlan, groupings: readonly Grouping[], { sums = plan.sums, only, eachOf }: Summed = {}) {
  const { groupBy } = question;
  const [first, ...more] = groupBy;
  const extra = first !== undefined && more.length === 0 ? (dimensionOf(first).listed ?? []) : [];
  const needed = sums.filter(({ measure }) => measure !== 'accounts');
  const [days, ...counts] = sourcesOf(plan, daysAskedOf(question, groupings.length === 0 ? [] : groupBy));
  const others = [...counts, ...extra].filter(
    (source) =>
      hasRowsBy(source, groupBy) &&
      // What is counted once is counted among facts that are there anyway.
      (source.once === undefined || needed.some(({ measure }) => source.measures[measure] !== undefined)),
  );
  return sql.join(
    [days, ...others].map((source) => sumsOfSource(source, question, { groupings, sums: needed, only, each: eachOf?.(source) })),
    sql` union all `,
  );
}

const baseSql = (question: ReportQuestion, plan: SumPlan, summed?: Summed): RawBuilder<unknown> =>
  sumsBy(question, plan, groupingsOf(question), summed);

/** What is counted once, and may be in several of the rows. An ad is of one account, campaign and group; a person may be of many. */
function inSeveralRows({ groupBy }: ReportQuestion, plan: SumPlan): FactSource[] {
  const isApart = groupBy.every((key) => dimensionOf(key).isOfOneAccount === true);
  return sourcesOf(plan).filter(({ once }) => once !== undefined && (!isApart || once.isInSeveralAccounts === true));
}

/** Objects that are counted once but may be in several rows: `each0` and so on, found before `base`, and in `whole` counted over everything. */
function distinctTotals(question: ReportQuestion, plan: SumPlan) {
  const found = inSeveralRows(question, plan).map((source, at) => ({ source, name: sql.ref(`each${at}`) }));
  const measures = (source: FactSource) => plan.sums.filter(({ measure }) => source.measures[measure] !== undefined);
  const all = found.flatMap(({ source }) => measures(source));
  const counts = found.map(
    ({ source, name }) => sql`
      select f.before, ${sql.join(
        all.map(({ measure }) => sql`${source.measures[measure] ?? sql`null::bigint`} as ${sql.ref(measure)}`),
      )} from (select distinct before, counted from ${name}) f group by 1`,
  );
  return {
    each: sql.join(
      [...found.map(({ source, name }) => sql`${name} as materialized (${eachOnce(source, question, groupingsOf(question))}),`), sql``],
      sql` `,
    ),
    whole: found.length === 0 ? sql`` : sql`whole as (${sql.join(counts, sql` union all `)}),`,
    eachOf: (source: FactSource) => {
      const known = found.find((one) => one.source === source);
      return known && sql`select * from ${known.name}`;
    },
  };
}

/** `whole`: what was counted over everything, apart from the rows. */
function totalColumns(question: ReportQuestion, plan: SumPlan, whole: readonly FactSource[]): RawBuilder<unknown>[] {
  const distinct = new Set(whole.flatMap(({ measures }) => Object.keys(measures)));
  const isWhole = ({ measure }: SumNeeded) => distinct.has(measure);
  const ofWhole = (isBefore: boolean) =>
    plan.sums.filter(isWhole).map(
      ({ measure }) => sql`coalesce((select sum(whole.${sql.ref(measure)}) from whole where whole.before = ${sql.lit(isBefore)}), 0)::bigint
        as ${sql.ref(`${isBefore ? PREV : ''}${measure}`)}`,
    );
  const rest = { sums: plan.sums.filter((sum) => !isWhole(sum)) };
  return [...sumColumns(rest, question.before, false), ...ofWhole(false), ...(question.before ? ofWhole(true) : [])];
}

const names = (plan: SumPlan, before: boolean): string[] => {
  const own = plan.sums.map(({ measure, ripens }) => sumName(measure, ripens));
  return before ? [...own, ...own.map((name) => `${PREV}${name}`)] : own;
};

/** The rows as a relation `g` with their keys and sums; what has figures only of the days before is none of them. */
const groupedSql = (question: ReportQuestion, plan: Pick<SumPlan, 'sums'>, relation = 'base'): RawBuilder<unknown> => {
  const keys = question.groupBy.map((_, at) => sql`base.${sql.ref(`k${at}`)}`);
  return sql`select ${sql.join([...keys, ...sumColumns(plan, question.before, isOfOneAccount(question)), commonColumns(question.days)])}
    from ${withAccounts(relation)} group by ${sql.join(keys)} having bool_or(not base.before)`;
};

/** Every row in order, with `values` of its dimensions named `k0`, `l0` and so on, and the fields asked for: what a file is made of. */
export function selectRows(question: ReportQuestion, fields: readonly string[] = []): RawBuilder<Record<string, unknown>> {
  const plan = planOf(question.metrics);
  const { groupBy } = question;
  const more = fields.flatMap((field) => {
    const by = sortSql(field, question);
    return by === undefined ? [] : [sql`${by} as ${sql.ref(`x:${field}`)}`];
  });
  return sql<Record<string, unknown>>`
    with ${accountsNow(question.now)}, base as (${baseSql(question, plan)}), g as (${groupedSql(question, plan)})
    select g.*, a.currency, cu.exponent, ${sql.join([...groupBy.map((key, at) => sql`${labelOf(key, at)} as ${sql.ref(`l${at}`)}`), ...more])}
    from g left join acc a on a.id = g.account_id left join currency cu on cu.code = a.currency ${namesOf(groupBy)} order by ${orderOf(question)}`;
}

export async function countRows(db: Kysely<Database>, question: ReportQuestion): Promise<number> {
  const plan = planOf(question.metrics);
  const found = await sql<{ total: number }>`
    with ${accountsNow(question.now)}, base as (${baseSql(question, plan, { sums: [] })})
    select count(*) as total from (${groupedSql(question, { sums: [] })}) g`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** A row with the values and names of its dimensions. */
export function lineFrom(question: ReportQuestion, found: Record<string, unknown>): ReportLine {
  const values: ReportLine['values'] = {};
  for (const [at, key] of question.groupBy.entries()) {
    const id = found[`k${at}`] as number | string;
    values[key] = { id, label: (found[`l${at}`] as string | null) ?? null };
  }
  const figures = figuresFrom(question, planOf(question.metrics), found as FoundFigures, false);
  return { key: question.groupBy.map((_, at) => String(found[`k${at}`])).join('|'), values, ...figures };
}

export interface Report extends Freshness {
  lines: ReportLine[];
  totals: ReportFigures;
  total: number;
}

/** Relations that end in `chosen`, a page of rows with their `pos` and the `total` of them, and `t`, the figures of everything. */
function pageSql(question: ReportQuestion, plan: SumPlan, page: RawBuilder<unknown>): RawBuilder<unknown> {
  const { groupBy } = question;
  const [key, ...more] = groupBy;
  const place = sql`row_number() over (order by ${orderOf(question)}) as pos, count(*) over () as total`;
  const totals = (relation: string, counted: readonly FactSource[]) =>
    sql`t as (select ${sql.join([...totalColumns(question, plan, counted), commonColumns(question.days)])} from ${withAccounts(relation)})`;
  if (key === undefined || more.length > 0 || dimensionOf(key).isMany === undefined) {
    const { each, whole, eachOf } = distinctTotals(question, plan);
    return sql`
      ${each} base as (${baseSql(question, plan, { eachOf })}), ${whole}
      g as (${groupedSql(question, plan)}),
      chosen as (select g.*, ${place} from g ${namesOf(groupBy)} order by pos ${page}),
      ${totals('base', inSeveralRows(question, plan))}`;
  }
  const sorted = planOf(question.metrics.filter((metric) => question.sort.some(({ field }) => field === metric)));
  const isPicked = sql<boolean>`${dimensionOf(key).id} = any(array(select picked.k0 from picked))`;
  return sql`
    base as (${baseSql(question, plan, { sums: sorted.sums })}),
    g as (${groupedSql(question, sorted)}),
    picked as (select g.k0, ${place} from g ${namesOf(groupBy)} order by pos ${page}),
    of_picked as (${baseSql(question, plan, { only: isPicked })}),
    chosen as (select x.*, picked.pos, picked.total from (${groupedSql(question, plan, 'of_picked')}) x join picked on picked.k0 = x.k0),
    everything as (${sumsBy(question, plan, [])}),
    ${totals('everything', [])}`;
}

/** A page of rows, and the figures of everything that matches: one question to the database, asked of one moment. */
export async function queryReport(
  db: Kysely<Database>,
  question: ReportQuestion,
  { limit, offset }: { limit: number; offset: number },
): Promise<Report> {
  const plan = planOf(question.metrics);
  const { groupBy, before } = question;
  const keys = groupBy.map((_, at) => `k${at}`);
  const sums = names(plan, before);
  const columns = (alias: string) => sums.map((name) => sql`${sql.ref(`${alias}.${name}`)}`);
  const found = await sql<FoundFigures & FreshnessFound & { pos: number; total: number }>`
    with ${accountsNow(question.now)}, ${pageSql(question, plan, sql`limit ${limit} offset ${offset}`)}, ${coveredSql(question)}
    select g.pos, g.total, ${sql.join([
      ...keys.map((key) => sql`g.${sql.ref(key)}`),
      ...groupBy.map((key, at) => sql`${labelOf(key, at)}::text as ${sql.ref(`l${at}`)}`),
      ...columns('g'),
    ])}, g.today, g.running, a.currency, ${noFreshness}
    from chosen g left join acc a on a.id = g.account_id ${namesOf(groupBy)}
    union all
    select 0, (select count(*) from g), ${sql.join([
      ...groupBy.map((key) => sql`null::${sql.raw(dimensionOf(key).type)}`),
      ...groupBy.map(() => sql`null::text`),
      ...columns('t'),
    ])}, t.today, t.running, a.currency, ${freshnessColumns(question)}
    from t left join acc a on a.id = t.account_id
    order by pos`.execute(db);
  const [whole, ...rows] = found.rows;
  if (whole === undefined) throw new Error('a report answered nothing');
  return {
    lines: rows.map((row) => lineFrom(question, row)),
    totals: figuresFrom(question, plan, whole, true),
    total: whole.total,
    ...freshnessFrom(question, whole),
  };
}
