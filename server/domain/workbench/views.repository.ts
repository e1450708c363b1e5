import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { View } from '#contracts/endpoints/views.ts';
import type { Database } from '#server/database/schema.ts';
import { ORDER_ZH } from '../searching.ts';
import type { Caller } from '../work-context.ts';
import { isAdministrator, permitsFor } from './views.rules.ts';

type Db = Kysely<Database>;
type Reader = Pick<Caller, 'userId' | 'isAdmin' | 'paths'>;

/** A view in the form its calls return, with the time of its last change. */
export interface FoundView {
  view: View;
  updatedAt: Date;
}

interface Row extends Pick<View, 'id' | 'version' | 'page' | 'name' | 'shared' | 'query' | 'roles' | 'is_default'> {
  table_view: View['table'];
  owner_user_id: number;
  owner_name: string;
  updated_at: Date;
}

/** SQL: the roles a view is shared with; deleted roles do not count. */
const ROLES = sql`
  select jsonb_agg(jsonb_build_object('id', r.id, 'label', r.name) order by r.id) as list
  from saved_view_role vr join sys_role r on r.id = vr.role_id where vr.view_id = v.id and r.deleted_at is null`;

const selectFor = ({ userId }: Reader) => sql`
  select v.id, v.version, v.page, v.name, v.query, v.table_view, v.updated_at, v.owner_user_id, u.name as owner_name,
    case when v.shared = 'roles' and roles.list is null then 'me' else v.shared end as shared,
    coalesce(roles.list, '[]') as roles,
    exists (select 1 from saved_view_default f where f.user_id = ${userId} and f.page = v.page and f.view_id = v.id) as is_default
  from saved_view v join sys_user u on u.id = v.owner_user_id
  left join lateral (${ROLES}) roles on v.shared = 'roles'`;

/**
 * SQL: on pages the reader may open, the reader's own views, those shared with all users or with one of the reader's roles, and for
 * administrators all shared views.
 */
function isVisibleTo({ userId, isAdmin, paths }: Reader): RawBuilder<boolean> {
  const isReached = isAdministrator({ isAdmin })
    ? sql`roles.list is not null`
    : sql`exists (
        select 1 from saved_view_role vr join sys_user_role ur on ur.role_id = vr.role_id join sys_role r on r.id = vr.role_id
        where vr.view_id = v.id and ur.user_id = ${userId} and r.deleted_at is null)`;
  return sql<boolean>`(
    v.page = any(${[...paths]}::text[])
    and (v.owner_user_id = ${userId} or v.shared = 'all' or (v.shared = 'roles' and ${isReached})))`;
}

function toFoundView({ table_view, owner_user_id, owner_name, updated_at, ...row }: Row, reader: Reader): FoundView {
  const can = permitsFor({ ownerId: owner_user_id, shared: row.shared }, reader);
  return { view: { ...row, table: table_view, owner: { id: owner_user_id, label: owner_name }, can }, updatedAt: updated_at };
}

/** The reader's own views first, then by name. */
export async function loadViews(db: Db, reader: Reader, page: string): Promise<View[]> {
  const found = await sql<Row>`
    ${selectFor(reader)} where v.page = ${page} and ${isVisibleTo(reader)}
    order by (v.owner_user_id = ${reader.userId}) desc, v.name ${ORDER_ZH}, v.id`.execute(db);
  return found.rows.map((row) => toFoundView(row, reader).view);
}

/** Finds a view that the reader may see. */
export async function findVisibleView(db: Db, reader: Reader, id: number): Promise<FoundView | undefined> {
  const found = await sql<Row>`${selectFor(reader)} where v.id = ${id} and ${isVisibleTo(reader)}`.execute(db);
  return found.rows[0] && toFoundView(found.rows[0], reader);
}

/** Loads a view that the reader has just written, even if it is no longer visible to them. */
export async function loadWrittenView(db: Db, reader: Reader, id: number): Promise<View> {
  const found = await sql<Row>`${selectFor(reader)} where v.id = ${id}`.execute(db);
  if (found.rows[0] === undefined) throw new Error(`view ${id} is gone while it is being written`);
  return toFoundView(found.rows[0], reader).view;
}

/** Locks the view until the end of the transaction; false when it does not exist. */
export async function lockView(db: Db, id: number): Promise<boolean> {
  const found = await sql`select 1 from saved_view where id = ${id} for update`.execute(db);
  return found.rows.length > 0;
}

export async function isNameTaken(
  db: Db,
  { ownerId, page, name }: { ownerId: number; page: string; name: string },
  except = 0,
): Promise<boolean> {
  const found = await sql`
    select 1 from saved_view where owner_user_id = ${ownerId} and page = ${page} and name = ${name} and id <> ${except}`.execute(db);
  return found.rows.length > 0;
}

/** Returns those of the ids that are not deleted, locked against deletion until the end of the transaction. */
export async function lockRoles(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const found = await sql<{ id: number }>`
    select id from sys_role where id = any(${[...ids]}::bigint[]) and deleted_at is null order by id for share`.execute(db);
  return new Set(found.rows.map((row) => row.id));
}

export interface ViewColumns {
  name: string;
  shared: View['shared'];
  query: string;
  table: View['table'];
}

const toColumns = ({ table, ...rest }: Partial<ViewColumns>) => ({
  ...rest,
  ...(table === undefined ? {} : { table_view: table === null ? null : JSON.stringify(table) }),
});

export async function insertView(db: Db, place: { ownerId: number; page: string }, columns: ViewColumns, now: Date): Promise<number> {
  const { table, ...rest } = columns;
  const row = await db
    .insertInto('saved_view')
    .values({
      ...rest,
      table_view: table === null ? null : JSON.stringify(table),
      owner_user_id: place.ownerId,
      page: place.page,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes the given columns and raises the version; the caller has locked the row. */
export async function updateView(db: Db, id: number, changes: Partial<ViewColumns>, now: Date): Promise<void> {
  await db
    .updateTable('saved_view')
    .set({ ...toColumns(changes), updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Shares the view with exactly these roles. */
export async function replaceRoles(db: Db, viewId: number, roleIds: readonly number[]): Promise<void> {
  await sql`delete from saved_view_role where view_id = ${viewId} and role_id <> all(${[...roleIds]}::bigint[])`.execute(db);
  await sql`
    insert into saved_view_role (view_id, role_id) select ${viewId}::bigint, unnest(${[...roleIds]}::bigint[])
    on conflict do nothing`.execute(db);
}

export async function removeView(db: Db, id: number): Promise<void> {
  await sql`delete from saved_view where id = ${id}`.execute(db);
}

/** Null removes the default, so that the page opens unfiltered. */
export async function writeDefault(db: Db, userId: number, page: string, viewId: number | null): Promise<void> {
  if (viewId === null) await sql`delete from saved_view_default where user_id = ${userId} and page = ${page}`.execute(db);
  else {
    await sql`
      insert into saved_view_default (user_id, page, view_id) values (${userId}, ${page}, ${viewId})
      on conflict (user_id, page) do update set view_id = excluded.view_id`.execute(db);
  }
}
