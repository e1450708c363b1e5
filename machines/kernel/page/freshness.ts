/** How long an answer counts as fresh when the user returns to it. */
export const STALE_MS = 60_000;

/** Interval of reloads while a visible row is about to change by itself. */
export const CHANGING_ROWS_MS = 5_000;

/** The refresh intervals a user can choose, in seconds; 0 is never. */
export const REFRESH_SECONDS = [0, 30, 60, 300] as const;

export type RefreshSeconds = (typeof REFRESH_SECONDS)[number];

/** Longest pause between two attempts after failures. */
const MAX_PAUSE_MS = 600_000;

/** How long to wait before the next load: the usual interval after the first failure in a row, doubled after each further one. */
export const pauseAfter = (failures: number, pace: number): number =>
  Math.max(pace, Math.min(pace * 2 ** Math.max(0, failures - 1), MAX_PAUSE_MS));
