import type { Call } from '../call.ts';
import { keepingCalls } from './keeping.routes.ts';
import { searchCalls } from './search.routes.ts';
import { viewCalls } from './views.routes.ts';

/** Every call of what people keep for themselves, of views and of the search. */
export const workbenchCalls: readonly Call[] = [...keepingCalls, ...viewCalls, ...searchCalls];
