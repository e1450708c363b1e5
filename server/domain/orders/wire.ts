import type { Job } from '../jobs/index.ts';
import { capiPush } from './capi.ts';
import { ordersPull } from './orders.job.ts';
import { pixelHealth } from './pixel-health.job.ts';

export const orderJobs: readonly Job[] = [ordersPull, capiPush, pixelHealth];
