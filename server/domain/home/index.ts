import type { Call } from '../call.ts';
import { alertCalls } from './alerts.routes.ts';
import { boardCalls } from './board.routes.ts';

export { tellBatchEnded } from './batch-alerts.ts';

/** Every call of the home page. */
export const homeCalls: readonly Call[] = [...boardCalls, ...alertCalls];
