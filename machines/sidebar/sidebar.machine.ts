import { assign, raise, setup } from 'xstate';

/** The sidebar starts collapsed in a window narrower than this. */
export const MOBILE_BREAKPOINT_PX = 768;

/** Resizing is handled at most this often, and once more for the last size. */
export const RESIZE_THROTTLE_MS = 500;

export const isNarrow = (width: number): boolean => width < MOBILE_BREAKPOINT_PX;

interface SidebarContext {
  narrow: boolean;
  /** The last width that arrived during the throttle. */
  pendingWidth: number | undefined;
}

export type SidebarEvent =
  | { type: 'sidebar.toggled' }
  | { type: 'viewport.resized'; width: number }
  /** Raised by the resize region for the other one: the window crossed the breakpoint. */
  | { type: 'breakpoint.crossed'; narrow: boolean };

/** The sidebar is open or collapsed. A manual choice holds until the window crosses the breakpoint again. */
export const sidebarMachine = setup({
  types: {} as { context: SidebarContext; events: SidebarEvent; input: { width: number } },
  guards: {
    isNarrow: ({ context }) => context.narrow,
    becomesNarrow: (_, { narrow }: { narrow: boolean }) => narrow,
    hasCrossed: ({ context }, { width }: { width: number }) => isNarrow(width) !== context.narrow,
    hasPendingCrossed: ({ context }) => context.pendingWidth !== undefined && isNarrow(context.pendingWidth) !== context.narrow,
    hasPending: ({ context }) => context.pendingWidth !== undefined,
  },
  delays: { resizeThrottle: RESIZE_THROTTLE_MS },
  actions: {
    keepNarrow: assign((_, { width }: { width: number }) => ({ narrow: isNarrow(width) })),
    keepPending: assign((_, { width }: { width: number }) => ({ pendingWidth: width })),
    settlePending: assign(({ context: { pendingWidth, narrow } }) => ({
      narrow: pendingWidth === undefined ? narrow : isNarrow(pendingWidth),
      pendingWidth: undefined,
    })),
    raiseCrossed: raise(({ context }) => ({ type: 'breakpoint.crossed' as const, narrow: context.narrow })),
  },
}).createMachine({
  id: 'sidebar',
  description: 'Open or collapsed; follows the width of the window and the user.',
  context: ({ input }) => ({ narrow: isNarrow(input.width), pendingWidth: undefined }),
  type: 'parallel',
  states: {
    shape: {
      description: 'Whether the sidebar is open.',
      initial: 'starting',
      states: {
        starting: {
          description: 'The width of the window decides the initial state.',
          always: [{ guard: 'isNarrow', target: 'collapsed' }, { target: 'open' }],
        },
        open: {
          on: {
            'sidebar.toggled': 'collapsed',
            'breakpoint.crossed': { guard: { type: 'becomesNarrow', params: ({ event }) => event }, target: 'collapsed' },
          },
        },
        collapsed: {
          on: {
            'sidebar.toggled': 'open',
            'breakpoint.crossed': {
              guard: { type: 'becomesNarrow', params: ({ event }) => ({ narrow: !event.narrow }) },
              target: 'open',
            },
          },
        },
      },
    },
    resizing: {
      description: 'Handles the widths of the window at a limited rate.',
      initial: 'idle',
      states: {
        idle: {
          on: {
            'viewport.resized': [
              {
                guard: { type: 'hasCrossed', params: ({ event }) => event },
                target: 'throttling',
                actions: [{ type: 'keepNarrow', params: ({ event }) => event }, 'raiseCrossed'],
              },
              { target: 'throttling' },
            ],
          },
        },
        throttling: {
          description: 'A width was just handled; of those that follow only the last counts.',
          on: { 'viewport.resized': { actions: { type: 'keepPending', params: ({ event }) => event } } },
          after: {
            resizeThrottle: [
              {
                guard: 'hasPendingCrossed',
                target: 'throttling',
                reenter: true,
                actions: ['settlePending', 'raiseCrossed'],
              },
              { guard: 'hasPending', target: 'throttling', reenter: true, actions: 'settlePending' },
              { target: 'idle' },
            ],
          },
        },
      },
    },
  },
});
