import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import type { Layout } from '#visualiser/model/chart.ts';
import { type Drawable, diagramMachine, type Figure } from './diagram.machine.ts';

const createDrawable = (id: string): Drawable => ({
  chart: {
    id,
    root: { id, key: id, kind: 'atomic', tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
    transitions: [],
  },
});
const [a, b] = [createDrawable('a'), createDrawable('b')];
const createFigure = (source: Drawable, ...collapsed: string[]): Figure => ({ source, collapsed });
const createLayout = (width: number): Layout => ({ width, height: 1, states: {}, lines: {}, starts: {}, collapsed: [] });

function start(first?: Figure) {
  const drawer = asking<Layout, { figure: Figure | undefined }>();
  const { actor } = stage(diagramMachine.provide({ actors: { computeLayout: drawer.logic } }), { figure: first });
  return {
    actor,
    drawer,
    asked: () => drawer.inputs().map((input) => [input.figure?.source.chart.id, input.figure?.collapsed]),
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

describe('a diagram', () => {
  it('is laid out as soon as there is a figure', async () => {
    const { actor, drawer, asked, state, context } = start();
    expect([state(), asked()]).toEqual(['idle', []]);
    actor.send({ type: 'figure.changed', figure: createFigure(a) });
    expect(state()).toBe('computingLayout');
    await drawer.question().answer(createLayout(1));
    expect([state(), context().drawing]).toEqual(['drawn', { ...createFigure(a), layout: createLayout(1) }]);
  });

  it('is laid out at once if the figure is known from the start', () => {
    expect(start(createFigure(a)).state()).toBe('computingLayout');
  });

  it('is laid out once, however often the same figure is requested', async () => {
    const { actor, drawer, asked } = start(createFigure(a, 'a.x'));
    actor.send({ type: 'figure.changed', figure: createFigure(a, 'a.x') });
    await drawer.question().answer(createLayout(1));
    actor.send({ type: 'figure.changed', figure: createFigure({ ...a }, 'a.x') });
    actor.send({ type: 'collapsedStates.changed', ids: ['a.x'] });
    expect(asked()).toHaveLength(1);
  });

  it('drops a layout in progress for another figure, and ignores its late result', async () => {
    const { actor, drawer, asked, context } = start(createFigure(a));
    actor.send({ type: 'figure.changed', figure: createFigure(b) });
    expect(drawer.question(0).signal.aborted).toBe(true);
    await drawer.question(0).answer(createLayout(1));
    expect(context().drawing).toBeUndefined();
    await drawer.question(1).answer(createLayout(2));
    expect(asked()).toEqual([
      ['a', []],
      ['b', []],
    ]);
    expect(context().drawing).toEqual({ ...createFigure(b), layout: createLayout(2) });
  });

  it('keeps the last drawing until the new layout is ready', async () => {
    const { actor, drawer, asked, context } = start(createFigure(a));
    await drawer.question().answer(createLayout(1));
    actor.send({ type: 'state.toggled', id: 'a.x' });
    expect(context().drawing?.layout.width).toBe(1);
    await drawer.question().answer(createLayout(2));
    expect(context().drawing).toEqual({ ...createFigure(a, 'a.x'), layout: createLayout(2) });
    actor.send({ type: 'collapsedStates.changed', ids: ['a.z', 'a.y', 'a.z'] });
    actor.send({ type: 'state.toggled', id: 'a.y' });
    expect(asked().map(([, collapsed]) => collapsed)).toEqual([[], ['a.x'], ['a.y', 'a.z'], ['a.z']]);
  });

  it.each([createFigure(b), undefined])('does not keep the drawing of another chart', async (next) => {
    const { actor, drawer, context } = start(createFigure(a));
    await drawer.question().answer(createLayout(1));
    actor.send({ type: 'figure.changed', figure: next });
    expect(context().drawing).toBeUndefined();
  });

  it('stays idle without a figure, whatever is collapsed', () => {
    const { actor, asked, state } = start();
    actor.send({ type: 'state.toggled', id: 'a.x' });
    actor.send({ type: 'collapsedStates.changed', ids: ['a.x'] });
    actor.send({ type: 'figure.changed', figure: undefined });
    expect([state(), asked()]).toEqual(['idle', []]);
  });

  it('keeps the reason of a failure until it is retried or another figure comes', async () => {
    const { actor, drawer, state, context } = start(createFigure(a));
    await drawer.question().refuse(new Error('layouts/a.json: 404'));
    expect([state(), context().failure?.message]).toEqual(['failed', 'layouts/a.json: 404']);
    actor.send({ type: 'layout.retried' });
    expect(context().failure).toBeUndefined();
    await drawer.question().refuse(new Error('layouts/a.json: 404'));
    actor.send({ type: 'figure.changed', figure: createFigure(b) });
    await drawer.question().answer(createLayout(1));
    expect([state(), context().failure]).toEqual(['drawn', undefined]);
  });
});
