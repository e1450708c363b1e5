import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { sampled } from '#tests/support/depth.ts';
import { layoutFaults } from '#tests/support/layout-faults.ts';
import { projectMachines } from '#tools/visualiser/project-machines.ts';
import { checkout } from '../fixtures/checkout.ts';
import { constructs } from '../fixtures/constructs.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { buildChart } from '../model/build-chart.ts';
import type { Box, Chart, Layout, Point } from '../model/chart.ts';
import { computeLayout } from './compute-layout.ts';

const formatBox = ({ x, y, width, height }: Box) => `${x},${y} ${width}×${height}`;
const formatPoints = (points: readonly Point[]) => points.map(({ x, y }) => `${x},${y}`).join(' ');

/** A layout as text, for snapshots. */
const formatLayout = ({ width, height, states, lines, starts, collapsed }: Layout): string =>
  `${[
    `page ${width}×${height}`,
    ...Object.entries(states).map(([id, box]) => `state ${id}: ${formatBox(box)}`),
    ...Object.entries(starts).map(
      ([id, { points, label }]) => `start ${id}: ${formatPoints(points)}${label ? ` label ${formatBox(label)}` : ''}`,
    ),
    ...Object.entries(lines).map(
      ([id, { points, more = [], label }]) => `line ${id}: ${[points, ...more].map(formatPoints).join(' and ')} label ${formatBox(label)}`,
    ),
    ...collapsed.map((id) => `closed ${id}`),
  ].join('\n')}\n`;

const otherProjects = { checkout, mediaPlayer };

describe('a layout', { timeout: 120_000 }, () => {
  it.each(Object.entries({ ...constructs, ...otherProjects }))(
    'of %s matches its snapshot, and nothing in it overlaps',
    async (name, machine) => {
      const chart = buildChart(machine);
      const layout = await computeLayout(chart);
      expect(layoutFaults(chart, layout)).toEqual([]);
      await expect(formatLayout(layout)).toMatchFileSnapshot(`./snapshots/${name}.txt`);
    },
  );

  it('of the machines of this project is readable', async () => {
    const machines = await projectMachines.machines();
    expect(machines.length).toBeGreaterThan(80);
    const faults: Record<string, string[]> = {};
    const results = new Map<string, string>();
    for (const { key, machine } of sampled(machines, 12)) {
      const chart = buildChart(machine);
      const found = layoutFaults(chart, await computeLayout(chart, { results }));
      if (found.length > 0) faults[key] = found;
    }
    expect(faults).toEqual({});
  });

  it('is computed once for machines that differ in names alone', async () => {
    const chartOf = (id: string) => buildChart(createMachine({ id, initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } }));
    const results = new Map<string, string>();
    const first = await computeLayout(chartOf('one'), { results });
    const second = await computeLayout(chartOf('eno'), { results });
    expect(results.size).toBe(1);
    expect(Object.keys(second.states)).not.toEqual(Object.keys(first.states));
    expect(second).toEqual(await computeLayout(chartOf('eno')));
  });

  it('is the same for the same chart, regardless of earlier layouts', async () => {
    const chart = buildChart(mediaPlayer);
    const first = await computeLayout(chart);
    await computeLayout(buildChart(checkout));
    expect(JSON.stringify(await computeLayout(structuredClone(chart)))).toBe(JSON.stringify(first));
  });

  it('has a box for every state, and a line for every transition with a target', async () => {
    const chart = buildChart(constructs.selves);
    const { states, lines, starts, collapsed } = await computeLayout(chart);
    expect(Object.keys(states).toSorted()).toEqual(['selves', 'selves.a', 'selves.b', 'selves.b.x']);
    expect(Object.keys(lines).toSorted()).toEqual(
      chart.transitions
        .filter(({ targets }) => targets.length > 0)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(Object.keys(starts).toSorted()).toEqual(['selves', 'selves.b']);
    expect(collapsed).toEqual([]);
  });

  it('draws transitions between the same states as one line with stacked labels', async () => {
    const { lines } = await computeLayout(buildChart(constructs.invokes));
    const known = lines['invokes.asking:xstate.done.actor.ask:0'];
    const unnamed = lines['invokes.asking:xstate.done.actor.2.invokes.asking:0'];
    expect(unnamed?.points).toEqual(known?.points);
    expect(unnamed?.label.x).toBe(known?.label.x);
    expect(unnamed?.label.y).toBeCloseTo((known?.label.y ?? 0) + (known?.label.height ?? 0));
  });

  it('leads to every target of a transition', async () => {
    const { lines } = await computeLayout(buildChart(constructs.several));
    expect(lines['several.off:both:0']?.more).toHaveLength(1);
  });
});

describe('a layout with collapsed states', () => {
  const chart: Chart = buildChart(checkout);

  it('hides their children, and ends arrows to the children at them', async () => {
    const layout = await computeLayout(chart, { collapsed: new Set(['checkout.payment']) });
    expect(layoutFaults(chart, layout)).toEqual([]);
    expect(layout.collapsed).toEqual(['checkout.payment']);
    expect(Object.keys(layout.states).filter((id) => id.startsWith('checkout.payment.'))).toEqual([]);
    expect(layout.lines['checkout.payment.card.asked:CARD:0']).toBeUndefined();
    const end = layout.lines['checkout.help:BACK:0']?.points.at(-1);
    const closed = layout.states['checkout.payment'];
    expect(
      end &&
        closed &&
        (end.y === closed.y || end.y === closed.y + closed.height || end.x === closed.x + closed.width || end.x === closed.x),
    ).toBe(true);
    await expect(formatLayout(layout)).toMatchFileSnapshot('./snapshots/checkout-closed.txt');
  });

  it('starts arrows from the children at them', async () => {
    const outwards = buildChart(constructs.nested);
    const layout = await computeLayout(outwards, { collapsed: new Set(['nested.outer.middle']) });
    expect(layoutFaults(outwards, layout)).toEqual([]);
    expect(layout.lines['nested.outer.middle.inner:out:0']).toBeDefined();
  });

  it('can collapse the whole machine', async () => {
    const layout = await computeLayout(chart, { collapsed: new Set(['checkout', 'checkout.payment']) });
    expect(Object.keys(layout.states)).toEqual(['checkout']);
    expect(layout.collapsed).toEqual(['checkout']);
    expect(layout.lines).toEqual({});
  });

  it('ignores unknown states and states without children', async () => {
    expect(await computeLayout(chart, { collapsed: new Set(['checkout.cart', 'elsewhere']) })).toEqual(await computeLayout(chart));
  });
});

describe('layoutFaults', () => {
  const chart = buildChart(
    createMachine({ id: 'm', initial: 'a', states: { a: { on: { go: 'b' } }, b: { initial: 'c', states: { c: {} } } } }),
  );
  const findFaultsAfter = async (change: (layout: Layout) => Partial<Layout>) => {
    const layout = await computeLayout(chart);
    return layoutFaults(chart, { ...layout, ...change(layout) });
  };
  const boxOf = (layout: Layout, id: string): Box => layout.states[id] ?? { x: 0, y: 0, width: 0, height: 0 };

  it('finds states that overlap, leave their parent or are missing', async () => {
    expect(
      await findFaultsAfter((layout) => ({ states: { ...layout.states, 'm.b': { ...boxOf(layout, 'm.b'), y: boxOf(layout, 'm.a').y } } })),
    ).toContain('m.a and m.b overlap');
    expect(await findFaultsAfter((layout) => ({ states: { ...layout.states, 'm.b.c': boxOf(layout, 'm.a') } }))).toContain(
      'm.b.c leaves m.b',
    );
    expect(
      await findFaultsAfter(({ states }) => ({ states: Object.fromEntries(Object.entries(states).filter(([id]) => id !== 'm.a')) })),
    ).toContain('m.a has no place');
  });

  it('finds lines that end nowhere or are missing, and labels that cover a state', async () => {
    const line = (layout: Layout) => layout.lines['m.a:go:0'] ?? { points: [], label: { x: 0, y: 0, width: 0, height: 0 } };
    expect(
      await findFaultsAfter((layout) => ({
        lines: { 'm.a:go:0': { ...line(layout), points: line(layout).points.map(({ x, y }) => ({ x: x + 300, y })) } },
      })),
    ).toEqual(expect.arrayContaining(['m.a:go:0 does not begin at m.a', 'm.a:go:0 does not end at m.b']));
    expect(await findFaultsAfter(() => ({ lines: {} }))).toEqual(['m.a:go:0 has no line']);
    expect(await findFaultsAfter((layout) => ({ lines: { 'm.a:go:0': { ...line(layout), label: boxOf(layout, 'm.a') } } }))).toEqual([
      'the label of m.a:go:0 covers m.a',
    ]);
  });
});
