import { adsJobs } from '#server/domain/ads/index.ts';
import { assetJobs } from '#server/domain/assets/index.ts';
import { contentJobs } from '#server/domain/content/index.ts';
import { insightJobs } from '#server/domain/insights/index.ts';
import type { Job } from '#server/domain/jobs/index.ts';
import { orderJobs } from '#server/domain/orders/index.ts';

/** Scheduled tasks of the areas. */
export const areaJobs: readonly Job[] = [...assetJobs, ...contentJobs, ...adsJobs, ...insightJobs, ...orderJobs];
