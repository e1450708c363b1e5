import type { SnapshotFrom } from 'xstate';
import type { consoleMachine } from '#machines/console/console.machine.ts';
import type { workbenchMachine } from '#machines/console/workbench.machine.ts';

/** The actors that the frame shows and steers, of the console and of the workbench. */
export type Parts = SnapshotFrom<typeof consoleMachine>['children'] & SnapshotFrom<typeof workbenchMachine>['children'];

export type Part<Name extends keyof Parts> = NonNullable<Parts[Name]>;
