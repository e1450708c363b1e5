import { expect, it } from 'vitest';
import { httpsHost } from './https-address.ts';

it.each<[string, string | undefined]>([
  ['https://Shop.A.test:8443/x?y#z', 'shop.a.test'],
  ['https://a.test', 'a.test'],
  ['http://a.test/', undefined],
  ['ftp://a.test/', undefined],
  ['javascript:alert(1)', undefined],
  ['https:/a.test/', undefined],
  ['https://', undefined],
  ['https://a.test/b c', undefined],
  [' https://a.test/', undefined],
  ['https://a.test@evil.test/', undefined],
  ['https://a:b@evil.test/', undefined],
  [`https://a.test/${'x'.repeat(2_033)}`, 'a.test'],
  [`https://a.test/${'x'.repeat(2_034)}`, undefined],
])('%s leads to %s', (address, host) => {
  expect(httpsHost(address)).toBe(host);
});
