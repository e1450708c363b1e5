import { MAX_VIDEO_CURVES, video } from '#contracts/reports/video.ts';
import { type VideoDetail, videoPage } from '#machines/analyse-video/video.machine.ts';
import { reportPageWith } from '#src/parts/report-page/report-page.wiring.ts';
import { toRequestDays, withoutEmpty } from '#src/parts/reports/report-calls.wiring.ts';
import { materialDetail, materialUrl } from '#src/services/materials.service.ts';
import { curveOfVideos, exportVideo, fatigueOfVideo, queryVideo, trendVideo } from '#src/services/video.service.ts';

/** Most countries, accounts or ads of one video. */
const MOST_PARTS = 50 as const;
const METRICS = ['spend', 'impressions', 'hook_rate', 'hold_rate', 'completion_rate', 'roi_d0'] as const;

/** What the user may not see of a video, or what is not there yet, is left out. */
const orNull = <Answer>(answer: Promise<Answer>): Promise<Answer | null> => answer.catch(() => null);

/** Provides the video analysis with all actors. */
export const videoAnalysis = reportPageWith(video, videoPage, {
  query: queryVideo,
  trend: trendVideo,
  export: exportVideo,
  filtersOf: withoutEmpty,
  async rowDetail({ id, query }, signal): Promise<VideoDetail> {
    const of = Number(id);
    const { material_id: _, ...filters } = withoutEmpty(query.filters);
    const days = toRequestDays(query);
    const material = await orNull(materialDetail({ id: of }, signal));
    const others = (material?.versions ?? []).map((version) => version.id).filter((version) => version !== of);
    const ids = [of, ...others].slice(0, MAX_VIDEO_CURVES);
    const metrics = [...METRICS];
    const sort = [{ field: 'spend' as const, order: 'desc' as const }];
    const divide = async (by: 'country' | 'account' | 'ad') => {
      const request = { group_by: [by], filters: { ...filters, material_id: [of] }, metrics, sort, page_size: MOST_PARTS };
      return (await queryVideo({ ...days, ...request }, signal)).list;
    };
    const [fatigue, curves, cuts, countries, accounts, ads, file] = await Promise.all([
      fatigueOfVideo({ material_id: of }, signal),
      curveOfVideos({ material_ids: ids, ...days, filters }, signal),
      queryVideo({ ...days, group_by: ['material'], filters: { ...filters, material_id: ids }, metrics, sort }, signal),
      divide('country'),
      divide('account'),
      divide('ad'),
      material?.status === 'ready' ? orNull(materialUrl({ id: of, kind: 'play' }, signal)) : null,
    ]);
    return {
      fatigue,
      curves,
      cuts: cuts.list,
      countries,
      accounts,
      ads,
      playUrl: file?.url ?? null,
      status: material?.status ?? null,
    };
  },
});
