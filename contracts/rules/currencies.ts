/** Currencies that the ad network counts in whole units instead of hundredths. This is its own list and differs from ISO 4217. */
export const WHOLE_CURRENCIES: readonly string[] = ['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'];

/** Decimal places in which amounts of a currency are entered, stored and shown. */
export const decimalsOf = (currency: string): number => (WHOLE_CURRENCIES.includes(currency) ? 0 : 2);

/** Dollars whose sign does not start with the first two letters of their code. */
const DOLLARS: Readonly<Record<string, string>> = { USD: '$', TWD: 'NT$', AUD: 'A$', SGD: 'S$' };

/**
 * The sign of a currency, given the short one of a language: `$` alone stands for US dollars only, and `¥` alone for
 * the renminbi in Chinese and for the yen in other languages.
 */
export function signOf(currency: string, short: string, isChinese: boolean): string {
  if (short === '$') return DOLLARS[currency] ?? `${currency.slice(0, 2)}$`;
  if (short === '¥' && currency !== (isChinese ? 'CNY' : 'JPY')) return `${currency.slice(0, 2)}¥`;
  return short;
}
