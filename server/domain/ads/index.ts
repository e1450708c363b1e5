export { adFilterNames, describeReportFilters } from './ad-filter-words.ts';
export {
  type EntityLevel,
  entityVisible,
  formatAmount,
  handOverAccount,
  listAdIds,
  loadEntityBases,
  platformColumn,
  requireVisible,
  type StatusParams,
  statusBatch,
} from './entities/index.ts';
export { findComparedBodies, loadSchemeSummaries, loadVersionSummaries } from './schemes/index.ts';
