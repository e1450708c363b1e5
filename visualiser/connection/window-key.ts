const STORAGE_KEY = 'visualiser-window';

const toHex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Unique, not secret. `crypto.randomUUID` is missing on pages without TLS, and React Native has no `crypto` at all. */
export const createRandomKey = (): string =>
  typeof crypto === 'undefined'
    ? Array.from({ length: 12 }, () => toHex(Math.floor(Math.random() * 256))).join('')
    : [...crypto.getRandomValues(new Uint8Array(12))].map(toHex).join('');

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Replaces the key of this window, because a duplicated tab starts with the key of its original. */
export function replaceWindowKey(store: () => Store): string {
  const key = createRandomKey();
  try {
    store().setItem(STORAGE_KEY, key);
  } catch {
    // Storage is full or forbidden: the key lasts as long as the page.
  }
  return key;
}

/** Identifies this window across reloads. */
export function getWindowKey(store: () => Store): string {
  try {
    const kept = store().getItem(STORAGE_KEY);
    if (kept) return kept;
  } catch {
    // Storage is forbidden.
  }
  return replaceWindowKey(store);
}
