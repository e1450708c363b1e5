import { adFilters } from '../vocabulary/launch-filters.ts';
import { landingFigureFilters } from '../vocabulary/report-filters.ts';
import { report } from './report.ts';

/** The report of landing pages, from the click to the payment. */
export const landing = report({
  key: 'landing',
  path: '/analyse-landing',
  pages: ['/analyse/landing'],
  title: { zh: '落地页分析', en: 'Landing page analysis' },
  slug: 'landing',
  groupBy: ['landing', 'site', 'drama', 'product', 'template', 'ab_group', 'country', 'date', 'user'],
  sortable: {},
  exported: ['landing_url', 'landing_site', 'landing_template', 'landing_status', 'landing_ab_group'],
  metrics: [
    'link_clicks',
    'lp_views',
    'lp_rate',
    'pv',
    'uv',
    'bounce_rate',
    'cta_clicks',
    'cta_rate',
    'pay_page_views',
    'first_payers',
    'lp_pay_rate',
    'avg_load_ms',
    'spend',
    'revenue',
    'roi',
    'roi_d0',
    'aov',
  ],
  filters: { ...adFilters, ...landingFigureFilters },
});

export type LandingDimension = (typeof landing)['groupBy'][number];
