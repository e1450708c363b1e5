import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import { placeOf } from '#visualiser/machines/trace-entries.ts';
import type { ActorKey, RecordedEntry } from '../model/recording.ts';
import type { World, WorldActor } from '../model/world.ts';
import { passing, withinOf } from './trace-rows.ts';
import { isContinued, type Worlds, worldsOf } from './worlds.ts';

/** What is seen of a trace at the moment of its cursor. */
export interface Moment {
  entries: readonly RecordedEntry[];
  /** Of the entry the reader stands at; -1 while there is none. */
  index: number;
  entry: RecordedEntry | undefined;
  world: World;
  /** Everybody who ever lived, also later. */
  everybody: World;
  /** Whose chart and context are shown; undefined while nobody lives, or not yet. */
  actor: WorldActor | undefined;
  selected: ActorKey | undefined;
  /** The context of that actor before its last step. */
  before: WorldActor['context'] | undefined;
  /** Indexes of the entries that the filters let through. */
  rows: readonly number[];
  nameOf: (key: ActorKey) => string;
}

/** Who is looked at while nobody was selected: the first machine. */
const firstOf = (world: World): ActorKey | undefined => {
  const all = [...world.values()];
  return (all.find(({ machine }) => machine) ?? all[0])?.key;
};

/** The name its parent knows it by. Whoever has no parent is known by its machine: nobody gave it a name. */
export function nameOfActor(actor: WorldActor | undefined): string | undefined {
  return actor?.id === actor?.key && actor?.machine ? actor.machine.id : actor?.id;
}

interface Rows {
  entries: readonly RecordedEntry[];
  filters: unknown;
  within: unknown;
  rows: readonly number[];
}

export function useMoment(trace: Trace): Moment {
  const { entries, cursor, selected: chosen, filters } = useSelector(trace, (state) => state.context);
  const isFollowing = useSelector(trace, (state) => state.matches({ moment: 'following' }));
  const index = isFollowing ? entries.length - 1 : placeOf(entries, cursor);

  const memory = useRef<Worlds>(undefined);
  const worlds = useMemo(() => {
    memory.current = worldsOf(entries, memory.current);
    return memory.current;
  }, [entries]);
  const everybody = useMemo(() => worlds.at(worlds.entries.length - 1), [worlds]);
  const world = useMemo(() => worlds.at(index), [worlds, index]);
  const selected = chosen !== undefined && everybody.has(chosen) ? chosen : firstOf(everybody);
  const actor = selected === undefined ? undefined : world.get(selected);
  const stepped = actor?.step?.seq;
  const before = useMemo(
    () => (stepped === undefined || selected === undefined ? undefined : worlds.at(placeOf(entries, stepped) - 1).get(selected)?.context),
    [worlds, entries, stepped, selected],
  );

  const { scope } = filters;
  const within = useMemo(() => {
    if (scope === 'all' || selected === undefined) return undefined;
    return scope === 'selected' ? new Set([selected]) : withinOf(everybody, selected);
  }, [scope, selected, everybody]);
  const lines = useRef<Rows>(undefined);
  const rows = useMemo(() => {
    const { current } = lines;
    const isMore = current && current.filters === filters && current.within === within && isContinued(current.entries, entries);
    const found = isMore ? passing(entries, filters, within, current.rows, current.entries.length) : passing(entries, filters, within);
    lines.current = { entries, filters, within, rows: found };
    return found;
  }, [entries, filters, within]);

  const nameOf = useMemo(() => (key: ActorKey) => nameOfActor(everybody.get(key)) ?? key, [everybody]);
  return { entries, index, entry: entries[index], world, everybody, actor, selected, before, rows, nameOf };
}
