import { describe, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { applyNameEdit, findNameEditFault, type NameEdit, type NameValues } from './names.rules.ts';

const values: NameValues = {
  name: '旧名',
  content: 'DR-0001',
  country: 'US',
  account: '星河-美国-01',
  user: '小林',
  date: '20261120',
  seq: '03',
  material: 'M100001',
  scheme: '测剧',
  landing: 'ep-1',
};
const outcome = (name: string, edit: NameEdit) => {
  const result = applyNameEdit(name, edit, values);
  return result instanceof Refusal ? [result.reason, result.faults[0]?.rule].filter(Boolean) : result;
};

describe('a new name', () => {
  test.each([
    ['US 测剧 US', { find: 'US', replace: 'GB' }, 'GB 测剧 GB'],
    // Special characters of patterns are plain text here.
    ['a.b $& (c)', { find: '.', replace: '$&' }, 'a$&b $& (c)'],
    ['测剧 us', { find: ' us', replace: '' }, '测剧'],
    ['x', { template: '{content}-{country}-{seq}' }, 'DR-0001-US-03'],
    ['x', { template: '  {scheme}   {name} ' }, '测剧 旧名'],
    [
      'x',
      { template: '{name} {account} {user} {date} {material} {scheme} {landing}' },
      '旧名 星河-美国-01 小林 20261120 M100001 测剧 ep-1',
    ],
  ] satisfies [string, NameEdit, string][])('of %s by %j is %s', (name, edit, after) => {
    expect(outcome(name, edit)).toBe(after);
  });

  test('is refused when unchanged, empty or too long', () => {
    expect(outcome('abc', { find: 'x', replace: 'y' })).toEqual(['NO_CHANGE']);
    expect(outcome('abc', { find: 'abc', replace: ' ' })).toEqual(['VALIDATION', 'required']);
    expect(outcome('abc', { template: 'x'.repeat(401) })).toEqual(['VALIDATION', 'maxLength']);
    expect(outcome('abc', { template: 'x'.repeat(400) })).toBe('x'.repeat(400));
  });
});

test('an edit uses exactly one way and known macros', () => {
  const fault = (edit: NameEdit) => {
    const found = findNameEditFault(edit)?.faults[0];
    return found === undefined ? null : [found.field, found.rule];
  };
  expect(fault({})).toEqual(['find', 'findOrTemplate']);
  expect(fault({ find: 'a', replace: 'b', template: 'c' })).toEqual(['find', 'findOrTemplate']);
  expect(fault({ find: 'a' })).toEqual(['replace', 'required']);
  expect(fault({ template: '{content} {price}' })).toEqual(['template', 'macroUnknown']);
  expect(fault({ template: '{content} {landing}' })).toBeNull();
  expect(fault({ find: 'a', replace: '' })).toBeNull();
});
