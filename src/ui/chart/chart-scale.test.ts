import { describe, expect, it } from 'vitest';
import { findFirstProvisional, findNearest, formatPoint, formatShortPoint, pointsWithin, shareAt, toDays } from './chart-scale.ts';

describe('a point of a time axis', () => {
  it.each([
    ['2026-11-20T13', 'hour', { from: '2026-11-20', to: '2026-11-20' }, '11-20 13:00', '2026-11-20 13:00'],
    ['2026-11-20', 'day', { from: '2026-11-20', to: '2026-11-20' }, '11-20', '2026-11-20'],
    ['2026-12-28', 'week', { from: '2026-12-28', to: '2027-01-03' }, '12-28', '2026-12-28 ~ 2027-01-03'],
    ['2028-02', 'month', { from: '2028-02-01', to: '2028-02-29' }, '2028-02', '2028-02'],
  ] as const)('%s by %s covers its days', (x, step, days, short, full) => {
    expect(toDays(x, step)).toEqual(days);
    expect(formatShortPoint(x, step)).toBe(short);
    expect(formatPoint(x, step)).toBe(full);
  });
});

describe('provisional points', () => {
  const days = ['2026-11-18', '2026-11-19', '2026-11-20'];

  it('begin with the first point that contains a provisional day', () => {
    expect(findFirstProvisional(days, 'day', '2026-11-19')).toBe(1);
    expect(findFirstProvisional(['2026-11-09', '2026-11-16'], 'week', '2026-11-18')).toBe(1);
    expect(findFirstProvisional(['2026-10', '2026-11'], 'month', '2026-10-31')).toBe(0);
    expect(findFirstProvisional(['2026-11-18T23', '2026-11-19T00'], 'hour', '2026-11-19')).toBe(1);
  });

  it('are empty where everything is settled or unknown', () => {
    expect(findFirstProvisional(days, 'day', '2026-11-21')).toBe(3);
    expect(findFirstProvisional(days, 'day', undefined)).toBe(3);
  });
});

describe('points of a range of days', () => {
  it('are those that contain one of the days', () => {
    expect(pointsWithin(['2026-11-09', '2026-11-16', '2026-11-23'], 'week', { from: '2026-11-18', to: '2026-11-24' })).toEqual([1, 2]);
    expect(pointsWithin(['2026-11-18'], 'day', { from: '2026-11-19', to: '2026-11-19' })).toBeUndefined();
  });
});

describe('the nearest point', () => {
  it('is the one under the pointer', () => {
    expect(findNearest([10, 50, 90], 69)).toBe(1);
    expect(findNearest([10, 50, 90], 1000)).toBe(2);
    expect(findNearest([], 10)).toBeUndefined();
  });
});

describe('the share of the way between the ends', () => {
  it('is where the pointer is, and stays within the ends', () => {
    expect([shareAt([10, 30, 110], 35), shareAt([10, 30, 110], 0), shareAt([10, 30, 110], 200)]).toEqual([0.25, 0, 1]);
    expect(shareAt([], 10)).toBe(0);
  });
});
