import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, toFailure } from '#machines/kernel/form/faults.ts';
import type { HistoryStep } from '#machines/kernel/page/page-contract.ts';
import { effect, missingActor } from '#machines/kernel/placeholders.ts';
import { toChild } from '#machines/kernel/tell.ts';
import { type Language, localeMachine } from '#machines/locale/locale.machine.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import type { Gallery } from '#visualiser/model/gallery.ts';
import type { Recording } from '#visualiser/model/recording.ts';
import { coverageMachine } from './coverage.machine.ts';
import { diagramMachine, type Figure } from './diagram.machine.ts';
import { liveMachine } from './live.machine.ts';
import type { ReplayRequest } from './live-context.ts';
import { replayMachine } from './replay.machine.ts';
import { simulationMachine } from './simulation.machine.ts';
import { type Place, toggleCollapsed, withCollapsed } from './visualiser-place.ts';

interface VisualiserInput {
  place: Place;
  isDark: boolean;
  language: Language;
}

interface VisualiserContext extends VisualiserInput {
  /** Search text of the list of machines; empty for none. */
  query: string;
  /** All machines; undefined until they are loaded. */
  answer: Gallery | undefined;
  failure: Failure | undefined;
}

export type VisualiserEvent =
  /** The address changed: a link was followed, or the user went back. */
  | { type: 'address.changed'; place: Place }
  /** Id of a state or transition; empty for none. */
  | { type: 'selection.changed'; id: string }
  /** A state was collapsed or expanded. */
  | { type: 'state.toggled'; id: string }
  /** Exactly these states are collapsed from now on. */
  | { type: 'collapsedStates.changed'; ids: readonly string[] }
  | { type: 'search.changed'; query: string }
  | { type: 'search.cleared' }
  | { type: 'list.toggled' }
  | { type: 'gallery.retried' }
  /** A source changed, and the files beside the page were written again. */
  | { type: 'gallery.changed' }
  /** A room asks to show another place, of its own or of another room. */
  | { type: 'place.requested'; place: Place; how: HistoryStep }
  | ReplayRequest;

type PlaceParams = { place: Place };
type FigureParams = { place: Place; answer: Gallery | undefined };

/** The figure for the current place; undefined if it shows no known machine. */
function findFigure({ place, answer }: FigureParams): Figure | undefined {
  if (place.kind !== 'machine') return undefined;
  const machine = answer?.machines.find(({ key }) => key === place.key);
  return machine && { source: machine, collapsed: place.collapsed };
}

/** The visualiser's page: which machines there are, and what of them is shown. */
export const visualiserMachine = setup({
  types: {} as { context: VisualiserContext; events: VisualiserEvent; input: VisualiserInput },
  actors: {
    loadGallery: missingActor<Gallery>('loadGallery'),
    diagram: diagramMachine,
    theme: themeMachine,
    locale: localeMachine,
    live: liveMachine,
    replay: replayMachine,
    simulation: simulationMachine,
    coverage: coverageMachine,
  },
  guards: {
    isMachine: (_, { place }: PlaceParams) => place.kind === 'machine',
  },
  actions: {
    keepGallery: assign((_, { gallery }: { gallery: Gallery }) => ({ answer: gallery })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    clearFailure: assign({ failure: undefined }),
    keepPlace: assign((_, { place }: PlaceParams) => ({ place })),
    keepSelection: assign(({ context: { place } }, { id }: { id: string }) =>
      place.kind === 'machine' ? { place: { ...place, selected: id } } : {},
    ),
    toggleState: assign(({ context: { place } }, { id }: { id: string }) =>
      place.kind === 'machine' ? { place: toggleCollapsed(place, id) } : {},
    ),
    collapseStates: assign(({ context: { place } }, { ids }: { ids: readonly string[] }) =>
      place.kind === 'machine' ? { place: withCollapsed(place, ids) } : {},
    ),
    keepQuery: assign((_, { query }: { query: string }) => ({ query })),
    updateDiagram: toChild(diagramMachine, 'diagram')((shown: FigureParams) => ({ type: 'figure.changed', figure: findFigure(shown) })),
    passPlaceToLive: toChild(liveMachine, 'live')(({ place }: PlaceParams) => ({ type: 'place.changed', place })),
    passPlaceToReplay: toChild(replayMachine, 'replay')(({ place }: PlaceParams) => ({ type: 'place.changed', place })),
    passPlaceToSimulation: toChild(simulationMachine, 'simulation')(({ place }: PlaceParams) => ({ type: 'place.changed', place })),
    passPlaceToCoverage: toChild(coverageMachine, 'coverage')(({ place }: PlaceParams) => ({ type: 'place.changed', place })),
    refreshSimulation: toChild(simulationMachine, 'simulation')(() => ({ type: 'code.changed' })),
    openRecording: toChild(
      replayMachine,
      'replay',
    )(({ recording }: { recording: Recording }) => ({
      type: 'source.chosen',
      source: { kind: 'text', text: JSON.stringify(recording) },
    })),
    writeAddress: effect<{ place: Place; how: HistoryStep }>('writeAddress'),
  },
}).createMachine({
  id: 'visualiser',
  description: 'The page that shows machines, including this one.',
  context: ({ input }) => ({ ...input, query: '', answer: undefined, failure: undefined }),
  type: 'parallel',
  invoke: [
    { id: 'theme', src: 'theme', input: ({ context }) => ({ isDark: context.isDark }) },
    { id: 'locale', src: 'locale', input: ({ context }) => ({ language: context.language }) },
    { id: 'diagram', src: 'diagram', input: { figure: undefined } },
    { id: 'live', src: 'live', input: ({ context: { place } }) => ({ place }) },
    { id: 'replay', src: 'replay', input: ({ context: { place } }) => ({ place }) },
    { id: 'simulation', src: 'simulation', input: ({ context: { place } }) => ({ place }) },
    { id: 'coverage', src: 'coverage', input: ({ context: { place } }) => ({ place }) },
  ],
  states: {
    place: {
      description: 'What the page shows; kept in the address.',
      on: {
        'address.changed': {
          actions: [
            { type: 'keepPlace', params: ({ event }) => event },
            { type: 'updateDiagram', params: ({ context }) => context },
            { type: 'passPlaceToLive', params: ({ event }) => event },
            { type: 'passPlaceToReplay', params: ({ event }) => event },
            { type: 'passPlaceToSimulation', params: ({ event }) => event },
            { type: 'passPlaceToCoverage', params: ({ event }) => event },
          ],
        },
        'place.requested': {
          actions: [
            { type: 'keepPlace', params: ({ event }) => event },
            { type: 'updateDiagram', params: ({ context }) => context },
            { type: 'writeAddress', params: ({ event }) => event },
            { type: 'passPlaceToLive', params: ({ event }) => event },
            { type: 'passPlaceToReplay', params: ({ event }) => event },
            { type: 'passPlaceToSimulation', params: ({ event }) => event },
            { type: 'passPlaceToCoverage', params: ({ event }) => event },
          ],
        },
        'replay.requested': { actions: { type: 'openRecording', params: ({ event }) => event } },
        'selection.changed': {
          guard: { type: 'isMachine', params: ({ context }) => context },
          actions: [
            { type: 'keepSelection', params: ({ event }) => event },
            { type: 'writeAddress', params: ({ context }) => ({ place: context.place, how: 'replace' }) },
          ],
        },
        'state.toggled': {
          guard: { type: 'isMachine', params: ({ context }) => context },
          actions: [
            { type: 'toggleState', params: ({ event }) => event },
            { type: 'updateDiagram', params: ({ context }) => context },
            { type: 'writeAddress', params: ({ context }) => ({ place: context.place, how: 'replace' }) },
          ],
        },
        'collapsedStates.changed': {
          guard: { type: 'isMachine', params: ({ context }) => context },
          actions: [
            { type: 'collapseStates', params: ({ event }) => event },
            { type: 'updateDiagram', params: ({ context }) => context },
            { type: 'writeAddress', params: ({ context }) => ({ place: context.place, how: 'replace' }) },
          ],
        },
      },
    },
    search: {
      description: 'Stays while machines are visited.',
      on: {
        'search.changed': { actions: { type: 'keepQuery', params: ({ event }) => event } },
        'search.cleared': { actions: { type: 'keepQuery', params: { query: '' } } },
      },
    },
    gallery: {
      description: 'All machines.',
      initial: 'loading',
      states: {
        loading: {
          entry: 'clearFailure',
          invoke: {
            id: 'loadGallery',
            src: 'loadGallery',
            onDone: {
              target: 'shown',
              actions: [
                { type: 'keepGallery', params: ({ event }) => ({ gallery: event.output }) },
                { type: 'updateDiagram', params: ({ context }) => context },
              ],
            },
            onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        failed: { on: { 'gallery.retried': 'loading', 'gallery.changed': 'loading' } },
        shown: {
          description: 'The gallery is shown, and stays while a changed one is loaded.',
          initial: 'current',
          on: { 'gallery.changed': { target: '.updating', reenter: true } },
          states: {
            current: { description: 'The gallery is the one beside the page.' },
            updating: {
              description: 'A changed gallery is being loaded. One that cannot be loaded changes nothing; the next one may.',
              invoke: {
                id: 'reloadGallery',
                src: 'loadGallery',
                onDone: {
                  target: 'current',
                  actions: [
                    { type: 'keepGallery', params: ({ event }) => ({ gallery: event.output }) },
                    { type: 'updateDiagram', params: ({ context }) => context },
                    'refreshSimulation',
                  ],
                },
                onError: 'current',
              },
            },
          },
        },
      },
    },
    list: {
      description: 'In a narrow window, the open list covers the drawing.',
      initial: 'closed',
      states: {
        closed: { on: { 'list.toggled': 'open' } },
        open: { on: { 'list.toggled': 'closed', 'address.changed': 'closed' } },
      },
    },
  },
});

export type Visualiser = ActorRefFrom<typeof visualiserMachine>;
