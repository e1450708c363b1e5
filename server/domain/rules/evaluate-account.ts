import { type Kysely, sql } from 'kysely';
import type { SentenceMoney } from '#contracts/rules/host-rule-sentence.ts';
import { STALE_AFTER_MIN, SUGGESTION_HOURS } from '#contracts/rules/host-rules.ts';
import type { AutoLevel } from '#contracts/vocabulary/hosting.ts';
import type { Database } from '#server/database/schema.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import { inTransaction } from '../ads/index.ts';
import { raiseAlert } from '../alerts.ts';
import { orderAsServer } from '../batches/index.ts';
import { isHostedAt } from '../hosting/index.ts';
import type { AlertSubject } from '../incidents.ts';
import { toOrder } from './action-orders.ts';
import type { ConditionCheck } from './conditions.ts';
import { type ActionHistory, type DueRule, decide, evaluateRule, type RuleDecision } from './decide.ts';
import { loadKnownUntil, loadLedgers } from './figures.query.ts';
import { localHourOf, toLocalDate } from './hour-ledger.ts';
import { loadObjectStates, type RuleAccount, withLifetimeSpend } from './rule-objects.query.ts';
import { isDue } from './schedule.ts';

type Db = Kysely<Database>;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Most objects of one order. */
const MAX_ITEMS = 500;
const HITS_PAGE = '/operation/account?tab=hits';

/** A hosted account in which rules run. */
export interface EvaluatedAccount extends RuleAccount {
  auto_level: AutoLevel;
  account_name: string;
  timezone_name: string;
  currency: string;
  exponent: number;
  operator_account: string;
}

/** Accounts under hosting that an enabled rule covers. */
export async function listEvaluatedAccounts(db: Db, now: Date): Promise<EvaluatedAccount[]> {
  const { rows } = await sql<EvaluatedAccount>`
    select h.id, h.ad_account_id, h.operator_user_id, h.auto_level, a.name as account_name, a.timezone_name, a.currency, c.exponent,
      u.account as operator_account
    from host_account h join ad_account a on a.id = h.ad_account_id join currency c on c.code = a.currency
    join sys_user u on u.id = h.operator_user_id
    where ${isHostedAt(now)} and exists (
      select from host_rule_target t join host_rule r on r.id = t.rule_id
      where t.host_account_id = h.id and r.status = 'enabled' and r.deleted_at is null)
    order by h.id`.execute(db);
  return rows;
}

interface NamedRule extends DueRule {
  readonly name: string;
  readonly owner_user_id: number;
}

async function loadEnabledRules(db: Db, hostAccountId: number): Promise<NamedRule[]> {
  const { rows } = await sql<NamedRule>`
    select r.id, r.name, r.owner_user_id, r.level, r.conditions, r.guard, r.action, r.action_value, r.action_limit, r.schedule, r.cooldown_min,
      r.max_actions_per_day, r.priority, r.dry_run
    from host_rule r join host_rule_target t on t.rule_id = r.id
    where t.host_account_id = ${hostAccountId} and r.status = 'enabled' and r.deleted_at is null
    order by r.id`.execute(db);
  return rows;
}

/** Claims the runs of these rules in the half hour; the rules whose run another server or an earlier start already wrote are left out. */
async function claimRuns(
  db: Db,
  account: EvaluatedAccount,
  rules: readonly NamedRule[],
  slot: Date,
  now: Date,
): Promise<Map<number, number>> {
  if (rules.length === 0) return new Map();
  const claimed = await db
    .insertInto('host_rule_run')
    .values(
      rules.map((rule) => ({
        rule_id: rule.id,
        host_account_id: account.id,
        slot,
        run_at: now,
        status: 'ok' as const,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['rule_id', 'host_account_id', 'slot']).doNothing())
    .returning(['id', 'rule_id'])
    .execute();
  return new Map(claimed.map(({ id, rule_id }) => [rule_id, id]));
}

const historyKey = (ruleId: number, level: EntityLevel, id: number): string => `${ruleId} ${level} ${id}`;

interface HistoryRow {
  rule_id: number;
  level: EntityLevel;
  entity_id: number;
  last_at: Date | null;
  today: number;
  is_awaited: boolean;
}

/** What each rule did to the objects of the account so far, as far as it limits what the rule may do now. */
async function loadHistory(db: Db, { id, timezone_name }: EvaluatedAccount, now: Date): Promise<Map<string, ActionHistory>> {
  const today = toLocalDate(localHourOf(now, timezone_name));
  const { rows } = await sql<HistoryRow>`
    select h.rule_id, h.level, h.entity_id, max(h.created_at) filter (where h.result in ('acting', 'done', 'dry_run')) as last_at,
      count(*) filter (where h.result in ('acting', 'done', 'dry_run') and (h.created_at at time zone ${timezone_name})::date = ${today}::date) as today,
      bool_or(h.result = 'suggested' and h.expires_at > ${now}::timestamptz) as is_awaited
    from host_rule_hit h join host_rule_run r on r.id = h.run_id
    where r.host_account_id = ${id} and h.created_at > ${now}::timestamptz - interval '2 days' and h.result in ('acting', 'done', 'dry_run', 'suggested')
    group by 1, 2, 3`.execute(db);
  return new Map(
    rows.map((row) => [
      historyKey(row.rule_id, row.level, row.entity_id),
      { lastAt: row.last_at, today: row.today, isAwaited: row.is_awaited },
    ]),
  );
}

/** The figures of a hit: each condition with what it was compared with. */
export const toHitMetrics = (checks: readonly ConditionCheck[]) =>
  checks.map(({ condition, value, isMet }) => ({ condition, value, met: isMet }));

const RESULTS = { act: 'acting', suggest: 'suggested', dry_run: 'dry_run' } as const;

function toHit({ rule, object, evaluation, change, verdict }: RuleDecision, runId: number, now: Date) {
  const isOutcome = verdict === 'act' || verdict === 'suggest' || verdict === 'dry_run';
  const result = !isOutcome ? ('skipped' as const) : verdict === 'act' && rule.action === 'notify' ? ('done' as const) : RESULTS[verdict];
  return {
    run_id: runId,
    rule_id: rule.id,
    level: object.level,
    entity_id: object.id,
    metrics: JSON.stringify(toHitMetrics(evaluation.checks)),
    action: rule.action,
    before: JSON.stringify(change?.before ?? {}),
    after: JSON.stringify(change?.after ?? {}),
    result,
    skip_reason: isOutcome ? null : verdict,
    expires_at: verdict === 'suggest' ? new Date(now.getTime() + SUGGESTION_HOURS * HOUR_MS) : null,
    created_at: now,
    updated_at: now,
  };
}

interface WrittenHit {
  id: number;
  decision: RuleDecision;
}

/** Writes the hits of a rule and orders its actions, in one transaction, so that neither exists without the other. */
async function recordRule(
  db: Db,
  account: EvaluatedAccount,
  { rule, runId, decisions, now }: { rule: NamedRule; runId: number; decisions: readonly RuleDecision[]; now: Date },
): Promise<void> {
  if (decisions.length === 0) return;
  const written = await db
    .insertInto('host_rule_hit')
    .values(decisions.map((decision) => toHit(decision, runId, now)))
    .returning(['id', 'entity_id'])
    .execute();
  const byObject = new Map(decisions.map((decision) => [decision.object.id, decision]));
  const hits = written.flatMap(({ id, entity_id }): WrittenHit[] => {
    const decision = byObject.get(entity_id);
    return decision === undefined ? [] : [{ id, decision }];
  });
  const acting = hits.filter(({ decision }) => decision.verdict === 'act');
  for (let from = 0; from < acting.length; from += MAX_ITEMS) {
    const part = acting.slice(from, from + MAX_ITEMS);
    await orderActions(db, account, rule, part, now);
  }
}

async function orderActions(db: Db, account: EvaluatedAccount, rule: NamedRule, hits: readonly WrittenHit[], now: Date): Promise<void> {
  const money: SentenceMoney = { code: account.currency, exponent: account.exponent };
  const objects = hits.map(({ decision: { object, change } }) => ({ id: object.id, name: object.name, before: change?.before ?? {} }));
  const ordered = toOrder(rule, objects, money);
  if (ordered === null) return;
  const user = { id: account.operator_user_id, account: ordered.order.origin };
  const { itemIds } = await orderAsServer(db, { ...ordered, user, now });
  for (const [at, { id }] of hits.entries()) {
    await db
      .updateTable('host_rule_hit')
      .set({ batch_item_id: itemIds[at] ?? null })
      .where('id', '=', id)
      .execute();
  }
}

const ACTED = { zh: '规则已触发', en: 'Rule applied' };
const NOTIFIED = { zh: '规则提醒', en: 'Rule matched' };
const SUGGESTED = { zh: '规则建议待确认', en: 'Suggestion of a rule awaits a decision' };
const STALE = { zh: '数据过期，规则未执行', en: 'Rules stood still on stale figures' };

const toSubject = ({ ad_account_id, account_name }: EvaluatedAccount): AlertSubject => ({
  type: 'ad_account',
  key: ad_account_id,
  name: account_name,
});

async function alertOperator(
  db: Db,
  account: EvaluatedAccount,
  rule: NamedRule,
  decisions: readonly RuleDecision[],
  now: Date,
): Promise<void> {
  const counted = decisions.filter(({ verdict }) => verdict === 'act' || verdict === 'suggest');
  const [first] = counted;
  if (first === undefined) return;
  const others = counted.length - 1;
  await raiseAlert(
    db,
    [account.operator_user_id, rule.owner_user_id],
    {
      kind: 'rule_hit',
      about: toSubject(account),
      joinsOnly: true,
      data: {
        what: first.verdict === 'suggest' ? SUGGESTED : rule.action === 'notify' ? NOTIFIED : ACTED,
        subject: rule.name,
        details: `${account.account_name}: ${first.object.name}${others > 0 ? ` + ${others}` : ''}`,
      },
      level: rule.action === 'notify' ? 'warn' : 'info',
      link: `${HITS_PAGE}&rule_id=${rule.id}`,
      dedupeKey: `rule ${rule.id} ${account.id} ${now.toISOString().slice(0, 16)}`,
    },
    now,
  );
}

async function alertStale(db: Db, account: EvaluatedAccount, knownUntil: Date | null, now: Date): Promise<void> {
  await raiseAlert(
    db,
    [account.operator_user_id],
    {
      kind: 'rule_hit',
      about: toSubject(account),
      level: 'warn',
      data: {
        what: STALE,
        subject: account.account_name,
        details:
          knownUntil === null
            ? { zh: '还没有数据。', en: 'There are no figures yet.' }
            : { zh: '数据更新至 ', en: 'Figures are known until ' },
        ...(knownUntil === null ? {} : { since: { at: knownUntil.toISOString() } }),
      },
      link: HITS_PAGE,
      dedupeKey: `rule stale ${account.id} ${toLocalDate(localHourOf(now, account.timezone_name))}`,
    },
    now,
  );
}

export interface SlotResult {
  runs: number;
  hits: number;
}

/** Everything rules need to know about an account now. */
export async function loadSituation(db: Db, account: RuleAccount & { timezone_name: string }, levels: readonly EntityLevel[], now: Date) {
  const hour = localHourOf(now, account.timezone_name);
  const knownUntil = await loadKnownUntil(db, account.ad_account_id, now);
  const ledgers = await loadLedgers(db, account.ad_account_id, hour);
  const states = await loadObjectStates(db, account, levels);
  return {
    knownUntil,
    isStale: knownUntil === null || now.getTime() - knownUntil.getTime() > STALE_AFTER_MIN * MINUTE_MS,
    clock: { now: hour, known: knownUntil === null ? hour : Math.min(hour, localHourOf(knownUntil, account.timezone_name)) },
    ledgers,
    objects: withLifetimeSpend(states, ledgers, hour),
  };
}

/** Runs the due rules of an account once for the half hour. A second call for the same half hour does nothing. */
export async function evaluateAccount(db: Db, account: EvaluatedAccount, { slot, now }: { slot: Date; now: Date }): Promise<SlotResult> {
  return await inTransaction(db, async (transaction) => {
    const started = performance.now();
    const enabled = await loadEnabledRules(transaction, account.id);
    const due = enabled.filter((rule) => isDue(rule.schedule, slot, account.timezone_name));
    const runs = await claimRuns(transaction, account, due, slot, now);
    const rules = due.filter((rule) => runs.has(rule.id));
    if (rules.length === 0) return { runs: 0, hits: 0 };
    const situation = await loadSituation(
      transaction,
      account,
      rules.map(({ level }) => level),
      now,
    );
    const history = await loadHistory(transaction, account, now);
    const decisions = decide({
      ...situation,
      rules,
      now,
      autoLevel: account.auto_level,
      historyOf: (ruleId, { level, id }) => history.get(historyKey(ruleId, level, id)),
    });
    for (const rule of rules) {
      const own = decisions.filter((decision) => decision.rule.id === rule.id);
      const runId = runs.get(rule.id) ?? 0;
      await recordRule(transaction, account, { rule, runId, decisions: own, now });
      await alertOperator(transaction, account, rule, own, now);
      const acted = own.filter(({ verdict }) => verdict === 'act' || verdict === 'suggest' || verdict === 'dry_run').length;
      await transaction
        .updateTable('host_rule_run')
        .set({
          evaluated: evaluateRule(rule, { ...situation, now }).length,
          matched: own.length,
          acted,
          skipped: own.length - acted,
          ms: Math.round(performance.now() - started),
          status: situation.isStale ? 'no_data' : 'ok',
        })
        .where('id', '=', runId)
        .execute();
    }
    if (situation.isStale) await alertStale(transaction, account, situation.knownUntil, now);
    return { runs: rules.length, hits: decisions.length };
  });
}

const MAX_MESSAGE = 500;

/** Records that the rules of an account could not be evaluated in the half hour, so that it is not tried again. */
export async function recordFailedRuns(
  db: Db,
  account: EvaluatedAccount,
  { slot, now }: { slot: Date; now: Date },
  error: unknown,
): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE);
  const due = (await loadEnabledRules(db, account.id)).filter((rule) => isDue(rule.schedule, slot, account.timezone_name));
  const runs = await claimRuns(db, account, due, slot, now);
  if (runs.size === 0) return;
  await db
    .updateTable('host_rule_run')
    .set({ status: 'failed', message })
    .where('id', 'in', [...runs.values()])
    .execute();
}
