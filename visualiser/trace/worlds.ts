import type { ActorKey, RecordedEntry } from '../model/recording.ts';
import { applyEntry, EMPTY_WORLD, type World, type WorldActor } from '../model/world.ts';

/** Distance between stored worlds; at most this many entries are applied to reach any moment. */
const SNAPSHOT_INTERVAL = 200;

/** Gives the world at any entry without replaying the whole log. */
export interface Worlds {
  entries: readonly RecordedEntry[];
  /** The world after the entry with this index; at -1 the world before all entries. */
  at: (index: number) => World;
}

interface WorldCache {
  /** The worlds before entry 0, 200, 400 and so on, as far as they were needed. */
  snapshots: World[];
  last: { count: number; world: World };
}

const caches = new WeakMap<Worlds, WorldCache>();

/** Whether one log starts with the other one, so that results for the shorter log stay valid. */
export const isContinuation = (before: readonly RecordedEntry[], now: readonly RecordedEntry[]): boolean =>
  before.length > 0 && before.length <= now.length && before[0] === now[0] && before.at(-1) === now[before.length - 1];

function applyEntries(from: World, entries: readonly RecordedEntry[], begin: number, end: number): World {
  if (begin >= end) return from;
  const world = new Map<ActorKey, WorldActor>(from);
  for (let index = begin; index < end; index += 1) {
    const entry = entries[index];
    if (entry) applyEntry(world, entry);
  }
  return world;
}

/** Reuses what is known of `before` if it belongs to the start of the same log. */
export function createWorlds(entries: readonly RecordedEntry[], before?: Worlds): Worlds {
  const known = before && isContinuation(before.entries, entries) ? caches.get(before) : undefined;
  const cache: WorldCache = known ?? { snapshots: [EMPTY_WORLD], last: { count: 0, world: EMPTY_WORLD } };
  const getSnapshot = (position: number): World => {
    for (let next = cache.snapshots.length; next <= position; next += 1) {
      cache.snapshots.push(
        applyEntries(cache.snapshots[next - 1] ?? EMPTY_WORLD, entries, (next - 1) * SNAPSHOT_INTERVAL, next * SNAPSHOT_INTERVAL),
      );
    }
    return cache.snapshots[position] ?? EMPTY_WORLD;
  };
  const worlds: Worlds = {
    entries,
    at: (index) => {
      const count = Math.max(0, Math.min(index + 1, entries.length));
      const position = Math.floor(count / SNAPSHOT_INTERVAL);
      const base = getSnapshot(position);
      const { last } = cache;
      const isLastNearer = last.count <= count && last.count >= position * SNAPSHOT_INTERVAL;
      const world = isLastNearer
        ? applyEntries(last.world, entries, last.count, count)
        : applyEntries(base, entries, position * SNAPSHOT_INTERVAL, count);
      cache.last = { count, world };
      return world;
    },
  };
  caches.set(worlds, cache);
  return worlds;
}
