import type { ActorKey } from '../model/recording.ts';
import type { World, WorldActor } from '../model/world.ts';

/** An actor in the tree of actors. */
export interface ActorBranch {
  actor: WorldActor;
  level: number;
  children: readonly ActorBranch[];
}

/** Actors below their parents, oldest first. Actors with an unknown parent, or in a circle of parents, are at the top. */
export function buildBranches(world: World, isShown: (actor: WorldActor) => boolean): ActorBranch[] {
  const childrenByParent = new Map<ActorKey | undefined, WorldActor[]>();
  for (const actor of world.values()) {
    const parent = actor.parent !== undefined && actor.parent !== actor.key && world.has(actor.parent) ? actor.parent : undefined;
    childrenByParent.set(parent, [...(childrenByParent.get(parent) ?? []), actor]);
  }
  const placed = new Set<ActorKey>();
  const toBranches = (actor: WorldActor, level: number): ActorBranch[] => {
    if (placed.has(actor.key)) return [];
    placed.add(actor.key);
    const children = (childrenByParent.get(actor.key) ?? []).flatMap((child) => toBranches(child, level + 1));
    return isShown(actor) || children.length > 0 ? [{ actor, level, children }] : [];
  };
  const roots = (childrenByParent.get(undefined) ?? []).flatMap((actor) => toBranches(actor, 1));
  return [...roots, ...[...world.values()].flatMap((actor) => toBranches(actor, 1))];
}

/** The visible branches from top to bottom; collapsed actors hide their descendants. */
export const listVisibleBranches = (branches: readonly ActorBranch[], collapsed: ReadonlySet<ActorKey>): ActorBranch[] =>
  branches.flatMap((one) => [one, ...(collapsed.has(one.actor.key) ? [] : listVisibleBranches(one.children, collapsed))]);
