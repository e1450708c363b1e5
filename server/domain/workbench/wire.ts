import type { Call } from '../call.ts';
import { savedStateCalls } from './saved-state.routes.ts';
import { searchCalls } from './search.routes.ts';
import { viewCalls } from './views.routes.ts';

export const workbenchCalls: readonly Call[] = [...savedStateCalls, ...viewCalls, ...searchCalls];
