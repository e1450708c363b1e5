import type { RemoveLog } from '#machines/advertising-remove-log/remove-log.machine.ts';

type Parts = ReturnType<RemoveLog['getSnapshot']>['children'];
/** The children of the page, once all of them have started. */
export type StandingParts = {
  [Name in 'list' | 'below' | 'hands' | 'pickers' | 'people' | 'tableView' | 'views']: NonNullable<Parts[Name]>;
} & {
  download: NonNullable<Parts['export']>;
};
