import { httpsHost } from '#contracts/rules/https-address.ts';
import { readNumber } from '#contracts/rules/typed-number.ts';

/** True for an https address on that domain or a subdomain of it. */
export function isOnDomain(address: string, domain: string): boolean {
  const host = httpsHost(address);
  const wanted = domain.toLowerCase();
  return host !== undefined && (host === wanted || host.endsWith(`.${wanted}`));
}

/** Converts a typed amount to minor units of its currency; undefined when it is not a number or has too many decimals. */
export function toMinorUnits(text: string, exponent: number): number | undefined {
  const found = readNumber(text) === undefined ? null : /^(\d{1,12})(?:\.(\d+))?$/.exec(text.replaceAll(',', '').trim());
  if (found === null) return undefined;
  const digits = (found[2] ?? '').replace(/0+$/, '');
  if (digits.length > exponent) return undefined;
  return Number(`${found[1]}${digits.padEnd(exponent, '0')}`);
}
