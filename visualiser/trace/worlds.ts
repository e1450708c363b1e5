import type { ActorKey, RecordedEntry } from '../model/recording.ts';
import { applyEntry, EMPTY_WORLD, type World, type WorldActor } from '../model/world.ts';

/** From one world that is kept to the next: so many entries are dealt with at most to stand anywhere. */
const EVERY = 200;

/** The worlds of a log, at any of its entries, without beginning at its beginning each time. */
export interface Worlds {
  entries: readonly RecordedEntry[];
  /** As it stood after the entry of this index; before all of them at -1. */
  at: (index: number) => World;
}

interface Memory {
  /** The world before entry 0, `EVERY`, twice `EVERY`…: as far as anybody has asked. */
  kept: World[];
  last: { count: number; world: World };
}

const memories = new WeakMap<Worlds, Memory>();

/** Whether one log is the beginning of another; then what is known of the first holds for the second. */
export const isContinued = (before: readonly RecordedEntry[], now: readonly RecordedEntry[]): boolean =>
  before.length > 0 && before.length <= now.length && before[0] === now[0] && before.at(-1) === now[before.length - 1];

function passed(from: World, entries: readonly RecordedEntry[], begin: number, end: number): World {
  if (begin >= end) return from;
  const world = new Map<ActorKey, WorldActor>(from);
  for (let index = begin; index < end; index += 1) {
    const entry = entries[index];
    if (entry) applyEntry(world, entry);
  }
  return world;
}

/** `before`, of the same log as it was shorter, spares what it knows already. */
export function worldsOf(entries: readonly RecordedEntry[], before?: Worlds): Worlds {
  const known = before && isContinued(before.entries, entries) ? memories.get(before) : undefined;
  const memory: Memory = known ?? { kept: [EMPTY_WORLD], last: { count: 0, world: EMPTY_WORLD } };
  const keptUntil = (place: number): World => {
    for (let next = memory.kept.length; next <= place; next += 1) {
      memory.kept.push(passed(memory.kept[next - 1] ?? EMPTY_WORLD, entries, (next - 1) * EVERY, next * EVERY));
    }
    return memory.kept[place] ?? EMPTY_WORLD;
  };
  const worlds: Worlds = {
    entries,
    at: (index) => {
      const count = Math.max(0, Math.min(index + 1, entries.length));
      const place = Math.floor(count / EVERY);
      const base = keptUntil(place);
      const { last } = memory;
      const isNearer = last.count <= count && last.count >= place * EVERY;
      const world = isNearer ? passed(last.world, entries, last.count, count) : passed(base, entries, place * EVERY, count);
      memory.last = { count, world };
      return world;
    },
  };
  memories.set(worlds, memory);
  return worlds;
}
