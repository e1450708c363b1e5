import { describe, expect, it } from 'vitest';
import type { FieldFault } from './faults.ts';
import * as rules from './field-rules.ts';

const ruleOf = (fault: FieldFault | undefined) => fault && ('rule' in fault ? fault.rule : 'message');

const table: [string, FieldFault | undefined, string | undefined][] = [
  ['nothing typed', rules.required(''), 'required'],
  ['only blanks, half and full width', rules.required(' \u3000'), 'blank'],
  ['text', rules.required(' a '), undefined],
  ['nothing chosen', rules.requiredChoice(undefined), 'required'],
  ['null chosen', rules.requiredChoice(null), 'required'],
  ['an empty selection', rules.requiredChoice([]), 'required'],
  ['zero chosen', rules.requiredChoice(0), undefined],
  ['blanks in an optional field', rules.notBlank('  '), 'blank'],
  ['an empty optional field', rules.notBlank(''), undefined],
  ['a wrong length', rules.stringLength(3)('ab'), 'stringLength'],
  ['the right length', rules.stringLength(3)('abc'), undefined],
  ['too short', rules.stringMinimum(3)('ab'), 'stringMin'],
  ['too long', rules.stringMaximum(3)('abcd'), 'stringMax'],
  ['spaces around do not count', rules.stringMaximum(3)('  abc  '), undefined],
  ['one emoji is one character', rules.stringMaximum(1)('😀'), undefined],
  ['out of a range of lengths', rules.stringRange(2, 3)('a'), 'stringRange'],
  ['at the upper end of a range', rules.stringRange(2, 3)('abc'), undefined],
  ['an empty text is left to "required"', rules.stringRange(2, 3)(''), undefined],
  ['a number that is none', rules.validNumber(Number.NaN), 'number'],
  ['an infinite number', rules.validNumber(Number.POSITIVE_INFINITY), 'number'],
  ['no number at all', rules.validNumber(undefined), undefined],
  ['a fraction', rules.wholeNumber(1.5), 'type'],
  ['an integer beyond what is exact', rules.wholeNumber(2 ** 53), 'type'],
  ['too small', rules.numberMinimum(0)(-1), 'numberMin'],
  ['too large', rules.numberMaximum(9)(10), 'numberMax'],
  ['outside', rules.numberRange(0, 9)(10), 'numberRange'],
  ['at both ends', rules.numberRange(0, 9)(0) ?? rules.numberRange(0, 9)(9), undefined],
  ['a wrong count', rules.arrayLength(2)([1]), 'arrayLength'],
  ['too few, none included', rules.arrayMinimum(1)([]), 'arrayMin'],
  ['too many', rules.arrayMaximum(1)([1, 2]), 'arrayMax'],
  ['a count out of range', rules.arrayRange(2, 3)([1]), 'arrayRange'],
  ['another pattern', rules.pattern(/^\d+$/)('a'), 'pattern'],
  ['the pattern', rules.pattern(/^\d+$/)('1'), undefined],
  ['not among those allowed', rules.oneOf(['a', 'b'])('c'), 'enum'],
  ['among those allowed', rules.oneOf([0, 1])(0), undefined],
  ['a date in another format', rules.calendarDate('20.11.2026'), 'dateFormat'],
  ['a day that does not exist', rules.calendarDate('2026-02-30'), 'type'],
  ['a leap day', rules.calendarDate('2028-02-29'), undefined],
  ['an address without a domain', rules.email('a@b'), 'type'],
  ['an address', rules.email('a.b@example.com'), undefined],
  ['an address of 321 characters', rules.email(`${'a'.repeat(309)}@example.com`), 'stringMax'],
  ['an address of 320 characters', rules.email(`${'a'.repeat(308)}@example.com`), undefined],
  ['a link over http', rules.url('http://example.com'), 'type'],
  ['a script as a link', rules.url('javascript:alert(1)'), 'type'],
  ['a link that shows another host than it leads to', rules.url('https://example.com@evil.test/'), 'type'],
  ['a link with a blank', rules.url('https://example.com/a b'), 'type'],
  ['a link', rules.url('https://example.com/a?b=1'), undefined],
  ['a link of 2049 characters', rules.url(`https://example.com/${'a'.repeat(2029)}`), 'stringMax'],
];

describe('field rules', () => {
  it.each(table)('%s', (_, fault, rule) => {
    expect(ruleOf(fault)).toBe(rule);
  });

  it('names only rules that are listed', () => {
    const used = table.flatMap(([, fault]) => ruleOf(fault) ?? []);
    for (const rule of used) expect(rules.FIELD_RULES).toContain(rule);
  });

  it('returns the parameters of a rule with the fault', () => {
    expect(rules.stringRange(1, 32)('x'.repeat(33))).toEqual({ rule: 'stringRange', params: { min: 1, max: 32 } });
  });

  it('stops at the first fault', () => {
    expect(rules.firstFault('', rules.required, rules.pattern(/x/))).toEqual({ rule: 'required' });
    expect(rules.firstFault('a', rules.required, rules.pattern(/x/))).toEqual({ rule: 'pattern' });
    expect(rules.firstFault('x', rules.required, rules.pattern(/x/))).toBeUndefined();
  });

  it('keeps only the fields that are wrong', () => {
    expect(rules.faultsIn<{ a: string; b: string }>({ a: { rule: 'required' }, b: undefined })).toEqual({ a: { rule: 'required' } });
  });
});
