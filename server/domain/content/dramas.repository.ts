import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DramaRow } from '#contracts/endpoints/dramas.ts';
import type { dramaFilters, dramaSortable } from '#contracts/vocabulary/dramas.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import type { Files } from '../files.ts';
import { contains, containsWord, ORDER_ZH } from '../searching.ts';
import { runningCampaigns } from '../usage.sql.ts';
import type { Caller } from '../work-context.ts';
import { isMaterialVisible, type Viewer } from './material-scope.ts';

type Db = Kysely<Database>;

/** The fields of a drama that users can change. */
export interface DramaFields {
  title: string;
  title_en: string | null;
  language: string;
  genres: string[];
  episodes_total: number;
  free_episodes: number;
  price_model: DramaRow['price_model'];
  target_roi_d0_bp: number;
  online_at: string | null;
  copyright_until: string | null;
  status: 'on' | 'off';
  cover_key: string | null;
}

export interface LockedDrama extends DramaFields {
  id: number;
  version: number;
  code: string;
  stage: DramaRow['stage'];
}

interface DramaRecord extends LockedDrama {
  materials: number;
  running: number;
  created_at: Date;
  updated_at: Date;
}

/** All readers of the page see every drama; users with the action `material` may change them. */
export const toDramaRow = ({ cover_key, ...found }: DramaRecord, reader: { caller: Caller; files: Files; now: Date }): DramaRow => ({
  ...found,
  cover_url: reader.files.addressIfStored(cover_key, reader.now),
  created_at: found.created_at.toISOString(),
  updated_at: found.updated_at.toISOString(),
  can: reader.caller.actions.includes('material') ? ['edit', 'set_status', 'delete'] : [],
});

const FIELDS = sql`
  d.id, d.version, d.code, d.title, d.title_en, d.language, d.genres, d.episodes_total, d.free_episodes, d.price_model, d.stage, d.status,
  d.target_roi_d0_bp, d.online_at::text, d.copyright_until::text, d.cover_key`;

/** SQL: number of its materials that the reader may see. */
const countMaterials = (viewer: Viewer) => sql`(
  select count(*) from material m where m.drama_id = d.id and m.deleted_at is null and ${isMaterialVisible(viewer)})`;

const RUNNING_CAMPAIGNS = runningCampaigns(sql<boolean>`xc.drama_id = d.id`);

export type DramaFilter = SetFilters<typeof dramaFilters>;
type Sort = readonly { field: (typeof dramaSortable)[number]; order: 'asc' | 'desc' }[];

const matchesKeyword = (keyword: string) =>
  sql<boolean>`(${containsWord(sql`d.title`, keyword)} or d.title_en ilike ${contains(keyword)} or d.code ilike ${contains(keyword)})`;

function matching(filter: DramaFilter): RawBuilder<boolean> {
  const parts = [sql<boolean>`d.deleted_at is null`];
  if (filter.keyword?.trim()) parts.push(matchesKeyword(filter.keyword));
  if (filter.language !== undefined) parts.push(sql<boolean>`d.language = ${filter.language}`);
  if (filter.genre !== undefined) parts.push(sql<boolean>`${filter.genre} = any(d.genres)`);
  if (filter.price_model !== undefined) parts.push(sql<boolean>`d.price_model = ${filter.price_model}`);
  if (filter.stage !== undefined) parts.push(sql<boolean>`d.stage = ${filter.stage}`);
  if (filter.status !== undefined) parts.push(sql<boolean>`d.status = ${filter.status}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const sortable: Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> = {
  title: sql`d.title ${ORDER_ZH}`,
  code: sql`d.code collate "C"`,
  language: sql`d.language`,
  stage: sql`array_position(array['new', 'testing', 'scaling', 'declining', 'stopped'], d.stage)`,
  materials: sql`materials`,
  running: sql`running`,
  online_at: sql`d.online_at`,
  copyright_until: sql`d.copyright_until`,
  created_at: sql`d.created_at`,
};

const orderBy = (sort: Sort): RawBuilder<unknown> =>
  sql.join([
    ...sort.map(({ field, order }) => sql`${sortable[field]} ${order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}`),
    sql`d.id desc`,
  ]);

export async function countDramas(db: Db, filter: DramaFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total from drama d where ${matching(filter)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Selects all dramas of the filter in order, to be converted by `toDramaRow`. */
export const selectDramas = (viewer: Viewer, query: DramaFilter & { sort?: Sort | undefined }): RawBuilder<DramaRecord> => sql<DramaRecord>`
  select ${FIELDS}, ${countMaterials(viewer)} as materials, ${RUNNING_CAMPAIGNS} as running, d.created_at, d.updated_at from drama d
  where ${matching(query)} order by ${orderBy(query.sort ?? [])}`;

export async function loadDramaPage(
  db: Db,
  viewer: Viewer,
  query: DramaFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<DramaRecord[]> {
  const found = await sql<DramaRecord>`${selectDramas(viewer, query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return found.rows;
}

export async function findDrama(db: Db, viewer: Viewer, id: number): Promise<DramaRecord | undefined> {
  const found = await sql<DramaRecord>`
    select ${FIELDS}, ${countMaterials(viewer)} as materials, ${RUNNING_CAMPAIGNS} as running, d.created_at, d.updated_at from drama d
    where d.id = ${id} and d.deleted_at is null`.execute(db);
  return found.rows[0];
}

/** Finds a drama that is not deleted and locks it for the transaction. */
export async function lockDrama(db: Db, id: number): Promise<LockedDrama | undefined> {
  const found = await sql<LockedDrama>`
    select ${FIELDS} from drama d where d.id = ${id} and d.deleted_at is null for no key update`.execute(db);
  return found.rows[0];
}

/** True when the drama is not deleted; it is locked against deletion until the end of the transaction. */
export async function shareLockDrama(db: Db, id: number): Promise<boolean> {
  const found = await sql`select 1 from drama where id = ${id} and deleted_at is null for share`.execute(db);
  return found.rows.length > 0;
}

export async function insertDrama(db: Db, drama: DramaFields & { code: string; now: Date }): Promise<number> {
  const { now, ...values } = drama;
  const row = await db
    .insertInto('drama')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes the given columns and raises the version; the caller has locked the row. */
export async function updateDrama(
  db: Db,
  id: number,
  changes: Partial<DramaFields> & { stage?: DramaRow['stage']; deleted_at?: Date },
  now: Date,
): Promise<void> {
  await db
    .updateTable('drama')
    .set({ ...changes, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

export interface Choice {
  id: number;
  label: string;
  sub: string;
  status: string;
}

/** Dramas for a picker; those with status `on` come first. */
export async function loadSimpleDramas(
  db: Db,
  query: {
    keyword?: string | undefined;
    ids?: readonly number[] | undefined;
    language?: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ list: Choice[]; total: number }> {
  const parts = [matching({ keyword: query.keyword, language: query.language })];
  if (query.ids !== undefined) parts.push(sql<boolean>`d.id = any(${query.ids}::bigint[])`);
  const where = sql.join(parts, sql` and `);
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from drama d where ${where}`.execute(db),
    sql<Choice>`
      select d.id, d.title as label, concat_ws(' · ', d.code, d.language) as sub, d.status from drama d where ${where}
      order by d.status desc, d.title ${ORDER_ZH}, d.id limit ${query.limit} offset ${query.offset}`.execute(db),
  ]);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Dramas that are on and whose copyright ends within this many days. */
export async function findEndingDramas(
  db: Db,
  today: string,
  days: number,
): Promise<{ id: number; code: string; title: string; copyright_until: string }[]> {
  const found = await sql<{ id: number; code: string; title: string; copyright_until: string }>`
    select id, code, title, copyright_until::text from drama
    where deleted_at is null and status = 'on' and copyright_until between ${today}::date and ${today}::date + ${days}::int
    order by copyright_until, id`.execute(db);
  return found.rows;
}

/** Dramas that are still on although their copyright ended before today, oldest end first. */
export async function findExpiredDramas(
  db: Db,
  today: string,
): Promise<{ id: number; code: string; title: string; copyright_until: string }[]> {
  const found = await sql<{ id: number; code: string; title: string; copyright_until: string }>`
    select id, code, title, copyright_until::text from drama
    where deleted_at is null and status = 'on' and copyright_until < ${today}::date order by copyright_until, id`.execute(db);
  return found.rows;
}
