import { readNumber } from '#contracts/rules/typed-number.ts';
import { httpsHost } from '../https-address.ts';

/** True for an https address on that domain or below it. */
export function isOnDomain(address: string, domain: string): boolean {
  const host = httpsHost(address);
  const wanted = domain.toLowerCase();
  return host !== undefined && (host === wanted || host.endsWith(`.${wanted}`));
}

/** An amount as a person writes it, in the smallest unit of its currency; undefined where it is none or has too many digits. */
export function minorUnits(text: string, exponent: number): number | undefined {
  const found = readNumber(text) === undefined ? null : /^(\d{1,12})(?:\.(\d+))?$/.exec(text.replaceAll(',', '').trim());
  if (found === null) return undefined;
  const digits = (found[2] ?? '').replace(/0+$/, '');
  if (digits.length > exponent) return undefined;
  return Number(`${found[1]}${digits.padEnd(exponent, '0')}`);
}
