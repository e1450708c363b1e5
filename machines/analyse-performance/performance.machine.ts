import type { PerformanceRow as Row } from '#contracts/endpoints/performance.ts';
import { type PerformanceDimension, performance } from '#contracts/reports/performance.ts';
import type { VocabularyFilters } from '../kernel/list/vocabulary-query.ts';
import type { DimsIn, ReportRow } from '../kernel/report/report-tree.ts';
import { addressesOf } from '../parts/reports/report-fields.ts';
import { createReportPage } from '../parts/reports/report-page.machine.ts';

export type PerformanceFilters = VocabularyFilters<(typeof performance)['filters']>;
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

const addresses = addressesOf(performance, { charted: ['uploaded', 'roi_d0'] });
export const performanceQuery = addresses.query;

/** Output and success of editors and their materials. */
export const performancePage = createReportPage<PerformanceFilters, PerformanceRow>({
  id: 'performance',
  description: 'Metrics of editors and their materials.',
  of: 'editors and their materials',
  ...addresses,
  plot: 'trend',
});
