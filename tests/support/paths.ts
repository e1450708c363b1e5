import { type AnyMachineSnapshot, type AnyStateMachine, type EventObject, getInitialMicrosteps, getMicrosteps } from 'xstate';
import { getShortestPaths, getSimplePaths, getStateNodes } from 'xstate/graph';
import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { deep } from './depth.ts';
import { canHappen, randomWalks, type Step } from './random-walk.ts';
import { stepsOf } from './steps.ts';

/** The events of one path through a machine, in order. */
export type Path = EventObject[];

interface GraphPath {
  steps: { event: EventObject }[];
}

type PathFinder = (machine: AnyStateMachine, options: object) => GraphPath[];

const findPaths = (find: PathFinder, { machine, input, events, distinguish }: MachineWalk): Path[] =>
  find(machine, {
    input,
    events,
    serializeState: ({ value, context }: AnyMachineSnapshot) =>
      JSON.stringify(distinguish ? [value, distinguish(context as never)] : value),
    serializeEvent: (event: EventObject) => JSON.stringify(event),
  }).map(({ steps }) => steps.map(({ event }) => event).filter(({ type }) => type !== 'xstate.init'));

/** The shortest path to every state. */
export const shortestPaths = (walk: MachineWalk): Path[] => findPaths(getShortestPaths as PathFinder, walk);

/** Every path that visits no state twice. */
export const simplePaths = (walk: MachineWalk): Path[] => findPaths(getSimplePaths as PathFinder, walk);

/** Replays a path from the beginning, because a path found by states alone has the context of the first path that reached them. */
export function replay({ machine, input }: Pick<MachineWalk, 'machine' | 'input'>, path: Path): AnyMachineSnapshot {
  const steps = stepsOf(machine, input);
  return path.reduce((snapshot, event) => (snapshot.status === 'active' ? steps.next(snapshot, event) : snapshot), steps.first());
}

/** Ids of the state nodes of a snapshot. */
const nodesOf = (snapshot: AnyMachineSnapshot): string[] => snapshot._nodes.map(({ id }: { id: string }) => id);

/** Ids of all state nodes. */
export const statesOf = (machine: AnyStateMachine): string[] => getStateNodes(machine).map(({ id }) => id);

interface Transition {
  eventType: string;
  source: { id: string; order: number };
  target?: { id: string }[] | undefined;
}

const nameOf = ({ source, eventType, target = [] }: Transition): string =>
  `${source.id}: ${eventType} -> ${target.map(({ id }) => id).join(', ') || 'itself'}`;

interface Explored {
  unreached: string[];
  untaken: string[];
}

/** Five walks each. Of the transitions that are ever taken, the last are found in the 32nd round. */
const ROUNDS = deep(40, 120);

const explored = new WeakMap<MachineWalk, Explored>();

/** Walks a machine once, whatever is asked about it. */
function explore(walk: MachineWalk, neverTaken: ReadonlySet<string> = new Set()): Explored {
  const known = explored.get(walk) ?? exploreAnew(walk, deep(neverTaken, new Set()));
  explored.set(walk, known);
  return known;
}

/** Ids of the state nodes that random walks never enter, not even briefly. */
export const unreached = (walk: MachineWalk, neverTaken?: ReadonlySet<string>): string[] => explore(walk, neverTaken).unreached;

/**
 * Names of the transitions that no event takes wherever random walks come; those without an event are not counted. Walks end when only
 * transitions are left that are said to be never taken; in a deep run they look for those too.
 */
export const untaken = (walk: MachineWalk, neverTaken?: ReadonlySet<string>): string[] => explore(walk, neverTaken).untaken;

function exploreAnew(walk: MachineWalk, neverTaken: ReadonlySet<string>): Explored {
  const { machine, input, events } = walk;
  const transitions = [machine.root, ...getStateNodes(machine)].flatMap((node) =>
    [...(node.transitions as Map<string, Transition[]>).values()].flat(),
  );
  const left = new Set(transitions);
  const seen = new Set<string>();
  const missing = () => statesOf(machine).filter((id) => !seen.has(id));
  const addStates = (snapshots: AnyMachineSnapshot[]) => {
    for (const snapshot of snapshots) for (const id of nodesOf(snapshot)) seen.add(id);
  };
  const addPassed = (microsteps: ReturnType<typeof getMicrosteps>) => addStates(microsteps.map(([snapshot]) => snapshot));

  /** Events that could take a transition that is left. */
  const listWanted = () => {
    const types = new Set([...left].map(({ eventType }) => eventType));
    const isPattern = [...types].some((type) => type.endsWith('*'));
    return events.filter(({ type }) => isPattern || types.has(type));
  };
  let wanted = listWanted();
  const steps = stepsOf(machine, input);
  const firsts: { before: AnyMachineSnapshot; event: EventObject }[] = [];
  const tryWanted = (before: AnyMachineSnapshot) => {
    for (const event of wanted.filter((one) => canHappen(before, one))) {
      const taken = machine.getTransitionData(before, event) as Transition[];
      if (!taken.some((one) => left.has(one))) continue;
      for (const one of taken) left.delete(one);
      firsts.push({ before, event });
      addStates([steps.next(before, event)]);
      wanted = listWanted();
    }
  };

  const isComplete = () => [...left].every((one) => neverTaken.has(nameOf(one)));
  for (let seed = 1; seed <= ROUNDS && !isComplete(); seed += 1) {
    walkRound(walk, seed, ({ before, after }) => {
      tryWanted(before);
      addStates([before, after]);
    });
  }
  // States that are left at once are only seen within steps, where a look takes far longer.
  addPassed(getInitialMicrosteps(machine, input));
  if (missing().length > 0) for (const { before, event } of firsts) addPassed(getMicrosteps(machine, before, event));
  for (let seed = 1; seed <= ROUNDS && missing().length > 0; seed += 1) {
    walkRound(walk, seed, ({ before, event }) => addPassed(getMicrosteps(machine, before, event)));
  }
  return { unreached: missing(), untaken: transitions.filter((one) => left.has(one)).map(nameOf) };
}

const walkRound = (walk: MachineWalk, seed: number, holds: (step: Step) => void) =>
  randomWalks(walk, { walks: 5, length: 25, seed, holds });
