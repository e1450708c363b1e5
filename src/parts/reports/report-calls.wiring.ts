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

/** Children of a row that are sent at once. */
const CHILDREN_MOST = 200;

type Days = Pick<ReportQuery<unknown>, 'dateFrom' | 'dateTo' | 'accountToday' | 'only'>;

/** Days as every report is asked for them; the account's own day is told apart from any date. */
export function askedDays(query: Days) {
  const { from, to } = query.only ?? meantDays(query, readersToday());
  return { date_from: from, date_to: to, ...(query.accountToday && { date_mode: 'account_today' as const }) };
}

const usual = { field: 'spend', order: 'desc' } as const;

/** What a report is asked: one level at a time. What nobody sorted comes with the largest spend first. */
const reportRequest = (query: ReportQuery<unknown>) => ({
  ...askedDays(query),
  group_by: query.groupBy.slice(0, 1),
  sort: [query.sort ?? usual],
  page: query.page,
  page_size: query.pageSize,
  ...(query.compare && { compare: 'prev' as const }),
});

/** What is asked below a row: days newest first, everything else as above. */
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

/** A report as the console names its parts. */
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

/** A trend as the console names its parts. */
export const trendAnswer = (reply: TrendReply, step: TrendAnswer['step'], lines = linesOf(reply, false)): TrendAnswer => ({
  x: reply.x,
  step,
  lines,
  marks: reply.events ?? [],
  asOf: reply.as_of,
  provisionalFrom: reply.provisional_from,
});

/**
 * Asks for a chart: the first metric divided by a dimension where that is wanted, the others of everything. Those are two questions,
 * whose points are the same.
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

/** The filters that a request takes. */
export type FiltersIn<Asked> = Asked extends { filters?: infer Filters } ? NonNullable<Filters> : never;

/** Which dimensions and metrics a report knows, the definition of its addresses says: a request holds no others. */
const asRequest = <Asked>(request: unknown): Asked => request as Asked;

export type QueryCall<Row, Asked> = (request: Asked, signal?: AbortSignal) => Promise<ReportReply<Row>>;
export type TrendCall<Asked> = (request: Asked, signal?: AbortSignal) => Promise<TrendReply>;

/** What a report machine asks for: its rows, and those below one of them. */
export const reportActors = <Filters, Row extends ReportRow, Asked>(
  query: QueryCall<Row, Asked>,
  /** The filters of the address as the calls know them. */
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

/** What a chart machine asks for. */
export const trendActors = <Filters, Asked>(
  trend: TrendCall<Asked>,
  filtersOf: (filters: Filters) => FiltersIn<Asked>,
  /** By what the first metric is divided. */
  dimensionOf: (query: TrendQuery<Filters>) => string,
) => ({
  loadTrend: fromPromise(({ input, signal }: { input: TrendQuery<Filters>; signal: AbortSignal }) =>
    loadTrendOf(input, dimensionOf(input), (request) => trend(asRequest({ ...request, filters: filtersOf(input.filters) }), signal)),
  ),
});

export type FileCallOf<Asked> = Parameters<typeof exportActors<Asked, unknown>>[0]['call'];

/** What an export machine of a report asks for: every row, in the order of the table. */
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

/** Filters without those that say nothing. */
export const saidFilters = <Value extends object>(filters: Value): Value =>
  Object.fromEntries(Object.entries(filters).filter(([, one]) => one !== undefined)) as Value;
