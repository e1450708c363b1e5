import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf } from '#machines/kernel/form/faults.ts';
import type { HistoryStep } from '#machines/kernel/page/page-contract.ts';
import { effect, missingActor } from '#machines/kernel/placeholders.ts';
import { toChild } from '#machines/kernel/tell.ts';
import { type Language, localeMachine } from '#machines/locale/locale.machine.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import type { Gallery } from '#visualiser/model/gallery.ts';
import type { Recording } from '#visualiser/model/recording.ts';
import { arrangingMachine, type Figure } from './arranging.machine.ts';
import { coverageMachine } from './coverage.machine.ts';
import { liveMachine } from './live.machine.ts';
import type { RecordingHanded } from './live-context.ts';
import { replayMachine } from './replay.machine.ts';
import { simulationMachine } from './simulation.machine.ts';
import { folding, type Place, toggling } from './visualiser-place.ts';

interface Started {
  place: Place;
  isDark: boolean;
  language: Language;
}

interface VisualiserContext extends Started {
  /** What is searched for among the machines; empty for nothing. */
  query: string;
  /** All machines; undefined until they are there. */
  answer: Gallery | undefined;
  failure: Failure | undefined;
}

export type VisualiserEvent =
  /** The address says this: a link was followed, or the reader went back. */
  | { type: 'address.arrived'; place: Place }
  /** A state or a transition of the drawing; empty for none of them. */
  | { type: 'selection.changed'; id: string }
  /** The inside of a state is to be drawn, or is not any more. */
  | { type: 'state.toggled'; id: string }
  /** These states are folded from now on, and no others. */
  | { type: 'folding.chosen'; ids: readonly string[] }
  | { type: 'search.typed'; query: string }
  | { type: 'search.left' }
  | { type: 'list.toggled' }
  | { type: 'gallery.retried' }
  /** A room leads elsewhere: into itself, or into another one. */
  | { type: 'room.moved'; place: Place; how: HistoryStep }
  /** What was watched is to be read step by step. */
  | RecordingHanded;

type At = { place: Place };
type Shown = { place: Place; answer: Gallery | undefined };

/** What the address asks for is drawn; nothing, where no machine is looked at or it is not known. */
function figureAt({ place, answer }: Shown): Figure | undefined {
  if (place.kind !== 'machine') return undefined;
  const machine = answer?.machines.find(({ key }) => key === place.key);
  return machine && { of: machine, collapsed: place.collapsed };
}

/** The page that draws machines: which of them there are, which is looked at, and what of it. */
export const visualiserMachine = setup({
  types: {} as { context: VisualiserContext; events: VisualiserEvent; input: Started },
  actors: {
    loadGallery: missingActor<Gallery>('loadGallery'),
    arranging: arrangingMachine,
    theme: themeMachine,
    locale: localeMachine,
    live: liveMachine,
    replay: replayMachine,
    simulation: simulationMachine,
    coverage: coverageMachine,
  },
  guards: {
    isMachine: (_, { place }: At) => place.kind === 'machine',
  },
  actions: {
    keepGallery: assign((_, { gallery }: { gallery: Gallery }) => ({ answer: gallery })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetFailure: assign({ failure: undefined }),
    goTo: assign((_, { place }: At) => ({ place })),
    select: assign(({ context: { place } }, { id }: { id: string }) =>
      place.kind === 'machine' ? { place: { ...place, selected: id } } : {},
    ),
    toggle: assign(({ context: { place } }, { id }: { id: string }) => (place.kind === 'machine' ? { place: toggling(place, id) } : {})),
    fold: assign(({ context: { place } }, { ids }: { ids: readonly string[] }) =>
      place.kind === 'machine' ? { place: folding(place, ids) } : {},
    ),
    search: assign((_, { query }: { query: string }) => ({ query })),
    arrange: toChild(arrangingMachine, 'arranging')((shown: Shown) => ({ type: 'figure.arrived', figure: figureAt(shown) })),
    tellLive: toChild(liveMachine, 'live')(({ place }: At) => ({ type: 'place.arrived', place })),
    tellReplay: toChild(replayMachine, 'replay')(({ place }: At) => ({ type: 'place.arrived', place })),
    tellSimulation: toChild(simulationMachine, 'simulation')(({ place }: At) => ({ type: 'place.arrived', place })),
    tellCoverage: toChild(coverageMachine, 'coverage')(({ place }: At) => ({ type: 'place.arrived', place })),
    openRecording: toChild(
      replayMachine,
      'replay',
    )(({ recording }: { recording: Recording }) => ({
      type: 'recording.given',
      source: { kind: 'text', text: JSON.stringify(recording) },
    })),
    writeAddress: effect<{ place: Place; how: HistoryStep }>('writeAddress'),
  },
}).createMachine({
  id: 'visualiser',
  description: 'The page that draws machines, this one among them.',
  context: ({ input }) => ({ ...input, query: '', answer: undefined, failure: undefined }),
  type: 'parallel',
  invoke: [
    { id: 'theme', src: 'theme', input: ({ context }) => ({ isDark: context.isDark }) },
    { id: 'locale', src: 'locale', input: ({ context }) => ({ language: context.language }) },
    { id: 'arranging', src: 'arranging', input: { figure: undefined } },
    { id: 'live', src: 'live', input: ({ context: { place } }) => ({ place }) },
    { id: 'replay', src: 'replay', input: ({ context: { place } }) => ({ place }) },
    { id: 'simulation', src: 'simulation', input: ({ context: { place } }) => ({ place }) },
    { id: 'coverage', src: 'coverage', input: ({ context: { place } }) => ({ place }) },
  ],
  states: {
    place: {
      description: 'What the address says, and what is said to it.',
      on: {
        'address.arrived': {
          actions: [
            { type: 'goTo', params: ({ event }) => event },
            { type: 'arrange', params: ({ context }) => context },
            { type: 'tellLive', params: ({ event }) => event },
            { type: 'tellReplay', params: ({ event }) => event },
            { type: 'tellSimulation', params: ({ event }) => event },
            { type: 'tellCoverage', params: ({ event }) => event },
          ],
        },
        'room.moved': {
          actions: [
            { type: 'goTo', params: ({ event }) => event },
            { type: 'arrange', params: ({ context }) => context },
            { type: 'writeAddress', params: ({ event }) => event },
            { type: 'tellLive', params: ({ event }) => event },
            { type: 'tellReplay', params: ({ event }) => event },
            { type: 'tellSimulation', params: ({ event }) => event },
            { type: 'tellCoverage', params: ({ event }) => event },
          ],
        },
        'recording.handed': { actions: { type: 'openRecording', params: ({ event }) => event } },
        'selection.changed': {
          guard: { type: 'isMachine', params: ({ context }) => context },
          actions: [
            { type: 'select', params: ({ event }) => event },
            { type: 'writeAddress', params: ({ context }) => ({ place: context.place, how: 'replace' }) },
          ],
        },
        'state.toggled': {
          guard: { type: 'isMachine', params: ({ context }) => context },
          actions: [
            { type: 'toggle', params: ({ event }) => event },
            { type: 'arrange', params: ({ context }) => context },
            { type: 'writeAddress', params: ({ context }) => ({ place: context.place, how: 'replace' }) },
          ],
        },
        'folding.chosen': {
          guard: { type: 'isMachine', params: ({ context }) => context },
          actions: [
            { type: 'fold', params: ({ event }) => event },
            { type: 'arrange', params: ({ context }) => context },
            { type: 'writeAddress', params: ({ context }) => ({ place: context.place, how: 'replace' }) },
          ],
        },
      },
    },
    search: {
      description: 'Stays while one machine after the other is looked at.',
      on: {
        'search.typed': { actions: { type: 'search', params: ({ event }) => event } },
        'search.left': { actions: { type: 'search', params: { query: '' } } },
      },
    },
    gallery: {
      description: 'All machines, once they are here.',
      initial: 'loading',
      states: {
        loading: {
          entry: 'forgetFailure',
          invoke: {
            id: 'loadGallery',
            src: 'loadGallery',
            onDone: {
              target: 'shown',
              actions: [
                { type: 'keepGallery', params: ({ event }) => ({ gallery: event.output }) },
                { type: 'arrange', params: ({ context }) => context },
              ],
            },
            onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        failed: { on: { 'gallery.retried': 'loading' } },
        shown: { description: 'The machines do not change while somebody looks at them.' },
      },
    },
    list: {
      description: 'Where the window is too narrow for all, the list lies over the drawing while it is unfolded.',
      initial: 'folded',
      states: {
        folded: { on: { 'list.toggled': 'unfolded' } },
        unfolded: { on: { 'list.toggled': 'folded', 'address.arrived': 'folded' } },
      },
    },
  },
});

export type Visualiser = ActorRefFrom<typeof visualiserMachine>;
