import type { PerformanceRow as Row } from '#contracts/endpoints/performance.ts';
import type { PerformanceDimension } from '#contracts/reports/performance.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { DimsIn, ReportRow } from '../../kernel/report/report-tree.ts';

type Named = { id: number | string; label: string };
type Creator = Pick<NonNullable<Row['dims']['creator']>, 'id' | 'label' | 'deleted' | 'department'>;
type Material = Pick<
  NonNullable<Row['dims']['material']>,
  'id' | 'label' | 'cover_url' | 'code' | 'kind' | 'drama' | 'hit_level' | 'first_used_at' | 'life_days' | 'peak_day'
>;
/** A row with the names of its dimensions, and all details of its material. */
export type PerformanceRow = ReportRow<
  DimsIn<Record<Exclude<PerformanceDimension, 'creator' | 'material'>, Named> & { creator: Creator; material: Material }>
>;

/** Columns of editors and their materials by default, in order. */
export const USUAL_PERFORMANCE_METRICS: readonly MetricKey[] = [
  'uploaded',
  'used',
  'use_rate',
  'materials_used',
  'hits',
  'hit_rate',
  'spend',
  'revenue',
  'roi',
  'roi_d0',
  'hook_rate',
  'hold_rate',
];
