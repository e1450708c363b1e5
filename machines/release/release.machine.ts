import { assign, setup } from 'xstate';
import { effect, missingActor } from '../kernel/placeholders.ts';

/** How often it is looked for a newer release while the page is on the screen. */
export const LOOK_AGAIN_MS = 300_000;

/** A reader who comes back to the window makes it look again, but not more often than this. */
export const LOOK_AT_MOST_MS = 30_000;

export interface ReleaseInput {
  /** Of the code that runs here; empty where the build gave none. */
  current: string;
}

interface ReleaseContext extends ReleaseInput {
  /** Known to the server; the same as `current` until a newer one is seen. */
  newest: string;
}

export type ReleaseEvent =
  /** The reader came back to the window. */
  | { type: 'window.shown' }
  /** `unsettled`: something typed would be lost, or a request that must not be sent twice is under way. */
  | { type: 'release.reloadRequested'; unsettled: boolean }
  | { type: 'release.reloadConfirmed' }
  | { type: 'release.reloadCancelled' };

/** Which release of the console runs, whether the server has a newer one, and how the reader gets it. */
export const releaseMachine = setup({
  types: {} as { context: ReleaseContext; events: ReleaseEvent; input: ReleaseInput; tags: 'outdated' | 'asking' },
  actors: { findRelease: missingActor<{ release: string }>('findRelease') },
  guards: {
    /** A console that was not built has no releases. */
    isStamped: ({ context }) => context.current !== '',
    isOther: ({ context }, { release }: { release: string }) => release !== '' && release !== context.current,
    isUnsettled: (_, { unsettled }: { unsettled: boolean }) => unsettled,
  },
  delays: { lookAgain: LOOK_AGAIN_MS - LOOK_AT_MOST_MS, lookAtMost: LOOK_AT_MOST_MS },
  actions: {
    keepNewest: assign((_, { release }: { release: string }) => ({ newest: release })),
    announceRelease: effect('announceRelease'),
    reload: effect('reload'),
  },
}).createMachine({
  id: 'release',
  description: 'Which release of the console runs here. A newer one is noticed and offered, never forced upon the reader.',
  context: ({ input }) => ({ ...input, newest: input.current }),
  type: 'parallel',
  states: {
    knowledge: {
      description: 'What is known of newer releases.',
      initial: 'fresh',
      states: {
        fresh: { description: 'Looked for a moment ago.', after: { lookAtMost: 'current' } },
        current: {
          description: 'It is worth a look when somebody comes back to the window, and from time to time.',
          on: { 'window.shown': { guard: 'isStamped', target: 'looking' } },
          after: { lookAgain: { guard: 'isStamped', target: 'looking' } },
        },
        looking: {
          description: 'The server is asked which release is the newest.',
          invoke: {
            id: 'findRelease',
            src: 'findRelease',
            onDone: [
              {
                guard: { type: 'isOther', params: ({ event }) => event.output },
                target: 'outdated',
                actions: { type: 'keepNewest', params: ({ event }) => event.output },
              },
              { target: 'fresh' },
            ],
            onError: 'fresh',
          },
        },
        outdated: { description: 'A newer release is there, and is offered.', tags: 'outdated', entry: 'announceRelease' },
      },
    },
    reload: {
      description: 'What became of the wish to load the newer one.',
      initial: 'unasked',
      states: {
        unasked: {
          description: 'Nothing stands in the way of a reload.',
          on: {
            'release.reloadRequested': [
              { guard: { type: 'isUnsettled', params: ({ event }) => event }, target: 'asking' },
              { actions: 'reload' },
            ],
          },
        },
        asking: {
          description: 'A reload would lose something that was typed; the reader decides.',
          tags: 'asking',
          on: {
            'release.reloadConfirmed': { target: 'unasked', actions: 'reload' },
            'release.reloadCancelled': 'unasked',
          },
        },
      },
    },
  },
});
