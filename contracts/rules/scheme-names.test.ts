import { expect, test } from 'vitest';
import { countriesInName, dateInName, filledName, nameMacros, seqInName, unknownMacros } from './scheme-names.ts';

test('a template is filled in; unknown values are left out without a gap', () => {
  const values = { content: '重生之我是总裁', country: 'US', date: '20261120', seq: '01' };
  expect(filledName('{content}-{country}-{date}-{seq}', values)).toBe('重生之我是总裁-US-20261120-01');
  expect(filledName('{content} {material} {seq}', values)).toBe('重生之我是总裁 01');
});

test('braces without a known macro stay, and are reported', () => {
  expect(filledName('{content} {who}', { content: 'A' })).toBe('A {who}');
  expect(unknownMacros('{content}{who} {}')).toEqual(['{who}', '{}']);
  expect(unknownMacros(nameMacros.map((macro) => `{${macro}}`).join(''))).toEqual([]);
});

test('a value that looks like a macro is not filled in again', () => {
  expect(filledName('{content}', { content: '{date}', date: '20261120' })).toBe('{date}');
});

test('countries, dates and numbers are short', () => {
  expect([countriesInName(['US']), countriesInName(['US', 'GB', 'BR']), dateInName('2026-11-20'), seqInName(3), seqInName(120)]).toEqual([
    'US',
    'US+2',
    '20261120',
    '03',
    '120',
  ]);
});
