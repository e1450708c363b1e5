import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { {{Thing}}Row, {{thing}}Sortable } from '#contracts/endpoints/{{names}}.ts';
import type { Database } from '#server/database/schema.ts';
import { contains, ORDER_ZH } from '../searching.ts';

type Db = Kysely<Database>;
type Sort = readonly { field: (typeof {{thing}}Sortable)[number]; order: 'asc' | 'desc' }[];

interface Query {
  keyword?: string | undefined;
  sort?: Sort | undefined;
}

type Found = Omit<{{Thing}}Row, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

export const {{thing}}AsRow = (found: Found): {{Thing}}Row => ({
  ...found,
  created_at: found.created_at.toISOString(),
  updated_at: found.updated_at.toISOString(),
});

const SELECT_ROW = sql`select t.id, t.version, t.name, t.remark, t.created_at, t.updated_at from {{table}} t`;

const matching = (keyword: string | undefined): RawBuilder<boolean> =>
  keyword?.trim()
    ? sql<boolean>`t.deleted_at is null and (t.name ilike ${contains(keyword)} or t.remark ilike ${contains(keyword)})`
    : sql<boolean>`t.deleted_at is null`;

const sortable: Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> = {
  name: sql`t.name ${ORDER_ZH}`,
  created_at: sql`t.created_at`,
  updated_at: sql`t.updated_at`,
};

export async function count{{Things}}(db: Db, keyword: string | undefined): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total from {{table}} t where ${matching(keyword)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** All rows of the filter, in order; each is for `{{thing}}AsRow`. */
export function select{{Things}}({ keyword, sort = [] }: Query): RawBuilder<Found> {
  const order = sort.map((each) => sql`${sortable[each.field]} ${each.order === 'asc' ? sql`asc` : sql`desc`}`);
  return sql<Found>`${SELECT_ROW} where ${matching(keyword)} order by ${sql.join([...order, sql`t.id`])}`;
}

export async function pageOf{{Things}}(db: Db, { limit, offset, ...query }: Query & { limit: number; offset: number }): Promise<{{Thing}}Row[]> {
  const found = await sql<Found>`${select{{Things}}(query)} limit ${limit} offset ${offset}`.execute(db);
  return found.rows.map({{thing}}AsRow);
}

export async function find{{Thing}}(db: Db, id: number): Promise<{{Thing}}Row | undefined> {
  const found = await sql<Found>`${SELECT_ROW} where t.deleted_at is null and t.id = ${id}`.execute(db);
  return found.rows[0] && {{thing}}AsRow(found.rows[0]);
}

/** Keeps others from changing it until the end of the transaction; undefined when it is gone. */
export async function lock{{Thing}}(db: Db, id: number): Promise<{{Thing}}Row | undefined> {
  const found = await sql<Found>`${SELECT_ROW} where t.deleted_at is null and t.id = ${id} for update`.execute(db);
  return found.rows[0] && {{thing}}AsRow(found.rows[0]);
}

export async function insert{{Thing}}(db: Db, row: { name: string; remark: string | null }, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('{{table}}')
    .values({ ...row, created_at: now, updated_at: now, deleted_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function update{{Thing}}(
  db: Db,
  id: number,
  changes: { name?: string; remark?: string | null; deleted_at?: Date },
  now: Date,
): Promise<void> {
  await db
    .updateTable('{{table}}')
    .set({ ...changes, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}
