import type { Call } from '../call.ts';
import type { Job } from '../jobs/index.ts';
import { capiPush } from './capi.ts';
import { ordersPull } from './orders.job.ts';
import { pixelEventCalls } from './pixel-event-log.routes.ts';
import { pixelHealth } from './pixel-health.job.ts';

export const orderCalls: readonly Call[] = pixelEventCalls;

export const orderJobs: readonly Job[] = [ordersPull, capiPush, pixelHealth];
