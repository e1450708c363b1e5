import { sql } from 'kysely';
import type { TestApp } from '#tests/support/app.ts';
import { type AuthorisingFixtures, createAuthorisingFixtures } from './authorising.ts';
import { type ConnectionFixtures, createConnectionFixtures } from './connections.ts';
import { type ContentFixtures, createContentFixtures } from './content.ts';
import { createEvaluationFixtures, type EvaluationFixtures } from './evaluations.ts';
import { createHostingFixtures, type HostingFixtures } from './hosting.ts';
import { createLaunchReadingFixtures, type LaunchReadingFixtures } from './launch-reading.ts';
import { createLaunchWritingFixtures, type LaunchWritingFixtures } from './launch-writing.ts';
import { createPostFixtures, type PostFixtures } from './posts.ts';
import { createPublishingFixtures, type PublishingFixtures } from './publishing.ts';
import { createRuleFixtures, type RuleFixtures } from './rules.ts';

/** The callers of the matrix, in the order of its columns. */
export const callers = ['none', 'revoked', 'noPaths', 'limited', 'leader', 'admin', 'super', 'deleted'] as const;
export type CallerKind = (typeof callers)[number];

/** The objects that the calls need, and a token for every caller. */
export interface Fixtures
  extends LaunchReadingFixtures,
    AuthorisingFixtures,
    ConnectionFixtures,
    ContentFixtures,
    EvaluationFixtures,
    HostingFixtures,
    LaunchWritingFixtures,
    PostFixtures,
    PublishingFixtures,
    RuleFixtures {
  tokens: Record<CallerKind, string | undefined>;
  target: number;
  /** Takes over what `target` owns. */
  successor: number;
  department: number;
  otherDepartment: number;
  emptyDepartment: number;
  role: number;
  unusedRole: number;
  /** Of the page /index, shared with everybody by `target`. */
  view: number;
  /** Ordered by opt_05: one item failed, one is unknown. */
  batch: number;
  unknownItem: number;
  job: string;
  run: number;
  /** A number that was not returned before. */
  next(): number;
}

/**
 * Creates the objects: opt_01 has one page and no action, lead_a leads a department, opt_03 is deleted while signed in. Done for each
 * caller, so that no cell depends on another.
 */
export async function createFixtures(server: TestApp): Promise<Fixtures> {
  const { db, clock } = server;
  const now = clock.now();
  const department = async (name: string) =>
    (await db.selectFrom('sys_department').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  const user = async (account: string) =>
    (await db.selectFrom('sys_user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;

  const tokens: Fixtures['tokens'] = {
    none: undefined,
    revoked: await server.signIn('opt_02'),
    noPaths: await server.signIn('noaccess'),
    limited: await server.signIn('opt_01'),
    leader: await server.signIn('lead_a'),
    admin: await server.signIn('admin'),
    super: await server.signIn('super'),
    deleted: await server.signIn('opt_03'),
  };
  await db
    .updateTable('sys_session')
    .set({ revoked_at: now })
    .where('user_id', '=', await user('opt_02'))
    .execute();
  await db.updateTable('sys_user').set({ deleted_at: now }).where('account', '=', 'opt_03').execute();

  const role = async (name: string, paths: string[]) =>
    (
      await db
        .insertInto('sys_role')
        .values({ name, remark: null, paths, actions: [], deleted_at: null, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const limited = await role('看日志', ['/advertising/copy-log']);
  const unusedRole = await role('无人使用', []);
  await db
    .updateTable('sys_user_role')
    .set({ role_id: limited })
    .where('user_id', '=', await user('opt_01'))
    .execute();

  const root = await db.selectFrom('sys_department').select('id').where('parent_id', 'is', null).executeTakeFirstOrThrow();
  const empty = await sql<{ id: number }>`
    insert into sys_department (parent_id, name, path, depth, sort, created_at, updated_at)
    values (${root.id}, '空部门', '/1/999/', 2, 99, ${now}, ${now}) returning id`.execute(db);
  const job = 'matrix.job';
  await db
    .insertInto('cron_job')
    .values({ key: job, name_zh: '任务', name_en: 'Job', cron: '0 * * * *', created_at: now, updated_at: now })
    .execute();
  const run = await db
    .insertInto('cron_run')
    .values({ job_key: job, trigger: 'schedule', triggered_by: null, status: 'succeeded', started_at: now, finished_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();

  const view = await db
    .insertInto('saved_view')
    .values({
      owner_user_id: await user('opt_05'),
      page: '/index',
      name: '共享',
      shared: 'all',
      query: '',
      table_view: null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

  const by = await user('opt_05');
  const batch = await sql<{ id: number }>`
    insert into batch (type, user_id, origin, action, language, summary, params, status, total, done, fail, unknown,
      started_at, finished_at, created_at, updated_at)
    values ('user_status', ${by}, '/sys/accounts', '/sys-users/batch_set_status', 'zh', '{"zh":"停用账号","en":"Disable accounts"}',
      '{"status":"disabled"}', 'failed', 2, 2, 1, 1, ${now}, ${now}, ${now}, ${now}) returning id`.execute(db);
  const items = await sql<{ id: number }>`
    insert into batch_item (batch_id, seq, user_id, address, target_type, target_id, label, locks, status, code, reason, retryable,
      started_at, finished_at, created_at, updated_at)
    select ${batch.rows[0]?.id}::bigint, n, ${by}::bigint, '127.0.0.1', 'user', 424242 + n, 'gone', true, s, c, r, s = 'failed',
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from (values (1, 'failed', 404, 'NOT_FOUND'), (2, 'unknown', 513, 'PLATFORM_UNKNOWN')) as v (n, s, c, r) returning id`.execute(db);

  let given = 0;
  const hosting = await createHostingFixtures(server);
  return {
    ...(await createAuthorisingFixtures(server)),
    ...(await createConnectionFixtures(server)),
    ...(await createContentFixtures(server)),
    ...(await createEvaluationFixtures(server)),
    ...hosting,
    ...(await createRuleFixtures(server, hosting)),
    ...(await createLaunchReadingFixtures(server)),
    ...(await createLaunchWritingFixtures(server)),
    ...(await createPostFixtures(server)),
    ...(await createPublishingFixtures(server)),
    tokens,
    target: await user('opt_05'),
    successor: await user('opt_04'),
    department: await department('西语组'),
    otherDepartment: await department('素材部'),
    emptyDepartment: empty.rows[0]?.id ?? 0,
    role: limited,
    unusedRole,
    view: view.id,
    batch: batch.rows[0]?.id ?? 0,
    unknownItem: items.rows[1]?.id ?? 0,
    job,
    run: run.id,
    next: () => {
      given += 1;
      return given;
    },
  };
}
