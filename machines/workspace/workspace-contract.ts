import type { HistoryStep, PageFact } from '../kernel/page/page-contract.ts';
import type { TabFact } from './tab.machine.ts';
import { type StoredTab, type Tab, tabFor } from './tab-list.ts';

/** A place in the console that the guard let somebody into. */
export interface Arrival {
  path: string;
  search: string;
  /** A step through the history or an address typed by hand: to be obeyed to the letter. A link to a bare path only means the page. */
  isStep: boolean;
  /** The tab that was shown when the address was written. */
  tab?: string | undefined;
}

export interface WorkspaceContext {
  /** Whose tabs these are; 0 for nobody's. */
  user: number;
  paths: readonly string[];
  tabs: Tab[];
  active: string | undefined;
  /** Tabs whose closing waits for an answer. */
  closing: string[];
  /** Where somebody wants to be once the tabs of the last visit are back. */
  pending: Arrival | undefined;
  /** Tabs of pages that are not permitted now: what was typed in them waits for the permission. */
  barred: StoredTab[];
  /** Counts activations. */
  clock: number;
  /** Counts tabs, so that each has a name of its own. */
  serial: number;
  /** Something changed while the last change was on its way. */
  touched: boolean;
}

/** The name of a tab. */
export type Key = { key: string };

export type WorkspaceEvent =
  | { type: 'workspace.began'; user: number; paths: readonly string[] }
  | { type: 'pages.permitted'; paths: readonly string[] }
  | ({ type: 'page.wanted' } & Arrival)
  /** There is no page to be seen where the reader stands. */
  | { type: 'page.dismissed' }
  | { type: 'page.refreshRequested' }
  | ({ type: 'tab.chosen' } & Key)
  | { type: 'tab.stepRequested'; by: 1 | -1 }
  | ({ type: 'tab.closeRequested' } & Key)
  | ({ type: 'tab.othersCloseRequested' } & Key)
  | ({ type: 'tab.rightCloseRequested' } & Key)
  /** All of them, whatever is lost. */
  | { type: 'tab.closeConfirmed' }
  /** Only those that lose nothing. */
  | { type: 'tab.settledCloseChosen' }
  | { type: 'tab.closeCancelled' }
  | ({ type: 'tab.pinToggled' } & Key)
  | ({ type: 'tab.duplicateRequested' } & Key)
  | ({ type: 'tab.dragged'; index: number } & Key)
  /** What its page says of itself has changed. */
  | ({ type: 'tab.stakesChanged'; unsettled: boolean } & Key)
  /** The tabs of the last visit were asked for: they are here, or they did not come. */
  | { type: 'workspace.answered' }
  /** Something in here changed; it is worth keeping. */
  | { type: 'workspace.touched' }
  /** The browser may leave any moment: what changed is sent now. */
  | { type: 'workspace.flushRequested' }
  | TabFact;

export type WorkspaceFact =
  /** The address follows what the reader did in the workspace. */
  | { type: 'workspace.moved'; path: string; search: string; how: HistoryStep; tab: string }
  /** Nothing is open any more. */
  | { type: 'workspace.emptied' }
  | Exclude<PageFact, { type: 'page.moved' }>;

export const tabAt = ({ tabs }: Pick<WorkspaceContext, 'tabs'>, key: string | undefined) => tabs.find((tab) => tab.key === key);

/** Where an arrival leads: a link to the bare path of an open page leads to the page as it stands. */
export const placeOf = ({ tabs, active }: WorkspaceContext, { path, search, isStep, tab: named }: Arrival) => {
  const tab = tabFor(tabs, active, { path, tab: named });
  return { path, key: tab?.key, search: tab && !isStep && search === '' ? tab.search : search };
};

/** The keys an event wants closed, of those that can be. */
export const keysOf = {
  one: (_: WorkspaceContext, key: string) => [key],
  others: ({ tabs }: WorkspaceContext, key: string) => tabs.filter((tab) => tab.key !== key && !tab.pinned).map((tab) => tab.key),
  right: ({ tabs }: WorkspaceContext, key: string) =>
    tabs.slice(tabs.findIndex((tab) => tab.key === key) + 1).flatMap((tab) => (tab.pinned ? [] : [tab.key])),
};
