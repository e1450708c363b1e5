/* Local storage that never throws: when it is full, forbidden or corrupt, values live only as long as the page. */

/** Holds only values that the storage rejected. Everything else is read from the storage, so that a sign-out in another tab is noticed. */
const fallback = new Map<string, string>();

const local = (): Storage | undefined => {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
};

export function readText(key: string): string | undefined {
  try {
    return local()?.getItem(key) ?? fallback.get(key);
  } catch {
    return fallback.get(key);
  }
}

export function writeText(key: string, value: string): void {
  const storage = local();
  try {
    if (storage) {
      storage.setItem(key, value);
      fallback.delete(key);
      return;
    }
  } catch {
    // The stored value is outdated and must not be taken for the new one.
    remove(storage, key);
  }
  // the value lives on in memory until the page is left
  fallback.set(key, value);
}

function remove(storage: Storage | undefined, key: string): void {
  try {
    storage?.removeItem(key);
  } catch {
    // an unreachable storage has nothing to remove
  }
}

/** Whether only this page holds the value, because the storage rejected it. */
export const isMemoryOnly = (key: string): boolean => fallback.has(key);

/** Reads a stored object; any other stored value counts as none. */
export function readObject(key: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readText(key) ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

export const writeObject = (key: string, value: object): void => writeText(key, JSON.stringify(value));

export function clearAll(): void {
  fallback.clear();
  try {
    local()?.clear();
  } catch {
    // an unreachable storage has nothing to clear
  }
}
