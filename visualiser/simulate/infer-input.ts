import type { AnyStateMachine } from 'xstate';

/** What was read of a value. */
interface PropertyReads {
  properties: Map<string, PropertyReads>;
  /** Whether it was called, which makes it a method of its parent. */
  isCalled: boolean;
  /** Whether all its properties were enumerated. */
  isReadAsWhole: boolean;
}

const createReads = (): PropertyReads => ({ properties: new Map(), isCalled: false, isReadAsWhole: false });

function createSpy(reads: PropertyReads): object {
  return new Proxy(() => undefined, {
    get: (_, key) => {
      if (typeof key === 'symbol') return undefined;
      const property = reads.properties.get(key) ?? createReads();
      reads.properties.set(key, property);
      return createSpy(property);
    },
    ownKeys: () => {
      reads.isReadAsWhole = true;
      return [];
    },
    apply: () => {
      reads.isCalled = true;
      return createSpy(createReads());
    },
  });
}

/** A value with methods or a length is a text or a list rather than an object with fields. */
function toEmptyInput({ properties, isReadAsWhole }: PropertyReads): unknown {
  if (isReadAsWhole && properties.size === 0) return {};
  const keys = [...properties].filter(([key]) => key !== 'length');
  if (keys.length < properties.size || keys.length === 0 || keys.some(([, { isCalled }]) => isCalled)) return null;
  return Object.fromEntries(keys.map(([key, reads]) => [key, toEmptyInput(reads)]));
}

/**
 * The input that a machine reads when it is created, with empty values: `{ "search": null }`; `{}` if it takes any object; undefined if it
 * reads no input.
 */
export function inferInput({ config }: AnyStateMachine): unknown {
  if (typeof config.context !== 'function') return undefined;
  const reads = createReads();
  const args = {
    spawn: () => undefined,
    self: {},
    get input() {
      reads.isReadAsWhole = true;
      return createSpy(reads);
    },
  };
  try {
    (config.context as (args: object) => unknown)(args);
  } catch {
    // Everything read before the error is known.
  }
  return reads.isReadAsWhole ? toEmptyInput(reads) : undefined;
}
