import { assign, setup } from 'xstate';
import { effect, missingActor } from '#machines/kernel/placeholders.ts';
import type { Chart, Layout } from '#visualiser/model/chart.ts';

export type ExportKind = 'svg' | 'png' | 'mermaid' | 'json';

/** What to export of a drawing, and to where. */
export interface ExportRequest {
  kind: ExportKind;
  destination: 'file' | 'clipboard';
  chart: Chart;
  layout: Layout;
  /** Highlighted ids of states and transitions. */
  marks: {
    active?: ReadonlySet<string> | undefined;
    taken?: ReadonlySet<string> | undefined;
    reached?: ReadonlySet<string> | undefined;
    found?: ReadonlySet<string> | undefined;
    chosen?: string | undefined;
  };
  /** Address of the machine as JSON; absent if there is none. */
  json?: string | undefined;
}

interface ExportContext {
  request: ExportRequest | undefined;
}

export type ExportEvent = { type: 'export.requested'; request: ExportRequest };

/** Exports a drawing as a file or to the clipboard. */
export const exportMachine = setup({
  types: {} as { context: ExportContext; events: ExportEvent },
  actors: { exportDrawing: missingActor<void, { request: ExportRequest | undefined }>('exportDrawing') },
  actions: {
    keepRequest: assign((_, { request }: { request: ExportRequest }) => ({ request })),
    clearRequest: assign({ request: undefined }),
    announceCopied: effect('announceCopied'),
    announceFailure: effect<{ error: unknown }>('announceFailure'),
  },
  guards: { isCopied: (_, { request }: ExportContext) => request?.destination === 'clipboard' },
}).createMachine({
  id: 'export',
  description: 'Exports a drawing as a file or to the clipboard.',
  context: { request: undefined },
  initial: 'idle',
  states: {
    idle: {
      on: { 'export.requested': { target: 'exporting', actions: { type: 'keepRequest', params: ({ event }) => event } } },
    },
    exporting: {
      description: 'The export is being made; other requests are ignored meanwhile.',
      exit: 'clearRequest',
      invoke: {
        id: 'exportDrawing',
        src: 'exportDrawing',
        input: ({ context: { request } }) => ({ request }),
        onDone: [
          { guard: { type: 'isCopied', params: ({ context }) => context }, target: 'idle', actions: 'announceCopied' },
          // The browser announces downloads itself.
          { target: 'idle' },
        ],
        onError: { target: 'idle', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
  },
});
