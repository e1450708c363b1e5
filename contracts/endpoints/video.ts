import { type Static, Type } from 'typebox';
import { MAX_VIDEO_CURVES, video } from '../reports/video.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { DimsOf } from './report-dimensions.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { reportDays } from './report-shapes.ts';
import { CalendarDate, Count, Exact, Id, Nullable } from './shapes.ts';

const filters = filterSchemas(video.filters);

const calls = reportEndpoints(video, {
  dims: DimsOf(video.groupBy),
  filters,
  summaries: {
    query: { zh: '视频分析', en: 'Figures of videos' },
    trend: { zh: '视频分析趋势', en: 'Figures of videos over time' },
    export: { zh: '导出视频分析', en: 'Export figures of videos' },
  },
});
export const queryVideo = calls.query;
export const trendVideo = calls.trend;
export const exportVideo = calls.export;

export type VideoRow = Static<typeof queryVideo.reply>['list'][number];

const CurveAnswer = Exact({
  series: Type.Array(
    Exact({
      material_id: Id,
      label: Type.String(),
      plays: noted(Count, { zh: '视频播放次数。', en: 'Times the video was played.' }),
      points: noted(Nullable(Type.Array(Type.Number(), { minItems: 6, maxItems: 6 })), {
        zh: '播放到开头、25%、50%、75%、95%、结尾的次数占视频播放的比例；播放不足 100 次时为空。',
        en: 'Share of the plays that reached the start, 25, 50, 75, 95 and 100 %; null below 100 plays.',
      }),
    }),
  ),
});
export type RetentionCurves = Static<typeof CurveAnswer>;

export const curveOfVideos = endpoint({
  name: 'video.curve',
  method: 'POST',
  path: '/analyse-video/curve',
  summary: { zh: '视频留存曲线', en: 'Retention curves of videos' },
  access: { pages: video.pages },
  effect: 'read',
  request: Exact({
    material_ids: Type.Array(Id, { minItems: 1, maxItems: MAX_VIDEO_CURVES, uniqueItems: true }),
    ...reportDays,
    filters: Type.Optional(Exact(filters)),
  }),
  reply: CurveAnswer,
});

const FatigueAnswer = Exact({
  x: noted(Type.Array(CalendarDate), {
    zh: '从第一次有展示的那天起的每一天，账户自己的日期。',
    en: 'Every day since the first with impressions, by the dates of the accounts.',
  }),
  ctr_link: noted(Type.Array(Nullable(Type.Number())), { zh: '链接点击率，与 x 一一对应。', en: 'Link CTR, one for each x.' }),
  cpm: noted(Type.Array(Nullable(Type.Number())), { zh: '千次展示成本，美分。', en: 'CPM in US cents.' }),
  tired_at: noted(Type.Optional(CalendarDate), {
    zh: '链接点击率第一次低于前 3 个有展示的日子的 80% 的日期；当天展示不足 1,000 的不算。',
    en: 'First day with a link CTR below 80 % of that of the first 3 days with impressions; days with fewer than 1,000 impressions do not count.',
  }),
});
export type Fatigue = Static<typeof FatigueAnswer>;

export const fatigueOfVideo = endpoint({
  name: 'video.fatigue',
  method: 'POST',
  path: '/analyse-video/fatigue',
  summary: { zh: '视频疲劳', en: 'Fatigue of a video' },
  access: { pages: video.pages },
  effect: 'read',
  request: Exact({ material_id: Id }),
  reply: FatigueAnswer,
});
