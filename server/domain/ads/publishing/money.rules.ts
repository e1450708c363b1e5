/** Worth of a whole unit of a currency, with at most eight decimals. */
export interface Rate {
  exponent: number;
  /** US dollars as text, because a JavaScript number would lose decimals. */
  usdPerUnit: string;
}

const DECIMALS = 8;

/** The rate as an integer, scaled by its eight decimals. */
function toScaledInteger(rate: string): bigint {
  const [whole = '0', decimals = ''] = rate.split('.');
  return BigInt(whole + decimals.padEnd(DECIMALS, '0').slice(0, DECIMALS));
}

/** Converts US cents to the smallest unit of a currency, rounded up. */
export function centsToMinor(cents: number, { exponent, usdPerUnit }: Rate): number {
  const rate = toScaledInteger(usdPerUnit);
  const amount = BigInt(cents) * 10n ** BigInt(exponent + DECIMALS);
  const unit = rate * 100n;
  return Number((amount + unit - 1n) / unit);
}

/** Converts an amount of a currency to the nearest US cent. */
export function minorToCents(minor: number, { exponent, usdPerUnit }: Rate): number {
  const per = 10n ** BigInt(exponent + DECIMALS);
  return Number((BigInt(minor) * toScaledInteger(usdPerUnit) * 100n * 2n + per) / (per * 2n));
}
