import type { AnyBatchType } from '../batches/index.ts';
import type { Call } from '../call.ts';
import type { Job } from '../jobs/index.ts';
import type { OwnedKind } from '../ownership.ts';
import { entitiesOwned, entityBatchTypes, entityCalls, entityJobs } from './entities/wire.ts';
import { eventCalls } from './events/wire.ts';
import { postBatchTypes } from './posts.batches.ts';
import { checkPosts } from './posts.job.ts';
import { ownedPosts } from './posts.owned.ts';
import { postCalls } from './posts.routes.ts';
import { publishBatchTypes, publishCalls } from './publishing/wire.ts';
import { schemeCalls, schemesOwned } from './schemes/wire.ts';

export const adsCalls: readonly Call[] = [...postCalls, ...schemeCalls, ...publishCalls, ...entityCalls, ...eventCalls];

export const adsBatchTypes: readonly AnyBatchType[] = [...postBatchTypes, ...publishBatchTypes, ...entityBatchTypes];

export const adsOwned: readonly OwnedKind[] = [ownedPosts, ...schemesOwned, ...entitiesOwned];

export const adsJobs: readonly Job[] = [...entityJobs, checkPosts];
