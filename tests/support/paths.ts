import { type AnyMachineSnapshot, type AnyStateMachine, type EventObject, getInitialMicrosteps, getMicrosteps } from 'xstate';
import { getShortestPaths, getSimplePaths, getStateNodes } from 'xstate/graph';
import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { randomWalks } from './random-walk.ts';
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

/** Ids of the state nodes that no shortest path enters, not even briefly, and no event after one. */
export function unreached(walk: MachineWalk): string[] {
  const { machine, input, events } = walk;
  const seen = new Set<string>();
  const addStates = (snapshots: AnyMachineSnapshot[]) => {
    for (const snapshot of snapshots) for (const id of nodesOf(snapshot)) seen.add(id);
  };
  const begin = getInitialMicrosteps(machine, input).map(([snapshot]): AnyMachineSnapshot => snapshot);
  addStates(begin);
  const ends: AnyMachineSnapshot[] = [];
  const steps = stepsOf(machine, input);
  for (const path of [...shortestPaths(walk), ...(walk.beginnings ?? [])]) {
    let snapshot = steps.first();
    addStates([snapshot]);
    for (const event of path) {
      if (snapshot.status !== 'active') break;
      addStates(getMicrosteps(machine, snapshot, event).map(([step]): AnyMachineSnapshot => step));
      snapshot = steps.next(snapshot, event);
      addStates([snapshot]);
    }
    if (snapshot.status === 'active') ends.push(snapshot);
  }
  const missing = () => statesOf(machine).filter((id) => !seen.has(id));
  // Whether a shortest path passes a state that is left at once is a matter of chance.
  for (const end of ends) {
    if (missing().length === 0) break;
    for (const event of events) addStates(getMicrosteps(machine, end, event).map(([step]): AnyMachineSnapshot => step));
  }
  return missing();
}

/** Ids of all state nodes. */
export const statesOf = (machine: AnyStateMachine): string[] => getStateNodes(machine).map(({ id }) => id);

interface Transition {
  eventType: string;
  source: { id: string; order: number };
  target?: { id: string }[] | undefined;
}

const nameOf = ({ source, eventType, target = [] }: Transition): string =>
  `${source.id}: ${eventType} -> ${target.map(({ id }) => id).join(', ') || 'itself'}`;

/** Names of the transitions that 600 random walks never take; those without an event are not counted. */
export function untaken(walk: MachineWalk): string[] {
  const { machine } = walk;
  const nodes = [machine.root, ...getStateNodes(machine)];
  const all = nodes.flatMap((node) => [...(node.transitions as Map<string, Transition[]>).values()].flat());
  const left = new Set<unknown>(all);
  for (let seed = 1; seed <= 120 && left.size > 0; seed += 1) {
    randomWalks(walk, {
      walks: 5,
      length: 25,
      seed,
      holds: ({ before, event }) => {
        for (const taken of machine.getTransitionData(before, event)) left.delete(taken);
      },
    });
  }
  return all.filter((one) => left.has(one)).map(nameOf);
}
