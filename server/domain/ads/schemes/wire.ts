import type { Call } from '../../call.ts';
import type { OwnedKind } from '../../ownership.ts';
import { ownedSchemes } from './schemes.owned.ts';
import { schemeRouteCalls } from './schemes.routes.ts';

/** Every call of schemes. */
export const schemeCalls: readonly Call[] = schemeRouteCalls;

/** What people own of them. */
export const schemesOwned: readonly OwnedKind[] = [ownedSchemes];
