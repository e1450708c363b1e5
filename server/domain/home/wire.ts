import type { Call } from '../call.ts';
import { adminHomeCalls } from './admin-home.routes.ts';
import { boardCalls } from './board.routes.ts';

export const homeCalls: readonly Call[] = [...boardCalls, ...adminHomeCalls];
