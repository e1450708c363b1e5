import type { Figures } from '#contracts/endpoints/report-shapes.ts';
import { COHORT_DAYS, type MetricDefinition, type MetricKey, sumsOf, wholeName } from '#contracts/rules/metrics.ts';
import { canAnswer, chooseDaySource, type FactQuestion, findDimensions, isByHour, selectSources } from './base-sums.ts';
import { countRipeDays, type Days, daysBetween, getNextMonth, plusDays } from './days.ts';
import { type DimensionKey, getDimension } from './dimensions.ts';
import { computeLocalMetrics, computeMetrics, findSharedSums, type SumPlan, type Sums } from './sums.ts';

/** Figures of one row or of the totals. */
export interface ReportFigures {
  m: Figures;
  prev?: Figures;
  mature?: Record<string, string>;
  running?: boolean;
  local?: { currency: string; m: Figures };
}

/** Figures of a list row. `spent` is present only when everything belongs to one account. */
export interface RowFigures {
  m: Figures;
  mature?: Record<string, string>;
  running?: boolean;
  /** Spend metrics in the minor unit of the account's currency. */
  spent?: Figures;
}

/** A row of sums as the database returns it. */
export interface FigureRecord extends Record<string, unknown> {
  today: string | null;
  running: boolean | null;
  currency: string | null;
}

/** Prefix of the sums of the previous period. */
export const PREVIOUS_PREFIX = 'prev:';

const selectPrevious = (sums: Sums): Sums =>
  Object.fromEntries(
    Object.entries(sums).flatMap(([name, value]) =>
      name.startsWith(PREVIOUS_PREFIX) ? [[name.slice(PREVIOUS_PREFIX.length), value]] : [],
    ),
  );

/** The parts of a question that figures depend on. */
interface GroupedQuestion extends Partial<Pick<FactQuestion, 'facts' | 'under' | 'filter'>> {
  readonly groupBy: readonly DimensionKey[];
  readonly isAnonymous?: true;
  readonly days: Days;
  readonly before: boolean;
}

/** Metrics whose figures no source has for rows grouped by these dimensions. */
export function findUnanswerable(
  question: Pick<GroupedQuestion, 'facts' | 'under' | 'filter' | 'groupBy'>,
  { metrics, measures }: Pick<SumPlan, 'metrics' | 'measures'>,
): MetricKey[] {
  const { facts, groupBy, under = [], filter = {} } = question;
  const keys = findDimensions(groupBy, under);
  const of = facts === undefined ? (isByHour(keys) ? 'hours' : 'ads') : chooseDaySource({ facts, filter, under }, groupBy);
  const sources = selectSources({ measures }, of).filter((source) => canAnswer(source, groupBy, question));
  const known = new Set(['accounts', ...sources.flatMap((source) => Object.keys(source.measures))]);
  return metrics.flatMap((metric) => (sumsOf(metric).some(({ measure }) => !known.has(measure)) ? [metric.key] : []));
}

/** Metrics without figures in the rows or the totals. */
function findMissing(question: GroupedQuestion, plan: SumPlan, isTotal: boolean): MetricKey[] {
  const { groupBy, days } = question;
  const isByDate = groupBy.includes('date');
  // True when each row describes one ad on one day.
  const isSingle = !isTotal && groupBy.includes('ad') && (days.length === 1 || isByDate);
  const single = plan.metrics.flatMap((metric) => (metric.single && !isSingle ? [metric.key] : []));
  return [...single, ...findUnanswerable(question, plan)];
}

/** Days until a value is ripe. Payback ripens with the cohort day it names, or with the last cohort day when it names none. */
const getRipeningDays = ({ formula, ripens }: MetricDefinition, value: number | null | undefined): number | undefined =>
  formula.kind === 'payback' ? (value ?? Math.max(...COHORT_DAYS)) || undefined : ripens;

/** Ripe days out of all days, for metrics with unripe days. */
export function buildMaturity(
  { metrics }: SumPlan,
  days: Pick<Days, 'from' | 'length' | 'isToday'>,
  today: string | null,
  values: Figures,
): Record<string, string> {
  const mature: Record<string, string> = {};
  for (const metric of metrics) {
    const { key } = metric;
    const ripens = getRipeningDays(metric, values[key]);
    const ripe = ripens === undefined || today === null ? days.length : countRipeDays(days, today, ripens);
    if (ripe < days.length) mature[key] = `${ripe}/${days.length}`;
  }
  return mature;
}

/** The days of the period that belong to the date or month of a row. */
function narrowDays({ groupBy, days }: GroupedQuestion, found: FigureRecord): Days {
  const values = groupBy.flatMap((key, at) => (getDimension(key).fromDate === undefined ? [] : [found[`k${at}`]]));
  return values.reduce<Days>((narrowed, value) => {
    if (typeof value !== 'string') return narrowed;
    const isMonth = value.length === 'YYYY-MM'.length;
    if (isMonth && days.isToday) return narrowed;
    const first = isMonth ? `${value}-01` : value;
    const last = isMonth ? plusDays(getNextMonth(first), -1) : value;
    const from = first > narrowed.from ? first : narrowed.from;
    const to = last < narrowed.to ? last : narrowed.to;
    return { from, to, length: daysBetween(from, to) + 1, isToday: false };
  }, days);
}

/** Sums with those of all rows, for shares. */
const withWhole = (plan: SumPlan, sums: Sums, whole: Sums | undefined): Sums =>
  whole === undefined
    ? sums
    : { ...sums, ...Object.fromEntries(findSharedSums(plan).map((name) => [wholeName(name), whole[name] ?? null])) };

/** Figures from the sums of a row or of the totals. `whole` are the totals, unless the row has those it needs. */
export function toFigures(
  question: GroupedQuestion,
  plan: SumPlan,
  found: FigureRecord,
  isTotal: boolean,
  whole: FigureRecord | undefined = isTotal ? found : undefined,
): ReportFigures {
  const { today, currency } = found;
  const totals = whole as Sums | undefined;
  const own = withWhole(plan, found as unknown as Sums, totals);
  const previous = () => withWhole(plan, selectPrevious(own), totals && selectPrevious(totals));
  const unknown = findMissing(question, plan, isTotal);
  const missing = Object.fromEntries(unknown.map((key) => [key, null]));
  const days = isTotal ? question.days : narrowDays(question, found);
  const values = computeMetrics(plan.metrics, own);
  const mature = buildMaturity(plan, days, today, values);
  const running = found.running === true && (days === question.days || (today !== null && days.to >= today));
  const known = plan.metrics.filter(({ key }) => !unknown.includes(key));
  const local = currency === null || question.isAnonymous ? {} : computeLocalMetrics(known, own);
  return {
    m: { ...values, ...missing },
    ...(question.before && { prev: { ...computeMetrics(plan.metrics, previous()), ...missing } }),
    ...(Object.keys(mature).length > 0 && { mature }),
    ...(running && { running }),
    ...(currency !== null && Object.keys(local).length > 0 && { local: { currency, m: local } }),
  };
}
