import type { RecordedActor, RecordedEntry, RecordedState } from '#visualiser/model/recording.ts';
import { computeWorldAt } from '#visualiser/model/world.ts';

/** Longer logs are shortened from the start. */
const MAX_ENTRIES = 50_000;

/** Length after shortening, so that it is not needed again at once. */
const KEPT_AFTER_TRIM = 40_000;

/** Index of the last entry whose number is not greater; -1 if there is none. */
export function findEntryIndex(entries: readonly RecordedEntry[], seq: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Number of the last entry that describes the initial actors; 0 without entries. */
export function findStartSeq(entries: readonly RecordedEntry[]): number {
  const end = entries.findIndex(({ kind }) => kind !== 'born' && kind !== 'gap');
  return (entries[(end < 0 ? entries.length : end) - 1] ?? entries[0])?.seq ?? 0;
}

/** Replaces all entries before `index` by entries for the actors that are alive there. */
function restartAt(entries: readonly RecordedEntry[], index: number): readonly RecordedEntry[] {
  const rest = entries.slice(index);
  const [next] = rest;
  if (!next) return entries;
  const actors = [...computeWorldAt(entries, next.seq - 1).values()].filter(({ isGone }) => !isGone);
  const { at } = next;
  const births = actors.map(
    ({ key, id, parent, kind, machine, isRestored, state, context }, actorIndex): RecordedEntry => ({
      seq: next.seq - actors.length + actorIndex,
      at,
      kind: 'born',
      actor: { key, id, kind, isRestored, ...(parent !== undefined && { parent }), ...(machine && { machine }) } satisfies RecordedActor,
      state: { ...state, changed: context } satisfies RecordedState,
    }),
  );
  const dropped = entries.slice(0, index).reduce((sum, entry) => sum + (entry.kind === 'gap' ? entry.dropped : 1), 0);
  return [{ seq: next.seq - actors.length - 1, at, kind: 'gap', dropped }, ...births, ...rest];
}

/** Appends entries. A log that becomes too long is shortened from the start. */
export function appendEntries(
  entries: readonly RecordedEntry[],
  more: readonly RecordedEntry[],
  maxCount = MAX_ENTRIES,
  keptCount = KEPT_AFTER_TRIM,
): readonly RecordedEntry[] {
  const all = [...entries, ...more];
  return all.length > maxCount ? restartAt(all, all.length - keptCount) : all;
}
