import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, toFailure } from '#machines/kernel/form/faults.ts';
import { missingActor } from '#machines/kernel/placeholders.ts';
import type { Chart, Layout } from '#visualiser/model/chart.ts';
import type { GalleryMachine } from '#visualiser/model/gallery.ts';
import { toggleCollapsed, withCollapsed } from './visualiser-place.ts';

/** A machine of the gallery, which may have a precomputed layout, or a bare chart. */
export type Drawable = GalleryMachine | { chart: Chart };

/** A chart to draw, and which of its states are collapsed. */
export interface Figure {
  source: Drawable;
  /** Ids of collapsed states, sorted. */
  collapsed: readonly string[];
}

export interface Drawing extends Figure {
  layout: Layout;
}

interface DiagramContext {
  /** Undefined while there is nothing to draw. */
  figure: Figure | undefined;
  /** The last drawing of the current chart; it stays visible until the next layout is ready. */
  drawing: Drawing | undefined;
  failure: Failure | undefined;
}

export type DiagramEvent =
  /** Another figure is to be drawn, or none. */
  | { type: 'figure.changed'; figure: Figure | undefined }
  /** A state was collapsed or expanded. */
  | { type: 'state.toggled'; id: string }
  /** Exactly these states are collapsed from now on. */
  | { type: 'collapsedStates.changed'; ids: readonly string[] }
  | { type: 'layout.retried' };

type FigureParams = { figure: Figure | undefined };
type FigureChange = { from: Figure | undefined; to: Figure | undefined };

/** The ids are unique and sorted, so equal texts mean equal sets. */
const isSame = (one: Figure | undefined, other: Figure | undefined): boolean =>
  one?.source.chart === other?.source.chart && one?.collapsed.join() === other?.collapsed.join();

/** Computes the layout of a chart, again whenever its collapsed states change. */
export const diagramMachine = setup({
  types: {} as { context: DiagramContext; events: DiagramEvent; input: FigureParams },
  actors: { computeLayout: missingActor<Layout, FigureParams>('computeLayout') },
  guards: {
    isEmpty: (_, { figure }: FigureParams) => figure === undefined,
    hasFigure: (_, { figure }: FigureParams) => figure !== undefined,
    isDifferent: (_, { from, to }: FigureChange) => !isSame(from, to),
  },
  actions: {
    keepFigure: assign(({ context: { drawing } }, { figure }: FigureParams) => ({
      figure,
      drawing: drawing?.source.chart === figure?.source.chart ? drawing : undefined,
    })),
    toggleState: assign(({ context: { figure } }, { id }: { id: string }) => ({ figure: figure && toggleCollapsed(figure, id) })),
    collapseStates: assign(({ context: { figure } }, { ids }: { ids: readonly string[] }) => ({
      figure: figure && withCollapsed(figure, ids),
    })),
    keepDrawing: assign(({ context: { figure } }, { layout }: { layout: Layout }) => ({ drawing: figure && { ...figure, layout } })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    clearFailure: assign({ failure: undefined }),
  },
}).createMachine({
  id: 'diagram',
  description: 'Computes the layout of a chart; the last drawing stays visible until the next one is ready.',
  context: ({ input: { figure } }) => ({ figure, drawing: undefined, failure: undefined }),
  on: {
    'figure.changed': [
      {
        guard: { type: 'isEmpty', params: ({ event }) => event },
        target: '.idle',
        actions: { type: 'keepFigure', params: ({ event }) => event },
      },
      {
        guard: { type: 'isDifferent', params: ({ context, event }) => ({ from: context.figure, to: event.figure }) },
        target: '.computingLayout',
        actions: { type: 'keepFigure', params: ({ event }) => event },
      },
    ],
    'state.toggled': {
      guard: { type: 'hasFigure', params: ({ context }) => context },
      target: '.computingLayout',
      actions: { type: 'toggleState', params: ({ event }) => event },
    },
    'collapsedStates.changed': {
      guard: {
        type: 'isDifferent',
        params: ({ context: { figure }, event }) => ({ from: figure, to: figure && withCollapsed(figure, event.ids) }),
      },
      target: '.computingLayout',
      actions: { type: 'collapseStates', params: ({ event }) => event },
    },
  },
  initial: 'idle',
  states: {
    idle: {
      description: 'There is nothing to draw.',
      always: { guard: { type: 'hasFigure', params: ({ context }) => context }, target: 'computingLayout' },
    },
    computingLayout: {
      description: 'The layout of the chart is being computed.',
      entry: 'clearFailure',
      invoke: {
        id: 'computeLayout',
        src: 'computeLayout',
        input: ({ context: { figure } }) => ({ figure }),
        onDone: { target: 'drawn', actions: { type: 'keepDrawing', params: ({ event }) => ({ layout: event.output }) } },
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    drawn: { description: 'The drawing shows the requested figure.' },
    failed: { on: { 'layout.retried': 'computingLayout' } },
  },
});

export type Diagram = ActorRefFrom<typeof diagramMachine>;
