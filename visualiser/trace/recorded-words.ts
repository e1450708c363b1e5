import type { RecordedValue } from '../model/recording.ts';

/** What stands in a recording for what JSON cannot say, or what was not to be said. */
export interface Mark {
  kind: 'redacted' | 'cut' | 'function' | 'actor' | 'date' | 'other';
  /** What was said of it all the same. */
  text: string;
  /** The word of the recording, where it is none of those above. */
  word: string;
}

const KNOWN = ['redacted', 'cut', 'function', 'actor', 'date'] as const;

const isObject = (value: RecordedValue): value is { readonly [key: string]: RecordedValue } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Undefined for a value that is simply what it is. */
export function markOf(value: RecordedValue): Mark | undefined {
  if (!isObject(value)) return undefined;
  const { '~': word, text, ...others } = value;
  if (typeof word !== 'string' || Object.keys(others).length > 0) return undefined;
  return { kind: KNOWN.find((one) => one === word) ?? 'other', word, text: typeof text === 'string' ? text : '' };
}

/** What is folded within a value: nothing within a text, a number or a mark. */
export function partsOf(value: RecordedValue): [key: string, part: RecordedValue][] {
  if (value === null || typeof value !== 'object' || markOf(value)) return [];
  return Array.isArray(value) ? value.map((part: RecordedValue, index) => [String(index), part]) : Object.entries(value);
}

const SHORT = 24;
const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

function leafText(value: RecordedValue): string {
  const mark = markOf(value);
  if (mark) return mark.text === '' ? mark.word : shortened(mark.text, SHORT);
  if (typeof value === 'string') return JSON.stringify(shortened(value, SHORT));
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]';
  return isObject(value) ? (Object.keys(value).length === 0 ? '{}' : '{…}') : String(value);
}

/** A value in a few words, as it stands on one line while it is folded. */
export function briefText(value: RecordedValue, most = 60): string {
  const parts = partsOf(value);
  if (parts.length === 0) return leafText(value);
  const isList = Array.isArray(value);
  let text = '';
  for (const [key, part] of parts.slice(0, 12)) {
    const next = `${text === '' ? '' : ', '}${isList ? '' : `${key}: `}${leafText(part)}`;
    if (text.length + next.length > most) break;
    text += next;
  }
  const isAll = text !== '' && parts.length <= 12 && !text.endsWith('…') && text.split(', ').length >= parts.length;
  const inside = isAll ? text : `${text}${text === '' ? '' : ', '}…`;
  return isList ? `[${inside}]` : `{ ${inside} }`;
}

/** Whether two values say the same. */
export function isSame(a: RecordedValue | undefined, b: RecordedValue | undefined): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), b as { readonly [key: string]: RecordedValue }];
  return left.length === Object.keys(right).length && left.every(([key, part]) => Object.hasOwn(right, key) && isSame(part, right[key]));
}
