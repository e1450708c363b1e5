import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RuleRow } from '#contracts/endpoints/host-rules.ts';
import type { RuleBody } from '#contracts/rules/host-rules.ts';
import type { ruleFilters, ruleSortable } from '#contracts/vocabulary/host-rules.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { hostAccountVisible } from '../hosting/index.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import { containsWord, ORDER_ZH } from '../searching.ts';
import type { WorkContext } from '../work-context.ts';

type Db = Kysely<Database>;
type Context = Pick<WorkContext, 'db' | 'caller' | 'now'>;
type Reader = Pick<WorkContext, 'caller' | 'now'>;

/** The fields of a rule that users write. */
export interface RuleFields extends RuleBody {
  name: string;
  dry_run: boolean;
}

export interface LockedRule extends RuleFields {
  id: number;
  version: number;
  owner_user_id: number;
  status: RuleRow['status'];
}

export type RuleFilter = SetFilters<typeof ruleFilters>;
type Sort = readonly { field: (typeof ruleSortable)[number]; order: 'asc' | 'desc' }[];

/** A rule as the database returns it. */
export interface RuleRecord extends Omit<RuleRow, 'last_run' | 'created_at' | 'updated_at' | 'can'> {
  last_run_at: Date | null;
  last_run_status: NonNullable<RuleRow['last_run']>['status'] | null;
  created_at: Date;
  updated_at: Date;
}

const isVisible = ({ caller }: Pick<Reader, 'caller'>): RawBuilder<boolean> =>
  sql<boolean>`(r.deleted_at is null and ${userInScope(scopeOf(caller), sql`r.owner_user_id`)})`;

function matching(reader: Reader, { keyword, level, action, status, dry_run, host_account_id }: RuleFilter): RawBuilder<boolean> {
  const parts = [isVisible(reader)];
  if (keyword?.trim()) parts.push(containsWord(sql`r.name`, keyword));
  if (level !== undefined) parts.push(sql<boolean>`r.level = ${level}`);
  if (action !== undefined) parts.push(sql<boolean>`r.action = any(${[...action]}::text[])`);
  if (status !== undefined) parts.push(sql<boolean>`r.status = ${status}`);
  if (dry_run !== undefined) parts.push(sql<boolean>`r.dry_run = ${dry_run}`);
  if (host_account_id !== undefined) {
    parts.push(
      sql<boolean>`exists (select from host_rule_target t where t.rule_id = r.id and t.host_account_id = any(${[...host_account_id]}::bigint[]))`,
    );
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const hitsOfDay = (now: Date) =>
  sql`(select count(*) from host_rule_hit h where h.rule_id = r.id and h.created_at > ${now}::timestamptz - interval '1 day')`;

const SORTS = (now: Date): Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> => ({
  name: sql`r.name ${ORDER_ZH}`,
  priority: sql`r.priority`,
  hits_24h: hitsOfDay(now),
  last_run: sql`l.run_at`,
});

const selectRow = (now: Date) => sql`
  select r.id, r.version, r.name, jsonb_build_object('id', o.id, 'label', o.name) as owner, r.level, r.conditions, r.guard, r.action, r.action_value,
    r.action_limit, r.schedule, r.cooldown_min, r.max_actions_per_day, r.priority, r.dry_run, r.status, coalesce(t.targets, '[]') as targets, t.currency,
    ${hitsOfDay(now)} as hits_24h, l.run_at as last_run_at, l.status as last_run_status, r.created_at, r.updated_at
  from host_rule r join sys_user o on o.id = r.owner_user_id
  left join lateral (select n.run_at, n.status from host_rule_run n where n.rule_id = r.id order by n.run_at desc, n.id desc limit 1) l on true
  left join lateral (
    select jsonb_agg(jsonb_build_object('id', h.id, 'label', a.name) order by h.id) as targets,
      case when count(distinct a.currency) = 1 then min(a.currency) end as currency
    from host_rule_target x join host_account h on h.id = x.host_account_id join ad_account a on a.id = h.ad_account_id
    where x.rule_id = r.id) t on true`;

export function toRuleRow(found: RuleRecord, { caller }: Pick<Reader, 'caller'>): RuleRow {
  const { last_run_at, last_run_status, created_at, updated_at, ...row } = found;
  return {
    ...row,
    last_run: last_run_at === null || last_run_status === null ? null : { at: last_run_at.toISOString(), status: last_run_status },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    can: caller.actions.includes('rule') ? ['edit', 'copy', 'status', 'delete'] : [],
  };
}

export async function countRules(context: Context, filter: RuleFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from host_rule r where ${matching(context, filter)}`.execute(
    context.db,
  );
  return rows[0]?.total ?? 0;
}

export async function loadRulePage(
  context: Context,
  { limit, offset, sort = [], ...filter }: RuleFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<RuleRow[]> {
  const sorts = SORTS(context.now);
  const order = sql.join([
    ...sort.map((one) => sql`${sorts[one.field]} ${sql.raw(one.order)} nulls last`),
    sql`r.status desc, r.priority desc, r.id`,
  ]);
  const { rows } = await sql<RuleRecord>`
    ${selectRow(context.now)} where ${matching(context, filter)} order by ${order} limit ${limit} offset ${offset}`.execute(context.db);
  return rows.map((row) => toRuleRow(row, context));
}

/** One rule; undefined when it does not exist or is not visible. */
export async function findRule(context: Context, id: number): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRecord>`${selectRow(context.now)} where r.id = ${id} and ${isVisible(context)}`.execute(context.db);
  return rows[0] && toRuleRow(rows[0], context);
}

export async function lockRule(context: Context, id: number): Promise<LockedRule | undefined> {
  const { rows } = await sql<LockedRule>`
    select r.id, r.version, r.owner_user_id, r.name, r.level, r.conditions, r.guard, r.action, r.action_value, r.action_limit, r.schedule,
      r.cooldown_min, r.max_actions_per_day, r.priority, r.dry_run, r.status
    from host_rule r where r.id = ${id} and ${isVisible(context)} for no key update`.execute(context.db);
  return rows[0];
}

const toColumns = ({ conditions, guard, schedule, ...columns }: Partial<RuleFields>) => ({
  ...columns,
  ...(conditions && { conditions: JSON.stringify(conditions) }),
  ...(guard && { guard: JSON.stringify(guard) }),
  ...(schedule && { schedule: JSON.stringify(schedule) }),
});

export async function insertRule(db: Db, fields: RuleFields & { owner_user_id: number }, now: Date): Promise<number> {
  const { owner_user_id, ...body } = fields;
  const { id } = await db
    .insertInto('host_rule')
    .values({
      ...body,
      ...toColumns(body),
      conditions: JSON.stringify(body.conditions),
      guard: JSON.stringify(body.guard),
      schedule: JSON.stringify(body.schedule),
      owner_user_id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRule(
  db: Db,
  id: number,
  changes: Partial<RuleFields> & { status?: RuleRow['status']; deleted_at?: Date },
  now: Date,
): Promise<void> {
  const { status, deleted_at, ...fields } = changes;
  await db
    .updateTable('host_rule')
    .set({ ...toColumns(fields), ...(status && { status }), ...(deleted_at && { deleted_at }) })
    .set({ version: sql`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function isNameTaken(db: Db, ownerId: number, name: string, exceptId: number | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from host_rule r where r.owner_user_id = ${ownerId} and r.name = ${name} and r.deleted_at is null
      and r.id is distinct from ${exceptId}::bigint`.execute(db);
  return rows.length > 0;
}

/** A managed account that a rule may cover. */
export interface TargetAccount {
  id: number;
  ad_account_id: number;
  operator_user_id: number;
  auto_level: 'off' | 'suggest' | 'auto';
  account_name: string;
  timezone_name: string;
  currency: string;
}

/** The managed accounts among these whose operator is in the scope of the caller. */
export async function loadTargets({ db, caller }: Pick<Context, 'db' | 'caller'>, ids: readonly number[]): Promise<TargetAccount[]> {
  const { rows } = await sql<TargetAccount>`
    select h.id, h.ad_account_id, h.operator_user_id, h.auto_level, a.name as account_name, a.timezone_name, a.currency
    from host_account h join ad_account a on a.id = h.ad_account_id
    where h.id = any(${[...ids]}::bigint[]) and h.state <> 'ended' and ${hostAccountVisible(caller)}
    order by h.id`.execute(db);
  return rows;
}

/** Every managed account that the caller may choose. */
export async function listTargets({ db, caller }: Pick<Context, 'db' | 'caller'>): Promise<TargetAccount[]> {
  const { rows } = await sql<{ id: number }>`
    select h.id from host_account h where h.state <> 'ended' and ${hostAccountVisible(caller)}`.execute(db);
  return await loadTargets(
    { db, caller },
    rows.map(({ id }) => id),
  );
}

export async function loadTargetIds(db: Db, ruleId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('host_rule_target')
    .select('host_account_id')
    .where('rule_id', '=', ruleId)
    .orderBy('host_account_id')
    .execute();
  return rows.map(({ host_account_id }) => host_account_id);
}

export async function replaceTargets(db: Db, ruleId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from host_rule_target where rule_id = ${ruleId} and host_account_id <> all(${[...ids]}::bigint[])`.execute(db);
  await sql`
    insert into host_rule_target (rule_id, host_account_id) select ${ruleId}::bigint, h.id from unnest(${[...ids]}::bigint[]) as h(id)
    on conflict do nothing`.execute(db);
}
