import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LandingRow } from '#contracts/endpoints/landing-pages.ts';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';
import type { landingFilters, landingSortable } from '#contracts/vocabulary/landing-pages.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import type { LandingPageTable } from '#server/database/schema-content.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import { contains, ORDER_ZH } from '../searching.ts';
import { isRecent, runningAds } from '../usage.sql.ts';
import type { Caller } from '../work-context.ts';
import { every, orderBy, refOf } from './asset-columns.ts';
import { taggedUrl, urlOf } from './landings.rules.ts';
import { siteVisible } from './sites.repository.ts';

type Db = Kysely<Database>;

interface FoundLanding extends Omit<LandingRow, 'url' | 'url_tagged' | 'created_at' | 'updated_at' | 'can'> {
  domain: string;
  url_tags: string;
  created_at: Date;
  updated_at: Date;
}

export function landingAsRow({ domain, url_tags, ...found }: FoundLanding, caller: Pick<Caller, 'actions'>): LandingRow {
  const url = urlOf(domain, found.slug);
  return {
    ...found,
    url,
    url_tagged: taggedUrl(url, url_tags),
    created_at: found.created_at.toISOString(),
    updated_at: found.updated_at.toISOString(),
    can: caller.actions.includes('asset') ? ['edit', 'copy', 'set_status', 'delete'] : [],
  };
}

const FROM = sql`from landing_page l join site s on s.id = l.site_id left join drama d on d.id = l.drama_id left join product p on p.id = l.product_id`;

/** Who looks, and when. */
export interface LandingReader {
  readonly caller: Caller;
  readonly now: Date;
}

/** SQL: visits of a week as far as the reader sees them; those who came directly belong to nobody, and everybody sees them. */
const visits = (measure: 'pv' | 'uv', { caller, now }: LandingReader) => sql<number>`(
  select coalesce(sum(${sql.ref(`v.${measure}`)}), 0)::bigint from landing_daily v
  where v.landing_page_id = l.id and ${isRecent(sql`v.stat_date`, 7, now)}
    and (v.ad_id = 0 or ${userInScope(scopeOf(caller), sql`v.owner_user_id`)}))`;

const firstPayers = ({ caller, now }: LandingReader) => sql<number>`(
  select coalesce(sum(f.first_payers), 0)::bigint from insight_daily f
  where f.landing_page_id = l.id and ${isRecent(sql`f.stat_date`, 7, now)} and ${userInScope(scopeOf(caller), sql`f.owner_user_id`)})`;

const selectRow = (reader: LandingReader) => sql`
  select l.id, l.version, ${refOf(sql`s.id`, sql`s.name`)} as site, l.biz,
    jsonb_build_object('id', coalesce(d.id, p.id), 'label', coalesce(d.title, p.name)) as content,
    l.title, l.slug, l.old_slugs, l.template, l.start_episode, l.language, l.country, l.ab_group, l.status, l.created_at, l.updated_at,
    ${runningAds(sql<boolean>`xa.landing_page_id = l.id`)} as ads_running, ${visits('pv', reader)} as pv_7d,
    round(${firstPayers(reader)}::numeric / nullif(${visits('uv', reader)}, 0), 6)::float8 as lp_pay_rate, s.domain, s.url_tags ${FROM}`;

export type LandingFilter = SetFilters<typeof landingFilters>;
type Sort = readonly { field: (typeof landingSortable)[number]; order: 'asc' | 'desc' }[];

const living = (caller: Caller) => sql<boolean>`l.deleted_at is null and ${siteVisible(caller)}`;

function matching(caller: Caller, filter: LandingFilter): RawBuilder<boolean> {
  const { keyword } = filter;
  const parts = [living(caller)];
  if (keyword?.trim()) parts.push(sql<boolean>`(l.title ilike ${contains(keyword)} or l.slug ilike ${contains(keyword)})`);
  if (filter.site_id !== undefined) parts.push(sql<boolean>`l.site_id = ${filter.site_id}`);
  if (filter.biz !== undefined) parts.push(sql<boolean>`l.biz = ${filter.biz}`);
  if (filter.drama_id !== undefined) parts.push(sql<boolean>`l.drama_id = ${filter.drama_id}`);
  if (filter.product_id !== undefined) parts.push(sql<boolean>`l.product_id = ${filter.product_id}`);
  if (filter.template !== undefined) parts.push(sql<boolean>`l.template = ${filter.template}`);
  if (filter.language !== undefined) parts.push(sql<boolean>`l.language = ${filter.language}`);
  if (filter.status !== undefined) parts.push(sql<boolean>`l.status = ${filter.status}`);
  return every(parts);
}

const sortable = (reader: LandingReader): Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> => ({
  title: sql`l.title ${ORDER_ZH}`,
  slug: sql`l.slug collate "C"`,
  status: sql`l.status`,
  pv_7d: visits('pv', reader),
  created_at: sql`l.created_at`,
});

export async function countLandings(db: Db, caller: Caller, filter: LandingFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total ${FROM} where ${matching(caller, filter)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Ids of the rows of the filter, ascending, at most so many. */
export async function idsOfLandings(db: Db, caller: Caller, filter: LandingFilter, max: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select l.id ${FROM} where ${matching(caller, filter)} order by l.id limit ${max}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Titles by id, as far as the caller sees them. */
export async function titlesOf(db: Db, caller: Caller, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await sql<{ id: number; title: string }>`
    select l.id, l.title ${FROM} where ${living(caller)} and l.id = any(${ids}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ id, title }) => [id, title]));
}

/** All rows of the filter, in order; each is for `landingAsRow`. */
export const selectLandings = (reader: LandingReader, query: LandingFilter & { sort?: Sort | undefined }): RawBuilder<FoundLanding> =>
  sql<FoundLanding>`${selectRow(reader)} where ${matching(reader.caller, query)} order by ${orderBy(query.sort, sortable(reader), sql`l.id desc`)}`;

export async function pageOfLandings(
  db: Db,
  reader: LandingReader,
  query: LandingFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<LandingRow[]> {
  const found = await sql<FoundLanding>`${selectLandings(reader, query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return found.rows.map((row) => landingAsRow(row, reader.caller));
}

/** One row as in the list; undefined where the caller sees none. */
export async function landingRow(db: Db, reader: LandingReader, id: number): Promise<LandingRow | undefined> {
  const found = await sql<FoundLanding>`${selectRow(reader)} where l.id = ${id} and ${living(reader.caller)}`.execute(db);
  return found.rows[0] && landingAsRow(found.rows[0], reader.caller);
}

/** A landing page to choose, and whether its site is on. */
export interface ChoosableLanding extends Omit<SimpleRow, 'disabled'> {
  status: LandingRow['status'];
  site_status: 'on' | 'off';
}

const sameBiz = (materials: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from material m where m.id = any(${materials}::bigint[]) and m.biz <> s.biz)`;

const sameContent = (materials: readonly number[]): RawBuilder<boolean> => sql<boolean>`(
  (l.drama_id is null and l.product_id is null) or exists (
    select 1 from material m where m.id = any(${materials}::bigint[]) and (m.drama_id = l.drama_id or m.product_id = l.product_id)))`;

export async function simpleLandings(
  db: Db,
  caller: Caller,
  query: LandingFilter & {
    ids?: readonly number[] | undefined;
    for_material_ids?: readonly number[] | undefined;
    of_content?: true | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ list: ChoosableLanding[]; total: number }> {
  const { ids, for_material_ids: materials, of_content } = query;
  const parts = [matching(caller, query)];
  if (ids !== undefined) parts.push(sql<boolean>`l.id = any(${ids}::bigint[])`);
  if (materials !== undefined) parts.push(sameBiz(materials));
  if (materials !== undefined && of_content) parts.push(sameContent(materials));
  const where = every(parts);
  const [list, total] = await Promise.all([
    sql<ChoosableLanding>`
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

/** The site of a landing page the caller sees; undefined where there is none. */
export async function siteOf(db: Db, caller: Caller, id: number): Promise<number | undefined> {
  const found = await sql<{ site_id: number }>`select l.site_id ${FROM} where l.id = ${id} and ${living(caller)}`.execute(db);
  return found.rows[0]?.site_id;
}

/** Locks a living landing page; its site is locked already. */
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

/** True where another page of the site has the slug, or redirects from it. */
export async function isSlugTaken(db: Db, siteId: number, slug: string, except = 0): Promise<boolean> {
  const found = await sql`
    select 1 from landing_page
    where site_id = ${siteId} and deleted_at is null and id <> ${except} and (slug = ${slug} or ${slug} = any(old_slugs))`.execute(db);
  return found.rows.length > 0;
}

/** What a page can be about: a drama with its episodes, or a product without. */
export interface Content {
  id: number;
  /** Its code, or SKU. */
  code: string;
  name: string;
  episodes: number | null;
}

/** Those of the ids that exist, held until the end of the transaction. */
export async function contentsOf(db: Db, biz: 'dj' | 'ec', ids: readonly number[]): Promise<Map<number, Content>> {
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
  changes: Partial<Omit<LockedLanding, 'id' | 'version' | 'site_id' | 'biz'>> & { deleted_at?: Date },
  now: Date,
): Promise<void> {
  await db
    .updateTable('landing_page')
    .set({ ...changes, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** The name of a drama or product that a filter names. */
export async function contentName(db: Db, biz: 'dj' | 'ec', id: number | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const found = await (biz === 'dj'
    ? db.selectFrom('drama').select('title as name').where('id', '=', id).executeTakeFirst()
    : db.selectFrom('product').select('name').where('id', '=', id).executeTakeFirst());
  return found?.name ?? `#${id}`;
}
