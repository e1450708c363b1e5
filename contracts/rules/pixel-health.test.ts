import { describe, expect, it } from 'vitest';
import { judgePixel, type PixelFigures, reportGapOf } from './pixel-health.ts';

const now = new Date('2026-11-20T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const sound: PixelFigures = {
  received: 1_000,
  matched: 6_000,
  purchases: 200,
  purchaseDuplicates: 100,
  hasBrowserPurchases: true,
  hasServerPurchases: true,
  orders: 100,
};
const judge = (figures: Partial<PixelFigures>, more: { lastFiredAt?: Date | null; hasSpend?: boolean } = {}) =>
  judgePixel({ lastFiredAt: hoursAgo(1), now, hasSpend: true, ...more, figures: { ...sound, ...figures } });

describe('the health of a pixel', () => {
  it('is good within all bounds', () => {
    expect(judge({})).toBe('ok');
    expect(judge({ purchases: 250, purchaseDuplicates: 150 })).toBe('ok');
    expect(judge({ orders: 111 })).toBe('ok');
    expect(judge({ matched: 5_000 })).toBe('ok');
  });

  it('is silent a day after the last event, but only while ads spend', () => {
    expect(judge({}, { lastFiredAt: hoursAgo(24) })).toBe('ok');
    expect(judge({}, { lastFiredAt: hoursAgo(25) })).toBe('silent');
    expect(judge({}, { lastFiredAt: hoursAgo(25), hasSpend: false })).toBe('ok');
    expect(judge({}, { lastFiredAt: null })).toBe('silent');
    expect(judge({}, { lastFiredAt: null, hasSpend: false })).toBe('never');
  });

  it('is abnormal with too many duplicate purchases, or with too few from two sources', () => {
    expect(judge({ purchases: 300, purchaseDuplicates: 200 })).toBe('duplicates');
    expect(judge({ purchases: 100, purchaseDuplicates: 19, orders: 81 })).toBe('duplicates');
    expect(judge({ purchases: 100, purchaseDuplicates: 20, orders: 80 })).toBe('ok');
    expect(judge({ purchases: 100, purchaseDuplicates: 0, hasServerPurchases: false })).toBe('ok');
  });

  it('compares kept purchases with orders', () => {
    expect(judge({ orders: 112 })).toBe('missing');
    expect(judge({ orders: 90 })).toBe('excess');
    expect(judge({ orders: 0 })).toBe('ok');
    expect(reportGapOf({ ...sound, orders: 0 })).toBeNull();
    expect(reportGapOf({ ...sound, orders: 80 })).toBe(0.25);
  });

  it('has a low match quality below five', () => {
    expect(judge({ matched: 4_999 })).toBe('low_match');
    expect(judge({ received: 0, matched: 0, purchases: 0, purchaseDuplicates: 0, orders: 0 })).toBe('ok');
  });
});
