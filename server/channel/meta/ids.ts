/** The node of an ad account; its id stands without a prefix everywhere else. */
export const accountNode = (id: string): string => `act_${id}`;
export const accountIdOf = (node: string): string => node.replace(/^act_/, '');

/** Images are known by their hash and videos by their id; the prefix keeps them apart. */
const HASH = 'hash:';
export const imageAssetId = (hash: string): string => `${HASH}${hash}`;
export const imageHashOf = (asset: string): string | null => (asset.startsWith(HASH) ? asset.slice(HASH.length) : null);
