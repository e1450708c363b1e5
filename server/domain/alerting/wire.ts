import type { Call } from '../call.ts';
import type { Job } from '../jobs/index.ts';
import { alertCalls } from './alerts.routes.ts';
import { deliverAlerts } from './deliver.job.ts';
import { incidentCalls } from './incidents.routes.ts';
import { targetCalls } from './targets.routes.ts';
import { deliveryWatch } from './watch.job.ts';

export const alertingCalls: readonly Call[] = [...alertCalls, ...incidentCalls, ...targetCalls];

export const alertingJobs: readonly Job[] = [deliveryWatch, deliverAlerts];
