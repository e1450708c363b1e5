import { describe, expect, it } from 'vitest';
import { checkout } from '../fixtures/checkout.ts';
import { constructs } from '../fixtures/constructs.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { layoutOf } from '../layout/layout-of.ts';
import { buildChart } from '../model/build-chart.ts';
import { type DrawingOptions, drawingOf } from './drawing-of.ts';
import type { Drawing, Group, Shape } from './shapes.ts';

const drawn = async (machine: Parameters<typeof buildChart>[0], options?: DrawingOptions, collapsed?: string[]): Promise<Drawing> => {
  const chart = buildChart(machine);
  return drawingOf(chart, await layoutOf(chart, { collapsed: new Set(collapsed) }), options);
};

const groupsOf = ({ states, transitions }: Drawing): Group[] => [...states, ...transitions];
const groupOf = (drawing: Drawing, id: string): Group => {
  const found = groupsOf(drawing).find((group) => group.id === id);
  if (!found) throw new Error(`nothing is drawn for ${id}`);
  return found;
};
const textsIn = (shapes: readonly Shape[]) => shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));

describe('a drawing', () => {
  it('holds every state and every transition once', async () => {
    for (const machine of [...Object.values(constructs), checkout, mediaPlayer]) {
      const chart = buildChart(machine);
      const drawing = drawingOf(chart, await layoutOf(chart));
      const ids = groupsOf(drawing).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id } of chart.transitions) expect(ids).toContain(id);
    }
  });

  it('says who it is to who does not see it', async () => {
    const drawing = await drawn(constructs.sequence);
    expect(drawing).toMatchObject({ name: 'sequence', description: 'One after the other.' });
    expect(groupOf(drawing, 'sequence.first')).toMatchObject({ of: 'state', name: 'first', description: 'Where it begins.' });
    expect(groupOf(drawing, 'sequence.third').name).toBe('third (final)');
    expect(groupOf(drawing, 'sequence.first:next:0')).toMatchObject({ of: 'transition', name: 'next → second', source: 'sequence.first' });
    const told = await drawn(constructs.delays);
    expect(groupOf(told, 'delays.a:xstate.after.patience:0').name).toBe('after patience 1.5 min / complain → c');
  });

  it('writes what a state does into it, and what leads away beside its line', async () => {
    const drawing = await drawn(constructs.selves);
    expect(textsIn(groupOf(drawing, 'selves.a:inside:0').shapes)).toEqual(['inside', '/ count']);
    expect(drawing.states.map(({ id }) => id)).toContain('selves.a:inside:0');
    expect(drawing.transitions.map(({ id }) => id)).toContain('selves.a:self:0');
    expect(textsIn(groupOf(drawing, 'selves.a:afresh:0').shapes)).toEqual(['afresh', 'reenter']);
  });

  it('marks history states, final states, regions and the way in', async () => {
    const history = await drawn(constructs.history);
    expect(textsIn(groupOf(history, 'history.awake.last').shapes)).toEqual(['H']);
    expect(textsIn(groupOf(history, 'history.awake.lastOfAll').shapes)).toEqual(['H*']);
    const dots = history.lines.flatMap(({ shapes }) => shapes.filter(({ kind }) => kind === 'circle'));
    expect(dots).toHaveLength(3);
    const edges = async (machine: Parameters<typeof buildChart>[0], id: string) =>
      groupOf(await drawn(machine), id).shapes.filter((shape) => shape.kind === 'rect' && shape.look.stroke === 'border');
    expect(await edges(constructs.sequence, 'sequence.third')).toHaveLength(2);
    expect(await edges(constructs.sequence, 'sequence.first')).toHaveLength(1);
    expect(await edges(constructs.parallel, 'parallel.left')).toMatchObject([{ look: { dashes: expect.any(String) } }]);
  });

  it('lets every arrow end with its tip where its line ends', async () => {
    const chart = buildChart(constructs.sequence);
    const layout = await layoutOf(chart);
    const line = drawingOf(chart, layout).lines.find(({ transition }) => transition === 'sequence.first:next:0');
    const tip = layout.lines['sequence.first:next:0']?.points.at(-1);
    const head = line?.shapes.find((shape) => shape.kind === 'path' && shape.look.fill);
    expect(head?.kind === 'path' && head.d.startsWith(`M${tip?.x} ${tip?.y}L`)).toBe(true);
  });

  it('shows where somebody is, what was taken, found and chosen, and what nobody reached', async () => {
    const drawing = await drawn(constructs.sequence, {
      active: new Set(['sequence', 'sequence.second']),
      taken: new Set(['sequence.first:next:0']),
      reached: new Set(['sequence', 'sequence.first', 'sequence.second', 'sequence.first:next:0']),
      found: new Set(['sequence.third']),
      chosen: 'sequence.first',
    });
    expect(groupOf(drawing, 'sequence').status).toEqual(['active']);
    expect(groupOf(drawing, 'sequence.second').status).toEqual(['active']);
    expect(groupOf(drawing, 'sequence.first:next:0').status).toEqual(['taken']);
    expect(groupOf(drawing, 'sequence.first').status).toEqual(['chosen']);
    expect(groupOf(drawing, 'sequence.third').status).toEqual(['found', 'unreached']);
    const unreached = groupOf(drawing, 'sequence.third').shapes;
    expect(unreached.slice(0, -2).every(({ look }) => look.opacity !== undefined && (!look.stroke || look.dashes !== undefined))).toBe(
      true,
    );
    expect(unreached.slice(-2)).toMatchObject([
      { kind: 'circle', look: { stroke: 'bad' } },
      { kind: 'path', look: { stroke: 'bad' } },
    ]);
    expect(groupOf(drawing, 'sequence.second').shapes.some(({ look }) => look.opacity !== undefined)).toBe(false);
    const strokes = drawing.lines.flatMap(({ transition, shapes }) =>
      transition ? shapes.slice(0, 1).map(({ look }) => [transition, look.stroke]) : [],
    );
    expect(strokes).toEqual([
      ['sequence.second:next:0', 'line'],
      ['sequence.first:next:0', 'accent'],
    ]);
  });

  it('draws a closed state with the number of states in it', async () => {
    const drawing = await drawn(checkout, {}, ['checkout.payment']);
    expect(groupOf(drawing, 'checkout.payment').isClosed).toBe(true);
    expect(textsIn(groupOf(drawing, 'checkout.payment').shapes)).toEqual(['payment', '8']);
    expect(groupOf(drawing, 'checkout').isClosed).toBe(false);
    expect(groupOf(drawing, 'checkout.cart').isClosed).toBeUndefined();
  });
});
