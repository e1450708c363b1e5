import type { RolePage } from '#machines/sys-role/role-management.machine.ts';
import type { CheckNode } from '#src/ui/pick/check-tree.ts';

/** Every role opens it. */
export const HOME = '/index';

/** Pages that only administrators may open. */
const isReserved = (path: string) => path.startsWith('/sys') || path.startsWith('/admin');

const compareSort = (a: RolePage, b: RolePage) => a.sort - b.sort;

/** The pages a role may open, as a tree: groups contain pages, hidden pages follow their parent page. `homeNote` says why home is given. */
export function grantablePages(pages: readonly RolePage[], titleOf: (page: RolePage) => string, homeNote: string): CheckNode[] {
  const open = pages.filter(({ path }) => !isReserved(path));
  const groups = new Set(open.flatMap(({ parent_path }) => parent_path ?? []));
  const toNode = (page: RolePage): CheckNode => ({
    key: page.path,
    label: titleOf(page),
    ...(page.path === HOME && { given: homeNote }),
    children: open
      .filter((one) => one.hide && one.activeMenu === page.path)
      .toSorted(compareSort)
      .map((one) => ({ key: one.path, label: titleOf(one), follows: true })),
  });
  const node = (page: RolePage): CheckNode =>
    groups.has(page.path)
      ? {
          key: page.path,
          label: titleOf(page),
          group: true,
          children: open
            .filter((one) => one.parent_path === page.path && !one.hide)
            .toSorted(compareSort)
            .map(node),
        }
      : toNode(page);
  return open
    .filter(({ parent_path, hide }) => parent_path === null && !hide)
    .toSorted(compareSort)
    .map(node);
}
