export { accountsWithFacts, freshnessIfPulled, freshnessOf, listFreshness } from './accounts-freshness.ts';
export { queryCohort } from './cohort.ts';
export { type Days, daysOf, daysOfFigures, lastDaysEverywhere, todayEverywhere } from './days.ts';
export { type EntityFacts, entityFacts, inMetricRanges, withoutFacts } from './entity-facts.ts';
export { type FactFilter, factMatches, factVisible } from './fact-filters.ts';
export type { Figured } from './figures.ts';
export { type Freshness, freshnessAsAnswer } from './freshness.ts';
export {
  type AdDay,
  centsPerUnit,
  channelMeasures,
  type DayFacts,
  ensureAdDays,
  ensureRates,
  type HourFacts,
  holdFacts,
  isCountedIn,
  NoRate,
  pullRates,
  rewriteFromOrders,
  rewriteFromVisits,
  writeFacts,
} from './ingest/index.ts';
export { heardTo, ORDERS_PULL, pulledTo } from './known-until.ts';
export { formulaInWords, metricCell, metricColumn, metricRangesInWords } from './metric-columns.ts';
export { countRows, lineFrom, queryReport, type ReportLine, type ReportQuestion, selectRows, unsortable } from './report.ts';
export { queryTrend, unknownByHour } from './trend.ts';
export { trendAsAnswer } from './trend-answer.ts';
