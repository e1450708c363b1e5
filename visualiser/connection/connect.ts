// The side of the page that is watched. It is a file of its own, which a page fetches only where somebody may watch it.
import type { AnyActorRef, EventObject } from 'xstate';
import { chartOf } from '../model/chart-of.ts';
import { CHANNEL, type PageMessage, type ShownWindow, SIGN_OF_LIFE_MS, type ViewerMessage } from '../model/protocol.ts';
import type { RecordedEntry, Recording } from '../model/recording.ts';
import { keepRecent, type Recent } from '../recorder/recent.ts';
import { type Recorder, record } from '../recorder/record.ts';
import { watchersOf } from './watchers.ts';
import { newWindowKey, randomKey, windowKey } from './window-key.ts';

/** So long after it came a page gives way to another one of the same name. */
const NEW_MS = 1000;

export interface ConnectOptions {
  /** Whether visualisers may send events to the machines of this page. */
  takesEvents: boolean;
  /** Why nothing is shown to visualisers; undefined where it is. Asked anew each time. */
  refused: () => ShownWindow['refused'];
  /** Whether the reader may record: as long as there is one. Asked anew each time. */
  mayRecord: () => boolean;
  /** Calls back whenever one of these answers may have changed. */
  follow: (changed: () => void) => void;
}

export interface Connection {
  /** Keeps what happens from now on, in memory alone, or forgets it and stops. */
  keep(isWanted: boolean): void;
  /** What was kept; undefined where nothing was. */
  recording(): Recording | undefined;
}

const isMessage = (value: unknown): value is PageMessage | ViewerMessage =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'kind') === 'string';

/** Events that XState sends itself when an actor begins or ends. */
const isOwnEvent = (event: unknown) => /^xstate\.(?:init|stop)$/.test(String(Reflect.get(Object(event), 'type')));
const isEvent = (event: unknown): event is EventObject =>
  typeof event === 'object' && event !== null && typeof Reflect.get(event, 'type') === 'string' && !isOwnEvent(event);

/** Lets visualisers in other tabs watch what the machines of this page do. Nothing is recorded until one does, or the reader wants it. */
export function connect(root: AnyActorRef, { takesEvents, refused, mayRecord, follow }: ConnectOptions): Connection {
  const store = () => window.sessionStorage;
  const now = () => performance.now();
  const session = randomKey();
  const cameAt = now();
  const startedAt = new Date().toISOString();
  const watchers = watchersOf(now);
  const channel = new BroadcastChannel(CHANNEL);
  let name = windowKey(store);
  let recorder: Recorder | undefined;
  let isFirst = true;
  let isWanted = false;
  let recent: Recent | undefined;
  let signs: ReturnType<typeof setInterval> | undefined;
  let saidAt = Number.NEGATIVE_INFINITY;
  let wasRefused = refused();

  const post = (message: PageMessage) => channel.postMessage(message);

  function sayHere() {
    saidAt = now();
    const reason = refused();
    const { title, location } = window.document;
    post({ kind: 'here', window: name, session, title, path: location.pathname, takesEvents, ...(reason && { refused: reason }) });
  }

  /** Whoever answers an answer would go on for ever. */
  const sayHereAgain = () => {
    if (now() - saidAt > SIGN_OF_LIFE_MS / 2) sayHere();
  };

  function tell(entries: readonly RecordedEntry[]) {
    recent?.add(entries);
    if (watchers.count() === 0) return;
    post({ kind: 'entries', session, entries, isWhole: isFirst, startedAt });
    isFirst = false;
  }

  function begin() {
    // What had happened belongs to what was told before.
    recorder?.flush();
    recorder?.stop();
    isFirst = true;
    recorder = record(root, { now, since: cameAt, tell });
    recorder.flush();
  }

  function end() {
    recorder?.stop();
    recorder = undefined;
  }

  /** Nothing is recorded for nobody. */
  function settle() {
    if (refused()) watchers.none();
    if (!mayRecord()) recent = undefined;
    else if (isWanted && !recent) {
      recent = keepRecent({ title: window.document.title, startedAt: new Date().toISOString(), since: now() - cameAt });
      // Who lives already is told again, so that it is known here too.
      end();
    }
    const isWatched = watchers.count() > 0;
    if (!isWatched && !recent) end();
    else if (!recorder) begin();
    if (!isWatched) {
      clearInterval(signs);
      signs = undefined;
    } else signs ??= setInterval(live, SIGN_OF_LIFE_MS);
  }

  function live() {
    settle();
    if (watchers.count() > 0) sayHereAgain();
  }

  function watch({ begin: isAnew, viewer }: Extract<ViewerMessage, { kind: 'watch' }>) {
    if (refused()) {
      sayHereAgain();
      return;
    }
    const wasWatched = watchers.count() > 0;
    // What happened before anybody watched is not theirs.
    if (!wasWatched) recorder?.flush();
    watchers.heard(viewer);
    if (recorder && (isAnew || !wasWatched)) begin();
    settle();
    sayHereAgain();
    // A page in the background has slow timers; whoever watches it has not.
    recorder?.flush();
  }

  function hear(message: PageMessage | ViewerMessage) {
    if (message.kind === 'looking') sayHere();
    if (message.kind === 'here' && message.window === name && message.session !== session) {
      // Two windows of one name: the later one is a copy.
      if (now() - cameAt < NEW_MS) name = newWindowKey(store);
      sayHereAgain();
    }
    if (!('session' in message) || message.session !== session) return;
    if (message.kind === 'watch') watch(message);
    else if (message.kind === 'unwatch') {
      watchers.left(message.viewer);
      settle();
    } else if (message.kind === 'chartWanted' && !refused()) {
      const machine = recorder?.machine(message.print);
      if (machine) post({ kind: 'chart', session, print: message.print, chart: chartOf(machine) });
    } else if (message.kind === 'send' && takesEvents && !refused() && isEvent(message.event))
      recorder?.find(message.actor)?.send(message.event);
  }

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data)) hear(data);
  };
  window.addEventListener('pagehide', () => post({ kind: 'leaving', session }));
  window.addEventListener('pageshow', ({ persisted }) => persisted && sayHere());
  follow(() => {
    settle();
    const reason = refused();
    if (reason === wasRefused) return;
    wasRefused = reason;
    sayHere();
  });
  sayHere();

  return {
    keep(wanted) {
      isWanted = wanted;
      if (!wanted) recent = undefined;
      settle();
    },
    recording() {
      recorder?.flush();
      return recent?.recording((print) => {
        const machine = recorder?.machine(print);
        return machine && chartOf(machine);
      });
    },
  };
}
