import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import type { EventOffer, EventReception, OfferedEvent, ScenarioEvent, SimulatedMachine } from '../model/scenario.ts';
import { type FindMachine, fromScenarioValue } from './scenario-values.ts';
import { getMachineSnapshot, type Simulation } from './simulation.ts';

/** Finds the declared example events of a machine; an empty list if there are none. */
export type FindExamples = (machine: SimulatedMachine) => readonly ScenarioEvent[];

const matchesDescriptor = (type: string, descriptor: string): boolean =>
  descriptor === '*' || descriptor === type || (descriptor.endsWith('.*') && `${type}.`.startsWith(descriptor.slice(0, -1)));

/** Whether an event would change anything now. Guards are evaluated, but nothing is executed. */
function testEvent(snapshot: AnyMachineSnapshot, event: ScenarioEvent, findMachine: FindMachine): EventReception {
  try {
    return snapshot.can(fromScenarioValue(event, findMachine) as ScenarioEvent) ? 'taken' : 'refused';
  } catch {
    return 'fails';
  }
}

const RANK: Record<EventReception, number> = { taken: 0, refused: 1, fails: 2 };
const getRank = ({ events }: EventOffer) => Math.min(...events.map(({ reception }) => RANK[reception]));

function listMachineOffers(
  machine: SimulatedMachine,
  snapshot: AnyMachineSnapshot,
  examples: readonly ScenarioEvent[],
  findMachine: FindMachine,
): EventOffer[] {
  const types = [...new Set((snapshot._nodes as AnyStateNode[]).flatMap(({ ownEvents }) => ownEvents as string[]))].filter(
    (type) => type !== '' && !type.startsWith('xstate.'),
  );
  return types.map((type): EventOffer => {
    const matching = examples.filter((example) => matchesDescriptor(example.type, type));
    // An example that matches a more specific event type of the same state is offered under that type.
    const own = matching.filter((example) => type === example.type || !types.includes(example.type));
    const isWildcard = type.endsWith('*');
    const plain: ScenarioEvent = { type: isWildcard ? type.replace(/\*$/, 'event') : type };
    const events = (own.length > 0 ? own : [plain]).map(
      (event): OfferedEvent => ({ event, reception: testEvent(snapshot, event, findMachine) }),
    );
    return { actor: machine.name, type, isWildcard, hasExamples: own.length > 0, events };
  });
}

/** Events that can be sent to the machines that run now; those that would be taken come first. */
export function listOffers(simulation: Simulation, findExamples: FindExamples, findMachine: FindMachine): EventOffer[] {
  const offers = simulation.listMachines().flatMap((machine) => {
    const actor = simulation.findActor(machine.name);
    const snapshot = actor && getMachineSnapshot(actor);
    return snapshot && machine.status === 'active' ? listMachineOffers(machine, snapshot, findExamples(machine), findMachine) : [];
  });
  return offers.toSorted((a, b) => getRank(a) - getRank(b));
}
