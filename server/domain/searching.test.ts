import { expect, test } from 'vitest';
import { contains, decodeCursor, encodeCursor, startsWith } from './searching.ts';

test('wildcards of a keyword are escaped', () => {
  expect(contains(' 50%_a\\ ')).toBe('%50\\%\\_a\\\\%');
  expect(startsWith(' 50%_a\\ ')).toBe('50\\%\\_a\\\\%');
});

test('a cursor decodes to the position it was made from', () => {
  const position = { at: new Date('2026-11-20T08:00:00.123Z'), id: 42 };
  expect(decodeCursor(encodeCursor(position))).toEqual(position);
});

test.each(['', 'x', Buffer.from('1;2').toString('base64url'), Buffer.from('9999999999999999.1').toString('base64url')])(
  '%j is not a valid cursor',
  (text) => {
    expect(decodeCursor(text)).toBeUndefined();
  },
);
