import { adsOwned } from '#server/domain/ads/wire.ts';
import { assetsOwned } from '#server/domain/assets/wire.ts';
import { contentOwned } from '#server/domain/content/wire.ts';
import { hostingOwned } from '#server/domain/hosting/wire.ts';
import type { OwnedKind } from '#server/domain/ownership.ts';
import { rulesOwned } from '#server/domain/rules/wire.ts';

/** The kinds of objects that users own, of every area. */
export const ownedKinds: readonly OwnedKind[] = [...assetsOwned, ...contentOwned, ...adsOwned, ...hostingOwned, ...rulesOwned];
