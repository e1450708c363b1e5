import type { MetricKey } from '#contracts/rules/metrics.ts';
import { orderDailyMetrics } from '#machines/admin-order-daily/order-daily.machine.ts';
import { openingDrillMetrics } from '#machines/advertising-data/drill-parts.machine.ts';
import { effectMetrics } from '#machines/analyse-effect/effect.machine.ts';
import { landingMetrics } from '#machines/analyse-landing/landing.machine.ts';
import { orderMetrics } from '#machines/analyse-material/orders.machine.ts';
import { performanceMetrics } from '#machines/analyse-performance/performance.machine.ts';
import { pixelAnalysisMetrics } from '#machines/analyse-pixel/pixel-analysis.machine.ts';
import { schemeListMetrics } from '#machines/analyse-scheme-list/scheme-list.machine.ts';
import { schemeUserMetrics } from '#machines/analyse-scheme-user/scheme-user.machine.ts';
import { videoMetrics } from '#machines/analyse-video/video.machine.ts';
import { openingMetrics, type ShownMetrics } from '#machines/parts/reports/report-page.machine.ts';
import { REFERENCE_DAY } from '#server/seed/demo.ts';

const DAY_MS = 86_400_000;
/** The middle of the last day of the bench set, when it is that day in the time zones of all its accounts. */
export const NOW = new Date(REFERENCE_DAY.getTime() - DAY_MS / 2);
const dayBefore = (days: number): string => new Date(NOW.getTime() - days * DAY_MS).toISOString().slice(0, 10);
const days = (count: number) => ({ date_from: dayBefore(count - 1), date_to: dayBefore(0) });
const month = days(30);

export interface MeasuredCall {
  name: string;
  path: string;
  /** The account of the caller. */
  as: string;
  body: object;
  /** Maximum milliseconds of the 95th percentile on the whole set. */
  aim: number;
}

const LIST_MS = 300;
const listed = (name: string, level: 'campaigns' | 'ads', body: object, as = 'admin'): MeasuredCall => ({
  name,
  path: `/api/ad-${level}/list`,
  as,
  body: { page_size: 50, ...body },
  aim: LIST_MS,
});

const kept = (name: string, count: number, body: object, as = 'admin'): MeasuredCall => {
  const { date_from: data_from, date_to: data_to } = days(count);
  return { name, path: '/api/material-files/list', as, body: { biz: 'dj', data_from, data_to, page_size: 50, ...body }, aim: LIST_MS };
};

/** The metrics that a page of the drill-down opens with. */
const drilled = { user: openingDrillMetrics.user, account: openingDrillMetrics.account, ad: openingDrillMetrics.group };

const reported = (
  name: string,
  by: keyof typeof drilled,
  aim: number,
  more: { as?: string; [key: string]: unknown } = {},
): MeasuredCall => {
  const { as = 'admin', ...body } = more;
  const sort = [{ field: 'spend', order: 'desc' }];
  const metrics = drilled[by];
  return { name, path: '/api/ad-data/query', as, body: { ...month, group_by: [by], metrics, page_size: 50, sort, ...body }, aim };
};

/** The metrics that a report page opens with, by the path of its calls. */
const shown: Readonly<Record<string, ShownMetrics>> = {
  '/analyse-effect/query': effectMetrics,
  '/analyse-orders/query': orderMetrics,
  '/admin-order-daily/query': orderDailyMetrics,
  '/analyse-performance/query': performanceMetrics,
  '/analyse-video/query': videoMetrics,
  '/analyse-landing/query': landingMetrics,
  '/analyse-pixel/query': pixelAnalysisMetrics,
  '/analyse-scheme/user_query': schemeUserMetrics,
  '/analyse-scheme/query': schemeListMetrics,
};

/** The first page of a report of analysis, sorted by spend unless stated otherwise. */
const analysed = (
  name: string,
  path: string,
  by: string,
  aim: number,
  { sort = 'spend', ...more }: { sort?: string; as?: string } = {},
): MeasuredCall => {
  const { as = 'admin' } = more;
  const metrics: readonly MetricKey[] | undefined = shown[path] && openingMetrics(shown[path]);
  const body = { ...month, group_by: [by], metrics, page_size: 50, sort: [{ field: sort, order: 'desc' }] };
  return { name, path: `/api${path}`, as, body, aim };
};

/** The measured calls. Reports have thirty days and the metrics that their pages open with, lists the current day unless stated otherwise, materials seven days. */
export const measuredCalls: readonly MeasuredCall[] = [
  listed('campaigns, first page', 'campaigns', {}),
  listed('campaigns, first page, of an optimizer', 'campaigns', {}, 'opt_044'),
  listed('campaigns by spend', 'campaigns', { sort: [{ field: 'spend', order: 'desc' }] }),
  listed('campaigns by ROI of 30 days', 'campaigns', { ...month, sort: [{ field: 'roi', order: 'desc' }] }),
  listed('campaigns, filtered', 'campaigns', { biz: 'dj', effective_status: ['ACTIVE'], keyword: 'Campaign 1', country: ['US', 'JP'] }),
  listed('campaigns, losing today', 'campaigns', { view: 'losing' }),
  listed('ads, first page', 'ads', {}),
  listed('ads by spend', 'ads', { sort: [{ field: 'spend', order: 'desc' }] }),
  listed('ads by ROI of 30 days', 'ads', { ...month, sort: [{ field: 'roi', order: 'desc' }] }),
  kept('materials, first page', 7, {}),
  kept('materials, first page, of an optimizer', 7, {}, 'opt_044'),
  kept('materials by spend', 7, { sort: [{ field: 'spend', order: 'desc' }] }),
  kept('materials by ROI of 30 days', 30, { sort: [{ field: 'roi', order: 'desc' }] }),
  reported('report by user', 'user', 800),
  reported('report by user, of a leader', 'user', 800, { as: 'lead_001' }),
  reported('report by account', 'account', 800),
  // Twice as many days.
  reported('report by account, compared', 'account', 1_600, { compare: 'prev' }),
  reported('report by ad', 'ad', 1_500),
  reported('report by ad, of 7 days', 'ad', 1_500, days(7)),
  reported('report by ad, by ROI', 'ad', 1_500, { sort: [{ field: 'roi', order: 'desc' }] }),
  analysed('dramas', '/analyse-effect/query', 'drama', 800),
  analysed('orders by day', '/analyse-orders/query', 'date', 800, { sort: 'orders' }),
  analysed('orders by business day', '/admin-order-daily/query', 'date', 800, { sort: 'orders', as: 'super' }),
  analysed('orders by ad', '/analyse-orders/query', 'ad', 1_500, { sort: 'revenue' }),
  analysed('editors', '/analyse-performance/query', 'creator', 800),
  analysed('creatives of editors', '/analyse-performance/query', 'material', 1_500),
  analysed('creatives of editors, by ROI', '/analyse-performance/query', 'material', 1_500, { sort: 'roi' }),
  { name: 'editors by month', path: '/api/analyse-performance/month', as: 'admin', body: { metric: 'spend' }, aim: 800 },
  analysed('videos', '/analyse-video/query', 'material', 1_500),
  analysed('videos, by ROI', '/analyse-video/query', 'material', 1_500, { sort: 'roi' }),
  analysed('landing pages', '/analyse-landing/query', 'landing', 800),
  analysed('pixels', '/analyse-pixel/query', 'pixel', 800),
  { name: 'events of a pixel', path: '/api/analyse-pixel/event_list', as: 'admin', body: { pixel_id: 1 }, aim: 800 },
  analysed('people who publish', '/analyse-scheme/user_query', 'user', 800),
  analysed('schemes', '/analyse-scheme/query', 'scheme', 800),
  { name: 'hosted accounts', path: '/api/operation-accounts/list', as: 'admin', body: { page_size: 50 }, aim: LIST_MS },
  { name: 'rules', path: '/api/operation-rules/list', as: 'admin', body: { page_size: 50 }, aim: LIST_MS },
  { name: 'hits of rules', path: '/api/operation-rules/hits', as: 'admin', body: { page_size: 50 }, aim: LIST_MS },
  { name: 'drama evaluations', path: '/api/analyse-evaluate/list', as: 'admin', body: { page_size: 50 }, aim: 800 },
];

/** Ads with figures on a day of the whole set. */
const ADS_A_DAY = 12_500;
const WHOLE_FILE = 50_000;
const LONGEST = 180;

/** A file of about fifty thousand rows: the smaller the set, the more days it spans. */
export const exported = (scale: number) => ({
  path: '/api/ad-data/export',
  body: {
    ...days(Math.min(LONGEST, Math.max(1, Math.round(WHOLE_FILE / ADS_A_DAY / scale)))),
    group_by: ['ad', 'date'],
    locale: 'en',
    columns: [
      'ad',
      'date',
      'platform_id',
      'owner',
      'effective_status',
      'spend',
      'impressions',
      'link_clicks',
      'ctr_link',
      'orders',
      'revenue',
      'roi',
      'roi_d0',
      'roi_d7',
    ],
  },
});
