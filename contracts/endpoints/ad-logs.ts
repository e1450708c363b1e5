import { type Static, Type } from 'typebox';
import { closeLogColumnWords, closeLogFilters, logFilters, removeLogColumnWords } from '../vocabulary/launch-logs.ts';
import { eventFields } from './ad-events.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { EffectiveStatus } from './launch-shapes.ts';
import { noted } from './noted.ts';
import { TrendAnswer } from './report-shapes.ts';
import { byId, newestFirst } from './row-order.ts';
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
  SimpleListAnswer,
  SimpleListRequest,
  Spreadsheet,
} from './shapes.ts';

const CLOSE_LOG = '/advertising/close-log';
const REMOVE_LOG = '/advertising/remove-log';

const Cents = noted(Type.Integer(), { zh: '美分。', en: 'US cents.' });

const LogKind = noted(OneOf(['close', 'remove'] as const), { zh: '哪一种日志。', en: 'Which log.' });

const filters = filterSchemas(logFilters);
const closeFilters = filterSchemas(closeLogFilters);

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
  request: KeysetRequest(closeFilters),
  order: newestFirst('at'),
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
    ...closeFilters,
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
  platform_id: noted(Nullable(PlatformId), { zh: '平台给的编号。', en: 'The number the platform gave it.' }),
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
    ...filters,
    under: noted(Type.Optional(Id), {
      zh: '某条删除记录的编号：列出与它一同删除的下级。不带则它们合在上级的一条里。',
      en: 'Number of a removal: what went with it. Absent, those are folded into the entry of what they were in.',
    }),
  }),
  order: newestFirst('at'),
  reply: KeysetAnswer(RemoveLogRow),
});

export const logRules = endpoint({
  name: 'adLogs.rules',
  method: 'POST',
  path: '/ad-logs/rules',
  summary: { zh: '可选规则', en: 'Rules to choose from' },
  access: { pages: [CLOSE_LOG, REMOVE_LOG] },
  effect: 'read',
  request: SimpleListRequest({ kind: LogKind }),
  order: [{ by: { zh: '最近做过事的在前。', en: 'The one that did something last first.' } }, ...byId],
  reply: noted(SimpleListAnswer, {
    zh: '在这种日志里、提问者看得到的记录中做过事的规则，最近做事的在前；已删除的规则也在。第二行是规则的负责人，状态为 enabled、disabled 或 deleted。',
    en: 'Rules that did something in this log which the reader may see, the one that did so last first; deleted rules as well. The second line is the owner of the rule, the state is enabled, disabled or deleted.',
  }),
});

export const exportLogs = endpoint({
  name: 'adLogs.export',
  method: 'POST',
  path: '/ad-logs/export',
  summary: { zh: '导出关闭或删除日志', en: 'Export closes or removals' },
  access: { pages: [CLOSE_LOG, REMOVE_LOG] },
  action: 'export',
  effect: 'read',
  request: Exact({
    kind: LogKind,
    ...closeFilters,
    ...exportOptions,
    columns: exportColumns(Object.keys({ ...closeLogColumnWords, ...removeLogColumnWords })),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
