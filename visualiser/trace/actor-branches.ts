import type { ActorKey } from '../model/recording.ts';
import type { World, WorldActor } from '../model/world.ts';

/** An actor in the tree of actors. */
export interface ActorBranch {
  actor: WorldActor;
  level: number;
  children: readonly ActorBranch[];
}

/**
 * Actors by their parents, the older ones first. An actor whose parent nobody knows stands at the top, and so does one of several that
 * claim to be each other's parents.
 */
export function branchesOf(world: World, isShown: (actor: WorldActor) => boolean): ActorBranch[] {
  const below = new Map<ActorKey | undefined, WorldActor[]>();
  for (const actor of world.values()) {
    const parent = actor.parent !== undefined && actor.parent !== actor.key && world.has(actor.parent) ? actor.parent : undefined;
    below.set(parent, [...(below.get(parent) ?? []), actor]);
  }
  const placed = new Set<ActorKey>();
  const branch = (actor: WorldActor, level: number): ActorBranch[] => {
    if (placed.has(actor.key)) return [];
    placed.add(actor.key);
    const children = (below.get(actor.key) ?? []).flatMap((child) => branch(child, level + 1));
    return isShown(actor) || children.length > 0 ? [{ actor, level, children }] : [];
  };
  const roots = (below.get(undefined) ?? []).flatMap((actor) => branch(actor, 1));
  return [...roots, ...[...world.values()].flatMap((actor) => branch(actor, 1))];
}

/** The lines of the tree as they stand below each other: what is folded hides what is below it. */
export const linesOf = (branches: readonly ActorBranch[], folded: ReadonlySet<ActorKey>): ActorBranch[] =>
  branches.flatMap((one) => [one, ...(folded.has(one.actor.key) ? [] : linesOf(one.children, folded))]);
