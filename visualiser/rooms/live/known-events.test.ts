import { describe, expect, it } from 'vitest';
import type { Chart } from '../../model/chart.ts';
import type { RecordedEntry } from '../../model/recording.ts';
import { examplesOf, knownEvents, standingOf } from './known-events.ts';

const arrow = (source: string, event: string, kind: 'event' | 'wildcard' = 'event') => ({
  id: `${source}:${event}`,
  source,
  targets: [],
  trigger: { kind, event },
  actions: [],
  reenter: false,
});
const chart: Chart = {
  id: 'm',
  root: { id: 'm', key: 'm', kind: 'atomic', tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
  transitions: [arrow('m.a', 'left'), arrow('m.b', 'came'), arrow('m.b', 'left'), arrow('m.b', '*', 'wildcard')],
};

const event = (seq: number, type: string, payload: object = {}): RecordedEntry => ({
  seq,
  at: seq,
  kind: 'event',
  to: 'x:1',
  event: { ...payload, type },
});
const born: RecordedEntry = {
  seq: 1,
  at: 0,
  kind: 'born',
  actor: { key: 'x:1', id: 'list', kind: 'machine', machine: { id: 'm', print: 'p' }, isRestored: false },
  state: { status: 'active', states: ['m', 'm.a'] },
};
const step: RecordedEntry = {
  seq: 2,
  at: 1,
  kind: 'step',
  actor: 'x:1',
  event: 'left',
  transitions: [],
  state: { status: 'active', states: ['m', 'm.b'] },
};

describe('events that can be sent', () => {
  it('are those of the chart, those first that mean something now', () => {
    expect(knownEvents(chart, ['m', 'm.b'])).toEqual([
      { type: 'left', isNow: true },
      { type: 'came', isNow: true },
    ]);
    expect(knownEvents(chart, ['m'])).toEqual([
      { type: 'left', isNow: false },
      { type: 'came', isNow: false },
    ]);
    expect(knownEvents({ ...chart, transitions: [arrow('m.a', 'x'), arrow('m.b', 'y')] }, ['m.b'])[0]).toEqual({ type: 'y', isNow: true });
  });

  it('have payloads of events that were seen as examples, each once, the newest first', () => {
    const entries = [
      event(1, 'left', { id: 1 }),
      event(2, 'came', { id: 9 }),
      event(3, 'left', { id: 2 }),
      event(4, 'left'),
      event(5, 'left', { id: 1 }),
    ];
    expect(examplesOf(entries, 'left').map((text): unknown => JSON.parse(text))).toEqual([{ id: 1 }, { id: 2 }]);
    expect(examplesOf(entries, 'other')).toEqual([]);
    expect(
      examplesOf(
        Array.from({ length: 9 }, (_, id) => event(id, 'left', { id })),
        'left',
      ),
    ).toHaveLength(5);
  });

  it('go to an actor as it stands at the end', () => {
    expect(standingOf([born], 'x:1')).toEqual({ id: 'list', print: 'p', states: ['m', 'm.a'], isGone: false });
    expect(standingOf([born, step], 'x:1')?.states).toEqual(['m', 'm.b']);
    expect(standingOf([born, step, { seq: 3, at: 2, kind: 'gone', actor: 'x:1' }], 'x:1')?.isGone).toBe(true);
    expect(standingOf([born], 'x:2')).toBeUndefined();
  });
});
