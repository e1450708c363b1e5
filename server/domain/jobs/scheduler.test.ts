import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { Job, JobContext, JobResult } from './job.ts';
import { createScheduler, ORPHANED_AFTER_MS, type Scheduler } from './scheduler.ts';

const START = new Date('2026-11-20T10:00:30Z');

/** A job whose runs end when the test ends them. */
function createHeldJob(key: string, overrides: Partial<Job> = {}) {
  const begun: JobContext[] = [];
  const ends: { succeed: (result?: JobResult) => void; fail: (error: Error) => void }[] = [];
  const job: Job = {
    key,
    name: { zh: key, en: key },
    cron: '* * * * *',
    timeoutS: 120,
    core: false,
    allowManual: true,
    run: (context) =>
      new Promise((resolve, reject) => {
        begun.push(context);
        ends.push({ succeed: (result = {}) => resolve(result), fail: reject });
      }),
    ...overrides,
  };
  return { job, begun, ends };
}

describe('the scheduler', () => {
  let database: TestDatabase;
  let now: Date;
  const clock = { now: () => now };
  const atSecond = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const faults: unknown[] = [];
  const createTestScheduler = (instance: string, jobs: readonly Job[]): Scheduler =>
    createScheduler({ db: database.db, clock, jobs, instance, onError: (error) => faults.push(error) });
  /** Registers the jobs without starting the timer; the test calls `tick`. */
  const registerScheduler = async (instance: string, jobs: readonly Job[]): Promise<Scheduler> => {
    const scheduler = createTestScheduler(instance, jobs);
    await scheduler.start();
    await scheduler.stop();
    return createTestScheduler(instance, jobs);
  };
  const loadRuns = (key: string) => database.db.selectFrom('cron_run').selectAll().where('job_key', '=', key).orderBy('id').execute();
  const loadJobRow = (key: string) => database.db.selectFrom('cron_job').selectAll().where('key', '=', key).executeTakeFirstOrThrow();

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    now = START;
    faults.length = 0;
    await database.db.deleteFrom('cron_run').execute();
    await database.db.deleteFrom('cron_job').execute();
    await database.db.deleteFrom('scheduler_heartbeat').execute();
  });

  it('runs a due job once and records the result', async () => {
    const { job, begun, ends } = createHeldJob('due');
    const scheduler = await registerScheduler('one', [job]);
    await scheduler.tick();
    expect(begun).toHaveLength(0);
    atSecond(30);
    await scheduler.tick();
    await scheduler.tick();
    expect(begun).toHaveLength(1);
    expect(await loadJobRow('due')).toMatchObject({ last_status: 'running', next_run_at: new Date('2026-11-20T10:02:00Z') });
    atSecond(4);
    ends[0]?.succeed({ rowsIn: 3, rowsOut: 2, message: 'fine' });
    await scheduler.settled();
    expect(await loadRuns('due')).toMatchObject([
      {
        status: 'succeeded',
        trigger: 'schedule',
        rows_in: 3,
        rows_out: 2,
        message: 'fine',
        started_at: new Date('2026-11-20T10:01:00Z'),
        finished_at: now,
      },
    ]);
    expect(await loadJobRow('due')).toMatchObject({ last_status: 'succeeded', last_duration_ms: 4000 });
  });

  it('starts each due run exactly once when several schedulers share the database', async () => {
    const keys = Array.from({ length: 10 }, (_, index) => `many.${String.fromCharCode(97 + index)}`);
    const began: string[] = [];
    const jobs = keys.map((key) => createHeldJob(key, { run: async () => (began.push(key), {}) }).job);
    const others = [connectDatabase({ url: database.url, max: 3 }), connectDatabase({ url: database.url, max: 3 })];
    const first = await registerScheduler('one', jobs);
    const second = createScheduler({ db: others[0]!.db, clock, jobs, instance: 'two' });
    const third = createScheduler({ db: others[1]!.db, clock, jobs, instance: 'three' });
    for (let minute = 0; minute < 5; minute += 1) {
      atSecond(60);
      await Promise.all([first.tick(), second.tick(), third.tick()]);
      await Promise.all([first.settled(), second.settled(), third.settled()]);
    }
    expect(began).toHaveLength(50);
    const rows = await database.db.selectFrom('cron_run').select(['status', 'job_key', 'started_at']).execute();
    expect(rows).toHaveLength(50);
    expect(new Set(rows.map((row) => `${row.job_key}@${row.started_at.toISOString()}`)).size).toBe(50);
    expect(rows.every((row) => row.status === 'succeeded')).toBe(true);
    await Promise.all(others.map((other) => other.close()));
  });

  it.each([
    ['a clock that jumped ahead and back', false],
    ['the same after a restart', true],
  ])('continues after %s', async (_name, isRestarted) => {
    const HOURS = 3600;
    const { job, begun, ends } = createHeldJob('minutely');
    const nightly = createHeldJob('nightly', { cron: '0 4 * * *' });
    const first = await registerScheduler('one', [job, nightly.job]);
    atSecond(30 * HOURS);
    await first.tick();
    expect([begun.length, nightly.begun.length]).toEqual([1, 1]);
    atSecond(-30 * HOURS);
    const scheduler = isRestarted ? await registerScheduler('two', [job, nightly.job]) : first;
    await scheduler.tick();
    expect((await loadRuns('minutely')).map(({ status, message }) => [status, message])).toEqual([
      ['failed', isRestarted ? 'the server that ran it ended' : 'the clock was set back while it ran'],
    ]);
    expect((await loadJobRow('nightly')).next_run_at).toEqual(new Date('2026-11-21T04:00:00Z'));
    const { at } = await database.db
      .selectFrom('scheduler_heartbeat')
      .select(({ fn }) => fn.max('at').as('at'))
      .executeTakeFirstOrThrow();
    expect(at).toEqual(now);
    atSecond(60);
    await scheduler.tick();
    expect(begun).toHaveLength(2);
    for (const { succeed } of [...ends, ...nightly.ends]) succeed();
    await Promise.all([first.settled(), scheduler.settled()]);
  });

  it('starts no run twice when the clocks of two servers differ a little', async () => {
    const { job, begun, ends } = createHeldJob('quarterly', { cron: '*/15 * * * *' });
    const first = await registerScheduler('one', [job]);
    now = new Date('2026-11-20T10:15:00Z');
    await first.tick();
    ends[0]?.succeed();
    await first.settled();
    const second = createTestScheduler('two', [job]);
    atSecond(-2);
    await second.tick();
    atSecond(3);
    await second.tick();
    expect(begun).toHaveLength(1);
  });

  it('records a skipped run while the last one is going', async () => {
    const { job, begun, ends } = createHeldJob('slow');
    const scheduler = await registerScheduler('one', [job]);
    atSecond(60);
    await scheduler.tick();
    atSecond(60);
    await scheduler.tick();
    expect(begun).toHaveLength(1);
    expect((await loadRuns('slow')).map((run) => run.status)).toEqual(['running', 'skipped']);
    expect(await loadJobRow('slow')).toMatchObject({ last_status: 'running' });
    ends[0]?.succeed();
    await scheduler.settled();
  });

  it('records a failure with its message and runs the job again next time', async () => {
    const { job, begun, ends } = createHeldJob('bad');
    const scheduler = await registerScheduler('one', [job]);
    atSecond(60);
    await scheduler.tick();
    ends[0]?.fail(new Error('no such table'));
    await scheduler.settled();
    expect(await loadRuns('bad')).toMatchObject([{ status: 'failed', message: 'no such table' }]);
    atSecond(60);
    await scheduler.tick();
    expect(begun).toHaveLength(2);
    ends[1]?.succeed();
    await scheduler.settled();
  });

  it('ends a run that exceeds its time limit, aborts the job and allows the next run', async () => {
    const { job, begun, ends } = createHeldJob('long', { timeoutS: 90, cron: '*/2 * * * *' });
    const scheduler = await registerScheduler('one', [job]);
    atSecond(90);
    await scheduler.tick();
    atSecond(89);
    await scheduler.tick();
    expect(begun[0]?.signal.aborted).toBe(false);
    atSecond(1);
    await scheduler.tick();
    expect(begun[0]?.signal.aborted).toBe(true);
    ends[0]?.succeed({ rowsOut: 99 });
    await scheduler.settled();
    expect(await loadRuns('long')).toMatchObject([{ status: 'timeout', rows_out: null, message: 'over its time limit' }]);
    atSecond(60);
    await scheduler.tick();
    expect(begun).toHaveLength(2);
    ends[1]?.succeed();
    await scheduler.settled();
    expect((await loadRuns('long')).map((run) => run.status)).toEqual(['timeout', 'succeeded']);
  });

  it('marks the run of a killed server as failed and allows the next run', async () => {
    const { job, begun, ends } = createHeldJob('orphan', { timeoutS: 7200 });
    const killed = await registerScheduler('killed', [job]);
    atSecond(60);
    await killed.tick();
    const other = createTestScheduler('other', [job]);
    atSecond(ORPHANED_AFTER_MS / 1000 - 1);
    await other.tick();
    expect((await loadRuns('orphan'))[0]).toMatchObject({ status: 'running' });
    atSecond(60);
    await other.tick();
    expect((await loadRuns('orphan')).map((run) => run.status)).toEqual(['failed', 'running']);
    expect((await loadRuns('orphan'))[0]?.message).toBe('the server that ran it ended');
    // The first server was only suspended; it stops the run, and its result changes nothing.
    await killed.tick();
    expect(begun[0]?.signal.aborted).toBe(true);
    ends[0]?.succeed();
    ends[1]?.succeed();
    await Promise.all([killed.settled(), other.settled()]);
    expect((await loadRuns('orphan')).map((run) => run.status)).toEqual(['failed', 'succeeded']);
  });

  it('keeps a long run alive as long as its server ticks', async () => {
    const { job, ends } = createHeldJob('alive', { timeoutS: 7200, cron: '0 * * * *' });
    const scheduler = await registerScheduler('one', [job]);
    atSecond(3600);
    await scheduler.tick();
    for (let minute = 0; minute < 5; minute += 1) {
      atSecond(60);
      await scheduler.tick();
    }
    expect((await loadRuns('alive')).map((run) => run.status)).toEqual(['running']);
    ends[0]?.succeed();
    await scheduler.settled();
  });

  it('shows the log while the job runs and truncates it at 64 KiB', async () => {
    const { job, begun, ends } = createHeldJob('talks');
    const scheduler = await registerScheduler('one', [job]);
    atSecond(60);
    await scheduler.tick();
    begun[0]?.log('first line');
    await expect.poll(async () => (await loadRuns('talks'))[0]?.log).toBe('10:01:30 first line\n');
    for (let line = 0; line < 400; line += 1) begun[0]?.log('语'.repeat(100));
    ends[0]?.succeed();
    await scheduler.settled();
    const log = (await loadRuns('talks'))[0]?.log ?? '';
    expect(Buffer.byteLength(log)).toBeLessThanOrEqual(65_536);
    expect(Buffer.byteLength(log)).toBeGreaterThan(65_000);
    expect(faults).toEqual([]);
  });

  it('does not run a disabled job', async () => {
    const { job, begun } = createHeldJob('off');
    const scheduler = await registerScheduler('one', [job]);
    await database.db.updateTable('cron_job').set({ enabled: false }).where('key', '=', 'off').execute();
    atSecond(600);
    await scheduler.tick();
    expect(begun).toHaveLength(0);
  });

  it('makes up for missed runs with a single one', async () => {
    const { job, begun, ends } = createHeldJob('away');
    const scheduler = await registerScheduler('one', [job]);
    atSecond(86_400);
    await scheduler.tick();
    await scheduler.tick();
    expect(begun).toHaveLength(1);
    expect((await loadJobRow('away')).next_run_at?.getTime()).toBeGreaterThan(now.getTime());
    ends[0]?.succeed();
    await scheduler.settled();
  });

  it("keeps an administrator's changes when the server restarts", async () => {
    const { job } = createHeldJob('edited');
    await registerScheduler('one', [job]);
    await database.db
      .updateTable('cron_job')
      .set({ cron: '0 5 * * *', timeout_s: 300, enabled: false })
      .where('key', '=', 'edited')
      .execute();
    await registerScheduler('one', [{ ...job, name: { zh: '新名', en: 'New name' } }]);
    expect(await loadJobRow('edited')).toMatchObject({ cron: '0 5 * * *', timeout_s: 300, enabled: false, name_en: 'New name' });
  });

  it('aborts running jobs when the server stops and records that in their runs', async () => {
    const { job, begun } = createHeldJob('stopped');
    const scheduler = await registerScheduler('one', [job]);
    atSecond(60);
    await scheduler.tick();
    await scheduler.stop();
    expect(begun[0]?.signal.aborted).toBe(true);
    expect(await loadRuns('stopped')).toMatchObject([{ status: 'failed', message: 'the server is stopping' }]);
  });

  it('writes a heartbeat', async () => {
    const scheduler = await registerScheduler('one', [createHeldJob('beat').job]);
    atSecond(5);
    await scheduler.tick();
    const beats = await database.db.selectFrom('scheduler_heartbeat').selectAll().execute();
    expect(beats).toEqual([{ instance: 'one', at: now }]);
  });
});
