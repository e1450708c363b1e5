import type { ActorKey, RecordedActor, RecordedEntry, RecordedState, RecordedValue } from './recording.ts';

/** An actor at one moment. */
export interface WorldActor extends RecordedActor {
  state: Omit<RecordedState, 'changed' | 'removed'>;
  context: Readonly<Record<string, RecordedValue>>;
  /** Keys of the context that its last step changed. */
  changed: readonly string[];
  /** Its last step, if it has taken one. */
  step?: { seq: number; event: string; transitions: readonly string[] };
  isGone: boolean;
}

/** All actors at one moment, oldest first. */
export type World = ReadonlyMap<ActorKey, WorldActor>;

export const EMPTY_WORLD: World = new Map();

function applyChanges(context: WorldActor['context'], { changed = {}, removed = [] }: RecordedState): WorldActor['context'] {
  const next = { ...context, ...changed };
  for (const key of removed) delete next[key];
  return next;
}

function omitChanges({ changed: _, removed: __, ...state }: RecordedState): WorldActor['state'] {
  return state;
}

/** Applies an entry in place. Only for a world that the caller has just created and not yet shared; otherwise use `nextWorld`. */
export function applyEntry(world: Map<ActorKey, WorldActor>, entry: RecordedEntry): void {
  if (entry.kind === 'event' || entry.kind === 'gap') return;
  if (entry.kind === 'born') {
    const { actor, state } = entry;
    world.set(actor.key, { ...actor, state: omitChanges(state), context: state.changed ?? {}, changed: [], isGone: false });
    return;
  }
  const before = world.get(entry.actor);
  if (!before) return;
  if (entry.kind === 'gone') {
    world.set(entry.actor, { ...before, isGone: true });
    return;
  }
  const { seq, event, transitions, state } = entry;
  world.set(entry.actor, {
    ...before,
    state: omitChanges(state),
    context: applyChanges(before.context, state),
    changed: [...Object.keys(state.changed ?? {}), ...(state.removed ?? [])],
    step: { seq, event, transitions },
  });
}

/** The world after one more entry. */
export function nextWorld(world: World, entry: RecordedEntry): World {
  if (entry.kind === 'event' || entry.kind === 'gap') return world;
  const next = new Map(world);
  applyEntry(next, entry);
  return next;
}

/** The world after all entries up to and including number `seq`. */
export function computeWorldAt(entries: readonly RecordedEntry[], seq = Number.POSITIVE_INFINITY): World {
  const world = new Map<ActorKey, WorldActor>();
  for (const entry of entries) if (entry.seq <= seq) applyEntry(world, entry);
  return world;
}
