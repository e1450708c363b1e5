/** One entry of the menu, as the server lists it and as the console's own registry does. */
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

export interface MenuQuestion {
  entries: readonly MenuEntry[];
  /** Routes that exist in this console; a link to anything else is not drawn. */
  known: readonly string[];
  permitted: readonly string[];
}

const bySort = (a: MenuEntry, b: MenuEntry) => a.sort - b.sort || a.path.localeCompare(b.path);

/** What the menu shows: permitted, known, not hidden; groups without a visible child are left out. */
export function menuTree({ entries, known, permitted }: MenuQuestion): MenuNode[] {
  const nodes = (parent: string | null): MenuNode[] =>
    entries
      .filter((entry) => entry.parentPath === parent && !entry.hide)
      .map((entry) => ({ ...entry, children: nodes(entry.path) }))
      .filter(({ path, children }) => children.length > 0 || (known.includes(path) && permitted.includes(path)))
      .toSorted(bySort);
  return nodes(null);
}

/** Every page that may be opened, in the order of the menu; those that the menu hides stand behind the others of their place. */
export function openPages({ entries, known, permitted }: MenuQuestion): MenuEntry[] {
  const pages = (parent: string | null): MenuEntry[] =>
    entries
      .filter((entry) => entry.parentPath === parent)
      .toSorted((a, b) => a.sort - b.sort || Number(a.hide) - Number(b.hide) || a.path.localeCompare(b.path))
      .flatMap((entry) => [...(known.includes(entry.path) && permitted.includes(entry.path) ? [entry] : []), ...pages(entry.path)]);
  return pages(null);
}

/** The entry that is highlighted for a path: itself, or the parent a hidden page names. */
export const selectedEntry = (entries: readonly MenuEntry[], path: string): string => {
  const entry = entries.find((one) => one.path === path);
  return entry?.hide && entry.activeMenu ? entry.activeMenu : path;
};

/** The groups above a path, from the outside in: the submenus that must be open for it to be seen. */
export function groupsAbove(entries: readonly MenuEntry[], path: string): string[] {
  const above = entries.find((one) => one.path === path)?.parentPath;
  return above ? [...groupsAbove(entries, above), above] : [];
}
