import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { PageTag } from '../kernel/page/page-contract.ts';
import { isTaggedWithin } from '../kernel/tagged-within.ts';
import { createMemo, type Memo, readMemo } from './memo.ts';
import type { tabMachine } from './tab.machine.ts';

/** Most tabs with a running page; further ones sleep as memos. */
export const MAX_RUNNING_TABS = 10;

/** Most open tabs; beyond that the oldest unpinned ones are closed. */
export const MAX_TABS = 40;

/** Longest memo that is stored, in characters. */
const MAX_MEMO_LENGTH = 60_000;

/** Longest total of all memos, because the server limits a user's workspace. */
const MAX_MEMOS_LENGTH = 400_000;

export interface Tab {
  key: string;
  /** The page's path in the registry. */
  path: string;
  /** The query string of the tab's page; the address shows it while the tab is active. */
  search: string;
  pinned: boolean;
  /** Grows with every activation; the smallest value was activated longest ago. */
  seen: number;
  /** Closing the tab would lose typed content, or interrupt a running request. */
  unsettled: boolean;
  ref: ActorRefFrom<typeof tabMachine>;
}

/** A tab as stored between visits. */
export interface StoredTab {
  path: string;
  search: string;
  pinned: boolean;
  scroll: number;
  /** Closing the tab would lose typed content. */
  unsettled: boolean;
  memo?: Memo | undefined;
}

/** The open tabs of one user, as stored between visits. */
export interface StoredWorkspace {
  version: 1;
  /** Index of the active tab. */
  active: number;
  tabs: StoredTab[];
}

/** The running page of a tab; undefined while it sleeps or loads. */
export const pageOf = (tab: Pick<Tab, 'ref'> | undefined): AnyActorRef | undefined => tab?.ref.getSnapshot().children?.page;

export function isTagged(tab: Pick<Tab, 'ref'> | undefined, tag: PageTag): boolean {
  const page = pageOf(tab);
  return page !== undefined && isTaggedWithin(page.getSnapshot(), tag);
}

/** Whether closing a tab would lose something: as its page says now, or as a sleeping page said last. */
export const isUnsettled = (tab: Pick<Tab, 'ref' | 'unsettled'>): boolean =>
  pageOf(tab) ? isTagged(tab, 'dirty') || isTagged(tab, 'writing') : tab.unsettled;

export const changeTab = (tabs: Tab[], key: string, change: Partial<Tab>): Tab[] =>
  tabs.map((tab) => (tab.key === key ? { ...tab, ...change } : tab));

/** Pinned tabs first; both groups keep their order. */
export const sortPinnedFirst = (tabs: Tab[]): Tab[] => [...tabs.filter((tab) => tab.pinned), ...tabs.filter((tab) => !tab.pinned)];

export function moveTab(tabs: Tab[], key: string, index: number): Tab[] {
  const tab = tabs.find((one) => one.key === key);
  return tab ? sortPinnedFirst(tabs.filter((one) => one !== tab).toSpliced(index, 0, tab)) : tabs;
}

/** The tab to activate once `gone` are closed: the nearest remaining one, first to the right of the active tab, then to its left. */
export function findSuccessor(tabs: Tab[], active: string | undefined, gone: readonly string[]): Tab | undefined {
  const at = tabs.findIndex((tab) => tab.key === active);
  const stays = (tab: Tab) => !gone.includes(tab.key);
  return tabs.slice(Math.max(at, 0)).find(stays) ?? tabs.slice(0, Math.max(at, 0)).findLast(stays);
}

/** The tab for an arrival: the one it names, the active one, or the one at this path that was activated last. */
export function findTabFor(
  tabs: Tab[],
  active: string | undefined,
  { path, tab: key }: { path: string; tab?: string | undefined },
): Tab | undefined {
  const there = tabs.filter((tab) => tab.path === path);
  return there.find((tab) => tab.key === key) ?? there.find((tab) => tab.key === active) ?? there.toSorted((a, b) => b.seen - a.seen).at(0);
}

/**
 * The running tab to put to sleep, if there are too many: the one activated longest ago. A writing tab stays awake, because it would send
 * its request again on waking.
 */
export function findTabToSleep(tabs: Tab[], active: string | undefined): Tab | undefined {
  const live = tabs.filter((tab) => tab.key !== active && pageOf(tab) !== undefined).toSorted((a, b) => a.seen - b.seen);
  return live.length < MAX_RUNNING_TABS ? undefined : live.find((tab) => !isTagged(tab, 'writing'));
}

/** The tab to close, if there are too many: the one activated longest ago that loses nothing. */
export function findTabToClose(tabs: Tab[], active: string | undefined): Tab | undefined {
  if (tabs.length < MAX_TABS) return undefined;
  return tabs.toSorted((a, b) => a.seen - b.seen).find((tab) => !tab.pinned && tab.key !== active && !tab.unsettled);
}

/** The newest memo of a tab. A writing page keeps its last memo, because it would send its request again on waking. */
function latestMemo(tab: Tab): Memo | undefined {
  const { logic, memo } = tab.ref.getSnapshot().context;
  const page = pageOf(tab);
  return page && logic && !isTagged(tab, 'writing') ? createMemo(page, logic.machine) : memo;
}

/** A tab with the memo of its page, for storage. */
export const toStoredTab = (tab: Tab): StoredTab => ({
  path: tab.path,
  search: tab.search,
  pinned: tab.pinned,
  scroll: tab.ref.getSnapshot().context.scroll,
  unsettled: tab.unsettled,
  memo: latestMemo(tab),
});

/** Drops memos beyond the limit; `tabs` begins with the one activated last. */
function limitMemos(tabs: StoredTab[]): StoredTab[] {
  let room = MAX_MEMOS_LENGTH;
  return tabs.map((tab) => {
    const length = tab.memo ? JSON.stringify(tab.memo).length : 0;
    if (length > Math.min(room, MAX_MEMO_LENGTH)) return { ...tab, unsettled: false, memo: undefined };
    room -= length;
    return tab;
  });
}

/** The workspace to store; tabs of pages that are currently not permitted come last. */
export function toStoredWorkspace({
  tabs,
  active,
  barred,
}: {
  tabs: Tab[];
  active: string | undefined;
  barred: StoredTab[];
}): StoredWorkspace {
  const bySeen = tabs.toSorted((a, b) => b.seen - a.seen);
  const kept = limitMemos([...bySeen.map(toStoredTab), ...barred]);
  return {
    version: 1,
    active: Math.max(
      tabs.findIndex((tab) => tab.key === active),
      0,
    ),
    tabs: [...tabs.flatMap((tab) => kept[bySeen.indexOf(tab)] ?? []), ...kept.slice(tabs.length)].slice(0, MAX_TABS),
  };
}

/** A workspace that another window wrote: its pages come back with what was typed, but without dialogs that nobody opened here. */
export const fromElsewhere = (workspace: StoredWorkspace): StoredWorkspace => ({
  ...workspace,
  tabs: workspace.tabs.map((tab) => ({ ...tab, memo: tab.memo && { ...tab.memo, isFromElsewhere: true } })),
});

/** Reads a stored workspace and leaves out what it does not understand. */
export function readWorkspace(value: unknown): StoredWorkspace | undefined {
  if (typeof value !== 'object' || value === null || Reflect.get(value, 'version') !== 1) return undefined;
  const given: unknown = Reflect.get(value, 'tabs');
  const active: unknown = Reflect.get(value, 'active');
  if (!Array.isArray(given)) return undefined;
  const tabs = given.slice(0, MAX_TABS).flatMap((one: unknown): StoredTab[] => {
    if (typeof one !== 'object' || one === null) return [];
    const { path, search, pinned, scroll, unsettled, memo } = one as Record<string, unknown>;
    if (typeof path !== 'string' || typeof search !== 'string') return [];
    const place = typeof scroll === 'number' ? scroll : 0;
    return [{ path, search, pinned: pinned === true, scroll: place, unsettled: unsettled === true, memo: readMemo(memo) }];
  });
  return { version: 1, active: typeof active === 'number' ? active : 0, tabs };
}
