import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { layoutFaults } from '#tests/support/layout-faults.ts';
import { projectMachines } from '../adapter/project-machines.ts';
import { checkout } from '../fixtures/checkout.ts';
import { constructs } from '../fixtures/constructs.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { buildChart } from '../model/build-chart.ts';
import type { Box, Chart, Layout, Point } from '../model/chart.ts';
import { layoutOf } from './layout-of.ts';

const box = ({ x, y, width, height }: Box) => `${x},${y} ${width}×${height}`;
const way = (points: readonly Point[]) => points.map(({ x, y }) => `${x},${y}`).join(' ');

/** A layout in lines of text, to be read and compared. */
const written = ({ width, height, states, lines, starts, collapsed }: Layout): string =>
  `${[
    `page ${width}×${height}`,
    ...Object.entries(states).map(([id, place]) => `state ${id}: ${box(place)}`),
    ...Object.entries(starts).map(([id, { points, label }]) => `start ${id}: ${way(points)}${label ? ` label ${box(label)}` : ''}`),
    ...Object.entries(lines).map(
      ([id, { points, more = [], label }]) => `line ${id}: ${[points, ...more].map(way).join(' and ')} label ${box(label)}`,
    ),
    ...collapsed.map((id) => `closed ${id}`),
  ].join('\n')}\n`;

const foreign = { checkout, mediaPlayer };

describe('a layout', { timeout: 120_000 }, () => {
  it.each(Object.entries({ ...constructs, ...foreign }))(
    'of %s is what it was, and nothing in it covers anything else',
    async (name, machine) => {
      const chart = buildChart(machine);
      const layout = await layoutOf(chart);
      expect(layoutFaults(chart, layout)).toEqual([]);
      await expect(written(layout)).toMatchFileSnapshot(`./snapshots/${name}.txt`);
    },
  );

  it('of every machine of this project can be read', async () => {
    const machines = await projectMachines.machines();
    expect(machines.length).toBeGreaterThan(80);
    const faults: Record<string, string[]> = {};
    for (const { key, machine } of machines) {
      const chart = buildChart(machine);
      const found = layoutFaults(chart, await layoutOf(chart));
      if (found.length > 0) faults[key] = found;
    }
    expect(faults).toEqual({});
  });

  it('is the same for the same chart, whatever was laid out before', async () => {
    const chart = buildChart(mediaPlayer);
    const first = await layoutOf(chart);
    await layoutOf(buildChart(checkout));
    expect(JSON.stringify(await layoutOf(structuredClone(chart)))).toBe(JSON.stringify(first));
  });

  it('has a place for every state, and a line for every arrow that leads anywhere', async () => {
    const chart = buildChart(constructs.selves);
    const { states, lines, starts, collapsed } = await layoutOf(chart);
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

  it('gives arrows between the same states one line, with their labels below each other', async () => {
    const { lines } = await layoutOf(buildChart(constructs.invokes));
    const known = lines['invokes.asking:xstate.done.actor.ask:0'];
    const unnamed = lines['invokes.asking:xstate.done.actor.2.invokes.asking:0'];
    expect(unnamed?.points).toEqual(known?.points);
    expect(unnamed?.label.x).toBe(known?.label.x);
    expect(unnamed?.label.y).toBeCloseTo((known?.label.y ?? 0) + (known?.label.height ?? 0));
  });

  it('leads to every target of an arrow', async () => {
    const { lines } = await layoutOf(buildChart(constructs.several));
    expect(lines['several.off:both:0']?.more).toHaveLength(1);
  });
});

describe('a layout with closed states', () => {
  const chart: Chart = buildChart(checkout);

  it('shows nothing of what they hold, and lets arrows end at them', async () => {
    const layout = await layoutOf(chart, { collapsed: new Set(['checkout.payment']) });
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
    await expect(written(layout)).toMatchFileSnapshot('./snapshots/checkout-closed.txt');
  });

  it('lets arrows from inside begin at them', async () => {
    const outwards = buildChart(constructs.nested);
    const layout = await layoutOf(outwards, { collapsed: new Set(['nested.outer.middle']) });
    expect(layoutFaults(outwards, layout)).toEqual([]);
    expect(layout.lines['nested.outer.middle.inner:out:0']).toBeDefined();
  });

  it('closes a machine as a whole, with everything in it', async () => {
    const layout = await layoutOf(chart, { collapsed: new Set(['checkout', 'checkout.payment']) });
    expect(Object.keys(layout.states)).toEqual(['checkout']);
    expect(layout.collapsed).toEqual(['checkout']);
    expect(layout.lines).toEqual({});
  });

  it('leaves alone what holds nothing, and what is not there', async () => {
    expect(await layoutOf(chart, { collapsed: new Set(['checkout.cart', 'elsewhere']) })).toEqual(await layoutOf(chart));
  });
});

describe('who looks for faults in layouts', () => {
  const chart = buildChart(
    createMachine({ id: 'm', initial: 'a', states: { a: { on: { go: 'b' } }, b: { initial: 'c', states: { c: {} } } } }),
  );
  const changed = async (change: (layout: Layout) => Partial<Layout>) => {
    const layout = await layoutOf(chart);
    return layoutFaults(chart, { ...layout, ...change(layout) });
  };
  const at = (layout: Layout, id: string): Box => layout.states[id] ?? { x: 0, y: 0, width: 0, height: 0 };

  it('notices a state that covers another, one that left its parent, and one that is missing', async () => {
    expect(
      await changed((layout) => ({ states: { ...layout.states, 'm.b': { ...at(layout, 'm.b'), y: at(layout, 'm.a').y } } })),
    ).toContain('m.a and m.b overlap');
    expect(await changed((layout) => ({ states: { ...layout.states, 'm.b.c': at(layout, 'm.a') } }))).toContain('m.b.c leaves m.b');
    expect(
      await changed(({ states }) => ({ states: Object.fromEntries(Object.entries(states).filter(([id]) => id !== 'm.a')) })),
    ).toContain('m.a has no place');
  });

  it('notices a line that ends nowhere, one that is missing, and a label over a state', async () => {
    const line = (layout: Layout) => layout.lines['m.a:go:0'] ?? { points: [], label: { x: 0, y: 0, width: 0, height: 0 } };
    expect(
      await changed((layout) => ({
        lines: { 'm.a:go:0': { ...line(layout), points: line(layout).points.map(({ x, y }) => ({ x: x + 300, y })) } },
      })),
    ).toEqual(expect.arrayContaining(['m.a:go:0 does not begin at m.a', 'm.a:go:0 does not end at m.b']));
    expect(await changed(() => ({ lines: {} }))).toEqual(['m.a:go:0 has no line']);
    expect(await changed((layout) => ({ lines: { 'm.a:go:0': { ...line(layout), label: at(layout, 'm.a') } } }))).toEqual([
      'the label of m.a:go:0 covers m.a',
    ]);
  });
});
