/** A source of exchange rates. */
export interface RateSource {
  /** USD per unit of each supported currency on a date (YYYY-MM-DD). */
  ratesOf(date: string): Promise<readonly { currency: string; usd_per_unit: number }[]>;
}
