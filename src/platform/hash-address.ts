/** The hash of the address, including `#`; empty when there is none. */
export const pageHash = (): string => window.location.hash;

/** Sets the hash as if the user had followed a link to it. */
export const followHash = (hash: string): void => {
  window.location.hash = hash;
};

/** Changes the address only: no event fires and nothing is loaded. Also works when opened from a folder. */
export function writeHash(hash: string, mode: 'push' | 'replace'): void {
  try {
    if (mode === 'push') window.history.pushState(null, '', hash);
    else window.history.replaceState(null, '', hash);
  } catch {
    // some browsers limit how often the address may change; the next call catches up
  }
}

/** Calls back when a link was followed, or the user went back or forward. */
export const onHashChange = (listener: (hash: string) => void): (() => void) => {
  const tell = () => listener(pageHash());
  window.addEventListener('hashchange', tell);
  return () => window.removeEventListener('hashchange', tell);
};
