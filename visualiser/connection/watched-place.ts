// Where watched machines run: a window of a browser, or a program without one.
import { createRandomKey, getWindowKey, replaceWindowKey } from './window-key.ts';

export interface WatchedPlace {
  /** Identifies the place, also when it is loaded again. */
  getKey(): string;
  /** Another key, because another place has the same one. */
  replaceKey(): string;
  describe(): { title: string; path: string };
  /** Calls back when the page is left, and when it comes back without being loaded again. */
  listen(listeners: { onLeave: () => void; onReturn: () => void }): void;
}

export function createWindowPlace(): WatchedPlace {
  const store = () => window.sessionStorage;
  return {
    getKey: () => getWindowKey(store),
    replaceKey: () => replaceWindowKey(store),
    describe: () => ({ title: window.document.title, path: window.location.pathname }),
    listen: ({ onLeave, onReturn }) => {
      window.addEventListener('pagehide', onLeave);
      window.addEventListener('pageshow', ({ persisted }) => persisted && onReturn());
    },
  };
}

/** A program of Node or React Native; it is known by its name when it is started again. */
export const createProgramPlace = (name: string): WatchedPlace => ({
  getKey: () => `program-${name}`,
  replaceKey: createRandomKey,
  describe: () => ({ title: name, path: '' }),
  listen: () => undefined,
});
