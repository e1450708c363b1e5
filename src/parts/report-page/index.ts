/** A whole page of a declared report: `ReportPage` on the screen, `reportPageWith` of `report-page.wiring.ts` for its machine. */
export { PaybackCurves } from './payback-curves.tsx';
export { ReportPage, type ReportPlot } from './report-page.tsx';
