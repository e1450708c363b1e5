import { assign, setup } from 'xstate';
import { effect, missingActor } from '../kernel/placeholders.ts';

/** Interval of checks for a newer release while the page is on the screen. */
export const CHECK_INTERVAL_MS = 300_000;

/** Shortest time between checks when the user returns to the window. */
export const MIN_CHECK_INTERVAL_MS = 30_000;

export interface ReleaseInput {
  /** Release of the running code; empty if the build has none. */
  current: string;
}

interface ReleaseContext extends ReleaseInput {
  /** The newest known release; equal to `current` until a newer one is found. */
  newest: string;
}

export type ReleaseEvent =
  /** The user returned to the window. */
  | { type: 'window.shown' }
  /** `unsettled`: a reload would lose typed content or interrupt a running request. */
  | { type: 'release.reloadRequested'; unsettled: boolean }
  | { type: 'release.reloadConfirmed' }
  | { type: 'release.reloadCancelled' };

/** The release of the console: whether the server has a newer one, and how the user loads it. */
export const releaseMachine = setup({
  types: {} as { context: ReleaseContext; events: ReleaseEvent; input: ReleaseInput; tags: 'outdated' | 'confirming' },
  actors: { findRelease: missingActor<{ release: string }>('findRelease') },
  guards: {
    /** A development build has no release. */
    hasRelease: ({ context }) => context.current !== '',
    isAnotherRelease: ({ context }, { release }: { release: string }) => release !== '' && release !== context.current,
    isUnsettled: (_, { unsettled }: { unsettled: boolean }) => unsettled,
  },
  delays: { checkInterval: CHECK_INTERVAL_MS - MIN_CHECK_INTERVAL_MS, minCheckInterval: MIN_CHECK_INTERVAL_MS },
  actions: {
    keepNewest: assign((_, { release }: { release: string }) => ({ newest: release })),
    announceRelease: effect('announceRelease'),
    reload: effect('reload'),
  },
}).createMachine({
  id: 'release',
  description: 'The release of the console. A newer one is offered, never forced upon the user.',
  context: ({ input }) => ({ ...input, newest: input.current }),
  type: 'parallel',
  states: {
    knowledge: {
      description: 'Whether a newer release is known.',
      initial: 'fresh',
      states: {
        fresh: { description: 'Checked a moment ago.', after: { minCheckInterval: 'current' } },
        current: {
          description: 'Checked again when the user returns to the window, and from time to time.',
          on: { 'window.shown': { guard: 'hasRelease', target: 'checking' } },
          after: { checkInterval: { guard: 'hasRelease', target: 'checking' } },
        },
        checking: {
          description: 'The newest release is loading.',
          invoke: {
            id: 'findRelease',
            src: 'findRelease',
            onDone: [
              {
                guard: { type: 'isAnotherRelease', params: ({ event }) => event.output },
                target: 'outdated',
                actions: { type: 'keepNewest', params: ({ event }) => event.output },
              },
              { target: 'fresh' },
            ],
            onError: 'fresh',
          },
        },
        outdated: { description: 'A newer release is offered.', tags: 'outdated', entry: 'announceRelease' },
      },
    },
    reload: {
      description: 'Whether a requested reload needs a confirmation.',
      initial: 'idle',
      states: {
        idle: {
          description: 'No reload is waiting for a confirmation.',
          on: {
            'release.reloadRequested': [
              { guard: { type: 'isUnsettled', params: ({ event }) => event }, target: 'confirming' },
              { actions: 'reload' },
            ],
          },
        },
        confirming: {
          description: 'A reload would lose typed content; the user decides.',
          tags: 'confirming',
          on: {
            'release.reloadConfirmed': { target: 'idle', actions: 'reload' },
            'release.reloadCancelled': 'idle',
          },
        },
      },
    },
  },
});
