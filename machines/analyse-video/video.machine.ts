import type { AdBase } from '#contracts/endpoints/launch-rows.ts';
import type { MaterialRow } from '#contracts/endpoints/materials.ts';
import type { Fatigue, RetentionCurves, VideoRow as Row } from '#contracts/endpoints/video.ts';
import { type VideoDimension, video } from '#contracts/reports/video.ts';
import type { VocabularyFilters } from '../kernel/list/vocabulary-query.ts';
import type { DimsIn, ReportRow } from '../kernel/report/report-tree.ts';
import { addressesOf } from '../parts/reports/report-fields.ts';
import { createReportPage, type ShownMetrics } from '../parts/reports/report-page.machine.ts';

export type VideoFilters = VocabularyFilters<(typeof video)['filters']>;
type Material = Pick<
  NonNullable<Row['dims']['material']>,
  'id' | 'label' | 'cover_url' | 'duration_ms' | 'drama' | 'creator' | 'hit_level'
>;
type Named = Pick<Material, 'id' | 'label'>;
/** An ad as it is now; `base` is null where the user no longer sees it. */
type Ad = Named & { base: { effective_status: AdBase['effective_status']; account: Named } | null };
/** A row with the names of its dimensions, and all details of its video. */
export type VideoRow = ReportRow<DimsIn<Record<Exclude<VideoDimension, 'material' | 'ad'>, Named> & { material: Material; ad: Ad }>>;

/** One video over the days and filters of the report. Parts that the user may not see are null. */
export interface VideoDetail {
  fatigue: Fatigue;
  /** Of the video itself and of the videos derived from it or that it derives from. */
  curves: RetentionCurves;
  cuts: readonly VideoRow[];
  countries: readonly VideoRow[];
  /** Address of the file; null while it is processed. */
  playUrl: string | null;
  status: MaterialRow['status'] | null;
  /** Those of the user, the largest spend first. */
  accounts: readonly VideoRow[];
  ads: readonly VideoRow[];
}

const addresses = addressesOf(video, { charted: ['spend', 'hook_rate'], presets: ['video', 'launch', 'recovery'] });
export const videoQuery = addresses.query;

/** The metrics that the page shows by itself. */
export const videoMetrics: ShownMetrics = {
  usual: [
    'ads_shown',
    'spend',
    'impressions',
    'hook_rate',
    'hold_rate',
    'completion_rate',
    'avg_watch_s',
    'ctr_link',
    'cpi',
    'first_payers',
    'roi_d0',
    'roi',
  ],
  cards: ['spend', 'impressions', 'hook_rate', 'hold_rate', 'completion_rate', 'roi_d0'],
  plots: { retention: ['video_plays', 'p25_rate', 'p50_rate', 'p75_rate', 'p95_rate', 'completion_rate'] },
};

/** Metrics of videos, and what is known of the opened one. */
export const videoPage = createReportPage<VideoFilters, VideoRow, VideoDetail>({
  id: 'video',
  description: 'Metrics of videos: how they hold attention and sell, and the details of one.',
  of: 'videos',
  ...addresses,
  metrics: videoMetrics,
  plot: 'trend',
  hasRowDetail: true,
});
