import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PostRow } from '#contracts/endpoints/posts.ts';
import type { CallToAction, PostStatus, PostType, postFilters, postSortable } from '#contracts/vocabulary/posts.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import type { Files } from '../files.ts';
import { startOfDay } from '../instants.ts';
import { containsWord, ORDER_ZH } from '../searching.ts';
import { existingAds } from '../usage.sql.ts';
import type { Caller } from '../work-context.ts';
import { postVisible, postWritable } from './post-scope.ts';
import { isCreatable, isDeletable, isSyncable } from './posts.rules.ts';

type Db = Kysely<Database>;

/** The fields of a post that users enter. */
export interface PostFields {
  /** Null for drafts only. */
  homepage_id: number | null;
  type: PostType;
  material_id: number | null;
  landing_page_id: number | null;
  link_url: string | null;
  message: string;
  headline: string | null;
  description: string | null;
  call_to_action: CallToAction;
  published: boolean;
  scheduled_at: Date | null;
}

export interface LockedPost extends PostFields {
  id: number;
  version: number;
  status: PostStatus;
  platform_post_id: string | null;
  isWritable: boolean;
}

interface PostRecord extends Omit<PostRow, 'cover_url' | 'scheduled_at' | 'synced_at' | 'created_at' | 'updated_at' | 'can'> {
  cover_key: string | null;
  scheduled_at: Date | null;
  synced_at: Date | null;
  created_at: Date;
  updated_at: Date;
  is_writable: boolean;
}

export function toPostRow(found: PostRecord, { caller, files, now }: { caller: Caller; files: Files; now: Date }): PostRow {
  const { cover_key, is_writable, ...row } = found;
  const mayPublish = is_writable && caller.actions.includes('publish');
  const permits: [PostRow['can'][number], boolean][] = [
    ['edit', isCreatable(row.status)],
    ['retry', isCreatable(row.status)],
    ['sync', isSyncable(row.status)],
    ['delete', isDeletable(row.status)],
  ];
  return {
    ...row,
    cover_url: files.addressIfStored(cover_key, now),
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    synced_at: row.synced_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    can: permits.flatMap(([permit, is]) => (mayPublish && is ? [permit] : [])),
  };
}

const idAndLabel = (id: string, label: string) =>
  sql.raw(`case when ${id} is null then null else jsonb_build_object('id', ${id}, 'label', ${label}) end`);

const SOURCES = sql`
  from post p left join homepage h on h.id = p.homepage_id join sys_user o on o.id = p.owner_user_id
    left join material m on m.id = p.material_id left join landing_page l on l.id = p.landing_page_id left join site s on s.id = l.site_id
    left join drama d on d.id = m.drama_id left join product g on g.id = m.product_id`;

const USES = existingAds(sql<boolean>`xa.post_id = p.id`);

const selectRows = (caller: Caller) => sql`
  select p.id, p.version, ${idAndLabel('h.id', 'h.name')} as homepage, p.type, ${idAndLabel('m.id', 'm.title')} as material, m.cover_key,
    p.message, p.headline, p.description, p.call_to_action,
    coalesce(p.link_url, 'https://' || s.domain || '/' || l.slug) as link_url, ${idAndLabel('l.id', 'l.title')} as landing,
    coalesce(${idAndLabel('d.id', 'd.title')}, ${idAndLabel('g.id', 'g.name')}) as content, p.published, p.scheduled_at, p.status, p.eligible,
    p.platform_post_id, ${USES} as use_count, p.reactions, p.comments, p.shares, p.synced_at, ${idAndLabel('o.id', 'o.name')} as owner, p.error, p.created_at, p.updated_at,
    ${postWritable(caller)} as is_writable
  ${SOURCES}`;

export type PostFilter = SetFilters<typeof postFilters>;
type Sort = readonly { field: (typeof postSortable)[number]; order: 'asc' | 'desc' }[];

const matchesKeyword = (keyword: string) =>
  sql<boolean>`(${containsWord(sql`p.message`, keyword)} or ${containsWord(sql`p.headline`, keyword)} or p.platform_post_id = ${keyword.trim()})`;

function postCondition(caller: Caller, filter: PostFilter): RawBuilder<boolean> {
  const parts = [sql<boolean>`p.deleted_at is null`, postVisible(caller)];
  if (filter.keyword?.trim()) parts.push(matchesKeyword(filter.keyword));
  if (filter.homepage_id !== undefined) parts.push(sql<boolean>`p.homepage_id = ${filter.homepage_id}`);
  if (filter.type !== undefined) parts.push(sql<boolean>`p.type = ${filter.type}`);
  if (filter.status !== undefined) parts.push(sql<boolean>`p.status = ${filter.status}`);
  if (filter.published !== undefined) parts.push(sql<boolean>`p.published = ${filter.published}`);
  if (filter.drama_id !== undefined) parts.push(sql<boolean>`m.drama_id = ${filter.drama_id}`);
  if (filter.product_id !== undefined) parts.push(sql<boolean>`m.product_id = ${filter.product_id}`);
  if (filter.material_id !== undefined) parts.push(sql<boolean>`p.material_id = ${filter.material_id}`);
  if (filter.owner_user_id !== undefined) parts.push(sql<boolean>`p.owner_user_id = ${filter.owner_user_id}`);
  if (filter.date_from !== undefined) parts.push(sql<boolean>`p.created_at >= ${startOfDay(filter.date_from, caller.timezone)}`);
  if (filter.date_to !== undefined) parts.push(sql<boolean>`p.created_at < ${startOfDay(filter.date_to, caller.timezone, 1)}`);
  if (filter.usable) parts.push(sql<boolean>`(p.status = 'ready' and p.eligible)`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const SORT_COLUMNS: Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> = {
  headline: sql`p.headline ${ORDER_ZH}`,
  homepage: sql`h.name ${ORDER_ZH}`,
  status: sql`array_position(array['draft', 'creating', 'failed', 'ready', 'lost'], p.status)`,
  use_count: USES,
  reactions: sql`p.reactions`,
  comments: sql`p.comments`,
  shares: sql`p.shares`,
  created_at: sql`p.created_at`,
};

const createOrderBy = (sort: Sort): RawBuilder<unknown> =>
  sql.join([...sort.map(({ field, order }) => sql`${SORT_COLUMNS[field]} ${sql.raw(order)} nulls last`), sql`p.id desc`]);

export async function countPosts(db: Db, caller: Caller, filter: PostFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total ${SOURCES} where ${postCondition(caller, filter)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Every post that matches, in order; convert the rows with `toPostRow`. */
export const selectPosts = (caller: Caller, { sort = [], ...filter }: PostFilter & { sort?: Sort | undefined }): RawBuilder<PostRecord> =>
  sql<PostRecord>`${selectRows(caller)} where ${postCondition(caller, filter)} order by ${createOrderBy(sort)}`;

export async function loadPostPage(
  db: Db,
  caller: Caller,
  query: PostFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<PostRecord[]> {
  const { limit, offset, ...rest } = query;
  return (await sql<PostRecord>`${selectPosts(caller, rest)} limit ${limit} offset ${offset}`.execute(db)).rows;
}

/** Ids of matching posts in ascending order. */
export async function selectPostIds(db: Db, caller: Caller, filter: PostFilter, max: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select p.id ${SOURCES} where ${postCondition(caller, filter)} order by p.id limit ${max}`.execute(
    db,
  );
  return found.rows.map(({ id }) => id);
}

const isVisiblePost = (caller: Caller, id: number) => sql`p.id = ${id} and p.deleted_at is null and ${postVisible(caller)}`;

export async function findPost(db: Db, caller: Caller, id: number): Promise<PostRecord | undefined> {
  return (await sql<PostRecord>`${selectRows(caller)} where ${isVisiblePost(caller, id)}`.execute(db)).rows[0];
}

/** Loads a visible post and locks it for the transaction. */
export async function lockPost(db: Db, caller: Caller, id: number): Promise<LockedPost | undefined> {
  const found = await sql<LockedPost>`
    select p.id, p.version, p.status, p.platform_post_id, p.homepage_id, p.type, p.material_id, p.landing_page_id, p.link_url, p.message,
      p.headline, p.description, p.call_to_action, p.published, p.scheduled_at, ${postWritable(caller)} as "isWritable"
    from post p left join homepage h on h.id = p.homepage_id where ${isVisiblePost(caller, id)} for no key update of p`.execute(db);
  return found.rows[0];
}

/** Labels for batch items, of the posts the caller sees. */
export async function loadLabels(db: Db, caller: Caller, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await sql<{ id: number; label: string }>`
    select p.id, coalesce(p.headline, left(p.message, 40)) as label from post p left join homepage h on h.id = p.homepage_id
    where p.id = any(${ids}::bigint[]) and p.deleted_at is null and ${postVisible(caller)}`.execute(db);
  return new Map(found.rows.map(({ id, label }) => [id, label]));
}

/** Inserts drafts and returns their ids in the same order. */
export async function insertDrafts(db: Db, posts: readonly PostFields[], { owner, now }: { owner: number; now: Date }): Promise<number[]> {
  const common = { owner_user_id: owner, status: 'draft' as const, created_at: now, updated_at: now };
  const rows = await db
    .insertInto('post')
    .values(posts.map((post) => ({ ...post, ...common })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

type PostChanges = Partial<PostFields> & {
  status?: PostStatus;
  platform_post_id?: string | null;
  eligible?: boolean;
  error?: string | null;
  reactions?: number;
  comments?: number;
  shares?: number;
  synced_at?: Date;
  deleted_at?: Date;
};

/** Writes the given columns. Only a change made by a person raises `version`. */
export async function writePost(
  db: Db,
  id: number,
  changes: PostChanges,
  now: Date,
  { isEdit = false }: { isEdit?: boolean } = {},
): Promise<void> {
  await db
    .updateTable('post')
    .set({ ...changes, updated_at: now, ...(isEdit ? { version: sql<number>`version + 1` } : {}) })
    .where('id', '=', id)
    .execute();
}

/** True when another post of the same homepage has this channel id. */
export async function isPlatformIdTaken(db: Db, id: number, platformId: string): Promise<boolean> {
  const found = await db
    .selectFrom('post as p')
    .innerJoin('post as own', 'own.homepage_id', 'p.homepage_id')
    .select('p.id')
    .where('own.id', '=', id)
    .where('p.id', '<>', id)
    .where('p.platform_post_id', '=', platformId)
    .executeTakeFirst();
  return found !== undefined;
}

/** A material counts as used from its first post on. */
export async function markMaterialUsed(db: Db, postId: number, now: Date): Promise<void> {
  await db
    .updateTable('material')
    .set({ first_used_at: now })
    .where('id', '=', (of) => of.selectFrom('post').select('material_id').where('id', '=', postId))
    .where('first_used_at', 'is', null)
    .execute();
}

export interface SimplePost {
  id: number;
  label: string;
  sub: string;
  status: PostStatus;
  eligible: boolean;
}

export async function loadSimplePosts(
  db: Db,
  caller: Caller,
  query: PostFilter & { ids?: readonly number[] | undefined; limit: number; offset: number },
): Promise<{ list: SimplePost[]; total: number }> {
  const { ids, limit, offset, ...filter } = query;
  const where =
    ids === undefined ? postCondition(caller, filter) : sql<boolean>`(${postCondition(caller, filter)} and p.id = any(${ids}::bigint[]))`;
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*) as total ${SOURCES} where ${where}`.execute(db),
    sql<SimplePost>`
      select p.id, coalesce(p.headline, left(p.message, 60)) as label, concat_ws(' · ', m.title, h.name, p.platform_post_id) as sub, p.status, p.eligible
      ${SOURCES} where ${where} order by p.id desc limit ${limit} offset ${offset}`.execute(db),
  ]);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}
