import type { RecordedValue } from './recording.ts';

/** What a field should have held. */
export type Expected = 'text' | 'name' | 'number' | 'count' | 'flag' | 'list' | 'object' | 'state' | 'later' | 'date' | `one of ${string}`;

/** Why a text is no recording: which field of it is not as it should be, such as `entries[3].actor.key`. */
export type FaultOfRecording =
  /** It could not even be got at. */
  | { kind: 'unreadable' | 'noClipboard' | 'empty' | 'tooLarge' | 'notJson' | 'notRecording' }
  | { kind: 'version'; version: string }
  | { kind: 'field'; field: string; expected: Expected }
  | { kind: 'tooDeep'; field: string };

export class RecordingFault extends Error {
  readonly fault: FaultOfRecording;

  constructor(fault: FaultOfRecording) {
    super('field' in fault ? `${fault.field}: ${fault.kind === 'field' ? fault.expected : fault.kind}` : fault.kind);
    this.fault = fault;
  }
}

/** Values that are folded deeper than this were cut when they were recorded. */
const DEEPEST = 64;

/** One field of a text that was given to us, and the way to it. Everything it hands out is a copy, of the shape it was asked for. */
export class Reader {
  readonly field: string;
  readonly #value: unknown;

  constructor(value: unknown, field = '') {
    this.#value = value;
    this.field = field;
  }

  #not(expected: Expected): never {
    throw new RecordingFault({ kind: 'field', field: this.field, expected });
  }

  #members(): object {
    const value = this.#value;
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : this.#not('object');
  }

  at(key: string): Reader {
    const members = this.#members();
    return new Reader(
      Object.hasOwn(members, key) ? Reflect.get(members, key) : undefined,
      this.field === '' ? key : `${this.field}.${key}`,
    );
  }

  maybe<Read>(read: (from: Reader) => Read): Read | undefined {
    return this.#value === undefined ? undefined : read(this);
  }

  text(): string {
    return typeof this.#value === 'string' ? this.#value : this.#not('text');
  }

  /** A text that is not empty. */
  name(): string {
    return this.text() || this.#not('name');
  }

  /** An instant in ISO 8601. */
  date(): string {
    const text = this.text();
    return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)) ? text : this.#not('date');
  }

  /** Not below zero. */
  number(): number {
    const value = this.#value;
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : this.#not('number');
  }

  count(): number {
    const value = this.#value;
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : this.#not('count');
  }

  /** Greater than another that came before it. */
  countAfter(before: number): number {
    const value = this.count();
    return value > before ? value : this.#not('later');
  }

  flag(): boolean {
    return typeof this.#value === 'boolean' ? this.#value : this.#not('flag');
  }

  oneOf<One extends string>(known: readonly One[]): One {
    return known.find((one) => one === this.#value) ?? this.#not(`one of ${known.join(', ')}`);
  }

  list<One>(read: (from: Reader) => One): One[] {
    const value = this.#value;
    return Array.isArray(value) ? value.map((one, index) => read(new Reader(one, `${this.field}[${index}]`))) : this.#not('list');
  }

  texts(): string[] {
    return this.list((one) => one.text());
  }

  /** Members whatever their names. A name that means something to the language is a name like any other. */
  members<One>(read: (from: Reader) => One): Record<string, One> {
    return Object.fromEntries(Object.keys(this.#members()).map((key) => [key, read(this.at(key))]));
  }

  /** Reads each text of a list, here and in all members of the same kind below. */
  each(list: string, below: string, read: (from: Reader) => unknown): void {
    this.at(list).list(read);
    this.at(below).list((one) => one.each(list, below, read));
  }

  value(depth = 0): RecordedValue {
    const value = this.#value;
    if (depth > DEEPEST) throw new RecordingFault({ kind: 'tooDeep', field: this.field });
    if (Array.isArray(value)) return this.list((one) => one.value(depth + 1));
    if (value !== null && typeof value === 'object') return this.members((one) => one.value(depth + 1));
    // A text of JSON holds nothing else.
    return value === undefined ? null : (value as RecordedValue);
  }
}
