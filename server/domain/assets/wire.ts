import type { AnyBatchType } from '../batches/index.ts';
import type { Call } from '../call.ts';
import type { Job } from '../jobs/index.ts';
import type { OwnedKind } from '../ownership.ts';
import { adAccountCalls } from './ad-accounts.routes.ts';
import { commonAssetBatchTypes } from './asset-batches.ts';
import { authorisingJobs } from './asset-jobs.ts';
import { assignCalls } from './assign.routes.ts';
import { authorisingExports } from './authorising.exports.ts';
import { connectionExports } from './connections.exports.ts';
import { homepageCalls } from './homepages.routes.ts';
import { hostedCalls } from './hosted-persons.routes.ts';
import { landingBatchCalls, landingBatchTypes } from './landings.batches.ts';
import { landingCalls } from './landings.routes.ts';
import { personalOwned } from './personal.owned.ts';
import { personalCalls } from './personal-accounts.routes.ts';
import { shareBatch, shareCalls } from './pixel-shares.ts';
import { pixelCalls } from './pixels.routes.ts';
import { siteCalls } from './sites.routes.ts';

export const assetCalls: readonly Call[] = [
  ...personalCalls,
  ...hostedCalls,
  ...adAccountCalls,
  ...assignCalls,
  ...authorisingExports,
  ...pixelCalls,
  ...shareCalls,
  ...homepageCalls,
  ...siteCalls,
  ...landingCalls,
  ...landingBatchCalls,
  ...connectionExports,
];

export const assetBatchTypes: readonly AnyBatchType[] = [...commonAssetBatchTypes, shareBatch, ...landingBatchTypes];

export const assetsOwned: readonly OwnedKind[] = [personalOwned];

export const assetJobs: readonly Job[] = [...authorisingJobs];
