import { assign, setup } from 'xstate';
import { effect } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';

/** How long the large spinner stands before the layout is drawn anew. */
export const REFRESH_SPINNER_MS = 300;

interface LayoutContext {
  /** Grows with every refresh; the views of a new round are new views. */
  round: number;
}

export type LayoutEvent =
  | { type: 'layout.refreshRequested' }
  | { type: 'fullscreen.toggled' }
  /** The browser says so: also when the reader left it by a key. */
  | { type: 'fullscreen.changed'; isFull: boolean };

export type LayoutFact = { type: 'layout.refreshed' };

/** The frame around the pages: refresh draws it anew while machines, and what was typed into them, live on. */
export const layoutMachine = setup({
  types: {} as { context: LayoutContext; events: LayoutEvent },
  guards: { isFull: (_, { isFull }: { isFull: boolean }) => isFull },
  delays: { refreshSpinner: REFRESH_SPINNER_MS },
  actions: {
    nextRound: assign(({ context }) => ({ round: context.round + 1 })),
    tellRefreshed: tell<LayoutContext>(() => ({ type: 'layout.refreshed' })),
    enterFullscreen: effect('enterFullscreen'),
    leaveFullscreen: effect('leaveFullscreen'),
  },
}).createMachine({
  id: 'layout',
  description: 'The frame: shown or being drawn anew, in the window or over the whole screen.',
  context: { round: 0 },
  type: 'parallel',
  states: {
    frame: {
      description: 'What the page stands in.',
      initial: 'shown',
      states: {
        shown: { on: { 'layout.refreshRequested': 'refreshing' } },
        refreshing: { after: { refreshSpinner: { target: 'shown', actions: ['nextRound', 'tellRefreshed'] } } },
      },
    },
    screen: {
      description: 'How much of the screen it has.',
      initial: 'inWindow',
      states: {
        inWindow: {
          description: 'In the window of the browser.',
          on: {
            'fullscreen.toggled': { actions: 'enterFullscreen' },
            'fullscreen.changed': { guard: { type: 'isFull', params: ({ event }) => event }, target: 'full' },
          },
        },
        full: {
          description: 'Over the whole screen.',
          on: {
            'fullscreen.toggled': { actions: 'leaveFullscreen' },
            'fullscreen.changed': {
              guard: { type: 'isFull', params: ({ event }) => ({ isFull: !event.isFull }) },
              target: 'inWindow',
            },
          },
        },
      },
    },
  },
});
