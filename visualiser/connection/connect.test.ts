// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { type PageMessage, SIGN_OF_LIFE_MS, type ViewerMessage } from '../model/protocol.ts';
import { type ConnectOptions, connect } from './connect.ts';

type Message = PageMessage | ViewerMessage;

/** All ends of one channel; what is said arrives at once, as a copy. */
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

function page(options: Partial<ConnectOptions> = {}) {
  const root = createActor(machine).start();
  let changed = () => {};
  const inspect = vi.spyOn(root.system, 'inspect');
  const connection = connect(root, {
    takesEvents: true,
    refused: () => undefined,
    mayRecord: () => true,
    follow: (told) => {
      changed = told;
    },
    ...options,
  });
  return { root, connection, inspect, changed: () => changed() };
}

function visualiser() {
  const end = new Channel();
  let heard: PageMessage[] = [];
  end.onmessage = ({ data }) => void heard.push(data as PageMessage);
  return {
    say: (message: ViewerMessage) => end.postMessage(message),
    heard: () => heard.splice(0),
    of: <Kind extends PageMessage['kind']>(kind: Kind) => {
      const found = heard.filter((message): message is Extract<PageMessage, { kind: Kind }> => message.kind === kind);
      heard = heard.filter((message) => message.kind !== kind);
      return found;
    },
  };
}

const hereOf = (viewer: ReturnType<typeof visualiser>) => {
  viewer.say({ kind: 'looking' });
  const [here] = viewer.of('here').slice(-1);
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

/** Until what happened was told. */
const soon = () => vi.advanceTimersByTime(200);

describe('a page that may be watched', () => {
  it('says that it is there when it comes and when it is asked, and that it leaves', () => {
    const viewer = visualiser();
    page();
    const [came] = viewer.of('here');
    expect(came).toMatchObject({ title: 'a page', path: location.pathname, takesEvents: true });
    expect(came).not.toHaveProperty('refused');
    expect(hereOf(viewer)).toEqual(came);
    window.dispatchEvent(new Event('pagehide'));
    expect(viewer.of('leaving')).toEqual([{ kind: 'leaving', session: came?.session }]);
  });

  it('records nothing as long as nobody watches', () => {
    const viewer = visualiser();
    const { root, inspect } = page();
    root.send({ type: 'add' });
    soon();
    expect(inspect).not.toHaveBeenCalled();
    expect(viewer.of('entries')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('tells whoever watches how everybody stands, then what happens, without secrets', () => {
    const viewer = visualiser();
    const { root } = page();
    const { session } = hereOf(viewer);
    viewer.say({ kind: 'watch', session, begin: true });
    const [first] = viewer.of('entries');
    expect(first).toMatchObject({ session, isWhole: true, entries: [{ kind: 'born', seq: 1, state: { changed: { count: 0 } } }] });
    root.send({ type: 'add' });
    soon();
    const [next] = viewer.of('entries');
    expect(next).toMatchObject({
      isWhole: false,
      entries: [
        { kind: 'event', seq: 2 },
        { kind: 'step', state: { changed: { count: 1 } } },
      ],
    });
    expect(JSON.stringify([first, next])).not.toContain('canary');
  });

  it('goes on telling where it is said to go on, and begins anew where it is said to', () => {
    const viewer = visualiser();
    page();
    const { session } = hereOf(viewer);
    viewer.say({ kind: 'watch', session, begin: false });
    expect(viewer.of('entries')).toMatchObject([{ isWhole: true }]);
    viewer.say({ kind: 'watch', session, begin: false });
    expect(viewer.of('entries')).toEqual([]);
    viewer.say({ kind: 'watch', session, begin: true });
    expect(viewer.of('entries')).toMatchObject([{ isWhole: true, entries: [{ seq: 2, kind: 'born' }] }]);
  });

  it('ends without signs of life of whoever watched', () => {
    const viewer = visualiser();
    const { root } = page();
    const { session } = hereOf(viewer);
    viewer.say({ kind: 'watch', session, begin: true });
    for (let count = 0; count < 5; count += 1) {
      vi.advanceTimersByTime(SIGN_OF_LIFE_MS);
      viewer.say({ kind: 'watch', session, begin: false });
    }
    expect(viewer.of('here').length).toBeGreaterThanOrEqual(5);
    expect(viewer.of('entries')).toHaveLength(1);
    vi.advanceTimersByTime(5 * SIGN_OF_LIFE_MS);
    expect(vi.getTimerCount()).toBe(0);
    root.send({ type: 'add' });
    soon();
    expect(viewer.of('entries')).toEqual([]);
  });

  it('ends when the last one who watches has left', () => {
    const viewer = visualiser();
    const { root } = page();
    const { session } = hereOf(viewer);
    viewer.say({ kind: 'watch', session, begin: true, viewer: 'a' });
    viewer.say({ kind: 'watch', session, begin: true, viewer: 'b' });
    viewer.say({ kind: 'unwatch', session, viewer: 'a' });
    viewer.of('entries');
    root.send({ type: 'add' });
    soon();
    expect(viewer.of('entries')).toHaveLength(1);
    viewer.say({ kind: 'unwatch', session, viewer: 'b' });
    root.send({ type: 'add' });
    soon();
    expect(viewer.of('entries')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not answer answers without end', () => {
    const viewer = visualiser();
    page();
    const { session } = hereOf(viewer);
    for (let count = 0; count < 100; count += 1) viewer.say({ kind: 'watch', session, begin: false });
    expect(viewer.of('here').length).toBeLessThan(2);
  });

  it('hears nothing that is meant for another page, and nothing that makes no sense', () => {
    const viewer = visualiser();
    page();
    viewer.heard();
    for (const message of [null, 'watch', {}, { kind: 7 }, { kind: 'watch', session: 'another', begin: true }])
      viewer.say(message as ViewerMessage);
    expect(viewer.heard()).toEqual([]);
  });

  it('gives the chart of a machine that it told of', () => {
    const viewer = visualiser();
    page();
    const { session } = hereOf(viewer);
    viewer.say({ kind: 'watch', session, begin: true });
    const [entry] = viewer.of('entries')[0]?.entries ?? [];
    const print = entry?.kind === 'born' ? (entry.actor.machine?.print ?? '') : '';
    viewer.say({ kind: 'chartWanted', session, print });
    viewer.say({ kind: 'chartWanted', session, print: 'unknown' });
    expect(viewer.of('chart')).toMatchObject([{ print, chart: { id: 'counter' } }]);
  });

  it('takes events only where it may, and none that XState sends itself', () => {
    for (const takesEvents of [true, false]) {
      ends = [];
      const viewer = visualiser();
      const { root } = page({ takesEvents });
      const { session } = hereOf(viewer);
      viewer.say({ kind: 'watch', session, begin: true });
      viewer.say({ kind: 'send', session, actor: root.sessionId, event: { type: 'add' } });
      viewer.say({ kind: 'send', session, actor: root.sessionId, event: { type: 'xstate.stop' } });
      viewer.say({ kind: 'send', session, actor: 'nobody', event: { type: 'add' } });
      viewer.say({ kind: 'send', session, actor: root.sessionId, event: {} as { type: string } });
      expect([root.getSnapshot().status, root.getSnapshot().context.count]).toEqual(['active', takesEvents ? 1 : 0]);
    }
  });

  it('shows nothing to whoever may not see it, and says why', () => {
    const viewer = visualiser();
    const { inspect } = page({ refused: () => 'permission' });
    const { session, refused } = hereOf(viewer);
    expect(refused).toBe('permission');
    vi.advanceTimersByTime(SIGN_OF_LIFE_MS);
    viewer.say({ kind: 'watch', session, begin: true });
    viewer.say({ kind: 'chartWanted', session, print: 'any' });
    expect(viewer.of('here')).toMatchObject([{ refused: 'permission' }]);
    expect(viewer.heard()).toEqual([]);
    expect(inspect).not.toHaveBeenCalled();
  });

  it('falls silent at once when the reader signs out, also about what had happened, and forgets what it kept', () => {
    let refused: ReturnType<ConnectOptions['refused']> = undefined;
    const viewer = visualiser();
    const { root, changed, connection } = page({ refused: () => refused, mayRecord: () => refused === undefined });
    const { session } = hereOf(viewer);
    connection.keep(true);
    viewer.say({ kind: 'watch', session, begin: true });
    viewer.heard();
    root.send({ type: 'add' });
    refused = 'signedOut';
    changed();
    expect(viewer.heard()).toMatchObject([{ kind: 'here', refused: 'signedOut' }]);
    root.send({ type: 'add' });
    soon();
    viewer.say({ kind: 'watch', session, begin: false });
    expect(viewer.of('entries')).toEqual([]);
    expect(connection.recording()).toBeUndefined();
  });

  it('is the same window after a reload, and another one where a tab was duplicated', () => {
    const viewer = visualiser();
    page();
    const first = hereOf(viewer);
    ends = ends.slice(0, 1);
    vi.advanceTimersByTime(60_000);
    page();
    const reloaded = hereOf(viewer);
    expect(reloaded.window).toBe(first.window);
    expect(reloaded.session).not.toBe(first.session);
    viewer.heard();
    vi.advanceTimersByTime(60_000);
    // Its storage came along.
    page();
    viewer.say({ kind: 'looking' });
    const now = viewer.of('here').slice(-2);
    expect(new Set(now.map(({ window }) => window)).size).toBe(2);
    expect(now.find(({ session }) => session === reloaded.session)?.window).toBe(first.window);
  });
});

describe('a reader who wants a recording', () => {
  it('has one from then on, with nobody watching, and none after it is not wanted', () => {
    const viewer = visualiser();
    const { root, connection } = page();
    expect(connection.recording()).toBeUndefined();
    vi.advanceTimersByTime(5000);
    connection.keep(true);
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
    expect(viewer.of('entries')).toEqual([]);
    connection.keep(false);
    expect(connection.recording()).toBeUndefined();
    expect(vi.getTimerCount()).toBeLessThan(2);
  });

  it('begins when there is a reader', () => {
    let isThere = false;
    const { root, connection, changed } = page({ mayRecord: () => isThere });
    connection.keep(true);
    expect(connection.recording()).toBeUndefined();
    isThere = true;
    changed();
    root.send({ type: 'add' });
    expect(connection.recording()?.entries).toHaveLength(3);
  });

  it('keeps it while visualisers come and go', () => {
    const viewer = visualiser();
    const { root, connection } = page();
    const { session } = hereOf(viewer);
    connection.keep(true);
    root.send({ type: 'add' });
    viewer.say({ kind: 'watch', session, begin: true });
    expect(viewer.of('entries')).toMatchObject([{ isWhole: true, entries: [{ kind: 'born', state: { changed: { count: 1 } } }] }]);
    viewer.say({ kind: 'unwatch', session });
    root.send({ type: 'add' });
    const { entries = [] } = connection.recording() ?? {};
    expect(entries.filter(({ kind }) => kind === 'step')).toHaveLength(2);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  });
});
