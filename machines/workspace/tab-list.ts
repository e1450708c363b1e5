import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { PageTag } from '../kernel/page/page-contract.ts';
import { isTaggedWithin } from '../kernel/tagged-within.ts';
import { type Memo, memoOf, readMemo } from './memo.ts';
import type { tabMachine } from './tab.machine.ts';

/** Tabs beyond this many are asleep: their page is a memo, not an actor. */
export const LIVE_TABS = 10;

/** More than anybody can tell apart; the oldest unpinned ones make room. */
export const MOST_TABS = 40;

/** Longest memo that is kept between visits, in characters. */
const MEMO_ROOM = 60_000;

/** And of all memos together: a person's workspace has an end on the server. */
const WORK_ROOM = 400_000;

export interface Tab {
  key: string;
  /** The page's path in the registry. */
  path: string;
  /** Where in the page the tab stands; the address shows it while the tab is active. */
  search: string;
  pinned: boolean;
  /** Grows with every activation; the smallest is the longest unseen. */
  seen: number;
  /** Closing it would lose something, or leave its owner in doubt of what was sent. */
  unsettled: boolean;
  ref: ActorRefFrom<typeof tabMachine>;
}

/** A tab as it is kept between visits. */
export interface StoredTab {
  path: string;
  search: string;
  pinned: boolean;
  scroll: number;
  /** Closing it would lose something. */
  unsettled: boolean;
  memo?: Memo | undefined;
}

/** The open tabs of one person, as they are kept between visits. */
export interface StoredWorkspace {
  version: 1;
  /** Place of the tab that was shown, from 0. */
  active: number;
  tabs: StoredTab[];
}

/** The page that lives in a tab; undefined while it sleeps or is on its way. */
export const pageOf = (tab: Pick<Tab, 'ref'> | undefined): AnyActorRef | undefined => tab?.ref.getSnapshot().children?.page;

export function isTagged(tab: Pick<Tab, 'ref'> | undefined, tag: PageTag): boolean {
  const page = pageOf(tab);
  return page !== undefined && isTaggedWithin(page.getSnapshot(), tag);
}

/** Whether closing a tab would lose something now, as its page says; of a sleeping page, as it said last. */
export const isUnsettled = (tab: Pick<Tab, 'ref' | 'unsettled'>): boolean =>
  pageOf(tab) ? isTagged(tab, 'dirty') || isTagged(tab, 'writing') : tab.unsettled;

export const changed = (tabs: Tab[], key: string, change: Partial<Tab>): Tab[] =>
  tabs.map((tab) => (tab.key === key ? { ...tab, ...change } : tab));

/** Pinned tabs stand first; inside both groups the chosen order holds. */
export const pinnedFirst = (tabs: Tab[]): Tab[] => [...tabs.filter((tab) => tab.pinned), ...tabs.filter((tab) => !tab.pinned)];

export function movedTo(tabs: Tab[], key: string, index: number): Tab[] {
  const tab = tabs.find((one) => one.key === key);
  return tab ? pinnedFirst(tabs.filter((one) => one !== tab).toSpliced(index, 0, tab)) : tabs;
}

/** Who is shown once `gone` are closed: the nearest that stays, first to the right of the active one, then to its left. */
export function successorOf(tabs: Tab[], active: string | undefined, gone: readonly string[]): Tab | undefined {
  const at = tabs.findIndex((tab) => tab.key === active);
  const stays = (tab: Tab) => !gone.includes(tab.key);
  return tabs.slice(Math.max(at, 0)).find(stays) ?? tabs.slice(0, Math.max(at, 0)).findLast(stays);
}

/** The tab an arrival is meant for: the one it names, the active one, else the one seen last at this path. */
export function tabFor(
  tabs: Tab[],
  active: string | undefined,
  { path, tab: key }: { path: string; tab?: string | undefined },
): Tab | undefined {
  const there = tabs.filter((tab) => tab.path === path);
  return there.find((tab) => tab.key === key) ?? there.find((tab) => tab.key === active) ?? there.toSorted((a, b) => b.seen - a.seen).at(0);
}

/** The living tab longest unseen, when too many live. One that is writing stays up: its memo would send again on waking. */
export function overdueForSleep(tabs: Tab[], active: string | undefined): Tab | undefined {
  const live = tabs.filter((tab) => tab.key !== active && pageOf(tab) !== undefined).toSorted((a, b) => a.seen - b.seen);
  return live.length < LIVE_TABS ? undefined : live.find((tab) => !isTagged(tab, 'writing'));
}

/** Which tab makes room for one more, when there are too many: the longest unseen that loses nothing. */
export function overdueForClosing(tabs: Tab[], active: string | undefined): Tab | undefined {
  if (tabs.length < MOST_TABS) return undefined;
  return tabs.toSorted((a, b) => a.seen - b.seen).find((tab) => !tab.pinned && tab.key !== active && !tab.unsettled);
}

/** What a page is remembered by. One that is writing keeps its last memo: on waking it would send again. */
function newestMemo(tab: Tab): Memo | undefined {
  const { logic, memo } = tab.ref.getSnapshot().context;
  const page = pageOf(tab);
  return page && logic && !isTagged(tab, 'writing') ? memoOf(page, logic.machine) : memo;
}

/** A tab as it stands, with everything that is remembered of its page. */
export const storedTab = (tab: Tab): StoredTab => ({
  path: tab.path,
  search: tab.search,
  pinned: tab.pinned,
  scroll: tab.ref.getSnapshot().context.scroll,
  unsettled: tab.unsettled,
  memo: newestMemo(tab),
});

/** The tabs with the memos that there is room for: `tabs` begins with the one seen last. */
function withinRoom(tabs: StoredTab[]): StoredTab[] {
  let room = WORK_ROOM;
  return tabs.map((tab) => {
    const length = tab.memo ? JSON.stringify(tab.memo).length : 0;
    if (length > Math.min(room, MEMO_ROOM)) return { ...tab, unsettled: false, memo: undefined };
    room -= length;
    return tab;
  });
}

/** What is kept for the next visit; tabs of pages that are not permitted now come last. */
export function storedWorkspace({
  tabs,
  active,
  barred,
}: {
  tabs: Tab[];
  active: string | undefined;
  barred: StoredTab[];
}): StoredWorkspace {
  const bySeen = tabs.toSorted((a, b) => b.seen - a.seen);
  const kept = withinRoom([...bySeen.map(storedTab), ...barred]);
  return {
    version: 1,
    active: Math.max(
      tabs.findIndex((tab) => tab.key === active),
      0,
    ),
    tabs: [...tabs.flatMap((tab) => kept[bySeen.indexOf(tab)] ?? []), ...kept.slice(tabs.length)].slice(0, MOST_TABS),
  };
}

/** A workspace as it was stored, whoever wrote it: what cannot be understood is left out. */
export function readWorkspace(value: unknown): StoredWorkspace | undefined {
  if (typeof value !== 'object' || value === null || Reflect.get(value, 'version') !== 1) return undefined;
  const given: unknown = Reflect.get(value, 'tabs');
  const active: unknown = Reflect.get(value, 'active');
  if (!Array.isArray(given)) return undefined;
  const tabs = given.slice(0, MOST_TABS).flatMap((one: unknown): StoredTab[] => {
    if (typeof one !== 'object' || one === null) return [];
    const { path, search, pinned, scroll, unsettled, memo } = one as Record<string, unknown>;
    if (typeof path !== 'string' || typeof search !== 'string') return [];
    const place = typeof scroll === 'number' ? scroll : 0;
    return [{ path, search, pinned: pinned === true, scroll: place, unsettled: unsettled === true, memo: readMemo(memo) }];
  });
  return { version: 1, active: typeof active === 'number' ? active : 0, tabs };
}
