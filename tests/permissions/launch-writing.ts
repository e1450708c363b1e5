import type { TestApp } from '#tests/support/app.ts';
import { launchFixtures } from '#tests/support/launches.ts';

/** The objects that orders change: paused campaigns of opt_05, whom lead_a leads, and a scheduled task. */
export interface LaunchWritingFixtures {
  paused: { campaign: number; group: number; ad: number };
  removable: number;
  scheduled: number;
  receiver: number;
  /** An hour from now. */
  later: string;
}

export async function createLaunchWritingFixtures(server: TestApp): Promise<LaunchWritingFixtures> {
  const rows = launchFixtures(() => server);
  const paused = { status: 'PAUSED', effective_status: 'PAUSED' } as const;
  const tree = await rows.tree('opt_05', { campaign: paused, group: { bid_amount: 100, budget_mode: 'daily', daily_budget: 5_000 } });
  const other = await rows.tree('opt_05', { account: tree.account, campaign: paused });
  const now = server.clock.now();
  const later = new Date(now.getTime() + 3_600_000);
  const { id } = await server.db
    .insertInto('schedule_task')
    .values({
      level: 'campaign',
      entity_id: tree.campaign,
      action: 'start',
      run_at: later,
      repeat: 'daily',
      user_id: await rows.userOf('opt_05'),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { account: _account, ...paths } = tree;
  return { paused: paths, removable: other.campaign, scheduled: id, receiver: await rows.userOf('opt_04'), later: later.toISOString() };
}

const campaign = (fixtures: LaunchWritingFixtures) => ({ level: 'campaign', ids: [fixtures.paused.campaign] });
const group = (fixtures: LaunchWritingFixtures) => ({ level: 'ad_group', ids: [fixtures.paused.group] });

export const launchWritingBodies = {
  '/ad-entities/batch_status': (fixtures: LaunchWritingFixtures) => ({ ...campaign(fixtures), to: 'ACTIVE' }),
  '/ad-entities/batch_archive': campaign,
  '/ad-entities/batch_appeal': (fixtures: LaunchWritingFixtures) => ({ level: 'ad', ids: [fixtures.paused.ad] }),
  '/ad-entities/batch_edit_groups': (fixtures: LaunchWritingFixtures) => ({ ...group(fixtures), end_at: fixtures.later }),
  '/ad-entities/batch_remove': (fixtures: LaunchWritingFixtures) => ({ level: 'campaign', ids: [fixtures.removable], reason: '测完了' }),
  '/ad-entities/batch_budget': (fixtures: LaunchWritingFixtures) => ({ ...group(fixtures), mode: 'inc_pct', value: 10 }),
  '/ad-entities/batch_bid': (fixtures: LaunchWritingFixtures) => ({ ...group(fixtures), mode: 'inc', value: 10, dry_run: true }),
  '/ad-entities/batch_rename': (fixtures: LaunchWritingFixtures) => ({ ...campaign(fixtures), template: '{content} {seq}' }),
  '/ad-entities/batch_transfer': (fixtures: LaunchWritingFixtures) => ({
    ...campaign(fixtures),
    user_id: fixtures.receiver,
    reason: '调岗',
  }),
  '/ad-entities/batch_schedule': (fixtures: LaunchWritingFixtures) => ({
    ...campaign(fixtures),
    action: 'pause',
    run_at: fixtures.later,
    repeat: 'none',
  }),
  '/ad-schemes/audiences': () => ({}),
  '/ad-schemes/interests': () => ({}),
  '/ad-schemes/from_campaign': (fixtures: LaunchWritingFixtures) => ({ campaign_id: fixtures.paused.campaign }),
  '/ad-entities/set_note': (fixtures: LaunchWritingFixtures) => ({ id: fixtures.paused.campaign, note: 'Wait for Friday' }),
  '/ad-entities/schedule_cancel': (fixtures: LaunchWritingFixtures) => ({ id: fixtures.scheduled }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of the staff that the limited caller lacks. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];

/** The limited caller has the log of closed ads, but no action. */
const fromLog: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_ACTION', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const launchWritingMatrix = {
  '/ad-entities/batch_status': fromLog,
  '/ad-entities/batch_archive': page,
  '/ad-entities/batch_appeal': page,
  '/ad-entities/batch_edit_groups': page,
  '/ad-entities/batch_remove': page,
  '/ad-entities/batch_budget': page,
  '/ad-entities/batch_bid': page,
  '/ad-entities/batch_rename': page,
  '/ad-entities/batch_transfer': page,
  '/ad-entities/batch_schedule': page,
  '/ad-schemes/audiences': page,
  '/ad-schemes/interests': page,
  '/ad-schemes/from_campaign': page,
  '/ad-entities/set_note': page,
  '/ad-entities/schedule_cancel': page,
} as const;

/** Calls that take the id of a row, with the rest of the body. */
export const launchWritingById = {
  '/ad-entities/set_note': { by: 'opt_01', body: (id: unknown) => ({ id, note: 'x' }) },
  '/ad-entities/schedule_cancel': { by: 'opt_01', body: (id: unknown) => ({ id }) },
};
