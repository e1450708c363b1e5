import { adAccountKind } from './ad-account.kind.ts';
import type { AnyAssetKind } from './asset-kind.ts';
import { homepageKind } from './homepage.kind.ts';
import { pixelKind } from './pixel.kind.ts';

/** Every kind of asset. Ad accounts come first, because a pixel belongs to one. */
export const assetKinds: readonly AnyAssetKind[] = [adAccountKind, homepageKind, pixelKind];
