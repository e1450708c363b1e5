// Runs in the page that is watched. Built as a file of its own, which a page loads only where it may be watched.
import type { AnyActorRef, EventObject } from 'xstate';
import { buildChart } from '../model/build-chart.ts';
import { CHANNEL, HEARTBEAT_MS, type PageMessage, type ShownWindow, type ViewerMessage } from '../model/protocol.ts';
import type { RecordedEntry, Recording } from '../model/recording.ts';
import { createRecentEntries, type RecentEntries } from '../recorder/recent-entries.ts';
import { type Recorder, record } from '../recorder/record.ts';
import { createWatchers } from './watchers.ts';
import { createRandomKey, getWindowKey, replaceWindowKey } from './window-key.ts';

/** A page with a window key that is already in use replaces its own key only this long after loading; later the other page is the copy. */
const DUPLICATE_DETECTION_MS = 1000;

export interface ConnectOptions {
  /** Whether visualisers may send events to the machines of this page. */
  takesEvents: boolean;
  /** Why nothing is shown to visualisers; undefined if everything is. Asked each time. */
  getRefusal: () => ShownWindow['refused'];
  /** Whether the user may record, which requires that a user is signed in. Asked each time. */
  canRecord: () => boolean;
  /** Calls back whenever one of these answers may have changed. */
  subscribe: (changed: () => void) => void;
}

export interface Connection {
  /** Starts to keep what happens, in memory only; or stops and forgets it. */
  setRecording(isWanted: boolean): void;
  /** What was kept; undefined if nothing was. */
  recording(): Recording | undefined;
}

const isMessage = (value: unknown): value is PageMessage | ViewerMessage =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'kind') === 'string';

/** Events that XState sends itself when an actor starts or stops. */
const isOwnEvent = (event: unknown) => /^xstate\.(?:init|stop)$/.test(String(Reflect.get(Object(event), 'type')));
const isEvent = (event: unknown): event is EventObject =>
  typeof event === 'object' && event !== null && typeof Reflect.get(event, 'type') === 'string' && !isOwnEvent(event);

/**
 * Lets visualisers in other tabs watch the machines of this page. Nothing is recorded until one does, or until the user switches
 * recording on.
 */
export function connect(root: AnyActorRef, { takesEvents, getRefusal, canRecord, subscribe }: ConnectOptions): Connection {
  const store = () => window.sessionStorage;
  const now = () => performance.now();
  const session = createRandomKey();
  const loadedAt = now();
  const startedAt = new Date().toISOString();
  const watchers = createWatchers(now);
  const channel = new BroadcastChannel(CHANNEL);
  let windowKey = getWindowKey(store);
  let recorder: Recorder | undefined;
  let isNextWhole = true;
  let isRecordingWanted = false;
  let recent: RecentEntries | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let announcedAt = Number.NEGATIVE_INFINITY;
  let lastRefusal = getRefusal();

  const post = (message: PageMessage) => channel.postMessage(message);

  function announce() {
    announcedAt = now();
    const reason = getRefusal();
    const { title, location } = window.document;
    post({ kind: 'here', window: windowKey, session, title, path: location.pathname, takesEvents, ...(reason && { refused: reason }) });
  }

  /** Limits answers to other pages' answers, which would otherwise go on for ever. */
  const announceIfDue = () => {
    if (now() - announcedAt > HEARTBEAT_MS / 2) announce();
  };

  function handleEntries(entries: readonly RecordedEntry[]) {
    recent?.add(entries);
    if (watchers.count() === 0) return;
    post({ kind: 'entries', session, entries, isWhole: isNextWhole, startedAt });
    isNextWhole = false;
  }

  function startRecorder() {
    // Entries from before the restart belong to the old recording.
    recorder?.flush();
    recorder?.stop();
    isNextWhole = true;
    recorder = record(root, { now, since: loadedAt, onEntries: handleEntries });
    recorder.flush();
  }

  function stopRecorder() {
    recorder?.stop();
    recorder = undefined;
  }

  /** Runs the recorder only while its entries are wanted. */
  function updateRecorder() {
    if (getRefusal()) watchers.clear();
    if (!canRecord()) recent = undefined;
    else if (isRecordingWanted && !recent) {
      recent = createRecentEntries({ title: window.document.title, startedAt: new Date().toISOString(), since: now() - loadedAt });
      // A new recording must start with entries for the actors that already exist.
      stopRecorder();
    }
    const isWatched = watchers.count() > 0;
    if (!isWatched && !recent) stopRecorder();
    else if (!recorder) startRecorder();
    if (!isWatched) {
      clearInterval(heartbeat);
      heartbeat = undefined;
    } else heartbeat ??= setInterval(sendHeartbeat, HEARTBEAT_MS);
  }

  function sendHeartbeat() {
    updateRecorder();
    if (watchers.count() > 0) announceIfDue();
  }

  function handleWatch({ begin: isAnew, viewer }: Extract<ViewerMessage, { kind: 'watch' }>) {
    if (getRefusal()) {
      announceIfDue();
      return;
    }
    const wasWatched = watchers.count() > 0;
    // Entries from before the visualiser came are not for it.
    if (!wasWatched) recorder?.flush();
    watchers.markSeen(viewer);
    if (recorder && (isAnew || !wasWatched)) startRecorder();
    updateRecorder();
    announceIfDue();
    // Timers of background pages are throttled, so entries are also sent whenever a watching visualiser sends its heartbeat.
    recorder?.flush();
  }

  function handleMessage(message: PageMessage | ViewerMessage) {
    if (message.kind === 'looking') announce();
    if (message.kind === 'here' && message.window === windowKey && message.session !== session) {
      // Two windows with the same key: the one that loaded later is the copy.
      if (now() - loadedAt < DUPLICATE_DETECTION_MS) windowKey = replaceWindowKey(store);
      announceIfDue();
    }
    if (!('session' in message) || message.session !== session) return;
    if (message.kind === 'watch') handleWatch(message);
    else if (message.kind === 'unwatch') {
      watchers.remove(message.viewer);
      updateRecorder();
    } else if (message.kind === 'chartWanted' && !getRefusal()) {
      const machine = recorder?.findMachine(message.print);
      if (machine) post({ kind: 'chart', session, print: message.print, chart: buildChart(machine) });
    } else if (message.kind === 'send' && takesEvents && !getRefusal() && isEvent(message.event))
      recorder?.findActor(message.actor)?.send(message.event);
  }

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data)) handleMessage(data);
  };
  window.addEventListener('pagehide', () => post({ kind: 'leaving', session }));
  window.addEventListener('pageshow', ({ persisted }) => persisted && announce());
  subscribe(() => {
    updateRecorder();
    const reason = getRefusal();
    if (reason === lastRefusal) return;
    lastRefusal = reason;
    announce();
  });
  announce();

  return {
    setRecording(wanted) {
      isRecordingWanted = wanted;
      if (!wanted) recent = undefined;
      updateRecorder();
    },
    recording() {
      recorder?.flush();
      return recent?.recording((print) => {
        const machine = recorder?.findMachine(print);
        return machine && buildChart(machine);
      });
    },
  };
}
