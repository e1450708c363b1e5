import type { Job } from '../jobs/index.ts';
import { deliveryWatch } from './watch.job.ts';

export const alertingJobs: readonly Job[] = [deliveryWatch];
