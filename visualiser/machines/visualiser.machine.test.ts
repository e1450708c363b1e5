import { describe, expect, it } from 'vitest';
import { localeMachine } from '#machines/locale/locale.machine.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import { asking, noting, stage } from '#tests/support/stage.ts';
import type { Layout } from '#visualiser/model/chart.ts';
import type { Gallery, GalleryMachine } from '#visualiser/model/gallery.ts';
import { diagramMachine, type Figure } from './diagram.machine.ts';
import { visualiserMachine } from './visualiser.machine.ts';
import { createMachinePlace, type Place } from './visualiser-place.ts';

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

function start(place: Place = OVERVIEW) {
  const files = asking<Gallery>();
  const drawer = asking<Layout, { figure: Figure | undefined }>();
  const { notes, effect } = noting();
  const silent = () => undefined;
  const logic = visualiserMachine.provide({
    actors: {
      loadGallery: files.logic,
      diagram: diagramMachine.provide({ actors: { computeLayout: drawer.logic } }),
      theme: themeMachine.provide({ actions: { paint: silent, storeTheme: silent } }),
      locale: localeMachine.provide({ actions: { setDocumentLanguage: silent, storeLocale: silent, announceLanguageFailure: silent } }),
    },
    actions: { writeAddress: effect('writeAddress') },
  });
  const { actor } = stage(logic, { place, isDark: true, language: { name: 'en' } });
  return {
    actor,
    files,
    drawer,
    asked: () => drawer.inputs().map(({ figure }) => [figure?.source.chart.id, figure?.collapsed]),
    written: () => notes.map(([, params]) => params),
    state: () => actor.getSnapshot(),
    context: () => actor.getSnapshot().context,
    getDiagram: () => actor.getSnapshot().children.diagram?.getSnapshot(),
  };
}

async function startWith(place: Place) {
  const started = start(place);
  await started.files.question().answer(gallery);
  return started;
}

describe('the gallery', () => {
  it('is shown once it is loaded', async () => {
    const { files, state, context } = start();
    expect(state().matches({ gallery: 'loading' })).toBe(true);
    await files.question().answer(gallery);
    expect(state().matches({ gallery: 'shown' })).toBe(true);
    expect(context().answer).toBe(gallery);
  });

  it('can be loaded again after a failure, which is then cleared', async () => {
    const { actor, files, asked, state, context } = start(createMachinePlace('a'));
    await files.question().refuse(new Error('gallery.json: 404'));
    expect(context().failure?.message).toBe('gallery.json: 404');
    actor.send({ type: 'gallery.retried' });
    expect(context().failure).toBeUndefined();
    await files.question().answer(gallery);
    expect(state().matches({ gallery: 'shown' })).toBe(true);
    expect(asked()).toEqual([['a', []]]);
  });
});

describe('a source that changes', () => {
  it('brings another gallery, while the old one stays', async () => {
    const { actor, files, state, context } = await startWith(OVERVIEW);
    actor.send({ type: 'gallery.changed' });
    expect(context().answer).toBe(gallery);
    const next: Gallery = { name: 'x', machines: [machine('c')] };
    await files.question().answer(next);
    expect(context().answer).toBe(next);
    expect(state().matches({ gallery: { shown: 'current' } })).toBe(true);
  });

  it('changes nothing where it cannot be loaded, and the next change may', async () => {
    const { actor, files, context } = await startWith(OVERVIEW);
    actor.send({ type: 'gallery.changed' });
    await files.question().refuse(new Error('gallery.json: 500'));
    expect(context().answer).toBe(gallery);
    actor.send({ type: 'gallery.changed' });
    const next: Gallery = { name: 'y', machines: [] };
    await files.question().answer(next);
    expect(context().answer).toBe(next);
  });
});

describe('the diagram', () => {
  it('is drawn for the machine in the address, and not for an unknown one', async () => {
    const { actor, drawer, asked, getDiagram } = await startWith(createMachinePlace('a'));
    expect(asked()).toEqual([['a', []]]);
    await drawer.question().answer(layout);
    expect(getDiagram()?.context.drawing).toEqual({ source: gallery.machines[0], collapsed: [], layout });
    actor.send({ type: 'address.changed', place: createMachinePlace('unknown') });
    expect(getDiagram()?.matches('idle')).toBe(true);
    expect(asked()).toHaveLength(1);
  });

  it('is not drawn again for a selection', async () => {
    const { actor, drawer, asked } = await startWith(createMachinePlace('a'));
    await drawer.question().answer(layout);
    actor.send({ type: 'selection.changed', id: 'a.x' });
    actor.send({ type: 'address.changed', place: createMachinePlace('a', 'a.y') });
    expect(asked()).toHaveLength(1);
  });

  it('is drawn for the machine that a room requests', async () => {
    const { actor, asked } = await startWith({ kind: 'coverage' });
    actor.send({ type: 'place.requested', place: createMachinePlace('b'), how: 'push' });
    expect(asked()).toEqual([['b', []]]);
  });

  it('is drawn again when states are collapsed, which the address keeps', async () => {
    const { actor, asked, written } = await startWith(createMachinePlace('a', 'a.x'));
    actor.send({ type: 'state.toggled', id: 'a.x' });
    actor.send({ type: 'collapsedStates.changed', ids: ['a.z', 'a.y'] });
    actor.send({ type: 'collapsedStates.changed', ids: [] });
    expect(asked().map(([, collapsed]) => collapsed)).toEqual([[], ['a.x'], ['a.y', 'a.z'], []]);
    expect(written()).toEqual([
      { place: { ...createMachinePlace('a', 'a.x'), collapsed: ['a.x'] }, how: 'replace' },
      { place: { ...createMachinePlace('a', 'a.x'), collapsed: ['a.y', 'a.z'] }, how: 'replace' },
      { place: createMachinePlace('a', 'a.x'), how: 'replace' },
    ]);
  });
});

describe('the selection', () => {
  it('replaces the address without a new history entry', async () => {
    const { actor, written, context } = await startWith(createMachinePlace('a'));
    actor.send({ type: 'selection.changed', id: 'a.x' });
    expect(context().place).toEqual(createMachinePlace('a', 'a.x'));
    expect(written()).toEqual([{ place: createMachinePlace('a', 'a.x'), how: 'replace' }]);
  });

  it.each([
    { type: 'selection.changed', id: 'x' } as const,
    { type: 'state.toggled', id: 'x' } as const,
    { type: 'collapsedStates.changed', ids: ['x'] } as const,
  ])('is ignored while no machine is shown: $type', async (event) => {
    const { actor, written, context } = await startWith(OVERVIEW);
    actor.send(event);
    expect(context().place).toEqual(OVERVIEW);
    expect(written()).toEqual([]);
  });
});

it('the search stays while machines are visited, until it is cleared', async () => {
  const { actor, context } = await startWith(OVERVIEW);
  actor.send({ type: 'search.changed', query: 'dark' });
  actor.send({ type: 'address.changed', place: createMachinePlace('a') });
  expect(context().query).toBe('dark');
  actor.send({ type: 'search.cleared' });
  expect(context().query).toBe('');
});

it.each([{ type: 'list.toggled' } as const, { type: 'address.changed', place: createMachinePlace('a') } as const])(
  'the list is closed after $type',
  (event) => {
    const { actor, state } = start();
    actor.send({ type: 'list.toggled' });
    expect(state().matches({ list: 'open' })).toBe(true);
    actor.send(event);
    expect(state().matches({ list: 'closed' })).toBe(true);
    expect(state().context.place).toEqual('place' in event ? event.place : OVERVIEW);
  },
);
