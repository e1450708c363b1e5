import { sql } from 'kysely';
import { type BenchSetting, type BenchStep, pickInt, resetSequence, rows } from './steps.ts';

/**
 * The first two users are administrators, followed by one leader per department; optimizers reach up to four fifths, and the rest are
 * editors.
 */
export const FIRST_OPTIMIZER = 44;

export const countOptimizers = (users: number): number => Math.floor(users * 0.8) - FIRST_OPTIMIZER;
export const countEditors = (users: number): number => users - Math.floor(users * 0.8);

/** Departments on four levels, with users in all of them. */
export function benchPeople({ sizes, asOf, pwdHash }: BenchSetting): BenchStep {
  const at = sql`${asOf}::timestamptz - interval '200 days'`;
  const optimizers = Math.floor(sizes.users * 0.8);
  return {
    name: 'people',
    statements: [
      // Two departments below the company, six below each of them, the rest below those.
      sql`insert into sys_department (id, parent_id, name, path, depth, sort, created_at, updated_at) overriding system value
        select n + 1, case when n <= 2 then 1 when n <= 14 then 2 + (n - 3) / 6 else 4 + (n - 15) % 12 end,
          '部门 ' || n, '', case when n <= 2 then 2 when n <= 14 then 3 else 4 end, n, ${at}, ${at}
        from ${rows(sizes.departments - 1)}`,
      ...[2, 3, 4].map(
        (depth) =>
          sql`update sys_department d set path = p.path || d.id || '/' from sys_department p where p.id = d.parent_id and d.depth = ${depth}`,
      ),
      resetSequence('sys_department'),
      sql`insert into sys_user (id, account, pwd_hash, name, is_admin, is_leader, platform, department_id, created_at, updated_at)
        overriding system value
        select n, case when n = 1 then 'super' when n = 2 then 'admin' when n < ${sql.lit(FIRST_OPTIMIZER)} then 'lead_' || lpad((n - 2)::text, 3, '0')
            when n <= ${sql.lit(optimizers)} then 'opt_' || lpad(n::text, 3, '0') else 'edit_' || lpad(n::text, 3, '0') end,
          ${pwdHash}, '人员 ' || n, case n when 1 then 9 when 2 then 1 else 0 end,
          case when n > 2 and n < ${sql.lit(FIRST_OPTIMIZER)} then 1 else 0 end, case when n % 4 = 3 then 'ec' else 'dj' end,
          case when n = 1 then null else 1 + n % ${sql.lit(sizes.departments)} end, ${at}, ${at}
        from ${rows(sizes.users)}`,
      resetSequence('sys_user'),
      sql`insert into sys_user_role (user_id, role_id)
        select u.id, r.id from sys_user u join sys_role r on r.is_builtin and r.name = case
          when u.is_leader = 1 then '组长' when u.account like 'opt%' then '优化师' else '素材师' end
        where u.is_admin = 0`,
    ],
  };
}

/** Sign-ins and changes in the operation log, and alerts. */
export function benchLogs({ sizes, asOf }: BenchSetting): BenchStep {
  return {
    name: 'logs',
    statements: [
      sql`insert into op_log (at, user_id, account, action, target_type, target_id, ip, summary, ok, code, ms)
        select ${asOf}::timestamptz - n * (interval '180 days' / ${sql.lit(sizes.opLogs)}), u.id, u.account,
          (array['/login', '/ad-entities/batch_status', '/ad-entities/batch_budget', '/ad-publish/submit', '/sys-users/logout'])[1 + n % 5],
          case when n % 5 in (1, 2) then 'campaign' end, case when n % 5 in (1, 2) then 1 + n % ${sql.lit(sizes.campaigns)} end,
          '10.0.' || n % 200 || '.' || n % 250, '', true, 0, 10 + n % 90
        from ${rows(sizes.opLogs)} join sys_user u on u.id = 2 + n % ${sql.lit(sizes.users - 2)}`,
      sql`insert into alert (user_id, level, kind, data, link, dedupe_key, created_at, read_at)
        select 2 + n % ${sql.lit(sizes.users - 2)}, 'warn', 'ad_disapproved', jsonb_build_object('name', 'Ad ' || n, 'policy', 'Destination'),
          '/advertising/start', 'bench:' || n, ${asOf}::timestamptz - n * interval '20 minutes',
          case when ${pickInt('n', 71, 3)} > 0 then ${asOf}::timestamptz end
        from ${rows(sizes.alerts)}`,
    ],
  };
}
