import { MIN_CURVE_PLAYS } from '#contracts/reports/video.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import type { CurvePoint } from '#src/parts/report-page/index.ts';

/** Shares of the plays that came so far. */
export const RETENTION_POINTS: readonly CurvePoint[] = [
  { title: '0%', metric: 1 },
  { title: '25%', metric: 'p25_rate' },
  { title: '50%', metric: 'p50_rate' },
  { title: '75%', metric: 'p75_rate' },
  { title: '95%', metric: 'p95_rate' },
  { title: '100%', metric: 'completion_rate' },
];

export const hasEnoughPlays = ({ m }: ReportRow): boolean => (m['video_plays'] ?? 0) >= MIN_CURVE_PLAYS;
