import type { PixelHealth } from '../vocabulary/pixels.ts';

/** A pixel is silent after this many hours without an event. */
export const SILENT_HOURS = 24;
/** The days whose events and orders decide on the health. */
export const HEALTH_DAYS = 7;
/** Purchases reported by browser and server are about half duplicates by design; a share outside these bounds is a fault. */
export const PURCHASE_DUPLICATES = { min: 0.2, max: 0.6 } as const;
/** Largest difference between purchases and orders, as a share of the orders. */
export const MAX_REPORT_GAP = 0.1;
export const MIN_MATCH_SCORE = 5;

/** What a pixel received over the days that decide on its health. */
export interface PixelFigures {
  received: number;
  /** Sum of the match scores of all events. */
  matched: number;
  purchases: number;
  purchaseDuplicates: number;
  hasBrowserPurchases: boolean;
  hasServerPurchases: boolean;
  orders: number;
}

/** A quotient rounded to six digits; null without a divisor. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6);

/** The difference between kept purchases and orders, as a share of the orders. */
export const reportGapOf = ({ purchases, purchaseDuplicates, orders }: PixelFigures): number | null =>
  shareOf(purchases - purchaseDuplicates - orders, orders);

interface Subject {
  lastFiredAt: Date | null;
  now: Date;
  /** Ads have spent with it since yesterday. */
  hasSpend: boolean;
  figures: PixelFigures;
}

/** The most urgent finding about a pixel. */
export function judgePixel({ lastFiredAt, now, hasSpend, figures }: Subject): PixelHealth {
  const isSilent = lastFiredAt === null || now.getTime() - lastFiredAt.getTime() > SILENT_HOURS * 3_600_000;
  if (isSilent && hasSpend) return 'silent';
  if (lastFiredAt === null) return 'never';
  const duplicates = shareOf(figures.purchaseDuplicates, figures.purchases);
  const hasBothSources = figures.hasBrowserPurchases && figures.hasServerPurchases;
  if (duplicates !== null && duplicates > PURCHASE_DUPLICATES.max) return 'duplicates';
  if (duplicates !== null && hasBothSources && duplicates < PURCHASE_DUPLICATES.min) return 'duplicates';
  const gap = reportGapOf(figures);
  if (gap !== null && gap < -MAX_REPORT_GAP) return 'missing';
  if (gap !== null && gap > MAX_REPORT_GAP) return 'excess';
  const score = shareOf(figures.matched, figures.received);
  if (score !== null && score < MIN_MATCH_SCORE) return 'low_match';
  return 'ok';
}
