import { expect, test } from 'vitest';
import { digestOf, generatePassword, hashPassword, isCommonPassword, verifyPassword } from './passwords.ts';

test('generated passwords are long and random and contain letters and digits', () => {
  const made = Array.from({ length: 200 }, generatePassword);
  for (const password of made) expect(password).toMatch(/^(?=(?:.*[a-zA-Z]){2})(?=(?:.*\d){2})[a-zA-Z0-9]{16}$/);
  expect(new Set(made).size).toBe(made.length);
  expect(made.join('')).not.toMatch(/[0O1lI]/);
});

test('a hash is slow and salted and matches its password only', async () => {
  const [one, two] = await Promise.all([hashPassword(digestOf('a')), hashPassword(digestOf('a'))]);
  expect(one).toMatch(/^\$argon2id\$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, digestOf('a'), 'test')).toBe(true);
  expect(await verifyPassword(one, digestOf('b'), 'test')).toBe(false);
});

test.each(['', '123456', 'Password123', 'admin888', 'opt_01', 'opt_01123', 'opt_01@123'])('%j is too common', (password) => {
  expect(isCommonPassword(digestOf(password), 'opt_01')).toBe(true);
});

test('an ordinary password is not too common', () => {
  expect(isCommonPassword(digestOf('tisch lampe 7 nagel'), 'opt_01')).toBe(false);
});
