import type { Call } from '../call.ts';
import { adDataCalls } from './ad-data.routes.ts';

/** Every call of reports. */
export const reportCalls: readonly Call[] = adDataCalls;
