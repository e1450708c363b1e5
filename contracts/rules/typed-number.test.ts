import { expect, it } from 'vitest';
import { readNumber } from './typed-number.ts';

it.each([
  ['1234', 1234],
  ['1,234', 1234],
  ['1,234,567.50', 1_234_567.5],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['12.', 12],
  ['-5', -5],
  [' 7 ', 7],
  ['1,234.', 1234],
])('reads %s', (text, value) => expect(readNumber(text)).toBe(value));

it.each([
  '',
  '-',
  '.',
  '12,5',
  '1,2,3,4',
  '1,23',
  '1234,567',
  '0,125',
  ',123',
  '1,234,56',
  '12.5,000',
  '1.2.3',
  '1e3',
  '0x10',
  '5 USD',
  'NaN',
  'Infinity',
  '１２',
])('refuses “%s”', (text) => expect(readNumber(text)).toBeUndefined());
