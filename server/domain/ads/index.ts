export { describeReportFilters } from './ad-filter-words.ts';
export { loadEntityBases } from './entities/index.ts';
