const MAX_URL_LENGTH = 2_048;

/**
 * Host of an https URL in lower case without port; undefined for anything else. URLs with spaces or credentials are excluded, because
 * they can look like one host and lead to another.
 */
export function httpsHost(address: string): string | undefined {
  if (address.length > MAX_URL_LENGTH || !/^https:\/\/\S+$/.test(address) || !URL.canParse(address)) return undefined;
  const { hostname, username, password } = new URL(address);
  return username === '' && password === '' ? hostname : undefined;
}

export const isHttps = (address: string): boolean => httpsHost(address) !== undefined;
