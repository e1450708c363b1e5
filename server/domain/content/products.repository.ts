import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ProductRow } from '#contracts/endpoints/products.ts';
import type { productFilters, productSortable } from '#contracts/vocabulary/products.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { assetVisible } from '../assets/index.ts';
import type { Files } from '../files.ts';
import { findAccountsWithFacts, getLastDaysEverywhere, loadFreshnessIfPulled } from '../insights/index.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import { contains, containsWord, ORDER_ZH } from '../searching.ts';
import { isRecent, runningCampaigns } from '../usage.sql.ts';
import type { Caller } from '../work-context.ts';
import type { Choice } from './dramas.repository.ts';
import { isMaterialVisible, type Viewer } from './material-scope.ts';

type Db = Kysely<Database>;

export interface ProductFields {
  sku: string;
  name: string;
  site_id: number;
  price: number;
  currency: string;
  url: string;
  status: 'on' | 'off';
  cover_key: string | null;
}

export interface LockedProduct extends ProductFields {
  id: number;
  version: number;
}

interface ProductRecord extends LockedProduct {
  site: { id: number; label: string };
  materials: number;
  running: number;
  revenue_30d_usd: number;
  roi_30d: number | null;
  created_at: Date;
  updated_at: Date;
}

/** All readers of the page see every product; users with the action `material` may change them. */
export const toProductRow = (
  { cover_key, site_id: _site, ...found }: ProductRecord,
  reader: { caller: Caller; files: Files; now: Date },
): ProductRow => ({
  ...found,
  cover_url: reader.files.addressIfStored(cover_key, reader.now),
  created_at: found.created_at.toISOString(),
  updated_at: found.updated_at.toISOString(),
  can: reader.caller.actions.includes('material') ? ['edit', 'set_status', 'delete'] : [],
});

const FIELDS = sql`p.id, p.version, p.sku, p.name, p.site_id, p.price, p.currency, p.url, p.status, p.cover_key`;
const FROM = sql`from product p join site s on s.id = p.site_id`;

/** SQL: number of its materials that the reader may see. */
const countMaterials = (viewer: Viewer) => sql`(
  select count(*) from material m where m.product_id = p.id and m.deleted_at is null and ${isMaterialVisible(viewer)})`;

const RUNNING_CAMPAIGNS = runningCampaigns(sql<boolean>`xc.product_id = p.id`);

const SALES_DAYS = 30;

/** SQL join `xf`: spend and revenue of each product over thirty days, from facts the reader may see. */
const joinSales = (viewer: Viewer, now: Date) => sql`left join (
  select f.product_id, sum(f.revenue_usd) as revenue, sum(f.spend_usd) as spend from insight_daily f
  where f.product_id is not null and ${isRecent(sql`f.stat_date`, SALES_DAYS, now)} and ${userInScope(scopeOf(viewer), sql`f.owner_user_id`)}
  group by f.product_id) xf on xf.product_id = p.id`;

/** Freshness of these figures; undefined when no visible ad of a product ran. */
export async function loadSalesFreshness(db: Db, viewer: Viewer, now: Date) {
  const days = getLastDaysEverywhere(now, SALES_DAYS);
  const isVisible = sql<boolean>`(f.product_id is not null and ${userInScope(scopeOf(viewer), sql`f.owner_user_id`)})`;
  return await loadFreshnessIfPulled(db, { days, now }, await findAccountsWithFacts(db, days, isVisible));
}

const selectRow = (viewer: Viewer, now: Date) => sql`
  select ${FIELDS}, jsonb_build_object('id', s.id, 'label', s.name) as site, ${countMaterials(viewer)} as materials, ${RUNNING_CAMPAIGNS} as running,
    coalesce(xf.revenue, 0)::bigint as revenue_30d_usd, round(xf.revenue / nullif(xf.spend, 0), 6)::float8 as roi_30d,
    p.created_at, p.updated_at ${FROM} ${joinSales(viewer, now)}`;

export type ProductFilter = SetFilters<typeof productFilters>;
type Sort = readonly { field: (typeof productSortable)[number]; order: 'asc' | 'desc' }[];

function matching(filter: ProductFilter): RawBuilder<boolean> {
  const parts = [sql<boolean>`p.deleted_at is null`];
  if (filter.keyword?.trim())
    parts.push(sql<boolean>`(${containsWord(sql`p.name`, filter.keyword)} or p.sku ilike ${contains(filter.keyword)})`);
  if (filter.site_id !== undefined) parts.push(sql<boolean>`p.site_id = ${filter.site_id}`);
  if (filter.status !== undefined) parts.push(sql<boolean>`p.status = ${filter.status}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const sortable: Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> = {
  name: sql`p.name ${ORDER_ZH}`,
  sku: sql`p.sku collate "C"`,
  // Sorts by the amount in major units, because currencies have different exponents.
  price: sql`p.price / power(10, (select c.exponent from currency c where c.code = p.currency))`,
  materials: sql`materials`,
  running: sql`running`,
  revenue_30d: sql`revenue_30d_usd`,
  roi_30d: sql`roi_30d`,
  created_at: sql`p.created_at`,
};

const orderBy = (sort: Sort): RawBuilder<unknown> =>
  sql.join([
    ...sort.map(({ field, order }) => sql`${sortable[field]} ${order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}`),
    sql`p.id desc`,
  ]);

export async function countProducts(db: Db, filter: ProductFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total from product p where ${matching(filter)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Selects all products of the filter in order, to be converted by `toProductRow`. */
export const selectProducts = (viewer: Viewer, now: Date, query: ProductFilter & { sort?: Sort | undefined }): RawBuilder<ProductRecord> =>
  sql<ProductRecord>`${selectRow(viewer, now)} where ${matching(query)} order by ${orderBy(query.sort ?? [])}`;

export async function loadProductPage(
  db: Db,
  viewer: Viewer,
  now: Date,
  query: ProductFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<ProductRecord[]> {
  const found = await sql<ProductRecord>`${selectProducts(viewer, now, query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return found.rows;
}

export async function findProduct(db: Db, viewer: Viewer, now: Date, id: number): Promise<ProductRecord | undefined> {
  const found = await sql<ProductRecord>`${selectRow(viewer, now)} where p.id = ${id} and p.deleted_at is null`.execute(db);
  return found.rows[0];
}

/** Finds a product that is not deleted and locks it for the transaction. */
export async function lockProduct(db: Db, id: number): Promise<LockedProduct | undefined> {
  const found = await sql<LockedProduct>`
    select ${FIELDS} from product p where p.id = ${id} and p.deleted_at is null for no key update`.execute(db);
  return found.rows[0];
}

/** True when the product is not deleted; it is locked against deletion until the end of the transaction. */
export async function shareLockProduct(db: Db, id: number): Promise<boolean> {
  const found = await sql`select 1 from product where id = ${id} and deleted_at is null for share`.execute(db);
  return found.rows.length > 0;
}

export interface EcommerceSite {
  id: number;
  name: string;
  domain: string;
}

/** E-commerce sites that the caller may see, ordered by name. */
export async function loadSites(db: Db, viewer: Viewer, id?: number): Promise<EcommerceSite[]> {
  const found = await sql<EcommerceSite>`
    select s.id, s.name, s.domain from site s
    where s.deleted_at is null and s.biz = 'ec' and ${assetVisible(viewer, 'site', { id: sql`s.id` })}
      ${id === undefined ? sql`` : sql`and s.id = ${id}`}
    order by s.name ${ORDER_ZH}, s.id`.execute(db);
  return found.rows;
}

/** Domain of a site, without a visibility check. */
export async function findDomain(db: Db, siteId: number): Promise<string | undefined> {
  const found = await db.selectFrom('site').select('domain').where('id', '=', siteId).executeTakeFirst();
  return found?.domain;
}

/** Those of the SKUs that products use which are not deleted. */
export async function findTakenSkus(db: Db, skus: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ sku: string }>`
    select sku from product where deleted_at is null and sku = any(${skus}::text[])`.execute(db);
  return new Set(found.rows.map(({ sku }) => sku));
}

/** Number of decimals by currency. */
export async function loadCurrencyExponents(db: Db): Promise<Map<string, number>> {
  const found = await db.selectFrom('currency').select(['code', 'exponent']).execute();
  return new Map(found.map(({ code, exponent }) => [code, exponent]));
}

export async function insertProduct(db: Db, product: ProductFields & { now: Date }): Promise<number> {
  const { now, ...values } = product;
  const row = await db
    .insertInto('product')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes the given columns and raises the version; the caller has locked the row. */
export async function updateProduct(db: Db, id: number, changes: Partial<ProductFields> & { deleted_at?: Date }, now: Date): Promise<void> {
  await db
    .updateTable('product')
    .set({ ...changes, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Products for a picker; those with status `on` come first. */
export async function loadSimpleProducts(
  db: Db,
  query: { keyword?: string | undefined; ids?: readonly number[] | undefined; site_id?: number | undefined; limit: number; offset: number },
): Promise<{ list: Choice[]; total: number }> {
  const parts = [matching({ keyword: query.keyword, site_id: query.site_id })];
  if (query.ids !== undefined) parts.push(sql<boolean>`p.id = any(${query.ids}::bigint[])`);
  const where = sql.join(parts, sql` and `);
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from product p where ${where}`.execute(db),
    sql<Choice>`
      select p.id, p.name as label, concat_ws(' · ', p.sku, s.name) as sub, p.status ${FROM} where ${where}
      order by p.status desc, p.name ${ORDER_ZH}, p.id limit ${query.limit} offset ${query.offset}`.execute(db),
  ]);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}
