import type { HistoryStep } from '../kernel/page/page-contract.ts';
import { changeTab, findTabToClose, type StoredTab, type StoredWorkspace, sortPinnedFirst, type Tab, toStoredTab } from './tab-list.ts';
import { findTab, resolveArrival, type WorkspaceContext, type WorkspaceFact } from './workspace-contract.ts';

type Context = WorkspaceContext;
type WorkspaceChange = Partial<Context>;
/** Spawns the machine of a tab; `T` is its input. */
type SpawnTab<T> = (input: T & { key: string }) => Tab['ref'];
type Address = Pick<Tab, 'path' | 'search'>;

export const emptyWorkspace: Context = {
  user: 0,
  paths: [],
  tabs: [],
  active: undefined,
  closing: [],
  pending: undefined,
  barred: [],
  clock: 0,
  serial: 0,
  hasChanges: false,
};

/** A tab that was never activated. */
function newTab<T extends Address>(serial: number, given: T, begin: SpawnTab<T>): Tab {
  const { path, search } = given;
  const key = `${path}#${serial}`;
  return { key, path, search, pinned: false, seen: 0, unsettled: false, ref: begin({ ...given, key }) };
}

/** Opens stored tabs with new keys; `last` was the active one. */
function restoreTabs(
  { serial }: Context,
  stored: readonly StoredTab[],
  begin: SpawnTab<StoredTab>,
  last?: StoredTab,
): Pick<Context, 'tabs' | 'serial'> {
  const tabs = stored.map((tab, index): Tab => {
    const { pinned, unsettled } = tab;
    return { ...newTab(serial + index + 1, tab, begin), pinned, unsettled, seen: tab === last ? 1 : 0 };
  });
  return { tabs, serial: serial + tabs.length };
}

/**
 * Puts the stored tabs before those opened meanwhile. A page that was opened meanwhile is not opened a second time, unless typed content
 * would be lost; a page that is not permitted waits.
 */
export function addStored(context: Context, stored: StoredWorkspace | undefined, begin: SpawnTab<StoredTab>): WorkspaceChange {
  const known = stored?.tabs ?? [];
  const isPermitted = ({ path }: StoredTab) => context.paths.includes(path);
  const isOpen = ({ path, unsettled }: StoredTab) => !unsettled && context.tabs.some((tab) => tab.path === path);
  const { tabs, serial } = restoreTabs(
    context,
    known.filter((tab) => isPermitted(tab) && !isOpen(tab)),
    begin,
    known[stored?.active ?? 0],
  );
  return {
    tabs: sortPinnedFirst([...tabs, ...context.tabs]),
    serial,
    clock: context.clock + 1,
    barred: [...context.barred, ...known.filter((tab) => !isPermitted(tab))],
  };
}

/** Adds a tab for the pending arrival, unless one is open there. */
export function openPending(context: Context, begin: SpawnTab<Address>): WorkspaceChange {
  const arrival = context.pending;
  if (!arrival || resolveArrival(context, arrival).key !== undefined) return {};
  const { path, search } = arrival;
  const serial = context.serial + 1;
  return { serial, tabs: [...context.tabs, newTab(serial, { path, search }, begin)] };
}

/** Puts the copy next to its original. */
export function addCopy(context: Context, original: string, begin: SpawnTab<Address>): WorkspaceChange {
  const tab = findTab(context, original);
  if (!tab) return {};
  const { path, search } = tab;
  const serial = context.serial + 1;
  const copy = newTab(serial, { path, search }, begin);
  return { serial, tabs: sortPinnedFirst(context.tabs.toSpliced(context.tabs.indexOf(tab) + 1, 0, copy)) };
}

export function showPending(context: Context): WorkspaceChange {
  const place = context.pending && resolveArrival(context, context.pending);
  if (!place?.key) return { pending: undefined };
  const { key, search } = place;
  return {
    active: key,
    pending: undefined,
    clock: context.clock + 1,
    tabs: changeTab(context.tabs, key, { search, seen: context.clock + 1 }),
  };
}

/** Makes a tab the active one. */
export const activateTab = ({ tabs, clock }: Context, key: string | undefined): WorkspaceChange =>
  key === undefined ? {} : { active: key, clock: clock + 1, tabs: changeTab(tabs, key, { seen: clock + 1 }) };

export const findNewest = ({ tabs, serial }: Context): string | undefined => tabs.find((tab) => tab.key.endsWith(`#${serial}`))?.key;

/** The tab to the right or left of the active one, wrapping around. */
export function findNeighbour({ tabs, active }: Context, by: 1 | -1): string | undefined {
  const at = tabs.findIndex((tab) => tab.key === active);
  return tabs.at((at + by + tabs.length) % tabs.length)?.key;
}

/** Puts tabs of pages that are no longer permitted aside with their typed content, and restores those that are permitted again. */
export function applyPermissions(context: Context, paths: readonly string[], begin: SpawnTab<StoredTab>): WorkspaceChange {
  const { tabs, active, barred } = context;
  const lost = tabs.filter((tab) => !paths.includes(tab.path));
  const closing = lost.map((tab) => tab.key);
  const back = restoreTabs(
    context,
    barred.filter(({ path }) => paths.includes(path)),
    begin,
  );
  return {
    paths,
    closing,
    serial: back.serial,
    tabs: sortPinnedFirst([...tabs, ...back.tabs]),
    barred: [...barred.filter(({ path }) => !paths.includes(path)), ...lost.map(toStoredTab)],
    active: closing.includes(active ?? '') ? undefined : active,
  };
}

export function makeRoom({ tabs, active }: Context): WorkspaceChange {
  const overdue = findTabToClose(tabs, active);
  return overdue ? { tabs: tabs.filter((tab) => tab !== overdue) } : {};
}

/** The tab to hide for the pending arrival; undefined if the arrival leads to the active tab. */
export function findTabToHide(context: Context): Tab | undefined {
  const wanted = context.pending && resolveArrival(context, context.pending).key;
  return wanted === context.active ? undefined : findTab(context, context.active);
}

export const spareUnsettled = ({ tabs, closing }: Context): WorkspaceChange => ({
  closing: closing.filter((key) => tabs.some((tab) => tab.key === key && !tab.unsettled)),
});

export const removeNextClosing = ({ tabs, closing }: Context): WorkspaceChange => ({
  tabs: tabs.filter((tab) => tab.key !== closing[0]),
  closing: closing.slice(1),
});

export const togglePin = ({ tabs }: Context, key: string): WorkspaceChange => ({
  tabs: sortPinnedFirst(tabs.map((tab) => (tab.key === key ? { ...tab, pinned: !tab.pinned } : tab))),
});

/** The fact that tells the address of the active tab. */
export function toMovedFact(context: Context, how: HistoryStep): WorkspaceFact {
  const tab = findTab(context, context.active);
  return tab ? { type: 'workspace.moved', path: tab.path, search: tab.search, how, tab: tab.key } : { type: 'workspace.emptied' };
}
