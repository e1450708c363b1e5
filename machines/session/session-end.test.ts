import { expect, it } from 'vitest';
import { parseFarewell } from './session-end.ts';

it('reads only a valid farewell from the storage, without unknown fields', () => {
  const farewell = { end: 'expired', account: 'li', hasWork: true };
  expect(parseFarewell({ ...farewell, token: 'canary' })).toEqual(farewell);
  expect(parseFarewell({ end: 'expired', account: 'li', hasWork: 'yes' })).toEqual({ ...farewell, hasWork: false });
  for (const junk of [null, undefined, 7, [], 'x', {}, { end: 3, account: 'li' }, { end: 'expired' }])
    expect(parseFarewell(junk)).toBeUndefined();
});
