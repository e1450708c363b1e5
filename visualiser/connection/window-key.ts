const KEY = 'visualiser-window';

/** Also where the page came without TLS, and the browser makes no UUIDs. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Another one from now on: a tab that was duplicated took the name of its original along. */
export function newWindowKey(store: () => Store): string {
  const key = randomKey();
  try {
    store().setItem(KEY, key);
  } catch {
    // full or forbidden: it lasts as long as the page
  }
  return key;
}

/** Names the window across its reloads. */
export function windowKey(store: () => Store): string {
  try {
    const kept = store().getItem(KEY);
    if (kept) return kept;
  } catch {
    // forbidden
  }
  return newWindowKey(store);
}
