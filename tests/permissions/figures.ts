const days = { date_from: '2026-11-14', date_to: '2026-11-20' };
const of = { biz: 'dj', scope: 'mine' };

export const figureBodies = {
  '/ad-data/query': () => ({ ...days, group_by: ['user'] }),
  '/ad-data/trend': () => ({ ...days, by: 'day', metrics: ['spend'] }),
  '/ad-data/export': () => ({ ...days, group_by: ['user'], columns: ['user', 'spend'], locale: 'en' }),
  '/analyse-effect/query': () => ({ ...days, group_by: ['drama'] }),
  '/analyse-effect/trend': () => ({ ...days, by: 'day', metrics: ['spend'] }),
  '/analyse-effect/export': () => ({ ...days, group_by: ['drama'], columns: ['drama', 'spend'], locale: 'en' }),
  '/analyse-effect/cohort': () => ({ ...days, drama_id: 1 }),
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
  '/home-board/summary': home,
  '/home-board/trend': home,
  '/home-board/top': home,
  '/home-board/todo': home,
  '/home-board/missed': home,
  '/home-alerts/list': home,
  '/home-alerts/read': home,
} as const;
