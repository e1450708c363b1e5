import { expect, it } from 'vitest';
import { schedulerAlive, signedInAs, taskExists, taskRan, taskRuns } from '#contracts/states/states.ts';
import { cronLog, cronRuns, cronTimeline, editCron, listCrons, runCron, setCronEnabled } from '#src/services/crons.service.ts';
import { describePact, success } from './exchange.ts';
import { boolean, eachLike, instant, integer, number, oneOf, someText, string } from './matching.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const at = '2026-11-20T08:00:00.000Z';
const statuses = ['running', 'succeeded', 'failed', 'timeout', 'skipped'];
const core = taskExists({ key: 'cleanup.sessions', core: true });
const task = taskExists({ key: 'database.statistics', core: false });
const ran = taskRan({ id: 61, key: 'database.statistics', log: 'sys_user: about 22 rows' });
const runs = taskRuns({ id: 62, key: 'database.statistics' });

const rowLike = {
  key: 'database.statistics',
  name_zh: string('数据库统计'),
  name_en: string('Database statistics'),
  cron: string('20 19 * * *'),
  enabled: boolean(true),
  allow_manual: boolean(true),
  core: false,
  timeout_s: integer(1800),
  next_run_at: instant(at),
  next_runs: eachLike(instant(at)),
};
const row = {
  key: 'database.statistics',
  name_zh: '数据库统计',
  name_en: 'Database statistics',
  cron: '20 19 * * *',
  enabled: true,
  allow_manual: true,
  core: false,
  timeout_s: 1800,
  next_run_at: at,
  next_runs: [at],
};
const neverRan = { last_status: null, last_run_at: null, last_duration_ms: null, success_24h: null, rows_out: null, running_run_id: null };

describePact('crons', (ask) => {
  it('lists a task that ran', () =>
    ask(
      {
        given: [signedInAs('super'), task, ran, schedulerAlive()],
        path: '/api/admin-crons/list',
        body: {
          keyword: 'database',
          enabled: true,
          last_status: 'succeeded',
          sort: [{ field: 'next_run_at', order: 'asc' }],
          page: 1,
          page_size: 20,
        },
        reply: success({
          list: eachLike({
            ...rowLike,
            last_status: oneOf('succeeded', statuses),
            last_run_at: instant(at),
            last_duration_ms: integer(1200),
            success_24h: number(1),
            rows_out: integer(14),
            running_run_id: null,
          }),
          total: integer(1),
          heartbeat_at: instant(at),
        }),
      },
      async (heard) => {
        const answer = await listCrons({
          keyword: 'database',
          enabled: true,
          last_status: 'succeeded',
          sort: [{ field: 'next_run_at', order: 'asc' }],
          page: 1,
          page_size: 20,
        });
        const latest = { last_status: 'succeeded', last_run_at: at, last_duration_ms: 1200, success_24h: 1, rows_out: 14 };
        expect(answer).toEqual({ list: [{ ...row, ...latest, running_run_id: null }], total: 1, heartbeat_at: at });
        expectQuiet(heard);
      },
    ));

  it('lists a task that never ran, without a running scheduler', () =>
    ask(
      {
        given: [signedInAs('super'), task],
        path: '/api/admin-crons/list',
        body: { page: 1, page_size: 20 },
        reply: success({ list: [{ ...rowLike, ...neverRan }], total: 1, heartbeat_at: null }),
      },
      async () =>
        expect(await listCrons({ page: 1, page_size: 20 })).toEqual({ list: [{ ...row, ...neverRan }], total: 1, heartbeat_at: null }),
    ));

  it('lists a task that is running', () =>
    ask(
      {
        given: [signedInAs('super'), task, runs],
        path: '/api/admin-crons/list',
        body: { last_status: 'running', page: 1, page_size: 20 },
        reply: success({
          list: [{ ...rowLike, ...neverRan, last_status: 'running', last_run_at: instant(at), running_run_id: 62 }],
          total: 1,
          heartbeat_at: null,
        }),
      },
      async () => {
        const { list } = await listCrons({ last_status: 'running', page: 1, page_size: 20 });
        expect(list).toEqual([{ ...row, ...neverRan, last_status: 'running', last_run_at: at, running_run_id: 62 }]);
      },
    ));

  it('shows the tasks to super admins only', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/admin-crons/list',
      body: { page: 1, page_size: 20 },
      refused: { code: 403, reason: 'ADMIN_ONLY', message: '仅超级管理员可用' },
      call: () => listCrons({ page: 1, page_size: 20 }),
    }));

  it('edits schedule and time limit of a task', () =>
    ask(
      {
        given: [signedInAs('super'), task],
        path: '/api/admin-crons/edit',
        body: { key: 'database.statistics', cron: '5 * * * *', timeout_s: 60 },
        reply: success({}),
      },
      async () => expect(await editCron({ key: 'database.statistics', cron: '5 * * * *', timeout_s: 60 })).toEqual({}),
    ));

  it('refuses to give a task a schedule that never comes', () =>
    askWrongly(ask, {
      given: [signedInAs('super'), task],
      path: '/api/admin-crons/edit',
      body: { key: 'database.statistics', cron: '61 * * * *', timeout_s: 60 },
      field: 'cron',
      rule: 'cron',
      message: 'cron不是有效的执行时间',
      call: () => editCron({ key: 'database.statistics', cron: '61 * * * *', timeout_s: 60 }),
    }));

  it('switches a task off', () =>
    ask(
      {
        given: [signedInAs('super'), task],
        path: '/api/admin-crons/set_enabled',
        body: { key: 'database.statistics', enabled: false },
        reply: success({}),
      },
      async () => expect(await setCronEnabled({ key: 'database.statistics', enabled: false })).toEqual({}),
    ));

  it('refuses to switch a core task off', () =>
    askRefused(ask, {
      given: [signedInAs('super'), core],
      path: '/api/admin-crons/set_enabled',
      body: { key: 'cleanup.sessions', enabled: false },
      refused: { code: 422, reason: 'CRON_CORE', message: '核心任务不可停用' },
      call: () => setCronEnabled({ key: 'cleanup.sessions', enabled: false }),
    }));

  it('runs a task now', () =>
    ask(
      {
        given: [signedInAs('super'), task],
        path: '/api/admin-crons/run',
        body: { key: 'database.statistics' },
        reply: success({ run_id: integer(63) }),
      },
      async () => expect(await runCron({ key: 'database.statistics' })).toEqual({ run_id: 63 }),
    ));

  it('refuses to run a task that is already running', () =>
    askRefused(ask, {
      given: [signedInAs('super'), task, runs],
      path: '/api/admin-crons/run',
      body: { key: 'database.statistics' },
      refused: { code: 422, reason: 'CRON_RUNNING', message: '任务正在运行' },
      call: () => runCron({ key: 'database.statistics' }),
    }));

  it('refuses to run a task that does not exist', () =>
    askForGone(ask, {
      who: 'super',
      path: '/api/admin-crons/run',
      body: { key: 'nothing.such' },
      call: () => runCron({ key: 'nothing.such' }),
    }));

  it('refuses to edit a task that does not exist', () =>
    askForGone(ask, {
      who: 'super',
      path: '/api/admin-crons/edit',
      body: { key: 'nothing.such', cron: '5 * * * *', timeout_s: 60 },
      call: () => editCron({ key: 'nothing.such', cron: '5 * * * *', timeout_s: 60 }),
    }));

  it('refuses to switch a task that does not exist', () =>
    askForGone(ask, {
      who: 'super',
      path: '/api/admin-crons/set_enabled',
      body: { key: 'nothing.such', enabled: true },
      call: () => setCronEnabled({ key: 'nothing.such', enabled: true }),
    }));

  it('lists the runs of a task', () =>
    ask(
      {
        given: [signedInAs('super'), task, ran],
        path: '/api/admin-crons/runs',
        body: { job_key: 'database.statistics', page_size: 50 },
        reply: success({
          list: eachLike({
            id: integer(61),
            trigger: oneOf('manual', ['manual', 'schedule']),
            triggered_by: { id: integer(12), label: string('超级管理员') },
            status: oneOf('succeeded', statuses),
            started_at: instant(at),
            finished_at: instant(at),
            rows_in: integer(14),
            rows_out: integer(14),
            message: string('done'),
          }),
          next_cursor: null,
          total: integer(1),
          total_capped: false,
        }),
      },
      async () => {
        const run = {
          id: 61,
          trigger: 'manual',
          triggered_by: { id: 12, label: '超级管理员' },
          status: 'succeeded',
          started_at: at,
          finished_at: at,
          rows_in: 14,
          rows_out: 14,
          message: 'done',
        };
        const answer = await cronRuns({ job_key: 'database.statistics', page_size: 50 });
        expect(answer).toEqual({ list: [run], next_cursor: null, total: 1, total_capped: false });
      },
    ));

  it('lists a scheduled run in progress', () =>
    ask(
      {
        given: [signedInAs('super'), task, runs],
        path: '/api/admin-crons/runs',
        body: { job_key: 'database.statistics', page_size: 50 },
        reply: success({
          list: [
            {
              id: 62,
              trigger: 'schedule',
              triggered_by: null,
              status: 'running',
              started_at: instant(at),
              finished_at: null,
              rows_in: null,
              rows_out: null,
              message: null,
            },
          ],
          next_cursor: null,
          total: 1,
          total_capped: false,
        }),
      },
      async () => {
        const { list } = await cronRuns({ job_key: 'database.statistics', page_size: 50 });
        expect(list[0]).toMatchObject({ id: 62, trigger: 'schedule', triggered_by: null, status: 'running', finished_at: null });
        expect(list[0]).toMatchObject({ rows_in: null, rows_out: null, message: null, started_at: at });
      },
    ));

  it('reads the log of a run to its end', () =>
    ask(
      {
        given: [signedInAs('super'), task, ran],
        path: '/api/admin-crons/log',
        body: { run_id: 61, offset: 0 },
        reply: success({ text: someText('sys_user: about 22 rows'), next_offset: integer(23), done: true }),
      },
      async () =>
        expect(await cronLog({ run_id: 61, offset: 0 })).toEqual({ text: 'sys_user: about 22 rows', next_offset: 23, done: true }),
    ));

  it('waits for more of the log of a run in progress', () =>
    ask(
      {
        given: [signedInAs('super'), task, runs],
        path: '/api/admin-crons/log',
        body: { run_id: 62, offset: 0 },
        reply: success({ text: '', next_offset: 0, done: false }),
      },
      async () => expect(await cronLog({ run_id: 62, offset: 0 })).toEqual({ text: '', next_offset: 0, done: false }),
    ));

  it('refuses to read the log of a run that is gone', () =>
    askForGone(ask, {
      who: 'super',
      path: '/api/admin-crons/log',
      body: { run_id: 99, offset: 0 },
      call: () => cronLog({ run_id: 99, offset: 0 }),
    }));

  it('shows the runs of a day on a lane for each task', () =>
    ask(
      {
        given: [signedInAs('super'), task, ran],
        path: '/api/admin-crons/timeline',
        body: { hours: 24 },
        reply: success({
          from: instant(at),
          to: instant(at),
          lanes: eachLike({
            key: string('database.statistics'),
            runs: eachLike({ id: integer(61), status: oneOf('succeeded', statuses), started_at: instant(at), finished_at: instant(at) }),
          }),
        }),
      },
      async () => {
        const run = { id: 61, status: 'succeeded', started_at: at, finished_at: at };
        expect(await cronTimeline({ hours: 24 })).toEqual({ from: at, to: at, lanes: [{ key: 'database.statistics', runs: [run] }] });
      },
    ));
});
