import { assign, setup } from 'xstate';
import { effect } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';

/** How long the large spinner is shown before the layout is rendered again. */
export const REFRESH_SPINNER_MS = 300;

interface LayoutContext {
  /** Grows with every refresh, so that the views are mounted again. */
  round: number;
}

export type LayoutEvent =
  | { type: 'layout.refreshRequested' }
  | { type: 'fullscreen.toggled' }
  /** Reported by the browser, also when the user leaves full screen by a key. */
  | { type: 'fullscreen.changed'; isFull: boolean };

export type LayoutFact = { type: 'layout.refreshed' };

/** The frame around the pages. A refresh mounts its views again while the machines, with everything typed, keep running. */
export const layoutMachine = setup({
  types: {} as { context: LayoutContext; events: LayoutEvent },
  guards: { isFull: (_, { isFull }: { isFull: boolean }) => isFull },
  delays: { refreshSpinner: REFRESH_SPINNER_MS },
  actions: {
    startNextRound: assign(({ context }) => ({ round: context.round + 1 })),
    tellRefreshed: tell<LayoutContext>(() => ({ type: 'layout.refreshed' })),
    enterFullscreen: effect('enterFullscreen'),
    leaveFullscreen: effect('leaveFullscreen'),
  },
}).createMachine({
  id: 'layout',
  description: 'The frame around the pages: shown or refreshing, in the window or in full screen.',
  context: { round: 0 },
  type: 'parallel',
  states: {
    frame: {
      description: 'Whether the frame is being mounted again.',
      initial: 'shown',
      states: {
        shown: { on: { 'layout.refreshRequested': 'refreshing' } },
        refreshing: { after: { refreshSpinner: { target: 'shown', actions: ['startNextRound', 'tellRefreshed'] } } },
      },
    },
    screen: {
      description: 'Whether the console is in full screen.',
      initial: 'inWindow',
      states: {
        inWindow: {
          description: 'In the browser window.',
          on: {
            'fullscreen.toggled': { actions: 'enterFullscreen' },
            'fullscreen.changed': { guard: { type: 'isFull', params: ({ event }) => event }, target: 'full' },
          },
        },
        full: {
          description: 'In full screen.',
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
