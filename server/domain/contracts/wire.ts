import type { Call } from '../call.ts';
import { catalogueCalls } from './contracts.routes.ts';

export const contractCalls: readonly Call[] = catalogueCalls;
