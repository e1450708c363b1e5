import { describe, expect, it } from 'vitest';
import type { RecordedEntry } from '../model/recording.ts';
import { computeWorldAt } from '../model/world.ts';
import { buildSequence } from './build-sequence.ts';

const createBorn = (seq: number): RecordedEntry => ({
  seq,
  at: 0,
  kind: 'born',
  actor: { key: `x:${seq}`, id: `part ${seq}`, kind: 'machine', isRestored: false },
  state: { status: 'active', value: 'idle' },
});
const createEvent = (seq: number, from: number, to: number): RecordedEntry => ({
  seq,
  at: 1,
  kind: 'event',
  from: `x:${from}`,
  to: `x:${to}`,
  event: { type: 'asked' },
});

const build = (entries: RecordedEntry[]) => buildSequence(entries, [...entries.keys()], computeWorldAt(entries));

describe('a sequence', () => {
  it('has a lifeline for each participant, and a line for each start', () => {
    const { columns, lines } = build([createBorn(1), createBorn(2), createEvent(3, 1, 2)]);
    expect(columns).toEqual(['x:1', 'x:2']);
    expect(lines.map(({ shape }) => shape.kind)).toEqual(['birth', 'birth', 'message']);
  });

  it('omits actors of a whole page that existed before and do nothing', () => {
    const { columns, lines, lives } = build([...Array.from({ length: 40 }, (_, index) => createBorn(index + 1)), createEvent(41, 3, 30)]);
    expect(columns).toEqual(['x:3', 'x:30']);
    expect(lines).toHaveLength(1);
    expect(lives.get('x:3')).toEqual([-1, 1]);
  });

  it('shows the initial actors while nothing has happened yet', () => {
    expect(build(Array.from({ length: 40 }, (_, index) => createBorn(index + 1))).columns).toHaveLength(40);
  });
});
