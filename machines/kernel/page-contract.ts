import type { AnyStateMachine } from 'xstate';

/** What the shell says to the page it shows. */
export type PageEvent = { type: 'page.located'; search: string } | { type: 'page.refreshRequested' };

export type HistoryStep = 'push' | 'replace';

/** Whose password is to be reset. */
export interface ResetSubject {
  id: number;
  account: string;
}

/** What a page says to the shell. */
export type PageFact =
  | { type: 'page.moved'; search: string; how: HistoryStep }
  | { type: 'page.passwordResetRequested'; subject: ResetSubject };

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
