import { describe, expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import { noting, settled, stage } from '#tests/support/stage.ts';
import type { ShownWindow, ViewerMessage } from '#visualiser/model/protocol.ts';
import type { RecordedEntry, Recording } from '#visualiser/model/recording.ts';
import { liveMachine } from './live.machine.ts';
import type { ChannelCommand, ChannelFact } from './live-context.ts';
import type { Place } from './visualiser-place.ts';

const HERE: Place = { kind: 'live', window: '', actor: '' };

const announced = (change: Partial<ShownWindow> = {}): ChannelFact => ({
  type: 'window.announced',
  window: { window: 'w', session: 's1', title: 'Console', path: '/', takesEvents: true, ...change },
});

const createBorn = (seq: number, key: string, id: string, parent?: string): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'born',
  actor: { key, id, kind: 'machine', machine: { id, print: id }, isRestored: false, ...(parent !== undefined && { parent }) },
  state: { status: 'active' },
});
const createStep = (seq: number, actor = 'x:0'): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'step',
  actor,
  event: 'a',
  transitions: [],
  state: { status: 'active' },
});

const received = (session: string, entries: readonly RecordedEntry[], isWhole = false): ChannelFact => ({
  type: 'entries.received',
  session,
  entries,
  isWhole,
  startedAt: `of ${session}`,
});

const WORLD = [createBorn(1, 'x:0', 'console'), createBorn(2, 'x:1', 'theme', 'x:0')];

function start(place: Place = HERE) {
  const sentMessages: ViewerMessage[] = [];
  const { notes, effect } = noting();
  let receiveFact: (event: ChannelFact) => void = () => undefined;
  const logic = liveMachine.provide({
    actors: {
      channel: fromCallback<ChannelCommand, Record<string, never>>(({ sendBack, receive }) => {
        receiveFact = sendBack;
        receive(({ message }) => void sentMessages.push(message));
      }),
    },
    actions: { saveRecording: effect('saveRecording') },
  });
  const { actor, facts, clock, failure } = stage(logic, { place });
  return {
    actor,
    facts,
    clock,
    failure,
    sentMessages,
    saved: () => notes.map(([, params]) => (params as { recording: Recording }).recording),
    receive: (...events: ChannelFact[]) => {
      for (const event of events) receiveFact(event);
    },
    context: () => actor.getSnapshot().context,
    is: (...args: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>) => actor.getSnapshot().matches(...args),
    /** Numbers of the entries that are shown. */
    shownSeqs: () =>
      actor
        .getSnapshot()
        .children.trace?.getSnapshot()
        .context.entries.map(({ seq }) => seq),
    moves: () => facts.flatMap((fact) => (fact.type === 'place.requested' ? [(fact as unknown as { place: Place }).place] : [])),
    kinds: () => sentMessages.map(({ kind }) => kind),
  };
}

/** A watched window that has sent its actors. */
function startWatching() {
  const started = start();
  started.receive(announced());
  started.clock.increment(400);
  started.receive(received('s1', WORLD, true));
  return started;
}

describe('the live room', () => {
  it('asks no page anything before the first visit', () => {
    const { actor, sentMessages, is } = start({ kind: 'overview' });
    expect(is('unvisited')).toBe(true);
    actor.send({ type: 'place.changed', place: HERE });
    expect(is({ visited: { connection: 'searching' } })).toBe(true);
    expect(sentMessages).toEqual([{ kind: 'looking' }]);
  });

  it('reports that there are no windows when none answers, and watches the first one that comes', () => {
    const { clock, receive, is, sentMessages, moves } = start();
    clock.increment(399);
    expect(is({ visited: { connection: 'searching' } })).toBe(true);
    clock.increment(1);
    expect(is({ visited: { connection: 'noWindows' } })).toBe(true);
    receive(announced());
    expect(is({ visited: { connection: { connected: 'starting' } } })).toBe(true);
    expect(sentMessages.at(-1)).toEqual({ kind: 'watch', session: 's1', begin: true });
    expect(moves()).toEqual([{ kind: 'live', window: 'w', actor: '' }]);
    receive(received('s1', WORLD, true));
    expect(is({ visited: { connection: { connected: 'watching' }, stream: { running: 'receiving' } } })).toBe(true);
  });

  it('lets the user choose among several windows, until one is left', () => {
    const { actor, clock, receive, is, context, moves } = start();
    receive(announced(), announced({ window: 'v', session: 's9' }));
    clock.increment(400);
    expect(is({ visited: { connection: 'choosing' } })).toBe(true);
    actor.send({ type: 'window.chosen', window: 'v' });
    expect(moves()).toEqual([{ kind: 'live', window: 'v', actor: '' }]);
    receive({ type: 'session.ended', session: 's9' });
    expect(context().chosen).toBe('w');
  });

  it('watches the window named in the address as soon as it is there', () => {
    const { clock, receive, is, context } = start({ kind: 'live', window: 'v', actor: 'x:1' });
    receive(announced());
    clock.increment(400);
    expect(is({ visited: { connection: 'windowMissing' } })).toBe(true);
    receive(announced({ window: 'v', session: 's9' }), received('s9', WORLD, true));
    expect(is({ visited: { connection: { connected: 'watching' } } })).toBe(true);
    expect([context().chosen, context().actor]).toEqual(['v', 'x:1']);
  });

  it('does not navigate while the user is in another room', () => {
    const { actor, receive, clock, moves, is } = start();
    actor.send({ type: 'place.changed', place: { kind: 'overview' } });
    receive(announced());
    clock.increment(400);
    expect(moves()).toEqual([]);
    expect(is({ visited: { connection: 'choosing' } })).toBe(true);
    actor.send({ type: 'place.changed', place: HERE });
    expect(moves()).toEqual([{ kind: 'live', window: 'w', actor: '' }]);
  });

  it('goes on while the user is in another room, and is where it was when they return', () => {
    const { actor, receive, shownSeqs, moves } = startWatching();
    actor.send({ type: 'place.changed', place: { kind: 'overview' } });
    receive(received('s1', [createStep(3)]));
    expect(shownSeqs()).toEqual([1, 2, 3]);
    actor.send({ type: 'place.changed', place: HERE });
    expect(moves().at(-1)).toEqual({ kind: 'live', window: 'w', actor: 'x:0' });
  });

  it('stops watching when another window is chosen', () => {
    const { actor, receive, sentMessages, context, shownSeqs } = startWatching();
    receive(announced({ window: 'v', session: 's9' }));
    actor.send({ type: 'place.changed', place: { kind: 'live', window: 'v', actor: '' } });
    expect(sentMessages.slice(-2)).toEqual([
      { kind: 'unwatch', session: 's1' },
      { kind: 'watch', session: 's9', begin: true },
    ]);
    expect(shownSeqs()).toEqual([]);
    receive(received('s1', [createStep(3)]), received('s9', [createBorn(1, 'x:0', 'other')], true));
    expect(shownSeqs()).toEqual([1]);
    expect(context().previousRecording).toBeUndefined();
  });

  it('reports a browser without a channel', () => {
    const { receive, is } = start();
    receive({ type: 'channel.unsupported' });
    expect(is('unsupported')).toBe(true);
  });
});

describe('heartbeats', () => {
  it('are sent and expected, and a window that misses three of them is gone', () => {
    const { receive, sentMessages, is } = startWatching();
    sentMessages.length = 0;
    receive({ type: 'heartbeat.elapsed' });
    expect(sentMessages).toEqual([{ kind: 'looking' }, { kind: 'watch', session: 's1', begin: false }]);
    receive(announced());
    for (let miss = 0; miss < 3; miss += 1) receive({ type: 'heartbeat.elapsed' });
    expect(is({ visited: { connection: { connected: 'watching' } } })).toBe(true);
    receive({ type: 'heartbeat.elapsed' });
    expect(is({ visited: { connection: 'lost' } })).toBe(true);
  });

  it('ask again for entries that did not start', () => {
    const { clock, receive, sentMessages } = start();
    receive(announced());
    clock.increment(400);
    receive({ type: 'heartbeat.elapsed' });
    expect(sentMessages.at(-1)).toEqual({ kind: 'watch', session: 's1', begin: true });
  });
});

describe('a watched page', () => {
  it('is lost when it closes, keeps its entries, and is watched again when it is back', () => {
    const { receive, is, shownSeqs, sentMessages, context } = startWatching();
    receive(received('s1', [createStep(3)]), { type: 'session.ended', session: 's1' });
    expect(is({ visited: { connection: 'lost' } })).toBe(true);
    expect(shownSeqs()).toEqual([1, 2, 3]);
    receive(announced({ session: 's2' }));
    expect(is({ visited: { connection: { connected: 'starting' } } })).toBe(true);
    expect(sentMessages.at(-1)).toEqual({ kind: 'watch', session: 's2', begin: true });
    expect(shownSeqs()).toEqual([1, 2, 3]);
    receive(received('s2', [createBorn(1, 'x:0', 'console')], true));
    expect(is({ visited: { connection: { connected: 'watching' } } })).toBe(true);
    expect(shownSeqs()).toEqual([1]);
    expect(context().previousRecording).toMatchObject({ title: 'Console', startedAt: 'of s1' });
    expect(context().previousRecording?.entries).toHaveLength(3);
  });

  it('may reload without announcing it', () => {
    const { receive, is } = startWatching();
    receive(announced({ session: 's2' }));
    expect(is({ visited: { connection: { connected: 'starting' } } })).toBe(true);
  });

  it('keeps the selected actor across a reload, by its path', () => {
    const { actor, receive, context } = startWatching();
    actor.getSnapshot().children.trace?.send({ type: 'actor.selected', key: 'x:1' });
    expect(context().actor).toBe('x:1');
    receive(announced({ session: 's2' }), received('s2', [createBorn(1, 'x:0', 'app'), createBorn(2, 'x:1', 'locale', 'x:0')], true));
    expect(context().actor).toBe('x:1');
    receive(received('s2', [createBorn(3, 'x:7', 'theme', 'x:0')]));
    expect(context().actor).toBe('x:7');
    expect(actor.getSnapshot().children.trace?.getSnapshot().context.selected).toBe('x:7');
    expect(actor.getSnapshot().children.composer?.getSnapshot().context.target).toBe('x:7');
  });

  it('shows nothing while it refuses, and starts by itself when it no longer does', () => {
    const { receive, is, sentMessages } = start({ kind: 'live', window: 'w', actor: '' });
    receive(announced({ refused: 'signedOut' }));
    expect(is({ visited: { connection: { connected: 'refused' } } })).toBe(true);
    receive(announced());
    expect(sentMessages.at(-1)).toEqual({ kind: 'watch', session: 's1', begin: true });
    receive(received('s1', WORLD, true), announced({ refused: 'permission' }));
    expect(is({ visited: { connection: { connected: 'refused' } } })).toBe(true);
  });

  it('is ignored where it answers for another page load', () => {
    const { receive, shownSeqs } = startWatching();
    receive(received('s2', [createStep(3)]), received('s2', [createBorn(9, 'x:9', 'x')], true), {
      type: 'chart.received',
      session: 's2',
      print: 'p',
      chart: {} as never,
    });
    expect(shownSeqs()).toEqual([1, 2]);
  });

  it('is asked for missing charts, which stay for the next page load', () => {
    const { actor, receive, sentMessages, context } = startWatching();
    const chart = { id: 'c' } as never;
    actor.getSnapshot().children.trace?.send({ type: 'chart.notFound', print: 'p' });
    expect(sentMessages.at(-1)).toEqual({ kind: 'chartWanted', session: 's1', print: 'p' });
    receive({ type: 'chart.received', session: 's1', print: 'p', chart });
    expect(actor.getSnapshot().children.trace?.getSnapshot().context.charts).toEqual({ p: chart });
    expect(context().charts).toEqual({ p: chart });
  });
});

describe('a pause', () => {
  it('holds the view still and catches up afterwards', () => {
    const { actor, receive, shownSeqs, context, kinds } = startWatching();
    const before = kinds();
    actor.send({ type: 'pause.toggled' });
    receive(received('s1', [createStep(3)]), received('s1', [createStep(4)]));
    expect(shownSeqs()).toEqual([1, 2]);
    expect(context().pausedEntries).toHaveLength(2);
    actor.send({ type: 'pause.toggled' });
    expect(shownSeqs()).toEqual([1, 2, 3, 4]);
    expect(context().entries).toHaveLength(4);
    expect(context().pausedEntries).toEqual([]);
    expect(kinds()).toEqual(before);
  });

  it('outlasts a reload and starts again from the current state', () => {
    const { actor, receive, shownSeqs, is, sentMessages, context } = startWatching();
    actor.send({ type: 'pause.toggled' });
    receive(announced({ session: 's2' }), received('s2', [createBorn(1, 'x:0', 'console')], true), received('s2', [createStep(2)]));
    expect(is({ visited: { stream: { paused: 'outdated' } } })).toBe(true);
    expect(shownSeqs()).toEqual([1, 2]);
    sentMessages.length = 0;
    actor.send({ type: 'pause.toggled' });
    expect(sentMessages).toEqual([{ kind: 'watch', session: 's2', begin: true }]);
    receive(received('s2', [createStep(3)]));
    expect(shownSeqs()).toEqual([1, 2]);
    receive(received('s2', [createBorn(4, 'x:0', 'console')], true));
    expect(shownSeqs()).toEqual([4]);
    expect(context().previousRecording?.entries).toHaveLength(2);
  });

  it('does not keep more entries than it can', () => {
    const { actor, receive, context, is } = startWatching();
    actor.send({ type: 'pause.toggled' });
    const many = Array.from({ length: 15_000 }, (_, index) => createStep(3 + index));
    receive(received('s1', many), received('s1', many));
    expect(is({ visited: { stream: { paused: 'outdated' } } })).toBe(true);
    expect(context().pausedEntries).toEqual([]);
  });
});

describe('the log', () => {
  it('is empty after it is cleared, and starts again from the current state', () => {
    const { actor, receive, shownSeqs, sentMessages, context } = startWatching();
    actor.send({ type: 'log.cleared' });
    expect(shownSeqs()).toEqual([]);
    expect(sentMessages.at(-1)).toEqual({ kind: 'watch', session: 's1', begin: true });
    receive(received('s1', [createStep(3)]), received('s1', [createBorn(4, 'x:0', 'console')], true));
    expect(shownSeqs()).toEqual([4]);
    expect(context().previousRecording).toBeUndefined();
  });

  it('is saved as shown, with the charts that the gallery lacks', () => {
    const { actor, receive, saved } = startWatching();
    receive({ type: 'chart.received', session: 's1', print: 'p', chart: { id: 'c' } as never }, received('s1', [createStep(3)]));
    actor.send({ type: 'recording.saveRequested', part: 'current' });
    expect(saved()).toEqual([
      {
        format: 'xstate-recording',
        version: 1,
        title: 'Console',
        startedAt: 'of s1',
        charts: { p: { id: 'c' } },
        entries: [...WORLD, createStep(3)],
      },
    ]);
  });

  it('can be replayed, also the part from before a reload', () => {
    const { actor, receive, facts } = startWatching();
    receive(announced({ session: 's2' }), received('s2', [createBorn(1, 'x:0', 'console')], true));
    facts.length = 0;
    actor.send({ type: 'recording.openRequested', part: 'previous' });
    expect(facts).toEqual([
      { type: 'replay.requested', recording: expect.objectContaining({ startedAt: 'of s1', entries: WORLD }) },
      { type: 'place.requested', place: { kind: 'recording' }, how: 'push' },
    ]);
    actor.send({ type: 'previousRecording.dismissed' });
    expect(actor.getSnapshot().context.previousRecording).toBeUndefined();
  });
});

describe('an event for the page', () => {
  const compose = (started: ReturnType<typeof start>) => {
    const { composer } = started.actor.getSnapshot().children;
    composer?.send({ type: 'composer.toggled' });
    composer?.send({ type: 'type.chosen', name: 'theme.toggled' });
    composer?.send({ type: 'payload.changed', text: '{ "a": 1 }' });
    composer?.send({ type: 'event.submitted' });
    return composer;
  };

  it('is sent once to the selected actor, and found in the log', async () => {
    const started = startWatching();
    const composer = compose(started);
    composer?.send({ type: 'event.submitted' });
    await settled();
    expect(started.sentMessages.filter(({ kind }) => kind === 'send')).toEqual([
      { kind: 'send', session: 's1', actor: 'x:0', event: { type: 'theme.toggled', a: 1 } },
    ]);
    started.receive(received('s1', [{ seq: 7, at: 7, kind: 'event', to: 'x:0', event: { type: 'theme.toggled', a: 1 } }]));
    expect(composer?.getSnapshot().matches({ open: 'confirmed' })).toBe(true);
    expect(composer?.getSnapshot().context.entrySeq).toBe(7);
  });

  it('is found in the log also while paused', () => {
    const started = startWatching();
    started.actor.send({ type: 'pause.toggled' });
    const composer = compose(started);
    started.receive(received('s1', [{ seq: 7, at: 7, kind: 'event', to: 'x:0', event: { type: 'theme.toggled', a: 1 } }]));
    expect(composer?.getSnapshot().matches({ open: 'confirmed' })).toBe(true);
  });

  it('is not sent to a page that accepts none or is gone', () => {
    const started = startWatching();
    started.receive(announced({ takesEvents: false }));
    compose(started);
    started.receive(announced(), { type: 'session.ended', session: 's1' });
    compose(started);
    expect(started.kinds()).not.toContain('send');
  });
});
