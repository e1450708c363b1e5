import type { Access, AdminLevel } from '#contracts/endpoints/permissions.ts';
import type { Reason } from '#contracts/endpoints/reasons.ts';
import { type RoleAction, roleActions } from '#contracts/vocabulary/roles.ts';
import type { Caller, MenuEntry } from '../work-context.ts';

type Menu = readonly MenuEntry[];

const bySort = (a: MenuEntry, b: MenuEntry) => a.sort - b.sort || Number(a.hide) - Number(b.hide) || a.path.localeCompare(b.path);

/** Group entries are not pages; they only open a submenu. */
const isGroup = (menu: Menu, entry: MenuEntry) => menu.some((other) => other.parentPath === entry.path);

/** Pages in menu order; each hidden page follows the entry it highlights. */
export function pagesInOrder(menu: Menu): MenuEntry[] {
  const listVisible = (parent: string | null): MenuEntry[] =>
    menu
      .filter((entry) => entry.parentPath === parent && !entry.hide)
      .sort(bySort)
      .flatMap((entry) => {
        if (isGroup(menu, entry)) return listVisible(entry.path);
        return [entry, ...menu.filter((other) => other.hide && other.activeMenu === entry.path).sort(bySort)];
      });
  return listVisible(null);
}

/** Pages a role may grant. Hidden pages follow their entry, and pages under /sys are for administrators only. */
export const grantablePaths = (menu: Menu): string[] =>
  pagesInOrder(menu)
    .filter((entry) => entry.group === 'base' && !entry.hide && !entry.path.startsWith('/sys/'))
    .map((entry) => entry.path);

export interface Grants {
  isAdmin: AdminLevel;
  /** Union over the roles of the user. */
  rolePaths: readonly string[];
  roleActions: readonly string[];
  hasRole: boolean;
}

/** Pages the user may open, in menu order. */
export function pathsOf(grants: Grants, menu: Menu): string[] {
  const pages = pagesInOrder(menu);
  if (grants.isAdmin === 9) return pages.filter((entry) => entry.group === 'admin').map((entry) => entry.path);
  if (grants.isAdmin === 1) return pages.filter((entry) => entry.group === 'base').map((entry) => entry.path);
  const grantable = new Set(grantablePaths(menu));
  const granted = new Set(grants.rolePaths.filter((path) => grantable.has(path)));
  if (grants.hasRole) granted.add('/index');
  return pages
    .filter((entry) => granted.has(entry.path) || (entry.hide && entry.activeMenu !== null && granted.has(entry.activeMenu)))
    .map((entry) => entry.path);
}

/** Actions the user may take on those pages. */
export function actionsOf(grants: Grants): RoleAction[] {
  if (grants.isAdmin === 9) return ['export'];
  if (grants.isAdmin === 1) return [...roleActions];
  return roleActions.filter((action) => grants.roleActions.includes(action));
}

/** Why the caller may not make the call; null when it is allowed. */
export function accessRefusal(
  call: { access: Access; action?: RoleAction },
  caller: Pick<Caller, 'isAdmin' | 'paths' | 'actions'>,
): Reason | null {
  const { access, action } = call;
  if (access === 'public' || access === 'signedIn') return null;
  if (access === 'admin') return caller.isAdmin === 0 ? 'NO_PATH' : null;
  if (access === 'superAdmin') return caller.isAdmin === 9 ? null : 'ADMIN_ONLY';
  if (access === 'anyPage') return caller.paths.length > 0 ? null : 'NO_PATH';
  if (!access.pages.some((page) => caller.paths.includes(page))) return 'NO_PATH';
  return action === undefined || caller.actions.includes(action) ? null : 'NO_ACTION';
}

/** The menu entries that lead to the given pages. */
export function menuFor(menu: Menu, paths: readonly string[]): MenuEntry[] {
  const includedPaths = new Set(paths);
  const parentOf = new Map(menu.map((entry) => [entry.path, entry.parentPath]));
  for (const path of paths) {
    for (let parent = parentOf.get(path); parent; parent = parentOf.get(parent)) includedPaths.add(parent);
  }
  return menu.filter((entry) => includedPaths.has(entry.path)).sort(bySort);
}
