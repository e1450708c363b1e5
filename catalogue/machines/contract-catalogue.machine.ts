import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Catalogue } from '#catalogue/catalogue.ts';
import { type Failure, failureOf } from '#machines/kernel/form/faults.ts';
import type { HistoryStep } from '#machines/kernel/page/page-contract.ts';
import { effect, missingActor } from '#machines/kernel/placeholders.ts';
import { type Language, localeMachine } from '#machines/locale/locale.machine.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import type { Place } from './catalogue-place.ts';

/** What came of asking for the catalogue; whatever else went wrong is thrown. */
export type CatalogueOutcome =
  | { kind: 'found'; catalogue: Catalogue }
  | { kind: 'signedOut' }
  /** In the words of the server. */
  | { kind: 'notAllowed'; message: string };

interface Started {
  place: Place;
  isDark: boolean;
  language: Language;
}

interface ContractCatalogueContext extends Started {
  /** Where the reader was before the search, to go back to. */
  before: Place;
  /** What the server answered, or what stands beside the page; undefined until then. */
  answer: Catalogue | undefined;
  failure: Failure | undefined;
}

export type ContractCatalogueEvent =
  /** The address says this: a link was followed, or the reader went back. */
  | { type: 'address.arrived'; place: Place }
  | { type: 'search.typed'; query: string }
  /** Escape: back to where the search began. */
  | { type: 'search.left' }
  | { type: 'tree.toggled' }
  /** Somebody signed in or out in another tab of the browser, or on the way back to this one. */
  | { type: 'session.changed' }
  | { type: 'catalogue.retried' };

type At = { place: Place };
type Typed = { query: string };

/** The catalogue of the contracts: its data, what of it is looked at, and what stands open. */
export const contractCatalogueMachine = setup({
  types: {} as {
    context: ContractCatalogueContext;
    events: ContractCatalogueEvent;
    input: Started;
    tags: 'refused';
  },
  actors: {
    loadCatalogue: missingActor<CatalogueOutcome>('loadCatalogue'),
    theme: themeMachine,
    locale: localeMachine,
  },
  guards: {
    isFound: (_, { outcome }: { outcome: CatalogueOutcome }) => outcome.kind === 'found',
    isSignedOut: (_, { outcome }: { outcome: CatalogueOutcome }) => outcome.kind === 'signedOut',
    isSearch: (_, { place }: At) => place.kind === 'search',
    isBlank: (_, { query }: Typed) => query.trim() === '',
  },
  actions: {
    keepCatalogue: assign((_, { outcome }: { outcome: CatalogueOutcome }) => ({
      answer: outcome.kind === 'found' ? outcome.catalogue : undefined,
    })),
    keepRefusal: assign((_, { outcome }: { outcome: CatalogueOutcome }) => ({
      failure: { message: outcome.kind === 'notAllowed' ? outcome.message : '', traceId: '' },
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetFailure: assign({ failure: undefined }),
    goTo: assign((_, { place }: At) => ({ place })),
    rememberPlace: assign(({ context }) => ({ before: context.place })),
    goBack: assign(({ context }) => ({ place: context.before })),
    writeAddress: effect<{ place: Place; how: HistoryStep }>('writeAddress'),
  },
}).createMachine({
  id: 'contractCatalogue',
  description: 'The catalogue of the contracts, as a page of its own.',
  context: ({ input }) => ({ ...input, before: { kind: 'overview' }, answer: undefined, failure: undefined }),
  type: 'parallel',
  invoke: [
    { id: 'theme', src: 'theme', input: ({ context }) => ({ isDark: context.isDark }) },
    { id: 'locale', src: 'locale', input: ({ context }) => ({ language: context.language }) },
  ],
  states: {
    data: {
      description: 'What the catalogue says, once somebody may read it.',
      initial: 'loading',
      states: {
        loading: {
          entry: 'forgetFailure',
          invoke: {
            id: 'loadCatalogue',
            src: 'loadCatalogue',
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => ({ outcome: event.output }) },
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
          description: 'The page is for everybody, its data for those who may.',
          tags: 'refused',
          initial: 'signedOut',
          on: { 'session.changed': 'loading', 'catalogue.retried': 'loading' },
          states: { signedOut: {}, notAllowed: { description: 'Signed in as somebody who may not read it.' } },
        },
        failed: { on: { 'catalogue.retried': 'loading' } },
        shown: { description: 'The data does not change while somebody reads it.' },
      },
    },
    place: {
      description: 'Where in the catalogue the reader is.',
      initial: 'arriving',
      states: {
        arriving: {
          description: 'With the address the page was opened at.',
          always: [{ guard: { type: 'isSearch', params: ({ context }) => context }, target: 'searching' }, { target: 'browsing' }],
        },
        browsing: {
          description: 'One place of the catalogue is read.',
          on: {
            'address.arrived': [
              {
                guard: { type: 'isSearch', params: ({ event }) => event },
                target: 'searching',
                actions: ['rememberPlace', { type: 'goTo', params: ({ event }) => event }],
              },
              { actions: { type: 'goTo', params: ({ event }) => event } },
            ],
            'search.typed': {
              target: 'searching',
              actions: [
                'rememberPlace',
                { type: 'goTo', params: ({ event }) => ({ place: { kind: 'search', query: event.query } }) },
                { type: 'writeAddress', params: ({ event }) => ({ place: { kind: 'search', query: event.query }, how: 'push' }) },
              ],
            },
          },
        },
        searching: {
          description: 'What was typed is in the address, so that what was found can be passed on.',
          on: {
            'address.arrived': [
              {
                guard: { type: 'isSearch', params: ({ event }) => event },
                actions: { type: 'goTo', params: ({ event }) => event },
              },
              { target: 'browsing', actions: { type: 'goTo', params: ({ event }) => event } },
            ],
            'search.typed': [
              {
                guard: { type: 'isBlank', params: ({ event }) => event },
                target: 'browsing',
                actions: ['goBack', { type: 'writeAddress', params: ({ context }) => ({ place: context.before, how: 'replace' }) }],
              },
              {
                actions: [
                  { type: 'goTo', params: ({ event }) => ({ place: { kind: 'search', query: event.query } }) },
                  { type: 'writeAddress', params: ({ event }) => ({ place: { kind: 'search', query: event.query }, how: 'replace' }) },
                ],
              },
            ],
            'search.left': {
              target: 'browsing',
              actions: ['goBack', { type: 'writeAddress', params: ({ context }) => ({ place: context.before, how: 'replace' }) }],
            },
          },
        },
      },
    },
    tree: {
      description: 'Where the window is too narrow for both, the tree lies over the page while it is unfolded.',
      initial: 'folded',
      states: {
        folded: { on: { 'tree.toggled': 'unfolded' } },
        unfolded: { on: { 'tree.toggled': 'folded', 'address.arrived': 'folded', 'search.typed': 'folded' } },
      },
    },
  },
});

export type ContractCatalogue = ActorRefFrom<typeof contractCatalogueMachine>;
