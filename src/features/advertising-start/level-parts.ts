import type { LaunchLevel } from '#machines/advertising-start/launch-management.machine.ts';

type Parts = ReturnType<LaunchLevel['getSnapshot']>['children'];
/** The child actors of the page, once all have started. */
export type LevelParts = { [Name in 'list' | 'launchActions' | 'redo' | 'pickers' | 'tableView']: NonNullable<Parts[Name]> } & {
  download: NonNullable<Parts['export']>;
};
