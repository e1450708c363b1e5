import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LandingRow } from '#contracts/endpoints/landing-pages.ts';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';
import type { landingFilters, landingSortable } from '#contracts/vocabulary/landing-pages.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import type { LandingPageTable } from '#server/database/schema-content.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import { contains, containsWord, ORDER_ZH } from '../searching.ts';
import { isRecent, runningAds } from '../usage.sql.ts';
import type { Caller } from '../work-context.ts';
import { allOf, idAndLabel, orderBy } from './asset-columns.ts';
import { addUrlTags, toUrl } from './landings.rules.ts';
import { siteVisible } from './sites.repository.ts';

type Db = Kysely<Database>;

interface LandingRecord extends Omit<LandingRow, 'url' | 'url_tagged' | 'created_at' | 'updated_at' | 'can'> {
  domain: string;
  url_tags: string;
  created_at: Date;
  updated_at: Date;
}

export function toLandingRow({ domain, url_tags, ...found }: LandingRecord, caller: Pick<Caller, 'actions'>): LandingRow {
  const url = toUrl(domain, found.slug);
  return {
    ...found,
    url,
    url_tagged: addUrlTags(url, url_tags),
    created_at: found.created_at.toISOString(),
    updated_at: found.updated_at.toISOString(),
    can: caller.actions.includes('asset') ? ['edit', 'copy', 'set_status', 'delete'] : [],
  };
}

const FROM = sql`from landing_page l join site s on s.id = l.site_id left join drama d on d.id = l.drama_id left join product p on p.id = l.product_id`;

export interface LandingReader {
  readonly caller: Caller;
  readonly now: Date;
}

/** SQL: visits of the last week as far as the reader sees them. Direct visits have no owner and are visible to everyone. */
const visitsSql = (measure: 'pv' | 'uv', { caller, now }: LandingReader, only = sql<boolean>`true`) => sql<number>`(
  select coalesce(sum(${sql.ref(`v.${measure}`)}), 0)::bigint from landing_daily v
  where v.landing_page_id = l.id and ${isRecent(sql`v.stat_date`, 7, now)} and ${only}
    and (v.ad_id = 0 or ${userInScope(scopeOf(caller), sql`v.owner_user_id`)}))`;

const firstPayersSql = ({ caller, now }: LandingReader) => sql<number>`(
  select coalesce(sum(f.first_payers), 0)::bigint from insight_daily f
  where f.landing_page_id = l.id and ${isRecent(sql`f.stat_date`, 7, now)} and ${userInScope(scopeOf(caller), sql`f.owner_user_id`)})`;

const selectRow = (reader: LandingReader) => sql`
  select l.id, l.version, ${idAndLabel(sql`s.id`, sql`s.name`)} as site, l.biz,
    jsonb_build_object('id', coalesce(d.id, p.id), 'label', coalesce(d.title, p.name)) as content,
    l.title, l.slug, l.old_slugs, l.template, l.start_episode, l.language, l.country, l.ab_group, l.status, l.created_at, l.updated_at,
    ${runningAds(sql<boolean>`xa.landing_page_id = l.id`)} as ads_running, ${visitsSql('pv', reader)} as pv_7d,
    round(${firstPayersSql(reader)}::numeric / nullif(${visitsSql('uv', reader, sql<boolean>`v.ad_id <> 0`)}, 0), 6)::float8 as lp_pay_rate, s.domain, s.url_tags ${FROM}`;

export type LandingFilter = SetFilters<typeof landingFilters>;
type Sort = readonly { field: (typeof landingSortable)[number]; order: 'asc' | 'desc' }[];

const isVisibleLanding = (caller: Caller) => sql<boolean>`l.deleted_at is null and ${siteVisible(caller)}`;

function landingCondition(caller: Caller, filter: LandingFilter): RawBuilder<boolean> {
  const { keyword } = filter;
  const parts = [isVisibleLanding(caller)];
  if (keyword?.trim()) parts.push(sql<boolean>`(${containsWord(sql`l.title`, keyword)} or l.slug ilike ${contains(keyword)})`);
  if (filter.site_id !== undefined) parts.push(sql<boolean>`l.site_id = ${filter.site_id}`);
  if (filter.biz !== undefined) parts.push(sql<boolean>`l.biz = ${filter.biz}`);
  if (filter.drama_id !== undefined) parts.push(sql<boolean>`l.drama_id = ${filter.drama_id}`);
  if (filter.product_id !== undefined) parts.push(sql<boolean>`l.product_id = ${filter.product_id}`);
  if (filter.template !== undefined) parts.push(sql<boolean>`l.template = ${filter.template}`);
  if (filter.language !== undefined) parts.push(sql<boolean>`l.language = ${filter.language}`);
  if (filter.status !== undefined) parts.push(sql<boolean>`l.status = ${filter.status}`);
  return allOf(parts);
}

const sortColumns = (reader: LandingReader): Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> => ({
  title: sql`l.title ${ORDER_ZH}`,
  slug: sql`l.slug collate "C"`,
  status: sql`l.status`,
  pv_7d: visitsSql('pv', reader),
  created_at: sql`l.created_at`,
});

export async function countLandings(db: Db, caller: Caller, filter: LandingFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total ${FROM} where ${landingCondition(caller, filter)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Ids of matching rows in ascending order, at most `max`. */
export async function selectLandingIds(db: Db, caller: Caller, filter: LandingFilter, max: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select l.id ${FROM} where ${landingCondition(caller, filter)} order by l.id limit ${max}`.execute(
    db,
  );
  return found.rows.map(({ id }) => id);
}

/** Titles of the pages the caller sees, by id. */
export async function loadTitles(db: Db, caller: Caller, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await sql<{ id: number; title: string }>`
    select l.id, l.title ${FROM} where ${isVisibleLanding(caller)} and l.id = any(${ids}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ id, title }) => [id, title]));
}

/** Every matching row, in order; convert the rows with `toLandingRow`. */
export const selectLandings = (reader: LandingReader, query: LandingFilter & { sort?: Sort | undefined }): RawBuilder<LandingRecord> =>
  sql<LandingRecord>`${selectRow(reader)} where ${landingCondition(reader.caller, query)} order by ${orderBy(query.sort, sortColumns(reader), sql`l.id desc`)}`;

export async function loadLandingPage(
  db: Db,
  reader: LandingReader,
  query: LandingFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<LandingRow[]> {
  const found = await sql<LandingRecord>`${selectLandings(reader, query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return found.rows.map((row) => toLandingRow(row, reader.caller));
}

/** One row of the list; undefined when the caller does not see it. */
export async function findLandingRow(db: Db, reader: LandingReader, id: number): Promise<LandingRow | undefined> {
  const found = await sql<LandingRecord>`${selectRow(reader)} where l.id = ${id} and ${isVisibleLanding(reader.caller)}`.execute(db);
  return found.rows[0] && toLandingRow(found.rows[0], reader.caller);
}

/** A landing page to choose from, with the status of its site. */
export interface LandingChoice extends Omit<SimpleRow, 'disabled'> {
  status: LandingRow['status'];
  site_status: 'on' | 'off';
}

const hasSameBiz = (materials: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from material m where m.id = any(${materials}::bigint[]) and m.biz <> s.biz)`;

const hasSameContent = (materials: readonly number[]): RawBuilder<boolean> => sql<boolean>`(
  (l.drama_id is null and l.product_id is null) or exists (
    select 1 from material m where m.id = any(${materials}::bigint[]) and (m.drama_id = l.drama_id or m.product_id = l.product_id)))`;

export async function loadSimpleLandings(
  db: Db,
  caller: Caller,
  query: LandingFilter & {
    ids?: readonly number[] | undefined;
    for_material_ids?: readonly number[] | undefined;
    of_content?: true | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ list: LandingChoice[]; total: number }> {
  const { ids, for_material_ids: materials, of_content } = query;
  const parts = [landingCondition(caller, query)];
  if (ids !== undefined) parts.push(sql<boolean>`l.id = any(${ids}::bigint[])`);
  if (materials !== undefined) parts.push(hasSameBiz(materials));
  if (materials !== undefined && of_content) parts.push(hasSameContent(materials));
  const where = allOf(parts);
  const [list, total] = await Promise.all([
    sql<LandingChoice>`
      select l.id, l.title as label, s.domain || '/' || l.slug as sub, l.status, s.status as site_status ${FROM} where ${where}
      order by l.title ${ORDER_ZH}, l.id limit ${query.limit} offset ${query.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${FROM} where ${where}`.execute(db),
  ]);
  return { list: list.rows, total: total.rows[0]?.total ?? 0 };
}

export interface LockedLanding {
  id: number;
  version: number;
  site_id: number;
  biz: 'dj' | 'ec';
  drama_id: number | null;
  product_id: number | null;
  title: string;
  slug: string;
  old_slugs: string[];
  template: LandingPageTable['template'];
  start_episode: number | null;
  language: string;
  country: string | null;
  ab_group: string | null;
  status: 'draft' | 'online' | 'offline';
}

/** The site of a landing page; undefined when the caller does not see the page. */
export async function findSiteId(db: Db, caller: Caller, id: number): Promise<number | undefined> {
  const found = await sql<{ site_id: number }>`select l.site_id ${FROM} where l.id = ${id} and ${isVisibleLanding(caller)}`.execute(db);
  return found.rows[0]?.site_id;
}

/** Locks a landing page. Its site must be locked already. */
export async function lockLanding(db: Db, id: number): Promise<LockedLanding | undefined> {
  return await db
    .selectFrom('landing_page')
    .select(['id', 'version', 'site_id', 'biz', 'drama_id', 'product_id', 'title', 'slug', 'old_slugs', 'template', 'start_episode'])
    .select(['language', 'country', 'ab_group', 'status'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** True when another page of the site has the slug or redirects from it. */
export async function isSlugTaken(db: Db, siteId: number, slug: string, except = 0): Promise<boolean> {
  const found = await sql`
    select 1 from landing_page
    where site_id = ${siteId} and deleted_at is null and id <> ${except} and (slug = ${slug} or ${slug} = any(old_slugs))`.execute(db);
  return found.rows.length > 0;
}

/** The subject of a page: a drama with its episodes, or a product. */
export interface Content {
  id: number;
  /** The code of a drama or the SKU of a product. */
  code: string;
  name: string;
  episodes: number | null;
}

/** Those of the dramas or products that exist, locked against deletion until the end of the transaction. */
export async function loadContents(db: Db, biz: 'dj' | 'ec', ids: readonly number[]): Promise<Map<number, Content>> {
  const found =
    biz === 'dj'
      ? await sql<Content>`
          select id, code, title as name, episodes_total as episodes from drama
          where id = any(${ids}::bigint[]) and deleted_at is null order by id for share`.execute(db)
      : await sql<Content>`
          select id, sku as code, name, null::int as episodes from product
          where id = any(${ids}::bigint[]) and deleted_at is null order by id for share`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row]));
}

export async function insertLanding(db: Db, page: Omit<LockedLanding, 'id' | 'version' | 'old_slugs'>, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('landing_page')
    .values({ ...page, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateLanding(
  db: Db,
  id: number,
  changes: Partial<Omit<LockedLanding, 'id' | 'version' | 'site_id' | 'biz'>> & { offline_at?: Date | null; deleted_at?: Date },
  now: Date,
): Promise<void> {
  await db
    .updateTable('landing_page')
    .set({ ...changes, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** The name of a drama or product in a filter. */
export async function findContentName(db: Db, biz: 'dj' | 'ec', id: number | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const found = await (biz === 'dj'
    ? db.selectFrom('drama').select('title as name').where('id', '=', id).executeTakeFirst()
    : db.selectFrom('product').select('name').where('id', '=', id).executeTakeFirst());
  return found?.name ?? `#${id}`;
}
