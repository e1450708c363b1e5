import { describe, expect, it } from 'vitest';
import { checkout } from '../fixtures/checkout.ts';
import { constructs } from '../fixtures/constructs.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { computeLayout } from '../layout/compute-layout.ts';
import { buildChart } from '../model/build-chart.ts';
import { buildDrawing, type DrawingOptions } from './build-drawing.ts';
import type { Drawing, Group, Shape } from './shapes.ts';

const draw = async (machine: Parameters<typeof buildChart>[0], options?: DrawingOptions, collapsed?: string[]): Promise<Drawing> => {
  const chart = buildChart(machine);
  return buildDrawing(chart, await computeLayout(chart, { collapsed: new Set(collapsed) }), options);
};

const listGroups = ({ states, transitions }: Drawing): Group[] => [...states, ...transitions];
const findGroup = (drawing: Drawing, id: string): Group => {
  const found = listGroups(drawing).find((group) => group.id === id);
  if (!found) throw new Error(`nothing is drawn for ${id}`);
  return found;
};
const listTexts = (shapes: readonly Shape[]) => shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));

describe('a drawing', () => {
  it('contains every state and every transition once', async () => {
    for (const machine of [...Object.values(constructs), checkout, mediaPlayer]) {
      const chart = buildChart(machine);
      const drawing = buildDrawing(chart, await computeLayout(chart));
      const ids = listGroups(drawing).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id } of chart.transitions) expect(ids).toContain(id);
    }
  });

  it('has accessible names and descriptions', async () => {
    const drawing = await draw(constructs.sequence);
    expect(drawing).toMatchObject({ name: 'sequence', description: 'One after the other.' });
    expect(findGroup(drawing, 'sequence.first')).toMatchObject({ of: 'state', name: 'first', description: 'Where it begins.' });
    expect(findGroup(drawing, 'sequence.third').name).toBe('third (final)');
    expect(findGroup(drawing, 'sequence.first:next:0')).toMatchObject({
      of: 'transition',
      name: 'next → second',
      source: 'sequence.first',
    });
    const delays = await draw(constructs.delays);
    expect(findGroup(delays, 'delays.a:xstate.after.patience:0').name).toBe('after patience 1.5 min / complain → c');
  });

  it('shows transitions without a target inside their state, and others beside their line', async () => {
    const drawing = await draw(constructs.selves);
    expect(listTexts(findGroup(drawing, 'selves.a:inside:0').shapes)).toEqual(['inside', '/ count']);
    expect(drawing.states.map(({ id }) => id)).toContain('selves.a:inside:0');
    expect(drawing.transitions.map(({ id }) => id)).toContain('selves.a:self:0');
    expect(listTexts(findGroup(drawing, 'selves.a:afresh:0').shapes)).toEqual(['afresh', 'reenter']);
  });

  it('marks history states, final states, parallel regions and initial states', async () => {
    const history = await draw(constructs.history);
    expect(listTexts(findGroup(history, 'history.awake.last').shapes)).toEqual(['H']);
    expect(listTexts(findGroup(history, 'history.awake.lastOfAll').shapes)).toEqual(['H*']);
    const dots = history.lines.flatMap(({ shapes }) => shapes.filter(({ kind }) => kind === 'circle'));
    expect(dots).toHaveLength(3);
    const drawBorders = async (machine: Parameters<typeof buildChart>[0], id: string) =>
      findGroup(await draw(machine), id).shapes.filter((shape) => shape.kind === 'rect' && shape.look.stroke === 'border');
    expect(await drawBorders(constructs.sequence, 'sequence.third')).toHaveLength(2);
    expect(await drawBorders(constructs.sequence, 'sequence.first')).toHaveLength(1);
    expect(await drawBorders(constructs.parallel, 'parallel.left')).toMatchObject([{ look: { dashes: expect.any(String) } }]);
  });

  it('ends every arrow head exactly where its line ends', async () => {
    const chart = buildChart(constructs.sequence);
    const layout = await computeLayout(chart);
    const line = buildDrawing(chart, layout).lines.find(({ transition }) => transition === 'sequence.first:next:0');
    const tip = layout.lines['sequence.first:next:0']?.points.at(-1);
    const head = line?.shapes.find((shape) => shape.kind === 'path' && shape.look.fill);
    expect(head?.kind === 'path' && head.d.startsWith(`M${tip?.x} ${tip?.y}L`)).toBe(true);
  });

  it('marks active, taken, found, chosen and unreached parts', async () => {
    const drawing = await draw(constructs.sequence, {
      active: new Set(['sequence', 'sequence.second']),
      taken: new Set(['sequence.first:next:0']),
      reached: new Set(['sequence', 'sequence.first', 'sequence.second', 'sequence.first:next:0']),
      found: new Set(['sequence.third']),
      chosen: 'sequence.first',
    });
    expect(findGroup(drawing, 'sequence').status).toEqual(['active']);
    expect(findGroup(drawing, 'sequence.second').status).toEqual(['active']);
    expect(findGroup(drawing, 'sequence.first:next:0').status).toEqual(['taken']);
    expect(findGroup(drawing, 'sequence.first').status).toEqual(['chosen']);
    expect(findGroup(drawing, 'sequence.third').status).toEqual(['found', 'unreached']);
    const unreached = findGroup(drawing, 'sequence.third').shapes;
    expect(unreached.slice(0, -2).every(({ look }) => look.opacity !== undefined && (!look.stroke || look.dashes !== undefined))).toBe(
      true,
    );
    expect(unreached.slice(-2)).toMatchObject([
      { kind: 'circle', look: { stroke: 'bad' } },
      { kind: 'path', look: { stroke: 'bad' } },
    ]);
    expect(findGroup(drawing, 'sequence.second').shapes.some(({ look }) => look.opacity !== undefined)).toBe(false);
    const strokes = drawing.lines.flatMap(({ transition, shapes }) =>
      transition ? shapes.slice(0, 1).map(({ look }) => [transition, look.stroke]) : [],
    );
    expect(strokes).toEqual([
      ['sequence.second:next:0', 'line'],
      ['sequence.first:next:0', 'accent'],
    ]);
  });

  it('shows the number of hidden states in a collapsed state', async () => {
    const drawing = await draw(checkout, {}, ['checkout.payment']);
    expect(findGroup(drawing, 'checkout.payment').isClosed).toBe(true);
    expect(listTexts(findGroup(drawing, 'checkout.payment').shapes)).toEqual(['payment', '8']);
    expect(findGroup(drawing, 'checkout').isClosed).toBe(false);
    expect(findGroup(drawing, 'checkout.cart').isClosed).toBeUndefined();
  });
});
