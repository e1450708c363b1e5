import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Place } from './visualiser-place.ts';

interface SimulationContext {
  place: Place;
}

export type SimulationEvent =
  /** The address says this. */
  { type: 'place.arrived'; place: Place };

/** A machine that is tried out with actors that are only played. */
export const simulationMachine = setup({
  types: {} as { context: SimulationContext; events: SimulationEvent; input: SimulationContext },
  actions: {
    goTo: assign((_, { place }: { place: Place }) => ({ place })),
  },
}).createMachine({
  id: 'simulation',
  description: 'A machine that is tried out with actors that are only played.',
  context: ({ input }) => input,
  on: { 'place.arrived': { actions: { type: 'goTo', params: ({ event }) => event } } },
});

export type Simulation = ActorRefFrom<typeof simulationMachine>;
