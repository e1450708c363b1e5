/** A complete page of a declared report: `ReportPage` is its view, `reportPageWith` of `report-page.wiring.ts` its machine. */

export { PaybackCurves } from './payback-curves.tsx';
export { ReportBars } from './report-bars.tsx';
export { ReportPage, type ReportPlot } from './report-page.tsx';
export { type CurvePoint, RowCurves } from './row-curves.tsx';
