import type { Call } from '../../call.ts';
import { adLogCalls } from './ad-logs.routes.ts';

export const eventCalls: readonly Call[] = [...adLogCalls];
