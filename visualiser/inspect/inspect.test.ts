import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type * as XStateModule from 'xstate';
import { addLiveRelay, isAllowed } from '../command/live-relay.ts';
import type { PageMessage, ViewerMessage } from '../model/protocol.ts';
import type { RecordedEntry } from '../model/recording.ts';
import { configureRedaction } from '../recorder/redaction.ts';
import { createInspector } from './inspect.node.ts';

type XState = typeof XStateModule;

let server: Server;
let relay: ReturnType<typeof addLiveRelay>;
let url: string;
const closers: (() => void)[] = [];

beforeEach(async () => {
  server = createServer();
  relay = addLiveRelay(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the relay has no port');
  url = `ws://127.0.0.1:${bound.port}/live`;
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  configureRedaction({});
  relay.close();
  await new Promise((resolve) => server.close(resolve));
});

/** A visualiser at the relay. */
async function openViewer() {
  const socket = new WebSocket(url);
  closers.push(() => socket.close());
  const heard: PageMessage[] = [];
  let notify = () => {};
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)) as PageMessage);
    notify();
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const until = async <Found>(find: (messages: readonly PageMessage[]) => Found | undefined): Promise<Found> => {
    for (;;) {
      const found = find(heard);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        notify = resolve;
      });
    }
  };
  const entriesOf = (messages: readonly PageMessage[]): RecordedEntry[] =>
    messages.flatMap((message) => (message.kind === 'entries' ? [...message.entries] : []));
  return {
    say: (message: ViewerMessage) => socket.send(JSON.stringify(message)),
    until,
    untilHere: () => until((messages) => messages.findLast((message) => message.kind === 'here')),
    untilEntry: (find: (entry: RecordedEntry) => boolean) => until((messages) => entriesOf(messages).find(find)),
    entries: () => entriesOf(heard),
  };
}

const createCounter = ({ createMachine, assign }: XState) =>
  createMachine({
    id: 'counter',
    types: {} as { context: { count: number; tokens: number; iban: string } },
    context: { count: 0, tokens: 7, iban: 'DE00 1234' },
    initial: 'ready',
    states: { ready: { on: { add: { target: 'ready', actions: assign({ count: ({ context }) => context.count + 1 }) } } } },
  });

const inspectorOf = (options: Parameters<typeof createInspector>[0] = {}) => {
  const inspector = createInspector({ url, name: 'worker', ...options });
  closers.push(inspector.stop);
  return inspector;
};

describe('a program of Node', () => {
  it.each(['xstate', 'xstate-5-19', 'xstate-5-9', 'xstate-5-0'])(
    'is watched over the relay, its roots by name, with %s',
    async (version) => {
      const xstate: XState = await import(version);
      const viewer = await openViewer();
      const { inspect, add } = inspectorOf();
      const first = xstate.createActor(createCounter(xstate), { inspect }).start();
      const second = xstate.createActor(createCounter(xstate), { id: 'second' }).start();
      add(second, 'basket');
      const { session, title } = await viewer.untilHere();
      expect(title).toBe('worker');
      viewer.say({ kind: 'watch', session, begin: true });
      const isBorn = (id: string) => (entry: RecordedEntry) => entry.kind === 'born' && entry.actor.id === id;
      await viewer.untilEntry(isBorn('counter'));
      await viewer.untilEntry(isBorn('basket'));
      first.send({ type: 'add' });
      second.send({ type: 'add' });
      for (const key of ['counter', 'basket']) {
        const step = await viewer.untilEntry((entry) => entry.kind === 'step' && entry.actor.startsWith(`${key}/`));
        expect(step).toMatchObject({ event: 'add', state: { value: 'ready', changed: { count: 1 } } });
      }
      const numbers = viewer.entries().map(({ seq }) => seq);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(new Set(numbers).size).toBe(numbers.length);
    },
  );

  it('is said to be gone when its connection ends', async () => {
    const viewer = await openViewer();
    const { stop } = inspectorOf();
    const { session } = await viewer.untilHere();
    stop();
    expect(await viewer.until((messages) => messages.find((message) => message.kind === 'leaving'))).toEqual({ kind: 'leaving', session });
  });

  it.each([true, false])('takes events of a visualiser only where it says so: %s', async (takesEvents) => {
    const xstate = await import('xstate');
    const viewer = await openViewer();
    const { inspect } = inspectorOf({ takesEvents });
    const actor = xstate.createActor(createCounter(xstate), { inspect }).start();
    const { session } = await viewer.untilHere();
    viewer.say({ kind: 'watch', session, begin: true });
    const born = await viewer.untilEntry((entry) => entry.kind === 'born');
    if (born.kind !== 'born') throw new Error('no actor');
    viewer.say({ kind: 'send', session, actor: born.actor.key, event: { type: 'add' } });
    viewer.say({ kind: 'chartWanted', session, print: born.actor.machine?.print ?? '' });
    await viewer.until((messages) => messages.find((message) => message.kind === 'chart'));
    expect(actor.getSnapshot().context.count).toBe(takesEvents ? 1 : 0);
  });

  it('records secrets of its own kind as such, and what only looks like one as it is', async () => {
    const xstate = await import('xstate');
    const viewer = await openViewer();
    const { inspect } = inspectorOf({ redact: { names: [/^iban$/i], except: ['tokens'], texts: [/\b\d{4}-\d{4}\b/] } });
    xstate.createActor(createCounter(xstate), { inspect }).start().send({ type: 'add', note: 'card 1234-5678' });
    const { session } = await viewer.untilHere();
    viewer.say({ kind: 'watch', session, begin: true });
    const born = await viewer.untilEntry((entry) => entry.kind === 'born');
    expect(born).toMatchObject({ state: { changed: { tokens: 7, iban: { '~': 'redacted' } } } });
    expect(JSON.stringify(viewer.entries())).not.toContain('1234');
  });

  it('reaches no other computer', () => {
    expect(() => createInspector({ url: 'ws://example.com/live' })).toThrow(/on this computer/);
  });
});

describe('the relay', () => {
  it.each([
    ['127.0.0.1:4710', undefined, true],
    ['localhost:4710', 'http://localhost:5173', true],
    ['localhost:4710', 'https://example.com', false],
    ['example.com', undefined, false],
    ['localhost:4710', 'null', false],
    [undefined, undefined, false],
  ])('of %s lets an origin %s in: %s', (host, origin, isIn) => {
    expect(isAllowed(host, origin)).toBe(isIn);
  });
});
