import { isHttps } from '#contracts/rules/https-address.ts';
import type { FieldFault, FieldFaults } from './faults.ts';

/** Names of the rules; the console has words for each in both languages. */
export const FIELD_RULES = [
  'required',
  'blank',
  'type',
  'number',
  'decimals',
  'stringLength',
  'stringMin',
  'stringMax',
  'stringRange',
  'numberMin',
  'numberMax',
  'numberRange',
  'arrayLength',
  'arrayMin',
  'arrayMax',
  'arrayRange',
  'itemMax',
  'repeated',
  'pattern',
  'accountName',
  'contains',
  'letterAndDigit',
  'repeatedDifferently',
  'unchanged',
  'enum',
  'dateFormat',
  'dateMin',
  'retyped',
  'fileGone',
] as const;
export type FieldRule = (typeof FIELD_RULES)[number];

export const FIELD_TYPES = ['integer', 'email', 'url', 'date'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Longest address and link that are taken, in characters. */
const EMAIL_MAX = 320;
const URL_MAX = 2048;

type Params = Record<string, string | number>;
type Check<Value> = (value: Value) => FieldFault | undefined;

const fault = (rule: FieldRule, params?: Params): FieldFault => (params ? { rule, params } : { rule });

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Characters as people count them, without the spaces around. */
const lengthOf = (text: string): number => [...text.trim()].length;

/** Text is there, and it is more than blanks. */
export const required: Check<string> = (value) => {
  if (value === '') return fault('required');
  return value.trim() === '' ? fault('blank') : undefined;
};

/** Something was chosen: one thing, or at least one of several. */
export const requiredChoice: Check<unknown> = (value) => (isMissing(value) ? fault('required') : undefined);

// What follows says nothing about an empty field: that is for the two above.

export const notBlank: Check<string> = (value) => (value !== '' && value.trim() === '' ? fault('blank') : undefined);

const ofText =
  (isFault: (length: number) => boolean, found: FieldFault): Check<string> =>
  (value) =>
    value !== '' && isFault(lengthOf(value)) ? found : undefined;

export const stringLength = (length: number) => ofText((given) => given !== length, fault('stringLength', { length }));
export const stringMinimum = (min: number) => ofText((given) => given < min, fault('stringMin', { min }));
export const stringMaximum = (max: number) => ofText((given) => given > max, fault('stringMax', { max }));
export const stringRange = (min: number, max: number) => ofText((given) => given < min || given > max, fault('stringRange', { min, max }));

const ofNumber =
  (isFault: (value: number) => boolean, found: FieldFault): Check<number | undefined> =>
  (value) =>
    value !== undefined && isFault(value) ? found : undefined;

/** NaN is what a number field holds while its text is no number. */
export const aNumber = ofNumber((value) => !Number.isFinite(value), fault('number'));
export const wholeNumber = ofNumber((value) => !Number.isSafeInteger(value), fault('type', { type: 'integer' }));
export const numberMinimum = (min: number) => ofNumber((value) => value < min, fault('numberMin', { min }));
export const numberMaximum = (max: number) => ofNumber((value) => value > max, fault('numberMax', { max }));
export const numberRange = (min: number, max: number) =>
  ofNumber((value) => value < min || value > max, fault('numberRange', { min, max }));

const ofArray =
  (isFault: (count: number) => boolean, found: FieldFault): Check<readonly unknown[]> =>
  ({ length }) =>
    isFault(length) ? found : undefined;

export const arrayLength = (length: number) => ofArray((count) => count > 0 && count !== length, fault('arrayLength', { length }));
/** The one that also refuses nothing at all. */
export const arrayMinimum = (min: number) => ofArray((count) => count < min, fault('arrayMin', { min }));
export const arrayMaximum = (max: number) => ofArray((count) => count > max, fault('arrayMax', { max }));
export const arrayRange = (min: number, max: number) =>
  ofArray((count) => count > 0 && (count < min || count > max), fault('arrayRange', { min, max }));

/** Each of several texts is that long at most. */
export const itemsMaximum =
  (max: number): Check<readonly string[]> =>
  (values) =>
    values.some((value) => lengthOf(value) > max) ? fault('itemMax', { max }) : undefined;

/** None of these stands in the other list. */
export const apartFrom =
  (others: readonly string[]): Check<readonly string[]> =>
  (values) => {
    const twice = values.find((value) => others.includes(value));
    return twice === undefined ? undefined : fault('repeated', { text: twice });
  };

export const pattern =
  (expected: RegExp): Check<string> =>
  (value) =>
    value === '' || expected.test(value) ? undefined : fault('pattern');

export const oneOfThese =
  (allowed: readonly (string | number)[]): Check<string | number | undefined> =>
  (value) =>
    isMissing(value) || allowed.includes(value as string | number) ? undefined : fault('enum', { values: allowed.join(', ') });

/** A calendar date that exists, `YYYY-MM-DD`. */
export const calendarDate: Check<string> = (value) => {
  if (value === '') return undefined;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return fault('dateFormat', { format: 'YYYY-MM-DD' });
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? undefined : fault('type', { type: 'date' });
};

export const email: Check<string> = (value) => {
  if (value === '') return undefined;
  if (lengthOf(value) > EMAIL_MAX) return fault('stringMax', { max: EMAIL_MAX });
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value.trim()) ? undefined : fault('type', { type: 'email' });
};

/** A link that a click may lead to. */
export const url: Check<string> = (value) => {
  if (value === '') return undefined;
  if (lengthOf(value) > URL_MAX) return fault('stringMax', { max: URL_MAX });
  return isHttps(value.trim()) ? undefined : fault('type', { type: 'url' });
};

/** The first fault in the order given; later checks need not fear what earlier ones refuse. */
export function firstFault<Value>(value: Value, ...checks: Check<Value>[]): FieldFault | undefined {
  for (const check of checks) {
    const found = check(value);
    if (found) return found;
  }
  return undefined;
}

/** Only the fields that are wrong. */
export const faultsIn = <Values>(found: { [K in keyof Values]?: FieldFault | undefined }): FieldFaults<Values> =>
  Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined)) as FieldFaults<Values>;
