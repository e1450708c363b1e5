import type { Chart } from '#visualiser/model/chart.ts';
import type { ShownWindow, ViewerMessage, WindowKey } from '#visualiser/model/protocol.ts';
import type { ActorKey, RecordedEntry, Recording } from '#visualiser/model/recording.ts';
import type { ComposerFact } from './composer.machine.ts';
import type { ActorPath } from './live-actor.ts';
import type { KnownWindow } from './live-windows.ts';
import type { Place } from './visualiser-place.ts';

export interface LiveContext {
  place: Place;
  windows: readonly KnownWindow[];
  /** The watched window, across its reloads; empty until one is chosen. */
  chosen: WindowKey;
  /** Key of the selected actor; empty for none. */
  actor: ActorKey;
  /** Path of the actor that was selected before a reload, until it is found again. */
  soughtPath: ActorPath;
  /** Page load of the watched window; empty until it is asked to send. */
  session: string;
  /** Title of the watched window, also when it is gone. */
  title: string;
  /** Whether this page load has started to send. */
  hasStarted: boolean;
  /** ISO 8601, UTC. */
  startedAt: string;
  entries: readonly RecordedEntry[];
  /** Entries received while the view was paused. */
  pausedEntries: readonly RecordedEntry[];
  /** Charts of machines that the gallery lacks, by print. */
  charts: Readonly<Record<string, Chart>>;
  /** Prints of charts that were requested and not received yet. */
  requestedCharts: readonly string[];
  /** Entries of the window before its last reload. */
  previousRecording: Recording | undefined;
}

export type RecordingPart = 'current' | 'previous';

/** Sent to the channel: a message for all pages. */
export type ChannelCommand = { type: 'message.posted'; message: ViewerMessage };

/** Sent by the channel. */
export type ChannelFact =
  | { type: 'window.announced'; window: ShownWindow }
  /** A page load ended. */
  | { type: 'session.ended'; session: string }
  | { type: 'entries.received'; session: string; entries: readonly RecordedEntry[]; isWhole: boolean; startedAt: string }
  | { type: 'chart.received'; session: string; print: string; chart: Chart }
  /** The next heartbeat is due. */
  | { type: 'heartbeat.elapsed' }
  /** The browser has no channel between its windows. */
  | { type: 'channel.unsupported' };

export type LiveEvent =
  | ChannelFact
  /** The address changed. */
  | { type: 'place.changed'; place: Place }
  | { type: 'window.chosen'; window: WindowKey }
  | { type: 'pause.toggled' }
  /** Drops all entries received until now. */
  | { type: 'log.cleared' }
  | { type: 'recording.saveRequested'; part: RecordingPart }
  | { type: 'recording.openRequested'; part: RecordingPart }
  /** The recording from before the reload is no longer needed. */
  | { type: 'previousRecording.dismissed' }
  | { type: 'trace.actorSelected'; key: ActorKey }
  | { type: 'trace.chartRequested'; print: string }
  | ComposerFact;

/** Asks the parent to show a recording step by step. */
export interface ReplayRequest {
  type: 'replay.requested';
  recording: Recording;
}

/** The watched window while it is there. */
export const findWatchedWindow = ({ windows, chosen }: LiveContext): KnownWindow | undefined =>
  windows.find(({ window }) => window === chosen);

/** Whether the watched page load is still there and may be shown. */
export const isWatched = (context: LiveContext): boolean => {
  const shown = findWatchedWindow(context);
  return shown !== undefined && shown.session === context.session && shown.refused === undefined;
};

export const getActor = (place: Place): ActorKey => (place.kind === 'live' ? place.actor : '');

export const getWindow = (place: Place): WindowKey => (place.kind === 'live' ? place.window : '');

/** All entries since the page was loaded or the log was cleared. */
export const toRecording = ({ title, startedAt, charts, entries }: LiveContext): Recording => ({
  format: 'xstate-recording',
  version: 1,
  title,
  startedAt,
  charts,
  entries,
});

export const getRecordingPart = (context: LiveContext, part: RecordingPart): Recording =>
  part === 'previous' && context.previousRecording ? context.previousRecording : toRecording(context);

/** Initial state for a window that is watched from now on. */
export const createWatch = (windows: readonly KnownWindow[], window: WindowKey, actor: ActorKey = '') => ({
  chosen: window,
  actor,
  soughtPath: [],
  session: '',
  title: windows.find((one) => one.window === window)?.title ?? '',
  hasStarted: false,
  startedAt: '',
  entries: [],
  pausedEntries: [],
  requestedCharts: [],
  previousRecording: undefined,
});
