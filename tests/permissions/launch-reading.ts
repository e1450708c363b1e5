import type { TestApp } from '#tests/support/app.ts';
import { launchHistoryFixtures } from '#tests/support/launch-history.ts';

/** The object that calls read: a campaign of opt_05, whom lead_a leads. */
export interface LaunchReadingFixtures {
  readCampaign: number;
}

export async function createLaunchReadingFixtures(server: TestApp): Promise<LaunchReadingFixtures> {
  const { campaign_id } = await launchHistoryFixtures(() => server).tree('opt_05');
  return { readCampaign: campaign_id };
}

const one = (fixtures: LaunchReadingFixtures) => ({ level: 'campaign', id: fixtures.readCampaign });
const days = { date_from: '2026-11-19', date_to: '2026-11-20' };

export const launchReadingBodies = {
  '/ad-campaigns/list': () => ({}),
  '/ad-groups/list': () => ({}),
  '/ad-ads/list': () => ({}),
  '/ad-entities/detail': one,
  '/ad-entities/trend': (fixtures: LaunchReadingFixtures) => ({ ...one(fixtures), ...days, by: 'day', metrics: ['spend'] }),
  '/ad-entities/events': one,
  '/ad-entities/schedules': one,
  '/ad-entities/hits': one,
  '/ad-entities/breakdown': (fixtures: LaunchReadingFixtures) => ({ ...one(fixtures), ...days, by: 'age' }),
  '/ad-entities/export': () => ({ level: 'ad', columns: ['name', 'spend'], locale: 'en' }),
  '/admin-entities/list': () => ({ level: 'campaign' }),
  '/admin-entities/export': () => ({ level: 'ad', columns: ['name', 'spend'], locale: 'en' }),
  '/admin-entities/close': (fixtures: LaunchReadingFixtures) => ({
    level: 'campaign',
    ids: [fixtures.readCampaign],
    reason: 'Brand safety',
  }),
  '/admin-entities/trend': () => ({ level: 'campaign', ...days, by: 'day', metrics: ['spend'] }),
  '/admin-entities/search': () => ({ keyword: 'a' }),
  '/admin-entities/detail': one,
  '/admin-entities/cohort': one,
  '/admin-entities/events': one,
  '/admin-entities/orders': one,
  '/admin-entities/pixel_events': one,
  '/admin-entities/raw': one,
  '/ad-logs/close_list': () => ({}),
  '/ad-logs/close_trend': () => ({ ...days, by: 'day' }),
  '/ad-logs/remove_list': () => ({}),
  '/ad-logs/rules': () => ({ kind: 'close' }),
  '/ad-logs/export': () => ({ kind: 'close', columns: ['at'], locale: 'en' }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of the staff that the limited caller lacks. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
/** The limited caller has the logs, but sees no objects of other users. */
const opened: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NOT_FOUND', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
const log: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'ok', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
const logExport: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_ACTION', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];

const superOnly: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'ADMIN_ONLY', 'ADMIN_ONLY', 'ADMIN_ONLY', 'ADMIN_ONLY', 'ok', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const launchReadingMatrix = {
  '/ad-campaigns/list': page,
  '/ad-groups/list': page,
  '/ad-ads/list': page,
  '/ad-entities/detail': opened,
  '/ad-entities/trend': opened,
  '/ad-entities/events': opened,
  '/ad-entities/schedules': opened,
  '/ad-entities/hits': opened,
  '/ad-entities/breakdown': opened,
  '/ad-entities/export': page,
  '/admin-entities/list': superOnly,
  '/admin-entities/export': superOnly,
  '/admin-entities/close': superOnly,
  '/admin-entities/trend': superOnly,
  '/admin-entities/search': superOnly,
  '/admin-entities/detail': superOnly,
  '/admin-entities/cohort': superOnly,
  '/admin-entities/events': superOnly,
  '/admin-entities/orders': superOnly,
  '/admin-entities/pixel_events': superOnly,
  '/admin-entities/raw': superOnly,
  '/ad-logs/close_list': log,
  '/ad-logs/close_trend': log,
  '/ad-logs/remove_list': log,
  '/ad-logs/rules': log,
  '/ad-logs/export': logExport,
} as const;

/** Calls that take the id of a row, with the rest of the body. */
export const launchReadingById = {
  '/admin-entities/detail': { by: 'super', body: (id: unknown) => ({ level: 'campaign', id }) },
  '/admin-entities/cohort': { by: 'super', body: (id: unknown) => ({ level: 'campaign', id }) },
  '/admin-entities/events': { by: 'super', body: (id: unknown) => ({ level: 'campaign', id }) },
  '/admin-entities/orders': { by: 'super', body: (id: unknown) => ({ level: 'campaign', id }) },
  '/admin-entities/pixel_events': { by: 'super', body: (id: unknown) => ({ level: 'campaign', id }) },
  '/admin-entities/raw': { by: 'super', body: (id: unknown) => ({ level: 'campaign', id }) },
  '/ad-entities/detail': { by: 'opt_01', body: (id: unknown) => ({ level: 'campaign', id }) },
  '/ad-entities/trend': { by: 'opt_01', body: (id: unknown) => ({ level: 'ad', id, ...days, by: 'day', metrics: ['spend'] }) },
  '/ad-entities/events': { by: 'opt_01', body: (id: unknown) => ({ level: 'ad_group', id }) },
  '/ad-entities/schedules': { by: 'opt_01', body: (id: unknown) => ({ level: 'campaign', id }) },
  '/ad-entities/hits': { by: 'opt_01', body: (id: unknown) => ({ level: 'ad', id }) },
  '/ad-entities/breakdown': { by: 'opt_01', body: (id: unknown) => ({ level: 'ad', id, ...days, by: 'age' }) },
};
