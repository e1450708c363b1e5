import { adMetrics } from '../rules/metrics.ts';
import { adFilters, withinFilters } from '../vocabulary/launch-filters.ts';
import { reportFilters } from '../vocabulary/report-filters.ts';
import { report } from './report.ts';

/** The figures of ads, from the person down to the ad. */
export const adData = report({
  key: 'adData',
  path: '/ad-data',
  pages: ['/advertising/user', '/advertising/account', '/advertising/campaign', '/advertising/group'],
  title: { zh: '广告数据', en: 'Ad data' },
  slug: 'ad-data',
  groupBy: ['department', 'user', 'account', 'campaign', 'ad_group', 'ad', 'material', 'date'],
  sortable: {
    user_department: ['user'],
    account_status: ['account'],
    cap_left: ['account'],
    effective_status: ['campaign', 'ad_group', 'ad'],
    budget: ['campaign', 'ad_group'],
    start_at: ['campaign', 'ad_group'],
    stop_at: ['campaign', 'ad_group'],
    created_at: ['campaign', 'ad_group', 'ad'],
  },
  exported: [
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
  ],
  metrics: [...adMetrics, 'accounts', 'campaigns_running', 'ads_created', 'ads_running', 'ads_spending'],
  filters: { ...adFilters, ...withinFilters, ad_id: reportFilters.ad_id },
});

/** A dimension of these figures. */
export type AdDataDimension = (typeof adData)['groupBy'][number];
