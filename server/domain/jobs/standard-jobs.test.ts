import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '#server/database/backup/restore-backup.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { nothingOutside } from '../outside.ts';
import { createReconcileJob } from './batches.job.ts';
import { cleanBatches, cleanFailures, cleanHistory, cleanSessions } from './cleanup.job.ts';
import { BACKUPS_KEPT, createBackupJob, databaseStatistics } from './database.job.ts';
import type { Job } from './job.ts';
import { registerJobs } from './runs.repository.ts';
import { findScheduleFault } from './schedule.rules.ts';
import { createStandardJobs } from './standard-jobs.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

describe('the standard tasks', () => {
  let database: TestDatabase;
  let folder: string;
  let lines: string[];
  const run = (job: Job, now = NOW) => {
    lines = [];
    return job.run({ db: database.db, now, ...nothingOutside, signal: new AbortController().signal, log: (line) => lines.push(line) });
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-jobs-'));
    await sql`
      insert into sys_user (account, pwd_hash, name, is_admin, is_leader, platform, status, timezone, created_at, updated_at)
      values ('keeper', 'x', 'Keeper', 9, 0, 'dj', 'enabled', 'Asia/Shanghai', now(), now())`.execute(database.db);
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const keeper = async () =>
    (await database.db.selectFrom('sys_user').select('id').where('account', '=', 'keeper').executeTakeFirstOrThrow()).id;

  it('have valid keys, recurring schedules and acceptable time limits', () => {
    const jobs = createStandardJobs({ databaseUrl: database.url, backupFolder: folder, batchTypes: [] });
    expect(jobs.length).toBeGreaterThanOrEqual(5);
    for (const job of jobs) {
      expect(job.key).toMatch(/^[a-z]+(\.[a-z]+)*$/);
      expect(findScheduleFault(job.cron, NOW)).toBeUndefined();
      expect(job.timeoutS).toBeGreaterThanOrEqual(10);
      expect(job.timeoutS).toBeLessThanOrEqual(7200);
    }
    expect(new Set(jobs.map((job) => job.key)).size).toBe(jobs.length);
  });

  it('delete sessions that ended a week ago and keep live ones', async () => {
    const userId = await keeper();
    const add = (hash: string, expiresAt: Date, revokedAt: Date | null) =>
      database.db
        .insertInto('sys_session')
        .values({
          token_hash: hash,
          user_id: userId,
          issued_at: hoursAgo(400),
          expires_at: expiresAt,
          revoked_at: revokedAt,
          ip: '::1',
          ua: '',
        })
        .execute();
    await add('living', hoursAgo(-5), null);
    await add('just expired', hoursAgo(5), null);
    await add('long expired', hoursAgo(24 * 8), null);
    await add('long revoked', hoursAgo(-5), hoursAgo(24 * 8));
    expect(await run(cleanSessions)).toEqual({ rowsOut: 2 });
    const left = await database.db.selectFrom('sys_session').select('token_hash').orderBy('token_hash').execute();
    expect(left.map((row) => row.token_hash)).toEqual(['just expired', 'living']);
    expect(lines[0]).toContain('2 sessions removed');
  });

  it('delete failed sign-ins after a day', async () => {
    for (const hours of [1, 23, 25, 100]) {
      await database.db
        .insertInto('sys_login_failure')
        .values({ account: 'a', address: '127.0.0.1', failed_at: hoursAgo(hours) })
        .execute();
    }
    expect(await run(cleanFailures)).toEqual({ rowsOut: 2 });
    expect(await database.db.selectFrom('sys_login_failure').select('id').execute()).toHaveLength(2);
  });

  it('delete old runs and stored answers, but no running run', async () => {
    await registerJobs(database.db, [cleanHistory], NOW);
    const userId = await keeper();
    const insert = (status: 'running' | 'succeeded', startedAt: Date) =>
      database.db
        .insertInto('cron_run')
        .values({ job_key: 'cleanup', trigger: 'schedule', triggered_by: null, status, started_at: startedAt, finished_at: null })
        .execute();
    await insert('succeeded', hoursAgo(24 * 91));
    await insert('succeeded', hoursAgo(24 * 89));
    await insert('running', hoursAgo(24 * 91));
    for (const hours of [1, 25]) {
      await sql`insert into idempotency (user_id, key, action, request_hash, answer, created_at)
        values (${userId}, gen_random_uuid(), '/x', 'h', '{}', ${hoursAgo(hours)})`.execute(database.db);
    }
    expect(await run(cleanHistory)).toEqual({ rowsOut: 2 });
    expect(await database.db.selectFrom('cron_run').select('id').execute()).toHaveLength(2);
    expect(await database.db.selectFrom('idempotency').select('key').execute()).toHaveLength(1);
  });

  it('delete drafts after 30 days and workspaces after 90', async () => {
    const user_id = await keeper();
    const window = (days: number) =>
      sql`insert into workspace (user_id, window_id, state, saved_at) values (${user_id}, gen_random_uuid(), '{}', ${hoursAgo(24 * days)})`.execute(
        database.db,
      );
    for (const days of [29, 31]) {
      await database.db
        .insertInto('draft')
        .values({ user_id, form: `form ${days}`, subject_id: null, version: null, values: '{}', saved_at: hoursAgo(24 * days) })
        .execute();
    }
    for (const days of [31, 89, 91]) await window(days);
    expect(await run(cleanHistory)).toEqual({ rowsOut: 2 });
    expect(await database.db.selectFrom('draft').select('form').execute()).toEqual([{ form: 'form 29' }]);
    expect(await database.db.selectFrom('workspace').select('window_id').execute()).toHaveLength(2);
  });

  it('delete the items of batches after 180 days and keep the counts', async () => {
    const userId = await keeper();
    const add = async (finishedAt: Date | null) => {
      const { rows } = await sql<{ id: number }>`
        insert into batch (type, user_id, origin, action, language, summary, params, status, total, done, ok, finished_at, created_at, updated_at)
        values ('user_status', ${userId}, '/sys/accounts', '/x', 'zh', '{}', '{}', ${finishedAt ? 'succeeded' : 'running'}, 2,
          ${finishedAt ? 2 : 0}, ${finishedAt ? 2 : 0}, ${finishedAt}, ${hoursAgo(24 * 300)}, ${NOW}) returning id`.execute(database.db);
      const id = rows[0]?.id ?? 0;
      await sql`
        insert into batch_item (batch_id, seq, parent_item_id, user_id, address, target_type, label, locks, status, created_at, updated_at)
        values (${id}, 1, null, ${userId}, '::1', 'user', 'a', true, 'succeeded', ${NOW}, ${NOW})`.execute(database.db);
      await sql`
        insert into batch_item (batch_id, seq, parent_item_id, user_id, address, target_type, label, locks, status, created_at, updated_at)
        select batch_id, 2, id, user_id, address, target_type, 'b', true, status, created_at, updated_at from batch_item
        where batch_id = ${id}`.execute(database.db);
      return id;
    };
    const [old, recent, open] = [await add(hoursAgo(24 * 181)), await add(hoursAgo(24 * 179)), await add(null)];
    expect(await run(cleanBatches)).toEqual({ rowsOut: 2 });
    const left = await database.db.selectFrom('batch_item').select('batch_id').distinct().orderBy('batch_id').execute();
    expect(left.map((row) => row.batch_id)).toEqual([recent, open]);
    expect(await database.db.selectFrom('batch').select(['total', 'ok']).where('id', '=', old).execute()).toEqual([{ total: 2, ok: 2 }]);
  });

  it('check nothing when no outcome is unknown', async () => {
    expect(await run(createReconcileJob([]))).toEqual({ rowsIn: 0, rowsOut: 0 });
    expect(lines).toEqual([]);
  });

  it('delete more rows than fit into one statement', async () => {
    await sql`insert into sys_login_failure (account, address, failed_at) select 'b', '::1', ${hoursAgo(48)} from generate_series(1, 12000)`.execute(
      database.db,
    );
    expect(await run(cleanFailures)).toEqual({ rowsOut: 12_000 });
  });

  it('write a restorable backup every day and keep the newest seven', async () => {
    writeFileSync(path.join(folder, 'mine.backup.gz'), 'by hand');
    const job = createBackupJob({ databaseUrl: database.url, folder });
    for (let day = 0; day < BACKUPS_KEPT + 2; day += 1) await run(job, hoursAgo(-24 * day));
    const files = readdirSync(folder).sort();
    expect(files).toHaveLength(BACKUPS_KEPT + 1);
    expect(files).toContain('mine.backup.gz');
    expect(files).not.toContain('scheduled-20261120T100000Z.backup.gz');
    const target = await createTestDatabase();
    try {
      await restoreBackup({ url: target.url, file: path.join(folder, files.at(-1) ?? '') });
      expect(await target.db.selectFrom('sys_user').select('account').execute()).toEqual([{ account: 'keeper' }]);
    } finally {
      await target.close();
    }
  });

  it('update the database statistics and log the size of each table', async () => {
    const result = await run(databaseStatistics);
    expect(result.rowsOut).toBe(lines.length);
    expect(lines.find((line) => line.startsWith('sys_menu:'))).toMatch(/about [1-9]\d* rows, [1-9]\d* bytes/);
  });
});
