/** How long a run of a scheduled task may take, in seconds. */
export const TIMEOUT_S = { min: 10, max: 7200 };

/** Longest schedule, in characters. */
export const SCHEDULE_MAX = 100;
