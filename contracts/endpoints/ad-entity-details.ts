import { type Static, Type } from 'typebox';
import { breakdownKinds } from '../rules/breakdowns.ts';
import { adMetrics } from '../rules/metrics.ts';
import { eventKinds } from '../vocabulary/launch-events.ts';
import { launchExportColumns, launchSortable } from '../vocabulary/launch-filters.ts';
import { scheduleActions, scheduleRepeats, scheduleStatuses } from '../vocabulary/launches.ts';
import { EventKind, EventRow } from './ad-events.ts';
import { channelReasons } from './authorising.ts';
import { endpoint } from './endpoint.ts';
import { AdRow, CampaignRow, GroupRow, LaunchListRequest, launchFilters, launchPages } from './launch-rows.ts';
import { EntityLevel } from './launch-shapes.ts';
import { noted } from './noted.ts';
import { Figures, reportDays, TrendAnswer, TrendStep } from './report-shapes.ts';
import { newestFirst } from './row-order.ts';
import {
  Currency,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  Instant,
  KeysetAnswer,
  KeysetRequest,
  Money,
  Nullable,
  OneOf,
  Ref,
  Spreadsheet,
} from './shapes.ts';

/** Every page on which a launched object can be opened. */
export const entityPages = {
  pages: [
    '/advertising/start',
    '/advertising/user',
    '/advertising/account',
    '/advertising/campaign',
    '/advertising/group',
    '/advertising/close-log',
    '/advertising/remove-log',
  ],
} as const;

const one = { level: EntityLevel, id: Id };

/** A creative as the audience sees it. */
const Creative = Exact({
  kind: noted(Nullable(OneOf(['video', 'image'] as const)), { zh: '素材的种类。', en: 'Kind of its creative.' }),
  play_url: noted(Nullable(Type.String()), {
    zh: '素材文件的签名地址，两小时有效；看不到素材时为空。',
    en: 'Signed address of its file, good for two hours; null where the reader does not see the creative.',
  }),
  cover_url: Nullable(Type.String()),
  page_name: Nullable(Type.String()),
  page_picture_url: Nullable(Type.String()),
  message: Type.String(),
  headline: Nullable(Type.String()),
  description: Nullable(Type.String()),
  call_to_action: Type.String(),
  link_url: Nullable(Type.String()),
});

/** Only the field of the requested level is present. */
export const EntityDetail = Exact({
  level: EntityLevel,
  campaign: noted(Type.Optional(CampaignRow), { zh: '层级为 campaign 时。', en: 'At level campaign.' }),
  ad_group: noted(Type.Optional(GroupRow), { zh: '层级为 ad_group 时。', en: 'At level ad_group.' }),
  ad: noted(Type.Optional(AdRow), { zh: '层级为 ad 时。', en: 'At level ad.' }),
  creative: noted(Type.Optional(Creative), { zh: '层级为 ad 时：创意预览。', en: 'At level ad: what people see.' }),
  children: noted(Type.Array(Exact({ ...Ref.properties, level: EntityLevel, effective_status: Type.String() })), {
    zh: '下一级，未删除的，新的在前，至多 200 个。',
    en: 'The level below, without what was deleted, newest first, at most 200.',
  }),
  source_copy: noted(Nullable(Ref), { zh: '复制自哪一个。', en: 'What it was copied from.' }),
  batch_id: noted(Nullable(Id), { zh: '发布或复制它的批次。', en: 'The batch that published or copied it.' }),
});
export type EntityDetail = Static<typeof EntityDetail>;

export const entityDetail = endpoint({
  name: 'entities.detail',
  method: 'POST',
  path: '/ad-entities/detail',
  summary: { zh: '系列、组或广告的详情', en: 'A campaign, ad set or ad' },
  access: entityPages,
  effect: 'read',
  request: Exact({
    ...one,
    date_from: launchFilters.date_from,
    date_to: launchFilters.date_to,
    date_mode: launchFilters.date_mode,
  }),
  reply: EntityDetail,
  reasons: ['NOT_FOUND'],
});

export const entityTrend = endpoint({
  name: 'entities.trend',
  method: 'POST',
  path: '/ad-entities/trend',
  summary: { zh: '系列、组或广告的趋势', en: 'Trend of a campaign, ad set or ad' },
  access: entityPages,
  effect: 'read',
  request: Exact({
    ...one,
    ...reportDays,
    by: TrendStep,
    metrics: noted(Type.Array(OneOf(adMetrics), { minItems: 1, maxItems: 4, uniqueItems: true }), {
      zh: '至多四个；按小时只有每小时都有的数据。',
      en: 'Four at most; by hour only those that are known of every hour.',
    }),
  }),
  reply: noted(TrendAnswer, {
    zh: '总计一条线；events 是开启、关闭、改预算、改出价。',
    en: 'The line of its total; events are openings, closings and changes of budget and bid.',
  }),
  reasons: ['NOT_FOUND'],
});

export const entityEvents = endpoint({
  name: 'entities.events',
  method: 'POST',
  path: '/ad-entities/events',
  summary: { zh: '系列、组或广告的日志', en: 'What happened to a campaign, ad set or ad' },
  access: entityPages,
  effect: 'read',
  request: KeysetRequest({
    ...one,
    event: Type.Optional(Type.Array(EventKind, { minItems: 1, maxItems: eventKinds.length, uniqueItems: true })),
    below: noted(Type.Optional(Type.Literal(true)), { zh: '也要其下各级的。', en: 'Also of what is below it.' }),
  }),
  order: newestFirst('at'),
  reply: KeysetAnswer(EventRow),
  reasons: ['NOT_FOUND'],
});

/** An action that is scheduled, or was. */
export const ScheduleRow = Exact({
  id: Id,
  action: noted(OneOf(scheduleActions), {
    zh: 'start 开启，pause 关闭，budget 改预算。',
    en: 'start opens, pause closes, budget changes the budget.',
  }),
  value: noted(Nullable(Money), {
    zh: '新的预算，账户币种；其他动作为空。',
    en: 'The new budget, in the currency of the account; else null.',
  }),
  run_at: noted(Instant, { zh: '下一次执行的时刻。', en: 'When it runs next.' }),
  repeat: OneOf(scheduleRepeats),
  status: OneOf(scheduleStatuses),
  user: noted(Ref, { zh: '设定的人。', en: 'Who ordered it.' }),
  last_run_at: Nullable(Instant),
  last_error: noted(Nullable(Type.String()), { zh: '最近一次失败的原因。', en: 'Why it failed last.' }),
  created_at: Instant,
  can: noted(Type.Array(OneOf(['cancel'] as const)), { zh: '提问者现在可以对它做什么。', en: 'What the reader may do with it now.' }),
});
export type ScheduleRow = Static<typeof ScheduleRow>;

export const entitySchedules = endpoint({
  name: 'entities.schedules',
  method: 'POST',
  path: '/ad-entities/schedules',
  summary: { zh: '定时任务', en: 'What is scheduled' },
  access: entityPages,
  effect: 'read',
  request: Exact(one),
  reply: Exact({
    list: noted(Type.Array(ScheduleRow), {
      zh: '等待中的在前，按时间；其余最近的在前，至多 200 条。',
      en: 'What waits first, by time; the rest newest first, at most 200.',
    }),
  }),
  reasons: ['NOT_FOUND'],
});

/** Figures of one part. */
const BreakdownPart = Exact({
  value: noted(Type.String(), {
    zh: '年龄段、性别、国家/地区、版位或设备的代号；平台自己的代号照原样。',
    en: 'Code of the age range, gender, country, placement or device; one that only the platform knows stays as it is.',
  }),
  m: Figures,
});

export const entityBreakdown = endpoint({
  name: 'entities.breakdown',
  method: 'POST',
  path: '/ad-entities/breakdown',
  summary: { zh: '按年龄、性别、国家/地区、版位或设备拆分', en: 'Figures by age, gender, country, placement or device' },
  access: entityPages,
  effect: 'read',
  request: Exact({ ...one, date_from: reportDays.date_from, date_to: reportDays.date_to, by: OneOf(breakdownKinds) }),
  reply: Exact({
    currency: noted(Currency, { zh: '账户币种；金额为它的最小单位。', en: 'Currency of the account; money is in its smallest unit.' }),
    parts: noted(Type.Array(BreakdownPart), {
      zh: '消耗多的在前；此刻向平台读取，没有投放则为空。',
      en: 'Most spend first; read from the platform at this moment, empty where nothing was delivered.',
    }),
    totals: noted(Exact({ m: Figures }), { zh: '各部分合在一起。', en: 'Of all parts together.' }),
  }),
  reasons: ['NOT_FOUND', ...channelReasons],
});

export const exportEntities = endpoint({
  name: 'entities.export',
  method: 'POST',
  path: '/ad-entities/export',
  summary: { zh: '导出系列、组或广告', en: 'Export campaigns, ad sets or ads' },
  access: launchPages,
  action: 'export',
  effect: 'read',
  request: Exact({
    level: EntityLevel,
    sort: Type.Optional(LaunchListRequest([...new Set(Object.values(launchSortable).flat())]).properties.sort),
    ...launchFilters,
    ...exportOptions,
    columns: exportColumns([...Object.values(launchExportColumns).flat(), ...adMetrics]),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
