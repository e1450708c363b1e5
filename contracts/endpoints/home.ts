import { Type } from 'typebox';
import { metricKeys } from '../rules/metrics.ts';
import { boardTrendMetrics } from '../vocabulary/home-board.ts';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Figures, freshness, TrendAnswer } from './report-shapes.ts';
import { byId } from './row-order.ts';
import { Biz, CalendarDate, Count, Exact, Id, Instant, Nothing, Nullable, OneOf } from './shapes.ts';

const access = { pages: ['/index'] } as const;

const Scope = noted(OneOf(['mine', 'team'] as const), {
  zh: 'mine 自己的；team 看得到的全部，组长与管理员才有区别。',
  en: 'mine is the own; team is all the reader sees, which differs for leaders and administrators.',
});
const of = { biz: Biz, scope: Scope };

/** The metrics of the cards. */
export const boardMetrics = [
  'spend',
  'revenue',
  'roi',
  'new_users',
  'cpi',
  'first_payers',
  'cost_per_payer',
  'ads_running',
  'roi_d0',
] as const;

const Value = Nullable(Type.Number());
const Card = Exact({
  today: noted(Value, { zh: '业务今天到现在。', en: 'Of the business day so far.' }),
  yesterday_same_hour: noted(Value, {
    zh: '昨天到各账户的同一时刻，以今天的数据已更新到的时刻为准。',
    en: 'Of yesterday until the same moment of each account, as far as the figures of today have come.',
  }),
  yesterday: noted(Value, { zh: '昨天全天。', en: 'Of the whole of yesterday.' }),
});

export const boardSummary = endpoint({
  name: 'homeBoard.summary',
  method: 'POST',
  path: '/home-board/summary',
  summary: { zh: '首页卡片', en: 'Cards of the home page' },
  access,
  effect: 'read',
  request: Exact(of),
  reply: Exact({
    kind: noted(OneOf(['launching', 'making'] as const), {
      zh: 'launching 投放的卡片；making 素材师的卡片（uploaded、use_rate、hits、spend、roi_d0，近 7 天）。',
      en: 'launching: the cards of launches; making: of creatives the reader made (uploaded, use_rate, hits, spend, roi_d0, of the last 7 days).',
    }),
    cards: noted(Type.Record(Type.String(), Card), {
      zh: '按指标。首日 ROI 看 yesterday；ads_running 只有 today，是此刻的数量。',
      en: 'By metric. Of D0 ROI look at yesterday; ads_running has only today, how many there are at this moment.',
    }),
    hour: noted(Type.Integer({ minimum: 0, maximum: 23 }), {
      zh: '业务时区的当前小时；昨天比到这一小时为止。',
      en: 'The current hour of the business day; yesterday is compared up to it.',
    }),
    minute: noted(Type.Integer({ minimum: 0, maximum: 59 }), { zh: '业务时区的当前分钟。', en: 'The current minute of the business day.' }),
    biz_date: noted(CalendarDate, { zh: '业务今天。', en: 'Today, as business counts it.' }),
    not_started_accounts: noted(Count, {
      zh: '当地尚未进入今天的账户。',
      en: 'Ad accounts in whose place today has not begun.',
    }),
    as_of: freshness.as_of,
    newest_at: freshness.newest_at,
    warnings: freshness.warnings,
  }),
});

export const boardTrend = endpoint({
  name: 'homeBoard.trend',
  method: 'POST',
  path: '/home-board/trend',
  summary: { zh: '首页趋势', en: 'Trend of the home page' },
  access,
  effect: 'read',
  request: Exact({
    ...of,
    by: noted(OneOf(['hour', 'day'] as const), {
      zh: 'hour：今天、昨天、近七天均值三条线（只有 spend）；day：近 14 天。',
      en: 'hour: three lines, today, yesterday and the mean of seven days, of spend alone; day: the last 14 days.',
    }),
    metrics: Type.Array(OneOf(boardTrendMetrics), { minItems: 1, maxItems: boardTrendMetrics.length, uniqueItems: true }),
  }),
  reply: Exact({
    ...TrendAnswer.properties,
    clock: noted(
      Type.Optional(
        Exact({
          date: noted(CalendarDate, {
            zh: '业务今天：today 这条线的日期。',
            en: 'Today, as business counts it: the date of the line today.',
          }),
          timezone: noted(Type.String(), { zh: '小时所用的时钟，IANA 时区名。', en: 'Whose clock the hours are of; an IANA name.' }),
          moving_from: noted(Type.Integer({ minimum: 0, maximum: 24 }), {
            zh: '从这一小时起今天的数据尚不完整；24 表示都完整。',
            en: 'The first hour of which today is not known in full; 24 where all is.',
            unit: 'h',
          }),
        }),
      ),
      {
        zh: '仅 by hour：x 为 00 至 23 点。各账户只算自己日期的数据，按同一时钟排列，每个点三条线的账户相同；还没有账户到达的小时为空。',
        en: 'Only by hour: x is 00 to 23. Each account counts by its own date and stands at the same place of one clock in all three lines; an hour that no account has reached is null.',
      },
    ),
  }),
});

export const boardTopDimensions = ['drama', 'material', 'account'] as const;

export const boardTop = endpoint({
  name: 'homeBoard.top',
  method: 'POST',
  path: '/home-board/top',
  summary: { zh: '首页排行', en: 'Best of the home page' },
  access,
  effect: 'read',
  request: Exact({
    ...of,
    dim: noted(OneOf(boardTopDimensions), { zh: '电商的 drama 是商品。', en: 'In e-commerce, drama means product.' }),
    metric: noted(OneOf(metricKeys('deliv', 'user', 'pay')), {
      zh: '按它从大到小，取五个，近 7 天。',
      en: 'The five with most of it in the last 7 days.',
    }),
  }),
  order: [{ field: 'm.{metric}', order: 'desc' }, ...byId],
  reply: Exact({
    list: Type.Array(
      Exact({
        id: noted(Id, { zh: '剧目、商品、素材或账户。', en: 'Of the drama, product, creative or account.' }),
        label: Type.String(),
        m: Figures,
      }),
    ),
  }),
});

/** What can have happened since the last visit. */
export const missedKinds = ['batch_ended', 'ad_rejected', 'turned_off', 'budget_changed'] as const;
export type MissedKind = (typeof missedKinds)[number];

export const boardMissed = endpoint({
  name: 'homeBoard.missed',
  method: 'POST',
  path: '/home-board/missed',
  summary: { zh: '上次访问以来', en: 'Since the last visit' },
  access,
  effect: 'read',
  request: Exact({ since: Instant }),
  reply: Exact({
    list: noted(
      Type.Array(
        Exact({
          kind: OneOf(missedKinds),
          count: noted(Type.Integer({ minimum: 1 }), { unit: 'count' }),
          link: noted(Nullable(Type.String()), {
            zh: '说明它的页面，已带上相同的条件；没有权限打开时为空。',
            en: 'The page that shows them, with the same filter; null where the reader cannot open it.',
          }),
        }),
      ),
      {
        zh: 'batch_ended 自己的批次结束；ad_rejected 看得到的广告被拒；turned_off、budget_changed 看得到的对象由他人或系统改动。没有发生的不出现。',
        en: 'batch_ended: own batches that ended; ad_rejected: visible ads that were rejected; turned_off and budget_changed: visible objects that others or the system changed. Kinds without any are left out.',
      },
    ),
  }),
});

/** The open tasks. */
export const todoKinds = [
  'token_expired',
  'token_expiring',
  'account_blocked',
  'ad_disapproved',
  'batch_failed',
  'batch_partial',
  'homepage_full',
  'pixel_silent',
  'drama_stopped',
] as const;
export type TodoKind = (typeof todoKinds)[number];

export const boardTodo = endpoint({
  name: 'homeBoard.todo',
  method: 'POST',
  path: '/home-board/todo',
  summary: { zh: '待办', en: 'What waits for a hand' },
  access,
  effect: 'read',
  request: Nothing,
  reply: Exact({
    list: Type.Array(
      Exact({
        kind: OneOf(todoKinds),
        count: noted(Type.Integer({ minimum: 1 }), { unit: 'count' }),
        link: noted(Nullable(Type.String()), {
          zh: '说明它的页面，已带上相同的条件；没有权限打开时为空。',
          en: 'The page that shows them, with the same filter; null where the reader cannot open it.',
        }),
      }),
    ),
    setup: noted(
      Type.Array(
        Exact({
          step: OneOf(['person', 'account', 'pixel', 'material', 'scheme', 'publish'] as const),
          done: Type.Boolean(),
          link: Nullable(Type.String()),
        }),
      ),
      {
        zh: '第一次投放之前的步骤；已经投放过则为空。',
        en: 'The way to a first launch; empty once there was one.',
      },
    ),
  }),
});
