import { describe, expect, it } from 'vitest';
import { stage } from '#tests/support/stage.ts';
import type { RecordedEntry } from '#visualiser/model/recording.ts';
import { computeWorldAt } from '#visualiser/model/world.ts';
import { traceMachine } from './trace.machine.ts';
import { beginningOf, continued, placeOf } from './trace-entries.ts';

const born = (seq: number, at: number, key: string, count = 0): RecordedEntry => ({
  seq,
  at,
  kind: 'born',
  actor: { key, id: key, kind: 'machine', isRestored: false },
  state: { status: 'active', changed: { count } },
});
const step = (seq: number, at: number, actor = 'a'): RecordedEntry => ({
  seq,
  at,
  kind: 'step',
  actor,
  event: 'go',
  transitions: ['m:go:0'],
  state: { status: 'active', changed: { count: seq } },
});

/** Born at 0, then a step after 100 ms, two at the same moment after another 100, and one after a long silence. */
const entries = [born(1, 0, 'a'), step(2, 100), step(3, 200), step(4, 200), step(5, 60_000)];

const closed = () => stage(traceMachine, { entries, isOpen: false });
const open = () => stage(traceMachine, { entries, isOpen: true });
const cursor = ({ actor }: ReturnType<typeof open>) => actor.getSnapshot().context.cursor;
const moment = ({ actor }: ReturnType<typeof open>) => actor.getSnapshot().value.moment;

describe('the moment of a trace', () => {
  it('is the last one while more may come, until the reader steps back', () => {
    const trace = open();
    expect(moment(trace)).toBe('following');
    trace.actor.send({ type: 'entries.arrived', entries: [step(6, 60_001)], isWhole: false });
    expect(moment(trace)).toBe('following');
    trace.actor.send({ type: 'cursor.moved', seq: 3 });
    trace.actor.send({ type: 'entries.arrived', entries: [step(7, 60_002)], isWhole: false });
    expect([moment(trace), cursor(trace)]).toEqual(['standing', 3]);
    expect(trace.actor.getSnapshot().context.entries).toHaveLength(7);
    trace.actor.send({ type: 'cursor.released' });
    expect(moment(trace)).toBe('following');
  });

  it('is the beginning of what is over: everybody who lived then is there', () => {
    const trace = stage(traceMachine, { entries: [born(1, 0, 'a'), born(2, 0, 'b'), step(3, 5), born(4, 6, 'c')], isOpen: false });
    expect([moment(trace), cursor(trace)]).toEqual(['standing', 2]);
  });

  it('is that of the last entry before a number that was let go, and never one outside', () => {
    const trace = closed();
    trace.actor.send({ type: 'entries.arrived', entries: [step(20, 60_005)], isWhole: false });
    trace.actor.send({ type: 'cursor.moved', seq: 12 });
    expect(cursor(trace)).toBe(5);
    trace.actor.send({ type: 'cursor.moved', seq: 0 });
    expect(cursor(trace)).toBe(1);
  });

  it('begins anew with a page that was loaded again, and what was asked for may be asked for again', () => {
    const trace = open();
    trace.actor.send({ type: 'chart.missed', print: 'p' });
    trace.actor.send({ type: 'cursor.moved', seq: 3 });
    trace.actor.send({ type: 'entries.arrived', entries: [born(1, 0, 'z')], isWhole: true });
    expect(moment(trace)).toBe('following');
    expect(trace.actor.getSnapshot().context.entries).toHaveLength(1);
    trace.actor.send({ type: 'chart.missed', print: 'p' });
    expect(trace.facts).toEqual([
      { type: 'trace.chartWanted', print: 'p' },
      { type: 'trace.chartWanted', print: 'p' },
    ]);
  });
});

describe('a trace that is played', () => {
  it('goes on as fast as it happened, several entries of one moment at once, and cuts silence short', () => {
    const trace = closed();
    trace.actor.send({ type: 'play.started' });
    trace.clock.increment(99);
    expect(cursor(trace)).toBe(1);
    trace.clock.increment(1);
    expect(cursor(trace)).toBe(2);
    trace.clock.increment(100);
    expect(cursor(trace)).toBe(4);
    trace.clock.increment(1999);
    expect(moment(trace)).toBe('playing');
    trace.clock.increment(1);
    expect([moment(trace), cursor(trace)]).toEqual(['standing', 5]);
  });

  it('goes four times as fast when it is told to, also while it plays', () => {
    const trace = closed();
    trace.actor.send({ type: 'play.started' });
    trace.actor.send({ type: 'speed.chosen', speed: 4 });
    trace.clock.increment(25);
    expect(cursor(trace)).toBe(2);
  });

  it('shows every entry when it goes entry by entry', () => {
    const trace = closed();
    trace.actor.send({ type: 'speed.chosen', speed: 'step' });
    trace.actor.send({ type: 'play.started' });
    const seen = [cursor(trace)];
    for (let ticks = 0; ticks < 4; ticks += 1) {
      trace.clock.increment(120);
      seen.push(cursor(trace));
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(moment(trace)).toBe('standing');
  });

  it('stands still when it is paused or stepped through, and begins again from its end', () => {
    const trace = closed();
    trace.actor.send({ type: 'play.started' });
    trace.actor.send({ type: 'play.paused' });
    trace.clock.increment(10_000);
    expect([moment(trace), cursor(trace)]).toEqual(['standing', 1]);
    trace.actor.send({ type: 'cursor.moved', seq: 5 });
    trace.actor.send({ type: 'play.started' });
    expect([moment(trace), cursor(trace)]).toEqual(['playing', 1]);
    trace.actor.send({ type: 'cursor.moved', seq: 2 });
    expect(moment(trace)).toBe('standing');
  });

  it('follows again at the end of what goes on', () => {
    const trace = open();
    trace.actor.send({ type: 'play.started' });
    expect([moment(trace), cursor(trace)]).toEqual(['playing', 1]);
    trace.actor.send({ type: 'cursor.moved', seq: 4 });
    trace.actor.send({ type: 'play.started' });
    trace.clock.increment(2000);
    expect(moment(trace)).toBe('following');
  });
});

describe('what a trace tells', () => {
  it('is who was selected, once, and which chart is missing, once', () => {
    const trace = open();
    trace.actor.send({ type: 'actor.selected', key: 'a' });
    trace.actor.send({ type: 'actor.selected', key: 'a' });
    trace.actor.send({ type: 'chart.missed', print: 'p' });
    trace.actor.send({ type: 'chart.missed', print: 'p' });
    expect(trace.facts).toEqual([
      { type: 'trace.actorSelected', key: 'a' },
      { type: 'trace.chartWanted', print: 'p' },
    ]);
  });

  it('asks for no chart that it was given', () => {
    const chart = {
      id: 'm',
      root: { id: 'm', key: 'm', kind: 'atomic' as const, tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
      transitions: [],
    };
    const trace = open();
    trace.actor.send({ type: 'chart.arrived', print: 'p', chart });
    trace.actor.send({ type: 'chart.missed', print: 'p' });
    expect(trace.facts).toEqual([]);
    expect(trace.actor.getSnapshot().context.charts).toEqual({ p: chart });
  });
});

describe('a long log', () => {
  it('begins later, with everybody who lives there as they stand, and says how much was let go', () => {
    const all = [born(1, 0, 'a'), born(2, 0, 'b'), ...Array.from({ length: 40 }, (_, index) => step(index + 3, index + 1))];
    const dead = all.toSpliced(10, 0, { seq: 11.5, at: 9, kind: 'gone', actor: 'b' });
    const shorter = continued(dead, [], 30, 20);
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
    // What was let go before is counted too.
    expect(continued(shorter, [], 21, 5)[0]).toMatchObject({ dropped: 23 + 15 + 1 });
  });

  it('stays as it is while it is short', () => {
    expect(continued(entries, [step(6, 70_000)])).toEqual([...entries, step(6, 70_000)]);
  });

  it('is found its way through by numbers, and has a beginning', () => {
    expect([0, 1, 4, 5, 9].map((seq) => placeOf(entries, seq))).toEqual([-1, 0, 3, 4, 4]);
    expect(beginningOf([])).toBe(0);
    expect(beginningOf([step(4, 1), born(5, 2, 'a')])).toBe(4);
    expect(beginningOf([born(1, 0, 'a')])).toBe(1);
  });
});
