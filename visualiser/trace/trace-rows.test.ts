import { describe, expect, it } from 'vitest';
import type { TraceFilters } from '#visualiser/machines/trace.machine.ts';
import type { RecordedEntry } from '../model/recording.ts';
import { computeWorldAt } from '../model/world.ts';
import { branchesOf, linesOf } from './actor-branches.ts';
import { briefText, isSame, markOf, partsOf } from './recorded-words.ts';
import { sequenceOf, windowAround } from './sequence-of.ts';
import { lastUpTo, passing, timeText, valueText, withinOf } from './trace-rows.ts';

const born = (seq: number, key: string, parent?: string): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'born',
  actor: { key, id: key, kind: 'machine', isRestored: key === 'b', ...(parent !== undefined && { parent }) },
  state: { status: 'active', value: 'here' },
});
const event = (seq: number, to: string, type: string, from?: string): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'event',
  to,
  event: { type },
  ...(from !== undefined && { from }),
});
const step = (seq: number, actor: string, type: string, transitions: string[] = ['m:x:0']): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'step',
  actor,
  event: type,
  transitions,
  state: { status: 'active', value: { a: 'x' } },
});

const entries: RecordedEntry[] = [
  born(1, 'a'),
  born(2, 'b', 'a'),
  born(3, 'c', 'b'),
  born(4, 'd', 'a'),
  event(5, 'b', 'go', 'a'),
  step(6, 'b', 'go'),
  event(7, 'b', 'xstate.done.actor.c', 'c'),
  step(8, 'b', 'xstate.done.actor.c', []),
  { seq: 9, at: 9, kind: 'gone', actor: 'c' },
  { seq: 10, at: 10, kind: 'gap', dropped: 3 },
  event(11, 'd', 'Going'),
];
const world = computeWorldAt(entries);
const none: TraceFilters = { scope: 'all', text: '', hidden: [], hidesInternals: false };
const shown = (change: Partial<TraceFilters>, within?: ReadonlySet<string>) =>
  passing(entries, { ...none, ...change }, within).map((index) => entries[index]?.seq);

describe('the rows of a log', () => {
  it.each<[string, Partial<TraceFilters>, ReadonlySet<string> | undefined, number[]]>([
    ['everything', {}, undefined, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ['a part of the type of an event, large or small', { text: 'go' }, undefined, [5, 6, 10, 11]],
    ['kinds', { hidden: ['born', 'step'] }, undefined, [5, 7, 9, 10, 11]],
    ['no internals', { hidesInternals: true, hidden: ['born'] }, undefined, [5, 6, 9, 10, 11]],
    ['an actor, also as a sender', {}, new Set(['c']), [3, 7, 9, 10]],
  ])('let pass %s', (_, change, within, expected) => {
    expect(shown(change, within)).toEqual(expected);
  });

  it('are found on from those that are known', () => {
    const known = passing(entries.slice(0, 6), none, undefined);
    expect(passing(entries, none, undefined, known, 6)).toEqual(passing(entries, none, undefined));
    expect([-1, 0, 3, 4, 9].map((most) => lastUpTo([0, 3, 8], most))).toEqual([-1, 0, 1, 1, 2]);
  });

  it('say states and times in short', () => {
    expect(valueText({ a: { b: 'x' }, c: {} })).toBe('{a.b.x, c}');
    expect(valueText('x')).toBe('x');
    expect(valueText({ a: 'x' })).toBe('a.x');
    expect(timeText(7250.4)).toBe('00:07.250');
    expect(timeText(3_600_000 + 61_001)).toBe('1:01:01.001');
  });
});

describe('the tree of actors', () => {
  const keys = (branches: ReturnType<typeof branchesOf>): string[] =>
    linesOf(branches, new Set()).map(({ actor, level }) => `${level}${actor.key}`);

  it('stands by who started whom, and hides who is folded or left out', () => {
    expect(keys(branchesOf(world, () => true))).toEqual(['1a', '2b', '3c', '2d']);
    expect(keys(branchesOf(world, ({ isGone }) => !isGone))).toEqual(['1a', '2b', '2d']);
    // Whoever has somebody below stays.
    expect(keys(branchesOf(world, ({ key }) => key === 'c'))).toEqual(['1a', '2b', '3c']);
    expect(
      linesOf(
        branchesOf(world, () => true),
        new Set(['b']),
      ).map(({ actor }) => actor.key),
    ).toEqual(['a', 'b', 'd']);
    expect([...withinOf(world, 'b')]).toEqual(['b', 'c']);
  });

  it('has a place for who claims a parent that nobody knows, or claims it in a circle', () => {
    const odd = computeWorldAt([born(1, 'a', 'elsewhere'), born(2, 'b', 'c'), born(3, 'c', 'b'), born(4, 'd', 'd')]);
    expect(keys(branchesOf(odd, () => true))).toEqual(['1a', '1d', '1b', '2c']);
  });
});

describe('a sequence of messages', () => {
  it('has a lifeline for each who takes part, and a line for what says something', () => {
    const rows = entries.map((_, index) => index).slice(4);
    const { columns, lines, lives, hasOutside } = sequenceOf(entries, rows, world);
    expect(columns).toEqual(['a', 'b', 'c', 'd']);
    // A step that took no transition is no news.
    expect(lines.map(({ seq, shape }) => `${seq} ${shape.kind}`)).toEqual([
      '5 message',
      '6 standing',
      '7 message',
      '9 end',
      '10 gap',
      '11 message',
    ]);
    expect(lives.get('c')).toEqual([-1, 3]);
    expect(lives.get('a')).toEqual([-1, 6]);
    expect(hasOutside).toBe(true);
    const begin = sequenceOf(entries, [0, 1], world);
    expect(begin.lives.get('b')).toEqual([1, 2]);
    expect(begin.lines[1]?.shape).toEqual({ kind: 'birth', from: 'a', to: 'b', text: 'here', isRestored: true });
    expect(begin.hasOutside).toBe(false);
  });

  it('is drawn around the cursor, and stays the same while the cursor moves a little', () => {
    expect(windowAround(0, 10)).toEqual([0, 10]);
    expect(windowAround(39, 1000)).toEqual([0, 120]);
    expect(windowAround(100, 1000)).toEqual([40, 160]);
    expect(windowAround(119, 1000)).toEqual([40, 160]);
    expect(windowAround(999, 1000)).toEqual([920, 1000]);
    expect(windowAround(-1, 1000)).toEqual([0, 120]);
  });
});

describe('a recorded value', () => {
  it.each<[Parameters<typeof briefText>[0], string]>([
    [{}, '{}'],
    [[], '[]'],
    [null, 'null'],
    ['x', '"x"'],
    [{ a: 1, b: 'x' }, '{ a: 1, b: "x" }'],
    [[1, [2], { c: 3 }], '[1, […], {…}]'],
    [Array.from({ length: 30 }, () => 1), '[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, …]'],
    [{ a: 'y'.repeat(40), b: 'z'.repeat(40) }, `{ a: "${'y'.repeat(24)}…", … }`],
    [{ secret: { '~': 'redacted' } }, '{ secret: redacted }'],
    [{ '~': 'date', text: '2026' }, '2026'],
  ])('in a few words: %j', (value, text) => {
    expect(briefText(value)).toBe(text);
  });

  it('that stands for another is known by its only key', () => {
    expect(markOf({ '~': 'cut', text: 'long' })).toEqual({ kind: 'cut', word: 'cut', text: 'long' });
    expect(markOf({ '~': 'bigint', text: '12' })).toEqual({ kind: 'other', word: 'bigint', text: '12' });
    expect(markOf({ '~': 'cut', text: 'long', more: 1 })).toBeUndefined();
    expect(markOf({ '~': { a: 1 } })).toBeUndefined();
    expect(partsOf({ '~': 'redacted' })).toEqual([]);
    expect(partsOf(['x'])).toEqual([['0', 'x']]);
  });

  it('is the same whatever the order of its keys', () => {
    expect(isSame({ a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] })).toBe(true);
    expect(isSame({ a: 1 }, { a: 1, b: 1 })).toBe(false);
    expect(isSame([1], { 0: 1 })).toBe(false);
    expect(isSame({ toString: 1 }, {})).toBe(false);
    expect(isSame(null, {})).toBe(false);
  });
});
