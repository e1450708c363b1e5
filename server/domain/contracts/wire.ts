import type { Call } from '../call.ts';
import { catalogueCalls } from './contracts.routes.ts';

/** Every call about the contracts themselves. */
export const contractCalls: readonly Call[] = catalogueCalls;
