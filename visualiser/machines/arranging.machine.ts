import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf } from '#machines/kernel/form/faults.ts';
import { missingActor } from '#machines/kernel/placeholders.ts';
import type { Chart, Layout } from '#visualiser/model/chart.ts';
import type { GalleryMachine } from '#visualiser/model/gallery.ts';
import { folding, toggling } from './visualiser-place.ts';

/** What can be drawn: a machine of the gallery, whose layout may lie beside the page, or a chart from anywhere. */
export type Drawable = GalleryMachine | { chart: Chart };

/** What is to be drawn, and how. */
export interface Figure {
  of: Drawable;
  /** Ids of states whose inside is not drawn, in order. */
  collapsed: readonly string[];
}

export interface Drawing extends Figure {
  layout: Layout;
}

interface ArrangingContext {
  /** Undefined while there is nothing to be drawn. */
  figure: Figure | undefined;
  /** The last drawing of this chart, which stands until the next one is arranged. */
  drawing: Drawing | undefined;
  failure: Failure | undefined;
}

export type ArrangingEvent =
  /** This is to be drawn, or nothing. */
  | { type: 'figure.arrived'; figure: Figure | undefined }
  /** The inside of a state is to be drawn, or is not any more. */
  | { type: 'state.toggled'; id: string }
  /** These states are folded from now on, and no others. */
  | { type: 'folding.chosen'; ids: readonly string[] }
  | { type: 'drawing.retried' };

type Asked = { figure: Figure | undefined };
type Change = { from: Figure | undefined; to: Figure | undefined };

/** A state is named once in the list, and the list is in order: two of the same text are the same. */
const isSame = (one: Figure | undefined, other: Figure | undefined): boolean =>
  one?.of.chart === other?.of.chart && one?.collapsed.join() === other?.collapsed.join();

/** Gives everything of one chart its place, and again whenever it changes what is drawn of it. */
export const arrangingMachine = setup({
  types: {} as { context: ArrangingContext; events: ArrangingEvent; input: Asked },
  actors: { arrange: missingActor<Layout, Asked>('arrange') },
  guards: {
    isNothing: (_, { figure }: Asked) => figure === undefined,
    isSomething: (_, { figure }: Asked) => figure !== undefined,
    isOther: (_, { from, to }: Change) => !isSame(from, to),
  },
  actions: {
    keepFigure: assign(({ context: { drawing } }, { figure }: Asked) => ({
      figure,
      drawing: drawing?.of.chart === figure?.of.chart ? drawing : undefined,
    })),
    toggle: assign(({ context: { figure } }, { id }: { id: string }) => ({ figure: figure && toggling(figure, id) })),
    fold: assign(({ context: { figure } }, { ids }: { ids: readonly string[] }) => ({ figure: figure && folding(figure, ids) })),
    keepDrawing: assign(({ context: { figure } }, { layout }: { layout: Layout }) => ({ drawing: figure && { ...figure, layout } })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetFailure: assign({ failure: undefined }),
  },
}).createMachine({
  id: 'arranging',
  description: 'What is asked for is arranged; the drawing before it stands until that is done.',
  context: ({ input: { figure } }) => ({ figure, drawing: undefined, failure: undefined }),
  on: {
    'figure.arrived': [
      {
        guard: { type: 'isNothing', params: ({ event }) => event },
        target: '.idle',
        actions: { type: 'keepFigure', params: ({ event }) => event },
      },
      {
        guard: { type: 'isOther', params: ({ context, event }) => ({ from: context.figure, to: event.figure }) },
        target: '.arranging',
        actions: { type: 'keepFigure', params: ({ event }) => event },
      },
    ],
    'state.toggled': {
      guard: { type: 'isSomething', params: ({ context }) => context },
      target: '.arranging',
      actions: { type: 'toggle', params: ({ event }) => event },
    },
    'folding.chosen': {
      guard: {
        type: 'isOther',
        params: ({ context: { figure }, event }) => ({ from: figure, to: figure && folding(figure, event.ids) }),
      },
      target: '.arranging',
      actions: { type: 'fold', params: ({ event }) => event },
    },
  },
  initial: 'idle',
  states: {
    idle: {
      description: 'There is nothing to be drawn.',
      always: { guard: { type: 'isSomething', params: ({ context }) => context }, target: 'arranging' },
    },
    arranging: {
      description: 'Everything of the chart is given its place.',
      entry: 'forgetFailure',
      invoke: {
        id: 'arrange',
        src: 'arrange',
        input: ({ context: { figure } }) => ({ figure }),
        onDone: { target: 'drawn', actions: { type: 'keepDrawing', params: ({ event }) => ({ layout: event.output }) } },
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    drawn: { description: 'The drawing is what was asked for.' },
    failed: { on: { 'drawing.retried': 'arranging' } },
  },
});

export type Arranging = ActorRefFrom<typeof arrangingMachine>;
