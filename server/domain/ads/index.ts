import type { AnyBatchType } from '../batches/index.ts';
import type { Call } from '../call.ts';
import type { Job } from '../jobs/index.ts';
import type { OwnedKind } from '../ownership.ts';
import { postBatchTypes } from './posts.batches.ts';
import { ownedPosts } from './posts.owned.ts';
import { postCalls } from './posts.routes.ts';

/** Every call of posts. */
export const adsCalls: readonly Call[] = [...postCalls];

/** What can be done to several of them at once. */
export const adsBatchTypes: readonly AnyBatchType[] = [...postBatchTypes];

/** What people own of them. */
export const adsOwned: readonly OwnedKind[] = [ownedPosts];

/** What the server does with them by itself. */
export const adsJobs: readonly Job[] = [];
