import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { RemoteEntity } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { raiseAlert } from '../../alerts.ts';
import { type NewEvent, writeEvents } from '../events/index.ts';
import { type EntityLevel, levels, platformColumn } from './levels.ts';
import { findDifference, type KnownEntity } from './remote.rules.ts';
import { createRemoval } from './status.batch.ts';

type Db = Kysely<Database>;
type WithoutActor<T> = Omit<T, 'actor'>;

interface KnownRow extends KnownEntity {
  id: number;
  platform_id: string;
  updated_at: Date;
  is_busy: boolean;
}

/** The result of applying one part of a listing. */
export interface ApplyResult {
  changed: number;
  /** Times at which the channel changed the objects that were skipped and need another look. */
  deferred: Date[];
  /** Objects that do not exist here. */
  unknown: RemoteEntity[];
  /** Ads that the channel's review rejected. */
  rejected: number[];
}

const NULL_SQL = sql`null`;

/** SQL condition: a batch works on the object, or the outcome of one is still unknown. */
const isBusy = (level: EntityLevel, id: string) => sql<boolean>`exists (
  select 1 from batch_item i where i.target_type = ${level} and i.target_id = ${sql.ref(id)}
    and (i.status in ('pending', 'running') or (i.status = 'unknown' and i.next_check_at is not null)))`;

/** Objects of an account that a batch works on; the channel's data about them is outdated by the time it is read. */
export async function loadBusyObjects(db: Db, accountId: number): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select 'campaign ' || e.id as key from campaign e where e.ad_account_id = ${accountId} and ${isBusy('campaign', 'e.id')}
    union all select 'ad_group ' || e.id from ad_group e where e.ad_account_id = ${accountId} and ${isBusy('ad_group', 'e.id')}
    union all select 'ad ' || e.id from ad e where e.ad_account_id = ${accountId} and ${isBusy('ad', 'e.id')}`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

async function loadKnown(db: Db, accountId: number, level: EntityLevel, platformIds: readonly string[]): Promise<Map<string, KnownRow>> {
  const columnOrNull = (column: string, hasColumn: boolean) => sql`${hasColumn ? sql.ref(`e.${column}`) : NULL_SQL} as ${sql.ref(column)}`;
  const platform = sql.ref(`e.${platformColumn[level]}`);
  const { rows } = await sql<KnownRow>`
    select e.id, ${platform} as platform_id, e.name, e.status, e.sync_state, e.issue, e.updated_at, ${isBusy(level, 'e.id')} as is_busy,
      ${columnOrNull('budget_mode', level !== 'ad')}, ${columnOrNull('daily_budget', level !== 'ad')}, ${columnOrNull('lifetime_budget', level !== 'ad')},
      ${columnOrNull('bid_amount', level === 'ad_group')}, ${columnOrNull('review', level === 'ad')}, ${columnOrNull('appeal', level === 'ad')}
    from ${sql.table(level)} e where e.ad_account_id = ${accountId} and ${platform} = any(${[...platformIds]}::text[])
    order by e.id for no key update of e`.execute(db);
  return new Map(rows.map((row) => [row.platform_id, row]));
}

/**
 * Applies the channel's data about objects of one level and account, in one transaction. Changes made on the channel are recorded as
 * events of the channel. Objects that a batch works on, or that changed here since `listedAt`, are skipped.
 */
export async function applyRemote(
  db: Db,
  {
    accountId,
    level,
    remote,
    busy,
    listedAt,
  }: { accountId: number; level: EntityLevel; remote: readonly RemoteEntity[]; busy: ReadonlySet<string>; listedAt: Date },
): Promise<ApplyResult> {
  const known = await loadKnown(
    db,
    accountId,
    level,
    remote.map(({ id }) => id),
  );
  const applied: ApplyResult = { changed: 0, deferred: [], unknown: [], rejected: [] };
  const events: WithoutActor<NewEvent>[] = [];
  for (const entity of remote) {
    const row = known.get(entity.id);
    if (row === undefined) {
      applied.unknown.push(entity);
      continue;
    }
    if (row.is_busy || busy.has(`${level} ${row.id}`) || row.updated_at > listedAt) {
      applied.deferred.push(entity.updated_at);
      continue;
    }
    const difference = findDifference(row, entity, listedAt);
    if (difference === null) continue;
    const removal = difference.isRemoved ? createRemoval({ level, id: row.id, status: row.status }, listedAt, 'platform') : null;
    await db
      .updateTable(level as 'campaign')
      .set({ ...difference.columns, ...removal?.columns } as object)
      .set({ version: sql`version + 1`, updated_at: listedAt })
      .where('id', '=', row.id)
      .execute();
    events.push(...difference.changes.map((change) => ({ level, id: row.id, ...change })));
    if (removal !== null) {
      const ownEvent = { level, id: row.id, before: removal.before, after: removal.after };
      events.push(...(removal.precedingEvent === undefined ? [] : [{ ...ownEvent, event: removal.precedingEvent }]), {
        ...ownEvent,
        event: removal.event,
      });
      events.push(...((await removal.applyRelated?.(db, { now: listedAt, batchId: null, reason: null })) ?? []));
    }
    if (difference.columns.review === 'rejected') applied.rejected.push(row.id);
    applied.changed += 1;
  }
  await writeEvents(
    db,
    events.map((event) => ({ ...event, actor: { type: 'platform' } as const })),
    listedAt,
  );
  return applied;
}

/** The channel ids of all known objects of an account. */
export async function loadPlatformIds(db: Db, accountId: number): Promise<Record<EntityLevel, Set<string>>> {
  const platformIds = { campaign: new Set<string>(), ad_group: new Set<string>(), ad: new Set<string>() };
  for (const level of levels) {
    const platform = sql.ref(`e.${platformColumn[level]}`);
    const { rows } = await sql<{ number: string }>`
      select ${platform} as number from ${sql.table(level)} e where e.ad_account_id = ${accountId} and ${platform} is not null`.execute(db);
    for (const { number } of rows) platformIds[level].add(number);
  }
  return platformIds;
}

interface Listing {
  accountId: number;
  level: EntityLevel;
  known: ReadonlySet<string>;
  seen: ReadonlySet<string>;
  busy: ReadonlySet<string>;
  listedAt: Date;
}

/** Objects that a complete listing did not contain although their id was `known` when the listing began. */
export async function findUnlisted(db: Db, { accountId, level, known, seen, busy, listedAt }: Listing) {
  const platform = sql.ref(`e.${platformColumn[level]}`);
  const { rows } = await sql<{ id: number; platform_id: string }>`
    select e.id, ${platform} as platform_id from ${sql.table(level)} e
    where e.ad_account_id = ${accountId} and ${platform} is not null and e.status <> 'DELETED' and e.sync_state <> 'missing'
      and e.updated_at <= ${listedAt} and not ${isBusy(level, 'e.id')}
    order by e.id for no key update of e`.execute(db);
  return rows.filter(({ id, platform_id }) => known.has(platform_id) && !seen.has(platform_id) && !busy.has(`${level} ${id}`));
}

/**
 * Marks objects as missing that a complete listing did not contain although their id was `known` when the listing began. Returns how
 * many. An object created meanwhile may have come too late for the listing.
 */
export async function markMissing(db: Db, listing: Listing): Promise<number> {
  const { level, listedAt } = listing;
  const ids = (await findUnlisted(db, listing)).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await sql`
    update ${sql.table(level)} set sync_state = 'missing', version = version + 1, updated_at = ${listedAt} where id = any(${ids}::bigint[])`.execute(
    db,
  );
  return ids.length;
}

interface RejectedAds {
  owner: number;
  account_id: number;
  account_name: string;
  ids: number[];
  name: string;
  platform_ad_id: string;
  policy: string | null;
}

/** Alerts the owners of rejected ads with the violated policies, once per account and owner. */
export async function alertOwnersOfRejected(db: Db, adIds: readonly number[], now: Date): Promise<void> {
  if (adIds.length === 0) return;
  const { rows } = await sql<RejectedAds>`
    select d.owner_user_id as owner, a.id as account_id, a.name as account_name, array_agg(distinct d.id order by d.id) as ids,
      min(d.name) as name, min(d.platform_ad_id) as platform_ad_id, string_agg(distinct p.policy, '; ' order by p.policy) as policy
    from ad d join ad_account a on a.id = d.ad_account_id
    left join lateral (select key || ': ' || value as policy from jsonb_each_text(coalesce(d.review_feedback, '{}'))) p on true
    where d.id = any(${[...adIds]}::bigint[]) and d.owner_user_id is not null group by d.owner_user_id, a.id order by a.id, d.owner_user_id`.execute(
    db,
  );
  const date = now.toISOString().slice(0, 10);
  for (const { owner, account_id, account_name, ids, name, platform_ad_id, policy } of rows) {
    const policies = policy ?? '';
    const alert =
      ids.length === 1
        ? {
            data: { name, policy: policies },
            link: `/advertising/start?tab=ad&keyword=${platform_ad_id}`,
            dedupeKey: `ad_disapproved ${ids[0]} ${date}`,
          }
        : {
            data: { name: account_name, policy: policies, count: ids.length },
            link: `/advertising/start?tab=ad&view=disapproved&ad_account_id=${account_id}`,
            dedupeKey: `ad_disapproved ${createHash('sha256').update(ids.join()).digest('hex')} ${date}`,
          };
    // Ads of one policy are one incident, whichever account they are in.
    const about = policies === '' ? {} : { about: { type: 'policy' as const, key: policies, name: policies } };
    await raiseAlert(db, [owner], { kind: 'ad_disapproved', ...alert, ...about }, now);
  }
}
