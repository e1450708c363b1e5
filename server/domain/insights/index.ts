import type { Job } from '../jobs/index.ts';
import { ingestJobs } from './ingest/index.ts';

export { freshnessOf } from './accounts-freshness.ts';
export { type Days, daysOf, daysOfFigures, todayEverywhere } from './days.ts';
export { type EntityFacts, entityFacts, inMetricRanges, withoutFacts } from './entity-facts.ts';
export { type FactFilter, factMatches, factVisible } from './fact-filters.ts';
export type { Figured } from './figures.ts';
export { type Freshness, freshnessAsAnswer } from './freshness.ts';
export {
  type AdDay,
  centsPerUnit,
  ensureAdDays,
  ensureRates,
  holdFacts,
  isCounted,
  rewriteFromOrders,
  rewriteFromVisits,
} from './ingest/index.ts';
export { formulaInWords, metricCell, metricColumn, metricRangesInWords } from './metric-columns.ts';
export { countRows, lineFrom, queryReport, type ReportLine, type ReportQuestion, selectRows, unsortable } from './report.ts';
export { queryTrend, unknownByHour } from './trend.ts';
export { trendAsAnswer } from './trend-answer.ts';

/** What brings their numbers. */
export const insightJobs: readonly Job[] = ingestJobs;
