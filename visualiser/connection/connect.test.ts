// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { HEARTBEAT_MS, type PageMessage, type ViewerMessage } from '../model/protocol.ts';
import { type ConnectOptions, connect } from './connect.ts';

type Message = PageMessage | ViewerMessage;

/** All ends of one channel; messages arrive at once, as copies. */
let ends: Channel[] = [];

class Channel {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    ends.push(this);
  }
  postMessage(message: Message) {
    for (const other of ends) if (other !== this) other.onmessage?.({ data: structuredClone(message) });
  }
}

const machine = setup({
  types: {} as { context: { count: number; password: string }; events: { type: 'add' } | { type: 'no' } },
}).createMachine({
  id: 'counter',
  context: { count: 0, password: 'canary' },
  on: { add: { actions: assign(({ context }) => ({ count: context.count + 1 })) } },
});

function openPage(options: Partial<ConnectOptions> = {}) {
  const root = createActor(machine).start();
  let notify = () => {};
  const inspect = vi.spyOn(root.system, 'inspect');
  const connection = connect(root, {
    takesEvents: true,
    getRefusal: () => undefined,
    canRecord: () => true,
    subscribe: (told) => {
      notify = told;
    },
    ...options,
  });
  return { root, connection, inspect, notify: () => notify() };
}

function openVisualiser() {
  const end = new Channel();
  let heard: PageMessage[] = [];
  end.onmessage = ({ data }) => void heard.push(data as PageMessage);
  return {
    say: (message: ViewerMessage) => end.postMessage(message),
    takeAll: () => heard.splice(0),
    take: <Kind extends PageMessage['kind']>(kind: Kind) => {
      const found = heard.filter((message): message is Extract<PageMessage, { kind: Kind }> => message.kind === kind);
      heard = heard.filter((message) => message.kind !== kind);
      return found;
    },
  };
}

const askWhoIsHere = (viewer: ReturnType<typeof openVisualiser>) => {
  viewer.say({ kind: 'looking' });
  const [here] = viewer.take('here').slice(-1);
  if (!here) throw new Error('nobody is there');
  return here;
};

beforeEach(() => {
  ends = [];
  sessionStorage.clear();
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.useFakeTimers();
  document.title = 'a page';
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Waits until pending entries are sent. */
const waitForEntries = () => vi.advanceTimersByTime(200);

describe('a page that can be watched', () => {
  it('announces itself when it loads and when it is asked, and announces that it leaves', () => {
    const viewer = openVisualiser();
    openPage();
    const [came] = viewer.take('here');
    expect(came).toMatchObject({ title: 'a page', path: location.pathname, takesEvents: true });
    expect(came).not.toHaveProperty('refused');
    expect(askWhoIsHere(viewer)).toEqual(came);
    window.dispatchEvent(new Event('pagehide'));
    expect(viewer.take('leaving')).toEqual([{ kind: 'leaving', session: came?.session }]);
  });

  it('records nothing while no visualiser watches', () => {
    const viewer = openVisualiser();
    const { root, inspect } = openPage();
    root.send({ type: 'add' });
    waitForEntries();
    expect(inspect).not.toHaveBeenCalled();
    expect(viewer.take('entries')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends the state of all actors first and then what happens, without secrets', () => {
    const viewer = openVisualiser();
    const { root } = openPage();
    const { session } = askWhoIsHere(viewer);
    viewer.say({ kind: 'watch', session, begin: true });
    const [first] = viewer.take('entries');
    expect(first).toMatchObject({ session, isWhole: true, entries: [{ kind: 'born', seq: 1, state: { changed: { count: 0 } } }] });
    root.send({ type: 'add' });
    waitForEntries();
    const [next] = viewer.take('entries');
    expect(next).toMatchObject({
      isWhole: false,
      entries: [
        { kind: 'event', seq: 2 },
        { kind: 'step', state: { changed: { count: 1 } } },
      ],
    });
    expect(JSON.stringify([first, next])).not.toContain('canary');
  });

  it('continues or starts again, as the visualiser asks', () => {
    const viewer = openVisualiser();
    openPage();
    const { session } = askWhoIsHere(viewer);
    viewer.say({ kind: 'watch', session, begin: false });
    expect(viewer.take('entries')).toMatchObject([{ isWhole: true }]);
    viewer.say({ kind: 'watch', session, begin: false });
    expect(viewer.take('entries')).toEqual([]);
    viewer.say({ kind: 'watch', session, begin: true });
    expect(viewer.take('entries')).toMatchObject([{ isWhole: true, entries: [{ seq: 2, kind: 'born' }] }]);
  });

  it('stops recording after the heartbeat of the last visualiser is missing', () => {
    const viewer = openVisualiser();
    const { root } = openPage();
    const { session } = askWhoIsHere(viewer);
    viewer.say({ kind: 'watch', session, begin: true });
    for (let count = 0; count < 5; count += 1) {
      vi.advanceTimersByTime(HEARTBEAT_MS);
      viewer.say({ kind: 'watch', session, begin: false });
    }
    expect(viewer.take('here').length).toBeGreaterThanOrEqual(5);
    expect(viewer.take('entries')).toHaveLength(1);
    vi.advanceTimersByTime(5 * HEARTBEAT_MS);
    expect(vi.getTimerCount()).toBe(0);
    root.send({ type: 'add' });
    waitForEntries();
    expect(viewer.take('entries')).toEqual([]);
  });

  it('stops recording when the last visualiser leaves', () => {
    const viewer = openVisualiser();
    const { root } = openPage();
    const { session } = askWhoIsHere(viewer);
    viewer.say({ kind: 'watch', session, begin: true, viewer: 'a' });
    viewer.say({ kind: 'watch', session, begin: true, viewer: 'b' });
    viewer.say({ kind: 'unwatch', session, viewer: 'a' });
    viewer.take('entries');
    root.send({ type: 'add' });
    waitForEntries();
    expect(viewer.take('entries')).toHaveLength(1);
    viewer.say({ kind: 'unwatch', session, viewer: 'b' });
    root.send({ type: 'add' });
    waitForEntries();
    expect(viewer.take('entries')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not answer every message, to avoid endless replies', () => {
    const viewer = openVisualiser();
    openPage();
    const { session } = askWhoIsHere(viewer);
    for (let count = 0; count < 100; count += 1) viewer.say({ kind: 'watch', session, begin: false });
    expect(viewer.take('here').length).toBeLessThan(2);
  });

  it('ignores messages for other pages and malformed messages', () => {
    const viewer = openVisualiser();
    openPage();
    viewer.takeAll();
    for (const message of [null, 'watch', {}, { kind: 7 }, { kind: 'watch', session: 'another', begin: true }])
      viewer.say(message as ViewerMessage);
    expect(viewer.takeAll()).toEqual([]);
  });

  it('sends the chart of a recorded machine', () => {
    const viewer = openVisualiser();
    openPage();
    const { session } = askWhoIsHere(viewer);
    viewer.say({ kind: 'watch', session, begin: true });
    const [entry] = viewer.take('entries')[0]?.entries ?? [];
    const print = entry?.kind === 'born' ? (entry.actor.machine?.print ?? '') : '';
    viewer.say({ kind: 'chartWanted', session, print });
    viewer.say({ kind: 'chartWanted', session, print: 'unknown' });
    expect(viewer.take('chart')).toMatchObject([{ print, chart: { id: 'counter' } }]);
  });

  it('accepts events only where it may, and none that XState sends itself', () => {
    for (const takesEvents of [true, false]) {
      ends = [];
      const viewer = openVisualiser();
      const { root } = openPage({ takesEvents });
      const { session } = askWhoIsHere(viewer);
      viewer.say({ kind: 'watch', session, begin: true });
      viewer.say({ kind: 'send', session, actor: root.sessionId, event: { type: 'add' } });
      viewer.say({ kind: 'send', session, actor: root.sessionId, event: { type: 'xstate.stop' } });
      viewer.say({ kind: 'send', session, actor: 'nobody', event: { type: 'add' } });
      viewer.say({ kind: 'send', session, actor: root.sessionId, event: {} as { type: string } });
      expect([root.getSnapshot().status, root.getSnapshot().context.count]).toEqual(['active', takesEvents ? 1 : 0]);
    }
  });

  it('shows nothing to a user without permission, and says why', () => {
    const viewer = openVisualiser();
    const { inspect } = openPage({ getRefusal: () => 'permission' });
    const { session, refused } = askWhoIsHere(viewer);
    expect(refused).toBe('permission');
    vi.advanceTimersByTime(HEARTBEAT_MS);
    viewer.say({ kind: 'watch', session, begin: true });
    viewer.say({ kind: 'chartWanted', session, print: 'any' });
    expect(viewer.take('here')).toMatchObject([{ refused: 'permission' }]);
    expect(viewer.takeAll()).toEqual([]);
    expect(inspect).not.toHaveBeenCalled();
  });

  it('falls silent at once when the user signs out, drops unsent entries, and forgets its recording', () => {
    let refused: ReturnType<ConnectOptions['getRefusal']> = undefined;
    const viewer = openVisualiser();
    const { root, notify: changed, connection } = openPage({ getRefusal: () => refused, canRecord: () => refused === undefined });
    const { session } = askWhoIsHere(viewer);
    connection.setRecording(true);
    viewer.say({ kind: 'watch', session, begin: true });
    viewer.takeAll();
    root.send({ type: 'add' });
    refused = 'signedOut';
    changed();
    expect(viewer.takeAll()).toMatchObject([{ kind: 'here', refused: 'signedOut' }]);
    root.send({ type: 'add' });
    waitForEntries();
    viewer.say({ kind: 'watch', session, begin: false });
    expect(viewer.take('entries')).toEqual([]);
    expect(connection.recording()).toBeUndefined();
  });

  it('keeps its window key across a reload, and gets a new one in a duplicated tab', () => {
    const viewer = openVisualiser();
    openPage();
    const first = askWhoIsHere(viewer);
    ends = ends.slice(0, 1);
    vi.advanceTimersByTime(60_000);
    openPage();
    const reloaded = askWhoIsHere(viewer);
    expect(reloaded.window).toBe(first.window);
    expect(reloaded.session).not.toBe(first.session);
    viewer.takeAll();
    vi.advanceTimersByTime(60_000);
    // A duplicated tab starts with a copy of the session storage.
    openPage();
    viewer.say({ kind: 'looking' });
    const now = viewer.take('here').slice(-2);
    expect(new Set(now.map(({ window }) => window)).size).toBe(2);
    expect(now.find(({ session }) => session === reloaded.session)?.window).toBe(first.window);
  });
});

describe('a recording kept for the user', () => {
  it('starts when it is switched on, without any visualiser, and is gone when it is switched off', () => {
    const viewer = openVisualiser();
    const { root, connection } = openPage();
    expect(connection.recording()).toBeUndefined();
    vi.advanceTimersByTime(5000);
    connection.setRecording(true);
    root.send({ type: 'add' });
    vi.advanceTimersByTime(1000);
    root.send({ type: 'add' });
    const recording = connection.recording();
    expect(recording).toMatchObject({ format: 'xstate-recording', version: 1, title: 'a page' });
    expect(recording?.entries.map(({ kind, at }) => [kind, at])).toEqual([
      ['born', 0],
      ['event', 0],
      ['step', 0],
      ['event', 1000],
      ['step', 1000],
    ]);
    expect(Object.values(recording?.charts ?? {})).toMatchObject([{ id: 'counter' }]);
    expect(JSON.stringify(recording)).not.toContain('canary');
    expect(viewer.take('entries')).toEqual([]);
    connection.setRecording(false);
    expect(connection.recording()).toBeUndefined();
    expect(vi.getTimerCount()).toBeLessThan(2);
  });

  it('starts when the user has signed in', () => {
    let isThere = false;
    const { root, connection, notify: changed } = openPage({ canRecord: () => isThere });
    connection.setRecording(true);
    expect(connection.recording()).toBeUndefined();
    isThere = true;
    changed();
    root.send({ type: 'add' });
    expect(connection.recording()?.entries).toHaveLength(3);
  });

  it('continues while visualisers come and go', () => {
    const viewer = openVisualiser();
    const { root, connection } = openPage();
    const { session } = askWhoIsHere(viewer);
    connection.setRecording(true);
    root.send({ type: 'add' });
    viewer.say({ kind: 'watch', session, begin: true });
    expect(viewer.take('entries')).toMatchObject([{ isWhole: true, entries: [{ kind: 'born', state: { changed: { count: 1 } } }] }]);
    viewer.say({ kind: 'unwatch', session });
    root.send({ type: 'add' });
    const { entries = [] } = connection.recording() ?? {};
    expect(entries.filter(({ kind }) => kind === 'step')).toHaveLength(2);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  });
});
