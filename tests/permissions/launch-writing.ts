import type { TestApp } from '#tests/support/app.ts';
import { launchesOf } from '#tests/support/launches.ts';

/** What orders of changes are made on: paused campaigns of opt_05, whom lead_a leads, and something scheduled. */
export interface LaunchWritingCast {
  paused: { campaign: number; group: number; ad: number };
  removable: number;
  scheduled: number;
  receiver: number;
  /** An hour from now. */
  later: string;
}

export async function launchWritingStage(server: TestApp): Promise<LaunchWritingCast> {
  const rows = launchesOf(() => server);
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

const campaign = (cast: LaunchWritingCast) => ({ level: 'campaign', ids: [cast.paused.campaign] });
const group = (cast: LaunchWritingCast) => ({ level: 'ad_group', ids: [cast.paused.group] });

export const launchWritingBodies = {
  '/ad-entities/batch_status': (cast: LaunchWritingCast) => ({ ...campaign(cast), to: 'ACTIVE' }),
  '/ad-entities/batch_archive': campaign,
  '/ad-entities/batch_remove': (cast: LaunchWritingCast) => ({ level: 'campaign', ids: [cast.removable], reason: '测完了' }),
  '/ad-entities/batch_budget': (cast: LaunchWritingCast) => ({ ...group(cast), mode: 'inc_pct', value: 10 }),
  '/ad-entities/batch_bid': (cast: LaunchWritingCast) => ({ ...group(cast), mode: 'inc', value: 10, dry_run: true }),
  '/ad-entities/batch_rename': (cast: LaunchWritingCast) => ({ ...campaign(cast), template: '{content} {seq}' }),
  '/ad-entities/batch_transfer': (cast: LaunchWritingCast) => ({ ...campaign(cast), user_id: cast.receiver, reason: '调岗' }),
  '/ad-entities/batch_schedule': (cast: LaunchWritingCast) => ({ ...campaign(cast), action: 'pause', run_at: cast.later, repeat: 'none' }),
  '/ad-entities/schedule_cancel': (cast: LaunchWritingCast) => ({ id: cast.scheduled }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of the staff that the limited one has not. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];

/** The limited one has the logs of closes, and no action. */
const fromLog: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_ACTION', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];

/** Written by hand, as the whole matrix. */
export const launchWritingMatrix = {
  '/ad-entities/batch_status': fromLog,
  '/ad-entities/batch_archive': page,
  '/ad-entities/batch_remove': page,
  '/ad-entities/batch_budget': page,
  '/ad-entities/batch_bid': page,
  '/ad-entities/batch_rename': page,
  '/ad-entities/batch_transfer': page,
  '/ad-entities/batch_schedule': page,
  '/ad-entities/schedule_cancel': page,
} as const;

/** Calls that take the id of a row, with a body around it. */
export const launchWritingById = {
  '/ad-entities/schedule_cancel': { by: 'opt_01', body: (id: unknown) => ({ id }) },
};
