import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  Exact,
  Id,
  IdempotencyKey,
  Instant,
  KeysetAnswer,
  KeysetRequest,
  ListAnswer,
  ListRequest,
  Nothing,
  Nullable,
  OneOf,
  Ref,
} from './shapes.ts';

const JobKey = Type.String({ pattern: '^[a-z]+(\\.[a-z]+)*$', maxLength: 40 });
export const CronRunStatus = OneOf(['running', 'succeeded', 'failed', 'timeout', 'skipped'] as const);
export type CronRunStatus = Static<typeof CronRunStatus>;
const Count = Nullable(Type.Integer({ minimum: 0 }));

export const CronRow = Exact({
  key: Type.String(),
  name_zh: Type.String(),
  name_en: Type.String(),
  /** Five fields, UTC. */
  cron: Type.String(),
  enabled: Type.Boolean(),
  allow_manual: Type.Boolean(),
  /** Cannot be disabled. */
  core: Type.Boolean(),
  timeout_s: Type.Integer(),
  last_status: Nullable(CronRunStatus),
  last_run_at: Nullable(Instant),
  last_duration_ms: Count,
  next_run_at: Nullable(Instant),
  /** The next three; none while disabled. */
  next_runs: Type.Array(Instant),
  /** Share of succeeded runs of the last 24 h, 0 to 1; null when there was none. */
  success_24h: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  rows_out: Count,
  running_run_id: Nullable(Id),
});
export type CronRow = Static<typeof CronRow>;

export const CronRunRow = Exact({
  id: Id,
  job_key: Type.String(),
  trigger: OneOf(['schedule', 'manual'] as const),
  triggered_by: Nullable(Ref),
  status: CronRunStatus,
  started_at: Instant,
  finished_at: Nullable(Instant),
  rows_in: Count,
  rows_out: Count,
  message: Nullable(Type.String()),
});
export type CronRunRow = Static<typeof CronRunRow>;

export const cronSortable = ['last_status', 'last_run_at', 'next_run_at'] as const;

export const listCrons = endpoint({
  name: 'crons.list',
  method: 'POST',
  path: '/admin-crons/list',
  summary: { zh: '定时任务列表', en: 'List of scheduled tasks' },
  request: ListRequest(cronSortable, {
    enabled: Type.Optional(Type.Boolean()),
    last_status: Type.Optional(CronRunStatus),
  }),
  reply: Exact({
    ...ListAnswer(CronRow).properties,
    /** Last sign of life of the scheduler; older than two minutes means that it does not run. */
    heartbeat_at: Nullable(Instant),
  }),
});

export const editCron = endpoint({
  name: 'crons.edit',
  method: 'POST',
  path: '/admin-crons/edit',
  summary: { zh: '编辑定时任务', en: 'Edit a scheduled task' },
  request: Exact({
    key: JobKey,
    cron: Type.String({ minLength: 9, maxLength: 100 }),
    timeout_s: Type.Integer({ minimum: 10, maximum: 7200 }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Nothing,
  reasons: ['NOT_FOUND'],
});

export const setCronEnabled = endpoint({
  name: 'crons.setEnabled',
  method: 'POST',
  path: '/admin-crons/set_enabled',
  summary: { zh: '启停定时任务', en: 'Switch a scheduled task' },
  request: Exact({ key: JobKey, enabled: Type.Boolean(), idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'CRON_CORE'],
});

export const runCron = endpoint({
  name: 'crons.run',
  method: 'POST',
  path: '/admin-crons/run',
  summary: { zh: '立即执行', en: 'Run now' },
  request: Exact({ key: JobKey, idempotency_key: IdempotencyKey }),
  reply: Exact({ run_id: Id }),
  reasons: ['NOT_FOUND', 'CRON_RUNNING'],
});

export const cronRuns = endpoint({
  name: 'crons.runs',
  method: 'POST',
  path: '/admin-crons/runs',
  summary: { zh: '执行记录', en: 'Runs of a task' },
  request: KeysetRequest({ job_key: JobKey }),
  reply: KeysetAnswer(CronRunRow),
});

export const cronLog = endpoint({
  name: 'crons.log',
  method: 'POST',
  path: '/admin-crons/log',
  summary: { zh: '执行日志', en: 'Log of a run' },
  /** `offset`: how many characters are known already. */
  request: Exact({ run_id: Id, offset: Type.Integer({ minimum: 0, maximum: 1_000_000 }) }),
  reply: Exact({ text: Type.String(), next_offset: Type.Integer({ minimum: 0 }), done: Type.Boolean() }),
  reasons: ['NOT_FOUND'],
});

export const cronTimeline = endpoint({
  name: 'crons.timeline',
  method: 'POST',
  path: '/admin-crons/timeline',
  summary: { zh: '执行时间线', en: 'Timeline of runs' },
  request: Exact({ hours: Type.Literal(24) }),
  reply: Exact({
    from: Instant,
    to: Instant,
    lanes: Type.Array(
      Exact({
        key: Type.String(),
        runs: Type.Array(Exact({ id: Id, status: CronRunStatus, started_at: Instant, finished_at: Nullable(Instant) })),
      }),
    ),
  }),
});
