import { sql } from 'kysely';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { bindableRules } from '#contracts/endpoints/host-accounts.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import { refuseField } from '../refusal.ts';
import { ORDER_ZH } from '../searching.ts';
import type { WorkContext } from '../work-context.ts';

type Context = Pick<WorkContext, 'db' | 'caller'>;

/** SQL condition: the caller sees the rule `x`. */
const isRuleVisible = (caller: Context['caller']) =>
  sql<boolean>`(x.deleted_at is null and ${userInScope(scopeOf(caller), sql`x.owner_user_id`)})`;

/** Every rule that the caller sees, by name. */
export async function loadBindableRules({ db, caller }: Context, hostAccountId: number): Promise<ReplyOf<typeof bindableRules>['list']> {
  const found = await sql<ReplyOf<typeof bindableRules>['list'][number]>`
    select x.id, x.name as label, x.level, x.status, x.dry_run, jsonb_build_object('id', o.id, 'label', o.name) as owner,
      exists (select 1 from host_rule_target g where g.rule_id = x.id and g.host_account_id = ${hostAccountId}) as is_bound
    from host_rule x join sys_user o on o.id = x.owner_user_id where ${isRuleVisible(caller)} order by x.name ${ORDER_ZH}, x.id`.execute(
    db,
  );
  return found.rows;
}

/** Replaces the bound rules among those that the caller sees. Returns the ids before and after; null when nothing changes. */
export async function bindRules(
  { db, caller }: Context,
  hostAccountId: number,
  ruleIds: readonly number[],
): Promise<{ before: { rule_ids: number[] }; after: { rule_ids: number[] } } | null> {
  const found = await sql<{ id: number; is_bound: boolean }>`
    select x.id, exists (select 1 from host_rule_target g where g.rule_id = x.id and g.host_account_id = ${hostAccountId}) as is_bound
    from host_rule x where ${isRuleVisible(caller)} order by x.id for share of x`.execute(db);
  const known = new Set(found.rows.map(({ id }) => id));
  if (ruleIds.some((id) => !known.has(id))) throw refuseField('rule_ids', 'exists');
  const before = found.rows.filter(({ is_bound }) => is_bound).map(({ id }) => id);
  const after = [...ruleIds].sort((one, other) => one - other);
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  if (added.length === 0 && removed.length === 0) return null;
  await sql`delete from host_rule_target where host_account_id = ${hostAccountId} and rule_id = any(${removed}::bigint[])`.execute(db);
  await sql`
    insert into host_rule_target (rule_id, host_account_id) select rule_id, ${hostAccountId} from unnest(${added}::bigint[]) as rule_id`.execute(
    db,
  );
  return { before: { rule_ids: before }, after: { rule_ids: after } };
}
