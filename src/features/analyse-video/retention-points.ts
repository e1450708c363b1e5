import { MIN_CURVE_PLAYS } from '#contracts/reports/video.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import type { CurvePoint } from '#src/parts/report-page/index.ts';

/** Shares of the plays that came so far. `share` is how much of the video that is. */
export const RETENTION_POINTS: readonly (CurvePoint & { share: number })[] = [
  { title: '0%', share: 0, metric: 1 },
  { title: '25%', share: 0.25, metric: 'p25_rate' },
  { title: '50%', share: 0.5, metric: 'p50_rate' },
  { title: '75%', share: 0.75, metric: 'p75_rate' },
  { title: '95%', share: 0.95, metric: 'p95_rate' },
  { title: '100%', share: 1, metric: 'completion_rate' },
];

export const hasEnoughPlays = ({ m }: ReportRow): boolean => (m['video_plays'] ?? 0) >= MIN_CURVE_PLAYS;
