import { describe, expect, it } from 'vitest';
import { ANY, type Rule, ruleFinder, stepsOf } from './matching-rules.ts';

const rule = (match: string, options: object = {}): Rule => ({ combine: 'AND', matchers: [{ match, ...options }] });

describe('the path of a rule', () => {
  it.each<[string, unknown]>([
    ['$', []],
    ['$.data.list', ['data', 'list']],
    ['$.data.list[*].id', ['data', 'list', ANY, 'id']],
    ['$.data[0].id', ['data', 0, 'id']],
    ["$['data']['a b']", ['data', 'a b']],
    ['$["data"].id', ['data', 'id']],
    ['$.*', [ANY]],
    ['$.data.*.id', ['data', ANY, 'id']],
  ])('%s is read step by step', (path, steps) => {
    expect(stepsOf(path)).toEqual(steps);
  });

  it.each(['$..code', 'data', '$.data[?(@.id)]', '$.data.list[0:2]', '$.'])('%s is not read at all', (path) => {
    expect(stepsOf(path)).toBeUndefined();
  });
});

describe('the rule of a place', () => {
  const rules = { '$.data.list': rule('type', { min: 1 }), '$.data.list[*].id': rule('integer'), '$.data.list[0].id': rule('number') };

  it('is its own, and the closest one', () => {
    expect(ruleFinder(rules)(['data', 'list'])).toEqual(rule('type', { min: 1 }));
    expect(ruleFinder(rules)(['data', 'list', 1, 'id'])).toEqual(rule('integer'));
    expect(ruleFinder(rules)(['data', 'list', 0, 'id'])).toEqual(rule('number'));
  });

  it('is that around it where it has none, but for the length', () => {
    expect(ruleFinder(rules)(['data', 'list', 0, 'name'])).toEqual(rule('type'));
  });

  it('is none where none leads', () => {
    expect(ruleFinder(rules)(['data'])).toBeUndefined();
    expect(ruleFinder(rules)(['code'])).toBeUndefined();
    expect(ruleFinder({ '$.*': rule('type') })(['code'])).toEqual(rule('type'));
  });
});
