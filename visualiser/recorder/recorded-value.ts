// Converts any value to plain data that is safe to share. Machines never change values in place, so results are cached by identity and
// unchanged parts cost nothing.
import type { RecordedValue } from '../model/recording.ts';
import { getActorKey } from './actor-parts.ts';
import { redactText } from './redact-text.ts';
import { isSecretName } from './secret-names.ts';

const MAX_DEPTH = 10;
const MAX_TEXT_LENGTH = 2000;
/** Only this much of a text is scanned for secrets; the rest is never recorded. */
const MAX_SCANNED_LENGTH = 20_000;
/** Longer JSON texts are neither parsed nor recorded. */
const MAX_JSON_LENGTH = 200_000;
const MAX_ITEMS = 200;
/** Objects in one value, at all levels. */
const MAX_OBJECTS = 20_000;

type MarkedValue = { readonly [key: string]: RecordedValue };

const SECRET: MarkedValue = { '~': 'redacted' };
const FUNCTION: MarkedValue = { '~': 'function' };
const markCut = (text: string): MarkedValue => ({ '~': 'cut', text });
const mark = (kind: string, text: string): MarkedValue => ({ '~': kind, text: redactText(text).slice(0, MAX_TEXT_LENGTH) });

/** `height`: number of levels below. `isComplete`: nothing was cut, so that the result can be reused at another depth. */
interface Encoded {
  value: RecordedValue;
  height: number;
  isComplete: boolean;
}

const toLeaf = (value: RecordedValue): Encoded => ({ value, height: 0, isComplete: true });

let cache = new WeakMap<object, Encoded>();

/** Values are read again, because the rules for secrets changed. */
export function forgetRecordedValues(): void {
  cache = new WeakMap();
}

/** Keys whose text names the values beside it. */
const NAMING_KEYS = new Set([
  'name',
  'field',
  'key',
  'id',
  'label',
  'header',
  'param',
  'property',
  'prop',
  'column',
  'type',
  'kind',
  'path',
]);
const MAX_NAME_LENGTH = 200;

/** Values that only show whether something exists reveal nothing. */
const isHarmless = (value: unknown) => value === null || value === undefined || value === '' || typeof value === 'boolean';

const isSecretLabel = (key: string, value: unknown): boolean => {
  if (!NAMING_KEYS.has(key.toLowerCase())) return false;
  if (Array.isArray(value)) return value.some((part) => typeof part === 'string' && isSecretName(part));
  // The path of an address names a page, not a secret on it.
  return typeof value === 'string' && value.length <= MAX_NAME_LENGTH && !(key === 'path' && value.startsWith('/')) && isSecretName(value);
};

const isActor = (value: object): value is { sessionId: string; system: object } =>
  typeof Reflect.get(value, 'sessionId') === 'string' && typeof Reflect.get(value, 'send') === 'function';
const isMachine = (value: object) => '__xstatenode' in value;
const isNode = (value: object): value is { nodeName: string } =>
  typeof Reflect.get(value, 'nodeType') === 'number' && typeof Reflect.get(value, 'nodeName') === 'string';
const isWindow = (value: object) => Reflect.get(value, 'window') === value;

/** Parts of a snapshot that are recorded; the machine itself is not. */
const SNAPSHOT_PARTS = ['status', 'value', 'context', 'output', 'error'] as const;
const isSnapshot = (value: object) => 'machine' in value && '_nodes' in value && 'value' in value;

const getClassName = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);
const PAIR_CLASSES = new Set(['Map', 'Headers', 'URLSearchParams', 'FormData']);
const OPAQUE_CLASSES = new Set([
  'Promise',
  'WeakMap',
  'WeakSet',
  'WeakRef',
  'ArrayBuffer',
  'SharedArrayBuffer',
  'DataView',
  'Blob',
  'File',
]);

/** Encodes anything but objects and texts. */
function encodePrimitive(value: unknown): RecordedValue {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : mark('number', String(value));
  if (typeof value === 'function') return FUNCTION;
  return value === undefined ? { '~': 'undefined' } : mark(typeof value, String(value));
}

class ValueEncoder {
  private readonly ancestors = new Set<object>();
  private objectCount = 0;

  /** Encodes a value that is nested `depth` levels below the root value. */
  encode(encode: unknown, depth: number): Encoded {
    if (typeof encode === 'object' && encode !== null) return this.encodeObject(encode, depth);
    return toLeaf(typeof encode === 'string' ? encodeText(encode) : encodePrimitive(encode));
  }

  private encodeObject(value: object, depth: number): Encoded {
    const before = cache.get(value);
    if (before && depth + before.height <= MAX_DEPTH) return before;
    if (this.ancestors.has(value)) return { value: markCut('↺'), height: 0, isComplete: false };
    if (depth >= MAX_DEPTH || this.objectCount > MAX_OBJECTS) return { value: markCut('…'), height: 0, isComplete: false };
    this.objectCount += 1;
    this.ancestors.add(value);
    let encoded: Encoded;
    try {
      encoded = this.encodeByClass(value, depth);
    } catch {
      // A revoked proxy, or a window of another origin.
      encoded = toLeaf(mark('unreadable', ''));
    }
    this.ancestors.delete(value);
    if (encoded.isComplete) cache.set(value, encoded);
    return encoded;
  }

  private encodeByClass(value: object, depth: number): Encoded {
    if (Array.isArray(value)) return this.encodeList(value, depth);
    if (isActor(value)) return toLeaf(mark('actor', getActorKey(value)));
    if (isMachine(value)) return toLeaf(mark('machine', String(Reflect.get(value, 'id'))));
    if (isNode(value)) return toLeaf(mark('node', value.nodeName));
    if (isWindow(value)) return toLeaf(mark('node', 'window'));
    if (isSnapshot(value))
      return this.encodeRecord(
        SNAPSHOT_PARTS.map((key) => [key, Reflect.get(value, key)]),
        depth,
      );
    const kind = getClassName(value);
    if (value instanceof Date) return toLeaf(mark('date', Number.isNaN(value.getTime()) ? '' : value.toISOString()));
    if (value instanceof Error) return this.encodeError(value, depth);
    if (PAIR_CLASSES.has(kind)) return this.encodePairs([...(value as Iterable<[unknown, unknown]>)], depth);
    if (kind === 'Set') return this.encodeList([...(value as Set<unknown>)], depth);
    if (OPAQUE_CLASSES.has(kind) || ArrayBuffer.isView(value)) return toLeaf(mark('opaque', kind));
    if (value instanceof RegExp || value instanceof URL) return toLeaf(mark(kind.toLowerCase(), String(value)));
    return this.encodeRecord(listOwnEntries(value), depth);
  }

  private encodeError(error: Error, depth: number): Encoded {
    const { name, message, cause } = error;
    const more = listOwnEntries(error).filter(([key]) => !['name', 'message', 'cause', 'stack'].includes(key));
    const inner = this.encodeRecord([['message', message], ...(cause === undefined ? [] : [['cause', cause] as const]), ...more], depth);
    return { ...inner, value: { name: redactText(String(name)), ...(inner.value as MarkedValue) } };
  }

  private encodePairs(pairs: [unknown, unknown][], depth: number): Encoded {
    if (pairs.every(([key]) => typeof key === 'string')) return this.encodeRecord(pairs as [string, unknown][], depth);
    return this.encodeList(pairs, depth);
  }

  /** Also handles `[key, value]` pairs, and lists of alternating keys and values. */
  private encodeList(items: readonly unknown[], depth: number): Encoded {
    let height = 0;
    let isComplete = true;
    const encodedItems: RecordedValue[] = [];
    for (let index = 0; index < items.length && index < MAX_ITEMS; index += 1) {
      const before = items[index - 1];
      const item = items[index];
      // Words of a sentence are not keys.
      const isNamed = typeof before === 'string' && (items.length === 2 || !/\s/.test(before)) && isSecretName(before);
      const isSecret = isNamed && !isHarmless(item);
      const encoded = isSecret ? toLeaf(SECRET) : this.encode(item, depth + 1);
      encodedItems.push(encoded.value);
      height = Math.max(height, encoded.height + 1);
      isComplete &&= encoded.isComplete;
    }
    if (items.length > MAX_ITEMS) encodedItems.push(markCut(`+${items.length - MAX_ITEMS}`));
    return { value: encodedItems, height, isComplete };
  }

  private encodeRecord(parts: readonly (readonly [key: string, value: unknown])[], depth: number): Encoded {
    let height = 0;
    let isComplete = true;
    const encodedFields: Record<string, RecordedValue> = {};
    const hasSecretLabel = parts.some(([key, value]) => isSecretLabel(key, value));
    for (const [key, value] of parts.slice(0, MAX_ITEMS)) {
      const isSecret = !isHarmless(value) && (isSecretName(key) || (hasSecretLabel && !NAMING_KEYS.has(key.toLowerCase())));
      const encoded = isSecret ? toLeaf(SECRET) : this.encode(value, depth + 1);
      setKey(encodedFields, encodeKey(key), encoded.value);
      height = Math.max(height, encoded.height + 1);
      isComplete &&= encoded.isComplete;
    }
    if (parts.length > MAX_ITEMS) encodedFields['…'] = markCut(`+${parts.length - MAX_ITEMS}`);
    return { value: encodedFields, height, isComplete };
  }
}

/** JSON text without its secrets; undefined if the text is not JSON. */
function redactJson(text: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const clean = JSON.stringify(toRecordedValue(parsed));
  // Keeps the original formatting if nothing was removed.
  return clean === JSON.stringify(parsed) ? redactText(text) : clean;
}

function encodeText(text: string): RecordedValue {
  const isJson = /^\s*[{["]/.test(text);
  // Truncated JSON could not be parsed, so its secrets would not be found.
  if (isJson && text.length > MAX_JSON_LENGTH) return markCut('');
  const clean = (isJson ? redactJson(text) : undefined) ?? redactText(text.slice(0, MAX_SCANNED_LENGTH));
  return clean.length > MAX_TEXT_LENGTH ? markCut(clean.slice(0, MAX_TEXT_LENGTH)) : clean;
}

/** Escapes keys that would look like a mark of the recording. */
const encodeKey = (key: string): string => {
  const clean = redactText(key.length > MAX_NAME_LENGTH ? `${key.slice(0, MAX_NAME_LENGTH)}…` : key);
  return clean.startsWith('~') ? `~${clean}` : clean;
};

/** A plain assignment, which is much faster, would fail for `__proto__`. */
function setKey(record: Record<string, RecordedValue>, key: string, value: RecordedValue): void {
  if (key === '__proto__') Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  else record[key] = value;
}

/** The own enumerable values, without calling getters. */
function listOwnEntries(value: object): [key: string, value: unknown][] {
  return Object.entries(Object.getOwnPropertyDescriptors(value))
    .filter(([, { enumerable }]) => enumerable)
    .map(([key, { get, value: held }]) => [key, get ? get : held]);
}

/** Any value without secrets and of limited size: what is too deep, too long or circular is cut. */
export const toRecordedValue = (value: unknown): RecordedValue => new ValueEncoder().encode(value, 0).value;

/** The values of some keys of a record; the other keys are only used to recognise what their neighbours name. */
export function toRecordedParts(parts: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, RecordedValue> {
  const hasSecretLabel = Object.entries(parts).some(([key, value]) => isSecretLabel(key, value));
  const recorded: Record<string, RecordedValue> = {};
  for (const key of keys) {
    const value = parts[key];
    const isSecret = !isHarmless(value) && (isSecretName(key) || (hasSecretLabel && !NAMING_KEYS.has(key.toLowerCase())));
    setKey(recorded, encodeKey(key), isSecret ? SECRET : toRecordedValue(value));
  }
  return recorded;
}

/** The value of an actor whose name marks it as secret. */
export const redactValue = (value: unknown): RecordedValue => (isHarmless(value) ? toRecordedValue(value) : SECRET);
