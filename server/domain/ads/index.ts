export { adFilterNames, describeReportFilters } from './ad-filter-words.ts';
export {
  BID_STRATEGIES,
  bidBatch,
  budgetBatch,
  createNoticedObjects,
  describeCount,
  type EntityLevel,
  entityVisible,
  formatAmount,
  handOverAccount,
  inTransaction,
  listAdIds,
  loadEntityBases,
  type NoticedObjects,
  platformColumn,
  requireVisible,
  type StatusParams,
  statusBatch,
} from './entities/index.ts';
export { findComparedBodies, loadSchemeSummaries, loadVersionSummaries } from './schemes/index.ts';
