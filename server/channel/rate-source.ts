/** What money is worth. */
export interface RateSource {
  /** USD for one unit of each currency it knows, on a day (YYYY-MM-DD). */
  ratesOf(date: string): Promise<readonly { currency: string; usd_per_unit: number }[]>;
}
