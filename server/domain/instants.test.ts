import { expect, test } from 'vitest';
import { formatFileStamp, formatInstant, startOfDay, wallClock } from './instants.ts';

test('an instant is formatted in the time zone', () => {
  const at = new Date('2026-11-20T23:30:05Z');
  expect(formatInstant(at, 'Asia/Shanghai')).toBe('2026-11-21 07:30');
  expect(formatFileStamp(at, 'America/Los_Angeles')).toBe('202611201530');
  expect(wallClock(at, 'Asia/Shanghai').toISOString()).toBe('2026-11-21T07:30:05.000Z');
});

test('a day begins at its local start, even when clocks change', () => {
  expect(startOfDay('2026-11-20', 'Asia/Shanghai').toISOString()).toBe('2026-11-19T16:00:00.000Z');
  expect(startOfDay('2026-11-20', 'Asia/Shanghai', 1).toISOString()).toBe('2026-11-20T16:00:00.000Z');
  expect(startOfDay('2026-03-08', 'America/Los_Angeles').toISOString()).toBe('2026-03-08T08:00:00.000Z');
  expect(startOfDay('2026-03-08', 'America/Los_Angeles', 1).toISOString()).toBe('2026-03-09T07:00:00.000Z');
});
