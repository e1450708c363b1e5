/** The columns of the performance of editors and their creatives, which its page and the page of its months show. */
export { CreativeName, performanceColumns, usePerformanceColumns } from './performance-columns.tsx';
