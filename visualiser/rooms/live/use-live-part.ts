import { liveMachine } from '#machines/visualiser/live.machine.ts';

/** The room as the page composes it. */
export const livePart = () => liveMachine;
