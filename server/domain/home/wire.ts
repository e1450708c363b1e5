import type { Call } from '../call.ts';
import { alertCalls } from './alerts.routes.ts';
import { boardCalls } from './board.routes.ts';

/** Every call of the home page. */
export const homeCalls: readonly Call[] = [...boardCalls, ...alertCalls];
