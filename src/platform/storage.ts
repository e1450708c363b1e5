/**
 * Local storage that never throws: full, forbidden or spoiled storage means that nothing is remembered, not that nothing works.
 */
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
  fallback.set(key, value);
  try {
    local()?.setItem(key, value);
  } catch {
    // the value stays known until the page is left
  }
}

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
