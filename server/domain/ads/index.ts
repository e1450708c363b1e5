export { reportFiltersInWords } from './ad-filter-words.ts';
export { type EntityLevel, entityBases, entityVisible, platformColumn } from './entities/index.ts';
export { schemeVisible } from './schemes/index.ts';
