import { adsCalls } from '#server/domain/ads/index.ts';
import { assetCalls } from '#server/domain/assets/index.ts';
import { batchCalls } from '#server/domain/batches/index.ts';
import type { Call } from '#server/domain/call.ts';
import { contentCalls } from '#server/domain/content/index.ts';
import { contractCalls } from '#server/domain/contracts/index.ts';
import { homeCalls } from '#server/domain/home/index.ts';
import { jobCalls } from '#server/domain/jobs/index.ts';
import { peopleCalls } from '#server/domain/people/index.ts';
import { reportCalls } from '#server/domain/reports/index.ts';
import { workbenchCalls } from '#server/domain/workbench/index.ts';

/** Every call of the API, area by area. */
export const calls: readonly Call[] = [
  ...peopleCalls,
  ...workbenchCalls,
  ...batchCalls,
  ...assetCalls,
  ...contentCalls,
  ...adsCalls,
  ...reportCalls,
  ...homeCalls,
  ...jobCalls,
  ...contractCalls,
];
