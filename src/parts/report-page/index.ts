/** A whole page of a declared report: `ReportPage` on the screen, `reportPageWith` of `report-page.wiring.ts` for its machine. */
export { ReportPage, type ReportPlot } from './report-page.tsx';
