import { type Static, Type } from 'typebox';
import { SCHEDULE_MAX, TIMEOUT_S } from '../rules/cron-limits.ts';
import { cronFilters, cronRunStatuses, cronSortable, cronTriggers } from '../vocabulary/crons.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { by, newestFirst } from './row-order.ts';
import {
  Count,
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

const JobKey = noted(Type.String({ pattern: '^[a-z]+(\\.[a-z]+)*$', maxLength: 40 }), {
  zh: '任务的键，如 batch.cleanup。',
  en: 'Key of a task, such as batch.cleanup.',
});
const CronRunStatus = OneOf(cronRunStatuses);
const RowsIn = noted(Nullable(Count), { zh: '读取的行数；未知为空。', en: 'Rows it took in; null where that is not known.' });
const RowsOut = noted(Nullable(Count), { zh: '产出的行数；未知为空。', en: 'Rows it made; null where that is not known.' });
const Schedule = { zh: '五段式 cron，按 UTC，间隔至少 1 分钟。', en: 'Five fields as in crontab, in UTC, at least a minute apart.' };
const Timeout = { zh: '超过则中止。', en: 'A run that takes longer is stopped.', unit: 's' } as const;

export const CronRow = Exact({
  key: Type.String(),
  name_zh: Type.String(),
  name_en: Type.String(),
  cron: noted(Type.String(), Schedule),
  enabled: Type.Boolean(),
  allow_manual: noted(Type.Boolean(), { zh: '可以立即执行。', en: 'May be run by hand.' }),
  core: noted(Type.Boolean(), { zh: '核心任务，不可停用。', en: 'Cannot be disabled.' }),
  timeout_s: noted(Type.Integer(), Timeout),
  last_status: noted(Nullable(CronRunStatus), {
    zh: '最近一次执行的状态；从未执行则为空。',
    en: 'Of the last run; null before the first.',
  }),
  last_run_at: noted(Nullable(Instant), { zh: '最近一次执行的开始。', en: 'Begin of the last run.' }),
  last_duration_ms: noted(Nullable(Type.Integer({ minimum: 0 })), {
    zh: '最近一次结束的执行用了多久。',
    en: 'How long the last run that ended took.',
    unit: 'ms',
  }),
  next_run_at: noted(Nullable(Instant), { zh: '停用时为空。', en: 'Null while disabled.' }),
  next_runs: noted(Type.Array(Instant), { zh: '接下来三次；停用时没有。', en: 'The next three; none while disabled.' }),
  success_24h: noted(Nullable(Type.Number({ minimum: 0, maximum: 1 })), {
    zh: '最近 24 小时成功的比例；没有执行过则为空。',
    en: 'Share of succeeded runs of the last 24 h; null when there was none.',
    unit: 'ratio',
  }),
  rows_out: RowsOut,
  running_run_id: noted(Nullable(Id), { zh: '正在进行的执行；没有则为空。', en: 'The run under way; null without one.' }),
});
export type CronRow = Static<typeof CronRow>;

export const CronRunRow = Exact({
  id: Id,
  job_key: Type.String(),
  trigger: OneOf(cronTriggers),
  triggered_by: noted(Nullable(Ref), { zh: '手动执行的人；按计划执行则为空。', en: 'Who began it by hand; null where the schedule did.' }),
  status: CronRunStatus,
  started_at: Instant,
  finished_at: noted(Nullable(Instant), { zh: '未结束则为空。', en: 'Null while it goes on.' }),
  rows_in: RowsIn,
  rows_out: RowsOut,
  message: noted(Nullable(Type.String()), { zh: '结果的一句话。', en: 'What came of it, in one sentence.' }),
});
export type CronRunRow = Static<typeof CronRunRow>;

export const listCrons = endpoint({
  name: 'crons.list',
  method: 'POST',
  path: '/admin-crons/list',
  summary: { zh: '定时任务列表', en: 'List of scheduled tasks' },
  access: 'superAdmin',
  effect: 'read',
  request: ListRequest(cronSortable, filterSchemas(cronFilters)),
  order: by('key'),
  reply: Exact({
    ...ListAnswer(CronRow).properties,
    heartbeat_at: noted(Nullable(Instant), {
      zh: '调度器最近一次心跳；超过两分钟说明它没有在运行，从未有过则为空。',
      en: 'Last sign of life of the scheduler; older than two minutes means that it does not run, null that it never did.',
    }),
  }),
});

export const editCron = endpoint({
  name: 'crons.edit',
  method: 'POST',
  path: '/admin-crons/edit',
  summary: { zh: '编辑定时任务', en: 'Edit a scheduled task' },
  access: 'superAdmin',
  effect: 'write',
  request: Exact({
    key: JobKey,
    cron: noted(Type.String({ minLength: 9, maxLength: SCHEDULE_MAX }), Schedule),
    timeout_s: noted(Type.Integer({ minimum: TIMEOUT_S.min, maximum: TIMEOUT_S.max }), Timeout),
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
  access: 'superAdmin',
  effect: 'write',
  request: Exact({ key: JobKey, enabled: Type.Boolean(), idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'CRON_CORE'],
});

export const runCron = endpoint({
  name: 'crons.run',
  method: 'POST',
  path: '/admin-crons/run',
  summary: { zh: '立即执行', en: 'Run now' },
  access: 'superAdmin',
  effect: 'write',
  request: Exact({ key: JobKey, idempotency_key: IdempotencyKey }),
  reply: Exact({ run_id: Id }),
  reasons: ['NOT_FOUND', 'CRON_RUNNING'],
});

export const cronRuns = endpoint({
  name: 'crons.runs',
  method: 'POST',
  path: '/admin-crons/runs',
  summary: { zh: '执行记录', en: 'Runs of a task' },
  access: 'superAdmin',
  effect: 'read',
  request: KeysetRequest({ job_key: JobKey }),
  order: newestFirst('started_at'),
  reply: KeysetAnswer(CronRunRow),
});

export const cronLog = endpoint({
  name: 'crons.log',
  method: 'POST',
  path: '/admin-crons/log',
  summary: { zh: '执行日志', en: 'Log of a run' },
  access: 'superAdmin',
  effect: 'read',
  request: Exact({
    run_id: Id,
    offset: noted(Type.Integer({ minimum: 0, maximum: 1_000_000 }), {
      zh: '已经读到的字符数，从 0 开始。',
      en: 'How many characters are known already, from 0.',
      unit: 'characters',
    }),
  }),
  reply: Exact({
    text: noted(Type.String(), { zh: 'offset 之后的日志。', en: 'What follows the offset.' }),
    next_offset: noted(Type.Integer({ minimum: 0 }), {
      zh: '下一次的 offset。',
      en: 'The offset of the next request.',
      unit: 'characters',
    }),
    done: noted(Type.Boolean(), { zh: '不会再有更多日志。', en: 'No more will come.' }),
  }),
  reasons: ['NOT_FOUND'],
});

export const cronTimeline = endpoint({
  name: 'crons.timeline',
  method: 'POST',
  path: '/admin-crons/timeline',
  summary: { zh: '执行时间线', en: 'Timeline of runs' },
  access: 'superAdmin',
  effect: 'read',
  request: Exact({ hours: noted(Type.Literal(24), { unit: 'h' }) }),
  reply: Exact({
    from: Instant,
    to: Instant,
    lanes: noted(
      Type.Array(
        Exact({
          key: Type.String(),
          runs: Type.Array(Exact({ id: Id, status: CronRunStatus, started_at: Instant, finished_at: Nullable(Instant) })),
        }),
      ),
      { zh: '每个任务一条，没有执行过的也在。', en: 'One for each task, without any run too.' },
    ),
  }),
});
