import type { Call } from '../../call.ts';
import { adLogCalls } from './ad-logs.routes.ts';

/** Every call of the logs of closes and removals. */
export const eventCalls: readonly Call[] = [...adLogCalls];
