import type { AnyStateMachine } from 'xstate';
import type { MachineSource, ShownMachine } from '../adapter/machine-source.ts';
import { buildChart } from '../model/build-chart.ts';
import type { Chart } from '../model/chart.ts';
import { describeActor } from '../model/describe-implementations.ts';
import type { Gallery, GalleryMachine } from '../model/gallery.ts';
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

/** What XState calls a machine without an id. */
const NAMELESS = '(machine)';

/** A machine without an id goes by the name of its export. */
const nameChart = (chart: Chart, at: string): Chart =>
  chart.id === NAMELESS ? { ...chart, id: at.split(' ').at(-1)?.split('.').at(-1) || chart.id } : chart;

/** All machines of a project as plain data, ordered by key. Layouts are not computed here. */
export async function buildGallery(source: MachineSource): Promise<Gallery> {
  const all = await source.machines();
  const machines = all
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(
      (shown): GalleryMachine => ({
        key: shown.key,
        at: shown.at,
        chart: nameChart(buildChart(shown.machine), shown.at),
        actors: findActors(shown, all),
        isLaidOut: false,
      }),
    );
  const problems = source.problems?.() ?? [];
  return { name: source.name, machines, ...(problems.length > 0 && { problems }) };
}
