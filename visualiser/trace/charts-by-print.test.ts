import { describe, expect, it } from 'vitest';
import { checkout } from '../fixtures/checkout.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { buildChart } from '../model/build-chart.ts';
import { computeChartPrint } from '../model/chart-index.ts';
import { computeMachinePrint } from '../model/ids.ts';
import { indexMachinesByPrint } from './charts-by-print.ts';

describe('the print of a chart', () => {
  it.each([checkout, mediaPlayer])('equals the print of its machine: $id', (machine) => {
    expect(computeChartPrint(buildChart(machine))).toBe(computeMachinePrint(machine));
  });

  it('finds the first machine with that chart in a gallery', () => {
    const createGalleryMachine = (key: string, machine: typeof checkout | typeof mediaPlayer) => ({
      key,
      at: key,
      chart: buildChart(machine),
      actors: {},
      isLaidOut: false,
    });
    const gallery = {
      name: 'x',
      machines: [createGalleryMachine('a', checkout), createGalleryMachine('b', mediaPlayer), createGalleryMachine('c', checkout)],
    };
    const found = indexMachinesByPrint(gallery);
    expect(found.get(computeMachinePrint(checkout))?.key).toBe('a');
    expect(found.get(computeMachinePrint(mediaPlayer))?.key).toBe('b');
    expect(indexMachinesByPrint(gallery)).toBe(found);
  });
});
