import { describe, expect, it } from 'vitest';
import { localeMachine } from '#machines/locale/locale.machine.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import { asking, noting, stage } from '#tests/support/stage.ts';
import type { Layout } from '#visualiser/model/chart.ts';
import type { Gallery, GalleryMachine } from '#visualiser/model/gallery.ts';
import { arrangingMachine, type Figure } from './arranging.machine.ts';
import { visualiserMachine } from './visualiser.machine.ts';
import { machinePlace, type Place } from './visualiser-place.ts';

const OVERVIEW: Place = { kind: 'overview' };

const machine = (key: string): GalleryMachine => ({
  key,
  at: key,
  chart: {
    id: key,
    root: { id: key, key, kind: 'atomic', tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
    transitions: [],
  },
  actors: {},
  isLaidOut: true,
});
const gallery: Gallery = { name: 'x', machines: [machine('a'), machine('b')] };
const layout: Layout = { width: 1, height: 1, states: {}, lines: {}, starts: {}, collapsed: [] };

function begin(place: Place = OVERVIEW) {
  const files = asking<Gallery>();
  const drawer = asking<Layout, { figure: Figure | undefined }>();
  const { notes, effect } = noting();
  const silent = () => undefined;
  const logic = visualiserMachine.provide({
    actors: {
      loadGallery: files.logic,
      arranging: arrangingMachine.provide({ actors: { arrange: drawer.logic } }),
      theme: themeMachine.provide({ actions: { paint: silent, storeTheme: silent } }),
      locale: localeMachine.provide({ actions: { nameLanguage: silent, storeLocale: silent, tellMissing: silent } }),
    },
    actions: { writeAddress: effect('writeAddress') },
  });
  const { actor } = stage(logic, { place, isDark: true, language: { name: 'en' } });
  return {
    actor,
    files,
    drawer,
    asked: () => drawer.inputs().map(({ figure }) => [figure?.of.chart.id, figure?.collapsed]),
    written: () => notes.map(([, params]) => params),
    state: () => actor.getSnapshot(),
    context: () => actor.getSnapshot().context,
    arranging: () => actor.getSnapshot().children.arranging?.getSnapshot(),
  };
}

async function beginWith(place: Place) {
  const begun = begin(place);
  await begun.files.question().answer(gallery);
  return begun;
}

describe('the machines', () => {
  it('are shown once they are there', async () => {
    const { files, state, context } = begin();
    expect(state().matches({ gallery: 'loading' })).toBe(true);
    await files.question().answer(gallery);
    expect(state().matches({ gallery: 'shown' })).toBe(true);
    expect(context().answer).toBe(gallery);
  });

  it('can be asked for again after a failure, whose words are gone then', async () => {
    const { actor, files, asked, state, context } = begin(machinePlace('a'));
    await files.question().refuse(new Error('gallery.json: 404'));
    expect(context().failure?.message).toBe('gallery.json: 404');
    actor.send({ type: 'gallery.retried' });
    expect(context().failure).toBeUndefined();
    await files.question().answer(gallery);
    expect(state().matches({ gallery: 'shown' })).toBe(true);
    expect(asked()).toEqual([['a', []]]);
  });
});

describe('the drawing', () => {
  it('is arranged for what the address names, and for nothing it does not know', async () => {
    const { actor, drawer, asked, arranging } = await beginWith(machinePlace('a'));
    expect(asked()).toEqual([['a', []]]);
    await drawer.question().answer(layout);
    expect(arranging()?.context.drawing).toEqual({ of: gallery.machines[0], collapsed: [], layout });
    actor.send({ type: 'address.arrived', place: machinePlace('unknown') });
    expect(arranging()?.matches('idle')).toBe(true);
    expect(asked()).toHaveLength(1);
  });

  it('is not arranged again for what is selected in it', async () => {
    const { actor, drawer, asked } = await beginWith(machinePlace('a'));
    await drawer.question().answer(layout);
    actor.send({ type: 'selection.changed', id: 'a.x' });
    actor.send({ type: 'address.arrived', place: machinePlace('a', 'a.y') });
    expect(asked()).toHaveLength(1);
  });

  it('is arranged for the machine that a room leads to', async () => {
    const { actor, asked } = await beginWith({ kind: 'coverage' });
    actor.send({ type: 'room.moved', place: machinePlace('b'), how: 'push' });
    expect(asked()).toEqual([['b', []]]);
  });

  it('is arranged again when its states are folded, which stands in the address', async () => {
    const { actor, asked, written } = await beginWith(machinePlace('a', 'a.x'));
    actor.send({ type: 'state.toggled', id: 'a.x' });
    actor.send({ type: 'folding.chosen', ids: ['a.z', 'a.y'] });
    actor.send({ type: 'folding.chosen', ids: [] });
    expect(asked().map(([, collapsed]) => collapsed)).toEqual([[], ['a.x'], ['a.y', 'a.z'], []]);
    expect(written()).toEqual([
      { place: { ...machinePlace('a', 'a.x'), collapsed: ['a.x'] }, how: 'replace' },
      { place: { ...machinePlace('a', 'a.x'), collapsed: ['a.y', 'a.z'] }, how: 'replace' },
      { place: machinePlace('a', 'a.x'), how: 'replace' },
    ]);
  });
});

describe('what is selected', () => {
  it('stands in the address, in the same step of the history', async () => {
    const { actor, written, context } = await beginWith(machinePlace('a'));
    actor.send({ type: 'selection.changed', id: 'a.x' });
    expect(context().place).toEqual(machinePlace('a', 'a.x'));
    expect(written()).toEqual([{ place: machinePlace('a', 'a.x'), how: 'replace' }]);
  });

  it.each([
    { type: 'selection.changed', id: 'x' } as const,
    { type: 'state.toggled', id: 'x' } as const,
    { type: 'folding.chosen', ids: ['x'] } as const,
  ])('is nothing where no machine is looked at: $type', async (event) => {
    const { actor, written, context } = await beginWith(OVERVIEW);
    actor.send(event);
    expect(context().place).toEqual(OVERVIEW);
    expect(written()).toEqual([]);
  });
});

it('what is searched for stays while machines are looked at, until the search is left', async () => {
  const { actor, context } = await beginWith(OVERVIEW);
  actor.send({ type: 'search.typed', query: 'dark' });
  actor.send({ type: 'address.arrived', place: machinePlace('a') });
  expect(context().query).toBe('dark');
  actor.send({ type: 'search.left' });
  expect(context().query).toBe('');
});

it.each([{ type: 'list.toggled' } as const, { type: 'address.arrived', place: machinePlace('a') } as const])(
  'the list is out of the way after $type',
  (event) => {
    const { actor, state } = begin();
    actor.send({ type: 'list.toggled' });
    expect(state().matches({ list: 'unfolded' })).toBe(true);
    actor.send(event);
    expect(state().matches({ list: 'folded' })).toBe(true);
    expect(state().context.place).toEqual('place' in event ? event.place : OVERVIEW);
  },
);
