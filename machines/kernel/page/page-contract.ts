import type { AnyStateMachine } from 'xstate';

/** What the shell says to a page. */
export type PageEvent =
  /** An order from outside: the address now says this. */
  | { type: 'page.located'; search: string }
  | { type: 'page.refreshRequested' }
  /** The page is on the screen (again): what is stale, or was not kept while it slept, is asked for. */
  | { type: 'page.seen' }
  /** Another page is on the screen now: nothing is asked by the clock until it is seen again. */
  | { type: 'page.left' };

export type HistoryStep = 'push' | 'replace';

/** Whose password is to be reset. */
export interface ResetSubject {
  id: number;
  account: string;
}

/** What a page says to the shell. */
export type PageFact =
  | { type: 'page.moved'; search: string; how: HistoryStep }
  | { type: 'page.passwordResetRequested'; subject: ResetSubject }
  /** A batch of this page runs on the server from now on, whether or not the page stays open. */
  | { type: 'page.batchStarted'; batchId: number };

export interface PageInput {
  /** The query string of the address, with its question mark, or empty. */
  search: string;
}

/** `dirty`: something typed would be lost. `writing`: a request that must never be sent twice is under way. */
export type PageTag = 'dirty' | 'writing';

/** What a page's module hands to the shell: its machine with everything provided. */
export interface PageLogic {
  machine: AnyStateMachine;
}
