import { describe, expect, it } from 'vitest';
import { checkout } from '../fixtures/checkout.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { buildChart } from '../model/build-chart.ts';
import { computeChartPrint } from '../model/chart-index.ts';
import { computeMachinePrint } from '../model/ids.ts';
import { addCharts, indexMachinesByPrint } from './charts-by-print.ts';

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

  it('brings the charts of a recording that are known, after its own', () => {
    const [own, other] = [buildChart(checkout), { ...buildChart(checkout), description: 'as it is now' }];
    const [print, playerPrint] = [computeMachinePrint(checkout), computeMachinePrint(mediaPlayer)];
    const born = (seq: number, one: string) => ({
      seq,
      at: 0,
      kind: 'born' as const,
      actor: { key: one, id: one, kind: 'machine' as const, machine: { id: one, print: one }, isRestored: false },
      state: { status: 'active' as const },
    });
    const recording = {
      format: 'xstate-recording' as const,
      version: 1 as const,
      title: '',
      startedAt: '',
      charts: { [print]: own },
      entries: [born(1, print), born(2, playerPrint), born(3, 'unknown')],
    };
    const known = new Map([
      [print, { chart: other }],
      [playerPrint, { chart: buildChart(mediaPlayer) }],
      ['unused', { chart: own }],
    ]);
    expect(addCharts(recording, known).charts).toEqual({ [print]: own, [playerPrint]: buildChart(mediaPlayer) });
  });
});
