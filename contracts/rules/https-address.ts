const ADDRESS_MAX = 2_048;

/**
 * The host of an https address, in lower case and without its port; undefined for anything else, and for an address with blanks or a
 * user name in it: what reads as one host would lead to another.
 */
export function httpsHost(address: string): string | undefined {
  if (address.length > ADDRESS_MAX || !/^https:\/\/\S+$/.test(address) || !URL.canParse(address)) return undefined;
  const { hostname, username, password } = new URL(address);
  return username === '' && password === '' ? hostname : undefined;
}

export const isHttps = (address: string): boolean => httpsHost(address) !== undefined;
