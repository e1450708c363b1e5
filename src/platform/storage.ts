/*
 * Local storage that never throws: full, forbidden or spoiled storage means that nothing is remembered, not that nothing works.
 */

/** Only what the storage did not take: what it took is read from it alone, so that a log-out in another tab is seen. */
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
    // What stands there is of an earlier time: nobody may take it for this one.
    remove(storage, key);
  }
  // the value stays known until the page is left
  fallback.set(key, value);
}

function remove(storage: Storage | undefined, key: string): void {
  try {
    storage?.removeItem(key);
  } catch {
    // what cannot be reached cannot be removed
  }
}

/** Whether the value is remembered by this page alone, because the storage did not take it. */
export const isOnlyHere = (key: string): boolean => fallback.has(key);

/** A stored object; anything else that stands there is nothing. */
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
    // what cannot be reached cannot be cleared
  }
}
