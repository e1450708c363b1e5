import { expect, test } from 'vitest';
import { maskSecrets } from './oplogs.repository.ts';

test('secrets are masked at any depth', () => {
  expect(maskSecrets({ name: 'a', pwd: 'x', list: [{ new_passwd: 'y', token_hash: 'z', at: new Date(0) }], none: null })).toEqual({
    name: 'a',
    pwd: '***',
    list: [{ new_passwd: '***', token_hash: '***', at: new Date(0) }],
    none: null,
  });
});
