import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { UnfinishedBody } from '#contracts/endpoints/scheme-body.ts';
import type { SchemeRow } from '#contracts/endpoints/schemes.ts';
import { missingFields } from '#contracts/rules/scheme-rules.ts';
import type { SchemeStatusName as SchemeStatus, schemeFilters, schemeSortable } from '#contracts/vocabulary/schemes.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { businessDay } from '../../business-time.ts';
import { findAccountsWithFacts, getLastDaysEverywhere, loadFreshnessIfPulled } from '../../insights/index.ts';
import { isSchemeKnown, schemeVisible, schemeWritable, scopeOf, userInScope } from '../../people/index.ts';
import { containsWord, ORDER_ZH } from '../../searching.ts';
import type { Caller } from '../../work-context.ts';

type Db = Kysely<Database>;

interface SchemeRecord
  extends Omit<
    SchemeRow,
    | 'objective'
    | 'source'
    | 'budget_usd'
    | 'budget_mode'
    | 'budget_level'
    | 'bid_strategy'
    | 'countries'
    | 'structure'
    | 'missing'
    | 'last_published_at'
    | 'created_at'
    | 'updated_at'
    | 'can'
  > {
  body: UnfinishedBody;
  last_published_at: Date | null;
  created_at: Date;
  updated_at: Date;
  is_writable: boolean;
}

export interface LockedScheme {
  id: number;
  version: number;
  name: string;
  biz: 'dj' | 'ec';
  channel: 'meta' | 'tiktok';
  visibility: 'private' | 'dept';
  status: SchemeStatus;
  current_version: number;
  remark: string | null;
  last_published_at: Date | null;
  body: UnfinishedBody;
  isWritable: boolean;
}

/** What the caller may do with a scheme that they see. */
export function findPermits(
  { status, is_writable }: Pick<SchemeRecord, 'status' | 'is_writable'>,
  caller: Pick<Caller, 'actions'>,
): SchemeRow['can'] {
  const mayPublish = caller.actions.includes('publish');
  const permits: [SchemeRow['can'][number], boolean][] = [
    ['publish', status === 'enabled'],
    ['edit', is_writable],
    ['copy', true],
    ['set_status', is_writable],
    ['delete', is_writable],
  ];
  return permits.flatMap(([permit, is]) => (mayPublish && is ? [permit] : []));
}

/** The parts of a body that rows show. */
export const summariseBody = ({ goal, money, audience, structure }: UnfinishedBody) => ({
  objective: goal.objective,
  budget_usd: money.budget_usd,
  budget_mode: money.budget_mode,
  budget_level: money.budget_level,
  bid_strategy: money.bid_strategy,
  countries: audience.countries,
  structure: [structure.campaigns_per_account, structure.groups_per_campaign, structure.ads_per_group],
});

export function toSchemeRow(found: SchemeRecord, caller: Caller): SchemeRow {
  const { body, is_writable, ...row } = found;
  return {
    ...row,
    ...summariseBody(body),
    source: body.creative.source,
    missing: missingFields(body),
    last_published_at: row.last_published_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    can: findPermits({ ...row, is_writable }, caller),
  };
}

export interface SchemeContext {
  caller: Caller;
  now: Date;
}

const ROI_DAYS = 30;

/** SQL: D0 ROI of the last 30 days of everything published from the scheme, as far as the reader sees it. */
const d0RoiSql = ({ caller, now }: SchemeContext) => sql`
  (select (sum(i.rev_d0) / nullif(sum(i.spend_usd), 0))::float8 from insight_daily i
    where i.scheme_id = s.id and i.stat_date > ${businessDay(now)} - ${ROI_DAYS}::int
      and ${userInScope(scopeOf(caller), sql`i.owner_user_id`)})`;

/** How recent that ROI is; undefined when the reader sees no facts of any scheme. */
export async function loadRoiFreshness(db: Db, { caller, now }: SchemeContext) {
  const days = getLastDaysEverywhere(now, ROI_DAYS);
  const isVisible = sql<boolean>`(f.scheme_id is not null and ${userInScope(scopeOf(caller), sql`f.owner_user_id`)})`;
  return await loadFreshnessIfPulled(db, { days, now }, await findAccountsWithFacts(db, days, isVisible));
}

const PUBLISHES = sql`(select count(*) from batch b where b.scheme_id = s.id and b.type = 'publish')`;

const SOURCES = sql`
  from scheme s join sys_user o on o.id = s.owner_user_id
    join scheme_version v on v.scheme_id = s.id and v.version = s.current_version`;

const selectRows = (asking: SchemeContext) => sql`
  select s.id, s.version, s.name, s.biz, s.channel, jsonb_build_object('id', o.id, 'label', o.name) as owner, s.visibility, s.status,
    s.current_version, s.remark, v.body, ${PUBLISHES} as publish_count, s.last_published_at, ${d0RoiSql(asking)} as roi_d0_30d,
    s.created_at, s.updated_at, ${schemeWritable(asking.caller)} as is_writable
  ${SOURCES}`;

export type SchemeFilter = SetFilters<typeof schemeFilters>;
type Sort = readonly { field: (typeof schemeSortable)[number]; order: 'asc' | 'desc' }[];

function schemeCondition(caller: Caller, filter: SchemeFilter): RawBuilder<boolean> {
  const parts = [sql<boolean>`s.deleted_at is null`, schemeVisible(caller)];
  const { keyword } = filter;
  if (keyword?.trim()) parts.push(sql<boolean>`(${containsWord(sql`s.name`, keyword)} or ${containsWord(sql`s.remark`, keyword)})`);
  if (filter.biz !== undefined) parts.push(sql<boolean>`s.biz = ${filter.biz}`);
  if (filter.channel !== undefined) parts.push(sql<boolean>`s.channel = ${filter.channel}`);
  if (filter.status !== undefined) parts.push(sql<boolean>`s.status = ${filter.status}`);
  if (filter.owner_user_id !== undefined) parts.push(sql<boolean>`s.owner_user_id = ${filter.owner_user_id}`);
  if (filter.visibility !== undefined) parts.push(sql<boolean>`s.visibility = ${filter.visibility}`);
  if (filter.objective !== undefined) parts.push(sql<boolean>`v.body -> 'goal' ->> 'objective' = ${filter.objective}`);
  if (filter.source !== undefined) parts.push(sql<boolean>`v.body -> 'creative' ->> 'source' = ${filter.source}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const sortColumns = (asking: SchemeContext): Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> => ({
  name: sql`s.name ${ORDER_ZH}`,
  publish_count: PUBLISHES,
  last_published_at: sql`s.last_published_at`,
  roi_d0_30d: d0RoiSql(asking),
  created_at: sql`s.created_at`,
  updated_at: sql`s.updated_at`,
});

const createOrderBy = (asking: SchemeContext, sort: Sort): RawBuilder<unknown> =>
  sql.join([...sort.map(({ field, order }) => sql`${sortColumns(asking)[field]} ${sql.raw(order)} nulls last`), sql`s.id desc`]);

export async function countSchemes(db: Db, caller: Caller, filter: SchemeFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total ${SOURCES} where ${schemeCondition(caller, filter)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Every scheme that matches, in order; convert the rows with `toSchemeRow`. */
export const selectSchemes = (asking: SchemeContext, { sort = [], ...filter }: SchemeFilter & { sort?: Sort | undefined }) =>
  sql<SchemeRecord>`${selectRows(asking)} where ${schemeCondition(asking.caller, filter)} order by ${createOrderBy(asking, sort)}`;

export async function loadSchemePage(
  db: Db,
  asking: SchemeContext,
  query: SchemeFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<SchemeRecord[]> {
  const { limit, offset, ...rest } = query;
  return (await sql<SchemeRecord>`${selectSchemes(asking, rest)} limit ${limit} offset ${offset}`.execute(db)).rows;
}

const isVisibleScheme = (caller: Caller, id: number) => sql`s.id = ${id} and s.deleted_at is null and ${schemeVisible(caller)}`;

export async function findScheme(db: Db, asking: SchemeContext, id: number): Promise<SchemeRecord | undefined> {
  return (await sql<SchemeRecord>`${selectRows(asking)} where ${isVisibleScheme(asking.caller, id)}`.execute(db)).rows[0];
}

/** Loads a visible scheme with its current body and locks it for the transaction. */
export async function lockScheme(db: Db, caller: Caller, id: number): Promise<LockedScheme | undefined> {
  const found = await sql<LockedScheme>`
    select s.id, s.version, s.name, s.biz, s.channel, s.visibility, s.status, s.current_version, s.remark, s.last_published_at, v.body,
      ${schemeWritable(caller)} as "isWritable"
    ${SOURCES} where ${isVisibleScheme(caller, id)} for no key update of s`.execute(db);
  return found.rows[0];
}

/** The body of a version; undefined when the version does not exist. */
export async function findBody(db: Db, id: number, version: number): Promise<UnfinishedBody | undefined> {
  const row = await db
    .selectFrom('scheme_version')
    .select('body')
    .where('scheme_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.body as UnfinishedBody | undefined;
}

export interface SchemeVersion {
  version: number;
  created_at: Date;
  by: { id: number; label: string };
  publish_count: number;
}

/** The versions of a scheme, newest first. */
export async function loadVersions(db: Db, id: number): Promise<SchemeVersion[]> {
  const found = await sql<SchemeVersion>`
    select v.version, v.updated_at as created_at, jsonb_build_object('id', u.id, 'label', u.name) as by,
      (select count(*) from batch b where b.scheme_id = v.scheme_id and b.scheme_version = v.version and b.type = 'publish') as publish_count
    from scheme_version v join sys_user u on u.id = v.created_by where v.scheme_id = ${id} order by v.version desc`.execute(db);
  return found.rows;
}

/** True when the owner has another scheme with the name. The unique index decides between concurrent writes. */
export async function isNameTaken(db: Db, { owner, name, except }: { owner: number; name: string; except?: number }): Promise<boolean> {
  const found = await db
    .selectFrom('scheme')
    .select('id')
    .where('owner_user_id', '=', owner)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? 0))
    .executeTakeFirst();
  return found !== undefined;
}

export interface NewScheme {
  name: string;
  biz: 'dj' | 'ec';
  channel: 'meta' | 'tiktok';
  visibility: 'private' | 'dept';
  remark: string | null;
  status: SchemeStatus;
}

export async function insertScheme(
  db: Db,
  scheme: NewScheme,
  body: UnfinishedBody,
  { by, now }: { by: number; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('scheme')
    .values({ ...scheme, owner_user_id: by, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeBody(db, { id, version: 1 }, body, { by, now });
  return id;
}

/** Writes the body of a version, replacing an existing one. */
export async function writeBody(
  db: Db,
  { id, version }: { id: number; version: number },
  body: UnfinishedBody,
  { by, now }: { by: number; now: Date },
): Promise<void> {
  await db
    .insertInto('scheme_version')
    .values({ scheme_id: id, version, body: JSON.stringify(body), created_by: by, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['scheme_id', 'version']).doUpdateSet({ body: JSON.stringify(body), created_by: by, updated_at: now }),
    )
    .execute();
}

type SchemeChanges = Partial<NewScheme> & { current_version?: number; deleted_at?: Date };

export async function updateScheme(db: Db, id: number, changes: SchemeChanges, now: Date): Promise<void> {
  await db
    .updateTable('scheme')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** The unfinished publish of the scheme; undefined without one. */
export async function findRunningPublish(db: Db, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('batch')
    .select('id')
    .where('scheme_id', '=', id)
    .where('type', '=', 'publish')
    .where('finished_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

export interface SimpleScheme {
  id: number;
  label: string;
  sub: string;
  status: SchemeStatus;
}

export async function loadSimpleSchemes(
  db: Db,
  caller: Caller,
  query: SchemeFilter & { ids?: readonly number[] | undefined; limit: number; offset: number },
): Promise<{ list: SimpleScheme[]; total: number }> {
  const { ids, limit, offset, ...filter } = query;
  // Chosen schemes are also named when only their ads can be seen: reports are filtered by these as well.
  const where =
    ids === undefined ? schemeCondition(caller, filter) : sql<boolean>`(s.id = any(${ids}::bigint[]) and ${isSchemeKnown(caller)})`;
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*) as total ${SOURCES} where ${where}`.execute(db),
    sql<SimpleScheme>`
      select s.id, s.name as label, concat_ws(' · ', o.name, 'v' || s.current_version) as sub, s.status
      ${SOURCES} where ${where}
      order by s.status = 'enabled' desc, s.last_published_at desc nulls last, s.id desc limit ${limit} offset ${offset}`.execute(db),
  ]);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}
