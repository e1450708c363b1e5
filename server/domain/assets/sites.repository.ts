import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';
import type { SiteRow } from '#contracts/endpoints/sites.ts';
import type { siteFilters, siteSortable } from '#contracts/vocabulary/sites.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import type { SiteTable } from '#server/database/schema-assets.ts';
import type { Language } from '../messages.ts';
import { assetVisible, scopeOf, userInScope } from '../people/index.ts';
import { contains, containsWord, ORDER_ZH } from '../searching.ts';
import { isRecent } from '../usage.sql.ts';
import type { Caller } from '../work-context.ts';
import { allOf, idAndLabel, orderBy } from './asset-columns.ts';
import { assigneesSql, endAssignments } from './assign.repository.ts';
import type { ProofProblem } from './site-verifier.ts';
import { proofTexts } from './sites.rules.ts';

type Db = Kysely<Database>;

export interface SiteReader {
  readonly caller: Caller;
  readonly now: Date;
  readonly language: Language;
}

interface SiteRecord extends Omit<SiteRow, 'verify_error' | 'verified_at' | 'created_at' | 'updated_at' | 'can'> {
  verify_error: ProofProblem | null;
  verified_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const toSiteRow = (found: SiteRecord, { caller, language }: SiteReader): SiteRow => ({
  ...found,
  verify_error: found.verify_error === null ? null : proofTexts[found.verify_error][language],
  verified_at: found.verified_at?.toISOString() ?? null,
  created_at: found.created_at.toISOString(),
  updated_at: found.updated_at.toISOString(),
  can: caller.actions.includes('asset')
    ? [
        'edit',
        ...(found.verify_state === 'verified' ? [] : ['verify' as const]),
        'bind_assets',
        'set_status',
        'assign',
        'add_landing',
        'delete',
      ]
    : [],
});

/** SQL condition: the caller sees the site `s`. */
export const siteVisible = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`s.deleted_at is null and ${assetVisible(caller, 'site', { id: sql`s.id` })}`;

const LANDINGS = sql`(select count(*) from landing_page l where l.site_id = s.id and l.deleted_at is null)`;

const relatedSql = (link: 'site_pixel' | 'site_homepage', table: 'pixel' | 'homepage') => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', x.id, 'label', x.name) order by x.name ${ORDER_ZH}, x.id)
  from ${sql.table(link)} sx join ${sql.table(table)} x on x.id = ${sql.ref(`sx.${table}_id`)}
  where sx.site_id = s.id and x.deleted_at is null
), '[]')`;

/** SQL: visitors of the last week as far as the reader sees them. Direct visits have no owner and are visible to everyone. */
const visitorsSql = ({ caller, now }: Pick<SiteReader, 'caller' | 'now'>) => sql<number>`(
  select coalesce(sum(v.uv), 0)::bigint from landing_page l join landing_daily v on v.landing_page_id = l.id
  where l.site_id = s.id and ${isRecent(sql`v.stat_date`, 7, now)} and (v.ad_id = 0 or ${userInScope(scopeOf(caller), sql`v.owner_user_id`)}))`;

/** SQL: paid amount of last week's orders as far as the reader sees them, regardless of later refunds. */
const revenueSql = ({ caller, now }: Pick<SiteReader, 'caller' | 'now'>) => sql<number>`(
  select coalesce(sum(r.amount_usd), 0)::bigint from biz_order r where r.site_id = s.id and ${isRecent(sql`r.stat_date`, 7, now)}
    and r.status in ('paid', 'partial_refunded', 'refunding', 'refunded') and ${userInScope(scopeOf(caller), sql`r.owner_user_id`)})`;

const selectRow = (reader: Pick<SiteReader, 'caller' | 'now'>) => sql`
  select s.id, s.version, s.name, s.domain, s.biz, s.kind, s.app_url_ios, s.app_url_android, s.url_tags, s.timezone_name, s.verify_method,
    s.verify_state, s.verify_error, s.verified_at, s.status, s.created_at, s.updated_at,
    ${relatedSql('site_pixel', 'pixel')} as pixels, ${relatedSql('site_homepage', 'homepage')} as homepages,
    ${idAndLabel(sql`dp.id`, sql`dp.name`)} as default_pixel, ${idAndLabel(sql`dh.id`, sql`dh.name`)} as default_homepage,
    ${LANDINGS} as landings, ${visitorsSql(reader)} as uv_7d, ${revenueSql(reader)} as revenue_7d_usd, ${assigneesSql('site', sql`s.id`)} as assignees
  from site s left join pixel dp on dp.id = s.default_pixel_id and dp.deleted_at is null
    left join homepage dh on dh.id = s.default_homepage_id and dh.deleted_at is null`;

export type SiteFilter = SetFilters<typeof siteFilters>;
type Sort = readonly { field: (typeof siteSortable)[number]; order: 'asc' | 'desc' }[];

function siteCondition(caller: Caller, filter: SiteFilter): RawBuilder<boolean> {
  const parts = [siteVisible(caller)];
  if (filter.keyword?.trim())
    parts.push(sql<boolean>`(${containsWord(sql`s.name`, filter.keyword)} or s.domain ilike ${contains(filter.keyword)})`);
  if (filter.biz !== undefined) parts.push(sql<boolean>`s.biz = ${filter.biz}`);
  if (filter.kind !== undefined) parts.push(sql<boolean>`s.kind = ${filter.kind}`);
  if (filter.verify_state !== undefined) parts.push(sql<boolean>`s.verify_state = ${filter.verify_state}`);
  if (filter.status !== undefined) parts.push(sql<boolean>`s.status = ${filter.status}`);
  return allOf(parts);
}

const sortColumns = (reader: Pick<SiteReader, 'caller' | 'now'>): Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> => ({
  name: sql`s.name ${ORDER_ZH}`,
  landings: LANDINGS,
  uv_7d: visitorsSql(reader),
  revenue_7d: revenueSql(reader),
  created_at: sql`s.created_at`,
});

export async function countSites(db: Db, caller: Caller, filter: SiteFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total from site s where ${siteCondition(caller, filter)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Every matching row, in order; convert the rows with `toSiteRow`. */
export const selectSites = (
  reader: Pick<SiteReader, 'caller' | 'now'>,
  query: SiteFilter & { sort?: Sort | undefined },
): RawBuilder<SiteRecord> =>
  sql<SiteRecord>`${selectRow(reader)} where ${siteCondition(reader.caller, query)} order by ${orderBy(query.sort, sortColumns(reader), sql`s.id desc`)}`;

export async function loadSitePage(
  db: Db,
  reader: SiteReader,
  query: SiteFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<SiteRow[]> {
  const found = await sql<SiteRecord>`${selectSites(reader, query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return found.rows.map((row) => toSiteRow(row, reader));
}

/** One row of the list; undefined when the caller does not see it. */
export async function findSiteRow(db: Db, reader: SiteReader, id: number): Promise<SiteRow | undefined> {
  const found = await sql<SiteRecord>`${selectRow(reader)} where s.id = ${id} and ${siteVisible(reader.caller)}`.execute(db);
  return found.rows[0] && toSiteRow(found.rows[0], reader);
}

/** Sites to choose from, and how many match. */
export async function loadSimpleSites(
  db: Db,
  caller: Caller,
  query: SiteFilter & { ids?: readonly number[] | undefined; limit: number; offset: number },
): Promise<{ list: SimpleRow[]; total: number }> {
  const hasId = query.ids === undefined ? sql<boolean>`true` : sql<boolean>`s.id = any(${query.ids}::bigint[])`;
  const where = allOf([siteCondition(caller, query), hasId]);
  const [list, total] = await Promise.all([
    sql<SimpleRow>`
      select s.id, s.name as label, s.domain as sub, s.status from site s where ${where}
      order by s.name ${ORDER_ZH}, s.id limit ${query.limit} offset ${query.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from site s where ${where}`.execute(db),
  ]);
  return { list: list.rows, total: total.rows[0]?.total ?? 0 };
}

export interface LockedSite {
  id: number;
  version: number;
  name: string;
  biz: SiteTable['biz'];
  kind: SiteTable['kind'];
  domain: string;
  app_url_ios: string | null;
  app_url_android: string | null;
  url_tags: string;
  timezone_name: string;
  default_pixel_id: number | null;
  default_homepage_id: number | null;
  verify_method: SiteTable['verify_method'];
  verify_token: string;
  verify_state: 'pending' | 'verified' | 'failed';
  verify_tried_at: Date | null;
  status: 'on' | 'off';
}

/** Loads a visible site and locks it for the transaction. */
export async function lockSite(db: Db, caller: Caller, id: number): Promise<LockedSite | undefined> {
  const found = await sql<LockedSite>`
    select s.id, s.version, s.name, s.biz, s.kind, s.domain, s.app_url_ios, s.app_url_android, s.url_tags, s.timezone_name,
      s.default_pixel_id, s.default_homepage_id, s.verify_method, s.verify_token, s.verify_state, s.verify_tried_at, s.status
    from site s where s.id = ${id} and ${siteVisible(caller)} for no key update of s`.execute(db);
  return found.rows[0];
}

export async function isDomainTaken(db: Db, domain: string, except = 0): Promise<boolean> {
  const found = await sql`select 1 from site where lower(domain) = ${domain} and deleted_at is null and id <> ${except}`.execute(db);
  return found.rows.length > 0;
}

export async function insertSite(
  db: Db,
  site: Omit<LockedSite, 'id' | 'version' | 'default_pixel_id' | 'default_homepage_id' | 'verify_state' | 'verify_tried_at' | 'status'>,
  { by, now }: { by: number; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('site')
    .values({ ...site, created_by: by, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  // A site has no authoriser, so without this assignment its creator could not see it.
  await db.insertInto('asset_assign').values({ asset_type: 'site', asset_id: id, user_id: by, from_at: now, by_user_id: by }).execute();
  return id;
}

export async function updateSite(
  db: Db,
  id: number,
  changes: Partial<Omit<LockedSite, 'id' | 'version'>> & {
    verified_at?: Date | null;
    verify_error?: ProofProblem | null;
    deleted_at?: Date;
  },
  now: Date,
): Promise<void> {
  await db
    .updateTable('site')
    .set({ ...changes, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** The number of landing pages and products of the site. */
export async function countBelongings(db: Db, id: number): Promise<{ landings: number; products: number }> {
  const found = await sql<{ landings: number; products: number }>`
    select (select count(*) from landing_page where site_id = ${id} and deleted_at is null) as landings,
      (select count(*) from product where site_id = ${id} and deleted_at is null) as products`.execute(db);
  return found.rows[0] ?? { landings: 0, products: 0 };
}

/** Deletes the landing pages, relations and assignments of a site. Returns the number of landing pages. */
export async function deleteBelongings(db: Db, id: number, now: Date): Promise<number> {
  const landings = await sql`
    update landing_page set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where site_id = ${id} and deleted_at is null`.execute(db);
  await db.deleteFrom('site_pixel').where('site_id', '=', id).execute();
  await db.deleteFrom('site_homepage').where('site_id', '=', id).execute();
  await endAssignments(db, 'site', id, now);
  return Number(landings.numAffectedRows ?? 0);
}

/** The expected proof of the domain of a visible site. */
export async function findProof(
  db: Db,
  caller: Caller,
  id: number,
): Promise<Pick<LockedSite, 'domain' | 'verify_method' | 'verify_token' | 'verify_tried_at'> | undefined> {
  const found = await sql<Pick<LockedSite, 'domain' | 'verify_method' | 'verify_token' | 'verify_tried_at'>>`
    select s.domain, s.verify_method, s.verify_token, s.verify_tried_at from site s where s.id = ${id} and ${siteVisible(caller)}`.execute(
    db,
  );
  return found.rows[0];
}
