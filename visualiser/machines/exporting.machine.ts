import { assign, setup } from 'xstate';
import { effect, missingActor } from '#machines/kernel/placeholders.ts';
import type { Chart, Layout } from '#visualiser/model/chart.ts';

export type ExportKind = 'svg' | 'png' | 'mermaid' | 'json';

/** What is taken along of a drawing, and how. */
export interface ExportOrder {
  kind: ExportKind;
  way: 'file' | 'copy';
  chart: Chart;
  layout: Layout;
  /** What is highlighted, by ids of states and transitions. */
  marks: {
    active?: ReadonlySet<string> | undefined;
    taken?: ReadonlySet<string> | undefined;
    reached?: ReadonlySet<string> | undefined;
    found?: ReadonlySet<string> | undefined;
    chosen?: string | undefined;
  };
  /** Address of the JSON of the machine; without it there is none. */
  json?: string | undefined;
}

interface ExportingContext {
  order: ExportOrder | undefined;
}

export type ExportingEvent = { type: 'export.ordered'; order: ExportOrder };

/** Takes a drawing along, as a file or in the clipboard. */
export const exportingMachine = setup({
  types: {} as { context: ExportingContext; events: ExportingEvent },
  actors: { handOut: missingActor<void, { order: ExportOrder | undefined }>('handOut') },
  actions: {
    keepOrder: assign((_, { order }: { order: ExportOrder }) => ({ order })),
    forgetOrder: assign({ order: undefined }),
    tellCopied: effect('tellCopied'),
    tellFailed: effect<{ error: unknown }>('tellFailed'),
  },
  guards: { isCopied: (_, { order }: ExportingContext) => order?.way === 'copy' },
}).createMachine({
  id: 'exporting',
  description: 'A drawing is taken along, as a file or in the clipboard.',
  context: { order: undefined },
  initial: 'idle',
  states: {
    idle: {
      on: { 'export.ordered': { target: 'making', actions: { type: 'keepOrder', params: ({ event }) => event } } },
    },
    making: {
      description: 'What was asked for is made and handed out; nothing else is asked for meanwhile.',
      exit: 'forgetOrder',
      invoke: {
        id: 'handOut',
        src: 'handOut',
        input: ({ context: { order } }) => ({ order }),
        onDone: [
          { guard: { type: 'isCopied', params: ({ context }) => context }, target: 'idle', actions: 'tellCopied' },
          // The browser says itself that it has a file.
          { target: 'idle' },
        ],
        onError: { target: 'idle', actions: { type: 'tellFailed', params: ({ event }) => event } },
      },
    },
  },
});
