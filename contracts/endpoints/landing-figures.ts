import { type Static, Type } from 'typebox';
import { landing } from '../reports/landing.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { DimsOf } from './report-dimensions.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { Figures, reportDays } from './report-shapes.ts';
import { Count, Exact, Id, Ids, Nullable, OneOf, Ref } from './shapes.ts';

const filters = filterSchemas(landing.filters);
const access = { pages: landing.pages };

const calls = reportEndpoints(landing, {
  dims: DimsOf(landing.groupBy),
  filters,
  summaries: {
    query: { zh: '落地页数据', en: 'Figures of landing pages' },
    trend: { zh: '落地页数据趋势', en: 'Figures of landing pages over time' },
    export: { zh: '导出落地页数据', en: 'Export figures of landing pages' },
  },
});
export const queryLanding = calls.query;
export const trendLanding = calls.trend;
export const exportLanding = calls.export;

export type LandingFiguresRow = Static<typeof queryLanding.reply>['list'][number];

/** The steps from the click to the first payment, in order. Each is a metric. */
export const funnelSteps = ['link_clicks', 'lp_views', 'cta_clicks', 'pay_page_views', 'first_payers'] as const;

const FunnelAnswer = Exact({
  steps: noted(
    Type.Array(
      Exact({
        key: OneOf(funnelSteps),
        count: Count,
        rate: noted(Nullable(Type.Number()), {
          zh: '除以上一步；第一步、上一步为零时为空。',
          en: 'Out of the step before; null for the first step and after a step without any.',
        }),
      }),
    ),
    {
      zh: '点击、到达（平台统计）、按钮、支付页（自有统计）、首充，不含直接访问。',
      en: 'Clicks and arrivals as the ad network counts them, button and payment page as our sites count them, first payers; without direct visits.',
    },
  ),
});
export type LandingFunnel = Static<typeof FunnelAnswer>;

export const funnelOfLandings = endpoint({
  name: 'landing.funnel',
  method: 'POST',
  path: '/analyse-landing/funnel',
  summary: { zh: '落地页转化漏斗', en: 'Funnel of landing pages' },
  access,
  effect: 'read',
  request: Exact({
    ...reportDays,
    filters: Type.Optional(Exact(filters)),
    landing_page_ids: noted(Type.Optional(Ids), { zh: '只要这些落地页。', en: 'Of these landing pages only.' }),
  }),
  reply: FunnelAnswer,
});

const AbAnswer = Exact({
  rows: noted(
    Type.Array(
      Exact({
        page: Ref,
        m: noted(Figures, {
          zh: '只含来自广告的访问。',
          en: 'Of visits from ads only.',
        }),
      }),
    ),
    { zh: '分组里的落地页，最早的在前，它是对照。', en: 'The landing pages of the group, the oldest first; it is the control.' },
  ),
  tests: noted(
    Type.Array(
      Exact({
        page_id: Id,
        control_id: Id,
        difference: noted(Nullable(Type.Number()), {
          zh: '落地页付费率减去对照的；缺其一为空。',
          en: 'Landing pay rate less that of the control; null where one is missing.',
        }),
        p_value: noted(Nullable(Type.Number({ minimum: 0, maximum: 1 })), {
          zh: '双侧两比例 z 检验；样本不足或无法检验为空。',
          en: 'Of a two-sided two-proportion z-test; null with too few visitors or where it cannot be made.',
        }),
        too_few: noted(Type.Boolean(), { zh: '两页之一的访客少于 100。', en: 'One of the pages has fewer than 100 visitors.' }),
      }),
    ),
    { zh: '其余每一页与对照比较。', en: 'Each other page against the control.' },
  ),
});
export type LandingAb = Static<typeof AbAnswer>;

export const compareLandings = endpoint({
  name: 'landing.ab',
  method: 'POST',
  path: '/analyse-landing/ab',
  summary: { zh: '比较一个实验分组的落地页', en: 'Compare the landing pages of an A/B group' },
  access,
  effect: 'read',
  request: Exact({ ab_group: Type.String({ minLength: 1, maxLength: 20, pattern: '\\S' }), ...reportDays }),
  reply: AbAnswer,
});
