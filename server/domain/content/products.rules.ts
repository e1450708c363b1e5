const URL_MAX = 2_048;

/** True for an https address on that domain or below it, without a sign-in in it. */
export function isOnDomain(address: string, domain: string): boolean {
  if (address.length > URL_MAX || !URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  const wanted = domain.toLowerCase();
  return protocol === 'https:' && username === '' && password === '' && (hostname === wanted || hostname.endsWith(`.${wanted}`));
}

/** True for an https address without a sign-in in it. */
export function isHttps(address: string): boolean {
  if (address.length > URL_MAX || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '';
}

/** An amount as a person writes it, in the smallest unit of its currency; undefined where it is none or has too many digits. */
export function minorUnits(text: string, exponent: number): number | undefined {
  const found = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.replace(/,(?=\d{3}(?:\D|$))/g, '').trim());
  if (found === null) return undefined;
  const digits = (found[2] ?? '').replace(/0+$/, '');
  if (digits.length > exponent) return undefined;
  return Number(`${found[1]}${digits.padEnd(exponent, '0')}`);
}
