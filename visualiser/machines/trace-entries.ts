import type { RecordedActor, RecordedEntry, RecordedState } from '#visualiser/model/recording.ts';
import { computeWorldAt } from '#visualiser/model/world.ts';

/** More entries than these are not kept: the older ones are let go. */
const MOST_ENTRIES = 50_000;

/** So many of them stay then, so that it does not happen again at once. */
const KEPT_ENTRIES = 40_000;

/** Index of the last entry whose number is not greater; -1 where all are. */
export function placeOf(entries: readonly RecordedEntry[], seq: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Number of the entry after which everybody lives who lived when it began; 0 where nothing is known. */
export function beginningOf(entries: readonly RecordedEntry[]): number {
  const end = entries.findIndex(({ kind }) => kind !== 'born' && kind !== 'gap');
  return (entries[(end < 0 ? entries.length : end) - 1] ?? entries[0])?.seq ?? 0;
}

/** Whoever lives at a place of a log, born just before it; what was told of them until then is let go. */
function begunAt(entries: readonly RecordedEntry[], place: number): readonly RecordedEntry[] {
  const rest = entries.slice(place);
  const [next] = rest;
  if (!next) return entries;
  const living = [...computeWorldAt(entries, next.seq - 1).values()].filter(({ isGone }) => !isGone);
  const { at } = next;
  const births = living.map(
    ({ key, id, parent, kind, machine, isRestored, state, context }, index): RecordedEntry => ({
      seq: next.seq - living.length + index,
      at,
      kind: 'born',
      actor: { key, id, kind, isRestored, ...(parent !== undefined && { parent }), ...(machine && { machine }) } satisfies RecordedActor,
      state: { ...state, changed: context } satisfies RecordedState,
    }),
  );
  const dropped = entries.slice(0, place).reduce((sum, entry) => sum + (entry.kind === 'gap' ? entry.dropped : 1), 0);
  return [{ seq: next.seq - living.length - 1, at, kind: 'gap', dropped }, ...births, ...rest];
}

/** A log that goes on. What became too long begins later, with everybody who lives there. */
export function continued(
  entries: readonly RecordedEntry[],
  more: readonly RecordedEntry[],
  most = MOST_ENTRIES,
  kept = KEPT_ENTRIES,
): readonly RecordedEntry[] {
  const all = [...entries, ...more];
  return all.length > most ? begunAt(all, all.length - kept) : all;
}
