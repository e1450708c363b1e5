import { describe, expect, it } from 'vitest';
import type { Chart } from '../../model/chart.ts';
import type { RecordedEntry } from '../../model/recording.ts';
import { findActorStatus, listExamples, listKnownEvents } from './known-events.ts';

const createTransition = (source: string, event: string, kind: 'event' | 'wildcard' = 'event') => ({
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
  transitions: [
    createTransition('m.a', 'left'),
    createTransition('m.b', 'came'),
    createTransition('m.b', 'left'),
    createTransition('m.b', '*', 'wildcard'),
  ],
};

const createEvent = (seq: number, type: string, payload: object = {}): RecordedEntry => ({
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
  it('are those of the chart, with those that can be handled now first', () => {
    expect(listKnownEvents(chart, ['m', 'm.b'])).toEqual([
      { type: 'left', isHandledNow: true },
      { type: 'came', isHandledNow: true },
    ]);
    expect(listKnownEvents(chart, ['m'])).toEqual([
      { type: 'left', isHandledNow: false },
      { type: 'came', isHandledNow: false },
    ]);
    expect(listKnownEvents({ ...chart, transitions: [createTransition('m.a', 'x'), createTransition('m.b', 'y')] }, ['m.b'])[0]).toEqual({
      type: 'y',
      isHandledNow: true,
    });
  });

  it('have recorded payloads as examples, without duplicates, newest first', () => {
    const entries = [
      createEvent(1, 'left', { id: 1 }),
      createEvent(2, 'came', { id: 9 }),
      createEvent(3, 'left', { id: 2 }),
      createEvent(4, 'left'),
      createEvent(5, 'left', { id: 1 }),
    ];
    expect(listExamples(entries, 'left').map((text): unknown => JSON.parse(text))).toEqual([{ id: 1 }, { id: 2 }]);
    expect(listExamples(entries, 'other')).toEqual([]);
    expect(
      listExamples(
        Array.from({ length: 9 }, (_, id) => createEvent(id, 'left', { id })),
        'left',
      ),
    ).toHaveLength(5);
  });

  it('show the last known state of their actor', () => {
    expect(findActorStatus([born], 'x:1')).toEqual({ id: 'list', print: 'p', states: ['m', 'm.a'], isGone: false });
    expect(findActorStatus([born, step], 'x:1')?.states).toEqual(['m', 'm.b']);
    expect(findActorStatus([born, step, { seq: 3, at: 2, kind: 'gone', actor: 'x:1' }], 'x:1')?.isGone).toBe(true);
    expect(findActorStatus([born], 'x:2')).toBeUndefined();
  });
});
