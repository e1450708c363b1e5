import type { AnyStateMachine } from 'xstate';

/** What was read of a value. */
interface Read {
  below: Map<string, Read>;
  /** It was called: it is a method of what it was read of. */
  isCalled: boolean;
  /** It was asked for as a whole, whatever it has. */
  isTaken: boolean;
}

const unread = (): Read => ({ below: new Map(), isCalled: false, isTaken: false });

function spied(read: Read): object {
  return new Proxy(() => undefined, {
    get: (_, key) => {
      if (typeof key === 'symbol') return undefined;
      const below = read.below.get(key) ?? unread();
      read.below.set(key, below);
      return spied(below);
    },
    ownKeys: () => {
      read.isTaken = true;
      return [];
    },
    apply: () => {
      read.isCalled = true;
      return spied(unread());
    },
  });
}

/** Whoever has methods, or a length, is no object with fields of its own but a text or a list. */
function emptied({ below, isTaken }: Read): unknown {
  if (isTaken && below.size === 0) return {};
  const keys = [...below].filter(([key]) => key !== 'length');
  if (keys.length < below.size || keys.length === 0 || keys.some(([, { isCalled }]) => isCalled)) return null;
  return Object.fromEntries(keys.map(([key, read]) => [key, emptied(read)]));
}

/** The input a machine reads when it is born, with nothing in it: `{ "search": null }`; `{}` where it takes all there is. Undefined where it reads none. */
export function neededInput({ config }: AnyStateMachine): unknown {
  if (typeof config.context !== 'function') return undefined;
  const read = unread();
  const given = {
    spawn: () => undefined,
    self: {},
    get input() {
      read.isTaken = true;
      return spied(read);
    },
  };
  try {
    (config.context as (given: object) => unknown)(given);
  } catch {
    // What was read until then is known.
  }
  return read.isTaken ? emptied(read) : undefined;
}
