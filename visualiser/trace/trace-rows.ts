import type { StateValue } from 'xstate';
import type { TraceFilters } from '#visualiser/machines/trace.machine.ts';
import type { ActorKey, RecordedEntry } from '../model/recording.ts';
import type { World } from '../model/world.ts';

/** A state value in one line: `open.list.loading`, and `{a.x, b.y}` for parallel states. */
export function formatStateValue(value: StateValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  const parts = Object.entries(value).map(([key, inner]) => {
    const innerText = formatStateValue(inner);
    return innerText === '' ? key : `${key}.${innerText}`;
  });
  return parts.length > 1 ? `{${parts.join(', ')}}` : (parts[0] ?? '');
}

/** `00:07.250` */
export function formatTime(at: number): string {
  const ms = Math.round(at);
  const pad = (value: number) => String(value).padStart(2, '0');
  const clock = `${pad(Math.floor(ms / 60_000) % 60)}:${pad(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
  const hours = Math.floor(ms / 3_600_000);
  return hours > 0 ? `${hours}:${clock}` : clock;
}

/** Actors that take part in an entry, sender first. */
export function listParticipants(entry: RecordedEntry): ActorKey[] {
  switch (entry.kind) {
    case 'born':
      return entry.actor.parent === undefined ? [entry.actor.key] : [entry.actor.parent, entry.actor.key];
    case 'event':
      return entry.from === undefined ? [entry.to] : [entry.from, entry.to];
    case 'step':
    case 'gone':
      return [entry.actor];
    case 'gap':
      return [];
  }
}

/** Event type of an entry; empty if it has none. */
export const getEventType = (entry: RecordedEntry): string => {
  if (entry.kind === 'event') return entry.event.type;
  return entry.kind === 'step' ? entry.event : '';
};

/** Starting an actor takes no transition. */
export const INIT_EVENT = 'xstate.init';

export const isInternal = (type: string): boolean => type.startsWith('xstate.');

/** An actor and all its descendants. */
export function listDescendants(world: World, key: ActorKey): Set<ActorKey> {
  const within = new Set([key]);
  // Parents are listed before their children.
  for (const actor of world.values()) if (actor.parent !== undefined && within.has(actor.parent)) within.add(actor.key);
  return within;
}

/** Whether an entry passes the filters; `within` limits the actors, undefined allows all. */
export function isShown(entry: RecordedEntry, filters: TraceFilters, within: ReadonlySet<ActorKey> | undefined): boolean {
  if (entry.kind === 'gap') return true;
  if (filters.hidden.includes(entry.kind)) return false;
  const type = getEventType(entry);
  if (filters.hidesInternals && isInternal(type)) return false;
  if (filters.text !== '' && !type.toLowerCase().includes(filters.text.toLowerCase())) return false;
  return !within || listParticipants(entry).some((key) => within.has(key));
}

/** Indexes of the entries that pass the filters. `known` are the results for entries before `from`. */
export function filterEntries(
  entries: readonly RecordedEntry[],
  filters: TraceFilters,
  within: ReadonlySet<ActorKey> | undefined,
  known: readonly number[] = [],
  from = 0,
): readonly number[] {
  const found = [...known];
  for (let index = from; index < entries.length; index += 1) {
    const entry = entries[index];
    if (entry && isShown(entry, filters, within)) found.push(index);
  }
  return found;
}

/** Position of the last number that is not greater; -1 if all are. */
export function findLastIndexUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
