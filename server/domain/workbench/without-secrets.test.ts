import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

test('fields named like secrets are removed at every depth, all others stay', () => {
  const given = {
    account: 'ada',
    pwd: 'a',
    Password: 'b',
    new_passwd: 'c',
    list: [{ accessToken: 'd', name: 'kept' }, 'token', null, 1.5],
    deep: { er: { clientSecret: { any: 'e' }, flag: false } },
  };
  expect(withoutSecrets(given)).toEqual({
    account: 'ada',
    list: [{ name: 'kept' }, 'token', null, 1.5],
    deep: { er: { flag: false } },
  });
  expect(given.pwd).toBe('a');
});
