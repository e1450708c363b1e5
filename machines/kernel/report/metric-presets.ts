import type { MetricKey } from '#contracts/rules/metrics.ts';

/** Named sets of metric columns of every report table. */
export const metricPresets = {
  launch: [
    'spend',
    'impressions',
    'link_clicks',
    'ctr_link',
    'cpm',
    'cpc_link',
    'lp_views',
    'lp_rate',
    'new_users',
    'cpi',
    'first_payers',
    'cost_per_payer',
    'plat_purchases',
    'plat_cpa',
    'plat_roas',
  ],
  recovery: [
    'spend',
    'new_users',
    'orders',
    'first_payers',
    'pay_rate',
    'revenue',
    'refund',
    'net_revenue',
    'profit',
    'profit_rate',
    'roi',
    'net_roi',
    'roi_d0',
    'roi_d1',
    'roi_d3',
    'roi_d7',
    'roi_d14',
    'roi_d30',
    'roi_d60',
    'roi_d90',
    'ltv_d7',
    'ltv_d30',
    'payback_day',
  ],
  video: [
    'spend',
    'impressions',
    'video_plays',
    'hook_rate',
    'hold_rate',
    'thruplay_rate',
    'completion_rate',
    'avg_watch_s',
    'ctr_link',
    'roi_d0',
  ],
} as const satisfies Record<string, readonly MetricKey[]>;

export type MetricPreset = keyof typeof metricPresets;

export const isMetricPreset = (key: string | undefined): key is MetricPreset => key !== undefined && Object.hasOwn(metricPresets, key);
