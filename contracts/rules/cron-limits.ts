/** Minimum and maximum timeout of a scheduled task, in seconds. */
export const TIMEOUT_S = { min: 10, max: 7200 };

/** Maximum length of a schedule, in characters. */
export const SCHEDULE_MAX = 100;
