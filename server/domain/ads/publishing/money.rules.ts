/** What a whole unit of a currency is worth, as it is kept: with eight decimals at most. */
export interface Rate {
  exponent: number;
  /** US dollars; as text, because a number of the program would not hold it. */
  usdPerUnit: string;
}

const DECIMALS = 8;

/** The text of a rate as an integer of its last decimal. */
function scaled(rate: string): bigint {
  const [whole = '0', decimals = ''] = rate.split('.');
  return BigInt(whole + decimals.padEnd(DECIMALS, '0').slice(0, DECIMALS));
}

/** US cents in the smallest unit of a currency, rounded up. */
export function minorOfUsd(cents: number, { exponent, usdPerUnit }: Rate): number {
  const rate = scaled(usdPerUnit);
  const amount = BigInt(cents) * 10n ** BigInt(exponent + DECIMALS);
  const unit = rate * 100n;
  return Number((amount + unit - 1n) / unit);
}

/** An amount of a currency in US cents, to the nearest. */
export function usdOfMinor(minor: number, { exponent, usdPerUnit }: Rate): number {
  const per = 10n ** BigInt(exponent + DECIMALS);
  return Number((BigInt(minor) * scaled(usdPerUnit) * 100n * 2n + per) / (per * 2n));
}
