/** What stands behind the `#` of the address, with it; empty without one. */
export const pageHash = (): string => window.location.hash;

/** As if a link to it had been followed. */
export const followHash = (hash: string): void => {
  window.location.hash = hash;
};

/** Changes the address alone: nobody is told, and nothing is loaded. Works from a folder too. */
export function writeHash(hash: string, how: 'push' | 'replace'): void {
  try {
    if (how === 'push') window.history.pushState(null, '', hash);
    else window.history.replaceState(null, '', hash);
  } catch {
    // so many changes in a moment are too many for some browsers: the next one catches up
  }
}

/** A link was followed, or the reader went back or forward. */
export const onHashChange = (told: (hash: string) => void): (() => void) => {
  const tell = () => told(pageHash());
  window.addEventListener('hashchange', tell);
  return () => window.removeEventListener('hashchange', tell);
};
