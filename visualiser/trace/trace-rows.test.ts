import { describe, expect, it } from 'vitest';
import type { TraceFilters } from '#visualiser/machines/trace.machine.ts';
import type { RecordedEntry } from '../model/recording.ts';
import { computeWorldAt } from '../model/world.ts';
import { buildBranches, listVisibleBranches } from './actor-branches.ts';
import { buildSequence, getDrawnRange } from './build-sequence.ts';
import { formatBrief, isEqual, listParts, readMark } from './recorded-text.ts';
import { filterEntries, findLastIndexUpTo, formatStateValue, formatTime, listDescendants } from './trace-rows.ts';

const createBorn = (seq: number, key: string, parent?: string): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'born',
  actor: { key, id: key, kind: 'machine', isRestored: key === 'b', ...(parent !== undefined && { parent }) },
  state: { status: 'active', value: 'here' },
});
const createEvent = (seq: number, to: string, type: string, from?: string): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'event',
  to,
  event: { type },
  ...(from !== undefined && { from }),
});
const createStep = (seq: number, actor: string, type: string, transitions: string[] = ['m:x:0']): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'step',
  actor,
  event: type,
  transitions,
  state: { status: 'active', value: { a: 'x' } },
});

const entries: RecordedEntry[] = [
  createBorn(1, 'a'),
  createBorn(2, 'b', 'a'),
  createBorn(3, 'c', 'b'),
  createBorn(4, 'd', 'a'),
  createEvent(5, 'b', 'go', 'a'),
  createStep(6, 'b', 'go'),
  createEvent(7, 'b', 'xstate.done.actor.c', 'c'),
  createStep(8, 'b', 'xstate.done.actor.c', []),
  { seq: 9, at: 9, kind: 'gone', actor: 'c' },
  { seq: 10, at: 10, kind: 'gap', dropped: 3 },
  createEvent(11, 'd', 'Going'),
];
const world = computeWorldAt(entries);
const noFilters: TraceFilters = { scope: 'all', text: '', hidden: [], hidesInternals: false };
const listShown = (change: Partial<TraceFilters>, within?: ReadonlySet<string>) =>
  filterEntries(entries, { ...noFilters, ...change }, within).map((index) => entries[index]?.seq);

describe('the rows of a log', () => {
  it.each<[string, Partial<TraceFilters>, ReadonlySet<string> | undefined, number[]]>([
    ['everything', {}, undefined, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ['a part of the type of an event, large or small', { text: 'go' }, undefined, [5, 6, 10, 11]],
    ['kinds', { hidden: ['born', 'step'] }, undefined, [5, 7, 9, 10, 11]],
    ['no internals', { hidesInternals: true, hidden: ['born'] }, undefined, [5, 6, 9, 10, 11]],
    ['an actor, also as a sender', {}, new Set(['c']), [3, 7, 9, 10]],
  ])('are filtered by %s', (_, change, within, expected) => {
    expect(listShown(change, within)).toEqual(expected);
  });

  it('extend the rows that are already known', () => {
    const known = filterEntries(entries.slice(0, 6), noFilters, undefined);
    expect(filterEntries(entries, noFilters, undefined, known, 6)).toEqual(filterEntries(entries, noFilters, undefined));
    expect([-1, 0, 3, 4, 9].map((most) => findLastIndexUpTo([0, 3, 8], most))).toEqual([-1, 0, 1, 1, 2]);
  });

  it('format states and times', () => {
    expect(formatStateValue({ a: { b: 'x' }, c: {} })).toBe('{a.b.x, c}');
    expect(formatStateValue('x')).toBe('x');
    expect(formatStateValue({ a: 'x' })).toBe('a.x');
    expect(formatTime(7250.4)).toBe('00:07.250');
    expect(formatTime(3_600_000 + 61_001)).toBe('1:01:01.001');
  });
});

describe('the tree of actors', () => {
  const keys = (branches: ReturnType<typeof buildBranches>): string[] =>
    listVisibleBranches(branches, new Set()).map(({ actor, level }) => `${level}${actor.key}`);

  it('nests actors below their parents, and hides collapsed and filtered ones', () => {
    expect(keys(buildBranches(world, () => true))).toEqual(['1a', '2b', '3c', '2d']);
    expect(keys(buildBranches(world, ({ isGone }) => !isGone))).toEqual(['1a', '2b', '2d']);
    // An actor with visible descendants stays.
    expect(keys(buildBranches(world, ({ key }) => key === 'c'))).toEqual(['1a', '2b', '3c']);
    expect(
      listVisibleBranches(
        buildBranches(world, () => true),
        new Set(['b']),
      ).map(({ actor }) => actor.key),
    ).toEqual(['a', 'b', 'd']);
    expect([...listDescendants(world, 'b')]).toEqual(['b', 'c']);
  });

  it('contains actors with an unknown parent or in a circle of parents', () => {
    const odd = computeWorldAt([
      createBorn(1, 'a', 'elsewhere'),
      createBorn(2, 'b', 'c'),
      createBorn(3, 'c', 'b'),
      createBorn(4, 'd', 'd'),
    ]);
    expect(keys(buildBranches(odd, () => true))).toEqual(['1a', '1d', '1b', '2c']);
  });
});

describe('a sequence of messages', () => {
  it('has a lifeline for each participant, and a line for each change', () => {
    const rows = entries.map((_, index) => index).slice(4);
    const { columns, lines, lives, hasOutside } = buildSequence(entries, rows, world);
    expect(columns).toEqual(['a', 'b', 'c', 'd']);
    // A step without transitions is no change.
    expect(lines.map(({ seq, shape }) => `${seq} ${shape.kind}`)).toEqual([
      '5 message',
      '6 state',
      '7 message',
      '9 end',
      '10 gap',
      '11 message',
    ]);
    expect(lives.get('c')).toEqual([-1, 3]);
    expect(lives.get('a')).toEqual([-1, 6]);
    expect(hasOutside).toBe(true);
    const begin = buildSequence(entries, [0, 1], world);
    expect(begin.lives.get('b')).toEqual([1, 2]);
    expect(begin.lines[1]?.shape).toEqual({ kind: 'birth', from: 'a', to: 'b', text: 'here', isRestored: true });
    expect(begin.hasOutside).toBe(false);
  });

  it('is drawn around the cursor, and stays the same for small movements', () => {
    expect(getDrawnRange(0, 10)).toEqual([0, 10]);
    expect(getDrawnRange(39, 1000)).toEqual([0, 120]);
    expect(getDrawnRange(100, 1000)).toEqual([40, 160]);
    expect(getDrawnRange(119, 1000)).toEqual([40, 160]);
    expect(getDrawnRange(999, 1000)).toEqual([920, 1000]);
    expect(getDrawnRange(-1, 1000)).toEqual([0, 120]);
  });
});

describe('a recorded value', () => {
  it.each<[Parameters<typeof formatBrief>[0], string]>([
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
  ])('in one line: %j', (value, text) => {
    expect(formatBrief(value)).toBe(text);
  });

  it('is a mark if it has a single special key', () => {
    expect(readMark({ '~': 'cut', text: 'long' })).toEqual({ kind: 'cut', word: 'cut', text: 'long' });
    expect(readMark({ '~': 'bigint', text: '12' })).toEqual({ kind: 'other', word: 'bigint', text: '12' });
    expect(readMark({ '~': 'cut', text: 'long', more: 1 })).toBeUndefined();
    expect(readMark({ '~': { a: 1 } })).toBeUndefined();
    expect(listParts({ '~': 'redacted' })).toEqual([]);
    expect(listParts(['x'])).toEqual([['0', 'x']]);
  });

  it('is equal regardless of the order of its keys', () => {
    expect(isEqual({ a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] })).toBe(true);
    expect(isEqual({ a: 1 }, { a: 1, b: 1 })).toBe(false);
    expect(isEqual([1], { 0: 1 })).toBe(false);
    expect(isEqual({ toString: 1 }, {})).toBe(false);
    expect(isEqual(null, {})).toBe(false);
  });
});
