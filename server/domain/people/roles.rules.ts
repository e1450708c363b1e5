import { type RoleAction, roleActions } from '#contracts/vocabulary/roles.ts';
import type { MenuEntry } from '../work-context.ts';
import { grantablePaths } from './permissions.ts';

/** Those of the paths that a role may not grant: reserved, hidden, group or unknown ones. */
export const findReservedPaths = (paths: readonly string[], menu: readonly MenuEntry[]): string[] => {
  const grantable = grantablePaths(menu);
  return paths.filter((path) => !grantable.includes(path));
};

/** Sorts paths in menu order, so that equal sets are equal lists. */
export const inMenuOrder = (paths: readonly string[], menu: readonly MenuEntry[]): string[] =>
  grantablePaths(menu).filter((path) => paths.includes(path));

export const inActionOrder = (actions: readonly string[]): RoleAction[] => roleActions.filter((action) => actions.includes(action));
