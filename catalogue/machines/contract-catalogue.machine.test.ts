import { describe, expect, it } from 'vitest';
import { localeMachine } from '#machines/locale/locale.machine.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import { asking, noting, stage } from '#tests/support/stage.ts';
import type { Place } from './catalogue-place.ts';
import { type CatalogueOutcome, contractCatalogueMachine } from './contract-catalogue.machine.ts';

const OVERVIEW: Place = { kind: 'overview' };
const ROLES: Place = { kind: 'call', name: 'roles.list', example: '' };
const catalogue = { version: '1.0.0', calls: [], reasons: [], states: [], releases: [] };

function begin(place: Place = OVERVIEW) {
  const server = asking<CatalogueOutcome>();
  const { notes, effect } = noting();
  const silent = () => undefined;
  const machine = contractCatalogueMachine.provide({
    actors: {
      loadCatalogue: server.logic,
      theme: themeMachine.provide({ actions: { paint: silent, storeTheme: silent } }),
      locale: localeMachine.provide({ actions: { nameLanguage: silent, storeLocale: silent, tellMissing: silent } }),
    },
    actions: { writeAddress: effect('writeAddress') },
  });
  const { actor } = stage(machine, { place, isDark: true, language: { name: 'en' } });
  return {
    actor,
    server,
    written: () => notes.map(([, params]) => params),
    state: () => actor.getSnapshot(),
    place: () => actor.getSnapshot().context.place,
  };
}

describe('the data of the catalogue', () => {
  it('is shown once it is there', async () => {
    const { server, state } = begin();
    expect(state().matches({ data: 'loading' })).toBe(true);
    await server.question().answer({ kind: 'found', catalogue });
    expect(state().matches({ data: 'shown' })).toBe(true);
    expect(state().context.answer).toEqual(catalogue);
  });

  it('is asked for again when somebody signed in meanwhile', async () => {
    const { actor, server, state } = begin();
    await server.question().answer({ kind: 'signedOut' });
    expect(state().matches({ data: { refused: 'signedOut' } })).toBe(true);
    actor.send({ type: 'session.changed' });
    await server.question().answer({ kind: 'found', catalogue });
    expect(state().matches({ data: 'shown' })).toBe(true);
    expect(server.questions).toHaveLength(2);
  });

  it('stays away from who may not see it, in the words of the server', async () => {
    const { server, state } = begin();
    await server.question().answer({ kind: 'notAllowed', message: 'Only for admins' });
    expect(state().matches({ data: { refused: 'notAllowed' } })).toBe(true);
    expect(state().hasTag('refused')).toBe(true);
    expect(state().context).toMatchObject({ failure: { message: 'Only for admins' }, answer: undefined });
  });

  it('can be asked for again after a failure, whose words are gone then', async () => {
    const { actor, server, state } = begin();
    await server.question().refuse(new Error('no network'));
    expect(state().context.failure?.message).toBe('no network');
    actor.send({ type: 'session.changed' });
    expect(server.questions).toHaveLength(1);
    actor.send({ type: 'catalogue.retried' });
    expect(state().context.failure).toBeUndefined();
    await server.question().answer({ kind: 'found', catalogue });
    expect(state().matches({ data: 'shown' })).toBe(true);
  });

  it('is not asked for again while it is read, whoever signs out', async () => {
    const { actor, server, state } = begin();
    await server.question().answer({ kind: 'found', catalogue });
    actor.send({ type: 'session.changed' });
    actor.send({ type: 'catalogue.retried' });
    expect(server.questions).toHaveLength(1);
    expect(state().context.answer).toEqual(catalogue);
  });
});

describe('the place in the catalogue', () => {
  it('is what the address says, and nothing is written for it', () => {
    const { actor, written, place } = begin(ROLES);
    expect(place()).toEqual(ROLES);
    actor.send({ type: 'address.arrived', place: { kind: 'verify' } });
    expect(place()).toEqual({ kind: 'verify' });
    expect(written()).toEqual([]);
  });

  it('is the search from the first letter on: one step of the history, however much is typed', () => {
    const { actor, written, place } = begin(ROLES);
    actor.send({ type: 'search.typed', query: 'r' });
    actor.send({ type: 'search.typed', query: 'ro' });
    expect(place()).toEqual({ kind: 'search', query: 'ro' });
    expect(written()).toEqual([
      { place: { kind: 'search', query: 'r' }, how: 'push' },
      { place: { kind: 'search', query: 'ro' }, how: 'replace' },
    ]);
  });

  it.each<[string, { type: 'search.left' } | { type: 'search.typed'; query: string }]>([
    ['when the search is left', { type: 'search.left' }],
    ['when nothing is searched for any more', { type: 'search.typed', query: '' }],
  ])('is where the search began, %s', (_, event) => {
    const { actor, written, place, state } = begin(ROLES);
    actor.send({ type: 'search.typed', query: 'r' });
    actor.send(event);
    expect(place()).toEqual(ROLES);
    expect(written().at(-1)).toEqual({ place: ROLES, how: 'replace' });
    expect(state().matches({ place: 'browsing' })).toBe(true);
  });

  it('of a link to a search goes back to the beginning', () => {
    const { actor, place } = begin({ kind: 'search', query: 'x' });
    actor.send({ type: 'search.left' });
    expect(place()).toEqual(OVERVIEW);
  });

  it('follows the reader out of the search and back into it', () => {
    const { actor, place, state } = begin(ROLES);
    actor.send({ type: 'address.arrived', place: { kind: 'search', query: 'x' } });
    expect(state().matches({ place: 'searching' })).toBe(true);
    actor.send({ type: 'address.arrived', place: { kind: 'search', query: 'y' } });
    expect(place()).toEqual({ kind: 'search', query: 'y' });
    actor.send({ type: 'search.left' });
    expect(place()).toEqual(ROLES);
  });
});

describe('the tree', () => {
  it.each([
    { type: 'tree.toggled' } as const,
    { type: 'address.arrived', place: ROLES } as const,
    { type: 'search.typed', query: 'r' } as const,
  ])('is out of the way after $type', (event) => {
    const { actor, state } = begin();
    actor.send({ type: 'tree.toggled' });
    expect(state().matches({ tree: 'unfolded' })).toBe(true);
    actor.send(event);
    expect(state().matches({ tree: 'folded' })).toBe(true);
  });
});

it('speaks and looks as it was told at the start', () => {
  const { theme, locale } = begin().state().children;
  expect(theme?.getSnapshot().value).toBe('dark');
  expect(locale?.getSnapshot().context.language.name).toBe('en');
});
