/** Holds a value that must never be stored: no property exposes it, and JSON omits it. */
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
