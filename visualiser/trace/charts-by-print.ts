import type { Chart, ChartState } from '../model/chart.ts';
import type { Gallery, GalleryMachine } from '../model/gallery.ts';
import { computePrint } from '../model/ids.ts';

const idsOf = ({ id, children }: ChartState): string[] => [id, ...children.flatMap(idsOf)];

/** The same as that of the machine a chart was made of. */
export const printOfChart = ({ root, transitions }: Chart): string => computePrint([...idsOf(root), ...transitions.map(({ id }) => id)]);

const known = new WeakMap<Gallery, ReadonlyMap<string, GalleryMachine>>();

/** The machines of a gallery by their prints. Machines of the same states and transitions are drawn alike: the first stands for them. */
export function machinesByPrint(gallery: Gallery): ReadonlyMap<string, GalleryMachine> {
  const found = known.get(gallery) ?? new Map(gallery.machines.toReversed().map((machine) => [printOfChart(machine.chart), machine]));
  known.set(gallery, found);
  return found;
}
