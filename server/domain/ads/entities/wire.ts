import type { Call } from '../../call.ts';
import type { Job } from '../../jobs/index.ts';
import type { OwnedKind } from '../../ownership.ts';
import { adminEntityCalls } from './admin-entities.routes.ts';
import { ownedCampaigns } from './entities.owned.ts';
import { entityOrderCalls } from './entities.routes.ts';
import { entityDetailCalls } from './entity-details.routes.ts';
import { launchCalls } from './launches.routes.ts';
import { applySchedules } from './schedule.job.ts';
import { syncEntities } from './sync.job.ts';

export const entityCalls: readonly Call[] = [...launchCalls, ...entityDetailCalls, ...entityOrderCalls, ...adminEntityCalls];

export { entityBatchTypes } from './entity-batch-types.ts';

export const entitiesOwned: readonly OwnedKind[] = [ownedCampaigns];

export const entityJobs: readonly Job[] = [syncEntities, applySchedules];
