import { describe, expect, it } from 'vitest';
import { localeMachine } from '#machines/locale/locale.machine.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import { asking, noting, stage } from '#tests/support/stage.ts';
import type { Place } from './catalogue-place.ts';
import { type CatalogueOutcome, contractCatalogueMachine } from './contract-catalogue.machine.ts';

const OVERVIEW: Place = { kind: 'overview' };
const ROLES: Place = { kind: 'call', name: 'roles.list', example: '' };
const catalogue = { version: '1.0.0', calls: [], reasons: [], states: [], releases: [] };

function start(place: Place = OVERVIEW) {
  const server = asking<CatalogueOutcome>();
  const { notes, effect } = noting();
  const silent = () => undefined;
  const machine = contractCatalogueMachine.provide({
    actors: {
      loadCatalogue: server.logic,
      theme: themeMachine.provide({ actions: { paint: silent, storeTheme: silent } }),
      locale: localeMachine.provide({ actions: { setDocumentLanguage: silent, storeLocale: silent, announceLanguageFailure: silent } }),
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
  it('is shown once it is loaded', async () => {
    const { server, state } = start();
    expect(state().matches({ data: 'loading' })).toBe(true);
    await server.question().answer({ kind: 'found', catalogue });
    expect(state().matches({ data: 'shown' })).toBe(true);
    expect(state().context.answer).toEqual(catalogue);
  });

  it('is loaded again when the user has signed in', async () => {
    const { actor, server, state } = start();
    await server.question().answer({ kind: 'signedOut' });
    expect(state().matches({ data: { refused: 'signedOut' } })).toBe(true);
    actor.send({ type: 'session.changed' });
    await server.question().answer({ kind: 'found', catalogue });
    expect(state().matches({ data: 'shown' })).toBe(true);
    expect(server.questions).toHaveLength(2);
  });

  it("is withheld from users without permission, with the server's message", async () => {
    const { server, state } = start();
    await server.question().answer({ kind: 'notAllowed', message: 'Only for admins' });
    expect(state().matches({ data: { refused: 'notAllowed' } })).toBe(true);
    expect(state().hasTag('refused')).toBe(true);
    expect(state().context).toMatchObject({ failure: { message: 'Only for admins' }, answer: undefined });
  });

  it('can be loaded again after a failure, which is then cleared', async () => {
    const { actor, server, state } = start();
    await server.question().refuse(new Error('no network'));
    expect(state().context.failure?.message).toBe('no network');
    actor.send({ type: 'session.changed' });
    expect(server.questions).toHaveLength(1);
    actor.send({ type: 'catalogue.retried' });
    expect(state().context.failure).toBeUndefined();
    await server.question().answer({ kind: 'found', catalogue });
    expect(state().matches({ data: 'shown' })).toBe(true);
  });

  it('is not loaded again while it is shown, even if the user signs out', async () => {
    const { actor, server, state } = start();
    await server.question().answer({ kind: 'found', catalogue });
    actor.send({ type: 'session.changed' });
    actor.send({ type: 'catalogue.retried' });
    expect(server.questions).toHaveLength(1);
    expect(state().context.answer).toEqual(catalogue);
  });
});

describe('the place in the catalogue', () => {
  it('follows the address without writing it', () => {
    const { actor, written, place } = start(ROLES);
    expect(place()).toEqual(ROLES);
    actor.send({ type: 'address.changed', place: { kind: 'verify' } });
    expect(place()).toEqual({ kind: 'verify' });
    expect(written()).toEqual([]);
  });

  it('becomes the search with the first letter, as a single history entry', () => {
    const { actor, written, place } = start(ROLES);
    actor.send({ type: 'search.changed', query: 'r' });
    actor.send({ type: 'search.changed', query: 'ro' });
    expect(place()).toEqual({ kind: 'search', query: 'ro' });
    expect(written()).toEqual([
      { place: { kind: 'search', query: 'r' }, how: 'push' },
      { place: { kind: 'search', query: 'ro' }, how: 'replace' },
    ]);
  });

  it.each<[string, { type: 'search.cancelled' } | { type: 'search.changed'; query: string }]>([
    ['when the search is cancelled', { type: 'search.cancelled' }],
    ['when the query is emptied', { type: 'search.changed', query: '' }],
  ])('returns to the place before the search %s', (_, event) => {
    const { actor, written, place, state } = start(ROLES);
    actor.send({ type: 'search.changed', query: 'r' });
    actor.send(event);
    expect(place()).toEqual(ROLES);
    expect(written().at(-1)).toEqual({ place: ROLES, how: 'replace' });
    expect(state().matches({ place: 'browsing' })).toBe(true);
  });

  it('returns to the overview if the page was opened with a search', () => {
    const { actor, place } = start({ kind: 'search', query: 'x' });
    actor.send({ type: 'search.cancelled' });
    expect(place()).toEqual(OVERVIEW);
  });

  it('follows the user out of the search and back into it', () => {
    const { actor, place, state } = start(ROLES);
    actor.send({ type: 'address.changed', place: { kind: 'search', query: 'x' } });
    expect(state().matches({ place: 'searching' })).toBe(true);
    actor.send({ type: 'address.changed', place: { kind: 'search', query: 'y' } });
    expect(place()).toEqual({ kind: 'search', query: 'y' });
    actor.send({ type: 'search.cancelled' });
    expect(place()).toEqual(ROLES);
  });
});

describe('the tree', () => {
  it.each([
    { type: 'tree.toggled' } as const,
    { type: 'address.changed', place: ROLES } as const,
    { type: 'search.changed', query: 'r' } as const,
  ])('is closed after $type', (event) => {
    const { actor, state } = start();
    actor.send({ type: 'tree.toggled' });
    expect(state().matches({ tree: 'open' })).toBe(true);
    actor.send(event);
    expect(state().matches({ tree: 'closed' })).toBe(true);
  });
});

it('starts with the given theme and language', () => {
  const { theme, locale } = start().state().children;
  expect(theme?.getSnapshot().value).toBe('dark');
  expect(locale?.getSnapshot().context.language.name).toBe('en');
});
