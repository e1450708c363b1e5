import { describe, expect, it } from 'vitest';
import type { RecordedEntry } from '../model/recording.ts';
import { computeWorldAt } from '../model/world.ts';
import { sequenceOf } from './sequence-of.ts';

const born = (seq: number): RecordedEntry => ({
  seq,
  at: 0,
  kind: 'born',
  actor: { key: `x:${seq}`, id: `part ${seq}`, kind: 'machine', isRestored: false },
  state: { status: 'active', value: 'idle' },
});
const sent = (seq: number, from: number, to: number): RecordedEntry => ({
  seq,
  at: 1,
  kind: 'event',
  from: `x:${from}`,
  to: `x:${to}`,
  event: { type: 'asked' },
});

const sequence = (entries: RecordedEntry[]) => sequenceOf(entries, [...entries.keys()], computeWorldAt(entries));

describe('a sequence', () => {
  it('has a lifeline for everybody who takes part, and a line for each beginning', () => {
    const { columns, lines } = sequence([born(1), born(2), sent(3, 1, 2)]);
    expect(columns).toEqual(['x:1', 'x:2']);
    expect(lines.map(({ shape }) => shape.kind)).toEqual(['birth', 'birth', 'message']);
  });

  it('of a whole page leaves out who lived before it and says nothing', () => {
    const { columns, lines, lives } = sequence([...Array.from({ length: 40 }, (_, index) => born(index + 1)), sent(41, 3, 30)]);
    expect(columns).toEqual(['x:3', 'x:30']);
    expect(lines).toHaveLength(1);
    expect(lives.get('x:3')).toEqual([-1, 1]);
  });

  it('shows who lives while nothing has happened yet', () => {
    expect(sequence(Array.from({ length: 40 }, (_, index) => born(index + 1))).columns).toHaveLength(40);
  });
});
