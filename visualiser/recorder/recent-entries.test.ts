import { describe, expect, it } from 'vitest';
import type { Chart } from '../model/chart.ts';
import type { RecordedEntry } from '../model/recording.ts';
import { computeWorldAt } from '../model/world.ts';
import { createRecentEntries } from './recent-entries.ts';

const PAGE = { title: 'a page', startedAt: '2026-11-22T00:00:00.000Z' };

const createBorn = (seq: number, key: string): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'born',
  actor: { key, id: key, kind: 'machine', machine: { id: 'm', print: 'p1' }, isRestored: false },
  state: { status: 'active', value: 'a', states: ['m'], changed: { kept: 'first', count: 0 } },
});
const createStep = (seq: number, actor: string, count: number): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'step',
  actor,
  event: 'go',
  transitions: [],
  state: { status: 'active', value: 'b', states: ['m'], changed: { count } },
});

/** Two actors, one of which ends soon, followed by many steps of the other. */
function createEntries(length: number): RecordedEntry[] {
  const begin: RecordedEntry[] = [createBorn(1, 'x'), createBorn(2, 'y'), { seq: 3, at: 3, kind: 'gone', actor: 'y' }];
  return [...begin, ...Array.from({ length }, (_, index) => createStep(4 + index, 'x', index))];
}

describe('recent entries', () => {
  it('are all kept while there are few', () => {
    const recent = createRecentEntries(PAGE, 100);
    recent.add(createEntries(10));
    expect(recent.recording(() => undefined)).toEqual({
      format: 'xstate-recording',
      version: 1,
      ...PAGE,
      charts: {},
      entries: createEntries(10),
    });
  });

  it('start with the complete state of living actors once older entries were dropped', () => {
    const recent = createRecentEntries(PAGE, 100);
    const all = createEntries(5000);
    for (const entry of all) recent.add([entry]);
    const { entries } = recent.recording(() => undefined);
    expect(entries.length).toBeLessThan(700);
    expect(entries[0]).toMatchObject({ kind: 'born', actor: { key: 'x' }, state: { value: 'b', changed: { kept: 'first' } } });
    expect(entries.filter((entry) => entry.kind === 'born')).toHaveLength(1);
    const { context, state } = computeWorldAt(entries).get('x') ?? {};
    expect([context, state]).toEqual([
      { kept: 'first', count: 4999 },
      { status: 'active', value: 'b', states: ['m'] },
    ]);
    const numbers = entries.map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.map((_, index) => index + (numbers[0] ?? 0)));
    expect(numbers.at(-1)).toBe(all.at(-1)?.seq);
  });

  it('come with the charts of their machines', () => {
    const recent = createRecentEntries(PAGE);
    recent.add(createEntries(1));
    const chart = { id: 'm' } as Chart;
    expect(recent.recording((print) => (print === 'p1' ? chart : undefined)).charts).toEqual({ p1: chart });
  });
});
