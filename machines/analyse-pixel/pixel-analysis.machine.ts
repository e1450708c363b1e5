import type { PixelAnalysisRow as Row } from '#contracts/endpoints/pixel-analysis.ts';
import { type PixelDimension, pixelAnalysis } from '#contracts/reports/pixels.ts';
import type { VocabularyFilters } from '../kernel/list/vocabulary-query.ts';
import type { DimsIn, ReportRow } from '../kernel/report/report-tree.ts';
import type { TrendAnswer } from '../kernel/report/trend.machine.ts';
import { addressesOf } from '../parts/reports/report-fields.ts';
import { createReportPage, type ShownMetrics } from '../parts/reports/report-page.machine.ts';

export type PixelAnalysisFilters = VocabularyFilters<(typeof pixelAnalysis)['filters']>;
type Pixel = Pick<
  NonNullable<Row['dims']['pixel']>,
  'id' | 'label' | 'platform_pixel_id' | 'status' | 'health' | 'capi_enabled' | 'sites' | 'last_fired_at'
>;
type Named = Pick<Pixel, 'id' | 'label'>;
/** A row with the names of its dimensions, and all details of its pixel. */
export type PixelAnalysisRow = ReportRow<DimsIn<Record<Exclude<PixelDimension, 'pixel'>, Named> & { pixel: Pixel }>>;

/** Events by a dimension, by day and, where the days allow it, by hour. */
export interface SplitEvents {
  day: TrendAnswer;
  hour: TrendAnswer | undefined;
}

const addresses = addressesOf(pixelAnalysis, { charted: ['purchase_events', 'pixel_orders', 'report_gap'], presets: [] });
export const pixelAnalysisQuery = addresses.query;

/** The charts of events, by the dimension that divides them. */
export const EVENT_PLOTS = { events: 'event', sources: 'source' } as const satisfies Record<string, PixelDimension>;

/** The metrics that the page shows by itself. */
export const pixelAnalysisMetrics: ShownMetrics = {
  usual: ['ev_received', 'browser_share', 'dup_rate', 'match_score', 'pixel_orders', 'report_gap', 'plat_purchases'],
  cards: ['ev_received', 'dup_rate', 'match_score', 'purchase_events', 'pixel_orders', 'report_gap'],
};

/** Whether the postbacks of pixels are complete and clean. */
export const pixelAnalysisPage = createReportPage<PixelAnalysisFilters, PixelAnalysisRow, null, SplitEvents>({
  id: 'pixelAnalysis',
  description: 'Events of pixels compared with orders and spend.',
  of: 'pixels',
  ...addresses,
  metrics: pixelAnalysisMetrics,
  plot: 'trend',
  loadedPlots: Object.keys(EVENT_PLOTS),
});
