import { describe, expect, it } from 'vitest';
import { metricsInEnglish } from './metric-words.en.ts';
import { metricsInChinese } from './metric-words.zh.ts';
import { isMetric, type MetricKey, measures, metricFrom, metricKeys, metricOf, metrics, sumName, sumsOf } from './metrics.ts';

const of = (key: MetricKey, sums: Record<string, number | null>) => metricFrom(metricOf(key), sums);

describe('a metric', () => {
  it.each<[MetricKey, Record<string, number>, number | null]>([
    ['spend', { spend_usd: 12_345 }, 12_345],
    ['ctr', { clicks: 3, impressions: 7 }, 0.428571],
    ['ctr_link', { link_clicks: 123, impressions: 10_000 }, 0.0123],
    ['cpm', { spend_usd: 1_400, impressions: 3_000 }, 466.67],
    ['cpc_link', { spend_usd: 100, link_clicks: 3 }, 33.33],
    ['lp_rate', { lp_views: 80, link_clicks: 100 }, 0.8],
    ['frequency', { impressions: 150, reach: 100 }, 1.5],
    ['cpi', { spend_usd: 1_000, new_users: 8 }, 125],
    ['reacq_rate', { reacq_users: 12, new_users: 100 }, 0.12],
    ['pay_rate', { payers_d0: 9, new_users: 200 }, 0.045],
    ['cost_per_payer', { spend_usd: 8_000, first_payers: 3 }, 2_666.67],
    ['net_revenue', { revenue_usd: 1_000, refund_usd: 100, fee_usd: 30 }, 870],
    ['profit', { revenue_usd: 1_000, refund_usd: 100, fee_usd: 30, spend_usd: 1_200 }, -330],
    ['profit_rate', { revenue_usd: 1_000, refund_usd: 100, fee_usd: 30, spend_usd: 1_200 }, -0.275],
    ['roi', { revenue_usd: 1_500, spend_usd: 1_000 }, 1.5],
    ['net_roi', { revenue_usd: 1_000, refund_usd: 100, fee_usd: 30, spend_usd: 1_000 }, 0.87],
    ['aov', { revenue_usd: 4_300, orders: 2 }, 2_150],
    ['arpu', { revenue_usd: 100, new_users: 3 }, 33.33],
    ['arppu_d0', { rev_d0: 5_000, payers_d0: 2 }, 2_500],
    ['roi_d0', { rev_d0: 600, spend_usd: 1_000 }, 0.6],
    ['roi_h24', { 'rev_h24@1': 700, 'spend_usd@1': 1_000 }, 0.7],
    ['roi_d7', { 'rev_d7@7': 960, 'spend_usd@7': 1_000, spend_usd: 9_000 }, 0.96],
    ['ltv_d7', { 'rev_d7@7': 960, 'new_users@7': 7 }, 137.14],
    ['plat_cpa', { spend_usd: 1_000, plat_purchases: 3 }, 333.33],
    ['plat_roas', { plat_value_usd: 2_500, spend_usd: 1_000 }, 2.5],
    ['hook_rate', { plays_3s: 24, video_impressions: 100, impressions: 900 }, 0.24],
    ['thruplay_rate', { thruplays: 8, video_impressions: 100, impressions: 900 }, 0.08],
    ['hold_rate', { thruplays: 8, plays_3s: 24 }, 0.333333],
    ['completion_rate', { p100: 10, video_plays: 100 }, 0.1],
    ['avg_watch_s', { watch_ms: 123_456, video_plays: 10 }, 12.3456],
    ['bounce_rate', { bounces: 1, pv: 4 }, 0.25],
    ['lp_pay_rate', { first_payers: 1, uv: 8 }, 0.125],
    ['avg_load_ms', { load_ms_sum: 900, load_samples: 2 }, 450],
    ['dup_rate', { duplicates: 38, received: 100 }, 0.38],
    ['match_score', { matched_sum: 6_150, received: 100 }, 6.15],
    ['report_gap', { kept_purchases: 90, pixel_orders: 100 }, -0.1],
    ['takeoff_rate', { ads_taken_off: 1, ads_ripe: 4 }, 0.25],
    ['publish_ok_rate', { publish_items_ok: 37, publish_items: 40 }, 0.925],
  ])('%s comes from its sums', (key, sums, expected) => {
    expect(of(key, sums)).toBe(expected);
  });

  it.each(metrics.filter(({ formula }) => formula.kind === 'quotient').map(({ key }) => key))(
    '%s is null when it divides by zero or a part of it is unknown',
    (key) => {
      const zero = Object.fromEntries(sumsOf(metricOf(key)).map(({ measure, ripens }) => [sumName(measure, ripens), 0]));
      expect(of(key, zero)).toBeNull();
      for (const name of Object.keys(zero)) {
        const one = Object.fromEntries(Object.keys(zero).map((each) => [each, 1]));
        expect(of(key, { ...one, [name]: null })).toBeNull();
      }
      expect(of(key, {})).toBeNull();
    },
  );

  it('returns the day on which the spend was recovered, and null before that', () => {
    const spend = { spend_usd: 100, 'spend_usd@1': 90, 'spend_usd@3': 80, 'spend_usd@7': 70, 'spend_usd@14': 60 };
    expect(of('payback_day', { ...spend, rev_d0: 100 })).toBe(0);
    expect(of('payback_day', { ...spend, rev_d0: 99, 'rev_d1@1': 89, 'rev_d3@3': 80 })).toBe(3);
    expect(of('payback_day', { ...spend, rev_d0: 60, 'rev_d14@14': 60 })).toBe(14);
    expect(of('payback_day', { ...spend, rev_d0: 60, 'rev_d14@14': 59 })).toBeNull();
    expect(of('payback_day', { rev_d0: 60, spend_usd: 0 })).toBeNull();
  });

  it('of ripe days divides by the spend of the same days', () => {
    for (const { key, ripens, formula } of metrics) {
      if (ripens === undefined || formula.kind === 'payback') continue;
      expect(sumsOf(metricOf(key)).every((sum) => sum.ripens === ripens)).toBe(true);
    }
  });
});

describe('the list of metrics', () => {
  it('has each once, with a title and a formula in both languages', () => {
    const keys = metrics.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBe(103);
    for (const words of [metricsInChinese, metricsInEnglish]) {
      expect(Object.keys(words).toSorted()).toEqual(keys.toSorted());
      for (const [title, formula] of Object.values(words)) expect([title, formula].every((text) => text.trim() !== '')).toBe(true);
    }
  });

  it('is computed from measures that some facts contain', () => {
    const known = new Set<string>(Object.values(measures).flat());
    for (const metric of metrics) for (const { measure } of sumsOf(metric)) expect(known).toContain(measure);
  });

  it('distinguishes metrics from other words, and keeps the order of its groups', () => {
    expect([isMetric('roi_d7'), isMetric('roi_d8')]).toEqual([true, false]);
    expect(metricKeys('user', 'plat').slice(0, 5)).toEqual(['new_users', 'cpi', 'reacq_users', 'reacq_rate', 'plat_purchases']);
  });
});
