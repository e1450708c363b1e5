import { type Static, Type } from 'typebox';
import { adminHomeDivisions, adminTopDimensions, adminTrendMetrics } from '../vocabulary/home-board.ts';
import { endpoint } from './endpoint.ts';
import { boardTrend } from './home.ts';
import { noted } from './noted.ts';
import { Figures, freshness } from './report-shapes.ts';
import { byId } from './row-order.ts';
import { Biz, CalendarDate, Channel, Count, Exact, Id, Instant, Nothing, Nullable, OneOf } from './shapes.ts';

const access = 'superAdmin';

const scope = {
  date: noted(Type.Optional(CalendarDate), {
    zh: '业务日期，默认今天；今天还没有数据时为昨天。每个账户与自己的这一天比较。',
    en: 'Business date, today when absent; yesterday while nothing of today is known. Each account counts by its own date.',
  }),
  biz: Type.Optional(Biz),
  channel: Type.Optional(Channel),
};

const Value = Nullable(Type.Number());

export const adminSummary = endpoint({
  name: 'adminHome.summary',
  method: 'POST',
  path: '/admin-home/summary',
  summary: { zh: '公司概况卡片', en: 'Cards of the company' },
  access,
  effect: 'read',
  request: Exact(scope),
  reply: Exact({
    cards: noted(
      Type.Record(
        Type.String(),
        Exact({
          value: noted(Value, { zh: '这一天，今天则为到现在。', en: 'Of the day; of today so far.' }),
          before_same_hour: noted(Value, {
            zh: '仅今天：前一天到同一时刻；没有按时刻的数据则为空。',
            en: 'Of today only: of the day before until the same time; null where that is not known.',
          }),
          before: noted(Value, { zh: '前一天全天。', en: 'Of the whole day before.' }),
        }),
      ),
      {
        zh: '按指标；roi_d0 是前一天的，ads_running 与 blocked_accounts 是此刻的数量。',
        en: 'By metric. roi_d0 is of the day before; ads_running and blocked_accounts are counts of this moment.',
      },
    ),
    date: noted(CalendarDate, { zh: '卡片的业务日期。', en: 'The business date of the cards.' }),
    is_today: noted(Type.Boolean(), { zh: '这一天尚未结束。', en: 'The day is not over.' }),
    is_before_today: noted(Type.Boolean(), {
      zh: '要的是今天，但今天还没有数据，给出的是昨天。',
      en: 'Today was asked for, but nothing of it is known yet, so it is yesterday.',
    }),
    hour: noted(Type.Integer({ minimum: 0, maximum: 23 }), { zh: '业务时区的当前小时。', en: 'The current hour of the business day.' }),
    as_of: freshness.as_of,
    newest_at: freshness.newest_at,
    warnings: freshness.warnings,
  }),
});

export const adminTrend = endpoint({
  name: 'adminHome.trend',
  method: 'POST',
  path: '/admin-home/trend',
  summary: { zh: '公司趋势', en: 'Trend of the company' },
  access,
  effect: 'read',
  request: Exact({
    ...scope,
    by: noted(OneOf(['hour', 'day'] as const), {
      zh: 'hour：这一天、前一天、近七天均值三条线（只有 spend）；day：到这一天为止的 30 天。',
      en: 'hour: three lines, the day, the day before and the mean of seven days, of spend alone; day: the 30 days up to the day.',
    }),
    metrics: Type.Array(OneOf(adminTrendMetrics), { minItems: 1, maxItems: adminTrendMetrics.length, uniqueItems: true }),
    series_by: noted(Type.Optional(OneOf(adminHomeDivisions)), {
      zh: '仅 by day：第一个指标按它拆分。',
      en: 'Only by day: splits the first metric.',
    }),
  }),
  reply: boardTrend.reply,
});

export const adminTop = endpoint({
  name: 'adminHome.top',
  method: 'POST',
  path: '/admin-home/top',
  summary: { zh: '公司排行', en: 'Best and worst of the company' },
  access,
  effect: 'read',
  request: Exact({
    ...scope,
    dim: OneOf(adminTopDimensions),
    metric: noted(OneOf(['spend', 'revenue', 'profit'] as const), { zh: '按它排序，近 7 天。', en: 'Sorted by it, of the last 7 days.' }),
    order: noted(OneOf(['desc', 'asc'] as const), {
      zh: 'asc 只含负值：亏损最多的在前。',
      en: 'asc holds negative values alone: the largest loss first.',
    }),
    limit: Type.Optional(noted(Type.Integer({ minimum: 1, maximum: 20 }), { zh: '最多返回的行数。', en: 'At most so many rows.' })),
  }),
  order: [{ field: 'm.{metric}', order: '{order}' }, ...byId],
  reply: Exact({ list: Type.Array(Exact({ id: Id, label: Type.String(), m: Figures })) }),
});
export type AdminTopRow = Static<typeof adminTop.reply>['list'][number];

export const healthQueues = ['batch_items', 'unknown_items', 'postbacks', 'materials', 'scheduled'] as const;

export const adminHealth = endpoint({
  name: 'adminHome.health',
  method: 'POST',
  path: '/admin-home/health',
  summary: { zh: '系统状态', en: 'State of the system' },
  access,
  effect: 'read',
  request: Nothing,
  reply: Exact({
    stale_accounts: noted(
      Type.Array(
        Exact({
          id: Id,
          label: Type.String(),
          since: noted(Instant, {
            zh: '最近一次成功拉取，从未成功则为失败开始。',
            en: 'Last successful pull; begin of the failure before the first.',
          }),
          error: Nullable(Type.String()),
        }),
      ),
      { zh: '数据落后的广告账户，最久的在前。', en: 'Ad accounts whose figures are behind, the longest first.' },
    ),
    failed_crons: noted(
      Type.Array(
        Exact({
          key: Type.String(),
          name_zh: Type.String(),
          name_en: Type.String(),
          failures: noted(Count, { zh: '最近 24 小时失败或超时的次数。', en: 'Failed or timed out runs of the last 24 hours.' }),
          last_at: Instant,
          message: Nullable(Type.String()),
        }),
      ),
      { zh: '最近 24 小时失败过的任务，最近的在前。', en: 'Tasks that failed in the last 24 hours, the latest first.' },
    ),
    scheduler_at: noted(Nullable(Instant), {
      zh: '调度器最近一次心跳；从未有过则为空。',
      en: 'Last heartbeat of a scheduler; null before the first.',
    }),
    batches: Exact({
      running: noted(Count, { zh: '正在进行或等待的批次。', en: 'Batches that run or wait.' }),
      failed: noted(Count, { zh: '最近 24 小时失败或部分失败的批次。', en: 'Batches of the last 24 hours that failed, also in part.' }),
    }),
    tokens: Exact({
      expiring: noted(Count, { zh: '7 天内到期的授权。', en: 'Authorisations that expire within 7 days.' }),
      expired: noted(Count, { zh: '已到期或失效的授权。', en: 'Authorisations that have expired or were revoked.' }),
    }),
    queues: noted(Type.Array(Exact({ kind: OneOf(healthQueues), count: Count })), {
      zh: 'batch_items 等待的批次对象；unknown_items 结果未确认；postbacks 待回传的订单；materials 处理中的素材；scheduled 已到期未执行的定时操作。',
      en: 'batch_items: waiting objects of batches; unknown_items: outcomes to be confirmed; postbacks: orders to be sent to pixels; materials: being processed; scheduled: changes that are overdue.',
    }),
    channels: noted(
      Type.Array(
        Exact({
          channel: Channel,
          accounts: noted(Count, { zh: '拉取数据的广告账户。', en: 'Ad accounts that are pulled.' }),
          failing: noted(Count, { zh: '其中正在失败的。', en: 'Those of them that fail now.' }),
          newest_at: noted(Nullable(Instant), { zh: '最近一次成功拉取。', en: 'The latest successful pull.' }),
        }),
      ),
      { zh: '每个广告平台。', en: 'Each ad network.' },
    ),
    database: Exact({
      size_bytes: noted(Type.Integer({ minimum: 0 }), { unit: 'bytes' }),
      latency_ms: noted(Type.Integer({ minimum: 0 }), { zh: '一次最简单的查询。', en: 'Of the simplest query.', unit: 'ms' }),
    }),
    disk: noted(
      Nullable(
        Exact({
          free_bytes: noted(Type.Integer({ minimum: 0 }), { unit: 'bytes' }),
          has_room: noted(Type.Boolean(), { zh: '还能接收上传。', en: 'Uploads are still accepted.' }),
        }),
      ),
      { zh: '存放文件的磁盘；读不到则为空。', en: 'The disk of stored files; null where it cannot be read.' },
    ),
  }),
});
export type AdminHealth = Static<typeof adminHealth.reply>;
