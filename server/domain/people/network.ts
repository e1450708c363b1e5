import { isIPv6 } from 'node:net';

const V4_IN_V6 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** All eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const split = (part: string) => (part === '' ? [] : part.split(':'));
  const before = split(head);
  const after = split(tail ?? '');
  // A dotted IPv4 end stands for two groups; it never reaches into the first four.
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}

/**
 * The network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, because a client can choose freely within its
 * /64.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = V4_IN_V6.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::` : plain;
}
