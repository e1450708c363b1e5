import { computeChartPrint } from '../model/chart-index.ts';
import type { Gallery, GalleryMachine } from '../model/gallery.ts';
import type { Recording } from '../model/recording.ts';

const cache = new WeakMap<Gallery, ReadonlyMap<string, GalleryMachine>>();

/** The machines of a gallery by their prints. Machines with equal prints have equal charts, so the first one stands for all of them. */
export function indexMachinesByPrint(gallery: Gallery): ReadonlyMap<string, GalleryMachine> {
  const found = cache.get(gallery) ?? new Map(gallery.machines.toReversed().map((machine) => [computeChartPrint(machine.chart), machine]));
  cache.set(gallery, found);
  return found;
}

/** The recording with the charts of all its machines that are known. Its own come first: they are as the machines were then. */
export function addCharts(recording: Recording, known: ReadonlyMap<string, Pick<GalleryMachine, 'chart'>>): Recording {
  const prints = new Set(recording.entries.flatMap((entry) => (entry.kind === 'born' ? (entry.actor.machine?.print ?? []) : [])));
  const found = [...prints].flatMap((print) => {
    const chart = known.get(print)?.chart;
    return chart ? [[print, chart] as const] : [];
  });
  return { ...recording, charts: { ...Object.fromEntries(found), ...recording.charts } };
}
