import { curveOfVideos, exportVideo, fatigueOfVideo, queryVideo, type RetentionCurves, trendVideo } from '#contracts/endpoints/video.ts';
import { MIN_CURVE_PLAYS, video } from '#contracts/reports/video.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { type Call, defineCall } from '../call.ts';
import { chooseMaterialVisibility, parseReportDays, queryFatigue, queryReport } from '../insights/index.ts';
import { callsOfReport } from './report.calls.ts';

/** The points of a retention curve after its start. */
const POINTS: readonly MetricKey[] = ['p25_rate', 'p50_rate', 'p75_rate', 'p95_rate', 'completion_rate'];

/** The calls of figures by video. */
export const videoCalls: readonly Call[] = [
  ...callsOfReport(video, { query: queryVideo, trend: trendVideo, export: exportVideo }),
  defineCall({
    endpoint: curveOfVideos,
    audit: 'read',
    async handle({ db, caller, now, limits }, { material_ids, filters = {}, ...asked }): Promise<RetentionCurves> {
      const chosen = filters.material_id ?? material_ids;
      const filter = { ...filters, ...video.always, material_id: material_ids.filter((id) => chosen.includes(id)) };
      const { lines } = await queryReport(
        db,
        {
          caller,
          now,
          days: parseReportDays(asked, now, limits),
          ...chooseMaterialVisibility(caller, filter, ['material']),
          filter,
          under: [],
          before: false,
          groupBy: ['material'],
          metrics: ['video_plays', ...POINTS],
          sort: [],
        },
        { limit: material_ids.length, offset: 0 },
      );
      const byId = new Map(lines.map((line) => [line.values.material?.id, line]));
      return {
        series: material_ids.flatMap((id) => {
          const line = byId.get(id);
          if (line === undefined) return [];
          const plays = line.m['video_plays'] ?? 0;
          const points = plays < MIN_CURVE_PLAYS ? null : [1, ...POINTS.map((key) => line.m[key] ?? 0)];
          return [{ material_id: id, label: line.values.material?.label ?? `#${id}`, plays, points }];
        }),
      };
    },
  }),
  defineCall({
    endpoint: fatigueOfVideo,
    audit: 'read',
    handle: ({ db, caller, now }, { material_id }) => {
      const filter = { ...video.always, material_id: [material_id] };
      return queryFatigue(db, { caller, now, ...chooseMaterialVisibility(caller, filter, ['material', 'date']), filter });
    },
  }),
];
