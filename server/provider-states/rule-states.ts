import { type Kysely, sql } from 'kysely';
import type { RuleSituations } from '#contracts/states/rule-situations.ts';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;
type Given<Name extends keyof RuleSituations> = RuleSituations[Name];

export const ruleIdTables = ['host_account', 'host_rule', 'host_rule_run', 'host_rule_hit'] as const;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const CONDITIONS = [
  { metric: 'spend', window: 'today', op: 'gte', value: 1_000 },
  { metric: 'roi_d0', window: 'today', op: 'lt', value: 0.6 },
];

export async function addRule(db: Db, given: Given<'a rule of a hosted account exists'>): Promise<void> {
  const { id, host_account_id, ad_account_id, version, name, owner, status } = given;
  const now = new Date();
  const times = { created_at: now, updated_at: now };
  const { personal_account_id } = await db
    .selectFrom('ad_account')
    .select('personal_account_id')
    .where('id', '=', ad_account_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('host_account')
    .values({
      id: host_account_id,
      ad_account_id,
      personal_account_id,
      operator_user_id: owner,
      state: 'hosting',
      auto_level: 'auto',
      start_at: new Date(now.getTime() - DAY_MS),
      consent_at: now,
      ...times,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await db
    .insertInto('host_rule')
    .values({
      id,
      version,
      name,
      owner_user_id: owner,
      level: 'campaign',
      conditions: JSON.stringify(CONDITIONS),
      guard: JSON.stringify({ min_spend_usd: 0, min_age_hours: 0, exclude_learning: false }),
      action: 'pause',
      schedule: JSON.stringify({ every: 'half_hour' }),
      cooldown_min: 120,
      max_actions_per_day: 3,
      priority: 80,
      dry_run: false,
      status,
      ...times,
    })
    .execute();
  await db.insertInto('host_rule_target').values({ rule_id: id, host_account_id }).execute();
  await db
    .insertInto('fact_sync')
    .values({ ad_account_id, pulled_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('ad_account_id').doUpdateSet({ pulled_at: now }))
    .execute();
}

export async function addHourlySpend(db: Db, { id, spend_usd }: Given<'a campaign spent every hour'>): Promise<void> {
  await sql`
    insert into insight_hourly (ad_id, stat_date, stat_hour, ad_account_id, owner_user_id, spend, spend_usd, impressions)
    select d.id, hour::date, extract(hour from hour), d.ad_account_id, d.owner_user_id, ${spend_usd}::bigint, ${spend_usd}::bigint, 1000
    from ad d join ad_account a on a.id = d.ad_account_id
    cross join lateral (select date_trunc('hour', now() at time zone a.timezone_name) as this_hour) z
    cross join lateral generate_series(z.this_hour - interval '48 hours', z.this_hour - interval '1 hour', interval '1 hour') hour
    where d.campaign_id = ${id}`.execute(db);
}

/** Adds `count` hits of one rule of the hosted account that exists. */
export async function addManyHits(db: Db, count: number): Promise<void> {
  const hosted = await db.selectFrom('host_account').select(['id', 'ad_account_id', 'operator_user_id']).executeTakeFirstOrThrow();
  await addRule(db, {
    id: 1,
    host_account_id: hosted.id,
    ad_account_id: hosted.ad_account_id,
    version: 1,
    name: '止损',
    owner: hosted.operator_user_id,
    status: 'disabled',
  });
  await sql`
    with run as (
      insert into host_rule_run (rule_id, host_account_id, run_at, slot, status, created_at, updated_at)
      values (1, ${hosted.id}, now(), now(), 'ok', now(), now()) returning id)
    insert into host_rule_hit (run_id, rule_id, level, entity_id, metrics, action, result, skip_reason, created_at, updated_at)
    select run.id, 1, 'campaign', n, '[]', 'pause', 'skipped', 'cooldown', now(), now() from run, generate_series(1, ${count}::int) n`.execute(
    db,
  );
}

export async function addHit(db: Db, given: Given<'a rule hit a campaign'>): Promise<void> {
  const { id, rule_id, host_account_id, campaign_id, result } = given;
  const at = new Date(Date.now() - MINUTE_MS);
  const times = { created_at: at, updated_at: at };
  const run = await db
    .insertInto('host_rule_run')
    .values({ rule_id, host_account_id, run_at: at, slot: at, evaluated: 1, matched: 1, acted: 1, status: 'ok', ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('host_rule_hit')
    .values({
      id,
      run_id: run.id,
      rule_id,
      level: 'campaign',
      entity_id: campaign_id,
      metrics: JSON.stringify(CONDITIONS.map((condition, at) => ({ condition, value: at === 0 ? 1_200 : 0.5, met: true }))),
      action: 'pause',
      before: JSON.stringify({ status: 'ACTIVE' }),
      after: JSON.stringify({ status: 'PAUSED' }),
      result,
      expires_at: result === 'done' ? null : new Date(at.getTime() + DAY_MS),
      ...(result === 'rejected' && { decided_by: await findOwner(db, rule_id), decided_at: at }),
      batch_item_id: result === 'done' ? await addClosing(db, rule_id, campaign_id, at) : null,
      ...times,
    })
    .execute();
}

async function findOwner(db: Db, ruleId: number): Promise<number> {
  const { owner_user_id } = await db.selectFrom('host_rule').select('owner_user_id').where('id', '=', ruleId).executeTakeFirstOrThrow();
  return owner_user_id;
}

/** The batch with which the rule turned the campaign off. */
async function addClosing(db: Db, ruleId: number, campaignId: number, at: Date): Promise<number> {
  const times = { created_at: at, updated_at: at, started_at: at, finished_at: at };
  const { owner_user_id, name } = await db
    .selectFrom('campaign')
    .select(['owner_user_id', 'name'])
    .where('id', '=', campaignId)
    .executeTakeFirstOrThrow();
  const userId = owner_user_id ?? 0;
  const batch = await db
    .insertInto('batch')
    .values({
      type: 'status',
      level: 'campaign',
      user_id: userId,
      origin: `rule:${ruleId}`,
      action: '/ad-entities/batch_status',
      language: 'zh',
      summary: JSON.stringify({ zh: '关闭 1 个广告系列', en: 'Turn off 1 campaign' }),
      params: JSON.stringify({ to: 'PAUSED', by: 'rule', rule_id: ruleId }),
      status: 'succeeded',
      total: 1,
      done: 1,
      ok: 1,
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const item = await db
    .insertInto('batch_item')
    .values({
      batch_id: batch.id,
      seq: 1,
      user_id: userId,
      address: '127.0.0.1',
      target_type: 'campaign',
      target_id: campaignId,
      label: name,
      locks: true,
      params: '{}',
      status: 'succeeded',
      before: JSON.stringify({ status: 'ACTIVE' }),
      after: JSON.stringify({ status: 'PAUSED' }),
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('campaign').set({ status: 'PAUSED', closed_by: 'rule', closed_at: at }).where('id', '=', campaignId).execute();
  return item.id;
}
