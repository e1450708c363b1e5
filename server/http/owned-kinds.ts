import { adsOwned } from '#server/domain/ads/index.ts';
import { assetsOwned } from '#server/domain/assets/index.ts';
import { contentOwned } from '#server/domain/content/index.ts';
import type { OwnedKind } from '#server/domain/ownership.ts';

/** What people own, area by area. */
export const ownedKinds: readonly OwnedKind[] = [...assetsOwned, ...contentOwned, ...adsOwned];
