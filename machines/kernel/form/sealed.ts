/** Holds what must never be written down: no property shows it, and in JSON there is nothing in its place. */
export class Sealed<Value> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  open(): Value {
    return this.#value;
  }

  toJSON(): undefined {
    return undefined;
  }
}
