import { describe, expect, it } from 'vitest';
import { checkout } from '../fixtures/checkout.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { buildChart } from '../model/build-chart.ts';
import { computeMachinePrint } from '../model/ids.ts';
import { machinesByPrint, printOfChart } from './charts-by-print.ts';

describe('the print of a chart', () => {
  it.each([checkout, mediaPlayer])('is that of its machine: $id', (machine) => {
    expect(printOfChart(buildChart(machine))).toBe(computeMachinePrint(machine));
  });

  it('finds the machine in a gallery; the first of those that are drawn alike', () => {
    const one = (key: string, machine: typeof checkout | typeof mediaPlayer) => ({
      key,
      at: key,
      chart: buildChart(machine),
      actors: {},
      isLaidOut: false,
    });
    const gallery = { name: 'x', machines: [one('a', checkout), one('b', mediaPlayer), one('c', checkout)] };
    const found = machinesByPrint(gallery);
    expect(found.get(computeMachinePrint(checkout))?.key).toBe('a');
    expect(found.get(computeMachinePrint(mediaPlayer))?.key).toBe('b');
    expect(machinesByPrint(gallery)).toBe(found);
  });
});
