import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import type { GivenEvent, Offer, OfferedEvent, Reception, SimulatedMachine } from '../model/scenario.ts';
import { given, type MachineOf } from './given.ts';
import { machineSnapshot, type Simulation } from './simulation.ts';

/** Events of a machine as somebody declared them; none where nobody did. */
export type ExamplesOf = (machine: SimulatedMachine) => readonly GivenEvent[];

const fits = (type: string, descriptor: string): boolean =>
  descriptor === '*' || descriptor === type || (descriptor.endsWith('.*') && `${type}.`.startsWith(descriptor.slice(0, -1)));

/** Whether an event would make a difference now. Guards are asked, nothing is done. */
function receptionOf(snapshot: AnyMachineSnapshot, event: GivenEvent, machineOf: MachineOf): Reception {
  try {
    return snapshot.can(given(event, machineOf) as GivenEvent) ? 'taken' : 'refused';
  } catch {
    return 'fails';
  }
}

const RANK: Record<Reception, number> = { taken: 0, refused: 1, fails: 2 };
const rankOf = ({ events }: Offer) => Math.min(...events.map(({ reception }) => RANK[reception]));

function offersOf(machine: SimulatedMachine, snapshot: AnyMachineSnapshot, examples: readonly GivenEvent[], machineOf: MachineOf): Offer[] {
  const types = [...new Set((snapshot._nodes as AnyStateNode[]).flatMap(({ ownEvents }) => ownEvents as string[]))].filter(
    (type) => type !== '' && !type.startsWith('xstate.'),
  );
  return types.map((type): Offer => {
    const fitting = examples.filter((example) => fits(example.type, type));
    // What a narrower type of the same state takes is offered there.
    const own = fitting.filter((example) => type === example.type || !types.includes(example.type));
    const isWildcard = type.endsWith('*');
    const plain: GivenEvent = { type: isWildcard ? type.replace(/\*$/, 'event') : type };
    const events = (own.length > 0 ? own : [plain]).map(
      (event): OfferedEvent => ({ event, reception: receptionOf(snapshot, event, machineOf) }),
    );
    return { actor: machine.name, type, isWildcard, hasExamples: own.length > 0, events };
  });
}

/** What can be sent to the machines that run now: what would be taken first. */
export function offersIn(run: Simulation, examplesOf: ExamplesOf, machineOf: MachineOf): Offer[] {
  const offers = run.machines().flatMap((machine) => {
    const actor = run.actor(machine.name);
    const snapshot = actor && machineSnapshot(actor);
    return snapshot && machine.status === 'active' ? offersOf(machine, snapshot, examplesOf(machine), machineOf) : [];
  });
  return offers.toSorted((a, b) => rankOf(a) - rankOf(b));
}
