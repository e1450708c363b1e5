import { describe, expect, it } from 'vitest';
import { moveKey } from '../table/column-order.ts';
import { hourMarks, placeRuns, type TimelineRun } from '../text/timeline-scale.ts';
import { computePosition } from './floating.tsx';

describe('floating box', () => {
  const room = { width: 1000, height: 800 };
  const anchor = { top: 100, bottom: 130, left: 200, right: 300 };

  it('opens below its anchor where there is room', () => {
    expect(computePosition(anchor, { width: 150, height: 200 }, room, 'start')).toMatchObject({ top: 134, left: 200 });
    expect(computePosition(anchor, { width: 150, height: 200 }, room, 'end')).toMatchObject({ top: 134, left: 150 });
  });

  it('opens above where only there is room', () => {
    const low = { ...anchor, top: 700, bottom: 730 };
    expect(computePosition(low, { width: 150, height: 200 }, room, 'start')).toMatchObject({ top: 496 });
  });

  it('takes the larger side and scrolls where neither is large enough', () => {
    const { top, maxHeight } = computePosition({ ...anchor, top: 300, bottom: 330 }, { width: 150, height: 2000 }, room, 'start');
    expect([top, maxHeight]).toEqual([334, 462]);
  });

  it('stays inside the window', () => {
    expect(computePosition({ ...anchor, left: 950, right: 990 }, { width: 150, height: 10 }, room, 'start').left).toBe(846);
    expect(computePosition({ ...anchor, left: 0, right: 10 }, { width: 150, height: 10 }, room, 'end').left).toBe(4);
  });
});

describe('timeline runs', () => {
  const from = new Date('2026-11-20T00:00:00Z');
  const to = new Date('2026-11-21T00:00:00Z');
  const run = (start: string, end: string | undefined): TimelineRun => ({ id: start, from: start, to: end, kind: 'ok', text: 'ok' });
  const place = (start: string, end: string | undefined) => {
    const [placed] = placeRuns([run(start, end)], from, to);
    return placed && [placed.left, placed.width];
  };

  it('are placed by their time', () => {
    expect(place('2026-11-20T06:00:00Z', '2026-11-20T12:00:00Z')).toEqual([25, 25]);
  });

  it('reach to the end while they run', () => {
    expect(place('2026-11-20T18:00:00Z', undefined)).toEqual([75, 25]);
  });

  it('are cut at the edges, and omitted beyond them', () => {
    expect(place('2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z')).toEqual([0, 50]);
    expect(place('2026-11-19T12:00:00Z', '2026-11-19T13:00:00Z')).toBeUndefined();
    expect(place('2026-11-22T12:00:00Z', undefined)).toBeUndefined();
  });

  it('stay visible however short they were', () => {
    expect(place('2026-11-20T06:00:00Z', '2026-11-20T06:00:00.010Z')).toEqual([25, 0.4]);
    expect(place('2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z')).toEqual([99.6, 0.4]);
  });

  it('have ticks at full hours', () => {
    const marks = hourMarks(new Date('2026-11-20T00:30:00Z'), new Date('2026-11-20T06:30:00Z'), 3, (at) => at.getUTCHours());
    expect(marks.map(({ at }) => at.toISOString().slice(11, 16))).toEqual(['03:00', '06:00']);
  });
});

describe('column order', () => {
  it('changes by one place, but not beyond an end', () => {
    expect(moveKey(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(moveKey(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
    expect(moveKey(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
    expect(moveKey(['a'], 'x', 1)).toEqual(['a']);
  });
});
