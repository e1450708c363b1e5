import type { ActorKey, RecordedActor, RecordedEntry } from '#visualiser/model/recording.ts';

/** Names from the root down; the root itself, which is named anew with each load, is empty. It outlives a reload, keys do not. */
export type ActorPath = readonly string[];

const bornIn = (entries: readonly RecordedEntry[]): RecordedActor[] =>
  entries.flatMap((entry) => (entry.kind === 'born' ? [entry.actor] : []));

function pathIn(actors: ReadonlyMap<ActorKey, RecordedActor>, key: ActorKey): ActorPath {
  const path: string[] = [];
  let actor = actors.get(key);
  while (actor) {
    path.unshift(actor.parent === undefined ? '' : actor.id);
    actor = actor.parent === undefined ? undefined : actors.get(actor.parent);
  }
  return path;
}

const byKey = (actors: readonly RecordedActor[]) => new Map(actors.map((actor) => [actor.key, actor]));

/** Where an actor stands among the others; nowhere, if nothing is known of it. */
export const pathOf = (entries: readonly RecordedEntry[], key: ActorKey): ActorPath => pathIn(byKey(bornIn(entries)), key);

/** The youngest actor of a path; undefined for none. */
export function actorAlong(entries: readonly RecordedEntry[], path: ActorPath): ActorKey | undefined {
  if (path.length === 0) return undefined;
  const actors = bornIn(entries);
  const known = byKey(actors);
  const wanted = JSON.stringify(path);
  return actors.findLast(({ key, id }) => (path.length === 1 || id === path.at(-1)) && JSON.stringify(pathIn(known, key)) === wanted)?.key;
}

/** Who is looked at first: the one that is looked at already, if it is there, else the first machine. */
export function firstActor(entries: readonly RecordedEntry[], key: ActorKey): ActorKey {
  const actors = bornIn(entries);
  return (actors.find((actor) => actor.key === key) ?? actors.find(({ machine }) => machine) ?? actors[0])?.key ?? key;
}
