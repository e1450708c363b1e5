// Runs in the page that is watched. Built as a file of its own, which a page loads only where it may be watched.
import type { AnyActorRef, EventObject } from 'xstate';
import { buildChart } from '../model/build-chart.ts';
import { HEARTBEAT_MS, type PageMessage, type ShownWindow, type ViewerMessage } from '../model/protocol.ts';
import type { RecordedEntry, Recording } from '../model/recording.ts';
import { hasStopped, toRunningActor } from '../recorder/actor-parts.ts';
import { createRecentEntries, type RecentEntries } from '../recorder/recent-entries.ts';
import { type Recorder, record } from '../recorder/record.ts';
import { openBroadcastChannel, type PageChannel } from './page-channel.ts';
import { createWindowPlace, type WatchedPlace } from './watched-place.ts';
import { createWatchers } from './watchers.ts';
import { createRandomKey } from './window-key.ts';

/** A page with a window key that is already in use replaces its own key only this long after loading; later the other page is the copy. */
const DUPLICATE_DETECTION_MS = 1000;

/** What a heartbeat may cost the page; longer would be seen. */
const HEARTBEAT_BUDGET_MS = 8;

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

/** Events that XState sends itself when an actor starts or stops. */
const isOwnEvent = (event: unknown) => /^xstate\.(?:init|stop)$/.test(String(Reflect.get(Object(event), 'type')));
const isEvent = (event: unknown): event is EventObject =>
  typeof event === 'object' && event !== null && typeof Reflect.get(event, 'type') === 'string' && !isOwnEvent(event);

const isActor = (value: unknown): value is AnyActorRef =>
  typeof value === 'object' && value !== null && 'sessionId' in value && 'getSnapshot' in value;

export interface WatchOptions extends ConnectOptions {
  channel: PageChannel;
  place: WatchedPlace;
}

export interface WatchConnection extends Connection {
  /** Lets one more root actor be watched. Only a place with a single root may leave out its name. */
  add(root: AnyActorRef, name?: string): void;
  /** Tells visualisers again that the place is there. */
  announce(): void;
  stop(): void;
}

/** In Node, a heartbeat must not keep a program alive. */
function startHeartbeat(beat: () => void): ReturnType<typeof setInterval> {
  const timer = setInterval(beat, HEARTBEAT_MS);
  if (typeof timer === 'object') timer.unref();
  return timer;
}

/** Lets visualisers watch machines at a place, whichever channel leads there. Nothing is recorded until one does. */
export function watchPlace({ channel, place, takesEvents, getRefusal, canRecord, subscribe }: WatchOptions): WatchConnection {
  const now = () => performance.now();
  const session = createRandomKey();
  const loadedAt = now();
  const startedAt = new Date().toISOString();
  const watchers = createWatchers(now);
  let windowKey = place.getKey();
  /** Root actors with their names and, while entries are wanted, their recorders. */
  const roots = new Map<AnyActorRef, { name: string | undefined; recorder: Recorder | undefined }>();
  const numbers = {};
  let isRecording = false;
  let isNextWhole = true;
  let isRecordingWanted = false;
  let recent: RecentEntries | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let announcedAt = Number.NEGATIVE_INFINITY;
  let lastRefusal = getRefusal();

  const post = (message: PageMessage) => channel.post(message);
  const listRecorders = () => [...roots.values()].flatMap(({ recorder }) => recorder ?? []);
  const flush = (budgetMs?: number) => {
    for (const recorder of listRecorders()) recorder.flush(budgetMs);
  };
  const findFirst = <Found>(find: (recorder: Recorder) => Found | undefined): Found | undefined => {
    for (const recorder of listRecorders()) {
      const found = find(recorder);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const findChart = (print: string) => {
    const machine = findFirst((recorder) => recorder.findMachine(print));
    return machine && buildChart(machine);
  };

  function announce() {
    announcedAt = now();
    const reason = getRefusal();
    post({ kind: 'here', window: windowKey, session, ...place.describe(), takesEvents, ...(reason && { refused: reason }) });
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

  function stopRecorders() {
    isRecording = false;
    for (const watched of roots.values()) {
      watched.recorder?.stop();
      watched.recorder = undefined;
    }
  }

  function startRecorder(root: AnyActorRef) {
    const watched = roots.get(root);
    if (!watched) return;
    const { name } = watched;
    watched.recorder = record(root, { now, since: loadedAt, onEntries: handleEntries, numbers, ...(name !== undefined && { name }) });
    watched.recorder.flush();
  }

  function startRecorders() {
    // Entries from before the restart belong to the old recording.
    flush();
    stopRecorders();
    isRecording = true;
    isNextWhole = true;
    for (const root of roots.keys()) startRecorder(root);
  }

  /** Roots that have stopped are not needed any more once their end is recorded. */
  function removeStopped() {
    for (const [root, { recorder }] of roots) {
      if (!hasStopped(toRunningActor(root))) continue;
      recorder?.flush();
      recorder?.stop();
      roots.delete(root);
    }
  }

  /** Runs the recorders only while their entries are wanted. */
  function updateRecorders() {
    if (getRefusal()) watchers.clear();
    if (!canRecord()) recent = undefined;
    else if (isRecordingWanted && !recent) {
      const { title } = place.describe();
      recent = createRecentEntries({ title, startedAt: new Date().toISOString(), since: now() - loadedAt });
      // A new recording must start with entries for the actors that already exist.
      stopRecorders();
    }
    const isWatched = watchers.count() > 0;
    if (!isWatched && !recent) stopRecorders();
    else if (!isRecording) startRecorders();
    if (!isWatched) {
      clearInterval(heartbeat);
      heartbeat = undefined;
    } else heartbeat ??= startHeartbeat(sendHeartbeat);
  }

  function sendHeartbeat() {
    removeStopped();
    updateRecorders();
    if (watchers.count() > 0) announceIfDue();
  }

  function handleWatch({ begin: isAnew, viewer }: Extract<ViewerMessage, { kind: 'watch' }>) {
    if (getRefusal()) {
      announceIfDue();
      return;
    }
    const wasWatched = watchers.count() > 0;
    // Entries from before the visualiser came are not for it.
    if (!wasWatched) flush();
    watchers.markSeen(viewer);
    if (isRecording && (isAnew || !wasWatched)) startRecorders();
    updateRecorders();
    announceIfDue();
    // Timers of background pages are throttled, so entries are also sent whenever a watching visualiser sends its heartbeat.
    flush(HEARTBEAT_BUDGET_MS);
  }

  channel.listen((message) => {
    if (message.kind === 'looking') announce();
    if (message.kind === 'here' && message.window === windowKey && message.session !== session) {
      // Two windows with the same key: the one that loaded later is the copy.
      if (now() - loadedAt < DUPLICATE_DETECTION_MS) windowKey = place.replaceKey();
      announceIfDue();
    }
    if (!('session' in message) || message.session !== session) return;
    if (message.kind === 'watch') handleWatch(message);
    else if (message.kind === 'unwatch') {
      watchers.remove(message.viewer);
      updateRecorders();
    } else if (message.kind === 'chartWanted' && !getRefusal()) {
      const chart = findChart(message.print);
      if (chart) post({ kind: 'chart', session, print: message.print, chart });
    } else if (message.kind === 'send' && takesEvents && !getRefusal() && isEvent(message.event)) {
      findFirst((recorder) => recorder.findActor(message.actor))?.send(message.event);
    }
  });
  place.listen({ onLeave: () => post({ kind: 'leaving', session }), onReturn: announce });
  subscribe(() => {
    updateRecorders();
    const reason = getRefusal();
    if (reason === lastRefusal) return;
    lastRefusal = reason;
    announce();
  });
  announce();

  return {
    announce,
    add(root, name) {
      removeStopped();
      if (roots.has(root)) return;
      roots.set(root, { name, recorder: undefined });
      if (isRecording) startRecorder(root);
    },
    setRecording(wanted) {
      isRecordingWanted = wanted;
      if (!wanted) recent = undefined;
      updateRecorders();
    },
    recording() {
      flush();
      return recent?.recording(findChart);
    },
    stop() {
      post({ kind: 'leaving', session });
      clearInterval(heartbeat);
      stopRecorders();
      roots.clear();
      channel.close();
    },
  };
}

/**
 * Lets visualisers in other tabs watch the machines of this page: one root actor, or several by their names. Nothing is recorded until one
 * does, or until the user switches recording on.
 */
export function connect(root: AnyActorRef | Readonly<Record<string, AnyActorRef>>, options: ConnectOptions): Connection {
  const connection = watchPlace({ ...options, channel: openBroadcastChannel(), place: createWindowPlace() });
  if (isActor(root)) connection.add(root);
  else for (const [name, one] of Object.entries(root)) connection.add(one, name);
  return connection;
}
