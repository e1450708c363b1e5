import { Type } from 'typebox';
import { metricKeys } from '../rules/metrics.ts';
import { boardTrendMetrics } from '../vocabulary/home-board.ts';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { CoverUrl } from './pictures.ts';
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

const Cents = Type.Integer();
/** How budgets are spent; amounts are US cents. */
const pacing = {
  budget_usd: noted(Cents, {
    zh: '正在投放的每日预算之和，美分，按账户当地今天的汇率折算。预算在系列上算系列，在组上算组，不重复。总预算不算在内。',
    en: 'Sum of the daily budgets that deliver now, in US cents by the rate of the account’s own current day. A budget counts on the level it is set on, campaign or ad set, never on both. Lifetime budgets are left out.',
  }),
  budgets: noted(Count, { zh: '正在投放的每日预算个数。', en: 'How many daily budgets deliver now.' }),
  lifetime_budgets: noted(Count, {
    zh: '正在投放、未计入的总预算个数。',
    en: 'How many lifetime budgets deliver now; they are not among the others.',
  }),
  rateless_budgets: noted(Count, {
    zh: '正在投放、因币种没有任何汇率而未计入的每日预算个数。',
    en: 'How many daily budgets deliver now but are left out, because their currency has no rate at all.',
  }),
  spend_usd: noted(Cents, {
    zh: '各账户当地今天的全部消耗，美分；包括已停止的和总预算的。',
    en: 'All that was spent on the account’s own current day, in US cents; also by what is off by now and by lifetime budgets.',
  }),
  paced_spend_usd: noted(Cents, {
    zh: '其中由 budget_usd 所含的预算消耗的部分，美分；与 expected_usd 同口径。',
    en: 'What of it was spent by the budgets in budget_usd, in US cents; this is what expected_usd compares with.',
  }),
  expected_usd: noted(Cents, {
    zh: '按一天均匀消耗，到账户数据已知的时刻应消耗的金额，美分。预算 × 账户当地今天已过的比例；今天才开始的从开始时算起。',
    en: 'What these budgets spend, evenly over the day, until the moment up to which the account is known, in US cents: the budget times the share of the account’s own day that had passed. Of what began today, from its beginning.',
  }),
  pace: noted(Nullable(Type.Number()), {
    zh: 'paced_spend_usd ÷ expected_usd，4 位小数；应消耗为零则为空。',
    en: 'paced_spend_usd ÷ expected_usd, with four digits; null where nothing is expected.',
  }),
  known_until: noted(Nullable(Instant), {
    zh: '这些预算的账户中，数据最旧的一个已知到的时刻；没有预算则为空。',
    en: 'Until when the account that is furthest behind is known, of the accounts with these budgets; null without any.',
  }),
  month_spend_usd: noted(Cents, {
    zh: '本月消耗，美分；各账户按自己的日期。',
    en: 'Spent so far in the month, in US cents; each account by its own dates.',
  }),
  month_forecast_usd: noted(Cents, {
    zh: '本月预计消耗，美分：本月消耗 + 最近 7 个完整日的日均 × 数据已知的时刻到当地月末的天数（含不足一天的部分）。',
    en: 'What the month comes to, in US cents: spent so far, and the average of the last 7 complete days for each day, and part of a day, from the moment up to which the account is known to the end of its month.',
  }),
};

export const boardPacing = endpoint({
  name: 'homeBoard.pacing',
  method: 'POST',
  path: '/home-board/pacing',
  summary: { zh: '首页预算进度', en: 'Budget pacing of the home page' },
  access,
  effect: 'read',
  request: Exact(of),
  reply: Exact({
    totals: noted(Exact(pacing), { zh: '所有行之和。', en: 'All rows together.' }),
    list: noted(
      Type.Array(
        Exact({
          id: noted(Type.Integer({ minimum: 0 }), {
            zh: '负责人；0 为未分配，只有管理员看得到。',
            en: 'The owner; 0 is nobody, which administrators alone see.',
          }),
          label: Type.String(),
          ...pacing,
        }),
      ),
      {
        zh: '每位负责人一行，预算多的在前；没有预算也没有本月消耗的不出现。',
        en: 'A row per owner, the largest budget first; owners without budgets and without spend in the month are left out.',
      },
    ),
    month: noted(CalendarDate, {
      zh: '业务今天所在月份的第一天。当地还没有进入这个月的账户消耗为零，已经过完的不再增加。',
      en: 'First day of the month of the business day. An account in whose place it has not begun has spent nothing in it; one where it is over adds nothing more.',
    }),
    as_of: freshness.as_of,
    newest_at: freshness.newest_at,
    warnings: freshness.warnings,
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
        cover_url: noted(Type.Optional(CoverUrl), {
          zh: '封面的临时地址，可直接用于 img；没有封面时为空，账户没有此项。',
          en: 'A short-lived address of the cover, for an img; null without a cover, absent for accounts.',
        }),
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

/** The open tasks of hosting. */
export const hostingTodoKinds = ['suggestion_waiting', 'host_token_expired', 'host_token_expiring'] as const;
export type HostingTodoKind = (typeof hostingTodoKinds)[number];

const TodoCount = noted(Type.Integer({ minimum: 1 }), { unit: 'count' });
const TodoLink = noted(Nullable(Type.String()), {
  zh: '说明它的页面，已带上相同的条件；没有权限打开时为空。',
  en: 'The page that shows them, with the same filter; null where the reader cannot open it.',
});

export const boardTodo = endpoint({
  name: 'homeBoard.todo',
  method: 'POST',
  path: '/home-board/todo',
  summary: { zh: '待办', en: 'What waits for a hand' },
  access,
  effect: 'read',
  request: Nothing,
  reply: Exact({
    list: Type.Array(Exact({ kind: OneOf(todoKinds), count: TodoCount, link: TodoLink })),
    hosting: noted(Type.Array(Exact({ kind: OneOf(hostingTodoKinds), count: TodoCount, link: TodoLink })), {
      zh: '托管中等待处理的事：等人确认的规则建议，持有人失效或即将到期的授权。',
      en: 'What waits in hosting: suggestions of rules to confirm, and lost or expiring authorisations of holders.',
    }),
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
