import type { AnyStateMachine } from 'xstate';

/** Events from the shell to a page. */
export type PageEvent =
  /** The address was changed from outside the page. */
  | { type: 'page.located'; search: string }
  | { type: 'page.refreshRequested' }
  /** The page is on the screen, again or for the first time: stale or missing data is loaded. */
  | { type: 'page.seen' }
  /** Another page is on the screen: automatic refreshes stop until this one is seen again. */
  | { type: 'page.left' }
  /** The action that the address asked for has begun, and leaves the address. */
  | { type: 'page.actionTaken' };

/** Told to every part of a page that was restored from a memo: what the part loaded before may be outdated. */
export type PartRestored = { type: 'part.restored' };

export type HistoryStep = 'push' | 'replace';

/** The user whose password is to be reset. */
export interface ResetSubject {
  id: number;
  account: string;
}

/** Facts that a page tells the shell. */
export type PageFact =
  | { type: 'page.moved'; search: string; how: HistoryStep }
  | { type: 'page.passwordResetRequested'; subject: ResetSubject }
  /** The user wants to see where their alerts are sent to. */
  | { type: 'page.alertDeliveryRequested' }
  /** The user read alerts on this page; `unread` are left. */
  | { type: 'page.alertsRead'; unread: number }
  /** A batch of this page now runs on the server, whether or not the page stays open. */
  | { type: 'page.batchStarted'; batchId: number };

export interface PageInput {
  /** The query string of the address, with its question mark, or empty. */
  search: string;
}

/** `dirty`: closing would lose typed content. `writing`: a request that must never be sent twice is running. */
export type PageTag = 'dirty' | 'writing';

/** The export of a page's module: its machine with everything provided. */
export interface PageLogic {
  machine: AnyStateMachine;
  /** The address that the page starts with where it is opened with this one, such as filters of the user. */
  toFirstSearch?: (search: string) => string;
}
