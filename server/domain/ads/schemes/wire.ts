import type { Call } from '../../call.ts';
import type { OwnedKind } from '../../ownership.ts';
import { ownedSchemes } from './schemes.owned.ts';
import { schemeRouteCalls } from './schemes.routes.ts';

export const schemeCalls: readonly Call[] = schemeRouteCalls;

export const schemesOwned: readonly OwnedKind[] = [ownedSchemes];
