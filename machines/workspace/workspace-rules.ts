import type { HistoryStep } from '../kernel/page/page-contract.ts';
import { changed, overdueForClosing, pinnedFirst, type StoredTab, type StoredWorkspace, storedTab, type Tab } from './tab-list.ts';
import { placeOf, tabAt, type WorkspaceContext, type WorkspaceFact } from './workspace-contract.ts';

type Context = WorkspaceContext;
type Known = Partial<Context>;
/** Brings the machine of a tab to life; `T` says what it may be told about the tab. */
type Begin<T> = (input: T & { key: string }) => Tab['ref'];
type Address = Pick<Tab, 'path' | 'search'>;

export const nobodysTabs: Context = {
  user: 0,
  paths: [],
  tabs: [],
  active: undefined,
  closing: [],
  pending: undefined,
  barred: [],
  clock: 0,
  serial: 0,
  touched: false,
};

/** A tab that nobody has looked at yet. */
function newTab<T extends Address>(serial: number, given: T, begin: Begin<T>): Tab {
  const { path, search } = given;
  const key = `${path}#${serial}`;
  return { key, path, search, pinned: false, seen: 0, unsettled: false, ref: begin({ ...given, key }) };
}

/** Stored tabs as open ones, each with a new name; `last` was the one on the screen. */
function restored(
  { serial }: Context,
  stored: readonly StoredTab[],
  begin: Begin<StoredTab>,
  last?: StoredTab,
): Pick<Context, 'tabs' | 'serial'> {
  const tabs = stored.map((tab, index): Tab => {
    const { pinned, unsettled } = tab;
    return { ...newTab(serial + index + 1, tab, begin), pinned, unsettled, seen: tab === last ? 1 : 0 };
  });
  return { tabs, serial: serial + tabs.length };
}

/**
 * The tabs of the last visit before those that were opened meanwhile. A page that was opened meanwhile is not opened a second
 * time, unless something typed would be lost; a page that is not permitted waits.
 */
export function withStored(context: Context, stored: StoredWorkspace | undefined, begin: Begin<StoredTab>): Known {
  const known = stored?.tabs ?? [];
  const isPermitted = ({ path }: StoredTab) => context.paths.includes(path);
  const isOpen = ({ path, unsettled }: StoredTab) => !unsettled && context.tabs.some((tab) => tab.path === path);
  const { tabs, serial } = restored(
    context,
    known.filter((tab) => isPermitted(tab) && !isOpen(tab)),
    begin,
    known[stored?.active ?? 0],
  );
  return {
    tabs: pinnedFirst([...tabs, ...context.tabs]),
    serial,
    clock: context.clock + 1,
    barred: [...context.barred, ...known.filter((tab) => !isPermitted(tab))],
  };
}

/** A tab for where somebody wants to be, unless one is open there. */
export function withPending(context: Context, begin: Begin<Address>): Known {
  const arrival = context.pending;
  if (!arrival || placeOf(context, arrival).key !== undefined) return {};
  const { path, search } = arrival;
  const serial = context.serial + 1;
  return { serial, tabs: [...context.tabs, newTab(serial, { path, search }, begin)] };
}

/** The copy stands beside what it was made of. */
export function withCopy(context: Context, original: string, begin: Begin<Address>): Known {
  const tab = tabAt(context, original);
  if (!tab) return {};
  const { path, search } = tab;
  const serial = context.serial + 1;
  const copy = newTab(serial, { path, search }, begin);
  return { serial, tabs: pinnedFirst(context.tabs.toSpliced(context.tabs.indexOf(tab) + 1, 0, copy)) };
}

export function arrived(context: Context): Known {
  const place = context.pending && placeOf(context, context.pending);
  if (!place?.key) return { pending: undefined };
  const { key, search } = place;
  return {
    active: key,
    pending: undefined,
    clock: context.clock + 1,
    tabs: changed(context.tabs, key, { search, seen: context.clock + 1 }),
  };
}

/** It is the one seen last from now on. */
export const shownNow = ({ tabs, clock }: Context, key: string | undefined): Known =>
  key === undefined ? {} : { active: key, clock: clock + 1, tabs: changed(tabs, key, { seen: clock + 1 }) };

export const newestIn = ({ tabs, serial }: Context): string | undefined => tabs.find((tab) => tab.key.endsWith(`#${serial}`))?.key;

/** The tab to the right or to the left of the one that is shown, round the ends. */
export function neighbourIn({ tabs, active }: Context, by: 1 | -1): string | undefined {
  const at = tabs.findIndex((tab) => tab.key === active);
  return tabs.at((at + by + tabs.length) % tabs.length)?.key;
}

/** Tabs of pages that may not be seen any more are put aside with what was typed, and those that may be seen again come back. */
export function permitted(context: Context, paths: readonly string[], begin: Begin<StoredTab>): Known {
  const { tabs, active, barred } = context;
  const lost = tabs.filter((tab) => !paths.includes(tab.path));
  const closing = lost.map((tab) => tab.key);
  const back = restored(
    context,
    barred.filter(({ path }) => paths.includes(path)),
    begin,
  );
  return {
    paths,
    closing,
    serial: back.serial,
    tabs: pinnedFirst([...tabs, ...back.tabs]),
    barred: [...barred.filter(({ path }) => !paths.includes(path)), ...lost.map(storedTab)],
    active: closing.includes(active ?? '') ? undefined : active,
  };
}

export function withRoom({ tabs, active }: Context): Known {
  const overdue = overdueForClosing(tabs, active);
  return overdue ? { tabs: tabs.filter((tab) => tab !== overdue) } : {};
}

/** The tab that makes way. Whoever wants to be where they are does not leave. */
export function leftForPending(context: Context): Tab | undefined {
  const wanted = context.pending && placeOf(context, context.pending).key;
  return wanted === context.active ? undefined : tabAt(context, context.active);
}

export const sparingUnsettled = ({ tabs, closing }: Context): Known => ({
  closing: closing.filter((key) => tabs.some((tab) => tab.key === key && !tab.unsettled)),
});

export const withoutNext = ({ tabs, closing }: Context): Known => ({
  tabs: tabs.filter((tab) => tab.key !== closing[0]),
  closing: closing.slice(1),
});

export const pinToggled = ({ tabs }: Context, key: string): Known => ({
  tabs: pinnedFirst(tabs.map((tab) => (tab.key === key ? { ...tab, pinned: !tab.pinned } : tab))),
});

/** Where the reader stands now, for the address. */
export function movedFact(context: Context, how: HistoryStep): WorkspaceFact {
  const tab = tabAt(context, context.active);
  return tab ? { type: 'workspace.moved', path: tab.path, search: tab.search, how, tab: tab.key } : { type: 'workspace.emptied' };
}
