export { adFilterNames, describeReportFilters } from './ad-filter-words.ts';
export {
  type EntityLevel,
  entityVisible,
  listAdIds,
  loadEntityBases,
  platformColumn,
  requireVisible,
  statusBatch,
} from './entities/index.ts';
export { findComparedBodies, loadSchemeSummaries, loadVersionSummaries } from './schemes/index.ts';
