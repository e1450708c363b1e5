import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isMetric, type MetricKey, type SumNeeded, sumName, wholeName } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import { ORDER_ZH } from '../searching.ts';
import {
  accountsNow,
  buildSourceSums,
  canAnswer,
  chooseDaySource,
  countByFirst,
  type FactQuestion,
  type Grouping,
  selectDistinctObjects,
  selectSources,
  toGrouping,
} from './base-sums.ts';
import { type Days, getComparedDate, includesToday } from './days.ts';
import { type DimensionKey, getDimension } from './dimensions.ts';
import { adDays, type FactSource, NO_ACCOUNT } from './facts.ts';
import { type FigureRecord, PREVIOUS_PREFIX, type ReportFigures, toFigures } from './figures.ts';
import { coveredSql, type Freshness, type FreshnessRecord, freshnessColumns, NO_FRESHNESS, toFreshness } from './freshness.ts';
import { pixelSources } from './pixel-facts.ts';
import { createSumPlan, findSharedSums, metricSql, type SumInSql, type SumPlan, type Sums } from './sums.ts';

export interface ReportQuestion extends FactQuestion {
  readonly groupBy: readonly DimensionKey[];
  readonly metrics: readonly MetricKey[];
  /** Sort fields: metrics, dimensions and their fields. */
  readonly sort: readonly { field: string; order: 'asc' | 'desc' }[];
}

export interface ReportLine extends ReportFigures {
  key: string;
  /** Value and name of each dimension. */
  values: Partial<Record<DimensionKey, { id: number | string; label: string | null }>>;
  /** The sums that its figures are computed from. */
  sums: Sums;
}

const toBigint = (expression: RawBuilder<unknown>) => sql`coalesce(${expression}, 0)::bigint`;

/** True when each row belongs to one account. */
const hasSingleAccountRows = ({ groupBy }: Pick<ReportQuestion, 'groupBy'>): boolean =>
  groupBy.some((key) => getDimension(key).isOfOneAccount === true);

const HAS_ACCOUNT = sql<boolean>`base.account_id <> ${sql.lit(NO_ACCOUNT)}`;

/** Sums over the rows of `base`, for the period and the previous one. `single` is true when each row belongs to one account. */
function sumColumns({ sums }: Pick<SumPlan, 'sums'>, before: boolean, single: boolean): RawBuilder<unknown>[] {
  const accounts = (which: RawBuilder<unknown>) =>
    // Counts accounts with figures in the period; accounts where something is merely running do not count.
    single
      ? sql`coalesce(bool_or(${which} and base.dated), false)::int`
      : sql`count(distinct base.account_id) filter (where ${which} and base.dated and ${HAS_ACCOUNT})`;
  const one = ({ measure, ripens }: SumNeeded, isBefore: boolean) => {
    const of = isBefore ? sql`base.before` : sql`not base.before`;
    const only = before ? sql`filter (where ${of})` : sql``;
    const added = measure === 'accounts' ? accounts(of) : toBigint(sql`sum(base.${sql.ref(sumName(measure, ripens))}) ${only}`);
    return sql`${added} as ${sql.ref(`${isBefore ? PREVIOUS_PREFIX : ''}${sumName(measure, ripens)}`)}`;
  };
  return [...sums.map((sum) => one(sum, false)), ...(before ? sums.map((sum) => one(sum, true)) : [])];
}

/**
 * Columns over `base` and its accounts: the earliest current date, whether a current day is among the days, and the account if there is
 * only one.
 */
const commonColumns = (days: Days) => sql`
  min(acc.today) filter (where base.dated and not base.before and ${HAS_ACCOUNT}) as today,
  coalesce(bool_or(${includesToday(days)}) filter (where base.dated and not base.before and ${HAS_ACCOUNT}), false) as running,
  case when min(base.account_id) filter (where ${HAS_ACCOUNT}) = max(base.account_id) then max(base.account_id) end as account_id`;

/** The rows of `relation` as `base`, joined to their accounts. Direct visits have none. */
const withAccounts = (relation: string) => sql`${sql.ref(relation)} base left join acc on acc.id = base.account_id`;

const sumColumn: SumInSql = ({ measure, ripens }) => sql`g.${sql.ref(sumName(measure, ripens))}`;

/** Joins the names of the dimensions to the rows `g`. */
const joinNames = (groupBy: readonly DimensionKey[]): RawBuilder<unknown> =>
  sql.join(
    groupBy.map((key, at) => getDimension(key).names?.join(sql`g.${sql.ref(`k${at}`)}`) ?? sql``),
    sql` `,
  );

const labelSql = (key: DimensionKey, at: number): RawBuilder<unknown> => getDimension(key).names?.label ?? sql`g.${sql.ref(`k${at}`)}`;

/** SQL to sort by a field; undefined when the report has no such field. */
function sortSql(
  field: string,
  { groupBy, metrics, caller }: Pick<ReportQuestion, 'groupBy' | 'metrics' | 'caller'>,
): RawBuilder<unknown> | undefined {
  if (isMetric(field) && metrics.includes(field)) return metricSql(field, sumColumn);
  const at = groupBy.indexOf(field as DimensionKey);
  const key = groupBy[at];
  if (key !== undefined) return getDimension(key).names === undefined ? labelSql(key, at) : sql`${labelSql(key, at)} ${ORDER_ZH}`;
  const owning = groupBy.filter((other) => getDimension(other).fields?.[field] !== undefined);
  const owner = owning.find((other) => owning.every((divider) => getDimension(divider).divides !== other));
  const found = owner && getDimension(owner).fields?.[field];
  return typeof found === 'function' ? found(caller) : found;
}

/** Indexes of the sort fields that the report cannot be sorted by. */
export const findUnsortable = (question: Pick<ReportQuestion, 'groupBy' | 'metrics' | 'sort' | 'caller'>): number[] =>
  question.sort.flatMap(({ field }, index) => (sortSql(field, question) === undefined ? [index] : []));

function buildOrder(question: ReportQuestion): RawBuilder<unknown> {
  const sorted = question.sort.flatMap(({ field, order }) => {
    const by = sortSql(field, question);
    return by === undefined ? [] : [sql`${by} ${sql.raw(order)} nulls last`];
  });
  // Newest date first; equal rows need a stable order.
  const ties = question.groupBy.map(
    (key, at) => sql`g.${sql.ref(`k${at}`)} ${sql.raw(getDimension(key).fromDate === undefined ? 'asc' : 'desc')}`,
  );
  return sql.join([...sorted, ...ties]);
}

/** The groupings, with dates of the previous period moved to the dates they are compared with. */
function buildGroupings({ groupBy, before, days }: ReportQuestion): Grouping[] {
  return groupBy.map((key, at) => {
    const grouping = toGrouping(key, at);
    const { fromDate } = getDimension(key);
    return fromDate === undefined || !before ? grouping : { ...grouping, value: fromDate(getComparedDate(days)) };
  });
}

interface BaseOptions {
  /** The sums to compute; all sums of the plan by default. */
  readonly sums?: readonly SumNeeded[];
  readonly only?: RawBuilder<boolean>;
  /** Already selected rows of sources that count distinct objects. */
  readonly findDistinctObjects?: (source: FactSource) => RawBuilder<unknown> | undefined;
}

/** The sums that a report is computed from. Every reported object has a row, regardless of which sums are selected. */
function buildSums(
  question: ReportQuestion,
  plan: SumPlan,
  groupings: readonly Grouping[],
  { sums = plan.sums, only, findDistinctObjects }: BaseOptions = {},
) {
  const { groupBy } = question;
  const [first, ...more] = groupBy;
  const isListed = question.facts === undefined && first !== undefined && more.length === 0;
  const extra = isListed ? (getDimension(first).listed ?? []) : [];
  const needed = sums.filter(({ measure }) => measure !== 'accounts');
  const grouped = groupings.length === 0 ? [] : groupBy;
  const [days, ...counts] = selectSources(plan, chooseDaySource(question, grouped, 'period'));
  const others = [...counts, ...extra].filter(
    (source) =>
      canAnswer(source.isOfManyAds ? adDays([]) : source, groupBy, question) &&
      // Distinct objects are counted among facts that are selected anyway, so these sources add no rows of their own.
      (source.distinct === undefined || needed.some(({ measure }) => source.measures[measure] !== undefined)),
  );
  // Rows of the events of pixels consist of no facts of ads.
  const sources = canAnswer(days, grouped, question) ? [days, ...others] : others.length > 0 ? others : [pixelSources('days')[0]];
  return sql.join(
    sources.map((source) =>
      buildSourceSums(only === undefined ? countByFirst(source, question, groupings) : source, question, {
        groupings,
        sums: needed,
        only,
        distinctObjects: findDistinctObjects?.(source),
      }),
    ),
    sql` union all `,
  );
}

const buildBase = (question: ReportQuestion, plan: SumPlan, summed?: BaseOptions): RawBuilder<unknown> =>
  buildSums(question, plan, buildGroupings(question), summed);

/**
 * Sources whose distinct objects may appear in several rows. An ad belongs to one account, campaign and ad group; a user may have many.
 */
function findMultiRowSources(question: ReportQuestion, plan: SumPlan): FactSource[] {
  const { groupBy } = question;
  const isApart = groupBy.every((key) => getDimension(key).isOfOneAccount === true);
  return selectSources(plan, question.facts === undefined ? 'ads' : chooseDaySource(question, groupBy)).filter(
    (source) =>
      source.distinct !== undefined && (!isApart || source.distinct.isInSeveralAccounts === true) && canAnswer(source, groupBy, question),
  );
}

/**
 * Relations for distinct objects that may appear in several rows: `each0` and so on are selected before `base`, and `whole` counts them
 * over everything.
 */
function distinctTotals(question: ReportQuestion, plan: SumPlan) {
  const groupings = buildGroupings(question);
  const found = findMultiRowSources(question, plan).map((source, at) => ({
    source,
    name: sql.ref(`each${at}`),
    isListed: countByFirst(source, question, groupings) === source,
    byFirst: countByFirst(source, question, []),
  }));
  const listed = found.filter(({ isListed }) => isListed);
  const measures = (source: FactSource) => plan.sums.filter(({ measure }) => source.measures[measure] !== undefined);
  const all = found.flatMap(({ source }) => measures(source));
  const names = sql.join(all.map(({ measure }) => sql.ref(measure)));
  const counts = found.map(({ source, name, byFirst }) =>
    byFirst === source
      ? sql`
      select f.before, ${sql.join(
        all.map(({ measure }) => sql`${source.measures[measure] ?? sql`null::bigint`} as ${sql.ref(measure)}`),
      )} from (select before, counted, sum(times) as times from ${name} group by 1, 2) f group by 1`
      : sql`select before, ${names} from (${buildSourceSums(byFirst, question, { groupings: [], sums: all })}) f`,
  );
  return {
    each: sql.join(
      [...listed.map(({ source, name }) => sql`${name} as materialized (${selectDistinctObjects(source, question, groupings)}),`), sql``],
      sql` `,
    ),
    whole: found.length === 0 ? sql`` : sql`whole as (${sql.join(counts, sql` union all `)}),`,
    eachOf: (source: FactSource) => {
      const known = listed.find((one) => one.source === source);
      return known && sql`select * from ${known.name}`;
    },
  };
}

/** Total columns; those of distinct objects come from `whole`. */
function totalColumns(question: ReportQuestion, plan: SumPlan, whole: readonly FactSource[]): RawBuilder<unknown>[] {
  const distinct = new Set(whole.flatMap(({ measures }) => Object.keys(measures)));
  const isWhole = ({ measure }: SumNeeded) => distinct.has(measure);
  const ofWhole = (isBefore: boolean) =>
    plan.sums.filter(isWhole).map(
      ({ measure }) => sql`coalesce((select sum(whole.${sql.ref(measure)}) from whole where whole.before = ${sql.lit(isBefore)}), 0)::bigint
        as ${sql.ref(`${isBefore ? PREVIOUS_PREFIX : ''}${measure}`)}`,
    );
  const rest = { sums: plan.sums.filter((sum) => !isWhole(sum)) };
  return [...sumColumns(rest, question.before, false), ...ofWhole(false), ...(question.before ? ofWhole(true) : [])];
}

const listSumNames = (plan: SumPlan, before: boolean): string[] => {
  const own = plan.sums.map(({ measure, ripens }) => sumName(measure, ripens));
  return before ? [...own, ...own.map((name) => `${PREVIOUS_PREFIX}${name}`)] : own;
};

/** The rows as a relation `g` with their keys and sums, without rows that only have figures in the previous period. */
const groupedSql = (question: ReportQuestion, plan: Pick<SumPlan, 'sums'>, relation = 'base'): RawBuilder<unknown> => {
  const keys = question.groupBy.map((_, at) => sql`base.${sql.ref(`k${at}`)}`);
  return sql`select ${sql.join([...keys, ...sumColumns(plan, question.before, hasSingleAccountRows(question)), commonColumns(question.days)])}
    from ${withAccounts(relation)} group by ${sql.join(keys)} having bool_or(not base.before)`;
};

/** Every row in order for an export, with dimension values `k0`, names `l0` and so on, and the requested fields. */
export function selectRows(question: ReportQuestion, fields: readonly string[] = []): RawBuilder<Record<string, unknown>> {
  const plan = createSumPlan(question.metrics);
  const { groupBy } = question;
  const more = fields.flatMap((field) => {
    const by = sortSql(field, question);
    return by === undefined ? [] : [sql`${by} as ${sql.ref(`x:${field}`)}`];
  });
  return sql<Record<string, unknown>>`
    with ${accountsNow(question.now)}, base as (${buildBase(question, plan)}), g as (${groupedSql(question, plan)})
    select g.*, a.currency, cu.exponent, ${sql.join([
      ...findSharedSums(plan).map((name) => sql`(sum(${sql.ref(`g.${name}`)}) over ())::bigint as ${sql.ref(wholeName(name))}`),
      ...groupBy.map((key, at) => sql`${labelSql(key, at)} as ${sql.ref(`l${at}`)}`),
      ...more,
    ])}
    from g left join acc a on a.id = g.account_id left join currency cu on cu.code = a.currency ${joinNames(groupBy)} order by ${buildOrder(question)}`;
}

export async function countRows(db: Kysely<Database>, question: ReportQuestion): Promise<number> {
  const plan = createSumPlan(question.metrics);
  const found = await sql<{ total: number }>`
    with ${accountsNow(question.now)}, base as (${buildBase(question, plan, { sums: [] })})
    select count(*) as total from (${groupedSql(question, { sums: [] })}) g`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** A row with the values and names of its dimensions. `whole` are the totals, unless the row has those it needs. */
export function toReportLine(question: ReportQuestion, found: Record<string, unknown>, whole?: FigureRecord): ReportLine {
  const values: ReportLine['values'] = {};
  for (const [at, key] of question.groupBy.entries()) {
    const id = found[`k${at}`] as number | string;
    values[key] = { id, label: (found[`l${at}`] as string | null) ?? null };
  }
  const figures = toFigures(question, createSumPlan(question.metrics), found as FigureRecord, false, whole);
  return { key: question.groupBy.map((_, at) => String(found[`k${at}`])).join('|'), values, sums: found as Sums, ...figures };
}

export interface Report extends Freshness {
  lines: ReportLine[];
  totals: ReportFigures;
  total: number;
}

/** Relations that end in `chosen`, a page of rows with their position `pos` and the `total` number of rows, and `t`, the totals. */
function pageSql(question: ReportQuestion, plan: SumPlan, page: RawBuilder<unknown>): RawBuilder<unknown> {
  const { groupBy } = question;
  const [key, ...more] = groupBy;
  const place = sql`row_number() over (order by ${buildOrder(question)}) as pos, count(*) over () as total`;
  const totals = (relation: string, counted: readonly FactSource[]) =>
    sql`t as (select ${sql.join([...totalColumns(question, plan, counted), commonColumns(question.days)])} from ${withAccounts(relation)})`;
  if (key === undefined || more.length > 0 || getDimension(key).isMany === undefined) {
    const { each, whole, eachOf: findDistinctObjects } = distinctTotals(question, plan);
    // Rows that share facts do not add up to the totals.
    const isShared = groupBy.some((dimension) => getDimension(dimension).isSeveral === true);
    return sql`
      ${each} base as (${buildBase(question, plan, { findDistinctObjects })}), ${whole}
      g as (${groupedSql(question, plan)}),
      chosen as (select g.*, ${place} from g ${joinNames(groupBy)} order by pos ${page}),
      ${isShared ? sql`everything as (${buildSums(question, plan, [])}),` : sql``}
      ${totals(isShared ? 'everything' : 'base', findMultiRowSources(question, plan))}`;
  }
  const sorted = createSumPlan(question.metrics.filter((metric) => question.sort.some(({ field }) => field === metric)));
  const { id, type } = getDimension(key);
  const picked = sql`any(array(select picked.k0 from picked))`;
  // Orders may belong to none. They are read apart, so that an index finds the others.
  const noneKey = type === 'text' ? sql`''` : sql`0`;
  const conditions = [
    sql<boolean>`${id} = ${picked}`,
    ...(question.facts === 'orders' ? [sql<boolean>`${id} is null and ${noneKey} = ${picked}`] : []),
  ];
  const ofPicked = conditions.map((only) => buildBase(question, plan, { only }));
  return sql`
    base as (${buildBase(question, plan, { sums: sorted.sums })}),
    g as (${groupedSql(question, sorted)}),
    picked as (select g.k0, ${place} from g ${joinNames(groupBy)} order by pos ${page}),
    of_picked as (${sql.join(ofPicked, sql` union all `)}),
    chosen as (select x.*, picked.pos, picked.total from (${groupedSql(question, plan, 'of_picked')}) x join picked on picked.k0 = x.k0),
    everything as (${buildSums(question, plan, [])}),
    ${totals('everything', [])}`;
}

/** A page of rows and the totals of everything that matches, in one query on one snapshot. */
export async function queryReport(
  db: Kysely<Database>,
  question: ReportQuestion,
  { limit, offset }: { limit: number; offset: number },
): Promise<Report> {
  const plan = createSumPlan(question.metrics);
  const { groupBy, before } = question;
  const keys = groupBy.map((_, at) => `k${at}`);
  const sums = listSumNames(plan, before);
  const columns = (alias: string) => sums.map((name) => sql`${sql.ref(`${alias}.${name}`)}`);
  const found = await sql<FigureRecord & FreshnessRecord & { pos: number; total: number }>`
    with ${accountsNow(question.now)}, ${pageSql(question, plan, sql`limit ${limit} offset ${offset}`)}, ${coveredSql(question)}
    select g.pos, g.total, ${sql.join([
      ...keys.map((key) => sql`g.${sql.ref(key)}`),
      ...groupBy.map((key, at) => sql`${labelSql(key, at)}::text as ${sql.ref(`l${at}`)}`),
      ...columns('g'),
    ])}, g.today, g.running, a.currency, ${NO_FRESHNESS}
    from chosen g left join acc a on a.id = g.account_id ${joinNames(groupBy)}
    union all
    select 0, (select count(*) from g), ${sql.join([
      ...groupBy.map((key) => sql`null::${sql.raw(getDimension(key).type)}`),
      ...groupBy.map(() => sql`null::text`),
      ...columns('t'),
    ])}, t.today, t.running, a.currency, ${freshnessColumns(question)}
    from t left join acc a on a.id = t.account_id
    order by pos`.execute(db);
  const [whole, ...rows] = found.rows;
  if (whole === undefined) throw new Error('the query of a report returned no row');
  return {
    lines: rows.map((row) => toReportLine(question, row, whole)),
    totals: toFigures(question, plan, whole, true),
    total: whole.total,
    ...toFreshness(question, whole),
  };
}
