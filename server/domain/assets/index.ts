import type { AnyBatchType } from '../batches/index.ts';
import type { Call } from '../call.ts';
import type { Job } from '../jobs/index.ts';
import type { OwnedKind } from '../ownership.ts';

/** Every call of personal accounts, ad accounts, pixels, homepages, sites and landing pages. */
export const assetCalls: readonly Call[] = [];

/** What can be done to several of them at once. */
export const assetBatchTypes: readonly AnyBatchType[] = [];

/** What people own of them. */
export const assetsOwned: readonly OwnedKind[] = [];

/** What the server does with them by itself. */
export const assetJobs: readonly Job[] = [];
