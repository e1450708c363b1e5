import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Found } from '#contracts/endpoints/search.ts';
import type { Database } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import { type Scope, userInScope } from '../people/index.ts';
import { contains, containsWord, ORDER_ZH, startsWith } from '../searching.ts';

type Db = Kysely<Database>;
/** A found record before its page is known. */
export type FoundRow = Pick<Found, 'id' | 'label' | 'detail'>;

/** Most results per kind. */
export const MAX_RESULTS = 5;

/** The id in a keyword such as `12` or `#12`; 0, which no record has, for any other keyword. */
const parseId = (keyword: string): number => Number(/^#?([1-9]\d{0,14})$/.exec(keyword.trim())?.[1] ?? 0);

/** SQL: one of the texts contains the keyword, as it is written or as pinyin, or the keyword is the id. */
export const matches = (keyword: string, id: RawBuilder<unknown>, texts: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`(${id} = ${parseId(keyword)} or ${sql.join(
    texts.map((text) => containsWord(text, keyword)),
    sql` or `,
  )})`;

/** SQL order: the id first, then exact texts, those that begin with the keyword, those that contain it, and matches by pinyin. */
export const orderByRelevance = (keyword: string, id: RawBuilder<unknown>, texts: readonly RawBuilder<unknown>[]) => {
  const anyTextMatches = (pattern: string) =>
    sql.join(
      texts.map((text) => sql`${text} ilike ${pattern}`),
      sql` or `,
    );
  const exactPattern = startsWith(keyword).slice(0, -1);
  return sql`case when ${id} = ${parseId(keyword)} then 0 when ${anyTextMatches(exactPattern)} then 1 when ${anyTextMatches(startsWith(keyword))} then 2 when ${anyTextMatches(contains(keyword))} then 3 else 4 end`;
};

/** Finds users by account or name, without deleted users and super admins. */
export async function findUsers(db: Db, scope: Scope, keyword: string): Promise<(FoundRow & { account: string })[]> {
  const id = sql`u.id`;
  const texts = [sql`u.account`, sql`u.name`];
  const found = await sql<FoundRow & { account: string }>`
    select u.id, u.account, u.name as label, concat_ws(' · ', u.account, d.name) as detail
    from sys_user u left join sys_department d on d.id = u.department_id
    where u.deleted_at is null and u.is_admin <> 9 and ${userInScope(scope, id)} and ${matches(keyword, id, texts)}
    order by ${orderByRelevance(keyword, id, texts)}, u.name ${ORDER_ZH}, u.id limit ${MAX_RESULTS}`.execute(db);
  return found.rows;
}

/** Finds departments by name; the detail shows their parents. */
export async function findDepartments(db: Db, keyword: string): Promise<FoundRow[]> {
  const id = sql`d.id`;
  const texts = [sql`d.name`];
  const found = await sql<FoundRow>`
    select d.id, d.name as label, coalesce((
      select string_agg(a.name, ' › ' order by a.depth) from sys_department a
      where a.id <> d.id and d.path like a.path || '%' and a.deleted_at is null), '') as detail
    from sys_department d where d.deleted_at is null and ${matches(keyword, id, texts)}
    order by ${orderByRelevance(keyword, id, texts)}, d.name ${ORDER_ZH}, d.id limit ${MAX_RESULTS}`.execute(db);
  return found.rows;
}

/** Finds roles by name. */
export async function findRoles(db: Db, keyword: string): Promise<FoundRow[]> {
  const id = sql`r.id`;
  const texts = [sql`r.name`];
  const found = await sql<FoundRow>`
    select r.id, r.name as label, coalesce(r.remark, '') as detail from sys_role r
    where r.deleted_at is null and ${matches(keyword, id, texts)}
    order by ${orderByRelevance(keyword, id, texts)}, r.name ${ORDER_ZH}, r.id limit ${MAX_RESULTS}`.execute(db);
  return found.rows;
}

/** Finds batches of users in the scope by summary, newest first. Both languages are searched, and the label is in the reader's. */
export async function findBatches(db: Db, scope: Scope, language: Language, keyword: string): Promise<FoundRow[]> {
  const id = sql`b.id`;
  const texts = [sql`b.summary->>'zh'`, sql`b.summary->>'en'`];
  const found = await sql<FoundRow>`
    select b.id, b.summary->>${language} as label, concat_ws(' · ', '#' || b.id, u.name) as detail
    from batch b join sys_user u on u.id = b.user_id
    where ${userInScope(scope, sql`b.user_id`)} and ${matches(keyword, id, texts)}
    order by ${orderByRelevance(keyword, id, texts)}, b.created_at desc, b.id desc limit ${MAX_RESULTS}`.execute(db);
  return found.rows;
}
