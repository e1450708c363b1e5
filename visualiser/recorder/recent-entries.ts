import type { Chart } from '../model/chart.ts';
import type { RecordedEntry, Recording } from '../model/recording.ts';
import { EMPTY_WORLD, nextWorld, type World, type WorldActor } from '../model/world.ts';

/** Newest entries kept as they are; older ones are folded into the state of the actors. */
const MAX_ENTRIES = 4000;
/** Number of entries folded at a time. */
const FOLD_SIZE = 500;

export interface RecentOptions extends Pick<Recording, 'title' | 'startedAt'> {
  /** Time of the entries' clock at which the recording began. */
  since?: number;
}

export interface RecentEntries {
  add(entries: readonly RecordedEntry[]): void;
  /** The recording so far, with the charts that `findChart` gives for the prints of its machines. */
  recording(findChart: (print: string) => Chart | undefined): Recording;
}

type Born = Extract<RecordedEntry, { kind: 'born' }>;

function toBornEntry({ state, context, changed: _, step: __, isGone: ___, ...actor }: WorldActor, seq: number, at: number): Born {
  return { seq, at, kind: 'born', actor, state: { ...state, ...(Object.keys(context).length > 0 && { changed: context }) } };
}

const dropGone = (world: World): World => new Map([...world].filter(([, { isGone }]) => !isGone));

/** Keeps the latest entries, in memory only. `startedAt` is ISO 8601 in UTC. */
export function createRecentEntries({ since = 0, ...page }: RecentOptions, maxEntries = MAX_ENTRIES): RecentEntries {
  let base: World = EMPTY_WORLD;
  let lastFolded: RecordedEntry | undefined;
  let entries: RecordedEntry[] = [];

  /**
   * Entries for the actors that existed before the first kept entry. They take the numbers of dropped entries, of which there are enough.
   */
  function createBornEntries(): Born[] {
    if (!lastFolded) return [];
    const { seq, at } = lastFolded;
    const actors = [...base.values()];
    return actors.map((actor, index) => toBornEntry(actor, seq - actors.length + 1 + index, at));
  }

  return {
    add(more) {
      for (const entry of more) entries.push({ ...entry, at: Math.max(0, Math.round((entry.at - since) * 10) / 10) });
      while (entries.length > maxEntries + FOLD_SIZE) {
        const folded = entries.slice(0, FOLD_SIZE);
        entries = entries.slice(FOLD_SIZE);
        base = dropGone(folded.reduce(nextWorld, base));
        lastFolded = folded.at(-1);
      }
    },
    recording(findChart) {
      const all = [...createBornEntries(), ...entries];
      const prints = new Set(all.flatMap((entry) => (entry.kind === 'born' && entry.actor.machine ? [entry.actor.machine.print] : [])));
      const charts = [...prints].flatMap((print) => {
        const chart = findChart(print);
        return chart ? [[print, chart] as const] : [];
      });
      return { format: 'xstate-recording', version: 1, ...page, charts: Object.fromEntries(charts), entries: all };
    },
  };
}
