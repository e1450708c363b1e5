import type { AnyBatchType } from '../../batches/index.ts';
import type { Call } from '../../call.ts';
import type { Job } from '../../jobs/index.ts';
import type { OwnedKind } from '../../ownership.ts';
import { ownedCampaigns } from './entities.owned.ts';
import { entityWritingCalls } from './entities.routes.ts';
import { entityDetailCalls } from './entity-details.routes.ts';
import { launchCalls } from './launches.routes.ts';
import { applySchedules } from './schedule.job.ts';
import { syncEntities } from './sync.job.ts';
import { entityWritingTypes } from './writing.ts';

/** Every call of campaigns, ad groups and ads. */
export const entityCalls: readonly Call[] = [...launchCalls, ...entityDetailCalls, ...entityWritingCalls];

/** What can be done to several of them at once. */
export const entityBatchTypes: readonly AnyBatchType[] = entityWritingTypes;

/** What people own of them. */
export const entitiesOwned: readonly OwnedKind[] = [ownedCampaigns];

/** What the server does with them by itself. */
export const entityJobs: readonly Job[] = [syncEntities, applySchedules];
