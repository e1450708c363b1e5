import type { SnapshotFrom } from 'xstate';
import type { consoleMachine } from '#machines/console/console.machine.ts';

/** The actors of the console that the frame shows and steers. */
export type Parts = SnapshotFrom<typeof consoleMachine>['children'];

export type Part<Name extends keyof Parts> = NonNullable<Parts[Name]>;
