/** The maximum percentage by which one change raises or lowers an amount. */
export const percentMost = { inc_pct: 1000, dec_pct: 100 } as const;

/** Decimal places of such a percentage. */
export const PERCENT_DECIMALS = 2;

/** A change of a budget or bid by this factor or more, up or down, must be confirmed. */
const LARGE_FACTOR = 2;

export const isLargeChange = (before: number | null, after: number | null): boolean =>
  before !== null && after !== null && before > 0 && (after >= before * LARGE_FACTOR || after * LARGE_FACTOR <= before);
