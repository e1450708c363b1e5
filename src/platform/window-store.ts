/**
 * What this window remembers over a reload, and no other window sees. It never throws: without storage nothing is remembered.
 * Local storage is cleared when a session ends; this is not, so that whoever signs in again finds their work, and so every entry
 * says whose it is.
 */
const NAME = 'window-name';
const WORK = 'workspace';
const FAREWELL = 'session-end';

const store = (): Storage | undefined => {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
};

const read = (key: string): string | undefined => {
  try {
    return store()?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
};

const write = (key: string, value: string): void => {
  try {
    store()?.setItem(key, value);
  } catch {
    // full or forbidden: the server keeps it too
  }
};

let name: string | undefined;

/** The name of this window (UUID), made up once by whoever asks first. */
export function windowName(make: () => string): string {
  name ??= read(NAME) ?? make();
  write(NAME, name);
  return name;
}

/** What somebody left in this window; what another one left is forgotten at once. */
export function readWork(user: number): unknown {
  try {
    const kept: unknown = JSON.parse(read(WORK) ?? 'null');
    if (typeof kept === 'object' && kept !== null && Reflect.get(kept, 'user') === user) return Reflect.get(kept, 'work');
  } catch {
    // spoiled: nothing is there
  }
  forgetWork();
  return undefined;
}

export const writeWork = (user: number, work: unknown): void => write(WORK, JSON.stringify({ user, work }));

function remove(key: string): void {
  try {
    store()?.removeItem(key);
  } catch {
    // what cannot be reached cannot be read either
  }
}

/** Somebody signed out: the next one finds nothing here. */
export const forgetWork = (): void => remove(WORK);

/** What the last session in this window left for the sign-in, unchecked. */
export function readFarewell(): unknown {
  try {
    return JSON.parse(read(FAREWELL) ?? 'null');
  } catch {
    return undefined;
  }
}

export const writeFarewell = (farewell: object): void => write(FAREWELL, JSON.stringify(farewell));

/** Somebody signed in: how the session before theirs ended is history. */
export const forgetFarewell = (): void => remove(FAREWELL);
