import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import type { Job, JobContext, JobResult } from './job.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';

const startedKeys: JobContext[] = [];
const ends: ((result: JobResult | Error) => void)[] = [];
const job = (key: string, extra: Partial<Job> = {}): Job => ({
  key,
  name: { zh: `任务 ${key}`, en: `Job ${key}` },
  cron: '0 4 * * *',
  timeoutS: 600,
  core: false,
  allowManual: true,
  run: (context) =>
    new Promise((resolve, reject) => {
      startedKeys.push(context);
      ends.push((result) => (result instanceof Error ? reject(result) : resolve(result)));
    }),
  ...extra,
});
const jobs = [job('test.held'), job('test.core', { core: true }), job('test.auto', { allowManual: false, cron: '*/5 * * * *' })];

describe('the calls of scheduled tasks', () => {
  let server: TestApp;
  let scheduler: Scheduler;
  beforeAll(async () => {
    server = await createTestApp({
      jobs: {
        jobs,
        startManually: (...given) => scheduler.startManually(...given),
        runInBackground: (run) => scheduler.runInBackground(run),
      },
    });
    const options = { db: server.db, clock: server.clock, jobs, instance: 'test' };
    const registering = createScheduler(options);
    await registering.start();
    await registering.stop();
    scheduler = createScheduler(options);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    startedKeys.length = 0;
    ends.length = 0;
    await server.db.deleteFrom('cron_run').execute();
  });

  const list = async (request = {}) => (await server.as('super', '/admin-crons/list', request)).data;
  const loadRow = async (key: string) => (await list()).list.find((row) => row.key === key);
  const loadLogEntries = () => server.db.selectFrom('op_log').selectAll().where('target_type', '=', 'cron_job').orderBy('id').execute();
  const end = async (result: JobResult | Error) => {
    ends.shift()?.(result);
    await scheduler.settled();
  };

  it('are for super admins only', async () => {
    for (const who of ['admin', 'opt_01', 'noaccess']) {
      expect((await server.as(who, '/admin-crons/list', {})).code).toBe(403);
      expect((await server.as(who, '/admin-crons/run', { key: 'test.held' })).code).toBe(403);
    }
    expect(startedKeys).toHaveLength(0);
  });

  it('list every job with its next three runs and the heartbeat of the scheduler', async () => {
    await scheduler.tick();
    const answer = await list({ keyword: 'test.held' });
    expect(answer.heartbeat_at).toBe(server.clock.now().toISOString());
    expect(answer.total).toBe(1);
    expect(answer.list[0]).toMatchObject({
      key: 'test.held',
      cron: '0 4 * * *',
      enabled: true,
      last_status: null,
      success_24h: null,
      next_runs: ['2026-11-21T04:00:00.000Z', '2026-11-22T04:00:00.000Z', '2026-11-23T04:00:00.000Z'],
    });
  });

  it('find jobs by name in either language and filter by state and last result', async () => {
    expect((await list({ keyword: '任务 test.core' })).list.map((row) => row.key)).toEqual(['test.core']);
    expect((await list({ keyword: 'job TEST.CORE' })).list.map((row) => row.key)).toEqual(['test.core']);
    expect((await list({ keyword: '%' })).total).toBe(0);
    expect((await list({ enabled: false })).total).toBe(0);
    expect((await list({ last_status: 'timeout' })).total).toBe(0);
    expect((await list({ page: 9 })).list).toEqual([]);
    expect((await list({ page: 9 })).total).toBeGreaterThanOrEqual(3);
  });

  it('run a job now and show its log while it runs and its result afterwards', async () => {
    const started = await server.as('super', '/admin-crons/run', { key: 'test.held' });
    expect(started.code).toBe(0);
    expect(await loadRow('test.held')).toMatchObject({ last_status: 'running', running_run_id: started.data.run_id });
    await expect.poll(() => startedKeys.length).toBe(1);
    const log = async (offset: number) => (await server.as('super', '/admin-crons/log', { run_id: started.data.run_id, offset })).data;
    startedKeys[0]?.log('第一行');
    await expect.poll(async () => (await log(0)).text).toContain('第一行');
    const first = await log(0);
    expect(first.done).toBe(false);
    startedKeys[0]?.log('second');
    server.clock.forward({ ms: 2500 });
    await end({ rowsOut: 7, message: 'done' });
    const rest = await log(first.next_offset);
    expect(rest).toMatchObject({ text: expect.stringMatching(/second\n$/), done: true });
    expect(rest.text).not.toContain('第一行');
    const { list: runs } = (await server.as('super', '/admin-crons/runs', { job_key: 'test.held' })).data;
    expect(runs).toMatchObject([
      { trigger: 'manual', triggered_by: { label: '超级管理员' }, status: 'succeeded', rows_out: 7, message: 'done' },
    ]);
    expect(await loadRow('test.held')).toMatchObject({
      last_status: 'succeeded',
      last_duration_ms: 2500,
      success_24h: 1,
      rows_out: 7,
      running_run_id: null,
    });
  });

  it('refuse a second run while one is going, name that run, and record the second as skipped', async () => {
    const first = await server.as('super', '/admin-crons/run', { key: 'test.held' });
    const second = await server.as('super', '/admin-crons/run', { key: 'test.held' });
    expect(second).toMatchObject({ code: 422, reason: 'CRON_RUNNING' });
    expect(second.data).toMatchObject({ run_id: first.data.run_id });
    const { list: runs } = (await server.as('super', '/admin-crons/runs', { job_key: 'test.held' })).data;
    expect(runs.map((run) => run.status).sort()).toEqual(['running', 'skipped']);
    expect(startedKeys).toHaveLength(1);
    await end({});
  });

  it('start one run for a repeated request', async () => {
    const idempotency_key = randomUUID();
    const answers = [];
    for (let n = 0; n < 2; n += 1) answers.push(await server.as('super', '/admin-crons/run', { key: 'test.held', idempotency_key }));
    expect(answers[1]?.data.run_id).toBe(answers[0]?.data.run_id);
    expect(startedKeys).toHaveLength(1);
    await end({});
  });

  it('include failures in the success rate of the last day', async () => {
    for (const result of [{}, new Error('broken'), {}, {}]) {
      await server.as('super', '/admin-crons/run', { key: 'test.held' });
      await end(result);
    }
    expect((await loadRow('test.held'))?.success_24h).toBe(0.75);
  });

  it('refuse to run a job that may not be run by hand or does not exist', async () => {
    expect(await server.as('super', '/admin-crons/run', { key: 'test.auto' })).toMatchObject({ code: 400, reason: 'VALIDATION' });
    expect(await server.as('super', '/admin-crons/run', { key: 'no.such' })).toMatchObject({ code: 404 });
    expect(await server.as('super', '/admin-crons/log', { run_id: 999_999, offset: 0 })).toMatchObject({ code: 404 });
  });

  it('change the schedule and time limit and log the old and new values', async () => {
    const before = (await loadLogEntries()).length;
    expect(await server.as('super', '/admin-crons/edit', { key: 'test.held', cron: ' 30  6 * * 1 ', timeout_s: 60 })).toMatchObject({
      code: 0,
    });
    expect(await loadRow('test.held')).toMatchObject({ cron: '30 6 * * 1', timeout_s: 60, next_run_at: '2026-11-23T06:30:00.000Z' });
    const added = (await loadLogEntries()).slice(before);
    expect(added).toMatchObject([
      {
        action: '/admin-crons/edit',
        target_label: 'test.held',
        before: { cron: '0 4 * * *', timeout_s: 600 },
        after: { cron: '30 6 * * 1', timeout_s: 60 },
      },
    ]);
  });

  it.each(['* * * *', '61 * * * *', '0 0 30 2 *', '* * * * * *'])(
    'refuse the schedule "%s" at its field, in the reader\'s language',
    async (cron) => {
      const before = await loadRow('test.held');
      const answer = await server.as(
        'super',
        '/admin-crons/edit',
        { key: 'test.held', cron: cron.padEnd(9), timeout_s: 60 },
        { language: 'en-US' },
      );
      expect(answer).toMatchObject({
        code: 400,
        reason: 'VALIDATION',
        data: { errors: [{ field: 'cron', message: expect.stringContaining('schedule') }] },
      });
      expect(await loadRow('test.held')).toEqual(before);
    },
  );

  it('disable and enable a job, but do not disable a core job', async () => {
    expect(await server.as('super', '/admin-crons/set_enabled', { key: 'test.held', enabled: false })).toMatchObject({ code: 0 });
    expect(await loadRow('test.held')).toMatchObject({ enabled: false, next_run_at: null, next_runs: [] });
    expect(await server.as('super', '/admin-crons/run', { key: 'test.held' })).toMatchObject({ code: 0 });
    await end({});
    expect(await server.as('super', '/admin-crons/set_enabled', { key: 'test.held', enabled: true })).toMatchObject({ code: 0 });
    expect((await loadRow('test.held'))?.next_runs).toHaveLength(3);
    expect(await server.as('super', '/admin-crons/set_enabled', { key: 'test.core', enabled: false })).toMatchObject({
      code: 422,
      reason: 'CRON_CORE',
    });
    expect(await loadRow('test.core')).toMatchObject({ enabled: true });
  });

  it('page through the runs of a job, newest first', async () => {
    const at = (n: number) => new Date(server.clock.now().getTime() - n * 60_000);
    await server.db
      .insertInto('cron_run')
      .values(
        Array.from({ length: 120 }, (_, n) => ({
          job_key: 'test.core',
          trigger: 'schedule' as const,
          triggered_by: null,
          status: 'succeeded' as const,
          started_at: at(n),
          finished_at: at(n),
          message: String(n),
        })),
      )
      .execute();
    const seen: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await server.as('super', '/admin-crons/runs', { job_key: 'test.core', ...(cursor === undefined ? {} : { cursor }) });
      expect(data).toMatchObject({ total: 120, total_capped: false });
      seen.push(...data.list.map((run) => run.message));
      cursor = data.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => String(n)));
    expect(await server.as('super', '/admin-crons/runs', { job_key: 'test.core', cursor: 'nonsense' })).toMatchObject({ code: 400 });
  });

  it('return one timeline lane per job with the runs of the last day', async () => {
    const hour = (n: number) => new Date(server.clock.now().getTime() - n * 3_600_000);
    const run = { job_key: 'test.core', trigger: 'schedule' as const, triggered_by: null, status: 'succeeded' as const };
    await server.db
      .insertInto('cron_run')
      .values([
        { ...run, started_at: hour(30), finished_at: hour(29) },
        { ...run, started_at: hour(25), finished_at: hour(23) },
        { ...run, started_at: hour(2), finished_at: hour(1) },
      ])
      .execute();
    const { data } = await server.as('super', '/admin-crons/timeline', { hours: 24 });
    expect(data.to).toBe(server.clock.now().toISOString());
    expect(data.lanes.find((lane) => lane.key === 'test.core')?.runs.map((each) => each.started_at)).toEqual([
      hour(25).toISOString(),
      hour(2).toISOString(),
    ]);
    expect(data.lanes.find((lane) => lane.key === 'test.held')?.runs).toEqual([]);
  });
});
