import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Place } from './visualiser-place.ts';

interface ReplayContext {
  place: Place;
}

export type ReplayEvent =
  /** The address says this. */
  { type: 'place.arrived'; place: Place };

/** A recording that was opened, and where in it the reader stands. */
export const replayMachine = setup({
  types: {} as { context: ReplayContext; events: ReplayEvent; input: ReplayContext },
  actions: {
    goTo: assign((_, { place }: { place: Place }) => ({ place })),
  },
}).createMachine({
  id: 'replay',
  description: 'A recording that was opened, and where in it the reader stands.',
  context: ({ input }) => input,
  on: { 'place.arrived': { actions: { type: 'goTo', params: ({ event }) => event } } },
});

export type Replay = ActorRefFrom<typeof replayMachine>;
