export { reportFiltersInWords } from './ad-filter-words.ts';
export { entityBases } from './entities/index.ts';
