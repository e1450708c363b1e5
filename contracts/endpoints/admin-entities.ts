import { type Static, Type } from 'typebox';
import { adMetrics } from '../rules/metrics.ts';
import { adminEntityExportColumns, adminEntityFilters } from '../vocabulary/admin-entities.ts';
import { launchSortable } from '../vocabulary/launch-filters.ts';
import { EntityDetail } from './ad-entity-details.ts';
import { EventRow } from './ad-events.ts';
import { BatchStart, bulkOptionsWithReason, selection } from './batches.ts';
import { CohortAnswer } from './effect.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { AdRow, CampaignBase, CampaignRow, EntityBase, figures, GroupBase, GroupRow, LaunchListAnswer } from './launch-rows.ts';
import { EffectiveStatus, EntityLevel } from './launch-shapes.ts';
import { noted } from './noted.ts';
import { OrderRow } from './orders.ts';
import { PixelEventRow } from './pixel-analysis.ts';
import { reportDays, TrendAnswer, TrendStep } from './report-shapes.ts';
import { newestFirst } from './row-order.ts';
import {
  Exact,
  exportColumns,
  exportOptions,
  Id,
  Instant,
  JsonObject,
  KeysetAnswer,
  KeysetRequest,
  ListAnswer,
  ListRequest,
  Nullable,
  OneOf,
  PlatformId,
  Ref,
  Spreadsheet,
} from './shapes.ts';

const filters = filterSchemas(adminEntityFilters);
const sortable = [...new Set(Object.values(launchSortable).flat())];
const read = { method: 'POST', access: 'superAdmin', effect: 'read' } as const;
const one = { level: EntityLevel, id: Id };

/** The people and the authorisation behind an object. */
const belonging = {
  department: noted(Nullable(Ref), {
    zh: '负责人现在所在的部门；没有负责人或部门则为空。',
    en: 'The department its owner is in now; null without an owner or department.',
  }),
  personal_account: noted(Nullable(Ref), {
    zh: '授权广告账户的个人账号。',
    en: 'The personal account that authorises its ad account.',
  }),
};

/** A campaign, ad group or ad of the company. Fields of other levels are absent. */
export const AdminEntityRow = Exact({
  ...Type.Partial(CampaignRow).properties,
  ...Type.Partial(GroupRow).properties,
  ...Type.Partial(AdRow).properties,
  ...EntityBase.properties,
  ...figures,
  objective: Type.String(),
  ...belonging,
});
export type AdminEntityRow = Static<typeof AdminEntityRow>;

export const listAdminEntities = endpoint({
  ...read,
  name: 'adminEntities.list',
  path: '/admin-entities/list',
  summary: { zh: '全公司的系列、组或广告', en: 'Campaigns, ad sets or ads of the whole company' },
  request: Exact({
    level: EntityLevel,
    ...ListRequest([...sortable, ...adMetrics], filters).properties,
    page: noted(ListRequest([...sortable], {}).properties.page, {
      zh: '页码，从 1 开始，默认 1。前 10,000 行之后为空页：请缩小条件或导出。',
      en: 'Number of the page, from 1; 1 when absent. Pages beyond the first 10,000 rows are empty: narrow the filter, or export.',
    }),
  }),
  order: [{ field: 'm.spend', order: 'desc' }, ...newestFirst()],
  reply: noted(LaunchListAnswer(AdminEntityRow), {
    zh: '不带 sort 时消耗多的在前；已删除与未分配的也在，合计包含它们。金额指标为美元。',
    en: 'Without sort those with the most spend first; deleted and unassigned ones are listed and part of the totals. Metrics in US dollars.',
  }),
});

export const exportAdminEntities = endpoint({
  ...read,
  name: 'adminEntities.export',
  path: '/admin-entities/export',
  summary: { zh: '导出全公司的系列、组或广告', en: 'Export campaigns, ad sets or ads of the whole company' },
  action: 'export',
  request: Exact({
    level: EntityLevel,
    sort: ListRequest([...sortable, ...adMetrics], {}).properties.sort,
    ...filters,
    ...exportOptions,
    columns: exportColumns([...Object.values(adminEntityExportColumns).flat(), ...adMetrics]),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const closeAdminEntities = endpoint({
  name: 'adminEntities.close',
  method: 'POST',
  path: '/admin-entities/close',
  summary: { zh: '紧急关闭', en: 'Turn off in an emergency' },
  access: 'superAdmin',
  effect: 'write',
  request: Exact({ level: EntityLevel, ...selection(filters), ...bulkOptionsWithReason }),
  reply: noted(BatchStart, {
    zh: '已关闭的对象以 NO_CHANGE 跳过。每个负责人收到一条提醒，关闭日志里的操作者是超级管理员。',
    en: 'What is off already is skipped with NO_CHANGE. Each owner is alerted once, and the close log names the super admin.',
  }),
  reasons: ['SELECTION_CHANGED'],
});

export const trendAdminEntities = endpoint({
  ...read,
  name: 'adminEntities.trend',
  path: '/admin-entities/trend',
  summary: { zh: '全公司或其中一个对象的趋势', en: 'Trend of the objects of the company, or of one of them' },
  request: Exact({
    level: EntityLevel,
    id: noted(Type.Optional(Id), { zh: '只要这一个对象；不带则为符合条件的全部。', en: 'Only this object; absent, all that match.' }),
    ...reportDays,
    by: TrendStep,
    metrics: noted(Type.Array(OneOf(adMetrics), { minItems: 1, maxItems: 4, uniqueItems: true }), {
      zh: '至多四个；按小时只有每小时都有的数据。',
      en: 'Four at most; by hour only those that are known of every hour.',
    }),
    series_by: noted(Type.Optional(EntityLevel), {
      zh: '该层级的每个对象一条线：第一个指标最大的 8 个，其余合为 other。不与 id 同用。',
      en: 'A line for each object of this level: the eight with most of the first metric, the rest together as other. Not with id.',
    }),
    filters: Type.Optional(Exact(filters)),
  }),
  reply: noted(TrendAnswer, {
    zh: '不带 series_by 时总计一条线；单个对象带 events：开启、关闭、改预算、改出价。',
    en: 'Without series_by the line of the total; of one object with events: openings, closings and changes of budget and bid.',
  }),
  reasons: ['NOT_FOUND'],
});

export const FoundEntity = Exact({
  ...one,
  name: Type.String(),
  platform_id: noted(Nullable(PlatformId), { zh: '还不在平台上则为空。', en: 'Null while it is not on the platform.' }),
  effective_status: EffectiveStatus,
  account: Ref,
  owner: Nullable(Ref),
});
export type FoundEntity = Static<typeof FoundEntity>;

export const searchAdminEntities = endpoint({
  ...read,
  name: 'adminEntities.search',
  path: '/admin-entities/search',
  summary: { zh: '按编号或名称查找系列、组与广告', en: 'Find campaigns, ad sets and ads by number or name' },
  request: Exact({
    keyword: noted(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
      zh: '平台或我们给的编号；或名称的一部分，不足 3 个字符时为名称的开头。',
      en: 'The number the platform or we gave; or part of the name, with fewer than 3 characters its beginning.',
    }),
    level: Type.Optional(EntityLevel),
  }),
  order: [
    {
      by: {
        zh: '编号与 keyword 相同的在前；其余依系列、组、广告的层级，每层新的在前。',
        en: 'Those whose number is the keyword first; the others by level, campaigns, ad sets, ads, the newest of each first.',
      },
    },
  ],
  reply: Exact({
    list: noted(Type.Array(FoundEntity), {
      zh: '编号相符的在前；每个层级至多 20 个，新的在前，含已删除的。',
      en: 'Those with the number first; at most 20 of each level, newest first, with deleted ones.',
    }),
  }),
});

export const adminEntityDetail = endpoint({
  ...read,
  name: 'adminEntities.detail',
  path: '/admin-entities/detail',
  summary: { zh: '系列、组或广告的详情', en: 'A campaign, ad set or ad' },
  request: Exact(one),
  reply: Exact({
    ...EntityDetail.properties,
    above: noted(Exact({ campaign: Type.Optional(CampaignBase), ad_group: Type.Optional(GroupBase) }), {
      zh: '上级的系列与组，不含指标。',
      en: 'The campaign and the ad set above it, without metrics.',
    }),
    ...belonging,
  }),
  reasons: ['NOT_FOUND'],
});
export type AdminEntityDetail = Static<typeof adminEntityDetail.reply>;

export const adminEntityCohort = endpoint({
  ...read,
  name: 'adminEntities.cohort',
  path: '/admin-entities/cohort',
  summary: { zh: '系列、组或广告的同期群', en: 'Cohorts of a campaign, ad set or ad' },
  request: Exact(one),
  reply: noted(CohortAnswer, { zh: '含今天的最近 30 天。', en: 'The last 30 days with the current one.' }),
  reasons: ['NOT_FOUND'],
});

export const adminEntityEvents = endpoint({
  ...read,
  name: 'adminEntities.events',
  path: '/admin-entities/events',
  summary: { zh: '系列、组或广告的日志', en: 'What happened to a campaign, ad set or ad' },
  request: KeysetRequest(one),
  order: newestFirst('at'),
  reply: KeysetAnswer(EventRow),
  reasons: ['NOT_FOUND'],
});

const { page, page_size } = ListRequest([], {}).properties;

export const adminEntityOrders = endpoint({
  ...read,
  name: 'adminEntities.orders',
  path: '/admin-entities/orders',
  summary: { zh: '系列、组或广告的订单', en: 'Orders of a campaign, ad set or ad' },
  request: Exact({ ...one, page, page_size }),
  order: newestFirst('paid_at'),
  reply: noted(ListAnswer(OrderRow), {
    zh: '归因到它或其下广告的全部订单，含未支付的，新的在前。',
    en: 'Every order attributed to it or to an ad in it, also unpaid ones, newest first.',
  }),
  reasons: ['NOT_FOUND'],
});

export const adminEntityPixelEvents = endpoint({
  ...read,
  name: 'adminEntities.pixelEvents',
  path: '/admin-entities/pixel_events',
  summary: { zh: '系列、组或广告的像素事件', en: 'Pixel events of a campaign, ad set or ad' },
  request: KeysetRequest(one),
  order: newestFirst('event_time'),
  reply: noted(KeysetAnswer(PixelEventRow), {
    zh: '最近 7 天归因到它或其下广告的事件。',
    en: 'The events of the last 7 days attributed to it or to an ad in it.',
  }),
  reasons: ['NOT_FOUND'],
});

export const adminEntityRaw = endpoint({
  ...read,
  name: 'adminEntities.raw',
  path: '/admin-entities/raw',
  summary: { zh: '平台上的原始对象', en: 'The object as the platform has it' },
  request: Exact(one),
  reply: Exact({
    body: noted(Nullable(JsonObject), {
      zh: '最近一次同步时平台给出的对象，密钥已遮盖；从未同步则为空。',
      en: 'The object as the platform gave it at the last sync, with secrets masked; null before the first sync.',
    }),
    synced_at: noted(Nullable(Instant), { zh: '那次同步的时刻。', en: 'When that sync was.' }),
    is_missing: noted(Type.Boolean(), { zh: '平台上已找不到该对象。', en: 'The platform no longer has the object.' }),
  }),
  reasons: ['NOT_FOUND'],
});
