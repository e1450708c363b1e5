/** What the ad network counts in whole units; every other currency it counts in hundredths. This is its own list, not that of ISO 4217. */
export const WHOLE_CURRENCIES: readonly string[] = ['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'];

/** Digits after the point that an amount of a currency is typed, kept and shown with. */
export const decimalsOf = (currency: string): number => (WHOLE_CURRENCIES.includes(currency) ? 0 : 2);

/** Dollars that are not called after the first two letters of their code. */
const DOLLARS: Readonly<Record<string, string>> = { USD: '$', TWD: 'NT$', AUD: 'A$', SGD: 'S$' };

/**
 * The sign of a currency, given the short one that a language knows: `$` alone stands for US dollars and nothing else, and `¥` alone for
 * the renminbi where Chinese is read and for the yen elsewhere.
 */
export function signOf(currency: string, short: string, isChinese: boolean): string {
  if (short === '$') return DOLLARS[currency] ?? `${currency.slice(0, 2)}$`;
  if (short === '¥' && currency !== (isChinese ? 'CNY' : 'JPY')) return `${currency.slice(0, 2)}¥`;
  return short;
}
