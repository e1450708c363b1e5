import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Place } from './visualiser-place.ts';

interface LiveContext {
  place: Place;
}

export type LiveEvent =
  /** The address says this. */
  { type: 'place.arrived'; place: Place };

/** Pages of this browser that are watched while they run. */
export const liveMachine = setup({
  types: {} as { context: LiveContext; events: LiveEvent; input: LiveContext },
  actions: {
    goTo: assign((_, { place }: { place: Place }) => ({ place })),
  },
}).createMachine({
  id: 'live',
  description: 'Pages of this browser that are watched while they run.',
  context: ({ input }) => input,
  on: { 'place.arrived': { actions: { type: 'goTo', params: ({ event }) => event } } },
});

export type Live = ActorRefFrom<typeof liveMachine>;
