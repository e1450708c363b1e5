const days = { date_from: '2026-11-14', date_to: '2026-11-20' };
const MISSING = 999_999;
const of = { biz: 'dj', scope: 'mine' };

export const figureBodies = {
  '/ad-data/query': () => ({ ...days, group_by: ['user'] }),
  '/ad-data/trend': () => ({ ...days, by: 'day', metrics: ['spend'] }),
  '/ad-data/export': () => ({ ...days, group_by: ['user'], columns: ['user', 'spend'], locale: 'en' }),
  '/analyse-effect/query': () => ({ ...days, group_by: ['drama'] }),
  '/analyse-effect/trend': () => ({ ...days, by: 'day', metrics: ['spend'] }),
  '/analyse-effect/export': () => ({ ...days, group_by: ['drama'], columns: ['drama', 'spend'], locale: 'en' }),
  '/analyse-effect/cohort': () => ({ ...days, drama_id: 1 }),
  '/analyse-pixel/query': () => ({ ...days, group_by: ['pixel'] }),
  '/analyse-pixel/trend': () => ({ ...days, by: 'day', metrics: ['ev_received'] }),
  '/analyse-pixel/export': () => ({ ...days, group_by: ['pixel'], columns: ['pixel', 'ev_received'], locale: 'en' }),
  '/analyse-pixel/event_list': () => ({ pixel_id: MISSING }),
  '/analyse-pixel/event_detail': () => ({ id: MISSING }),
  '/analyse-pixel/event_export': () => ({ pixel_id: MISSING, columns: ['event_time'], locale: 'en' }),
  '/analyse-performance/query': () => ({ ...days, group_by: ['creator'] }),
  '/analyse-performance/trend': () => ({ ...days, by: 'day', metrics: ['uploaded'] }),
  '/analyse-performance/export': () => ({ ...days, group_by: ['creator'], columns: ['creator', 'used'], locale: 'en' }),
  '/analyse-video/query': () => ({ ...days, group_by: ['material'] }),
  '/analyse-video/trend': () => ({ ...days, by: 'day', metrics: ['spend'] }),
  '/analyse-video/export': () => ({ ...days, group_by: ['material'], columns: ['material', 'spend'], locale: 'en' }),
  '/analyse-video/curve': () => ({ ...days, material_ids: [1] }),
  '/analyse-video/fatigue': () => ({ material_id: 1 }),
  '/analyse-scheme/user_query': () => ({ ...days, group_by: ['user'] }),
  '/analyse-scheme/user_trend': () => ({ ...days, by: 'day', metrics: ['spend'] }),
  '/analyse-scheme/user_export': () => ({ ...days, group_by: ['user'], columns: ['user', 'spend'], locale: 'en' }),
  '/analyse-scheme/query': () => ({ ...days, group_by: ['scheme'] }),
  '/analyse-scheme/trend': () => ({ ...days, by: 'day', metrics: ['spend'] }),
  '/analyse-scheme/export': () => ({ ...days, group_by: ['scheme'], columns: ['scheme', 'spend'], locale: 'en' }),
  '/analyse-scheme/compare': () => ({ ...days, scheme_id: 1, versions: [1, 2] }),
  '/home-board/summary': () => of,
  '/home-board/trend': () => ({ ...of, by: 'day', metrics: ['spend'] }),
  '/home-board/top': () => ({ ...of, dim: 'drama', metric: 'spend' }),
  '/home-board/todo': () => ({}),
  '/home-board/missed': () => ({ since: '2026-11-20T08:00:00.000Z' }),
  '/home-alerts/list': () => ({}),
  '/home-alerts/read': () => ({ all: true }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of the staff that the limited caller lacks. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
/** The same for objects that do not exist: a pixel with events, or versions of a scheme. */
const nothing: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NOT_FOUND', 'NOT_FOUND', 'NO_PATH', 'TOKEN_REVOKED'];
/** The home page, which everybody with a role has. */
const home: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'ok', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const figureMatrix = {
  '/ad-data/query': page,
  '/ad-data/trend': page,
  '/ad-data/export': page,
  '/analyse-effect/query': page,
  '/analyse-effect/trend': page,
  '/analyse-effect/export': page,
  '/analyse-effect/cohort': page,
  '/analyse-pixel/query': page,
  '/analyse-pixel/trend': page,
  '/analyse-pixel/export': page,
  '/analyse-pixel/event_list': nothing,
  '/analyse-pixel/event_detail': nothing,
  '/analyse-pixel/event_export': nothing,
  '/analyse-performance/query': page,
  '/analyse-performance/trend': page,
  '/analyse-performance/export': page,
  '/analyse-video/query': page,
  '/analyse-video/trend': page,
  '/analyse-video/export': page,
  '/analyse-video/curve': page,
  '/analyse-video/fatigue': page,
  '/analyse-scheme/user_query': page,
  '/analyse-scheme/user_trend': page,
  '/analyse-scheme/user_export': page,
  '/analyse-scheme/query': page,
  '/analyse-scheme/trend': page,
  '/analyse-scheme/export': page,
  '/analyse-scheme/compare': nothing,
  '/home-board/summary': home,
  '/home-board/trend': home,
  '/home-board/top': home,
  '/home-board/todo': home,
  '/home-board/missed': home,
  '/home-alerts/list': home,
  '/home-alerts/read': home,
} as const;
