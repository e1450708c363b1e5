import { sql, type Transaction } from 'kysely';
import type { RuleBody, RuleCondition } from '#contracts/rules/host-rules.ts';
import type { HitResult, HitSkipReason } from '#contracts/vocabulary/host-rules.ts';
import type { Database } from '#server/database/schema.ts';
import { evaluateConditions, ruleTemplates, slotOf } from '#server/domain/rules/index.ts';

interface RulesInput {
  users: ReadonlyMap<string, number>;
  asOf: Date;
}

type Terms = Pick<RuleBody, 'level' | 'conditions' | 'guard' | 'action' | 'action_value' | 'action_limit' | 'priority'>;

interface DemoRule {
  name: string;
  terms: Terms;
  schedule: RuleBody['schedule'];
  dryRun: boolean;
  isEnabled: boolean;
  /** Objects it hits on a day. */
  perDay: number;
}

const HALF_HOUR = { every: 'half_hour' } as const;

const { stop_loss, scale_up, reopen, budget_guard, no_conversion } = ruleTemplates;
const today = { window: 'today' } as const;

/** The templates with thresholds that fit the small budgets of the demo accounts. */
const demoRules: readonly DemoRule[] = [
  {
    name: '止损',
    terms: {
      ...stop_loss,
      conditions: [
        { metric: 'spend', ...today, op: 'gte', value: 200 },
        { metric: 'roi_d0', ...today, op: 'lt', value: 0.3 },
      ],
    },
    schedule: HALF_HOUR,
    dryRun: false,
    isEnabled: true,
    perDay: 3,
  },
  {
    name: '放量',
    terms: {
      ...scale_up,
      conditions: [
        { metric: 'roi_d0', ...today, op: 'gte', value: 0.8 },
        { metric: 'first_payers', ...today, op: 'gte', value: 1 },
      ],
    },
    schedule: { every: 'hour', hours: [9, 22] },
    dryRun: false,
    isEnabled: true,
    perDay: 3,
  },
  {
    name: '复开',
    terms: { ...reopen, conditions: [{ metric: 'roi_d0', ...today, op: 'gte', value: 0.6 }] },
    schedule: { every: 'day', at: '09:00' },
    dryRun: false,
    isEnabled: true,
    perDay: 2,
  },
  {
    name: '预算保护',
    terms: {
      ...budget_guard,
      conditions: {
        join: 'and',
        items: [
          { metric: 'spend', ...today, op: 'gte', value: 300 },
          {
            join: 'or',
            items: [
              { metric: 'roi_d0', ...today, op: 'lt', value: 0.5 },
              { metric: 'cpi', ...today, compare: 'change', against: 'previous', op: 'gt', value: 0.3 },
            ],
          },
        ],
      },
    },
    schedule: { every: 'hour' },
    dryRun: false,
    isEnabled: true,
    perDay: 2,
  },
  {
    name: '无转化关停',
    terms: {
      ...no_conversion,
      conditions: [
        { metric: 'spend', ...today, op: 'gte', value: 100 },
        { metric: 'first_payers', ...today, op: 'lt', value: 1 },
      ],
    },
    schedule: HALF_HOUR,
    dryRun: true,
    isEnabled: true,
    perDay: 4,
  },
  {
    name: '同级最差提醒',
    terms: {
      level: 'campaign',
      conditions: [
        { metric: 'roi_d0', window: 'last_3d', compare: 'rank', order: 'lowest', op: 'lte', value: 1 },
        { metric: 'spend', window: 'last_3d', op: 'gte', value: 5_000 },
      ],
      guard: { min_spend_usd: 0, min_age_hours: 72, exclude_learning: false },
      action: 'notify',
      action_value: null,
      action_limit: null,
      priority: 20,
    },
    schedule: { every: 'day', at: '09:30' },
    dryRun: false,
    isEnabled: false,
    perDay: 0,
  },
];

const DAY = 86_400_000;
const HOUR = 3_600_000;
const HISTORY_DAYS = 13;

interface HostedAccount {
  id: number;
  ad_account_id: number;
  auto_level: 'off' | 'suggest' | 'auto';
}

interface ActiveObject {
  id: number;
  spend_usd: number;
  rev_d0: number;
  first_payers: number;
  budget: number | null;
}

/** Objects of an account that spent on a day, with the figures of that day. */
async function loadObjects(
  db: Transaction<Database>,
  { ad_account_id }: HostedAccount,
  level: RuleBody['level'],
  day: Date,
): Promise<ActiveObject[]> {
  const column = sql.ref(level === 'campaign' ? 'd.campaign_id' : level === 'ad_group' ? 'd.ad_group_id' : 'd.ad_id');
  const budget = level === 'ad' ? sql`null::bigint` : sql`max(e.daily_budget)`;
  const { rows } = await sql<ActiveObject>`
    select ${column} as id, sum(d.spend_usd)::bigint as spend_usd, sum(d.rev_d0)::bigint as rev_d0, sum(d.first_payers)::bigint as first_payers,
      ${budget} as budget
    from insight_daily d join ${sql.table(level)} e on e.id = ${column}
    where d.ad_account_id = ${ad_account_id} and d.stat_date = ${day.toISOString().slice(0, 10)}::date and d.spend_usd > 0
    group by 1 order by 1`.execute(db);
  return rows;
}

/** The figure of a condition on the day of the object; null where the demo does not compute it. */
function figureOf({ metric, compare = 'value' }: RuleCondition, { spend_usd, rev_d0, first_payers }: ActiveObject): number | null {
  if (compare !== 'value') return null;
  if (metric === 'spend') return spend_usd;
  if (metric === 'roi_d0') return spend_usd === 0 ? null : Math.round((rev_d0 / spend_usd) * 1e6) / 1e6;
  return metric === 'first_payers' ? first_payers : null;
}

function changeOf({ action, action_value }: Terms, { budget }: ActiveObject): { before: object; after: object } {
  if (action === 'pause') return { before: { status: 'ACTIVE' }, after: { status: 'PAUSED' } };
  if (action === 'start') return { before: { status: 'PAUSED' }, after: { status: 'ACTIVE' } };
  if (budget === null || action_value === null) return { before: {}, after: {} };
  const share = action === 'budget_inc' ? 100 + action_value : 100 - action_value;
  return { before: { budget }, after: { budget: Math.round((budget * share) / 100) } };
}

const SKIPS: readonly HitSkipReason[] = ['cooldown', 'human_override', 'lower_priority', 'limit', 'daily_max'];

/** Results of suggestions that no batch carried out. */
const SUGGESTED: readonly HitResult[] = ['suggested', 'rejected', 'expired'];

interface Outcome {
  result: HitResult;
  skip_reason: HitSkipReason | null;
  isDecided: boolean;
}

/** What became of the hit of a number: mostly done, sometimes skipped or decided by a person. */
function outcomeOf(rule: DemoRule, account: HostedAccount, number: number, daysAgo: number): Outcome {
  if (rule.dryRun) return { result: 'dry_run', skip_reason: null, isDecided: false };
  // The suggestions of today still wait.
  if (daysAgo === 0 && rule.terms.action !== 'pause') return { result: 'suggested', skip_reason: null, isDecided: false };
  if (number % 4 === 3) return { result: 'skipped', skip_reason: SKIPS[number % SKIPS.length] ?? 'cooldown', isDecided: false };
  if (account.auto_level === 'auto') return { result: number % 11 === 10 ? 'failed' : 'done', skip_reason: null, isDecided: false };
  const results = ['done', 'rejected', 'expired'] as const;
  const result = results[number % results.length] ?? 'done';
  return { result, skip_reason: null, isDecided: result !== 'expired' };
}

async function insertRule(db: Transaction<Database>, rule: DemoRule, owner: number, asOf: Date): Promise<number> {
  const created = new Date(asOf.getTime() - (HISTORY_DAYS + 2) * DAY);
  const { conditions, guard, ...terms } = rule.terms;
  const { id } = await db
    .insertInto('host_rule')
    .values({
      ...terms,
      name: rule.name,
      owner_user_id: owner,
      conditions: JSON.stringify(conditions),
      guard: JSON.stringify(guard),
      schedule: JSON.stringify(rule.schedule),
      dry_run: rule.dryRun,
      status: rule.isEnabled ? 'enabled' : 'disabled',
      created_at: created,
      updated_at: created,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Keeps the hours of hosted accounts as they were known when they had ended, so that rules can be rehearsed. */
async function seedKnownHours(db: Transaction<Database>): Promise<void> {
  await sql`
    insert into insight_hour_known (ad_id, stat_date, stat_hour, known_at, ad_account_id, spend_usd, impressions, link_clicks, new_users, plat_purchases)
    select h.ad_id, h.stat_date, h.stat_hour, (h.stat_date + (h.stat_hour + 1) * interval '1 hour' + interval '8 minutes') at time zone a.timezone_name,
      h.ad_account_id, h.spend_usd, h.impressions, h.link_clicks, h.new_users, h.plat_purchases
    from insight_hourly h join ad_account a on a.id = h.ad_account_id
    where h.ad_account_id in (select x.ad_account_id from host_account x where x.state <> 'ended')
    on conflict do nothing`.execute(db);
}

/** Six rules of the host operator with their runs and hits of the last two weeks; one rule is a dry run, and suggestions wait. */
export async function seedRules(db: Transaction<Database>, { users, asOf }: RulesInput): Promise<void> {
  const operator = users.get('host_01');
  if (operator === undefined) throw new Error('the demo company has no host_01');
  const accounts: HostedAccount[] = await db
    .selectFrom('host_account')
    .select(['id', 'ad_account_id', 'auto_level'])
    .where('state', '=', 'hosting')
    .orderBy('id')
    .execute();
  await seedKnownHours(db);
  let number = 0;
  for (const rule of demoRules) {
    const ruleId = await insertRule(db, rule, operator, asOf);
    await db
      .insertInto('host_rule_target')
      .values(accounts.map(({ id }) => ({ rule_id: ruleId, host_account_id: id })))
      .execute();
    if (!rule.isEnabled) continue;
    for (let daysAgo = HISTORY_DAYS; daysAgo >= 0; daysAgo -= 1) {
      for (const account of accounts) {
        number = await seedDay(db, { rule, ruleId, account, daysAgo, asOf, operator, number });
      }
    }
  }
}

interface DayInput {
  rule: DemoRule;
  ruleId: number;
  account: HostedAccount;
  daysAgo: number;
  asOf: Date;
  operator: number;
  number: number;
}

/** The run and the hits of a rule in an account on one day. Returns the number of the next hit. */
async function seedDay(db: Transaction<Database>, { rule, ruleId, account, daysAgo, asOf, operator, number }: DayInput): Promise<number> {
  const at = new Date(asOf.getTime() - daysAgo * DAY - HOUR);
  const objects = await loadObjects(db, account, rule.terms.level, at);
  const matching = objects.flatMap((object) => {
    const { isMatch, checks } = evaluateConditions(rule.terms.conditions, (condition) => figureOf(condition, object));
    return isMatch ? [{ object, checks }] : [];
  });
  // Other objects of the account every day.
  const chosen = matching.map((_, index) => matching[(index + daysAgo) % matching.length]).slice(0, rule.perDay);
  const hits = chosen.flatMap((found, index) =>
    found === undefined ? [] : [{ ...found, ...outcomeOf(rule, account, number + index, daysAgo) }],
  );
  const acted = hits.filter(({ result }) => result !== 'skipped').length;
  const times = { created_at: at, updated_at: at };
  const { id: run_id } = await db
    .insertInto('host_rule_run')
    .values({
      rule_id: ruleId,
      host_account_id: account.id,
      run_at: at,
      slot: slotOf(at),
      evaluated: objects.length,
      matched: hits.length,
      acted,
      skipped: hits.length - acted,
      ms: 40 + objects.length,
      status: 'ok',
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (hits.length === 0) return number;
  await db
    .insertInto('host_rule_hit')
    .values(
      hits.map(({ object, checks, result, skip_reason, isDecided }) => {
        const { before, after } = changeOf(rule.terms, object);
        return {
          run_id,
          rule_id: ruleId,
          level: rule.terms.level,
          entity_id: object.id,
          metrics: JSON.stringify(checks.map(({ condition, value, isMet }) => ({ condition, value, met: isMet }))),
          action: rule.terms.action,
          before: JSON.stringify(before),
          after: JSON.stringify(after),
          result,
          skip_reason,
          expires_at: SUGGESTED.includes(result) ? new Date(at.getTime() + DAY) : null,
          decided_by: isDecided ? operator : null,
          decided_at: isDecided ? new Date(at.getTime() + HOUR) : null,
          ...times,
        };
      }),
    )
    .execute();
  return number + hits.length;
}
