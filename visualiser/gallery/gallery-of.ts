import type { AnyStateMachine } from 'xstate';
import type { MachineSource, ShownMachine } from '../adapter/machine-source.ts';
import { chartOf } from '../model/chart-of.ts';
import type { Gallery } from '../model/gallery.ts';
import { nodesOf } from '../model/ids.ts';
import { actorText } from '../model/what-runs.ts';

const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'root' in logic && 'config' in logic;

/** Logic by the name a chart has for it: what was set up with a name, and machines that are invoked as they are. */
function namedLogic(machine: AnyStateMachine): [name: string, logic: unknown][] {
  const invoked = nodesOf(machine.root).flatMap(({ config }) => [config.invoke ?? []].flat().map(({ src }): unknown => src));
  return [
    ...Object.entries<unknown>(machine.implementations.actors),
    ...invoked.filter(isMachine).map((logic): [string, unknown] => [actorText(logic), logic]),
  ];
}

function actorsOf({ machine }: ShownMachine, all: readonly ShownMachine[]): Record<string, string> {
  const known = namedLogic(machine).flatMap(([name, logic]): [string, string][] => {
    // A machine that was provided with something is another object with the same configuration.
    const found = isMachine(logic) ? all.find((one) => one.machine.config === logic.config) : undefined;
    return found ? [[name, found.key]] : [];
  });
  return Object.fromEntries(known.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** All machines of a project as plain data, in the order of their keys. None of them is laid out yet. */
export async function galleryOf(source: MachineSource): Promise<Gallery> {
  const all = await source.machines();
  const machines = all
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map((shown) => ({
      key: shown.key,
      at: shown.at,
      chart: chartOf(shown.machine),
      actors: actorsOf(shown, all),
      isLaidOut: false,
    }));
  return { name: source.name, machines };
}
