import { metricKeys } from '../rules/metrics.ts';
import { adFilters } from '../vocabulary/launch-filters.ts';
import { report } from './report.ts';

const path = '/analyse-scheme';

const metrics = [
  'schemes',
  'publishes',
  'ads_created',
  'publish_ok_rate',
  'ads_spending',
  'takeoff_rate',
  ...metricKeys('deliv', 'pay', 'cohort').filter((key) => key !== 'reach' && key !== 'frequency'),
] as const;

/** The results of people who publish from schemes. */
export const schemeUser = report({
  key: 'schemeUser',
  path,
  prefix: 'user_',
  pages: ['/analyse/scheme-user'],
  title: { zh: '方案分析', en: 'Scheme analysis' },
  slug: 'scheme-user',
  groupBy: ['user', 'department', 'channel', 'biz', 'date'],
  subject: 'scheme',
  sortable: {},
  exported: [],
  metrics,
  filters: adFilters,
});

/** The results of schemes and of their versions. */
export const schemeList = report({
  key: 'schemeList',
  path,
  pages: ['/analyse/scheme-list'],
  title: { zh: '方案明细', en: 'Scheme list' },
  slug: 'scheme-list',
  groupBy: ['scheme', 'scheme_version', 'drama', 'account', 'date'],
  subject: 'scheme',
  sortable: {},
  exported: [
    'version',
    'scheme_owner',
    'scheme_status',
    'scheme_objective',
    'scheme_bid_strategy',
    'scheme_structure',
    'scheme_budget',
    'scheme_countries',
  ],
  metrics: metrics.filter((key) => key !== 'schemes'),
  filters: adFilters,
});

export type SchemeUserDimension = (typeof schemeUser)['groupBy'][number];
export type SchemeListDimension = (typeof schemeList)['groupBy'][number];
