/** The most percent by which an amount is raised or lowered at once. */
export const percentMost = { inc_pct: 1000, dec_pct: 100 } as const;

/** Digits after the point of such a percentage. */
export const PERCENT_DECIMALS = 2;

/** From this factor on, up or down, a change of a budget or bid is asked about before it is made. */
const LARGE_FACTOR = 2;

export const isLargeChange = (before: number | null, after: number | null): boolean =>
  before !== null && after !== null && before > 0 && (after >= before * LARGE_FACTOR || after * LARGE_FACTOR <= before);
