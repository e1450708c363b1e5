import { simulationMachine } from '#machines/visualiser/simulation.machine.ts';

/** The room as the page composes it. */
export const simulationPart = () => simulationMachine;
