/** How long an answer counts as new for whoever comes back to it. */
export const STALE_MS = 60_000;

/** How often rows that are about to become others by themselves are asked for, while somebody looks. */
export const UNSETTLED_MS = 5_000;

/** Paces at which rows may ask for newer ones by themselves, in seconds; 0 is never. */
export const REFRESH_SECONDS = [0, 30, 60, 300] as const;

export type RefreshSeconds = (typeof REFRESH_SECONDS)[number];
