import { fromPromise } from 'xstate';
import { isMetric, type MetricKey, metricOf } from '#contracts/rules/metrics.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { BranchRequest, ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import type { ReportQuery, ReportRequest } from '#machines/kernel/report/report-query.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import type { TrendAnswer } from '#machines/kernel/report/trend.machine.ts';
import type { TrendQuery } from '#machines/kernel/report/trend-query.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { exportActors } from '#src/services/export-actors.ts';
import { getBusinessToday } from './days.wiring.ts';
import { toEffectiveDays, toEffectiveStep } from './report-days.ts';

/** Maximum number of child rows per request. */
const MAX_CHILDREN = 200;

type Days = Pick<ReportQuery<unknown>, 'dateFrom' | 'dateTo' | 'accountToday' | 'only'>;

/** The days of a report request; today in the timezone of each account is a separate flag. */
export function toRequestDays(query: Days) {
  const { from, to } = query.only ?? toEffectiveDays(query, getBusinessToday());
  return { date_from: from, date_to: to, ...(query.accountToday && { date_mode: 'account_today' as const }) };
}

/** Unsorted rows come with the largest value of this metric first. */
const usualSort = (metric: MetricKey = 'spend') => ({ field: metric, order: 'desc' }) as const;

const NEWEST_FIRST = { field: 'date', order: 'desc' } as const;

/** The chosen order for rows of a dimension; undefined where it sorts only those of others. */
function sortOf({ sort }: ReportQuery<unknown>, dimension: string | undefined) {
  if (sort === undefined || (sort.of !== undefined && !sort.of.some((one) => one === dimension))) return undefined;
  const { field, order } = sort;
  return { field, order };
}

/** The request for one level of a report. Dates come newest first where the report chooses its order. */
const toReportRequest = (query: ReportRequest<unknown>, usual?: MetricKey) => ({
  ...toRequestDays(query),
  ...(query.metrics && { metrics: query.metrics }),
  group_by: query.groupBy.slice(0, 1),
  sort: [sortOf(query, query.groupBy[0]) ?? (usual !== undefined && query.groupBy[0] === 'date' ? NEWEST_FIRST : usualSort(usual))],
  page: query.page,
  page_size: query.pageSize,
  ...(query.compare && { compare: 'prev' as const }),
});

/** The request for the children of a row: days newest first, everything else as above. */
function toBranchRequest<Filters, Row extends ReportRow>({ query, chain }: BranchRequest<Filters, Row>, usual?: MetricKey) {
  const under = chain.flatMap((row, depth) => {
    const by = query.groupBy[depth];
    const value = by === undefined ? undefined : row.dims[by];
    return by === undefined || value === undefined ? [] : [{ by, id: value.id }];
  });
  const dimension = query.groupBy[chain.length] ?? '';
  const chosen = sortOf(query, dimension);
  const own = chosen && !query.groupBy.includes(chosen.field) ? chosen : undefined;
  const sort = dimension === 'date' && !own ? [] : [own ?? usualSort(usual)];
  return {
    ...toRequestDays(query),
    ...(query.metrics && { metrics: query.metrics }),
    group_by: [dimension],
    under,
    ...(sort.length > 0 && { sort }),
    page: 1,
    page_size: MAX_CHILDREN,
    ...(query.compare && { compare: 'prev' as const }),
  };
}

interface ReportReply<Row> {
  list: Row[];
  total: number;
  totals: ReportAnswer['totals'];
  as_of: string;
  newest_at?: string | undefined;
  provisional_from: string;
  warnings?: ReportAnswer['warnings'];
  left_out?: { m: Record<string, number | null> } | undefined;
}

/** A report with the property names of the console. */
const toReportAnswer = <Row extends ReportRow>(reply: ReportReply<Row>): ReportAnswer<Row> => ({
  rows: reply.list,
  total: reply.total,
  totals: reply.totals,
  asOf: reply.as_of,
  newestAt: reply.newest_at,
  provisionalFrom: reply.provisional_from,
  warnings: reply.warnings,
  leftOut: reply.left_out?.m,
});

interface TrendReply {
  x: string[];
  series: { key: string; label: string; metric: string; data: (number | null)[] }[];
  events?: { at: string; kind: string; label: string }[] | undefined;
  as_of: string;
  provisional_from: string;
}

interface TrendRequest {
  date_from: string;
  date_to: string;
  date_mode?: 'account_today';
  by: TrendAnswer['step'];
  metrics: string[];
  series_by?: string;
}

const toLines = ({ series }: TrendReply, isSplit: boolean): TrendAnswer['lines'] =>
  series.map(({ key, label, metric, data }) => ({ metric, part: isSplit ? key : undefined, label, data }));

/** Counts without a single point, while other lines have some: the platform tells them by the day only. */
function findUntold(lines: TrendAnswer['lines']): string[] {
  const told = new Set(lines.filter(({ data }) => data.some((point) => point !== null)).map(({ metric }) => metric));
  const isUntold = (metric: string) => !told.has(metric) && isMetric(metric) && metricOf(metric).formula.kind === 'sum';
  return told.size === 0 ? [] : [...new Set(lines.map(({ metric }) => metric))].filter(isUntold);
}

/** A trend with the property names of the console. */
export const toTrendAnswer = (reply: TrendReply, step: TrendAnswer['step'], lines = toLines(reply, false)): TrendAnswer => ({
  x: reply.x,
  step,
  lines,
  marks: reply.events ?? [],
  asOf: reply.as_of,
  provisionalFrom: reply.provisional_from,
  ...(step === 'hour' && { byDayOnly: findUntold(lines) }),
});

/**
 * Loads a chart: the first metric split by a dimension where requested, the others in total. These are two requests with the same points.
 */
async function loadTrend(
  query: TrendQuery<unknown>,
  dimension: string | undefined,
  load: (request: TrendRequest) => Promise<TrendReply>,
): Promise<TrendAnswer> {
  const step = toEffectiveStep(query, getBusinessToday());
  const base = { ...toRequestDays(query), by: step };
  const [first = 'spend', ...others] = query.metrics;
  if (!query.isSplit || dimension === undefined) return toTrendAnswer(await load({ ...base, metrics: query.metrics }), step);
  const [split, totals] = await Promise.all([
    load({ ...base, metrics: [first], series_by: dimension }),
    others.length > 0 ? load({ ...base, metrics: others }) : undefined,
  ]);
  return toTrendAnswer(split, step, [...toLines(split, true), ...(totals ? toLines(totals, false) : [])]);
}

/** The filter type of a request. */
export type FiltersIn<RequestBody> = RequestBody extends { filters?: infer Filters } ? NonNullable<Filters> : never;

/** The address definition of a report admits only its dimensions and metrics. */
const toRequest = <RequestBody>(request: unknown): RequestBody => request as RequestBody;

export type QueryCall<Row, RequestBody> = (request: RequestBody, signal?: AbortSignal) => Promise<ReportReply<Row>>;
export type TrendCall<RequestBody> = (request: RequestBody, signal?: AbortSignal) => Promise<TrendReply>;

type Completing<Filters> = (query: ReportQuery<Filters>) => ReportQuery<Filters>;

/** Actors of a report machine: the rows, and the children of a row. */
export const reportActors = <Filters, Row extends ReportRow, RequestBody>(
  query: QueryCall<Row, RequestBody>,
  /** Converts the filters of the address for the calls. */
  toFilters: (filters: Filters) => FiltersIn<RequestBody>,
  usual?: MetricKey,
  /** Completes the query of the address, where its days follow from something else. */
  complete: Completing<Filters> = (asked) => asked,
) => ({
  loadRows: fromPromise(async ({ input, signal }: { input: ReportRequest<Filters>; signal: AbortSignal }) =>
    toReportAnswer<Row>(await query(toRequest({ ...toReportRequest(complete(input), usual), filters: toFilters(input.filters) }), signal)),
  ),
  loadBranch: fromPromise(async ({ input, signal }: { input: BranchRequest<Filters, Row>; signal: AbortSignal }) => {
    const asked = toBranchRequest({ ...input, query: complete(input.query) }, usual);
    const { list, total } = await query(toRequest({ ...asked, filters: toFilters(input.query.filters) }), signal);
    return { rows: list, total };
  }),
});

/** One metric over the days and filters of a report, with a line for each of the largest values of a dimension. */
export async function loadSplitTrend<Filters, RequestBody>(
  trend: TrendCall<RequestBody>,
  {
    query,
    filters,
    ...asked
  }: { query: ReportQuery<Filters>; filters: FiltersIn<RequestBody>; metric: MetricKey; by: string; step: TrendAnswer['step'] },
  signal: AbortSignal,
): Promise<TrendAnswer> {
  const { metric, by, step } = asked;
  const reply = await trend(toRequest({ ...toRequestDays(query), filters, by: step, metrics: [metric], series_by: by }), signal);
  return toTrendAnswer(reply, step, toLines(reply, true));
}

/** Actors of a chart machine. */
export const trendActors = <Filters, RequestBody>(
  trend: TrendCall<RequestBody>,
  toFilters: (filters: Filters) => FiltersIn<RequestBody>,
  /** The dimension that splits the first metric. */
  getDimension: (query: TrendQuery<Filters>) => string,
) => ({
  loadTrend: fromPromise(({ input, signal }: { input: TrendQuery<Filters>; signal: AbortSignal }) =>
    loadTrend(input, getDimension(input), (request) => trend(toRequest({ ...request, filters: toFilters(input.filters) }), signal)),
  ),
});

export type FileCallOf<RequestBody> = Parameters<typeof exportActors<RequestBody, unknown>>[0]['call'];

/** Actors of a report's export machine: all rows in the order of the table. */
export const reportExportActors = <Filters, RequestBody>(
  call: FileCallOf<RequestBody>,
  toFilters: (filters: Filters) => FiltersIn<RequestBody>,
  usual?: MetricKey,
  complete: Completing<Filters> = (asked) => asked,
) =>
  exportActors({
    call,
    toRequest: ({ query, columns }: ExportSubject<ReportQuery<Filters>>) =>
      toRequest<RequestBody>({
        ...toRequestDays(complete(query)),
        group_by: query.groupBy,
        filters: toFilters(query.filters),
        sort: [(query.sort && { field: query.sort.field, order: query.sort.order }) ?? usualSort(usual)],
        columns: [...columns],
        locale: currentLocale(),
      }),
    save: saveFile,
  });

/** Drops filters without a value. */
export const withoutEmpty = <Value extends object>(filters: Value): Value =>
  Object.fromEntries(Object.entries(filters).filter(([, one]) => one !== undefined)) as Value;
