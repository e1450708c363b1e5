import { useMemo } from 'react';
import { type MetricKey, metricOf } from '#contracts/rules/metrics.ts';
import { useText } from '#src/locale/text-provider.tsx';
import type { Metric } from '#src/ui/report/report-metrics.tsx';

/** Sets of metric columns that every table of figures offers. */
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

interface Options {
  /** Every one that can be shown. Keep the array between renders. */
  keys: readonly MetricKey[];
  /** Those shown where nobody chose others, in order; they stand first. Keep the array between renders. */
  usual: readonly MetricKey[];
  /** What the first-day return of a row should reach. Keep it between renders. */
  targetOf?: ((row: unknown) => number | undefined) | undefined;
  /** Why numbers of one ad on one day are not there. */
  whySingle?: string | undefined;
}

/** Pixels that the usual values of a unit need; a longer head makes its column wider. */
const UNIT_WIDTHS: Readonly<Record<Metric['unit'], number>> = {
  money: 100,
  count: 84,
  milliseconds: 84,
  percent: 76,
  ratio: 72,
  seconds: 72,
  days: 72,
};

/** Ratios of revenue to spend on the first day, which targets are about. */
const TARGETED: readonly MetricKey[] = ['roi_d0'];

/** Metrics as columns: titles, formulas and the way they add up come from their one definition. */
export function useMetricColumns({ keys, usual, targetOf, whySingle }: Options): Metric[] {
  const t = useText();
  return useMemo(() => {
    const ordered = [...usual, ...keys.filter((key) => !usual.includes(key))];
    return ordered.map((key): Metric => {
      const { unit, totals, runs, single } = metricOf(key);
      return {
        key,
        title: t(`metric.${key}`),
        hint: t(`metric.${key}.hint`),
        unit,
        totals,
        hidden: !usual.includes(key),
        width: UNIT_WIDTHS[unit],
        ...(runs && { runs }),
        ...(targetOf && TARGETED.includes(key) && { target: targetOf }),
        ...(single && whySingle !== undefined && { absent: whySingle }),
      };
    });
  }, [t, keys, usual, targetOf, whySingle]);
}
