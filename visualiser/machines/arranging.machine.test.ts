import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import type { Layout } from '#visualiser/model/chart.ts';
import { arrangingMachine, type Drawable, type Figure } from './arranging.machine.ts';

const drawable = (id: string): Drawable => ({
  chart: {
    id,
    root: { id, key: id, kind: 'atomic', tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
    transitions: [],
  },
});
const [a, b] = [drawable('a'), drawable('b')];
const figure = (of: Drawable, ...collapsed: string[]): Figure => ({ of, collapsed });
const layoutOf = (width: number): Layout => ({ width, height: 1, states: {}, lines: {}, starts: {}, collapsed: [] });

function begin(first?: Figure) {
  const drawer = asking<Layout, { figure: Figure | undefined }>();
  const { actor } = stage(arrangingMachine.provide({ actors: { arrange: drawer.logic } }), { figure: first });
  return {
    actor,
    drawer,
    asked: () => drawer.inputs().map((input) => [input.figure?.of.chart.id, input.figure?.collapsed]),
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

describe('a drawing', () => {
  it('is arranged as soon as there is something to be drawn', async () => {
    const { actor, drawer, asked, state, context } = begin();
    expect([state(), asked()]).toEqual(['idle', []]);
    actor.send({ type: 'figure.arrived', figure: figure(a) });
    expect(state()).toBe('arranging');
    await drawer.question().answer(layoutOf(1));
    expect([state(), context().drawing]).toEqual(['drawn', { ...figure(a), layout: layoutOf(1) }]);
  });

  it('is arranged at once where it is known from the beginning', () => {
    expect(begin(figure(a)).state()).toBe('arranging');
  });

  it('is arranged once, however often it is asked for', async () => {
    const { actor, drawer, asked } = begin(figure(a, 'a.x'));
    actor.send({ type: 'figure.arrived', figure: figure(a, 'a.x') });
    await drawer.question().answer(layoutOf(1));
    actor.send({ type: 'figure.arrived', figure: figure({ ...a }, 'a.x') });
    actor.send({ type: 'folding.chosen', ids: ['a.x'] });
    expect(asked()).toHaveLength(1);
  });

  it('is given up for another one, and what comes too late changes nothing', async () => {
    const { actor, drawer, asked, context } = begin(figure(a));
    actor.send({ type: 'figure.arrived', figure: figure(b) });
    expect(drawer.question(0).signal.aborted).toBe(true);
    await drawer.question(0).answer(layoutOf(1));
    expect(context().drawing).toBeUndefined();
    await drawer.question(1).answer(layoutOf(2));
    expect(asked()).toEqual([
      ['a', []],
      ['b', []],
    ]);
    expect(context().drawing).toEqual({ ...figure(b), layout: layoutOf(2) });
  });

  it('stands as it was until its states are folded', async () => {
    const { actor, drawer, asked, context } = begin(figure(a));
    await drawer.question().answer(layoutOf(1));
    actor.send({ type: 'state.toggled', id: 'a.x' });
    expect(context().drawing?.layout.width).toBe(1);
    await drawer.question().answer(layoutOf(2));
    expect(context().drawing).toEqual({ ...figure(a, 'a.x'), layout: layoutOf(2) });
    actor.send({ type: 'folding.chosen', ids: ['a.z', 'a.y', 'a.z'] });
    actor.send({ type: 'state.toggled', id: 'a.y' });
    expect(asked().map(([, collapsed]) => collapsed)).toEqual([[], ['a.x'], ['a.y', 'a.z'], ['a.z']]);
  });

  it.each([figure(b), undefined])('does not stand for another chart, nor for none', async (next) => {
    const { actor, drawer, context } = begin(figure(a));
    await drawer.question().answer(layoutOf(1));
    actor.send({ type: 'figure.arrived', figure: next });
    expect(context().drawing).toBeUndefined();
  });

  it('is none where there is nothing to be drawn, whatever is folded', () => {
    const { actor, asked, state } = begin();
    actor.send({ type: 'state.toggled', id: 'a.x' });
    actor.send({ type: 'folding.chosen', ids: ['a.x'] });
    actor.send({ type: 'figure.arrived', figure: undefined });
    expect([state(), asked()]).toEqual(['idle', []]);
  });

  it('that failed says why, and is tried again on request or given up for another one', async () => {
    const { actor, drawer, state, context } = begin(figure(a));
    await drawer.question().refuse(new Error('layouts/a.json: 404'));
    expect([state(), context().failure?.message]).toEqual(['failed', 'layouts/a.json: 404']);
    actor.send({ type: 'drawing.retried' });
    expect(context().failure).toBeUndefined();
    await drawer.question().refuse(new Error('layouts/a.json: 404'));
    actor.send({ type: 'figure.arrived', figure: figure(b) });
    await drawer.question().answer(layoutOf(1));
    expect([state(), context().failure]).toEqual(['drawn', undefined]);
  });
});
