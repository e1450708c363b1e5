import type { ActorKey, RecordedActor, RecordedEntry, RecordedState, RecordedValue } from './recording.ts';

/** An actor as it stood at one moment. */
export interface WorldActor extends RecordedActor {
  state: Omit<RecordedState, 'changed' | 'removed'>;
  context: Readonly<Record<string, RecordedValue>>;
  /** Keys of the context that its last step changed. */
  changed: readonly string[];
  /** Its last step, if it has taken one. */
  step?: { seq: number; event: string; transitions: readonly string[] };
  isGone: boolean;
}

/** All actors as they stood at one moment, the older ones first. */
export type World = ReadonlyMap<ActorKey, WorldActor>;

export const NO_WORLD: World = new Map();

function contextAfter(context: WorldActor['context'], { changed = {}, removed = [] }: RecordedState): WorldActor['context'] {
  const next = { ...context, ...changed };
  for (const key of removed) delete next[key];
  return next;
}

function withoutChanges({ changed: _, removed: __, ...state }: RecordedState): WorldActor['state'] {
  return state;
}

/** Makes a world one entry older: for whoever just made it, and hands it to nobody before the last of many entries. */
export function advance(world: Map<ActorKey, WorldActor>, entry: RecordedEntry): void {
  if (entry.kind === 'event' || entry.kind === 'gap') return;
  if (entry.kind === 'born') {
    const { actor, state } = entry;
    world.set(actor.key, { ...actor, state: withoutChanges(state), context: state.changed ?? {}, changed: [], isGone: false });
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
    state: withoutChanges(state),
    context: contextAfter(before.context, state),
    changed: [...Object.keys(state.changed ?? {}), ...(state.removed ?? [])],
    step: { seq, event, transitions },
  });
}

/** The world one entry later. */
export function advanced(world: World, entry: RecordedEntry): World {
  if (entry.kind === 'event' || entry.kind === 'gap') return world;
  const next = new Map(world);
  advance(next, entry);
  return next;
}

/** The world after all entries up to and including the one of that number. */
export function worldAt(entries: readonly RecordedEntry[], seq = Number.POSITIVE_INFINITY): World {
  const world = new Map<ActorKey, WorldActor>();
  for (const entry of entries) if (entry.seq <= seq) advance(world, entry);
  return world;
}
