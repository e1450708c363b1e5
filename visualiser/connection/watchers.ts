import { SIGN_OF_LIFE_MS } from '../model/protocol.ts';

/** Who is silent for three times as long as it may be is gone. */
const PATIENCE_MS = 3 * SIGN_OF_LIFE_MS;

/** Visualisers that watch a page. One that gives no name is taken for one with all others that give none. */
export function watchersOf(now: () => number) {
  const heardAt = new Map<string, number>();
  const forget = () => {
    for (const [name, at] of heardAt) if (now() - at > PATIENCE_MS) heardAt.delete(name);
  };
  return {
    heard: (name = '') => void heardAt.set(name, now()),
    left: (name = '') => void heardAt.delete(name),
    none: () => heardAt.clear(),
    count: (): number => {
      forget();
      return heardAt.size;
    },
  };
}
