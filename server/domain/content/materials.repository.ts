import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import { type listMaterials, type MaterialRow, materialMetrics } from '#contracts/endpoints/materials.ts';
import { isMetric, type MetricKey } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import type { CallContext } from '../call.ts';
import type { Files } from '../files.ts';
import {
  type Correction,
  type Days,
  type EntityFacts,
  entityFacts,
  isFactVisible,
  matchesMetricRanges,
  parseFigureDays,
  plusDays,
  type RowFigures,
  withoutFacts,
} from '../insights/index.ts';
import { formatInstant, startOfDay } from '../instants.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import { refuseField } from '../refusal.ts';
import { contains, containsWord, ORDER_ZH } from '../searching.ts';
import { existingAds } from '../usage.sql.ts';
import type { Caller } from '../work-context.ts';
import { isMaterialVisible, isMaterialWritable, type Viewer } from './material-scope.ts';
import { permitsFor } from './materials.rules.ts';

type Db = Kysely<Database>;
type Ref = { id: number; label: string };

/** The fields of a material that users can change. */
export interface MaterialFields {
  title: string;
  drama_id: number | null;
  product_id: number | null;
  language: string;
  creator_user_id: number;
  tags: string[];
  visibility: MaterialRow['visibility'];
  parent_material_id: number | null;
}

/** A locked material that the reader may see. */
export interface LockedMaterial extends MaterialFields {
  id: number;
  version: number;
  code: string;
  biz: 'dj' | 'ec';
  kind: 'video' | 'image';
  status: MaterialRow['status'];
  processing_since: Date | null;
  cover_key: string | null;
  /** True when the reader may change it. */
  writable: boolean;
}

interface PublishColumns {
  last_used_at: Date | null;
}

export interface MaterialRecord extends Omit<MaterialRow, 'cover_url' | 'can' | 'first_used_at' | 'created_at' | 'updated_at'> {
  cover_key: string | null;
  processing_since: Date | null;
  first_used_at: Date | null;
  created_at: Date;
  updated_at: Date;
  writable: boolean;
}

interface Reader {
  caller: Caller;
  files: Files;
  now: Date;
}

export const toMaterialRow = (found: MaterialRecord, { caller, files, now }: Reader): MaterialRow => {
  const { cover_key, writable, processing_since, ...row } = found;
  return {
    ...row,
    cover_url: files.addressIfStored(cover_key, now),
    first_used_at: found.first_used_at?.toISOString() ?? null,
    created_at: found.created_at.toISOString(),
    updated_at: found.updated_at.toISOString(),
    can: permitsFor({ status: row.status, writable, processing_since }, caller, now),
  };
};

const selectRef = (alias: string, label: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is null then null else jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'label', ${sql.ref(`${alias}.${label}`)}) end`;

/** Every material has its users; as left joins, PostgreSQL leaves out those that a query does not use. */
const FROM = sql`
  from material m
  left join drama d on d.id = m.drama_id
  left join product p on p.id = m.product_id
  left join sys_user cu on cu.id = m.creator_user_id
  left join sys_user uu on uu.id = m.uploader_user_id
  left join sys_user ou on ou.id = m.owner_user_id`;

/** SQL: the material it was cut from, if the reader may see that one. */
const selectParent = (viewer: Viewer): RawBuilder<Ref | null> => sql<Ref | null>`(
  select jsonb_build_object('id', seen.id, 'label', seen.title) from (
    select m.id, m.title from material m where m.id = child_parent and m.deleted_at is null and ${isMaterialVisible(viewer)}
  ) seen)`;

/** SQL: when it was last used in these ad accounts, from the ads the reader may see. */
const publishColumns = (caller: Caller, accounts: readonly number[]) => sql`,
    (select max(xa.created_at) from ad xa where xa.material_id = m.id and xa.ad_account_id = any(${accounts}::bigint[])
      and ${userInScope(scopeOf(caller), sql`xa.owner_user_id`)}) as last_used_at`;

const USED_ADS = existingAds(sql<boolean>`xa.material_id = m.id`);

const EMPTY = sql``;

const selectRow = (viewer: Viewer, more: RawBuilder<unknown> = EMPTY, joined: RawBuilder<unknown> = EMPTY) => sql`
  select m.id, m.version, m.code, m.biz, m.kind, ${selectRef('d', 'title')} as drama, ${selectRef('p', 'name')} as product, m.title, m.width, m.height,
    m.duration_ms, m.ratio, m.size_bytes, m.mime, m.language, m.tags, ${selectRef('cu', 'name')} as creator, ${selectRef('uu', 'name')} as uploader,
    ${selectRef('ou', 'name')} as owner, m.visibility, m.status, m.fail_reason, m.hit_level,
    (select ${selectParent(viewer)} from (select m.parent_material_id as child_parent) as link) as parent,
    ${USED_ADS} as used_ads,
    (select count(*) from material_asset ma where ma.material_id = m.id and ma.status = 'ready') as accounts_synced,
    m.first_used_at, m.processing_since, m.cover_key, m.created_at, m.updated_at, ${isMaterialWritable(viewer)} as writable${more}
  ${FROM} ${joined}`;

export type MaterialFilter = Omit<RequestOf<typeof listMaterials>, 'page' | 'page_size' | 'sort'>;
type Sort = NonNullable<RequestOf<typeof listMaterials>['sort']>;

type QueryContext = Pick<CallContext, 'caller' | 'now' | 'limits'>;
type MaterialQuery = MaterialFilter & { sort?: Sort | undefined };

const matchesKeyword = (keyword: string) => sql<boolean>`(${containsWord(sql`m.title`, keyword)} or m.code ilike ${contains(keyword)}
  or exists (select 1 from unnest(m.tags) tag where tag ilike ${contains(keyword)}))`;

/** Facts for these metrics over the given days. */
const createFacts = ({ caller, now }: QueryContext, days: Days, metrics: readonly MetricKey[], ids?: readonly number[]): EntityFacts =>
  entityFacts('material', { caller, now, days, metrics, ids });

/** Facts for the metrics that rows are filtered and sorted by; undefined without such metrics. */
function createSelectionFacts(context: QueryContext, { sort = [], metric_range = [], ...filter }: MaterialQuery): EntityFacts | undefined {
  const days = parseFigureDays(filter, context.limits);
  const metrics = [...sort.map(({ field }) => field), ...metric_range.map(({ metric }) => metric)].filter(isMetric);
  if (metrics.length === 0) return undefined;
  if (days === undefined) throw refuseField('data_from', 'required');
  const { caller, now } = context;
  return entityFacts('material', { caller, now, days, metrics, isForSelection: true });
}

const joinFacts = (facts: EntityFacts | undefined): RawBuilder<unknown> =>
  facts === undefined ? EMPTY : sql`left join ${facts.relation} on x.entity_id = m.id`;

/** Condition for the rows of the filter that the viewer may see; `facts` are needed for metric ranges. */
function matching(viewer: Pick<Caller, 'timezone'> & Viewer, filter: MaterialFilter, facts?: EntityFacts): RawBuilder<boolean> {
  const parts = [sql<boolean>`m.deleted_at is null`, isMaterialVisible(viewer)];
  const equal = (
    [
      ['biz', filter.biz],
      ['drama_id', filter.drama_id],
      ['product_id', filter.product_id],
      ['kind', filter.kind],
      ['ratio', filter.ratio],
      ['language', filter.language],
      ['creator_user_id', filter.creator_user_id],
      ['uploader_user_id', filter.uploader_user_id],
      ['status', filter.status],
      ['visibility', filter.visibility],
      ['hit_level', filter.hit_level],
    ] as const
  ).flatMap(([column, value]) => (value === undefined ? [] : [sql<boolean>`${sql.ref(`m.${column}`)} = ${value}`]));
  parts.push(...equal);
  if (filter.keyword?.trim()) parts.push(matchesKeyword(filter.keyword));
  if (filter.tag !== undefined) parts.push(sql<boolean>`m.tags && ${filter.tag}::text[]`);
  if (filter.used !== undefined)
    parts.push(filter.used ? sql<boolean>`m.first_used_at is not null` : sql<boolean>`m.first_used_at is null`);
  if (filter.mine === true) parts.push(sql<boolean>`m.uploader_user_id = ${viewer.userId}`);
  if (filter.date_from !== undefined) parts.push(sql<boolean>`m.created_at >= ${startOfDay(filter.date_from, viewer.timezone)}`);
  if (filter.date_to !== undefined) parts.push(sql<boolean>`m.created_at < ${startOfDay(filter.date_to, viewer.timezone, 1)}`);
  if (filter.metric_range !== undefined && facts !== undefined) parts.push(...matchesMetricRanges(filter.metric_range, facts));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const sortable: Readonly<Record<Exclude<Sort[number]['field'], MetricKey>, RawBuilder<unknown>>> = {
  title: sql`m.title ${ORDER_ZH}`,
  drama: sql`d.title ${ORDER_ZH}`,
  product: sql`p.name ${ORDER_ZH}`,
  duration: sql`m.duration_ms`,
  size: sql`m.size_bytes`,
  creator: sql`cu.name ${ORDER_ZH}`,
  used_ads: USED_ADS,
  status: sql`m.status`,
  first_used_at: sql`m.first_used_at`,
  created_at: sql`m.created_at`,
};

/** Rows without a value of a metric come last in both directions. */
function orderBy(sort: Sort, facts: EntityFacts | undefined): RawBuilder<unknown> {
  const parts = sort.flatMap(({ field, order }) => {
    if (isMetric(field)) return facts === undefined ? [] : [sql`${facts.metric(field)} ${sql.raw(order)} nulls last`];
    return [sql`${sortable[field]} ${order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}`];
  });
  return sql.join([...parts, sql`m.created_at desc`, sql`m.id desc`]);
}

export async function countMaterials(db: Db, context: QueryContext, filter: MaterialFilter): Promise<number> {
  const facts = createSelectionFacts(context, filter);
  const found = await sql<{ total: number }>`
    select count(*) as total from material m ${joinFacts(facts)} where ${matching(context.caller, filter, facts)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Ids of the rows of the filter, ascending, at most `max`. */
export async function loadMaterialIds(db: Db, context: QueryContext, filter: MaterialFilter, max: number): Promise<number[]> {
  const facts = createSelectionFacts(context, filter);
  const found = await sql<{ id: number }>`
    select m.id from material m ${joinFacts(facts)} where ${matching(context.caller, filter, facts)} order by m.id limit ${max}`.execute(
    db,
  );
  return found.rows.map(({ id }) => id);
}

const BUSINESS_LINE_FILTERS: readonly (keyof MaterialFilter)[] = ['biz', 'data_from', 'data_to'];

/** True when the filter selects all materials of a business line, or of both, and the caller sees them. */
const coversBusinessLine = ({ caller }: QueryContext, filter: MaterialFilter): boolean =>
  scopeOf(caller).kind === 'everyone' &&
  (Object.keys(filter) as (keyof MaterialFilter)[]).every((key) => BUSINESS_LINE_FILTERS.includes(key) || filter[key] === undefined);

/** The days of ads of the business line without one of the chosen materials, and days of other ads with one of them. */
function differsFromBusinessLine(chosen: RawBuilder<unknown>, { biz }: MaterialFilter): Correction {
  const isOfLine = biz === undefined ? sql<boolean>`true` : sql<boolean>`(f.biz = ${biz})`;
  return {
    where: sql<boolean>`${isOfLine} <> coalesce(f.material_id in (${chosen}), false)`,
    sign: sql<number>`(case when ${isOfLine} then -1 else 1 end)`,
  };
}

/** Totals over all materials of the filter in the given days. */
export async function loadMaterialTotals(
  db: Db,
  context: QueryContext,
  filter: MaterialFilter,
  days: Days,
): Promise<RowFigures & { used_ads: number }> {
  const by = createSelectionFacts(context, filter);
  const facts = createFacts(context, days, materialMetrics);
  const sumsOf = (chosen: RawBuilder<unknown>) =>
    coversBusinessLine(context, filter)
      ? facts.totalsOfAccounts(differsFromBusinessLine(chosen, filter), { biz: filter.biz })
      : facts.totalsOf(chosen);
  const found = await sql<{ used_ads: number }>`
    with chosen as materialized (select m.id from material m ${joinFacts(by)} where ${matching(context.caller, filter, by)})
    select ${existingAds(sql<boolean>`coalesce(xa.material_id in (select id from chosen), false)`)} as used_ads, ${facts.summedColumns}
    from ${sumsOf(sql`select id from chosen`)}`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error('the query for the totals of materials returned no row');
  return { ...facts.toFigures({ ...row }), used_ads: row.used_ads };
}

/** Ad accounts of the business line with facts in these days that the reader may see. */
export async function findAccountsWithFigures(
  db: Db,
  { caller }: QueryContext,
  days: Days,
  { biz }: Pick<MaterialFilter, 'biz'>,
): Promise<number[]> {
  const isOfBusinessLine = biz === undefined ? sql<boolean>`true` : sql<boolean>`f.biz = ${biz}`;
  const found = await sql<{ id: number }>`
    select distinct f.ad_account_id as id from insight_account_daily f
    where f.stat_date between ${days.from}::date and ${days.to}::date and ${isOfBusinessLine} and ${isFactVisible(caller)}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** A row with its figures as the database returns them. */
export type MaterialRecordWithFigures = MaterialRecord & Readonly<Record<string, unknown>>;

/** Selects all materials of the filter in order; `shape` converts them to rows, with figures when the query has days. */
export function selectMaterials(context: QueryContext & Reader, query: MaterialQuery) {
  const days = parseFigureDays(query, context.limits);
  const { caller } = context;
  // Called for its refusal of metrics without days.
  createSelectionFacts(context, query);
  const facts = days && createFacts(context, days, materialMetrics);
  const more = facts && sql`, ${facts.columns}`;
  return {
    rows: sql<MaterialRecordWithFigures>`
      ${selectRow(caller, more, joinFacts(facts))} where ${matching(caller, query, facts)} order by ${orderBy(query.sort ?? [], facts)}`,
    shape: (found: MaterialRecordWithFigures): MaterialRow & Partial<RowFigures> => ({
      ...toMaterialRow(withoutFacts(found), context),
      ...facts?.toFigures(found),
    }),
  };
}

/**
 * One page of the list, with figures when the query has days. `to_publish_in` adds the last use in these ad accounts, which helps to
 * choose materials for them.
 */
export async function loadMaterialPage(
  db: Db,
  context: QueryContext & Reader,
  { to_publish_in, limit, offset, ...query }: MaterialQuery & { to_publish_in?: number[] | undefined; limit: number; offset: number },
): Promise<ReplyOf<typeof listMaterials>['list']> {
  const { caller, limits } = context;
  const by = createSelectionFacts(context, query);
  const chosen = await sql<{ id: number }>`
    select m.id ${FROM} ${joinFacts(by)} where ${matching(caller, query, by)} order by ${orderBy(query.sort ?? [], by)}
    limit ${limit} offset ${offset}`.execute(db);
  if (chosen.rows.length === 0) return [];
  const ids = chosen.rows.map(({ id }) => id);
  const days = parseFigureDays(query, limits);
  const facts = days && createFacts(context, days, materialMetrics, ids);
  const more = sql`${facts ? sql`, ${facts.columns}` : EMPTY}${to_publish_in ? publishColumns(caller, to_publish_in) : EMPTY}`;
  const found = await sql<MaterialRecordWithFigures & Partial<PublishColumns>>`
    ${selectRow(caller, more, joinFacts(facts))} where m.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], m.id)`.execute(
    db,
  );
  return found.rows.map(({ last_used_at, ...row }) => ({
    ...toMaterialRow(withoutFacts(row), context),
    ...facts?.toFigures(row),
    ...(to_publish_in && { publish: { last_used_at: last_used_at?.toISOString() ?? null } }),
  }));
}

/** SQL: the material with this id is not deleted and visible to the reader. */
export const isVisibleById = (viewer: Viewer, id: number) =>
  sql<boolean>`m.id = ${id} and m.deleted_at is null and ${isMaterialVisible(viewer)}`;

/** Finds one material as a row of the list; undefined when the reader may not see it. */
export async function findMaterial(db: Db, viewer: Viewer, id: number): Promise<MaterialRecord | undefined> {
  const found = await sql<MaterialRecord>`${selectRow(viewer)} where ${isVisibleById(viewer, id)}`.execute(db);
  return found.rows[0];
}

/** Locks a material; undefined when the reader may not see it. */
export async function lockMaterial(db: Db, viewer: Viewer, id: number): Promise<LockedMaterial | undefined> {
  const found = await sql<LockedMaterial>`
    select m.id, m.version, m.code, m.biz, m.kind, m.status, m.processing_since, m.cover_key, m.title, m.drama_id, m.product_id, m.language,
      m.creator_user_id, m.tags, m.visibility, m.parent_material_id, ${isMaterialWritable(viewer)} as writable
    from material m where ${isVisibleById(viewer, id)} for no key update of m`.execute(db);
  return found.rows[0];
}

/** Titles by id; materials that the reader may not see are left out. */
export async function loadTitles(db: Db, viewer: Viewer, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await sql<{ id: number; title: string }>`
    select m.id, m.title from material m
    where m.id = any(${ids}::bigint[]) and m.deleted_at is null and ${isMaterialVisible(viewer)}`.execute(db);
  return new Map(found.rows.map(({ id, title }) => [id, title]));
}

/** Writes the given columns and raises the version; the caller has locked the row. */
export async function updateMaterial(
  db: Db,
  id: number,
  changes: Partial<MaterialFields> &
    Partial<Pick<LockedMaterial, 'status' | 'cover_key' | 'processing_since'>> & {
      fail_reason?: null;
      deleted_at?: Date;
      unblocked_at?: Date;
    },
  now: Date,
): Promise<void> {
  await db
    .updateTable('material')
    .set({ ...changes, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** SQL: ids of the material and of everything cut from it. */
export const selectDescendants = (id: number) => sql`
  with recursive below(id) as (
    select ${id}::bigint union select c.id from material c join below on c.parent_material_id = below.id
  ) select id from below`;

/** The file keys and names of a material, if the reader may see it. */
export async function findMaterialFiles(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<
  { status: MaterialRow['status']; file_key: string; cover_key: string | null; title: string; code: string; mime: string } | undefined
> {
  const found = await sql<{
    status: MaterialRow['status'];
    file_key: string;
    cover_key: string | null;
    title: string;
    code: string;
    mime: string;
  }>`select m.status, m.file_key, m.cover_key, m.title, m.code, m.mime from material m where ${isVisibleById(viewer, id)}`.execute(db);
  return found.rows[0];
}

/** A material to choose, with its figures of the last 30 days where it is chosen for use. */
export interface SimpleMaterial
  extends Pick<MaterialRow, 'id' | 'code' | 'status' | 'kind' | 'ratio' | 'width' | 'height' | 'duration_ms' | 'hit_level'> {
  label: string;
  content: string | null;
  cover_key: string | null;
  figures?: RowFigures;
}

const CHOICE_DAYS = 30;

/** Materials for a picker, newest first. Figures are summed for the materials of the page alone. */
export async function loadSimpleMaterials(
  db: Db,
  { caller, now }: Pick<QueryContext, 'caller' | 'now'>,
  query: Pick<MaterialFilter, 'keyword' | 'biz' | 'kind' | 'drama_id' | 'product_id'> & {
    ids?: readonly number[] | undefined;
    usable?: boolean | undefined;
    parent_of?: number | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ list: SimpleMaterial[]; total: number }> {
  const { ids, usable, parent_of, limit, offset, ...filter } = query;
  const parts = [matching(caller, filter)];
  if (ids !== undefined) parts.push(sql<boolean>`m.id = any(${ids}::bigint[])`);
  if (usable === true) parts.push(sql<boolean>`m.status <> 'archived'`);
  if (parent_of !== undefined) {
    parts.push(sql<boolean>`exists (
      select 1 from material c where c.id = ${parent_of} and c.biz = m.biz
        and c.drama_id is not distinct from m.drama_id and c.product_id is not distinct from m.product_id)
      and m.id not in (${selectDescendants(parent_of)})`);
  }
  const where = sql.join(parts, sql` and `);
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from material m where ${where}`.execute(db),
    sql<SimpleMaterial>`
      select m.id, m.title as label, m.code, coalesce(d.title, p.name) as content, m.kind, m.ratio, m.width, m.height, m.duration_ms,
        m.hit_level, m.status, m.cover_key ${FROM} where ${where}
      order by m.created_at desc, m.id desc limit ${limit} offset ${offset}`.execute(db),
  ]);
  const figures = usable === true ? await loadChoiceFigures(db, { caller, now }, found.rows) : undefined;
  return { list: found.rows.map((row) => ({ ...row, ...figures?.(row.id) })), total: counted.rows[0]?.total ?? 0 };
}

/** Loads what materials spent in the last days, today included, and how that returned. */
async function loadChoiceFigures(
  db: Db,
  { caller, now }: Pick<QueryContext, 'caller' | 'now'>,
  materials: readonly Pick<SimpleMaterial, 'id'>[],
): Promise<(id: number) => { figures: RowFigures }> {
  const ids = materials.map(({ id }) => id);
  const today = formatInstant(now, caller.timezone).slice(0, 10);
  const days = { from: plusDays(today, 1 - CHOICE_DAYS), to: today, length: CHOICE_DAYS, isToday: false };
  const facts = entityFacts('material', { caller, now, days, metrics: ['spend', 'roi_d0'], ids });
  const found =
    ids.length === 0
      ? []
      : (await sql<{ entity_id: number }>`select x.entity_id, ${facts.columns} from ${facts.relation}`.execute(db)).rows;
  const byId = new Map(found.map((row) => [row.entity_id, facts.toFigures({ ...row })]));
  return (id) => ({ figures: byId.get(id) ?? { m: { spend: 0, roi_d0: null } } });
}
