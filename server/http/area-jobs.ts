import { adsJobs } from '#server/domain/ads/wire.ts';
import { alertingJobs } from '#server/domain/alerting/wire.ts';
import { assetJobs } from '#server/domain/assets/wire.ts';
import { contentJobs } from '#server/domain/content/wire.ts';
import { hostingJobs } from '#server/domain/hosting/wire.ts';
import type { Job } from '#server/domain/jobs/index.ts';
import { orderJobs } from '#server/domain/orders/wire.ts';
import { insightJobs } from '#server/domain/pulling/index.ts';
import { reportJobs } from '#server/domain/reports/wire.ts';
import { ruleJobs } from '#server/domain/rules/wire.ts';
import { scoringJobs } from '#server/domain/scoring/wire.ts';

/** Scheduled tasks of the areas. */
export const areaJobs: readonly Job[] = [
  ...assetJobs,
  ...contentJobs,
  ...adsJobs,
  ...insightJobs,
  ...orderJobs,
  ...scoringJobs,
  ...reportJobs,
  ...hostingJobs,
  ...ruleJobs,
  ...alertingJobs,
];
