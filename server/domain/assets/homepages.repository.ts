import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { HomepageRow } from '#contracts/endpoints/homepages.ts';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';
import type { homepageFilters, homepageSortable } from '#contracts/vocabulary/homepages.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import { containsWord, ORDER_ZH } from '../searching.ts';
import type { Caller } from '../work-context.ts';
import { isRowVisible, isRowWritable } from './asset-access.ts';
import { allOf, idAndLabel, orderBy } from './asset-columns.ts';
import { assignedToUser, assigneesSql } from './assign.repository.ts';
import { adsObstacle, type HomepageState, postsObstacle } from './homepages.rules.ts';
import { describeSyncFault } from './sync-fault.ts';

type Db = Kysely<Database>;

interface HomepageRecord
  extends Omit<
    HomepageRow,
    'usable_for_ads' | 'ads_obstacle' | 'usable_for_posts' | 'posts_obstacle' | 'last_sync_at' | 'created_at' | 'updated_at' | 'can'
  > {
  is_writable: boolean;
  last_sync_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface HomepageReader {
  readonly caller: Caller;
  readonly language: Language;
}

export function toHomepageRow({ is_writable, ...found }: HomepageRecord, { caller, language }: HomepageReader): HomepageRow {
  const [ads_obstacle, posts_obstacle] = [adsObstacle(found), postsObstacle(found)];
  return {
    ...found,
    sync_error: describeSyncFault(found.sync_error, language, found.personal_account.label),
    usable_for_ads: ads_obstacle === null,
    ads_obstacle,
    usable_for_posts: posts_obstacle === null,
    posts_obstacle,
    last_sync_at: found.last_sync_at?.toISOString() ?? null,
    created_at: found.created_at.toISOString(),
    updated_at: found.updated_at.toISOString(),
    can: is_writable && caller.actions.includes('asset') ? ['edit', 'sync', 'bind_sites', 'set_status', 'assign', 'unbind'] : [],
  };
}

const sitesSql = (condition: RawBuilder<boolean>) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', s.id, 'label', s.name) order by s.name ${ORDER_ZH}, s.id)
  from site_homepage sx join site s on s.id = sx.site_id where sx.homepage_id = t.id and s.deleted_at is null and ${condition}
), '[]')`;

const selectRow = (caller: Caller) => sql`
  select t.id, t.version, t.platform_page_id, t.name, t.picture_url, t.category, t.status, t.tasks, t.is_published, t.ad_limit, t.ads_active,
    t.biz, t.last_sync_at, t.sync_error, t.created_at, t.updated_at,
    (select count(*) from post p where p.homepage_id = t.id and p.deleted_at is null) as posts,
    ${sitesSql(sql<boolean>`true`)} as sites, ${sitesSql(sql<boolean>`s.default_homepage_id = t.id`)} as default_sites,
    ${assigneesSql('homepage', sql`t.id`)} as assignees, ${idAndLabel(sql`pa.id`, sql`pa.name`)} as personal_account,
    ${isRowWritable(caller, 'homepage')} as is_writable
  from homepage t join personal_account pa on pa.id = t.personal_account_id`;

export type HomepageFilter = SetFilters<typeof homepageFilters>;
type Sort = readonly { field: (typeof homepageSortable)[number]; order: 'asc' | 'desc' }[];

const isOnSite = (siteId: number) =>
  sql<boolean>`exists (select 1 from site_homepage sx where sx.homepage_id = t.id and sx.site_id = ${siteId})`;

function homepageCondition(caller: Caller, filter: HomepageFilter): RawBuilder<boolean> {
  const { keyword } = filter;
  const parts = [sql<boolean>`t.deleted_at is null`, isRowVisible(caller, 'homepage')];
  if (keyword?.trim()) parts.push(sql<boolean>`(${containsWord(sql`t.name`, keyword)} or t.platform_page_id = ${keyword.trim()})`);
  if (filter.status !== undefined) parts.push(sql<boolean>`t.status = ${filter.status}`);
  if (filter.biz !== undefined) parts.push(sql<boolean>`t.biz = ${filter.biz}`);
  if (filter.personal_account_id !== undefined) parts.push(sql<boolean>`t.personal_account_id = ${filter.personal_account_id}`);
  if (filter.site_id !== undefined) parts.push(isOnSite(filter.site_id));
  if (filter.assignee_id !== undefined) parts.push(assignedToUser('homepage', sql`t.id`, filter.assignee_id));
  if (filter.scarce === true) parts.push(sql<boolean>`t.ads_active > t.ad_limit * 0.8`);
  return allOf(parts);
}

const SORT_COLUMNS: Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> = {
  name: sql`t.name ${ORDER_ZH}`,
  status: sql`t.status`,
  usage: sql`t.ads_active::numeric / t.ad_limit`,
  created_at: sql`t.created_at`,
};

export async function countHomepages(db: Db, caller: Caller, filter: HomepageFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total from homepage t where ${homepageCondition(caller, filter)}`.execute(
    db,
  );
  return found.rows[0]?.total ?? 0;
}

/** Ids of matching rows in ascending order, at most `max`. */
export async function selectHomepageIds(db: Db, caller: Caller, filter: HomepageFilter, max: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select t.id from homepage t where ${homepageCondition(caller, filter)} order by t.id limit ${max}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Every matching row, in order; convert the rows with `toHomepageRow`. */
export const selectHomepages = (caller: Caller, query: HomepageFilter & { sort?: Sort | undefined }): RawBuilder<HomepageRecord> =>
  sql<HomepageRecord>`${selectRow(caller)} where ${homepageCondition(caller, query)} order by ${orderBy(query.sort, SORT_COLUMNS, sql`t.id desc`)}`;

export async function loadHomepagePage(
  db: Db,
  reader: HomepageReader,
  query: HomepageFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<HomepageRow[]> {
  const found = await sql<HomepageRecord>`${selectHomepages(reader.caller, query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return found.rows.map((row) => toHomepageRow(row, reader));
}

/** One row of the list; undefined when the caller does not see it. */
export async function findHomepageRow(db: Db, reader: HomepageReader, id: number): Promise<HomepageRow | undefined> {
  const found = await sql<HomepageRecord>`
    ${selectRow(reader.caller)} where t.id = ${id} and t.deleted_at is null and ${isRowVisible(reader.caller, 'homepage')}`.execute(db);
  return found.rows[0] && toHomepageRow(found.rows[0], reader);
}

/** A homepage to choose from, with what decides whether it can be used. */
export interface HomepageChoice extends Omit<SimpleRow, 'disabled'>, HomepageState {
  status: HomepageState['status'];
  ads_active: number;
  ad_limit: number;
  /** Who authorised it, when that is not the person who authorised the ad account of the request. */
  other_authoriser: string | null;
}

/** For an ad account, the homepages that it can use for certain come first: those of the person who authorised it. */
export async function loadSimpleHomepages(
  db: Db,
  caller: Caller,
  query: Pick<HomepageFilter, 'keyword' | 'biz' | 'site_id'> & {
    ad_account_id?: number | undefined;
    ids?: readonly number[] | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ list: HomepageChoice[]; total: number }> {
  const { keyword, biz, site_id, ad_account_id: account } = query;
  const isOfOther =
    account === undefined
      ? sql<boolean>`false`
      : sql<boolean>`t.personal_account_id is distinct from (select a.personal_account_id from ad_account a where a.id = ${account})`;
  const hasId = query.ids === undefined ? sql<boolean>`true` : sql<boolean>`t.id = any(${query.ids}::bigint[])`;
  const where = allOf([homepageCondition(caller, { keyword, biz, site_id }), hasId]);
  const [list, total] = await Promise.all([
    sql<HomepageChoice>`
      select t.id, t.name as label, t.platform_page_id as sub, t.status, t.tasks, t.ads_active, t.ad_limit,
        case when ${isOfOther} then pa.name end as other_authoriser
      from homepage t join personal_account pa on pa.id = t.personal_account_id where ${where}
      order by case when ${isOfOther} then 1 else 0 end, t.name ${ORDER_ZH}, t.id limit ${query.limit} offset ${query.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from homepage t where ${where}`.execute(db),
  ]);
  return { list: list.rows, total: total.rows[0]?.total ?? 0 };
}

export async function updateHomepage(
  db: Db,
  id: number,
  changes: { ad_limit?: HomepageRow['ad_limit']; biz?: HomepageRow['biz'] },
  now: Date,
): Promise<void> {
  await db
    .updateTable('homepage')
    .set({ ...changes, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}
