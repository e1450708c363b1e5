import { replayMachine } from '#machines/visualiser/replay.machine.ts';

/** The room as the page composes it. */
export const replayPart = () => replayMachine;
