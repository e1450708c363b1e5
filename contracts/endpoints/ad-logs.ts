import { type Static, Type } from 'typebox';
import { ActorType, eventFields } from './ad-events.ts';
import { EffectiveStatus, EntityLevel } from './ad-filters.ts';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { TrendAnswer } from './report-shapes.ts';
import {
  CalendarDate,
  Count,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  KeysetAnswer,
  KeysetRequest,
  Nullable,
  OneOf,
  PlatformId,
  Spreadsheet,
} from './shapes.ts';

const CLOSE_LOG = '/advertising/close-log';
const REMOVE_LOG = '/advertising/remove-log';

const several = Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }));
const Cents = noted(Type.Integer(), { zh: '美分。', en: 'US cents.' });

/** What the logs of closes and of removals are narrowed by. */
export const logFilters = {
  actor_type: Type.Optional(Type.Array(ActorType, { minItems: 1, maxItems: 5, uniqueItems: true })),
  user_id: noted(several, { zh: '当时的负责人。', en: 'Who owned it then.' }),
  actor_user_id: noted(Type.Optional(Id), { zh: '做这件事的人。', en: 'The person who did it.' }),
  ad_account_id: several,
  level: Type.Optional(EntityLevel),
  drama_id: several,
  product_id: several,
  rule_id: noted(Type.Optional(Id), { zh: '做这件事的规则。', en: 'The rule that did it.' }),
  reason: noted(Type.Optional(Type.String({ maxLength: 100 })), { zh: '原因的一部分。', en: 'Part of the reason.' }),
  keyword: noted(Type.Optional(Type.String({ maxLength: 100 })), {
    zh: '对象名称的一部分，或渠道给的完整编号。',
    en: 'Part of the name of the object, or the whole number the channel gave it.',
  }),
  date_from: Type.Optional(CalendarDate),
  date_to: Type.Optional(CalendarDate),
  id: noted(Type.Optional(Id), { zh: '只要这一条。', en: 'This entry alone.' }),
};
const closeOnly = {
  event: noted(Type.Optional(OneOf(['close', 'open'] as const)), {
    zh: '关闭或重新开启；不带则都要。',
    en: 'Closes or openings; absent, both.',
  }),
};

export const CloseLogRow = Exact({
  ...eventFields,
  after_revenue_usd: noted(Nullable(Cents), {
    zh: '此后支付的订单金额；开启的记录为空。',
    en: 'What orders paid after it; null for openings.',
  }),
  current_status: noted(EffectiveStatus, { zh: '对象现在的实际状态。', en: 'What it comes to now.' }),
  version: noted(Type.Integer({ minimum: 1 }), { zh: '对象现在的版本。', en: 'Version of the object now.' }),
  reopenable: noted(Type.Boolean(), {
    zh: '提问者现在可以重新开启它：关闭着，并且有权限。',
    en: 'The reader may open it again now: it is closed, and the action is theirs.',
  }),
});
export type CloseLogRow = Static<typeof CloseLogRow>;

export const listCloses = endpoint({
  name: 'adLogs.closes',
  method: 'POST',
  path: '/ad-logs/close_list',
  summary: { zh: '关闭日志', en: 'Closes and openings' },
  access: { pages: [CLOSE_LOG] },
  effect: 'read',
  request: KeysetRequest({ ...logFilters, ...closeOnly }),
  reply: KeysetAnswer(CloseLogRow),
});

export const closeTrend = endpoint({
  name: 'adLogs.closeTrend',
  method: 'POST',
  path: '/ad-logs/close_trend',
  summary: { zh: '关闭次数趋势', en: 'Closes by day and actor' },
  access: { pages: [CLOSE_LOG] },
  effect: 'read',
  request: Exact({
    ...logFilters,
    ...closeOnly,
    date_from: noted(CalendarDate, {
      zh: '含当天，按读者的时区；至多 186 天。',
      en: 'Included, in the timezone of the reader; 186 days at most.',
    }),
    date_to: CalendarDate,
    by: noted(OneOf(['day', 'week', 'month'] as const), { zh: '天、周（从周一起）、月。', en: 'By day, week (from Monday) or month.' }),
  }),
  reply: noted(Exact({ x: TrendAnswer.properties.x, series: TrendAnswer.properties.series }), {
    zh: '每种操作者一条线，key 是操作者的种类；没有记录的操作者没有线。',
    en: 'A line for each kind of actor, which is its key; none for an actor who did nothing.',
  }),
});

export const RemoveLogRow = Exact({
  ...eventFields,
  platform_id: noted(Nullable(PlatformId), { zh: '渠道给的编号。', en: 'The number the channel gave it.' }),
  children: noted(Count, { zh: '一同删除的下级数。', en: 'What was below it and went with it.' }),
  lifetime_spend_usd: Cents,
  lifetime_revenue_usd: noted(Type.Integer(), { zh: '美分；之后到的订单仍会计入。', en: 'US cents; later orders still count.' }),
  lifetime_roi: noted(Nullable(Type.Number()), { zh: '全部收入除以全部消耗；没有消耗则为空。', en: 'Of these two; null without spend.' }),
});
export type RemoveLogRow = Static<typeof RemoveLogRow>;

export const listRemovals = endpoint({
  name: 'adLogs.removals',
  method: 'POST',
  path: '/ad-logs/remove_list',
  summary: { zh: '删除日志', en: 'Removals' },
  access: { pages: [REMOVE_LOG] },
  effect: 'read',
  request: KeysetRequest({
    ...logFilters,
    under: noted(Type.Optional(Id), {
      zh: '某条删除记录的编号：列出与它一同删除的下级。不带则它们合在上级的一条里。',
      en: 'Number of a removal: what went with it. Absent, those are folded into the entry of what they were in.',
    }),
  }),
  reply: KeysetAnswer(RemoveLogRow),
});

const exportBase = [
  'at',
  'level',
  'name',
  'campaign',
  'account',
  'content',
  'owner',
  'actor_type',
  'actor',
  'rule',
  'reason',
  'batch_id',
] as const;
export const logExportColumns = {
  close: [...exportBase, 'event', 'spend_at', 'orders_at', 'roi_at', 'roi_d0_at', 'hours_running', 'after_revenue', 'current_status'],
  remove: [...exportBase, 'platform_id', 'children', 'lifetime_spend', 'lifetime_revenue', 'lifetime_roi'],
} as const;

export const exportLogs = endpoint({
  name: 'adLogs.export',
  method: 'POST',
  path: '/ad-logs/export',
  summary: { zh: '导出关闭或删除日志', en: 'Export closes or removals' },
  access: { pages: [CLOSE_LOG, REMOVE_LOG] },
  action: 'export',
  effect: 'read',
  request: Exact({
    kind: noted(OneOf(['close', 'remove'] as const), { zh: '哪一种日志。', en: 'Which log.' }),
    ...logFilters,
    ...closeOnly,
    ...exportOptions,
    columns: exportColumns([...new Set<string>([...logExportColumns.close, ...logExportColumns.remove])]),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
