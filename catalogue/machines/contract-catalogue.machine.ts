import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Catalogue } from '#catalogue/catalogue.ts';
import { type Failure, toFailure } from '#machines/kernel/form/faults.ts';
import type { HistoryStep } from '#machines/kernel/page/page-contract.ts';
import { effect, missingActor } from '#machines/kernel/placeholders.ts';
import { type Language, localeMachine } from '#machines/locale/locale.machine.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import type { Place } from './catalogue-place.ts';

/** Result of loading the catalogue; unexpected errors are thrown. */
export type CatalogueOutcome =
  | { kind: 'found'; catalogue: Catalogue }
  | { kind: 'signedOut' }
  /** With the server's message. */
  | { kind: 'notAllowed'; message: string };

interface CatalogueInput {
  place: Place;
  isDark: boolean;
  language: Language;
}

interface ContractCatalogueContext extends CatalogueInput {
  /** The place to return to after the search. */
  placeBeforeSearch: Place;
  /** The catalogue from the server or from the file beside the page; undefined until it is loaded. */
  answer: Catalogue | undefined;
  failure: Failure | undefined;
}

export type ContractCatalogueEvent =
  /** The address changed: a link was followed, or the user went back. */
  | { type: 'address.changed'; place: Place }
  | { type: 'search.changed'; query: string }
  /** Escape was pressed: returns to the place before the search. */
  | { type: 'search.cancelled' }
  | { type: 'tree.toggled' }
  /** The user may have signed in or out in another tab. */
  | { type: 'session.changed' }
  | { type: 'catalogue.retried' };

type PlaceParams = { place: Place };
type QueryParams = { query: string };

/** The page of the catalogue: its data, the current place, and the tree. */
export const contractCatalogueMachine = setup({
  types: {} as {
    context: ContractCatalogueContext;
    events: ContractCatalogueEvent;
    input: CatalogueInput;
    tags: 'refused';
  },
  actors: {
    loadCatalogue: missingActor<CatalogueOutcome>('loadCatalogue'),
    theme: themeMachine,
    locale: localeMachine,
  },
  guards: {
    hasCatalogue: (_, { outcome }: { outcome: CatalogueOutcome }) => outcome.kind === 'found',
    isSignedOut: (_, { outcome }: { outcome: CatalogueOutcome }) => outcome.kind === 'signedOut',
    isSearch: (_, { place }: PlaceParams) => place.kind === 'search',
    isBlank: (_, { query }: QueryParams) => query.trim() === '',
  },
  actions: {
    keepCatalogue: assign((_, { outcome }: { outcome: CatalogueOutcome }) => ({
      answer: outcome.kind === 'found' ? outcome.catalogue : undefined,
    })),
    keepRefusal: assign((_, { outcome }: { outcome: CatalogueOutcome }) => ({
      failure: { message: outcome.kind === 'notAllowed' ? outcome.message : '', traceId: '' },
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    clearFailure: assign({ failure: undefined }),
    keepPlace: assign((_, { place }: PlaceParams) => ({ place })),
    rememberPlace: assign(({ context }) => ({ placeBeforeSearch: context.place })),
    goBack: assign(({ context }) => ({ place: context.placeBeforeSearch })),
    writeAddress: effect<{ place: Place; how: HistoryStep }>('writeAddress'),
  },
}).createMachine({
  id: 'contractCatalogue',
  description: 'The catalogue of the contracts, as a page of its own.',
  context: ({ input }) => ({ ...input, placeBeforeSearch: { kind: 'overview' }, answer: undefined, failure: undefined }),
  type: 'parallel',
  invoke: [
    { id: 'theme', src: 'theme', input: ({ context }) => ({ isDark: context.isDark }) },
    { id: 'locale', src: 'locale', input: ({ context }) => ({ language: context.language }) },
  ],
  states: {
    data: {
      description: 'The data of the catalogue, once the user may read it.',
      initial: 'loading',
      states: {
        loading: {
          entry: 'clearFailure',
          invoke: {
            id: 'loadCatalogue',
            src: 'loadCatalogue',
            onDone: [
              {
                guard: { type: 'hasCatalogue', params: ({ event }) => ({ outcome: event.output }) },
                target: 'shown',
                actions: { type: 'keepCatalogue', params: ({ event }) => ({ outcome: event.output }) },
              },
              { guard: { type: 'isSignedOut', params: ({ event }) => ({ outcome: event.output }) }, target: 'refused.signedOut' },
              { target: 'refused.notAllowed', actions: { type: 'keepRefusal', params: ({ event }) => ({ outcome: event.output }) } },
            ],
            onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        refused: {
          description: 'The page is public, but its data requires permission.',
          tags: 'refused',
          initial: 'signedOut',
          on: { 'session.changed': 'loading', 'catalogue.retried': 'loading' },
          states: { signedOut: {}, notAllowed: { description: 'The signed-in user may not read the catalogue.' } },
        },
        failed: { on: { 'catalogue.retried': 'loading' } },
        shown: { description: 'The data does not change while the page is open.' },
      },
    },
    place: {
      description: 'The current place in the catalogue.',
      initial: 'starting',
      states: {
        starting: {
          description: 'Decides by the address with which the page was opened.',
          always: [{ guard: { type: 'isSearch', params: ({ context }) => context }, target: 'searching' }, { target: 'browsing' }],
        },
        browsing: {
          description: 'A place of the catalogue is shown.',
          on: {
            'address.changed': [
              {
                guard: { type: 'isSearch', params: ({ event }) => event },
                target: 'searching',
                actions: ['rememberPlace', { type: 'keepPlace', params: ({ event }) => event }],
              },
              { actions: { type: 'keepPlace', params: ({ event }) => event } },
            ],
            'search.changed': {
              target: 'searching',
              actions: [
                'rememberPlace',
                { type: 'keepPlace', params: ({ event }) => ({ place: { kind: 'search', query: event.query } }) },
                { type: 'writeAddress', params: ({ event }) => ({ place: { kind: 'search', query: event.query }, how: 'push' }) },
              ],
            },
          },
        },
        searching: {
          description: 'The query is part of the address, so that search results can be shared.',
          on: {
            'address.changed': [
              {
                guard: { type: 'isSearch', params: ({ event }) => event },
                actions: { type: 'keepPlace', params: ({ event }) => event },
              },
              { target: 'browsing', actions: { type: 'keepPlace', params: ({ event }) => event } },
            ],
            'search.changed': [
              {
                guard: { type: 'isBlank', params: ({ event }) => event },
                target: 'browsing',
                actions: [
                  'goBack',
                  { type: 'writeAddress', params: ({ context }) => ({ place: context.placeBeforeSearch, how: 'replace' }) },
                ],
              },
              {
                actions: [
                  { type: 'keepPlace', params: ({ event }) => ({ place: { kind: 'search', query: event.query } }) },
                  { type: 'writeAddress', params: ({ event }) => ({ place: { kind: 'search', query: event.query }, how: 'replace' }) },
                ],
              },
            ],
            'search.cancelled': {
              target: 'browsing',
              actions: [
                'goBack',
                { type: 'writeAddress', params: ({ context }) => ({ place: context.placeBeforeSearch, how: 'replace' }) },
              ],
            },
          },
        },
      },
    },
    tree: {
      description: 'In a narrow window, the open tree covers the page.',
      initial: 'closed',
      states: {
        closed: { on: { 'tree.toggled': 'open' } },
        open: { on: { 'tree.toggled': 'closed', 'address.changed': 'closed', 'search.changed': 'closed' } },
      },
    },
  },
});

export type ContractCatalogue = ActorRefFrom<typeof contractCatalogueMachine>;
