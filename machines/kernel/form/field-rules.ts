import { isHttps } from '#contracts/rules/https-address.ts';
import type { FieldFault, FieldFaults } from './faults.ts';

/** Names of the rules; the console has a text for each in both languages. */
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
  'dateMax',
  'retyped',
  'fileGone',
] as const;
export type FieldRule = (typeof FIELD_RULES)[number];

export const FIELD_TYPES = ['integer', 'email', 'url', 'date'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Longest accepted email address and URL, in characters. */
const MAX_EMAIL_LENGTH = 320;
const MAX_URL_LENGTH = 2048;

type Params = Record<string, string | number>;
type Check<Value> = (value: Value) => FieldFault | undefined;

const fault = (rule: FieldRule, params?: Params): FieldFault => (params ? { rule, params } : { rule });

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Length in characters as people count them, without surrounding spaces. */
const lengthOf = (text: string): number => [...text.trim()].length;

/** The text is neither empty nor blank. */
export const required: Check<string> = (value) => {
  if (value === '') return fault('required');
  return value.trim() === '' ? fault('blank') : undefined;
};

/** Something was chosen: one value, or at least one of several. */
export const requiredChoice: Check<unknown> = (value) => (isMissing(value) ? fault('required') : undefined);

// The rules below accept an empty field: that is for the two above.

export const notBlank: Check<string> = (value) => (value !== '' && value.trim() === '' ? fault('blank') : undefined);

const textRule =
  (isFault: (length: number) => boolean, found: FieldFault): Check<string> =>
  (value) =>
    value !== '' && isFault(lengthOf(value)) ? found : undefined;

export const stringLength = (length: number) => textRule((given) => given !== length, fault('stringLength', { length }));
export const stringMinimum = (min: number) => textRule((given) => given < min, fault('stringMin', { min }));
export const stringMaximum = (max: number) => textRule((given) => given > max, fault('stringMax', { max }));
export const stringRange = (min: number, max: number) =>
  textRule((given) => given < min || given > max, fault('stringRange', { min, max }));

const numberRule =
  (isFault: (value: number) => boolean, found: FieldFault): Check<number | undefined> =>
  (value) =>
    value !== undefined && isFault(value) ? found : undefined;

/** A number field holds NaN while its text is not a number. */
export const validNumber = numberRule((value) => !Number.isFinite(value), fault('number'));
export const wholeNumber = numberRule((value) => !Number.isSafeInteger(value), fault('type', { type: 'integer' }));
export const numberMinimum = (min: number) => numberRule((value) => value < min, fault('numberMin', { min }));
export const numberMaximum = (max: number) => numberRule((value) => value > max, fault('numberMax', { max }));
export const numberRange = (min: number, max: number) =>
  numberRule((value) => value < min || value > max, fault('numberRange', { min, max }));

const arrayRule =
  (isFault: (count: number) => boolean, found: FieldFault): Check<readonly unknown[]> =>
  ({ length }) =>
    isFault(length) ? found : undefined;

export const arrayLength = (length: number) => arrayRule((count) => count > 0 && count !== length, fault('arrayLength', { length }));
/** The only array rule that also refuses an empty list. */
export const arrayMinimum = (min: number) => arrayRule((count) => count < min, fault('arrayMin', { min }));
export const arrayMaximum = (max: number) => arrayRule((count) => count > max, fault('arrayMax', { max }));
export const arrayRange = (min: number, max: number) =>
  arrayRule((count) => count > 0 && (count < min || count > max), fault('arrayRange', { min, max }));

/** No text in the list is longer than this. */
export const itemsMaximum =
  (max: number): Check<readonly string[]> =>
  (values) =>
    values.some((value) => lengthOf(value) > max) ? fault('itemMax', { max }) : undefined;

/** No value is also in the other list. */
export const notIn =
  (others: readonly string[]): Check<readonly string[]> =>
  (values) => {
    const twice = values.find((value) => others.includes(value));
    return twice === undefined ? undefined : fault('repeated', { text: twice });
  };

export const pattern =
  (expected: RegExp): Check<string> =>
  (value) =>
    value === '' || expected.test(value) ? undefined : fault('pattern');

export const oneOf =
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
  if (lengthOf(value) > MAX_EMAIL_LENGTH) return fault('stringMax', { max: MAX_EMAIL_LENGTH });
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value.trim()) ? undefined : fault('type', { type: 'email' });
};

/** A link that a click may lead to. */
export const url: Check<string> = (value) => {
  if (value === '') return undefined;
  if (lengthOf(value) > MAX_URL_LENGTH) return fault('stringMax', { max: MAX_URL_LENGTH });
  return isHttps(value.trim()) ? undefined : fault('type', { type: 'url' });
};

/** The first fault in the given order; later checks may rely on the earlier ones. */
export function firstFault<Value>(value: Value, ...checks: Check<Value>[]): FieldFault | undefined {
  for (const check of checks) {
    const found = check(value);
    if (found) return found;
  }
  return undefined;
}

/** Drops the fields without a fault. */
export const faultsIn = <Values>(found: { [K in keyof Values]?: FieldFault | undefined }): FieldFaults<Values> =>
  Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined)) as FieldFaults<Values>;
