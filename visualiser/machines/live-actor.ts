import type { ActorKey, RecordedActor, RecordedEntry } from '#visualiser/model/recording.ts';

/**
 * Ids from the root down. A root alone is '', because its id changes with each page load; several roots have names. Unlike keys, paths
 * survive a reload.
 */
export type ActorPath = readonly string[];

const listActors = (entries: readonly RecordedEntry[]): RecordedActor[] =>
  entries.flatMap((entry) => (entry.kind === 'born' ? [entry.actor] : []));

function buildPath(actors: ReadonlyMap<ActorKey, RecordedActor>, key: ActorKey): ActorPath {
  const path: string[] = [];
  const isOnlyRoot = [...actors.values()].filter(({ parent }) => parent === undefined).length === 1;
  let actor = actors.get(key);
  while (actor) {
    path.unshift(actor.parent === undefined && isOnlyRoot ? '' : actor.id);
    actor = actor.parent === undefined ? undefined : actors.get(actor.parent);
  }
  return path;
}

const indexByKey = (actors: readonly RecordedActor[]) => new Map(actors.map((actor) => [actor.key, actor]));

/** Path of an actor; empty if the actor is unknown. */
export const findActorPath = (entries: readonly RecordedEntry[], key: ActorKey): ActorPath =>
  buildPath(indexByKey(listActors(entries)), key);

/** The newest actor at a path. */
export function findActorByPath(entries: readonly RecordedEntry[], path: ActorPath): ActorKey | undefined {
  if (path.length === 0) return undefined;
  const actors = listActors(entries);
  const known = indexByKey(actors);
  const wanted = JSON.stringify(path);
  return actors.findLast(({ key, id }) => (path.length === 1 || id === path.at(-1)) && JSON.stringify(buildPath(known, key)) === wanted)
    ?.key;
}

/** The actor to select: the current one if it exists, otherwise the first machine. */
export function chooseActor(entries: readonly RecordedEntry[], key: ActorKey): ActorKey {
  const actors = listActors(entries);
  return (actors.find((actor) => actor.key === key) ?? actors.find(({ machine }) => machine) ?? actors[0])?.key ?? key;
}
