// Messages between a page with machines and the visualiser, within one browser and one origin.
import type { Chart } from './chart.ts';
import type { RecordedEntry } from './recording.ts';

/** Name of the BroadcastChannel. */
export const CHANNEL = 'xstate-visualiser';

/**
 * Interval at which a page repeats that it is there while it watches or is watched, in milliseconds. After three silent intervals it
 * counts as gone.
 */
export const HEARTBEAT_MS = 3000;

/** Identifies a window, also across reloads. */
export type WindowKey = string;

export interface ShownWindow {
  window: WindowKey;
  /** New with each load of the page. */
  session: string;
  title: string;
  path: string;
  /** Whether the page accepts events from the visualiser: only in development. */
  takesEvents: boolean;
  /** Why the page shows nothing; absent if it does. */
  refused?: 'signedOut' | 'permission';
}

/** Sent by a page with machines. */
export type PageMessage =
  | ({ kind: 'here' } & ShownWindow)
  /** The first entries after `watch` describe all actors from the beginning: `isWhole`. */
  | { kind: 'entries'; session: string; entries: readonly RecordedEntry[]; isWhole: boolean; startedAt: string }
  | { kind: 'chart'; session: string; print: string; chart: Chart }
  | { kind: 'leaving'; session: string };

/** Sent by a visualiser. */
export type ViewerMessage =
  /** Asks all pages to announce themselves. */
  | { kind: 'looking' }
  /**
   * Asks a page to send entries. `begin` starts again with the state of all actors; without it a page that is already sending goes on.
   * `viewer` identifies this visualiser, so that one that leaves does not stop what another one watches.
   */
  | { kind: 'watch'; session: string; begin: boolean; viewer?: string }
  | { kind: 'unwatch'; session: string; viewer?: string }
  | { kind: 'send'; session: string; actor: string; event: { type: string; [key: string]: unknown } }
  | { kind: 'chartWanted'; session: string; print: string };
