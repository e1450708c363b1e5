import { sql } from 'kysely';
import { ruleTemplates } from '#server/domain/rules/index.ts';
import { type BenchSetting, type BenchStep, pickInt, resetSequence, rows } from './steps.ts';

/** The leaders who also operate hosted accounts. */
const FIRST_OPERATOR = 3;
const OPERATORS = 6;
/** Hosted accounts that a rule covers. */
const TARGETS = 3;
/** Hits of one run of a rule. */
const HITS = 4;

/** Hosted accounts, rules that cover some of each other's accounts, and a run a day of each with its hits. */
export function benchHosting({ sizes, asOf }: BenchSetting): BenchStep {
  // Every second account at most, so that the others stay the company's own.
  const hosted = Math.min(sizes.hostAccounts, Math.floor(sizes.accounts / 2));
  const end = sql`${asOf}::timestamptz`;
  const since = sql`${end} - interval '60 days'`;
  const { level, conditions, guard, action } = ruleTemplates.stop_loss;
  const operator = sql`${sql.lit(FIRST_OPERATOR)} + n % ${sql.lit(OPERATORS)}`;
  const checks = sql`jsonb_agg(jsonb_build_object('condition', c, 'value', c -> 'value', 'met', true))`;
  return {
    name: 'hosting',
    statements: [
      sql`insert into sys_user_role (user_id, role_id)
        select ${sql.lit(FIRST_OPERATOR)} + n - 1, r.id from ${rows(OPERATORS)} join sys_role r on r.is_builtin and r.name = '托管运营'`,
      sql`insert into host_account (id, ad_account_id, personal_account_id, operator_user_id, state, auto_level, daily_cap, target_roi_bp, start_at,
          consent_at, created_at, updated_at) overriding system value
        select n, a.id, a.personal_account_id, ${operator}, case when n % 12 = 0 then 'paused' else 'hosting' end,
          (array['auto', 'suggest', 'off'])[1 + n % 3], 100000, 15000, ${since}, ${since}, ${since}, ${since}
        from ${rows(hosted)} join ad_account a on a.id = 2 * n`,
      resetSequence('host_account'),
      sql`update ad_account set usage = 'host' where id in (select ad_account_id from host_account)`,
      sql`insert into host_rule (id, name, owner_user_id, level, conditions, guard, action, schedule, priority, dry_run, status, created_at, updated_at)
        overriding system value
        select n, '规则 ' || n, ${operator}, ${level}, ${JSON.stringify(conditions)}::jsonb, ${JSON.stringify(guard)}::jsonb, ${action},
          '{"every": "day", "at": "09:00"}'::jsonb, 1 + n % 100, true, case when n % 5 = 0 then 'disabled' else 'enabled' end, ${since}, ${since}
        from ${rows(sizes.rules)}`,
      resetSequence('host_rule'),
      sql`insert into host_rule_target (rule_id, host_account_id)
        select n, 1 + (n * ${sql.lit(TARGETS)} + k) % ${sql.lit(hosted)} from ${rows(sizes.rules)}, generate_series(0, ${sql.lit(TARGETS - 1)}) k`,
      sql`insert into host_rule_run (id, rule_id, host_account_id, run_at, slot, evaluated, matched, acted, ms, status, created_at, updated_at)
        overriding system value
        select n, t.rule_id, t.host_account_id, w.at, w.at, 40, ${sql.lit(HITS)}, ${sql.lit(HITS)}, 50, 'ok', w.at, w.at
        from ${rows(Math.ceil(sizes.hits / HITS))}
        join (select row_number() over (order by rule_id, host_account_id) as number, * from host_rule_target) t
          on t.number = 1 + (n - 1) % ${sql.lit(sizes.rules * TARGETS)}
        cross join lateral (select ${end} - (n - 1) / ${sql.lit(sizes.rules * TARGETS)} * interval '1 day' as at) w`,
      resetSequence('host_rule_run'),
      sql`insert into host_rule_hit (run_id, rule_id, level, entity_id, metrics, action, before, after, result, created_at, updated_at)
        select r.id, r.rule_id, ${level}, g.ids[1 + n % cardinality(g.ids)], (select ${checks} from jsonb_array_elements(${JSON.stringify(conditions)}::jsonb) c), ${action},
          '{"status": "ACTIVE"}'::jsonb, '{"status": "PAUSED"}'::jsonb,
          (array['done', 'done', 'dry_run', 'rejected', 'expired'])[1 + ${pickInt('n', 91, 5)}], r.run_at, r.run_at
        from ${rows(sizes.hits)} join host_rule_run r on r.id = 1 + (n - 1) / ${sql.lit(HITS)}
        join host_account h on h.id = r.host_account_id
        join (select ad_account_id, array_agg(id order by id) as ids from ad_group group by 1) g on g.ad_account_id = h.ad_account_id`,
    ],
  };
}
