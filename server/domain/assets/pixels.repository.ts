import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PixelRow, PixelShareRow } from '#contracts/endpoints/pixels.ts';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';
import type { pixelFilters, pixelSortable } from '#contracts/vocabulary/pixels.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import { assetVisible } from '../people/index.ts';
import { containsWord, ORDER_ZH } from '../searching.ts';
import type { Caller } from '../work-context.ts';
import { isRowVisible, isRowWritable } from './asset-access.ts';
import { allOf, idAndLabel, orderBy } from './asset-columns.ts';
import { assigneesSql } from './assign.repository.ts';
import { dupRateSql, eventsOfDaySql, pixelCountsSql, reportGapSql, toPixelFigures } from './pixel-health.ts';
import { silentSince } from './pixels.rules.ts';
import { describeSyncFault } from './sync-fault.ts';

type Db = Kysely<Database>;

export interface PixelReader {
  readonly caller: Caller;
  readonly language: Language;
  readonly now: Date;
}

interface PixelRecord
  extends Omit<
    PixelRow,
    'health' | 'events_24h' | 'dup_rate' | 'report_gap' | 'last_fired_at' | 'last_sync_at' | 'created_at' | 'updated_at' | 'can'
  > {
  is_writable: boolean;
  counts: Parameters<typeof toPixelFigures>[0];
  last_fired_at: Date | null;
  last_sync_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const toPixelRow = ({ is_writable, counts, ...found }: PixelRecord, { caller, now, language }: PixelReader): PixelRow => ({
  ...found,
  sync_error: describeSyncFault(found.sync_error, language, found.personal_account.label),
  ...toPixelFigures(counts, found.last_fired_at, now),
  last_fired_at: found.last_fired_at?.toISOString() ?? null,
  last_sync_at: found.last_sync_at?.toISOString() ?? null,
  created_at: found.created_at.toISOString(),
  updated_at: found.updated_at.toISOString(),
  can:
    is_writable && caller.actions.includes('asset') ? ['edit', 'share', 'bind_sites', 'test_event', 'set_status', 'assign', 'unbind'] : [],
});

const SHARED_ACCOUNTS = sql`(
  select count(*) from pixel_share ps join ad_account sa on sa.id = ps.ad_account_id
  where ps.pixel_id = t.id and ps.status = 'active' and sa.deleted_at is null
)`;

const SITES = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', s.id, 'label', s.name) order by s.name ${ORDER_ZH}, s.id)
  from site_pixel sx join site s on s.id = sx.site_id where sx.pixel_id = t.id and s.deleted_at is null
), '[]')`;

const selectRow = ({ caller, now }: Pick<PixelReader, 'caller' | 'now'>) => sql`
  select t.id, t.version, t.platform_pixel_id, t.name, t.status, t.capi_enabled, t.capi_token_enc is not null as capi_token_set,
    t.test_event_code, t.last_fired_at, ${pixelCountsSql(now)} as counts,
    t.last_sync_at, t.sync_error, t.created_at, t.updated_at,
    ${idAndLabel(sql`oa.id`, sql`oa.name`)} as owner_account, t.owner_business, ${SHARED_ACCOUNTS} as shared_accounts, ${SITES} as sites,
    ${assigneesSql('pixel', sql`t.id`)} as assignees, ${idAndLabel(sql`pa.id`, sql`pa.name`)} as personal_account,
    ${isRowWritable(caller, 'pixel')} as is_writable
  from pixel t join ad_account oa on oa.id = t.owner_ad_account_id join personal_account pa on pa.id = t.personal_account_id`;

/** SQL: whether an account may use a pixel: it owns it, or the pixel is shared with it. */
export const isUsableBy = (pixel: RawBuilder<unknown>, account: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${pixel}.owner_ad_account_id = ${account} or exists (
    select 1 from pixel_share us where us.pixel_id = ${pixel}.id and us.ad_account_id = ${account} and us.status = 'active'
  ))`;

export type PixelFilter = SetFilters<typeof pixelFilters>;
type Sort = readonly { field: (typeof pixelSortable)[number]; order: 'asc' | 'desc' }[];

const isOnSite = (siteId: number) => sql<boolean>`exists (select 1 from site_pixel sx where sx.pixel_id = t.id and sx.site_id = ${siteId})`;

function pixelCondition({ caller, now }: PixelReader, filter: PixelFilter): RawBuilder<boolean> {
  const { keyword } = filter;
  const parts = [sql<boolean>`t.deleted_at is null`, isRowVisible(caller, 'pixel')];
  const silent = sql<boolean>`(t.last_fired_at is null or t.last_fired_at < ${silentSince(now)})`;
  if (keyword?.trim()) parts.push(sql<boolean>`(${containsWord(sql`t.name`, keyword)} or t.platform_pixel_id = ${keyword.trim()})`);
  if (filter.status !== undefined) parts.push(sql<boolean>`t.status = ${filter.status}`);
  if (filter.owner_account_id !== undefined) parts.push(sql<boolean>`t.owner_ad_account_id = ${filter.owner_account_id}`);
  if (filter.account_id !== undefined) parts.push(isUsableBy(sql`t`, sql`${filter.account_id}::bigint`));
  if (filter.site_id !== undefined) parts.push(isOnSite(filter.site_id));
  if (filter.capi_enabled !== undefined) parts.push(sql<boolean>`t.capi_enabled = ${filter.capi_enabled}`);
  if (filter.silent !== undefined) parts.push(filter.silent ? silent : sql<boolean>`not ${silent}`);
  if (filter.personal_account_id !== undefined) parts.push(sql<boolean>`t.personal_account_id = ${filter.personal_account_id}`);
  return allOf(parts);
}

const sortColumns = ({ now }: Pick<PixelReader, 'now'>): Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> => ({
  name: sql`t.name ${ORDER_ZH}`,
  shared_accounts: SHARED_ACCOUNTS,
  events_24h: eventsOfDaySql(now),
  dup_rate: dupRateSql(now),
  report_gap: reportGapSql(now),
  last_fired_at: sql`t.last_fired_at`,
  created_at: sql`t.created_at`,
});

export async function countPixels(db: Db, reader: PixelReader, filter: PixelFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total from pixel t where ${pixelCondition(reader, filter)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Ids of matching rows in ascending order, at most `max`. */
export async function selectPixelIds(db: Db, reader: PixelReader, filter: PixelFilter, max: number): Promise<number[]> {
  const found = await sql<{
    id: number;
  }>`select t.id from pixel t where ${pixelCondition(reader, filter)} order by t.id limit ${max}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Every matching row, in order; convert the rows with `toPixelRow`. */
export const selectPixels = (reader: PixelReader, query: PixelFilter & { sort?: Sort | undefined }): RawBuilder<PixelRecord> =>
  sql<PixelRecord>`${selectRow(reader)} where ${pixelCondition(reader, query)} order by ${orderBy(query.sort, sortColumns(reader), sql`t.id desc`)}`;

export async function loadPixelPage(
  db: Db,
  reader: PixelReader,
  query: PixelFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<PixelRow[]> {
  const found = await sql<PixelRecord>`${selectPixels(reader, query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return found.rows.map((row) => toPixelRow(row, reader));
}

/** One row of the list; undefined when the caller does not see it. */
export async function findPixelRow(db: Db, reader: PixelReader, id: number): Promise<PixelRow | undefined> {
  const found = await sql<PixelRecord>`
    ${selectRow(reader)} where t.id = ${id} and t.deleted_at is null and ${isRowVisible(reader.caller, 'pixel')}`.execute(db);
  return found.rows[0] && toPixelRow(found.rows[0], reader);
}

/** A pixel to choose, with the names of the accounts that may use it, as far as the caller sees them. */
type PixelChoice = Omit<SimpleRow, 'disabled'> & { serves: string[] };

export async function loadSimplePixels(
  db: Db,
  reader: PixelReader,
  query: Pick<PixelFilter, 'keyword' | 'site_id'> & {
    ad_account_id?: PixelFilter['account_id'];
    ids?: readonly number[] | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ list: PixelChoice[]; total: number }> {
  const { keyword, site_id, ad_account_id: account_id, ids } = query;
  const where = allOf([
    pixelCondition(reader, { keyword, site_id, account_id }),
    ...(ids === undefined ? [] : [sql<boolean>`t.id = any(${ids}::bigint[])`]),
  ]);
  const [list, total] = await Promise.all([
    sql<PixelChoice>`
      select t.id, t.name as label, t.platform_pixel_id as sub, t.status, to_jsonb(array(
        select a.name from ad_account a where a.deleted_at is null and ${isUsableBy(sql`t`, sql`a.id`)}
          and ${assetVisible(reader.caller, 'ad_account', { id: sql`a.id`, authoriser: sql`a.personal_account_id` })}
        order by a.name ${ORDER_ZH}, a.id)) as serves
      from pixel t where ${where}
      order by t.name ${ORDER_ZH}, t.id limit ${query.limit} offset ${query.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from pixel t where ${where}`.execute(db),
  ]);
  return { list: list.rows, total: total.rows[0]?.total ?? 0 };
}

/** Accounts the pixel is shared with or failed to be shared with, as far as the caller sees them. */
export async function loadShares(db: Db, caller: Caller, pixelId: number): Promise<PixelShareRow[]> {
  const isVisible = assetVisible(caller, 'ad_account', { id: sql`a.id`, authoriser: sql`a.personal_account_id` });
  const found = await sql<Omit<PixelShareRow, 'updated_at'> & { updated_at: Date }>`
    select ${idAndLabel(sql`a.id`, sql`a.name`)} as account, a.platform_account_id, ps.status, ps.error, ps.updated_at
    from pixel_share ps join ad_account a on a.id = ps.ad_account_id
    where ps.pixel_id = ${pixelId} and a.deleted_at is null and ${isVisible} order by a.name ${ORDER_ZH}, a.id`.execute(db);
  return found.rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }));
}

export async function updatePixel(
  db: Db,
  id: number,
  changes: { capi_enabled?: boolean; capi_token_enc?: string; test_event_code?: string | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable('pixel')
    .set({ ...changes, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Settings of server events, with the sealed token and what sending an event needs. */
export async function loadCapiSettings(db: Db, id: number) {
  return await db
    .selectFrom('pixel')
    .select(['platform_pixel_id', 'capi_enabled', 'test_event_code', 'capi_token_enc', 'personal_account_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
