import { expect, it } from 'vitest';
import { farewellOf } from './session-end.ts';

it('takes from the storage only a farewell, and nothing that it does not know', () => {
  const farewell = { end: 'expired', account: 'li', hasWork: true };
  expect(farewellOf({ ...farewell, token: 'canary' })).toEqual(farewell);
  expect(farewellOf({ end: 'expired', account: 'li', hasWork: 'yes' })).toEqual({ ...farewell, hasWork: false });
  for (const junk of [null, undefined, 7, [], 'x', {}, { end: 3, account: 'li' }, { end: 'expired' }])
    expect(farewellOf(junk)).toBeUndefined();
});
