import { expect, test } from 'vitest';
import { parseAddress } from './client-address.ts';

test.each([
  ['1.2.3.4', '1.2.3.4'],
  [' 1.2.3.4:5678 ', '1.2.3.4'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['', undefined],
  ['1.2.3.400:1', undefined],
])('%j is parsed as %j', (text, address) => {
  expect(parseAddress(text)).toBe(address);
});
