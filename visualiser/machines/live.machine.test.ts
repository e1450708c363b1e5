import { describe, expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import { noting, settled, stage } from '#tests/support/stage.ts';
import type { ShownWindow, ViewerMessage } from '#visualiser/model/protocol.ts';
import type { RecordedEntry, Recording } from '#visualiser/model/recording.ts';
import { liveMachine } from './live.machine.ts';
import type { ChannelEvent, HeardEvent } from './live-context.ts';
import type { Place } from './visualiser-place.ts';

const HERE: Place = { kind: 'live', window: '', actor: '' };

const shown = (change: Partial<ShownWindow> = {}): HeardEvent => ({
  type: 'window.shown',
  window: { window: 'w', session: 's1', title: 'Console', path: '/', takesEvents: true, ...change },
});

const born = (seq: number, key: string, id: string, parent?: string): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'born',
  actor: { key, id, kind: 'machine', machine: { id, print: id }, isRestored: false, ...(parent !== undefined && { parent }) },
  state: { status: 'active' },
});
const step = (seq: number, actor = 'x:0'): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'step',
  actor,
  event: 'a',
  transitions: [],
  state: { status: 'active' },
});

const told = (session: string, entries: readonly RecordedEntry[], isWhole = false): HeardEvent => ({
  type: 'entries.told',
  session,
  entries,
  isWhole,
  startedAt: `of ${session}`,
});

const WORLD = [born(1, 'x:0', 'console'), born(2, 'x:1', 'theme', 'x:0')];

function begin(place: Place = HERE) {
  const said: ViewerMessage[] = [];
  const { notes, effect } = noting();
  let hear: (event: HeardEvent) => void = () => undefined;
  const logic = liveMachine.provide({
    actors: {
      channel: fromCallback<ChannelEvent, Record<string, never>>(({ sendBack, receive }) => {
        hear = sendBack;
        receive(({ message }) => void said.push(message));
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
    said,
    saved: () => notes.map(([, params]) => (params as { recording: Recording }).recording),
    hear: (...events: HeardEvent[]) => {
      for (const event of events) hear(event);
    },
    context: () => actor.getSnapshot().context,
    is: (...args: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>) => actor.getSnapshot().matches(...args),
    /** What is shown. */
    shownSeqs: () =>
      actor
        .getSnapshot()
        .children.trace?.getSnapshot()
        .context.entries.map(({ seq }) => seq),
    moves: () => facts.flatMap((fact) => (fact.type === 'room.moved' ? [(fact as unknown as { place: Place }).place] : [])),
    kinds: () => said.map(({ kind }) => kind),
  };
}

/** A window that is watched, and told who lives in it. */
function beginWatched() {
  const begun = begin();
  begun.hear(shown());
  begun.clock.increment(400);
  begun.hear(told('s1', WORLD, true));
  return begun;
}

describe('the live room', () => {
  it('asks no page anything before somebody comes to it', () => {
    const { actor, said, is } = begin({ kind: 'overview' });
    expect(is('asleep')).toBe(true);
    actor.send({ type: 'place.arrived', place: HERE });
    expect(is({ awake: { connection: 'looking' } })).toBe(true);
    expect(said).toEqual([{ kind: 'looking' }]);
  });

  it('says that nobody is there once nobody answered, and watches the first that comes', () => {
    const { clock, hear, is, said, moves } = begin();
    clock.increment(399);
    expect(is({ awake: { connection: 'looking' } })).toBe(true);
    clock.increment(1);
    expect(is({ awake: { connection: 'nobody' } })).toBe(true);
    hear(shown());
    expect(is({ awake: { connection: { there: 'reaching' } } })).toBe(true);
    expect(said.at(-1)).toEqual({ kind: 'watch', session: 's1', begin: true });
    expect(moves()).toEqual([{ kind: 'live', window: 'w', actor: '' }]);
    hear(told('s1', WORLD, true));
    expect(is({ awake: { connection: { there: 'watching' }, flow: { flowing: 'running' } } })).toBe(true);
  });

  it('leaves the choice among several to the reader, until one is left', () => {
    const { actor, clock, hear, is, context, moves } = begin();
    hear(shown(), shown({ window: 'v', session: 's9' }));
    clock.increment(400);
    expect(is({ awake: { connection: 'choosing' } })).toBe(true);
    actor.send({ type: 'window.chosen', window: 'v' });
    expect(moves()).toEqual([{ kind: 'live', window: 'v', actor: '' }]);
    hear({ type: 'window.left', session: 's9' });
    expect(context().chosen).toBe('w');
  });

  it('watches the window that the address names, as soon as it is there', () => {
    const { clock, hear, is, context } = begin({ kind: 'live', window: 'v', actor: 'x:1' });
    hear(shown());
    clock.increment(400);
    expect(is({ awake: { connection: 'absent' } })).toBe(true);
    hear(shown({ window: 'v', session: 's9' }), told('s9', WORLD, true));
    expect(is({ awake: { connection: { there: 'watching' } } })).toBe(true);
    expect([context().chosen, context().actor]).toEqual(['v', 'x:1']);
  });

  it('does not lead a reader who is elsewhere', () => {
    const { actor, hear, clock, moves, is } = begin();
    actor.send({ type: 'place.arrived', place: { kind: 'overview' } });
    hear(shown());
    clock.increment(400);
    expect(moves()).toEqual([]);
    expect(is({ awake: { connection: 'choosing' } })).toBe(true);
    actor.send({ type: 'place.arrived', place: HERE });
    expect(moves()).toEqual([{ kind: 'live', window: 'w', actor: '' }]);
  });

  it('goes on while the reader is in another room, and is where it was when they come back', () => {
    const { actor, hear, shownSeqs, moves } = beginWatched();
    actor.send({ type: 'place.arrived', place: { kind: 'overview' } });
    hear(told('s1', [step(3)]));
    expect(shownSeqs()).toEqual([1, 2, 3]);
    actor.send({ type: 'place.arrived', place: HERE });
    expect(moves().at(-1)).toEqual({ kind: 'live', window: 'w', actor: 'x:0' });
  });

  it('lets go of what it watched when another window is chosen', () => {
    const { actor, hear, said, context, shownSeqs } = beginWatched();
    hear(shown({ window: 'v', session: 's9' }));
    actor.send({ type: 'place.arrived', place: { kind: 'live', window: 'v', actor: '' } });
    expect(said.slice(-2)).toEqual([
      { kind: 'unwatch', session: 's1' },
      { kind: 'watch', session: 's9', begin: true },
    ]);
    expect(shownSeqs()).toEqual([]);
    hear(told('s1', [step(3)]), told('s9', [born(1, 'x:0', 'other')], true));
    expect(shownSeqs()).toEqual([1]);
    expect(context().former).toBeUndefined();
  });

  it('knows a browser without a channel', () => {
    const { hear, is } = begin();
    hear({ type: 'channel.missed' });
    expect(is('deaf')).toBe(true);
  });
});

describe('signs of life', () => {
  it('are asked for and given, and whoever misses three of them is gone', () => {
    const { hear, said, is } = beginWatched();
    said.length = 0;
    hear({ type: 'time.passed' });
    expect(said).toEqual([{ kind: 'looking' }, { kind: 'watch', session: 's1', begin: false }]);
    hear(shown());
    for (let miss = 0; miss < 3; miss += 1) hear({ type: 'time.passed' });
    expect(is({ awake: { connection: { there: 'watching' } } })).toBe(true);
    hear({ type: 'time.passed' });
    expect(is({ awake: { connection: 'lost' } })).toBe(true);
  });

  it('ask again for a beginning that did not come', () => {
    const { clock, hear, said } = begin();
    hear(shown());
    clock.increment(400);
    hear({ type: 'time.passed' });
    expect(said.at(-1)).toEqual({ kind: 'watch', session: 's1', begin: true });
  });
});

describe('a page that is watched', () => {
  it('is lost when it closes, with what it told, and watched again when it is back', () => {
    const { hear, is, shownSeqs, said, context } = beginWatched();
    hear(told('s1', [step(3)]), { type: 'window.left', session: 's1' });
    expect(is({ awake: { connection: 'lost' } })).toBe(true);
    expect(shownSeqs()).toEqual([1, 2, 3]);
    hear(shown({ session: 's2' }));
    expect(is({ awake: { connection: { there: 'reaching' } } })).toBe(true);
    expect(said.at(-1)).toEqual({ kind: 'watch', session: 's2', begin: true });
    expect(shownSeqs()).toEqual([1, 2, 3]);
    hear(told('s2', [born(1, 'x:0', 'console')], true));
    expect(is({ awake: { connection: { there: 'watching' } } })).toBe(true);
    expect(shownSeqs()).toEqual([1]);
    expect(context().former).toMatchObject({ title: 'Console', startedAt: 'of s1' });
    expect(context().former?.entries).toHaveLength(3);
  });

  it('may be loaded again without a word of farewell', () => {
    const { hear, is } = beginWatched();
    hear(shown({ session: 's2' }));
    expect(is({ awake: { connection: { there: 'reaching' } } })).toBe(true);
  });

  it('is looked at in the same place after a reload, whatever the keys of its actors are then', () => {
    const { actor, hear, context } = beginWatched();
    actor.getSnapshot().children.trace?.send({ type: 'actor.selected', key: 'x:1' });
    expect(context().actor).toBe('x:1');
    hear(shown({ session: 's2' }), told('s2', [born(1, 'x:0', 'app'), born(2, 'x:1', 'locale', 'x:0')], true));
    expect(context().actor).toBe('x:1');
    hear(told('s2', [born(3, 'x:7', 'theme', 'x:0')]));
    expect(context().actor).toBe('x:7');
    expect(actor.getSnapshot().children.trace?.getSnapshot().context.selected).toBe('x:7');
    expect(actor.getSnapshot().children.composer?.getSnapshot().context.target).toBe('x:7');
  });

  it('shows nothing while it refuses, and begins by itself when it does not any more', () => {
    const { hear, is, said } = begin({ kind: 'live', window: 'w', actor: '' });
    hear(shown({ refused: 'signedOut' }));
    expect(is({ awake: { connection: { there: 'refused' } } })).toBe(true);
    hear(shown());
    expect(said.at(-1)).toEqual({ kind: 'watch', session: 's1', begin: true });
    hear(told('s1', WORLD, true), shown({ refused: 'permission' }));
    expect(is({ awake: { connection: { there: 'refused' } } })).toBe(true);
  });

  it('is not heard where it says what another page load was asked for', () => {
    const { hear, shownSeqs } = beginWatched();
    hear(told('s2', [step(3)]), told('s2', [born(9, 'x:9', 'x')], true), {
      type: 'chart.told',
      session: 's2',
      print: 'p',
      chart: {} as never,
    });
    expect(shownSeqs()).toEqual([1, 2]);
  });

  it('is asked for the charts that are missed, and they stay for the next page load', () => {
    const { actor, hear, said, context } = beginWatched();
    const chart = { id: 'c' } as never;
    actor.getSnapshot().children.trace?.send({ type: 'chart.missed', print: 'p' });
    expect(said.at(-1)).toEqual({ kind: 'chartWanted', session: 's1', print: 'p' });
    hear({ type: 'chart.told', session: 's1', print: 'p', chart });
    expect(actor.getSnapshot().children.trace?.getSnapshot().context.charts).toEqual({ p: chart });
    expect(context().charts).toEqual({ p: chart });
  });
});

describe('a pause', () => {
  it('holds still, and catches up with all that came meanwhile', () => {
    const { actor, hear, shownSeqs, context, kinds } = beginWatched();
    const before = kinds();
    actor.send({ type: 'pause.toggled' });
    hear(told('s1', [step(3)]), told('s1', [step(4)]));
    expect(shownSeqs()).toEqual([1, 2]);
    expect(context().waiting).toHaveLength(2);
    actor.send({ type: 'pause.toggled' });
    expect(shownSeqs()).toEqual([1, 2, 3, 4]);
    expect(context().entries).toHaveLength(4);
    expect(context().waiting).toEqual([]);
    expect(kinds()).toEqual(before);
  });

  it('outlasts a reload: nothing moves until the reader goes on, from how it stands then', () => {
    const { actor, hear, shownSeqs, is, said, context } = beginWatched();
    actor.send({ type: 'pause.toggled' });
    hear(shown({ session: 's2' }), told('s2', [born(1, 'x:0', 'console')], true), told('s2', [step(2)]));
    expect(is({ awake: { flow: { paused: 'behind' } } })).toBe(true);
    expect(shownSeqs()).toEqual([1, 2]);
    said.length = 0;
    actor.send({ type: 'pause.toggled' });
    expect(said).toEqual([{ kind: 'watch', session: 's2', begin: true }]);
    hear(told('s2', [step(3)]));
    expect(shownSeqs()).toEqual([1, 2]);
    hear(told('s2', [born(4, 'x:0', 'console')], true));
    expect(shownSeqs()).toEqual([4]);
    expect(context().former?.entries).toHaveLength(2);
  });

  it('does not keep more than it can', () => {
    const { actor, hear, context, is } = beginWatched();
    actor.send({ type: 'pause.toggled' });
    const many = Array.from({ length: 15_000 }, (_, index) => step(3 + index));
    hear(told('s1', many), told('s1', many));
    expect(is({ awake: { flow: { paused: 'behind' } } })).toBe(true);
    expect(context().waiting).toEqual([]);
  });
});

describe('what was told', () => {
  it('is let go when the reader clears it, and begins with how it stands', () => {
    const { actor, hear, shownSeqs, said, context } = beginWatched();
    actor.send({ type: 'log.cleared' });
    expect(shownSeqs()).toEqual([]);
    expect(said.at(-1)).toEqual({ kind: 'watch', session: 's1', begin: true });
    hear(told('s1', [step(3)]), told('s1', [born(4, 'x:0', 'console')], true));
    expect(shownSeqs()).toEqual([4]);
    expect(context().former).toBeUndefined();
  });

  it('is saved as it is shown, with the charts that the gallery lacks', () => {
    const { actor, hear, saved } = beginWatched();
    hear({ type: 'chart.told', session: 's1', print: 'p', chart: { id: 'c' } as never }, told('s1', [step(3)]));
    actor.send({ type: 'recording.saved', part: 'shown' });
    expect(saved()).toEqual([
      {
        format: 'xstate-recording',
        version: 1,
        title: 'Console',
        startedAt: 'of s1',
        charts: { p: { id: 'c' } },
        entries: [...WORLD, step(3)],
      },
    ]);
  });

  it('is handed on to be stepped through, also that of before the reload', () => {
    const { actor, hear, facts } = beginWatched();
    hear(shown({ session: 's2' }), told('s2', [born(1, 'x:0', 'console')], true));
    facts.length = 0;
    actor.send({ type: 'recording.opened', part: 'former' });
    expect(facts).toEqual([
      { type: 'recording.handed', recording: expect.objectContaining({ startedAt: 'of s1', entries: WORLD }) },
      { type: 'room.moved', place: { kind: 'recording' }, how: 'push' },
    ]);
    actor.send({ type: 'former.dismissed' });
    expect(actor.getSnapshot().context.former).toBeUndefined();
  });
});

describe('an event for the page', () => {
  const compose = (begun: ReturnType<typeof begin>) => {
    const { composer } = begun.actor.getSnapshot().children;
    composer?.send({ type: 'composer.toggled' });
    composer?.send({ type: 'type.chosen', name: 'theme.toggled' });
    composer?.send({ type: 'payload.typed', text: '{ "a": 1 }' });
    composer?.send({ type: 'submitted' });
    return composer;
  };

  it('is sent once to the actor that is looked at, and found in the log', async () => {
    const begun = beginWatched();
    const composer = compose(begun);
    composer?.send({ type: 'submitted' });
    await settled();
    expect(begun.said.filter(({ kind }) => kind === 'send')).toEqual([
      { kind: 'send', session: 's1', actor: 'x:0', event: { type: 'theme.toggled', a: 1 } },
    ]);
    begun.hear(told('s1', [{ seq: 7, at: 7, kind: 'event', to: 'x:0', event: { type: 'theme.toggled', a: 1 } }]));
    expect(composer?.getSnapshot().matches({ open: 'seen' })).toBe(true);
    expect(composer?.getSnapshot().context.seq).toBe(7);
  });

  it('is found also while nothing moves', () => {
    const begun = beginWatched();
    begun.actor.send({ type: 'pause.toggled' });
    const composer = compose(begun);
    begun.hear(told('s1', [{ seq: 7, at: 7, kind: 'event', to: 'x:0', event: { type: 'theme.toggled', a: 1 } }]));
    expect(composer?.getSnapshot().matches({ open: 'seen' })).toBe(true);
  });

  it('is not sent to a page that takes none, or is gone', () => {
    const begun = beginWatched();
    begun.hear(shown({ takesEvents: false }));
    compose(begun);
    begun.hear(shown(), { type: 'window.left', session: 's1' });
    compose(begun);
    expect(begun.kinds()).not.toContain('send');
  });
});
