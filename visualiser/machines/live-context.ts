import type { Chart } from '#visualiser/model/chart.ts';
import type { ShownWindow, ViewerMessage, WindowKey } from '#visualiser/model/protocol.ts';
import type { ActorKey, RecordedEntry, Recording } from '#visualiser/model/recording.ts';
import type { ComposerFact } from './composer.machine.ts';
import type { ActorPath } from './live-actor.ts';
import type { SeenWindow } from './live-windows.ts';
import type { Place } from './visualiser-place.ts';

export interface LiveContext {
  place: Place;
  windows: readonly SeenWindow[];
  /** The window that is watched, across its reloads; empty until one is chosen. */
  chosen: WindowKey;
  /** Who is looked at in it; empty for nobody. */
  actor: ActorKey;
  /** Where whoever was looked at stood before the window was reloaded, until it is found again. */
  sought: ActorPath;
  /** Its page load; empty until it is asked to tell. */
  session: string;
  /** What it is called, also when it is gone. */
  title: string;
  /** Whether this page load began to tell. */
  isBegun: boolean;
  /** ISO 8601, UTC. */
  startedAt: string;
  entries: readonly RecordedEntry[];
  /** What came while the reader wanted nothing to move. */
  waiting: readonly RecordedEntry[];
  /** By print: of machines the gallery lacks. */
  charts: Readonly<Record<string, Chart>>;
  /** Prints that were asked for and are not answered. */
  wanted: readonly string[];
  /** What the window told before it was reloaded. */
  former: Recording | undefined;
}

export type RecordingPart = 'shown' | 'former';

/** Told to the channel: to be said to all pages. */
export type ChannelEvent = { type: 'message.given'; message: ViewerMessage };

/** What the channel hears. */
export type HeardEvent =
  | { type: 'window.shown'; window: ShownWindow }
  /** A page load ended. */
  | { type: 'window.left'; session: string }
  | { type: 'entries.told'; session: string; entries: readonly RecordedEntry[]; isWhole: boolean; startedAt: string }
  | { type: 'chart.told'; session: string; print: string; chart: Chart }
  /** It is time for a sign of life. */
  | { type: 'time.passed' }
  /** The browser has no channel between its windows. */
  | { type: 'channel.missed' };

export type LiveEvent =
  | HeardEvent
  /** The address says this. */
  | { type: 'place.arrived'; place: Place }
  | { type: 'window.chosen'; window: WindowKey }
  | { type: 'pause.toggled' }
  /** What was told until now is let go. */
  | { type: 'log.cleared' }
  | { type: 'recording.saved'; part: RecordingPart }
  | { type: 'recording.opened'; part: RecordingPart }
  /** What was told before the reload is not wanted any more. */
  | { type: 'former.dismissed' }
  | { type: 'trace.actorSelected'; key: ActorKey }
  | { type: 'trace.chartWanted'; print: string }
  | ComposerFact;

/** What its parent is told of a recording that is to be read step by step. */
export interface RecordingHanded {
  type: 'recording.handed';
  recording: Recording;
}

/** The window that is watched, while it is there. */
export const windowOf = ({ windows, chosen }: LiveContext): SeenWindow | undefined => windows.find(({ window }) => window === chosen);

/** Whether the page load that is watched still runs and may tell. */
export const isWatched = (context: LiveContext): boolean => {
  const shown = windowOf(context);
  return shown !== undefined && shown.session === context.session && shown.refused === undefined;
};

export const actorAt = (place: Place): ActorKey => (place.kind === 'live' ? place.actor : '');

export const windowAt = (place: Place): WindowKey => (place.kind === 'live' ? place.window : '');

/** Everything that was told since the page was loaded, or since the reader cleared it. */
export const shownPart = ({ title, startedAt, charts, entries }: LiveContext): Recording => ({
  format: 'xstate-recording',
  version: 1,
  title,
  startedAt,
  charts,
  entries,
});

export const partOf = (context: LiveContext, part: RecordingPart): Recording =>
  part === 'former' && context.former ? context.former : shownPart(context);

/** Nothing is known yet of the window that is watched from now on. */
export const watching = (windows: readonly SeenWindow[], window: WindowKey, actor: ActorKey = '') => ({
  chosen: window,
  actor,
  sought: [],
  session: '',
  title: windows.find((one) => one.window === window)?.title ?? '',
  isBegun: false,
  startedAt: '',
  entries: [],
  waiting: [],
  wanted: [],
  former: undefined,
});
