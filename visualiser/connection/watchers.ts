import { HEARTBEAT_MS } from '../model/protocol.ts';

/** A visualiser that misses three heartbeats is gone. */
const WATCHER_TIMEOUT_MS = 3 * HEARTBEAT_MS;

/** The visualisers that watch a page. Those that send no name count as one. */
export function createWatchers(now: () => number) {
  const lastSeen = new Map<string, number>();
  const removeSilent = () => {
    for (const [name, at] of lastSeen) if (now() - at > WATCHER_TIMEOUT_MS) lastSeen.delete(name);
  };
  return {
    markSeen: (name = '') => void lastSeen.set(name, now()),
    remove: (name = '') => void lastSeen.delete(name),
    clear: () => lastSeen.clear(),
    count: (): number => {
      removeSilent();
      return lastSeen.size;
    },
  };
}
