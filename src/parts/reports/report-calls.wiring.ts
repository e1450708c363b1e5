import { fromPromise } from 'xstate';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { BranchQuestion, ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import type { ReportQuery } from '#machines/kernel/report/report-query.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import type { TrendAnswer } from '#machines/kernel/report/trend.machine.ts';
import type { TrendQuery } from '#machines/kernel/report/trend-query.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { exportActors } from '#src/services/exporting.ts';
import { readersToday } from './days.wiring.ts';
import { meantDays, meantStep } from './report-days.ts';

/** Maximum number of child rows per request. */
const CHILDREN_MOST = 200;

type Days = Pick<ReportQuery<unknown>, 'dateFrom' | 'dateTo' | 'accountToday' | 'only'>;

/** The days of a report request; today in the timezone of each account is a separate flag. */
export function askedDays(query: Days) {
  const { from, to } = query.only ?? meantDays(query, readersToday());
  return { date_from: from, date_to: to, ...(query.accountToday && { date_mode: 'account_today' as const }) };
}

const usual = { field: 'spend', order: 'desc' } as const;

/** The request for one level of a report. Unsorted rows come with the largest spend first. */
const reportRequest = (query: ReportQuery<unknown>) => ({
  ...askedDays(query),
  group_by: query.groupBy.slice(0, 1),
  sort: [query.sort ?? usual],
  page: query.page,
  page_size: query.pageSize,
  ...(query.compare && { compare: 'prev' as const }),
});

/** The request for the children of a row: days newest first, everything else as above. */
function branchRequest<Filters, Row extends ReportRow>({ query, chain }: BranchQuestion<Filters, Row>) {
  const under = chain.flatMap((row, depth) => {
    const by = query.groupBy[depth];
    const value = by === undefined ? undefined : row.dims[by];
    return by === undefined || value === undefined ? [] : [{ by, id: value.id }];
  });
  const dimension = query.groupBy[chain.length] ?? '';
  const isSortable = query.sort !== undefined && !query.groupBy.includes(query.sort.field);
  const sort = dimension === 'date' && !isSortable ? [] : [isSortable && query.sort ? query.sort : usual];
  return {
    ...askedDays(query),
    group_by: [dimension],
    under,
    ...(sort.length > 0 && { sort }),
    page: 1,
    page_size: CHILDREN_MOST,
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
}

/** A report with the property names of the console. */
const reportAnswer = <Row extends ReportRow>(reply: ReportReply<Row>): ReportAnswer<Row> => ({
  rows: reply.list,
  total: reply.total,
  totals: reply.totals,
  asOf: reply.as_of,
  newestAt: reply.newest_at,
  provisionalFrom: reply.provisional_from,
  warnings: reply.warnings,
});

interface TrendReply {
  x: string[];
  series: { key: string; label: string; metric: string; data: (number | null)[] }[];
  events?: { at: string; kind: string; label: string }[] | undefined;
  as_of: string;
  provisional_from: string;
}

interface TrendAsked {
  date_from: string;
  date_to: string;
  date_mode?: 'account_today';
  by: TrendAnswer['step'];
  metrics: string[];
  series_by?: string;
}

const linesOf = ({ series }: TrendReply, isDivided: boolean): TrendAnswer['lines'] =>
  series.map(({ key, label, metric, data }) => ({ metric, part: isDivided ? key : undefined, label, data }));

/** A trend with the property names of the console. */
export const trendAnswer = (reply: TrendReply, step: TrendAnswer['step'], lines = linesOf(reply, false)): TrendAnswer => ({
  x: reply.x,
  step,
  lines,
  marks: reply.events ?? [],
  asOf: reply.as_of,
  provisionalFrom: reply.provisional_from,
});

/**
 * Loads a chart: the first metric split by a dimension where requested, the others in total. These are two requests with the same points.
 */
async function loadTrendOf(
  query: TrendQuery<unknown>,
  dimension: string | undefined,
  ask: (asked: TrendAsked) => Promise<TrendReply>,
): Promise<TrendAnswer> {
  const step = meantStep(query, readersToday());
  const base = { ...askedDays(query), by: step };
  const [first = 'spend', ...others] = query.metrics;
  if (!query.divided || dimension === undefined) return trendAnswer(await ask({ ...base, metrics: query.metrics }), step);
  const [divided, whole] = await Promise.all([
    ask({ ...base, metrics: [first], series_by: dimension }),
    others.length > 0 ? ask({ ...base, metrics: others }) : undefined,
  ]);
  return trendAnswer(divided, step, [...linesOf(divided, true), ...(whole ? linesOf(whole, false) : [])]);
}

/** The filter type of a request. */
export type FiltersIn<Asked> = Asked extends { filters?: infer Filters } ? NonNullable<Filters> : never;

/** The address definition of a report admits only its dimensions and metrics. */
const asRequest = <Asked>(request: unknown): Asked => request as Asked;

export type QueryCall<Row, Asked> = (request: Asked, signal?: AbortSignal) => Promise<ReportReply<Row>>;
export type TrendCall<Asked> = (request: Asked, signal?: AbortSignal) => Promise<TrendReply>;

/** Actors of a report machine: the rows, and the children of a row. */
export const reportActors = <Filters, Row extends ReportRow, Asked>(
  query: QueryCall<Row, Asked>,
  /** Converts the filters of the address for the calls. */
  filtersOf: (filters: Filters) => FiltersIn<Asked>,
) => ({
  loadRows: fromPromise(async ({ input, signal }: { input: ReportQuery<Filters>; signal: AbortSignal }) =>
    reportAnswer<Row>(await query(asRequest({ ...reportRequest(input), filters: filtersOf(input.filters) }), signal)),
  ),
  loadBranch: fromPromise(async ({ input, signal }: { input: BranchQuestion<Filters, Row>; signal: AbortSignal }) => {
    const { list, total } = await query(asRequest({ ...branchRequest(input), filters: filtersOf(input.query.filters) }), signal);
    return { rows: list, total };
  }),
});

/** Actors of a chart machine. */
export const trendActors = <Filters, Asked>(
  trend: TrendCall<Asked>,
  filtersOf: (filters: Filters) => FiltersIn<Asked>,
  /** The dimension that splits the first metric. */
  dimensionOf: (query: TrendQuery<Filters>) => string,
) => ({
  loadTrend: fromPromise(({ input, signal }: { input: TrendQuery<Filters>; signal: AbortSignal }) =>
    loadTrendOf(input, dimensionOf(input), (request) => trend(asRequest({ ...request, filters: filtersOf(input.filters) }), signal)),
  ),
});

export type FileCallOf<Asked> = Parameters<typeof exportActors<Asked, unknown>>[0]['call'];

/** Actors of a report's export machine: all rows in the order of the table. */
export const reportExportActors = <Filters, Asked>(call: FileCallOf<Asked>, filtersOf: (filters: Filters) => FiltersIn<Asked>) =>
  exportActors({
    call,
    asked: ({ query, columns }: ExportSubject<ReportQuery<Filters>>) =>
      asRequest<Asked>({
        ...askedDays(query),
        group_by: query.groupBy,
        filters: filtersOf(query.filters),
        sort: [query.sort ?? usual],
        columns: [...columns],
        locale: spokenLocale(),
      }),
    save: saveFile,
  });

/** Drops filters without a value. */
export const saidFilters = <Value extends object>(filters: Value): Value =>
  Object.fromEntries(Object.entries(filters).filter(([, one]) => one !== undefined)) as Value;
