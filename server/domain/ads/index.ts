export { adFilterNames, describeReportFilters } from './ad-filter-words.ts';
export { type EntityLevel, entityVisible, loadEntityBases, platformColumn, statusBatch } from './entities/index.ts';
export { findComparedBodies, loadSchemeSummaries, loadVersionSummaries } from './schemes/index.ts';
