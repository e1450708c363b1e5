/**
 * State that this window keeps over a reload and that no other window sees. It never throws: without storage nothing is kept. Unlike
 * local storage it is not cleared when a session ends, so that the same user finds the work after signing in again; every entry therefore
 * names its user.
 */
const NAME = 'window-name';
const WORK = 'workspace';
const FAREWELL = 'session-end';

const openStorage = (): Storage | undefined => {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
};

const read = (key: string): string | undefined => {
  try {
    return openStorage()?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
};

const write = (key: string, value: string): void => {
  try {
    openStorage()?.setItem(key, value);
  } catch {
    // full or forbidden; the server keeps a copy
  }
};

let name: string | undefined;

/** The UUID of this window, created at the first call. */
export function windowName(createName: () => string): string {
  name ??= read(NAME) ?? createName();
  write(NAME, name);
  return name;
}

/** Reads the work of this user in this window; the work of another user is deleted. */
export function readWork(user: number): unknown {
  try {
    const entry: unknown = JSON.parse(read(WORK) ?? 'null');
    if (typeof entry === 'object' && entry !== null && Reflect.get(entry, 'user') === user) return Reflect.get(entry, 'work');
  } catch {
    // corrupt entries count as none
  }
  forgetWork();
  return undefined;
}

export const writeWork = (user: number, work: unknown): void => write(WORK, JSON.stringify({ user, work }));

function remove(key: string): void {
  try {
    openStorage()?.removeItem(key);
  } catch {
    // an unreachable storage cannot be read either
  }
}

/** Deletes the work at sign-out, so that the next user does not find it. */
export const forgetWork = (): void => remove(WORK);

/** The reason why the last session in this window ended, for the sign-in page, unchecked. */
export function readFarewell(): unknown {
  try {
    return JSON.parse(read(FAREWELL) ?? 'null');
  } catch {
    return undefined;
  }
}

export const writeFarewell = (farewell: object): void => write(FAREWELL, JSON.stringify(farewell));

/** Deletes the reason of the last session end after a sign-in. */
export const forgetFarewell = (): void => remove(FAREWELL);
