import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Place } from './visualiser-place.ts';

interface CoverageContext {
  place: Place;
}

export type CoverageEvent =
  /** The address says this. */
  { type: 'place.arrived'; place: Place };

/** What the tests reached of all machines. */
export const coverageMachine = setup({
  types: {} as { context: CoverageContext; events: CoverageEvent; input: CoverageContext },
  actions: {
    goTo: assign((_, { place }: { place: Place }) => ({ place })),
  },
}).createMachine({
  id: 'coverage',
  description: 'What the tests reached of all machines.',
  context: ({ input }) => input,
  on: { 'place.arrived': { actions: { type: 'goTo', params: ({ event }) => event } } },
});

export type Coverage = ActorRefFrom<typeof coverageMachine>;
