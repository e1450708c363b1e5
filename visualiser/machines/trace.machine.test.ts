import { describe, expect, it } from 'vitest';
import { stage } from '#tests/support/stage.ts';
import type { RecordedEntry } from '#visualiser/model/recording.ts';
import { computeWorldAt } from '#visualiser/model/world.ts';
import { traceMachine } from './trace.machine.ts';
import { appendEntries, findEntryIndex, findStartSeq } from './trace-entries.ts';

const createBorn = (seq: number, at: number, key: string, count = 0): RecordedEntry => ({
  seq,
  at,
  kind: 'born',
  actor: { key, id: key, kind: 'machine', isRestored: false },
  state: { status: 'active', changed: { count } },
});
const createStep = (seq: number, at: number, actor = 'a'): RecordedEntry => ({
  seq,
  at,
  kind: 'step',
  actor,
  event: 'go',
  transitions: ['m:go:0'],
  state: { status: 'active', changed: { count: seq } },
});

/** An actor at 0, a step after 100 ms, two simultaneous steps after another 100 ms, and one after a long pause. */
const entries = [createBorn(1, 0, 'a'), createStep(2, 100), createStep(3, 200), createStep(4, 200), createStep(5, 60_000)];

const startFinished = () => stage(traceMachine, { entries, isLive: false });
const startLive = () => stage(traceMachine, { entries, isLive: true });
const getCursor = ({ actor }: ReturnType<typeof startLive>) => actor.getSnapshot().context.cursor;
const getMoment = ({ actor }: ReturnType<typeof startLive>) => actor.getSnapshot().value.moment;

describe('the moment of a trace', () => {
  it('is the last entry while more may come, until the user steps back', () => {
    const trace = startLive();
    expect(getMoment(trace)).toBe('following');
    trace.actor.send({ type: 'entries.received', entries: [createStep(6, 60_001)], isWhole: false });
    expect(getMoment(trace)).toBe('following');
    trace.actor.send({ type: 'cursor.moved', seq: 3 });
    trace.actor.send({ type: 'entries.received', entries: [createStep(7, 60_002)], isWhole: false });
    expect([getMoment(trace), getCursor(trace)]).toEqual(['paused', 3]);
    expect(trace.actor.getSnapshot().context.entries).toHaveLength(7);
    trace.actor.send({ type: 'cursor.released' });
    expect(getMoment(trace)).toBe('following');
  });

  it('is the start of a finished recording, after its initial actors', () => {
    const trace = stage(traceMachine, {
      entries: [createBorn(1, 0, 'a'), createBorn(2, 0, 'b'), createStep(3, 5), createBorn(4, 6, 'c')],
      isLive: false,
    });
    expect([getMoment(trace), getCursor(trace)]).toEqual(['paused', 2]);
  });

  it('is the last entry before a dropped number, and never outside the log', () => {
    const trace = startFinished();
    trace.actor.send({ type: 'entries.received', entries: [createStep(20, 60_005)], isWhole: false });
    trace.actor.send({ type: 'cursor.moved', seq: 12 });
    expect(getCursor(trace)).toBe(5);
    trace.actor.send({ type: 'cursor.moved', seq: 0 });
    expect(getCursor(trace)).toBe(1);
  });

  it('starts again with a reloaded page, and charts can be requested again', () => {
    const trace = startLive();
    trace.actor.send({ type: 'chart.notFound', print: 'p' });
    trace.actor.send({ type: 'cursor.moved', seq: 3 });
    trace.actor.send({ type: 'entries.received', entries: [createBorn(1, 0, 'z')], isWhole: true });
    expect(getMoment(trace)).toBe('following');
    expect(trace.actor.getSnapshot().context.entries).toHaveLength(1);
    trace.actor.send({ type: 'chart.notFound', print: 'p' });
    expect(trace.facts).toEqual([
      { type: 'trace.chartRequested', print: 'p' },
      { type: 'trace.chartRequested', print: 'p' },
    ]);
  });
});

describe('playback', () => {
  it('keeps the recorded pace, shows simultaneous entries together, and shortens long pauses', () => {
    const trace = startFinished();
    trace.actor.send({ type: 'play.started' });
    trace.clock.increment(99);
    expect(getCursor(trace)).toBe(1);
    trace.clock.increment(1);
    expect(getCursor(trace)).toBe(2);
    trace.clock.increment(100);
    expect(getCursor(trace)).toBe(4);
    trace.clock.increment(1999);
    expect(getMoment(trace)).toBe('playing');
    trace.clock.increment(1);
    expect([getMoment(trace), getCursor(trace)]).toEqual(['paused', 5]);
  });

  it('can be four times as fast, also while it runs', () => {
    const trace = startFinished();
    trace.actor.send({ type: 'play.started' });
    trace.actor.send({ type: 'speed.chosen', speed: 4 });
    trace.clock.increment(25);
    expect(getCursor(trace)).toBe(2);
  });

  it('can show every entry, one by one', () => {
    const trace = startFinished();
    trace.actor.send({ type: 'speed.chosen', speed: 'step' });
    trace.actor.send({ type: 'play.started' });
    const cursors = [getCursor(trace)];
    for (let ticks = 0; ticks < 4; ticks += 1) {
      trace.clock.increment(120);
      cursors.push(getCursor(trace));
    }
    expect(cursors).toEqual([1, 2, 3, 4, 5]);
    expect(getMoment(trace)).toBe('paused');
  });

  it('stops when it is paused or the cursor moves, and restarts from the end', () => {
    const trace = startFinished();
    trace.actor.send({ type: 'play.started' });
    trace.actor.send({ type: 'play.paused' });
    trace.clock.increment(10_000);
    expect([getMoment(trace), getCursor(trace)]).toEqual(['paused', 1]);
    trace.actor.send({ type: 'cursor.moved', seq: 5 });
    trace.actor.send({ type: 'play.started' });
    expect([getMoment(trace), getCursor(trace)]).toEqual(['playing', 1]);
    trace.actor.send({ type: 'cursor.moved', seq: 2 });
    expect(getMoment(trace)).toBe('paused');
  });

  it('follows again at the end of a live trace', () => {
    const trace = startLive();
    trace.actor.send({ type: 'play.started' });
    expect([getMoment(trace), getCursor(trace)]).toEqual(['playing', 1]);
    trace.actor.send({ type: 'cursor.moved', seq: 4 });
    trace.actor.send({ type: 'play.started' });
    trace.clock.increment(2000);
    expect(getMoment(trace)).toBe('following');
  });
});

describe('facts of a trace', () => {
  it('report a selected actor once, and a missing chart once', () => {
    const trace = startLive();
    trace.actor.send({ type: 'actor.selected', key: 'a' });
    trace.actor.send({ type: 'actor.selected', key: 'a' });
    trace.actor.send({ type: 'chart.notFound', print: 'p' });
    trace.actor.send({ type: 'chart.notFound', print: 'p' });
    expect(trace.facts).toEqual([
      { type: 'trace.actorSelected', key: 'a' },
      { type: 'trace.chartRequested', print: 'p' },
    ]);
  });

  it('do not request a chart that was received', () => {
    const chart = {
      id: 'm',
      root: { id: 'm', key: 'm', kind: 'atomic' as const, tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
      transitions: [],
    };
    const trace = startLive();
    trace.actor.send({ type: 'chart.received', print: 'p', chart });
    trace.actor.send({ type: 'chart.notFound', print: 'p' });
    expect(trace.facts).toEqual([]);
    expect(trace.actor.getSnapshot().context.charts).toEqual({ p: chart });
  });
});

describe('a long log', () => {
  it('is shortened from the start, keeps the state of living actors, and counts dropped entries', () => {
    const all = [
      createBorn(1, 0, 'a'),
      createBorn(2, 0, 'b'),
      ...Array.from({ length: 40 }, (_, index) => createStep(index + 3, index + 1)),
    ];
    const dead = all.toSpliced(10, 0, { seq: 11.5, at: 9, kind: 'gone', actor: 'b' });
    const shorter = appendEntries(dead, [], 30, 20);
    expect(shorter.slice(0, 2)).toEqual([
      { seq: 21, at: 21, kind: 'gap', dropped: 23 },
      {
        seq: 22,
        at: 21,
        kind: 'born',
        actor: { key: 'a', id: 'a', kind: 'machine', isRestored: false },
        state: { status: 'active', changed: { count: 22 } },
      },
    ]);
    expect(shorter).toHaveLength(22);
    for (const { seq } of shorter.slice(2)) {
      expect(computeWorldAt(shorter, seq).get('a')?.context).toEqual(computeWorldAt(dead, seq).get('a')?.context);
    }
    // Earlier gaps are counted as well.
    expect(appendEntries(shorter, [], 21, 5)[0]).toMatchObject({ dropped: 23 + 15 + 1 });
  });

  it('stays unchanged while it is short', () => {
    expect(appendEntries(entries, [createStep(6, 70_000)])).toEqual([...entries, createStep(6, 70_000)]);
  });

  it('is searched by numbers and knows its start', () => {
    expect([0, 1, 4, 5, 9].map((seq) => findEntryIndex(entries, seq))).toEqual([-1, 0, 3, 4, 4]);
    expect(findStartSeq([])).toBe(0);
    expect(findStartSeq([createStep(4, 1), createBorn(5, 2, 'a')])).toBe(4);
    expect(findStartSeq([createBorn(1, 0, 'a')])).toBe(1);
  });
});
