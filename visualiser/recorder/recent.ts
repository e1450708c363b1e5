import type { Chart } from '../model/chart.ts';
import type { RecordedEntry, Recording } from '../model/recording.ts';
import { advanced, NO_WORLD, type World, type WorldActor } from '../model/world.ts';

/** Entries that are kept one by one; what came before is told as who lived then. */
const KEPT_MAX = 4000;
/** Folded together in one go. */
const FOLDED_AT_ONCE = 500;

export interface Kept extends Pick<Recording, 'title' | 'startedAt'> {
  /** When it began, as entries count time. */
  since?: number;
}

export interface Recent {
  add(entries: readonly RecordedEntry[]): void;
  /** As it stands, also after a long time: `charts` are those of all its machines, by print. */
  recording(chartOf: (print: string) => Chart | undefined): Recording;
}

type Born = Extract<RecordedEntry, { kind: 'born' }>;

function bornAgain({ state, context, changed: _, step: __, isGone: ___, ...actor }: WorldActor, seq: number, at: number): Born {
  return { seq, at, kind: 'born', actor, state: { ...state, ...(Object.keys(context).length > 0 && { changed: context }) } };
}

const parted = (world: World): World => new Map([...world].filter(([, { isGone }]) => !isGone));

/** Keeps what was told lately, in memory alone. `startedAt` is ISO 8601 in UTC. */
export function keepRecent({ since = 0, ...page }: Kept, most = KEPT_MAX): Recent {
  let base: World = NO_WORLD;
  let last: RecordedEntry | undefined;
  let entries: RecordedEntry[] = [];

  /** Everybody of the base was born in one of the entries that are gone, so that there are numbers enough. */
  function beginning(): Born[] {
    if (!last) return [];
    const { seq, at } = last;
    const alive = [...base.values()];
    return alive.map((actor, index) => bornAgain(actor, seq - alive.length + 1 + index, at));
  }

  return {
    add(more) {
      for (const entry of more) entries.push({ ...entry, at: Math.max(0, Math.round((entry.at - since) * 10) / 10) });
      while (entries.length > most + FOLDED_AT_ONCE) {
        const folded = entries.slice(0, FOLDED_AT_ONCE);
        entries = entries.slice(FOLDED_AT_ONCE);
        base = parted(folded.reduce(advanced, base));
        last = folded.at(-1);
      }
    },
    recording(chartOf) {
      const told = [...beginning(), ...entries];
      const prints = new Set(told.flatMap((entry) => (entry.kind === 'born' && entry.actor.machine ? [entry.actor.machine.print] : [])));
      const charts = [...prints].flatMap((print) => {
        const chart = chartOf(print);
        return chart ? [[print, chart] as const] : [];
      });
      return { format: 'xstate-recording', version: 1, ...page, charts: Object.fromEntries(charts), entries: told };
    },
  };
}
