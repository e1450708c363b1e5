import { computeChartPrint } from '../model/chart-index.ts';
import type { Gallery, GalleryMachine } from '../model/gallery.ts';

const cache = new WeakMap<Gallery, ReadonlyMap<string, GalleryMachine>>();

/** The machines of a gallery by their prints. Machines with equal prints have equal charts, so the first one stands for all of them. */
export function indexMachinesByPrint(gallery: Gallery): ReadonlyMap<string, GalleryMachine> {
  const found = cache.get(gallery) ?? new Map(gallery.machines.toReversed().map((machine) => [computeChartPrint(machine.chart), machine]));
  cache.set(gallery, found);
  return found;
}
