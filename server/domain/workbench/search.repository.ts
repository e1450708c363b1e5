import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Found } from '#contracts/endpoints/search.ts';
import type { Database } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import { type Scope, userInScope } from '../people/index.ts';
import { contains, ORDER_ZH, startsWith } from '../searching.ts';

type Db = Kysely<Database>;
/** A record before it is known where it is shown. */
export type FoundRow = Pick<Found, 'id' | 'label' | 'detail'>;

/** Of each kind. */
export const MOST = 5;

/** An id is only found whole, as it is shown: with or without its sign. Zero is nobody's. */
const idIn = (keyword: string): number => Number(/^#?([1-9]\d{0,14})$/.exec(keyword.trim())?.[1] ?? 0);

/** One of the texts contains the keyword, or the id is the keyword. */
export const matches = (keyword: string, id: RawBuilder<unknown>, texts: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`(${id} = ${idIn(keyword)} or ${sql.join(
    texts.map((text) => sql`${text} ilike ${contains(keyword)}`),
    sql` or `,
  )})`;

/** The id first, then whole texts, then those that begin with the keyword, then the rest by name. */
export const closeness = (keyword: string, id: RawBuilder<unknown>, texts: readonly RawBuilder<unknown>[]) => {
  const any = (pattern: string) =>
    sql.join(
      texts.map((text) => sql`${text} ilike ${pattern}`),
      sql` or `,
    );
  const whole = startsWith(keyword).slice(0, -1);
  return sql`case when ${id} = ${idIn(keyword)} then 0 when ${any(whole)} then 1 when ${any(startsWith(keyword))} then 2 else 3 end`;
};

/** People who are not deleted and no super admins, by account or name. */
export async function findUsers(db: Db, scope: Scope, keyword: string): Promise<(FoundRow & { account: string })[]> {
  const id = sql`u.id`;
  const texts = [sql`u.account`, sql`u.name`];
  const found = await sql<FoundRow & { account: string }>`
    select u.id, u.account, u.name as label, concat_ws(' · ', u.account, d.name) as detail
    from sys_user u left join sys_department d on d.id = u.department_id
    where u.deleted_at is null and u.is_admin <> 9 and ${userInScope(scope, id)} and ${matches(keyword, id, texts)}
    order by ${closeness(keyword, id, texts)}, u.name ${ORDER_ZH}, u.id limit ${MOST}`.execute(db);
  return found.rows;
}

/** Departments by name; the detail says what they hang under. */
export async function findDepartments(db: Db, keyword: string): Promise<FoundRow[]> {
  const id = sql`d.id`;
  const texts = [sql`d.name`];
  const found = await sql<FoundRow>`
    select d.id, d.name as label, coalesce((
      select string_agg(a.name, ' › ' order by a.depth) from sys_department a
      where a.id <> d.id and d.path like a.path || '%' and a.deleted_at is null), '') as detail
    from sys_department d where d.deleted_at is null and ${matches(keyword, id, texts)}
    order by ${closeness(keyword, id, texts)}, d.name ${ORDER_ZH}, d.id limit ${MOST}`.execute(db);
  return found.rows;
}

/** Roles by name. */
export async function findRoles(db: Db, keyword: string): Promise<FoundRow[]> {
  const id = sql`r.id`;
  const texts = [sql`r.name`];
  const found = await sql<FoundRow>`
    select r.id, r.name as label, coalesce(r.remark, '') as detail from sys_role r
    where r.deleted_at is null and ${matches(keyword, id, texts)}
    order by ${closeness(keyword, id, texts)}, r.name ${ORDER_ZH}, r.id limit ${MOST}`.execute(db);
  return found.rows;
}

/** Batches of people in the scope, newest first; what they are called is in the reader's language, found in both. */
export async function findBatches(db: Db, scope: Scope, language: Language, keyword: string): Promise<FoundRow[]> {
  const id = sql`b.id`;
  const texts = [sql`b.summary->>'zh'`, sql`b.summary->>'en'`];
  const found = await sql<FoundRow>`
    select b.id, b.summary->>${language} as label, concat_ws(' · ', '#' || b.id, u.name) as detail
    from batch b join sys_user u on u.id = b.user_id
    where ${userInScope(scope, sql`b.user_id`)} and ${matches(keyword, id, texts)}
    order by ${closeness(keyword, id, texts)}, b.created_at desc, b.id desc limit ${MOST}`.execute(db);
  return found.rows;
}
