import { exportAdData, queryAdData, trendAdData } from '#contracts/endpoints/ad-data.ts';
import { adData } from '#contracts/reports/ad-data.ts';
import type { Call } from '../call.ts';
import { effectCalls } from './effect.routes.ts';
import { pixelAnalysisCalls } from './pixel-analysis.routes.ts';
import { callsOfReport } from './report.calls.ts';

/** Every call of reports. */
export const reportCalls: readonly Call[] = [
  ...callsOfReport(adData, { query: queryAdData, trend: trendAdData, export: exportAdData }),
  ...effectCalls,
  ...pixelAnalysisCalls,
];
