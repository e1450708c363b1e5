import type { AnyStateMachine } from 'xstate';
import type { MachineSource, ShownMachine } from '../adapter/machine-source.ts';
import { buildChart } from '../model/build-chart.ts';
import { describeActor } from '../model/describe-implementations.ts';
import type { Gallery } from '../model/gallery.ts';
import { listStateNodes } from '../model/ids.ts';

const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'root' in logic && 'config' in logic;

/** Actor logic by the name a chart shows for it: logic set up with a name, and machines that are invoked directly. */
function listNamedLogic(machine: AnyStateMachine): [name: string, logic: unknown][] {
  const invoked = listStateNodes(machine.root).flatMap(({ config }) => [config.invoke ?? []].flat().map(({ src }): unknown => src));
  return [
    ...Object.entries<unknown>(machine.implementations.actors),
    ...invoked.filter(isMachine).map((logic): [string, unknown] => [describeActor(logic), logic]),
  ];
}

function findActors({ machine }: ShownMachine, all: readonly ShownMachine[]): Record<string, string> {
  const known = listNamedLogic(machine).flatMap(([name, logic]): [string, string][] => {
    // `machine.provide()` returns another object with the same configuration.
    const found = isMachine(logic) ? all.find((one) => one.machine.config === logic.config) : undefined;
    return found ? [[name, found.key]] : [];
  });
  return Object.fromEntries(known.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** All machines of a project as plain data, ordered by key. Layouts are not computed here. */
export async function buildGallery(source: MachineSource): Promise<Gallery> {
  const all = await source.machines();
  const machines = all
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map((shown) => ({
      key: shown.key,
      at: shown.at,
      chart: buildChart(shown.machine),
      actors: findActors(shown, all),
      isLaidOut: false,
    }));
  return { name: source.name, machines };
}
