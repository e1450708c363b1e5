import { exportAdData, queryAdData, trendAdData } from '#contracts/endpoints/ad-data.ts';
import { adData } from '#contracts/reports/ad-data.ts';
import type { Call } from '../call.ts';
import type { Job } from '../jobs/index.ts';
import { effectCalls } from './effect.routes.ts';
import { landingCalls } from './landing.routes.ts';
import { orderDailyCalls } from './order-daily.routes.ts';
import { orderLogCalls } from './order-log.routes.ts';
import { orderCalls } from './orders.routes.ts';
import { performanceCalls } from './performance.routes.ts';
import { pixelAnalysisCalls } from './pixel-analysis.routes.ts';
import { callsOfReport } from './report.calls.ts';
import { schemeReportCalls } from './scheme-reports.routes.ts';
import { settleMonthJob } from './settle.job.ts';
import { videoCalls } from './video.routes.ts';

/** Every call of reports. */
export const reportCalls: readonly Call[] = [
  ...callsOfReport(adData, { query: queryAdData, trend: trendAdData, export: exportAdData }),
  ...effectCalls,
  ...landingCalls,
  ...pixelAnalysisCalls,
  ...performanceCalls,
  ...videoCalls,
  ...schemeReportCalls,
  ...orderCalls,
  ...orderLogCalls,
  ...orderDailyCalls,
];

export const reportJobs: readonly Job[] = [settleMonthJob];
