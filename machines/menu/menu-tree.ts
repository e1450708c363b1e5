/** One entry of the menu, from the server or from the console's own registry. */
export interface MenuEntry {
  path: string;
  parentPath: string | null;
  /** Chinese. */
  title: string;
  titleEn: string;
  sort: number;
  hide: boolean;
  activeMenu: string | null;
  icon: string | null;
}

export interface MenuNode extends MenuEntry {
  children: MenuNode[];
}

export interface MenuQuery {
  entries: readonly MenuEntry[];
  /** Routes of this console; links to other routes are not shown. */
  known: readonly string[];
  permitted: readonly string[];
}

const bySort = (a: MenuEntry, b: MenuEntry) => a.sort - b.sort || a.path.localeCompare(b.path);

/** The visible menu: permitted, known and not hidden entries, without groups that have no visible child. */
export function buildMenuTree({ entries, known, permitted }: MenuQuery): MenuNode[] {
  const nodes = (parent: string | null): MenuNode[] =>
    entries
      .filter((entry) => entry.parentPath === parent && !entry.hide)
      .map((entry) => ({ ...entry, children: nodes(entry.path) }))
      .filter(({ path, children }) => children.length > 0 || (known.includes(path) && permitted.includes(path)))
      .toSorted(bySort);
  return nodes(null);
}

/** All permitted pages in menu order; hidden pages follow the visible ones of the same level. */
export function listPermittedPages({ entries, known, permitted }: MenuQuery): MenuEntry[] {
  const pages = (parent: string | null): MenuEntry[] =>
    entries
      .filter((entry) => entry.parentPath === parent)
      .toSorted((a, b) => a.sort - b.sort || Number(a.hide) - Number(b.hide) || a.path.localeCompare(b.path))
      .flatMap((entry) => [...(known.includes(entry.path) && permitted.includes(entry.path) ? [entry] : []), ...pages(entry.path)]);
  return pages(null);
}

/** The entry to highlight for a path: its own, or the parent that a hidden page names. */
export const findHighlightedEntry = (entries: readonly MenuEntry[], path: string): string => {
  const entry = entries.find((one) => one.path === path);
  return entry?.hide && entry.activeMenu ? entry.activeMenu : path;
};

/** The groups above a path from the outside in, which must be open for the path to be visible. */
export function findGroupsAbove(entries: readonly MenuEntry[], path: string): string[] {
  const above = entries.find((one) => one.path === path)?.parentPath;
  return above ? [...findGroupsAbove(entries, above), above] : [];
}
