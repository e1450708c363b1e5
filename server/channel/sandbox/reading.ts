import { type SelectQueryBuilder, sql } from 'kysely';
import type { AdGroupSpec, Level, RemoteEntity, Tok } from '../ad-platform.ts';
import { paginate } from './assets.ts';
import type { Operation, Run } from './operation.ts';
import { enterAccount } from './permission.ts';
import { feedbackNow } from './review.ts';
import type { AccountTable, AdTable, SandboxTables, SandboxTransaction } from './tables.ts';
import { READ } from './throttle.ts';
import { tableOf } from './updating.ts';

export async function findByTag(operation: Operation, t: Tok, account: string, level: Level, tag: string): Promise<{ id: string } | null> {
  await enterAccount(operation, t, account, { cost: READ, scopes: ['ads_read'] });
  const found = await operation.db
    .selectFrom(tableOf[level])
    .select('id')
    .where('account_id', '=', account)
    .where('tag', '=', tag)
    .where('status', '<>', 'DELETED')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return found ?? null;
}

type Status = RemoteEntity['status'];

interface ParentStatuses {
  campaign: Status;
  group?: Status;
}

/** The effective status as the channel reports it: the first obstacle wins. */
export function effectiveStatus(
  own: Status,
  parents: ParentStatuses | null,
  review: Pick<AdTable, 'review_at' | 'review_feedback'> | null,
  { account, now }: { account: Pick<AccountTable, 'account_status'>; now: Date },
): string {
  if (own === 'DELETED' || own === 'ARCHIVED') return own;
  if (review !== null && review.review_at > now) return 'PENDING_REVIEW';
  if (review !== null && review.review_feedback !== null) return 'DISAPPROVED';
  if (own === 'PAUSED') return 'PAUSED';
  if (parents !== null && parents.campaign !== 'ACTIVE') return 'CAMPAIGN_PAUSED';
  if (parents?.group !== undefined && parents.group !== 'ACTIVE') return 'ADSET_PAUSED';
  return [1, 8, 9].includes(account.account_status) ? 'ACTIVE' : 'WITH_ISSUES';
}

function appealNow(
  { appeal_decided_at, appeal_granted }: Pick<ChangedRow, 'appeal_decided_at' | 'appeal_granted'>,
  now: Date,
): RemoteEntity['appeal'] {
  if (appeal_decided_at === null) return null;
  if (appeal_decided_at > now) return 'pending';
  return appeal_granted === true ? 'granted' : 'denied';
}

const issueOf = (effective: string): string | null => (effective === 'WITH_ISSUES' ? 'The ad account cannot deliver.' : null);

/** Rows per page. */
const PAGE_SIZE = 50;

interface ChangePosition {
  at: Date;
  id: string;
}

const levels: readonly Level[] = ['campaign', 'ad_group', 'ad'];

/** All that reading needs; a call has more. */
interface Reading extends Pick<Operation, 'now'> {
  readonly db: Pick<SandboxTransaction, 'selectFrom'>;
}

/** Specifications of objects by id. */
async function loadSpecs({ db }: Reading, level: Level, ids: readonly string[]): Promise<ReadonlyMap<string, RemoteEntity['spec']>> {
  if (ids.length === 0) return new Map();
  if (level === 'campaign') {
    const rows = await db
      .selectFrom('sbx_campaign')
      .select(['id', 'objective', 'bid_strategy', 'daily_budget', 'lifetime_budget', 'spend_cap', 'start_at', 'stop_at'])
      .select(['special_ad_categories', 'special_ad_countries'])
      .where('id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ id, ...spec }) => [id, spec]));
  }
  if (level === 'ad_group') {
    const rows = await db
      .selectFrom('sbx_group')
      .select(['id', 'optimization_goal', 'billing_event', 'bid_amount', 'roas_floor_bp', 'daily_budget', 'lifetime_budget', 'pixel_id'])
      .select(['custom_event_type', 'attribution', 'targeting', 'beneficiary', 'payer', 'start_at', 'end_at'])
      .where('id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ id, targeting, ...spec }) => [id, { ...spec, targeting: targeting as AdGroupSpec['targeting'] }]));
  }
  const rows = await db
    .selectFrom('sbx_ad')
    .select(['id', 'page_id', 'post_id', 'asset_id', 'primary_text', 'headline', 'description', 'call_to_action', 'link', 'url_tags'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, ...spec }) => [id, spec]));
}

async function toRemoteEntities(
  operation: Reading,
  account: AccountTable,
  level: Level,
  rows: readonly ChangedRow[],
): Promise<RemoteEntity[]> {
  const specs = await loadSpecs(
    operation,
    level,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const parents =
      row.campaign_status === null
        ? null
        : { campaign: row.campaign_status, ...(row.group_status === null ? {} : { group: row.group_status }) };
    const feedback = feedbackNow(row, operation.now);
    const review = row.review_at === null ? null : { review_at: row.review_at, review_feedback: feedback };
    const effective_status = effectiveStatus(row.status, parents, review, { account, now: operation.now });
    const isReviewed = row.review_at !== null && row.review_at <= operation.now;
    return {
      level,
      id: row.id,
      parent_id: row.parent_id,
      name: row.name,
      status: row.status,
      effective_status,
      review_feedback: isReviewed ? (feedback as Record<string, string> | null) : null,
      appeal: appealNow(row, operation.now),
      issue: issueOf(effective_status),
      tag: row.tag,
      created_at: row.created_at,
      updated_at: row.changed_at,
      spec: specs.get(row.id),
    } as RemoteEntity;
  });
}

async function* readChangedOnLevel(run: Run, t: Tok, account: string, level: Level, since: Date): AsyncGenerator<RemoteEntity> {
  yield* paginate<RemoteEntity, ChangePosition>(
    (after) =>
      run(async (operation) => {
        const entered = await enterAccount(operation, t, account, { cost: READ, scopes: ['ads_read'] });
        const from = after ?? { at: since, id: '' };
        const found = await selectRows(operation, account, level)
          .where('status', '<>', 'DELETED')
          .where((eb) => eb.or([eb('changed_at', '>', from.at), eb.and([eb('changed_at', '=', from.at), eb('id', '>', from.id)])]))
          .orderBy('changed_at')
          .orderBy('id')
          .limit(PAGE_SIZE)
          .execute();
        return await toRemoteEntities(operation, entered, level, found);
      }),
    ({ id, updated_at }) => ({ at: updated_at, id }),
    PAGE_SIZE,
  );
}

/** The objects of an account on a level as `entityState` returns them, for seeds, which ask for no permission. */
export const readLevel = async (reading: Reading, account: AccountTable, level: Level): Promise<RemoteEntity[]> =>
  await toRemoteEntities(reading, account, level, await selectRows(reading, account.id, level).orderBy('id').execute());

export async function entityState(operation: Operation, t: Tok, account: string, level: Level, id: string): Promise<RemoteEntity | null> {
  const entered = await enterAccount(operation, t, account, { cost: READ, scopes: ['ads_read'] });
  const found = await selectRows(operation, account, level).where('id', '=', id).execute();
  return (await toRemoteEntities(operation, entered, level, found))[0] ?? null;
}

interface ChangedRow {
  id: string;
  parent_id: string | null;
  name: string;
  status: Status;
  tag: string;
  campaign_status: Status | null;
  group_status: Status | null;
  review_at: Date | null;
  review_feedback: unknown;
  appeal_decided_at: Date | null;
  appeal_granted: boolean | null;
  created_at: Date;
  /** The end of a review or appeal counts as a change. */
  changed_at: Date;
}

function selectRows({ db, now }: Reading, account: string, level: Level) {
  const nullColumn = sql<null>`null`;
  const rows = {
    campaign: () =>
      db
        .selectFrom('sbx_campaign as e')
        .select(['e.id', nullColumn.as('parent_id'), 'e.name', 'e.status', 'e.tag', 'e.created_at', 'e.updated_at as changed_at'])
        .select([
          nullColumn.as('campaign_status'),
          nullColumn.as('group_status'),
          nullColumn.as('review_at'),
          nullColumn.as('review_feedback'),
          nullColumn.as('appeal_decided_at'),
          nullColumn.as('appeal_granted'),
        ])
        .where('e.account_id', '=', account),
    ad_group: () =>
      db
        .selectFrom('sbx_group as e')
        .innerJoin('sbx_campaign as c', 'c.id', 'e.campaign_id')
        .select(['e.id', 'e.campaign_id as parent_id', 'e.name', 'e.status', 'e.tag', 'e.created_at', 'e.updated_at as changed_at'])
        .select([
          'c.status as campaign_status',
          nullColumn.as('group_status'),
          nullColumn.as('review_at'),
          nullColumn.as('review_feedback'),
          nullColumn.as('appeal_decided_at'),
          nullColumn.as('appeal_granted'),
        ])
        .where('e.account_id', '=', account),
    ad: () =>
      db
        .selectFrom('sbx_ad as e')
        .innerJoin('sbx_campaign as c', 'c.id', 'e.campaign_id')
        .innerJoin('sbx_group as g', 'g.id', 'e.group_id')
        .select(['e.id', 'e.group_id as parent_id', 'e.name', 'e.status', 'e.tag', 'e.created_at'])
        .select(
          sql<Date>`greatest(e.updated_at, case when e.review_at <= ${now} then e.review_at end,
            case when e.appeal_decided_at <= ${now} then e.appeal_decided_at end)`.as('changed_at'),
        )
        .select(['c.status as campaign_status', 'g.status as group_status', 'e.review_at', 'e.review_feedback'])
        .select(['e.appeal_decided_at', 'e.appeal_granted'])
        .where('e.account_id', '=', account),
  }[level];
  // One common row type, because the query builder would keep the three shapes apart.
  const all = rows() as unknown as SelectQueryBuilder<SandboxTables, never, ChangedRow>;
  return db.selectFrom(all.as('r')).selectAll();
}

/** Campaigns, then ad groups, then ads, each ordered by time of change. */
export async function* changedSince(run: Run, t: Tok, account: string, since: Date): AsyncGenerator<RemoteEntity> {
  for (const level of levels) yield* readChangedOnLevel(run, t, account, level, since);
}
