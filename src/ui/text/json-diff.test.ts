import { describe, expect, it } from 'vitest';
import { jsonDiff, valueText } from './json-diff.ts';

describe('difference of two JSON values', () => {
  it.each([
    ['nothing where nothing changed', { a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, []],
    ['nothing between nothing and nothing', null, undefined, []],
    ['only the fields that changed', { name: 'a', status: 'on' }, { name: 'b', status: 'on' }, [['name', 'a', 'b']]],
    [
      'all fields of what is new',
      null,
      { name: 'a', size: 1 },
      [
        ['name', undefined, 'a'],
        ['size', undefined, 1],
      ],
    ],
    ['all fields of what is gone', { name: 'a' }, null, [['name', 'a', undefined]]],
    [
      'a field that came, and one that went',
      { a: 1 },
      { b: 2 },
      [
        ['a', 1, undefined],
        ['b', undefined, 2],
      ],
    ],
    ['a null that was set', { a: null }, { a: 1 }, [['a', null, 1]]],
    ['a zero that became false', { a: 0 }, { a: false }, [['a', 0, false]]],
    ['fields inside of fields', { d: { id: 1, name: 'x' } }, { d: { id: 1, name: 'y' } }, [['d.name', 'x', 'y']]],
    ['an object that took the place of a value whole', { d: 1 }, { d: { id: 2 } }, [['d', 1, { id: 2 }]]],
    ['a list whole', { ids: [1, 2] }, { ids: [1, 3] }, [['ids', [1, 2], [1, 3]]]],
    ['an empty object that appeared', {}, { d: {} }, [['d', undefined, {}]]],
    ['values that are no objects', 'a', 'b', [['', 'a', 'b']]],
    ['fields named like those every object has', {}, { constructor: 1 }, [['constructor', undefined, 1]]],
  ] as [string, unknown, unknown, [string, unknown, unknown][]][])('is %s', (_, before, after, expected) => {
    expect(jsonDiff(before, after)).toEqual(expected.map(([field, was, is]) => ({ field, before: was, after: is })));
  });
});

describe('value in a cell', () => {
  it.each([
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
    ['text', 'text'],
    [0, '0'],
    [false, 'false'],
    [['a', 1, null], 'a, 1, null'],
    [[], '[]'],
    [[{ a: 1 }], '[\n  {\n    "a": 1\n  }\n]'],
  ])('%j reads as %j', (value, text) => {
    expect(valueText(value)).toBe(text);
  });
});
