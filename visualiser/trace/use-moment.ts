import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import { findEntryIndex } from '#visualiser/machines/trace-entries.ts';
import type { ActorKey, RecordedEntry } from '../model/recording.ts';
import type { World, WorldActor } from '../model/world.ts';
import { filterEntries, listDescendants } from './trace-rows.ts';
import { createWorlds, isContinuation, type Worlds } from './worlds.ts';

/** What is shown at the moment of the cursor. */
export interface Moment {
  entries: readonly RecordedEntry[];
  /** Index of the current entry; -1 if there is none. */
  index: number;
  entry: RecordedEntry | undefined;
  world: World;
  /** All actors of the whole trace, also later ones. */
  allActors: World;
  /** The selected actor; undefined if there is none, or before it has started. */
  actor: WorldActor | undefined;
  selected: ActorKey | undefined;
  /** The context of the selected actor before its last step. */
  before: WorldActor['context'] | undefined;
  /** Indexes of the entries that pass the filters. */
  rows: readonly number[];
  formatActor: (key: ActorKey) => string;
}

/** The actor that is shown while none is selected: the first machine. */
const findFirstActor = (world: World): ActorKey | undefined => {
  const all = [...world.values()];
  return (all.find(({ machine }) => machine) ?? all[0])?.key;
};

/** The id that the parent gave it; an actor without a parent has no such id and is named by its machine. */
export function getActorName(actor: WorldActor | undefined): string | undefined {
  return actor?.id === actor?.key && actor?.machine ? actor.machine.id : actor?.id;
}

interface RowsCache {
  entries: readonly RecordedEntry[];
  filters: unknown;
  within: unknown;
  rows: readonly number[];
}

export function useMoment(trace: Trace): Moment {
  const { entries, cursor, selected: chosen, filters } = useSelector(trace, (state) => state.context);
  const isFollowing = useSelector(trace, (state) => state.matches({ moment: 'following' }));
  const index = isFollowing ? entries.length - 1 : findEntryIndex(entries, cursor);

  const previousWorlds = useRef<Worlds>(undefined);
  const worlds = useMemo(() => {
    previousWorlds.current = createWorlds(entries, previousWorlds.current);
    return previousWorlds.current;
  }, [entries]);
  const allActors = useMemo(() => worlds.at(worlds.entries.length - 1), [worlds]);
  const world = useMemo(() => worlds.at(index), [worlds, index]);
  const selected = chosen !== undefined && allActors.has(chosen) ? chosen : findFirstActor(allActors);
  const actor = selected === undefined ? undefined : world.get(selected);
  const lastStepSeq = actor?.step?.seq;
  const before = useMemo(
    () =>
      lastStepSeq === undefined || selected === undefined
        ? undefined
        : worlds.at(findEntryIndex(entries, lastStepSeq) - 1).get(selected)?.context,
    [worlds, entries, lastStepSeq, selected],
  );

  const { scope } = filters;
  const within = useMemo(() => {
    if (scope === 'all' || selected === undefined) return undefined;
    return scope === 'selected' ? new Set([selected]) : listDescendants(allActors, selected);
  }, [scope, selected, allActors]);
  const rowsCache = useRef<RowsCache>(undefined);
  const rows = useMemo(() => {
    const { current } = rowsCache;
    const canExtend = current && current.filters === filters && current.within === within && isContinuation(current.entries, entries);
    const found = canExtend
      ? filterEntries(entries, filters, within, current.rows, current.entries.length)
      : filterEntries(entries, filters, within);
    rowsCache.current = { entries, filters, within, rows: found };
    return found;
  }, [entries, filters, within]);

  const formatActor = useMemo(() => (key: ActorKey) => getActorName(allActors.get(key)) ?? key, [allActors]);
  return { entries, index, entry: entries[index], world, allActors, actor, selected, before, rows, formatActor };
}
