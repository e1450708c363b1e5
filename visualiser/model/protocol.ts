// What a page with machines and the visualiser say to each other, within one browser and one origin.
import type { Chart } from './chart.ts';
import type { RecordedEntry } from './recording.ts';

/** Name of the BroadcastChannel. */
export const CHANNEL = 'xstate-visualiser';

/** A page says it again so often while it is watched or watches, in milliseconds; who is silent for three times as long is gone. */
export const SIGN_OF_LIFE_MS = 3000;

/** One window, across its reloads. */
export type WindowKey = string;

export interface ShownWindow {
  window: WindowKey;
  /** Another one after each load of the page. */
  session: string;
  title: string;
  path: string;
  /** Whether it takes events from the visualiser: in development alone. */
  takesEvents: boolean;
  /** Why it shows nothing; absent where it does. */
  refused?: 'signedOut' | 'permission';
}

/** Of a page with machines. */
export type PageMessage =
  | ({ kind: 'here' } & ShownWindow)
  /** The first of them after `watch` begin from nothing: `isWhole`. */
  | { kind: 'entries'; session: string; entries: readonly RecordedEntry[]; isWhole: boolean; startedAt: string }
  | { kind: 'chart'; session: string; print: string; chart: Chart }
  | { kind: 'leaving'; session: string };

/** Of a visualiser. */
export type ViewerMessage =
  /** Who is there? */
  | { kind: 'looking' }
  /**
   * Begin to tell, from the whole world as it stands; said to who tells already, go on telling. `begin` asks for the whole world again.
   * `viewer` is any text that tells this visualiser from others, so that one that leaves does not end what another one watches.
   */
  | { kind: 'watch'; session: string; begin: boolean; viewer?: string }
  | { kind: 'unwatch'; session: string; viewer?: string }
  | { kind: 'send'; session: string; actor: string; event: { type: string; [key: string]: unknown } }
  | { kind: 'chartWanted'; session: string; print: string };
