import type { CloseLog } from '#machines/advertising-close-log/close-log.machine.ts';

type Parts = ReturnType<CloseLog['getSnapshot']>['children'];
/** The children of the page, once all of them have started. */
export type StandingParts = {
  [Name in 'list' | 'trend' | 'hands' | 'pickers' | 'people' | 'tableView' | 'views']: NonNullable<Parts[Name]>;
} & {
  download: NonNullable<Parts['export']>;
};
