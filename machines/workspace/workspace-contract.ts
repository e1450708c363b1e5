import type { HistoryStep, PageFact } from '../kernel/page/page-contract.ts';
import type { TabFact } from './tab.machine.ts';
import { findTabFor, type StoredTab, type Tab } from './tab-list.ts';

/** A place in the console that the guard has opened. */
export interface Arrival {
  path: string;
  search: string;
  /** Reached by a history step or a typed address, which is followed exactly. A link to a bare path only names the page. */
  isStep: boolean;
  /** The tab that was shown when the address was written. */
  tab?: string | undefined;
}

export interface WorkspaceContext {
  /** Id of the user who owns the tabs; 0 while signed out. */
  user: number;
  paths: readonly string[];
  tabs: Tab[];
  active: string | undefined;
  /** Keys of tabs whose closing waits for a confirmation. */
  closing: string[];
  /** The place to open once the stored tabs are restored. */
  pending: Arrival | undefined;
  /** Tabs of pages that are currently not permitted; they wait with their typed content for the permission. */
  barred: StoredTab[];
  /** Counts activations. */
  clock: number;
  /** Counts tabs, so that each gets a unique key. */
  serial: number;
  /** Something changed while the last change was being saved. */
  hasChanges: boolean;
}

export type TabKey = { key: string };

export type WorkspaceEvent =
  | { type: 'workspace.started'; user: number; paths: readonly string[] }
  | { type: 'pages.permitted'; paths: readonly string[] }
  | ({ type: 'page.requested' } & Arrival)
  /** The user may not see a page at this address. */
  | { type: 'page.dismissed' }
  | { type: 'page.refreshRequested' }
  | ({ type: 'tab.chosen' } & TabKey)
  | { type: 'tab.stepRequested'; by: 1 | -1 }
  | ({ type: 'tab.closeRequested' } & TabKey)
  | ({ type: 'tab.othersCloseRequested' } & TabKey)
  | ({ type: 'tab.rightCloseRequested' } & TabKey)
  /** Closes all of them, whatever is lost. */
  | { type: 'tab.closeConfirmed' }
  /** Closes only those that lose nothing. */
  | { type: 'tab.closeSettledChosen' }
  | { type: 'tab.closeCancelled' }
  | ({ type: 'tab.pinToggled' } & TabKey)
  | ({ type: 'tab.duplicateRequested' } & TabKey)
  | ({ type: 'tab.dragged'; index: number } & TabKey)
  /** The page of the tab became dirty or writing, or stopped being so. */
  | ({ type: 'tab.unsettledChanged'; unsettled: boolean } & TabKey)
  /** The stored tabs were loaded, or could not be loaded. */
  | { type: 'workspace.answered' }
  /** The workspace changed and should be saved. */
  | { type: 'workspace.changed' }
  /** The page may be loadFailed at any moment, so changes are saved now. */
  | { type: 'workspace.flushRequested' }
  | TabFact;

export type WorkspaceFact =
  /** The address must follow the workspace. */
  | { type: 'workspace.moved'; path: string; search: string; how: HistoryStep; tab: string }
  /** No tab is open any more. */
  | { type: 'workspace.emptied' }
  | Exclude<PageFact, { type: 'page.moved' }>;

export const findTab = ({ tabs }: Pick<WorkspaceContext, 'tabs'>, key: string | undefined) => tabs.find((tab) => tab.key === key);

/** The tab and query string of an arrival: a link to the bare path of an open page leads to the page in its current state. */
export const resolveArrival = ({ tabs, active }: WorkspaceContext, { path, search, isStep, tab: named }: Arrival) => {
  const tab = findTabFor(tabs, active, { path, tab: named });
  return { path, key: tab?.key, search: tab && !isStep && search === '' ? tab.search : search };
};

/** The keys of the tabs that an event closes. */
export const closedKeys = {
  one: (_: WorkspaceContext, key: string) => [key],
  others: ({ tabs }: WorkspaceContext, key: string) => tabs.filter((tab) => tab.key !== key && !tab.pinned).map((tab) => tab.key),
  right: ({ tabs }: WorkspaceContext, key: string) =>
    tabs.slice(tabs.findIndex((tab) => tab.key === key) + 1).flatMap((tab) => (tab.pinned ? [] : [tab.key])),
};
