import { type Static, Type } from 'typebox';
import { type MetricKey, metricKeys, metricOf } from '../rules/metrics.ts';
import { adFilters, withinFilters } from './ad-filters.ts';
import { endpoint } from './endpoint.ts';
import { AdBase, CampaignBase, GroupBase } from './launch-rows.ts';
import { noted } from './noted.ts';
import { dimensionValue, ReportAnswer, ReportRequest, TrendAnswer, TrendRequest } from './report-shapes.ts';
import { Currency, Exact, exportOptions, Id, Instant, Money, Nullable, OneOf, PlatformId, Ref, Spreadsheet } from './shapes.ts';

const access = { pages: ['/advertising/user', '/advertising/account', '/advertising/campaign', '/advertising/group'] } as const;

/** What figures of ads can be grouped by. */
export const adDataDimensions = ['department', 'user', 'account', 'campaign', 'ad_group', 'ad', 'material', 'date'] as const;
export type AdDataDimension = (typeof adDataDimensions)[number];

/** Fields of dimensions that rows can be sorted by, besides the dimensions themselves. */
export const adDataSortable = [
  'user_department',
  'account_status',
  'cap_left',
  'effective_status',
  'budget',
  'start_at',
  'stop_at',
  'created_at',
] as const;

/** Those of ads, of people and accounts, and how many there are. */
export const adDataMetrics: readonly MetricKey[] = [
  ...metricKeys('deliv', 'user', 'pay', 'cohort', 'plat', 'video'),
  'accounts',
  'campaigns_running',
  'ads_created',
  'ads_running',
  'ads_spending',
];

/** Those that stand in a chart: what is of this moment, or counts each object once, is of no single day. */
export const adDataTrendMetrics: readonly MetricKey[] = [
  ...metricKeys('deliv', 'user', 'pay', 'cohort', 'plat', 'video').filter((key) => metricOf(key).single !== true),
  'ads_created',
];

const terms = { dimensions: adDataDimensions, sortable: adDataSortable, metrics: adDataMetrics };
const filters = {
  ...adFilters,
  ...withinFilters,
  ad_id: noted(Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true })), { zh: '这些广告。', en: 'These ads.' }),
};
const Request = ReportRequest(terms, filters);

const Entity = <S extends typeof CampaignBase | typeof GroupBase | typeof AdBase>(base: S) =>
  Exact({
    ...dimensionValue,
    base: noted(Nullable(base), {
      zh: '对象现在的样子；已删除而仍有数据的也在。不再可见的为空。',
      en: 'The object as it is now, also one that was deleted and has figures; null where the reader no longer sees it.',
    }),
  });

export const AdDataDims = Exact({
  department: noted(Type.Optional(Exact(dimensionValue)), {
    zh: '负责人现在的部门，不含下级。',
    en: 'The department the owner is in now, without those below.',
  }),
  user: noted(
    Type.Optional(
      Exact({
        ...dimensionValue,
        deleted: noted(Type.Boolean(), { zh: '账号已删除。', en: 'The account was deleted.' }),
        department: Nullable(Ref),
      }),
    ),
    { zh: '负责人；0 为未分配，只有管理员看得到。', en: 'The owner; 0 is nobody, which administrators alone see.' },
  ),
  account: Type.Optional(
    Exact({
      ...dimensionValue,
      platform_account_id: PlatformId,
      account_status: noted(Type.Integer(), { zh: '渠道的账户状态，1 为正常。', en: 'As the channel numbers it; 1 is active.' }),
      currency: Currency,
      timezone_name: noted(Type.String(), { zh: 'IANA 时区名。', en: 'IANA name.' }),
      balance: Money,
      cap_left: noted(Nullable(Money), { zh: '上限减去已花费；没有上限则为空。', en: 'What the cap leaves; null without a cap.' }),
      personal_account: noted(Ref, { zh: '授权人。', en: 'Who authorised it.' }),
      usage: OneOf(['self', 'host'] as const),
      today_started: noted(Type.Boolean(), {
        zh: '账户当地已进入业务今天。',
        en: 'The business day of today has begun where the account is.',
      }),
      partial: noted(Type.Boolean(), {
        zh: '按人员筛选时：账户里还有别人的系列，这里不含。',
        en: 'With a filter of people: others have campaigns in it, which are not in these figures.',
      }),
      pulled_at: noted(Nullable(Instant), { zh: '最近一次成功拉取。', en: 'When its figures were last pulled.' }),
      stale_since: noted(Nullable(Instant), {
        zh: '从何时起拉取失败；正常则为空。',
        en: 'Since when pulling fails; null where all is well.',
      }),
    }),
  ),
  campaign: Type.Optional(Entity(CampaignBase)),
  ad_group: Type.Optional(Entity(GroupBase)),
  ad: Type.Optional(Entity(AdBase)),
  material: Type.Optional(
    Exact({
      ...dimensionValue,
      cover_url: noted(Nullable(Type.String()), {
        zh: '封面的签名地址，两小时有效。',
        en: 'Signed address of its cover, good for two hours.',
      }),
    }),
  ),
  date: noted(Type.Optional(Exact(dimensionValue)), { zh: '账户自己的日期。', en: 'A day of the account.' }),
});
export type AdDataDims = Static<typeof AdDataDims>;

const AdDataAnswer = ReportAnswer(AdDataDims);
export type AdDataAnswer = Static<typeof AdDataAnswer>;
export type AdDataRow = AdDataAnswer['list'][number];

export const queryAdData = endpoint({
  name: 'adData.query',
  method: 'POST',
  path: '/ad-data/query',
  summary: { zh: '广告数据', en: 'Figures of ads' },
  access,
  effect: 'read',
  request: Request,
  reply: AdDataAnswer,
});

export const trendAdData = endpoint({
  name: 'adData.trend',
  method: 'POST',
  path: '/ad-data/trend',
  summary: { zh: '广告数据趋势', en: 'Figures of ads over time' },
  access,
  effect: 'read',
  request: TrendRequest({ ...terms, metrics: adDataTrendMetrics }, filters),
  reply: TrendAnswer,
});

const { page: _page, page_size: _pageSize, metrics: _metrics, compare: _compare, ...asked } = Request.properties;

/** Columns besides the dimensions themselves and the metrics. */
export const adDataExportColumns = [
  'platform_id',
  'department_name',
  'account_status',
  'currency',
  'timezone_name',
  'balance',
  'cap_left',
  'effective_status',
  'owner',
  'spend_local',
] as const;

export const exportAdData = endpoint({
  name: 'adData.export',
  method: 'POST',
  path: '/ad-data/export',
  summary: { zh: '导出广告数据', en: 'Export figures of ads' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({
    ...asked,
    ...exportOptions,
    columns: noted(
      Type.Array(OneOf([...adDataDimensions, ...adDataExportColumns, ...adDataMetrics]), { minItems: 1, maxItems: 100, uniqueItems: true }),
      {
        zh: '要导出的列，按此顺序：维度、它们的属性、指标。',
        en: 'The columns of the file, in this order: dimensions, what is known of them, and metrics.',
      },
    ),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
