import type { HistoryStep } from '../kernel/page-contract.ts';
import { changed, overdueForClosing, pinnedFirst, type StoredWorkspace, type Tab } from './tab-list.ts';
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
  last: undefined,
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

/** The tabs of the last visit, of pages that may still be seen, before those that were opened meanwhile. */
export function withStored(context: Context, stored: StoredWorkspace | undefined, begin: Begin<StoredWorkspace['tabs'][number]>): Known {
  let { serial } = context;
  const known = (stored?.tabs ?? []).map((tab, index) => ({ ...tab, index }));
  const restored = known
    .filter(({ path }) => context.paths.includes(path) && !context.tabs.some((open) => open.path === path))
    .map((tab): Tab => {
      serial += 1;
      return { ...newTab(serial, tab, begin), pinned: tab.pinned, seen: tab.index === stored?.active ? 1 : 0 };
    });
  const last = context.active === undefined ? restored.find(({ seen }) => seen > 0)?.key : undefined;
  return { tabs: pinnedFirst([...restored, ...context.tabs]), serial, last, clock: context.clock + 1 };
}

/** Whoever came in by the front door goes where they were the last time. */
export function returning(context: Context): Known {
  const last = tabAt(context, context.last);
  return last ? { pending: { path: last.path, search: '', isStep: false, byRoot: true, tab: last.key }, last: undefined } : {};
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
    last: undefined,
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

/** Tabs of pages that may not be seen any more are closed. */
export function permitted({ tabs, active }: Context, paths: readonly string[]): Known {
  const closing = tabs.filter((tab) => !paths.includes(tab.path)).map((tab) => tab.key);
  return { paths, closing, active: closing.includes(active ?? '') ? undefined : active };
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
