import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PublishJob } from '#contracts/endpoints/publish.ts';
import type { jobFilters, jobSortable } from '#contracts/vocabulary/publish-jobs.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { batchScope, findVisibleBatches } from '../../batches/index.ts';
import { startOfDay } from '../../instants.ts';
import { userInScope } from '../../people/index.ts';
import { contains } from '../../searching.ts';
import type { Caller, MenuEntry } from '../../work-context.ts';

type Db = Kysely<Database>;
export type JobFilter = SetFilters<typeof jobFilters>;
type JobQuery = JobFilter & { sort?: readonly { field: (typeof jobSortable)[number]; order: 'asc' | 'desc' }[] | undefined };

function jobCondition(caller: Caller, filter: JobFilter): RawBuilder<boolean> {
  const { keyword, scheme_id, status, user_id, ad_account_id, date_from, date_to } = filter;
  const parts = [sql<boolean>`b.type = 'publish'`, userInScope(batchScope(caller), sql`b.user_id`)];
  const text = keyword?.trim();
  if (text) {
    const number = /^#?\d{1,15}$/.test(text) ? Number(text.replace('#', '')) : null;
    parts.push(sql<boolean>`(b.id = ${number} or s.name ilike ${contains(text)})`);
  }
  if (scheme_id !== undefined) parts.push(sql<boolean>`b.scheme_id = ${scheme_id}`);
  if (status !== undefined) parts.push(sql<boolean>`b.status = ${status}`);
  if (user_id !== undefined) parts.push(sql<boolean>`b.user_id = ${user_id}`);
  if (ad_account_id !== undefined) {
    parts.push(sql<boolean>`exists (select 1 from campaign c where c.batch_id = b.id and c.ad_account_id = ${ad_account_id})`);
  }
  if (date_from !== undefined) parts.push(sql<boolean>`b.created_at >= ${startOfDay(date_from, caller.timezone)}`);
  if (date_to !== undefined) parts.push(sql<boolean>`b.created_at < ${startOfDay(date_to, caller.timezone, 1)}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const SOURCES = sql`from batch b left join scheme s on s.id = b.scheme_id`;

export async function countJobs(db: Db, caller: Caller, filter: JobFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total ${SOURCES} where ${jobCondition(caller, filter)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** A publish job with the counts of its ads. Once the items of a batch are cleaned up, only the total is known. */
export interface JobRecord extends Pick<PublishJob, 'id' | 'scheme' | 'accounts' | 'budget_day_usd' | 'status'> {
  total: number;
  ok: number;
  fail: number;
  unknown: number;
  user_name: string;
  created_at: Date;
  finished_at: Date | null;
}

const IS_AD = sql`x.target_type = 'ad'`;
const IS_NOT_MADE = sql`(x.undone or x.status in ('failed', 'skipped', 'canceled'))`;
const HAS_BUDGET = sql`x.params -> 'node' ->> 'budget_mode' is not null`;

/**
 * Without objects that were not created or were removed again. Items of older publishes do not hold their budgets, but all of these are
 * equal, so their share is subtracted.
 */
const BUDGET_DAY = sql`coalesce(i.day_usd, round(coalesce((b.params ->> 'budget_day_usd')::bigint, 0) * (1 - coalesce(i.not_made::numeric / nullif(i.budgets, 0), 0))))::bigint`;

/** Query for all matching jobs in order. */
export function selectJobs(caller: Caller, { sort = [], ...filter }: JobQuery): RawBuilder<JobRecord> {
  const order = sort.map(({ field, order: way }) => sql`${sql.ref(`b.${field}`)} ${sql.raw(way)}`);
  return sql<JobRecord>`
    select b.id, b.status, b.created_at, b.finished_at, u.name as user_name,
      case when s.id is null then null else jsonb_build_object('id', s.id, 'label', s.name, 'version', b.scheme_version) end as scheme,
      coalesce((b.params ->> 'accounts')::int, 0) as accounts, ${BUDGET_DAY} as budget_day_usd,
      coalesce((b.params ->> 'ads')::int, 0) as total, coalesce(i.ok, 0) as ok, coalesce(i.fail, 0) as fail, coalesce(i.unknown, 0) as unknown
    ${SOURCES} join sys_user u on u.id = b.user_id
    left join lateral (
      select count(*) filter (where ${IS_AD} and x.status = 'succeeded') as ok,
        count(*) filter (where ${IS_AD} and x.status in ('failed', 'skipped')) as fail,
        count(*) filter (where ${IS_AD} and x.status = 'unknown') as unknown,
        sum((x.params ->> 'day_usd')::bigint * (case when ${IS_NOT_MADE} then 0 else 1 end)) as day_usd,
        count(*) filter (where ${HAS_BUDGET}) as budgets,
        count(*) filter (where ${HAS_BUDGET} and ${IS_NOT_MADE}) as not_made
      from batch_item x where x.batch_id = b.id) i on true
    where ${jobCondition(caller, filter)}
    order by ${sql.join([...order, sql`b.created_at desc`, sql`b.id desc`])}`;
}

export async function loadJobPage(
  db: Db,
  reader: { caller: Caller; menu: readonly MenuEntry[] },
  { limit, offset, ...query }: JobQuery & { limit: number; offset: number },
): Promise<PublishJob[]> {
  const { rows } = await sql<JobRecord>`${selectJobs(reader.caller, query)} limit ${limit} offset ${offset}`.execute(db);
  const batches = await findVisibleBatches(
    db,
    reader,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, scheme, accounts, budget_day_usd, total, ok, fail, unknown }) => {
    const batch = batches.get(id);
    return batch === undefined ? [] : [{ ...batch, scheme, accounts, ads: { total, ok, fail, unknown }, budget_day_usd }];
  });
}
