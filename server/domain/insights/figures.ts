import type { Figures } from '#contracts/endpoints/report-shapes.ts';
import { COHORT_DAYS, type MetricDefinition, type MetricKey, sumsOf } from '#contracts/rules/metrics.ts';
import { hasRowsBy, sourcesOf } from './base-sums.ts';
import { type Days, ripeDays } from './days.ts';
import type { DimensionKey } from './dimensions.ts';
import { localValuesFrom, type SumPlan, type Sums, valuesFrom } from './sums.ts';

/** What was measured, of one row or of everything. */
export interface ReportFigures {
  m: Figures;
  prev?: Figures;
  mature?: Record<string, string>;
  running?: boolean;
  local?: { currency: string; m: Figures };
}

/** Of a row of a list: all of it is of one account, or `spent` is not there. */
export interface Figured {
  m: Figures;
  mature?: Record<string, string>;
  running?: boolean;
  /** Metrics of money that was spent, in the smallest unit of the account's currency. */
  spent?: Figures;
}

/** A row of sums as the database answers it. */
export interface FoundFigures extends Record<string, unknown> {
  today: string | null;
  running: boolean | null;
  currency: string | null;
}

/** Begins the names of sums of the days before. */
export const PREV = 'prev:';

const previous = (sums: Sums): Sums =>
  Object.fromEntries(Object.entries(sums).flatMap(([name, value]) => (name.startsWith(PREV) ? [[name.slice(PREV.length), value]] : [])));

/** What is known of the question that the figures are an answer to. */
interface Grouped {
  readonly groupBy: readonly DimensionKey[];
  readonly days: Days;
  readonly before: boolean;
}

/** Metrics that the rows, or everything, have no figures of. */
function missingIn({ groupBy, days }: Grouped, { metrics, measures }: SumPlan, isTotal: boolean): MetricKey[] {
  const ofDays = groupBy.includes('date');
  // Of one ad on one day alone.
  const isSingle = !isTotal && groupBy.includes('ad') && (days.length === 1 || ofDays);
  const unknown = new Set(sourcesOf({ measures }).flatMap((source) => (hasRowsBy(source, groupBy) ? [] : Object.keys(source.measures))));
  return metrics.flatMap((metric) => {
    const isUnknown = sumsOf(metric).some(({ measure }) => unknown.has(measure));
    return (metric.single && !isSingle) || isUnknown ? [metric.key] : [];
  });
}

/** Days after which a value is ripe: payback is as ripe as the cohort day it names, and where it names none, as the last one there is. */
const ripensAfter = ({ formula, ripens }: MetricDefinition, value: number | null | undefined): number | undefined =>
  formula.kind === 'payback' ? (value ?? Math.max(...COHORT_DAYS)) || undefined : ripens;

/** Ripe days out of all, of metrics whose days are not all ripe. */
export function maturity(
  { metrics }: SumPlan,
  days: Pick<Days, 'from' | 'length' | 'isToday'>,
  today: string | null,
  values: Figures,
): Record<string, string> {
  const mature: Record<string, string> = {};
  for (const metric of metrics) {
    const { key } = metric;
    const ripens = ripensAfter(metric, values[key]);
    const ripe = ripens === undefined || today === null ? days.length : ripeDays(days, today, ripens);
    if (ripe < days.length) mature[key] = `${ripe}/${days.length}`;
  }
  return mature;
}

/** Figures from the sums of a row, or of everything. */
export function figuresFrom(question: Grouped, plan: SumPlan, found: FoundFigures, isTotal: boolean): ReportFigures {
  const { before, days, groupBy } = question;
  const { today, currency } = found;
  const own = found as unknown as Sums;
  const missing = Object.fromEntries(missingIn(question, plan, isTotal).map((key) => [key, null]));
  const day = isTotal ? undefined : found[`k${groupBy.indexOf('date')}`];
  const values = valuesFrom(plan.metrics, own);
  const mature = maturity(plan, typeof day === 'string' ? { from: day, length: 1, isToday: false } : days, today, values);
  const running = found.running === true && (typeof day !== 'string' || (today !== null && day >= today));
  const local = currency === null ? {} : localValuesFrom(plan.metrics, own);
  return {
    m: { ...values, ...missing },
    ...(before && { prev: { ...valuesFrom(plan.metrics, previous(own)), ...missing } }),
    ...(Object.keys(mature).length > 0 && { mature }),
    ...(running && { running }),
    ...(currency !== null && Object.keys(local).length > 0 && { local: { currency, m: local } }),
  };
}
