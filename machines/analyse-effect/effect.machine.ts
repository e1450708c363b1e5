import type { Cohort, EffectRow as Row } from '#contracts/endpoints/effect.ts';
import { type EffectDimension, effect, paybackMetrics } from '#contracts/reports/effect.ts';
import type { VocabularyFilters } from '../kernel/list/vocabulary-query.ts';
import type { DimsIn, ReportRow } from '../kernel/report/report-tree.ts';
import { addressesOf } from '../parts/reports/report-fields.ts';
import { createReportPage, type ShownMetrics } from '../parts/reports/report-page.machine.ts';

export type EffectFilters = VocabularyFilters<(typeof effect)['filters']>;
type Drama = Pick<NonNullable<Row['dims']['drama']>, 'id' | 'label' | 'cover_url' | 'stage' | 'online_days' | 'target_roi'>;
type Named = Pick<Drama, 'id' | 'label'>;
/** A row with the names of its dimensions, and all details of its drama. */
export type EffectRow = ReportRow<DimsIn<Record<Exclude<EffectDimension, 'drama'>, Named> & { drama: Drama }>>;

const addresses = addressesOf(effect, { charted: ['spend', 'roi_d0'], presets: ['launch', 'recovery'] });
export const effectQuery = addresses.query;

/** The metrics that the page shows by itself. */
export const effectMetrics: ShownMetrics = {
  usual: [
    'ads_spending',
    'spend',
    'new_users',
    'cpi',
    'pay_rate',
    'cost_per_payer',
    'revenue',
    'roi',
    'roi_d0',
    'roi_d1',
    'roi_d3',
    'roi_d7',
    'roi_d30',
    'payback_day',
    'profit',
  ],
  cards: ['spend', 'revenue', 'roi', 'roi_d0', 'new_users', 'profit'],
  plots: { payback: paybackMetrics },
};

/** Metrics of dramas, and the cohorts of the opened one. */
export const effectPage = createReportPage<EffectFilters, EffectRow, Cohort>({
  id: 'effect',
  description: 'Metrics of dramas, their payback, and the cohorts of one drama.',
  of: 'dramas',
  ...addresses,
  metrics: effectMetrics,
  plot: 'trend',
  hasRowDetail: true,
});
