import type { StateValue } from 'xstate';
import type { TraceFilters } from '#visualiser/machines/trace.machine.ts';
import type { ActorKey, RecordedEntry } from '../model/recording.ts';
import type { World } from '../model/world.ts';

/** Where a machine stands, in one line: `open.list.loading`, and `{a.x, b.y}` where it stands in several places at once. */
export function valueText(value: StateValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  const parts = Object.entries(value).map(([key, inner]) => {
    const below = valueText(inner);
    return below === '' ? key : `${key}.${below}`;
  });
  return parts.length > 1 ? `{${parts.join(', ')}}` : (parts[0] ?? '');
}

/** `00:07.250` */
export function timeText(at: number): string {
  const ms = Math.round(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
  const hours = Math.floor(ms / 3_600_000);
  return hours > 0 ? `${hours}:${clock}` : clock;
}

/** Those who take part in an entry: who it comes from first. */
export function partiesOf(entry: RecordedEntry): ActorKey[] {
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

/** The type of the event an entry is about; empty where it is about none. */
export const eventTypeOf = (entry: RecordedEntry): string => {
  if (entry.kind === 'event') return entry.event.type;
  return entry.kind === 'step' ? entry.event : '';
};

/** It takes no transition to begin. */
export const BEGINNING = 'xstate.init';

export const isInternal = (type: string): boolean => type.startsWith('xstate.');

/** An actor and whoever it started, directly or not. */
export function withinOf(world: World, key: ActorKey): Set<ActorKey> {
  const within = new Set([key]);
  // Parents are older than their children.
  for (const actor of world.values()) if (actor.parent !== undefined && within.has(actor.parent)) within.add(actor.key);
  return within;
}

/** Whether an entry passes the filters; `within` are the actors they ask for, all of them where it is absent. */
export function passes(entry: RecordedEntry, filters: TraceFilters, within: ReadonlySet<ActorKey> | undefined): boolean {
  if (entry.kind === 'gap') return true;
  if (filters.hidden.includes(entry.kind)) return false;
  const type = eventTypeOf(entry);
  if (filters.hidesInternals && isInternal(type)) return false;
  if (filters.text !== '' && !type.toLowerCase().includes(filters.text.toLowerCase())) return false;
  return !within || partiesOf(entry).some((key) => within.has(key));
}

/** Indexes of the entries that pass, in order; those that are known already are not asked again. */
export function passing(
  entries: readonly RecordedEntry[],
  filters: TraceFilters,
  within: ReadonlySet<ActorKey> | undefined,
  known: readonly number[] = [],
  from = 0,
): readonly number[] {
  const found = [...known];
  for (let index = from; index < entries.length; index += 1) {
    const entry = entries[index];
    if (entry && passes(entry, filters, within)) found.push(index);
  }
  return found;
}

/** Place, among sorted numbers, of the last that is not greater; -1 where all are. */
export function lastUpTo(sorted: readonly number[], most: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
