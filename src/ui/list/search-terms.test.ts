import { describe, expect, it } from 'vitest';
import { rangesOf, termsOf } from './search-terms.ts';

describe('the places of what was searched for', () => {
  it.each<[string, string, [number, number][]]>([
    ['roles.list', 'roles', [[0, 5]]],
    [
      'Roles of roles',
      'roles of',
      [
        [0, 5],
        [6, 8],
        [9, 14],
      ],
    ],
    ['aaaa', 'aa', [[0, 4]]],
    ['abcd', 'abc bcd', [[0, 4]]],
    ['nothing', 'x', []],
    ['İstanbul', 'i', []],
  ])('in %j of %j', (text, query, ranges) => {
    expect(rangesOf(text, termsOf(query))).toEqual(ranges);
  });
});
