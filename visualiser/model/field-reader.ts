import type { RecordedValue } from './recording.ts';

/** Kind of value that a field should have held. */
export type ExpectedValue =
  | 'text'
  | 'name'
  | 'number'
  | 'count'
  | 'flag'
  | 'list'
  | 'object'
  | 'state'
  | 'later'
  | 'date'
  | `one of ${string}`;

/** Why a text is not a recording; `field` is the path to the wrong field, such as `entries[3].actor.key`. */
export type RecordingFault =
  /** The text could not be obtained or parsed at all. */
  | { kind: 'unreadable' | 'noClipboard' | 'empty' | 'tooLarge' | 'notJson' | 'notRecording' }
  | { kind: 'version'; version: string }
  | { kind: 'field'; field: string; expected: ExpectedValue }
  | { kind: 'tooDeep'; field: string };

export class RecordingError extends Error {
  readonly fault: RecordingFault;

  constructor(fault: RecordingFault) {
    super('field' in fault ? `${fault.field}: ${fault.kind === 'field' ? fault.expected : fault.kind}` : fault.kind);
    this.fault = fault;
  }
}

/** Recorded values are cut before they get this deep. */
const MAX_DEPTH = 64;

/** One field of untrusted data and the path to it. Everything it returns is a copy of the requested shape. */
export class FieldReader {
  readonly field: string;
  readonly #value: unknown;

  constructor(value: unknown, field = '') {
    this.#value = value;
    this.field = field;
  }

  #fail(expected: ExpectedValue): never {
    throw new RecordingError({ kind: 'field', field: this.field, expected });
  }

  #members(): object {
    const value = this.#value;
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : this.#fail('object');
  }

  at(key: string): FieldReader {
    const members = this.#members();
    return new FieldReader(
      Object.hasOwn(members, key) ? Reflect.get(members, key) : undefined,
      this.field === '' ? key : `${this.field}.${key}`,
    );
  }

  optional<Read>(read: (reader: FieldReader) => Read): Read | undefined {
    return this.#value === undefined ? undefined : read(this);
  }

  text(): string {
    return typeof this.#value === 'string' ? this.#value : this.#fail('text');
  }

  /** A text that is not empty. */
  name(): string {
    return this.text() || this.#fail('name');
  }

  /** An instant in ISO 8601. */
  date(): string {
    const text = this.text();
    return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)) ? text : this.#fail('date');
  }

  /** A finite number, not below zero. */
  number(): number {
    const value = this.#value;
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : this.#fail('number');
  }

  count(): number {
    const value = this.#value;
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : this.#fail('count');
  }

  /** A count greater than `minimum`. */
  countAbove(minimum: number): number {
    const value = this.count();
    return value > minimum ? value : this.#fail('later');
  }

  boolean(): boolean {
    return typeof this.#value === 'boolean' ? this.#value : this.#fail('flag');
  }

  oneOf<One extends string>(known: readonly One[]): One {
    return known.find((item) => item === this.#value) ?? this.#fail(`one of ${known.join(', ')}`);
  }

  list<One>(read: (reader: FieldReader) => One): One[] {
    const value = this.#value;
    return Array.isArray(value) ? value.map((item, index) => read(new FieldReader(item, `${this.field}[${index}]`))) : this.#fail('list');
  }

  texts(): string[] {
    return this.list((item) => item.text());
  }

  /** All members, whatever their names: `__proto__` and the like are plain keys here. */
  members<One>(read: (reader: FieldReader) => One): Record<string, One> {
    return Object.fromEntries(Object.keys(this.#members()).map((key) => [key, read(this.at(key))]));
  }

  /** Reads each text of a list, in this object and in all nested objects under the key `below`. */
  readTree(list: string, below: string, read: (reader: FieldReader) => unknown): void {
    this.at(list).list(read);
    this.at(below).list((item) => item.readTree(list, below, read));
  }

  value(depth = 0): RecordedValue {
    const value = this.#value;
    if (depth > MAX_DEPTH) throw new RecordingError({ kind: 'tooDeep', field: this.field });
    if (Array.isArray(value)) return this.list((item) => item.value(depth + 1));
    if (value !== null && typeof value === 'object') return this.members((item) => item.value(depth + 1));
    // JSON holds no other kinds of values.
    return value === undefined ? null : (value as RecordedValue);
  }
}
