import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FoundEntity } from '#contracts/endpoints/admin-entities.ts';
import type { adminEntityFilters } from '#contracts/vocabulary/admin-entities.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { type LaunchContext, type LaunchFilter, launchCondition, launchSource, matchesNameOrNumber } from './launch-conditions.ts';
import { type EntityLevel, levels, platformColumn } from './levels.ts';

type Db = Kysely<Database>;
export type AdminFilter = SetFilters<typeof adminEntityFilters>;

const LISTED = { yes: 'only', no: 'excluded' } as const;

/** The filters of a super admin as filters of any list; deleted objects are listed unless they are filtered out. */
export const toLaunchFilter = ({ keyword, group_id, deleted, ...filter }: AdminFilter): LaunchFilter => ({
  ...filter,
  ...(group_id === undefined ? {} : { ad_group_id: group_id }),
  name: keyword,
  deleted: deleted === undefined ? 'included' : LISTED[deleted],
});

/** Days choose figures, not objects. */
const isNarrowed = ({ date_from: _from, date_to: _to, ...filter }: AdminFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined && value !== '');

/** SQL condition: the fact `f` is of an object that matches; undefined when everything does. */
export function matchesFacts(
  level: EntityLevel,
  filter: AdminFilter,
  context: LaunchContext,
  facts: Parameters<typeof launchCondition>[3],
): RawBuilder<boolean> | undefined {
  if (!isNarrowed(filter)) return undefined;
  const where = launchCondition(level, toLaunchFilter(filter), context, facts);
  return sql<boolean>`f.${sql.ref(`${level}_id`)} in (select e.id from ${launchSource(level)} where ${where})`;
}

/** Most objects of a level that a search answers. */
const MAX_FOUND = 20;

/** Objects with this number, ours or the channel's, and those whose name fits. */
export async function findEntities(db: Db, keyword: string, level: EntityLevel | undefined): Promise<FoundEntity[]> {
  const word = keyword.trim();
  const ownId = /^[1-9]\d{0,14}$/.test(word) ? Number(word) : null;
  const found: FoundEntity[] = [];
  for (const one of levels.filter((each) => level === undefined || each === level)) {
    const number = sql.ref(`e.${platformColumn[one]}`);
    const { rows } = await sql<FoundEntity>`
      select ${one}::text as level, e.id, e.name, ${number} as platform_id, e.effective_status,
        jsonb_build_object('id', a.id, 'label', a.name) as account,
        case when o.id is not null then jsonb_build_object('id', o.id, 'label', o.name) end as owner
      from ${sql.table(one)} e join ad_account a on a.id = e.ad_account_id left join sys_user o on o.id = e.owner_user_id
      where ${matchesNameOrNumber(one, word)} or e.id = ${ownId}
      order by coalesce(e.id = ${ownId} or ${number} = ${word}, false) desc, e.created_at desc, e.id desc limit ${MAX_FOUND}`.execute(db);
    found.push(...rows);
  }
  const hasNumber = ({ id, platform_id }: FoundEntity) => id === ownId || platform_id === word;
  return [...found.filter(hasNumber), ...found.filter((entity) => !hasNumber(entity))];
}

/** The ads of an object; of an ad, itself. */
export async function listAdIds(db: Db, level: EntityLevel, id: number): Promise<number[]> {
  if (level === 'ad') return [id];
  const { rows } = await sql<{ id: number }>`select x.id from ad x where x.${sql.ref(`${level}_id`)} = ${id} order by x.id`.execute(db);
  return rows.map((row) => row.id);
}

/** The numbers of the objects above it. */
export async function findParents(db: Db, level: EntityLevel, id: number): Promise<{ campaign?: number; ad_group?: number }> {
  if (level === 'campaign') return {};
  const group = level === 'ad' ? sql`e.ad_group_id` : sql`null::bigint`;
  const { rows } = await sql<{ campaign_id: number; ad_group_id: number | null }>`
    select e.campaign_id, ${group} as ad_group_id from ${sql.table(level)} e where e.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return {};
  return { campaign: row.campaign_id, ...(row.ad_group_id === null ? {} : { ad_group: row.ad_group_id }) };
}
