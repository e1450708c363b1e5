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
  '/ad-entities/export': () => ({ level: 'ad', columns: ['name', 'spend'], locale: 'en' }),
  '/ad-logs/close_list': () => ({}),
  '/ad-logs/close_trend': () => ({ ...days, by: 'day' }),
  '/ad-logs/remove_list': () => ({}),
  '/ad-logs/export': () => ({ kind: 'close', columns: ['at'], locale: 'en' }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of the staff that the limited caller lacks. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
/** The limited caller has the logs, but sees no objects of other users. */
const opened: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NOT_FOUND', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
const log: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'ok', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
const logExport: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_ACTION', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const launchReadingMatrix = {
  '/ad-campaigns/list': page,
  '/ad-groups/list': page,
  '/ad-ads/list': page,
  '/ad-entities/detail': opened,
  '/ad-entities/trend': opened,
  '/ad-entities/events': opened,
  '/ad-entities/schedules': opened,
  '/ad-entities/export': page,
  '/ad-logs/close_list': log,
  '/ad-logs/close_trend': log,
  '/ad-logs/remove_list': log,
  '/ad-logs/export': logExport,
} as const;

/** Calls that take the id of a row, with the rest of the body. */
export const launchReadingById = {
  '/ad-entities/detail': { by: 'opt_01', body: (id: unknown) => ({ level: 'campaign', id }) },
  '/ad-entities/trend': { by: 'opt_01', body: (id: unknown) => ({ level: 'ad', id, ...days, by: 'day', metrics: ['spend'] }) },
  '/ad-entities/events': { by: 'opt_01', body: (id: unknown) => ({ level: 'ad_group', id }) },
  '/ad-entities/schedules': { by: 'opt_01', body: (id: unknown) => ({ level: 'campaign', id }) },
};
