import { expect, test } from 'vitest';
import { deriveKey, newRequestKey } from './request-key.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('every new key is a different UUID', () => {
  const keys = Array.from({ length: 200 }, newRequestKey);
  expect(keys.filter((key) => !UUID.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(200);
});

test('a following key differs from the first and is the same each time', () => {
  for (const key of Array.from({ length: 50 }, newRequestKey)) {
    expect(deriveKey(key)).toMatch(UUID);
    expect(deriveKey(key)).not.toBe(key);
    expect(deriveKey(key)).toBe(deriveKey(key));
  }
});
