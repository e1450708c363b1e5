export { findAccountsWithFacts, loadFreshness, loadFreshnessIfPulled, toListFreshness } from './accounts-freshness.ts';
export { isByHour } from './base-sums.ts';
export { queryCohort } from './cohort.ts';
export { type Days, getLastDaysEverywhere, getNextMonth, getTodayEverywhere, parseFigureDays, parseReportDays, plusDays } from './days.ts';
export { type EntityFacts, entityFacts, matchesMetricRanges, withoutFacts } from './entity-facts.ts';
export { chooseMaterialVisibility, type FactFilter, isFactVisible, matchesFilter } from './fact-filters.ts';
export { type Correction } from './facts.ts';
export { queryFatigue } from './fatigue.ts';
export type { ReportFigures, RowFigures } from './figures.ts';
export { type Freshness, ordersMissing, toFreshnessAnswer } from './freshness.ts';
export { queryHeat } from './heat.ts';
export {
  type AdDay,
  centsPerUnitSql,
  channelMeasures,
  type DayFacts,
  ensureAdDays,
  ensureRates,
  type HourFacts,
  isCountedIn,
  loadCentsPerUnit,
  lockFacts,
  MissingRateError,
  maxRoundingOf,
  pullRates,
  recordKnownHours,
  rewriteOrderSums,
  rewriteVisitSums,
  writeFacts,
} from './ingest/index.ts';
export { channelKnownUntil, ORDERS_PULL_JOB, sitesKnownUntil } from './known-until.ts';
export { createMetricColumn, describeFormula, describeMetricRanges, nameMetric, toMetricCell } from './metric-columns.ts';
export { ORGANIC, ORGANIC_CHANNEL } from './order-facts.ts';
export { countRows, findUnsortable, queryReport, type ReportLine, type ReportQuestion, selectRows, toReportLine } from './report.ts';
export { rowFacts } from './row-facts.ts';
export { countSingleOrders, type OrderQuestion, selectSingleOrders } from './single-orders.ts';
export { decideTakeOffs } from './take-off.ts';
export { findUnknownByHour, queryTrend } from './trend.ts';
export { toTrendAnswer } from './trend-answer.ts';
