// Any value as plain data that may be given away. Values that machines hold are never changed in place, so that what was
// encoded once is known by its identity, and a part that nobody touched costs nothing.
import type { RecordedValue } from '../model/recording.ts';
import { redactedText } from './redacted-text.ts';
import { isSecretName } from './secret-names.ts';

const DEPTH_MAX = 10;
const TEXT_MAX = 2000;
/** So much of a text is looked through; of a longer one nothing further is told. */
const READ_MAX = 20_000;
/** Longer texts of JSON are not looked into, and not told. */
const JSON_MAX = 200_000;
const ITEMS_MAX = 200;
/** Parts of one value, all counted. */
const PARTS_MAX = 20_000;

type Special = { readonly [key: string]: RecordedValue };

const SECRET: Special = { '~': 'redacted' };
const FUNCTION: Special = { '~': 'function' };
const cut = (text: string): Special => ({ '~': 'cut', text });
const special = (kind: string, text: string): Special => ({ '~': kind, text: redactedText(text).slice(0, TEXT_MAX) });

/** `height`: how many levels stand below. `isWhole`: it reads the same wherever it stands, so that it may be told again. */
interface Encoded {
  value: RecordedValue;
  height: number;
  isWhole: boolean;
}

const leaf = (value: RecordedValue): Encoded => ({ value, height: 0, isWhole: true });

const known = new WeakMap<object, Encoded>();

/** Keys whose text says what the things beside it are. */
const NAMING = new Set(['name', 'field', 'key', 'id', 'label', 'header', 'param', 'property', 'prop', 'column', 'type', 'kind', 'path']);
const NAME_MAX = 200;

/** What only says whether there is one tells nothing of it. */
const isMute = (value: unknown) => value === null || value === undefined || value === '' || typeof value === 'boolean';

const isName = (key: string, value: unknown): boolean => {
  if (!NAMING.has(key.toLowerCase())) return false;
  if (Array.isArray(value)) return value.some((part) => typeof part === 'string' && isSecretName(part));
  // The path of an address names a page, not what stands on it.
  return typeof value === 'string' && value.length <= NAME_MAX && !(key === 'path' && value.startsWith('/')) && isSecretName(value);
};

const isActor = (value: object): value is { sessionId: string } =>
  typeof Reflect.get(value, 'sessionId') === 'string' && typeof Reflect.get(value, 'send') === 'function';
const isMachine = (value: object) => '__xstatenode' in value;
const isNode = (value: object): value is { nodeName: string } =>
  typeof Reflect.get(value, 'nodeType') === 'number' && typeof Reflect.get(value, 'nodeName') === 'string';
const isWindow = (value: object) => Reflect.get(value, 'window') === value;

/** What a machine says of itself at one moment, without the machine. */
const SNAPSHOT_PARTS = ['status', 'value', 'context', 'output', 'error'] as const;
const isSnapshot = (value: object) => 'machine' in value && '_nodes' in value && 'value' in value;

const classOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);
const PAIRED = new Set(['Map', 'Headers', 'URLSearchParams', 'FormData']);
const OPAQUE = new Set(['Promise', 'WeakMap', 'WeakSet', 'WeakRef', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Blob', 'File']);

/** What is neither a thing nor a text. */
function plain(value: unknown): RecordedValue {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : special('number', String(value));
  if (typeof value === 'function') return FUNCTION;
  return value === undefined ? { '~': 'undefined' } : special(typeof value, String(value));
}

class Encoding {
  private readonly above = new Set<object>();
  private parts = 0;

  /** A value at so many levels below the one that was asked for. */
  value(value: unknown, depth: number): Encoded {
    if (typeof value === 'object' && value !== null) return this.thing(value, depth);
    return leaf(typeof value === 'string' ? recordedText(value) : plain(value));
  }

  private thing(value: object, depth: number): Encoded {
    const before = known.get(value);
    if (before && depth + before.height <= DEPTH_MAX) return before;
    if (this.above.has(value)) return { value: cut('↺'), height: 0, isWhole: false };
    if (depth >= DEPTH_MAX || this.parts > PARTS_MAX) return { value: cut('…'), height: 0, isWhole: false };
    this.parts += 1;
    this.above.add(value);
    let encoded: Encoded;
    try {
      encoded = this.parted(value, depth);
    } catch {
      // A proxy that was revoked, a window of elsewhere.
      encoded = leaf(special('unreadable', ''));
    }
    this.above.delete(value);
    if (encoded.isWhole) known.set(value, encoded);
    return encoded;
  }

  private parted(value: object, depth: number): Encoded {
    if (Array.isArray(value)) return this.list(value, depth);
    if (isActor(value)) return leaf(special('actor', value.sessionId));
    if (isMachine(value)) return leaf(special('machine', String(Reflect.get(value, 'id'))));
    if (isNode(value)) return leaf(special('node', value.nodeName));
    if (isWindow(value)) return leaf(special('node', 'window'));
    if (isSnapshot(value))
      return this.record(
        SNAPSHOT_PARTS.map((key) => [key, Reflect.get(value, key)]),
        depth,
      );
    const kind = classOf(value);
    if (value instanceof Date) return leaf(special('date', Number.isNaN(value.getTime()) ? '' : value.toISOString()));
    if (value instanceof Error) return this.failure(value, depth);
    if (PAIRED.has(kind)) return this.pairs([...(value as Iterable<[unknown, unknown]>)], depth);
    if (kind === 'Set') return this.list([...(value as Set<unknown>)], depth);
    if (OPAQUE.has(kind) || ArrayBuffer.isView(value)) return leaf(special('opaque', kind));
    if (value instanceof RegExp || value instanceof URL) return leaf(special(kind.toLowerCase(), String(value)));
    return this.record(ownParts(value), depth);
  }

  private failure(error: Error, depth: number): Encoded {
    const { name, message, cause } = error;
    const more = ownParts(error).filter(([key]) => !['name', 'message', 'cause', 'stack'].includes(key));
    const inner = this.record([['message', message], ...(cause === undefined ? [] : [['cause', cause] as const]), ...more], depth);
    return { ...inner, value: { name: redactedText(String(name)), ...(inner.value as Special) } };
  }

  private pairs(pairs: [unknown, unknown][], depth: number): Encoded {
    if (pairs.every(([key]) => typeof key === 'string')) return this.record(pairs as [string, unknown][], depth);
    return this.list(pairs, depth);
  }

  /** Also `[key, value]`, and lists of keys and values in turn. */
  private list(items: readonly unknown[], depth: number): Encoded {
    let height = 0;
    let isWhole = true;
    const told: RecordedValue[] = [];
    for (let index = 0; index < items.length && index < ITEMS_MAX; index += 1) {
      const before = items[index - 1];
      const item = items[index];
      // Words of a sentence are in no list of keys.
      const isNamed = typeof before === 'string' && (items.length === 2 || !/\s/.test(before)) && isSecretName(before);
      const isSecret = isNamed && !isMute(item);
      const encoded = isSecret ? leaf(SECRET) : this.value(item, depth + 1);
      told.push(encoded.value);
      height = Math.max(height, encoded.height + 1);
      isWhole &&= encoded.isWhole;
    }
    if (items.length > ITEMS_MAX) told.push(cut(`+${items.length - ITEMS_MAX}`));
    return { value: told, height, isWhole };
  }

  private record(parts: readonly (readonly [key: string, value: unknown])[], depth: number): Encoded {
    let height = 0;
    let isWhole = true;
    const told: Record<string, RecordedValue> = {};
    const isOfSecret = parts.some(([key, value]) => isName(key, value));
    for (const [key, value] of parts.slice(0, ITEMS_MAX)) {
      const isSecret = !isMute(value) && (isSecretName(key) || (isOfSecret && !NAMING.has(key.toLowerCase())));
      const encoded = isSecret ? leaf(SECRET) : this.value(value, depth + 1);
      define(told, keyText(key), encoded.value);
      height = Math.max(height, encoded.height + 1);
      isWhole &&= encoded.isWhole;
    }
    if (parts.length > ITEMS_MAX) told['…'] = cut(`+${parts.length - ITEMS_MAX}`);
    return { value: told, height, isWhole };
  }
}

/** The text of JSON without its secrets; undefined for what is none. */
function redactedJson(text: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const clean = JSON.stringify(recordedValue(parsed));
  // As it was written, where nothing was taken out.
  return clean === JSON.stringify(parsed) ? redactedText(text) : clean;
}

function recordedText(text: string): RecordedValue {
  const isJson = /^\s*[{["]/.test(text);
  // Half of it could not be read as what it is.
  if (isJson && text.length > JSON_MAX) return cut('');
  const clean = (isJson ? redactedJson(text) : undefined) ?? redactedText(text.slice(0, READ_MAX));
  return clean.length > TEXT_MAX ? cut(clean.slice(0, TEXT_MAX)) : clean;
}

/** Nobody's own text may pass for what a recording says itself. */
const keyText = (key: string): string => {
  const clean = redactedText(key.length > NAME_MAX ? `${key.slice(0, NAME_MAX)}…` : key);
  return clean.startsWith('~') ? `~${clean}` : clean;
};

/** A key may be `__proto__`. */
const define = (record: Record<string, RecordedValue>, key: string, value: RecordedValue): void =>
  void Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });

/** What can be read off without running anything. */
function ownParts(value: object): [key: string, value: unknown][] {
  return Object.entries(Object.getOwnPropertyDescriptors(value))
    .filter(([, { enumerable }]) => enumerable)
    .map(([key, { get, value: held }]) => [key, get ? get : held]);
}

/** Any value, without secrets and without end: what is too deep, too long or turns back on itself is cut. */
export const recordedValue = (value: unknown): RecordedValue => new Encoding().value(value, 0).value;

/** The values of a record, each by itself, for whoever tells only some of them: `beside` are those that may name what it is a value of. */
export function recordedParts(parts: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, RecordedValue> {
  const isOfSecret = Object.entries(parts).some(([key, value]) => isName(key, value));
  const told: Record<string, RecordedValue> = {};
  for (const key of keys) {
    const value = parts[key];
    const isSecret = !isMute(value) && (isSecretName(key) || (isOfSecret && !NAMING.has(key.toLowerCase())));
    define(told, keyText(key), isSecret ? SECRET : recordedValue(value));
  }
  return told;
}

/** What is said by, or to, somebody whose name says that it is secret. */
export const unspoken = (value: unknown): RecordedValue => (isMute(value) ? recordedValue(value) : SECRET);
