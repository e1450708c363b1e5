import type { RecordedValue } from '../model/recording.ts';

/** A mark in a recording for a value that JSON cannot express or that was omitted. */
export interface RecordedMark {
  kind: 'redacted' | 'cut' | 'function' | 'actor' | 'date' | 'other';
  /** Text of the mark, if it has one. */
  text: string;
  /** The mark's own word, for other kinds. */
  word: string;
}

const KNOWN = ['redacted', 'cut', 'function', 'actor', 'date'] as const;

const isObject = (value: RecordedValue): value is { readonly [key: string]: RecordedValue } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The mark that a value represents; undefined for plain values. */
export function readMark(value: RecordedValue): RecordedMark | undefined {
  if (!isObject(value)) return undefined;
  const { '~': word, text, ...others } = value;
  if (typeof word !== 'string' || Object.keys(others).length > 0) return undefined;
  return { kind: KNOWN.find((one) => one === word) ?? 'other', word, text: typeof text === 'string' ? text : '' };
}

/** Nested parts of a value; none for texts, numbers and marks. */
export function listParts(value: RecordedValue): [key: string, part: RecordedValue][] {
  if (value === null || typeof value !== 'object' || readMark(value)) return [];
  return Array.isArray(value) ? value.map((part: RecordedValue, index) => [String(index), part]) : Object.entries(value);
}

const MAX_LEAF_LENGTH = 24;
const truncate = (text: string, maxLength: number) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

function formatLeaf(value: RecordedValue): string {
  const mark = readMark(value);
  if (mark) return mark.text === '' ? mark.word : truncate(mark.text, MAX_LEAF_LENGTH);
  if (typeof value === 'string') return JSON.stringify(truncate(value, MAX_LEAF_LENGTH));
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]';
  return isObject(value) ? (Object.keys(value).length === 0 ? '{}' : '{…}') : String(value);
}

/** A value in one short line. */
export function formatBrief(value: RecordedValue, maxLength = 60): string {
  const parts = listParts(value);
  if (parts.length === 0) return formatLeaf(value);
  const isList = Array.isArray(value);
  let text = '';
  for (const [key, part] of parts.slice(0, 12)) {
    const next = `${text === '' ? '' : ', '}${isList ? '' : `${key}: `}${formatLeaf(part)}`;
    if (text.length + next.length > maxLength) break;
    text += next;
  }
  const isComplete = text !== '' && parts.length <= 12 && !text.endsWith('…') && text.split(', ').length >= parts.length;
  const content = isComplete ? text : `${text}${text === '' ? '' : ', '}…`;
  return isList ? `[${content}]` : `{ ${content} }`;
}

/** Whether two values are deeply equal. */
export function isEqual(a: RecordedValue | undefined, b: RecordedValue | undefined): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), b as { readonly [key: string]: RecordedValue }];
  return left.length === Object.keys(right).length && left.every(([key, part]) => Object.hasOwn(right, key) && isEqual(part, right[key]));
}
