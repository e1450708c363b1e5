import { expect, it } from 'vitest';
import type { RecordedEntry } from '../model/recording.ts';
import { estimateSize } from './recording-size.ts';

const entry = (seq: number, text: string): RecordedEntry => ({ seq, at: 0, kind: 'event', to: 'x:0', event: { type: 'a', text } });

it('estimates the size of a recording closely enough for a warning', () => {
  const entries = Array.from({ length: 5000 }, (_, seq) => entry(seq, 'x'.repeat(seq % 2 === 0 ? 100 : 3000)));
  const size = JSON.stringify(entries).length;
  expect(estimateSize(entries)).toBeGreaterThan(size / 20);
  expect(estimateSize(Array.from({ length: 5000 }, (_, seq) => entry(seq, 'x'.repeat(500))))).toBeCloseTo(5000 * 580, -6);
  expect(estimateSize([])).toBe(0);
});
