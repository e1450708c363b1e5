import type { BranchQuestion, ReportAnswer } from '#machines/kernel/report.machine.ts';
import type { ReportQuery } from '#machines/kernel/report-query.ts';
import type { ReportRow } from '#machines/kernel/report-tree.ts';
import type { TrendAnswer } from '#machines/kernel/trend.machine.ts';
import type { TrendQuery } from '#machines/kernel/trend-query.ts';
import { meantDays, meantStep } from './report-days.ts';
import { readersToday } from './use-days.ts';

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
export const reportRequest = (query: ReportQuery<unknown>) => ({
  ...askedDays(query),
  group_by: query.groupBy.slice(0, 1),
  sort: [query.sort ?? usual],
  page: query.page,
  page_size: query.pageSize,
  ...(query.compare && { compare: 'prev' as const }),
});

/** What is asked below a row: days newest first, everything else as above. */
export function branchRequest<Filters, Row extends ReportRow>({ query, chain }: BranchQuestion<Filters, Row>) {
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
export const reportAnswer = <Row extends ReportRow>(reply: ReportReply<Row>): ReportAnswer<Row> => ({
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
export async function loadTrendOf(
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
