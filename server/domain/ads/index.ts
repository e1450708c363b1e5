export { describeReportFilters } from './ad-filter-words.ts';
export { type EntityLevel, entityVisible, loadEntityBases, platformColumn, statusBatch } from './entities/index.ts';
export { schemeVisible } from './schemes/index.ts';
