/** How long an answer counts as new for whoever comes back to it. */
export const STALE_MS = 60_000;

/** How often rows that are about to become others by themselves are asked for, while somebody looks. */
export const UNSETTLED_MS = 5_000;

/** Paces at which rows may ask for newer ones by themselves, in seconds; 0 is never. */
export const REFRESH_SECONDS = [0, 30, 60, 300] as const;

export type RefreshSeconds = (typeof REFRESH_SECONDS)[number];

/** The longest pause between two attempts after failures. */
const LONGEST_PAUSE_MS = 600_000;

/** How long to wait before asking again: the usual pace after the first failure in a row, twice as long after each further one. */
export const pauseAfter = (failures: number, pace: number): number =>
  Math.max(pace, Math.min(pace * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS));
