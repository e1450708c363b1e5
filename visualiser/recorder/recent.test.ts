import { describe, expect, it } from 'vitest';
import type { Chart } from '../model/chart.ts';
import type { RecordedEntry } from '../model/recording.ts';
import { worldAt } from '../model/world.ts';
import { keepRecent } from './recent.ts';

const PAGE = { title: 'a page', startedAt: '2026-11-22T00:00:00.000Z' };

const born = (seq: number, key: string): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'born',
  actor: { key, id: key, kind: 'machine', machine: { id: 'm', print: 'p1' }, isRestored: false },
  state: { status: 'active', value: 'a', states: ['m'], changed: { kept: 'first', count: 0 } },
});
const step = (seq: number, actor: string, count: number): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'step',
  actor,
  event: 'go',
  transitions: [],
  state: { status: 'active', value: 'b', states: ['m'], changed: { count } },
});

/** Two of whom one goes soon, and one that goes on for long. */
function life(length: number): RecordedEntry[] {
  const begin: RecordedEntry[] = [born(1, 'x'), born(2, 'y'), { seq: 3, at: 3, kind: 'gone', actor: 'y' }];
  return [...begin, ...Array.from({ length }, (_, index) => step(4 + index, 'x', index))];
}

describe('what was recorded lately', () => {
  it('is told entry by entry as long as it is short', () => {
    const recent = keepRecent(PAGE, 100);
    recent.add(life(10));
    expect(recent.recording(() => undefined)).toEqual({ format: 'xstate-recording', version: 1, ...PAGE, charts: {}, entries: life(10) });
  });

  it('begins with who lived, whole, where what came before was let go', () => {
    const recent = keepRecent(PAGE, 100);
    const all = life(5000);
    for (const entry of all) recent.add([entry]);
    const { entries } = recent.recording(() => undefined);
    expect(entries.length).toBeLessThan(700);
    expect(entries[0]).toMatchObject({ kind: 'born', actor: { key: 'x' }, state: { value: 'b', changed: { kept: 'first' } } });
    expect(entries.filter((entry) => entry.kind === 'born')).toHaveLength(1);
    const { context, state } = worldAt(entries).get('x') ?? {};
    expect([context, state]).toEqual([
      { kept: 'first', count: 4999 },
      { status: 'active', value: 'b', states: ['m'] },
    ]);
    const numbers = entries.map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.map((_, index) => index + (numbers[0] ?? 0)));
    expect(numbers.at(-1)).toBe(all.at(-1)?.seq);
  });

  it('brings the charts of its machines along', () => {
    const recent = keepRecent(PAGE);
    recent.add(life(1));
    const chart = { id: 'm' } as Chart;
    expect(recent.recording((print) => (print === 'p1' ? chart : undefined)).charts).toEqual({ p1: chart });
  });
});
