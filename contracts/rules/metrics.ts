import type { Measure } from './measures.ts';

export { hourlyMeasures, type Measure, measures } from './measures.ts';

/** The unit of a value: `money` in the smallest unit of its currency, `percent` and `ratio` as decimals (0.0123, 1.52). */
export type MetricUnit = 'count' | 'money' | 'percent' | 'ratio' | 'seconds' | 'milliseconds' | 'days';

/** How a totals row gets the value: by summing, by dividing sums, by counting again, or not at all. */
export type MetricTotals = 'sum' | 'ratio' | 'distinct' | 'none';

export type MetricGroup = 'deliv' | 'user' | 'pay' | 'cohort' | 'order' | 'plat' | 'video' | 'landing' | 'pixel' | 'material' | 'launch';

/** Days after the day of acquisition for which cohort revenue is stored. */
export const COHORT_DAYS = [0, 1, 3, 7, 14, 30, 60, 90] as const;
type CohortDay = (typeof COHORT_DAYS)[number];

/** The first measure minus all others. */
export type Sum = readonly [Measure, ...Measure[]];

/**
 * `sum` and `quotient` use sums, never rows. `share` is the part of the sum of all rows. `payback` is the first cohort day whose revenue reached the spend. A quotient has no value
 * when its divisor is zero or one of its sums is unknown.
 */
export type Formula =
  | { readonly kind: 'sum'; readonly of: Sum }
  | { readonly kind: 'quotient'; readonly of: Sum; readonly by: Measure; readonly times: number }
  | { readonly kind: 'share'; readonly of: Sum }
  | { readonly kind: 'payback' };

export interface MetricDefinition<Key extends string = string> {
  readonly key: Key;
  readonly unit: MetricUnit;
  readonly group: MetricGroup;
  readonly totals: MetricTotals;
  readonly formula: Formula;
  /** The number of days after which a cohort day is ripe. Only ripe days count, in the dividend and in the divisor. */
  readonly ripens?: number;
  /** Every day counts, the current day with its values so far. */
  readonly runs?: true;
  /** Spent money, which is also shown in the account's currency inside one account. */
  readonly spent?: true;
  /** Exists only for one ad on one day. */
  readonly single?: true;
}

type Given<Key extends string> = Omit<MetricDefinition<Key>, 'group'>;
type More = Pick<MetricDefinition, 'ripens' | 'runs' | 'spent' | 'single'>;

const count = <const Key extends string>(key: Key, measure: Measure): Given<Key> => ({
  key,
  unit: 'count',
  totals: 'sum',
  formula: { kind: 'sum', of: [measure] },
});
const distinct = <const Key extends string>(key: Key, measure: Measure): Given<Key> => ({ ...count(key, measure), totals: 'distinct' });
const money = <const Key extends string>(key: Key, of: Sum, more: More = {}): Given<Key> => ({
  key,
  unit: 'money',
  totals: 'sum',
  formula: { kind: 'sum', of },
  ...more,
});
const quotient =
  (unit: MetricUnit, times = 1) =>
  <const Key extends string>(key: Key, of: Measure | Sum, by: Measure, more: More = {}): Given<Key> => ({
    key,
    unit,
    totals: 'ratio',
    formula: { kind: 'quotient', of: typeof of === 'string' ? [of] : of, by, times },
    ...more,
  });
const share = quotient('percent');
const price = quotient('money');
const ratio = quotient('ratio');
const returnOn = <const N extends CohortDay>(day: N): Given<`roi_d${N}`> => ({
  ...ratio(`roi_d${day}`, `rev_d${day}`, 'spend_usd'),
  ripens: day,
});

const NET: Sum = ['revenue_usd', 'refund_usd', 'fee_usd'];
const spent = { spent: true } as const;
const runs = { runs: true } as const;

const grouped = {
  deliv: [
    money('spend', ['spend_usd'], spent),
    count('impressions', 'impressions'),
    count('link_clicks', 'link_clicks'),
    share('ctr_link', 'link_clicks', 'impressions'),
    quotient('money', 1000)('cpm', 'spend_usd', 'impressions', spent),
    price('cpc_link', 'spend_usd', 'link_clicks', spent),
    count('lp_views', 'lp_views'),
    share('lp_rate', 'lp_views', 'link_clicks'),
    count('clicks', 'clicks'),
    share('ctr', 'clicks', 'impressions'),
    { ...ratio('frequency', 'impressions', 'reach'), totals: 'none', single: true },
    { ...count('reach', 'reach'), totals: 'none', single: true },
  ],
  user: [
    count('new_users', 'new_users'),
    price('cpi', 'spend_usd', 'new_users', spent),
    count('reacq_users', 'reacq_users'),
    share('reacq_rate', 'reacq_users', 'new_users'),
  ],
  pay: [
    count('orders', 'orders'),
    count('first_payers', 'first_payers'),
    share('pay_rate', 'payers_d0', 'new_users', runs),
    price('cost_per_payer', 'spend_usd', 'first_payers', spent),
    money('revenue', ['revenue_usd']),
    money('refund', ['refund_usd']),
    money('net_revenue', NET),
    money('profit', [...NET, 'spend_usd']),
    share('profit_rate', [...NET, 'spend_usd'], 'spend_usd'),
    ratio('roi', 'revenue_usd', 'spend_usd'),
    ratio('net_roi', NET, 'spend_usd'),
    price('aov', 'revenue_usd', 'orders'),
    price('arpu', 'revenue_usd', 'new_users'),
  ],
  cohort: [
    ratio('roi_h24', 'rev_h24', 'spend_usd', { ripens: 1 }),
    ratio('roi_d0', 'rev_d0', 'spend_usd', runs),
    returnOn(1),
    returnOn(3),
    returnOn(7),
    returnOn(14),
    returnOn(30),
    returnOn(60),
    returnOn(90),
    price('ltv_d7', 'rev_d7', 'new_users', { ripens: 7 }),
    price('ltv_d30', 'rev_d30', 'new_users', { ripens: 30 }),
    price('arppu_d0', 'rev_d0', 'payers_d0', runs),
    { key: 'payback_day', unit: 'days', totals: 'ratio', formula: { kind: 'payback' }, ...runs },
  ],
  order: [
    distinct('payers', 'payers'),
    { key: 'share', unit: 'percent', totals: 'ratio', formula: { kind: 'share', of: ['revenue_usd'] } },
    price('arppu', 'revenue_usd', 'payers'),
    share('refund_rate', 'refund_usd', 'revenue_usd'),
    money('fee', ['fee_usd']),
    ratio('orders_per_payer', 'orders', 'payers'),
    share('sub_share', 'sub_orders', 'orders'),
    share('repeat_rate', 'repeat_payers', 'payers'),
    share('organic_share', 'organic_usd', 'revenue_usd'),
  ],
  plat: [
    count('plat_purchases', 'plat_purchases'),
    money('plat_value', ['plat_value_usd']),
    price('plat_cpa', 'spend_usd', 'plat_purchases', spent),
    ratio('plat_roas', 'plat_value_usd', 'spend_usd'),
  ],
  video: [
    count('video_plays', 'video_plays'),
    share('hook_rate', 'plays_3s', 'video_impressions'),
    share('hold_rate', 'thruplays', 'plays_3s'),
    share('thruplay_rate', 'thruplays', 'video_impressions'),
    share('p25_rate', 'p25', 'video_plays'),
    share('p50_rate', 'p50', 'video_plays'),
    share('p75_rate', 'p75', 'video_plays'),
    share('p95_rate', 'p95', 'video_plays'),
    share('completion_rate', 'p100', 'video_plays'),
    quotient('seconds', 0.001)('avg_watch_s', 'watch_ms', 'video_plays'),
  ],
  landing: [
    count('pv', 'total_pv'),
    count('uv', 'total_uv'),
    share('bounce_rate', 'bounces', 'pv'),
    count('cta_clicks', 'cta_clicks'),
    share('cta_rate', 'cta_clicks', 'uv'),
    count('pay_page_views', 'pay_page_views'),
    share('lp_pay_rate', 'first_payers', 'uv'),
    quotient('milliseconds')('avg_load_ms', 'load_ms_sum', 'load_samples'),
  ],
  pixel: [
    count('ev_received', 'received'),
    share('browser_share', 'browser_received', 'received'),
    count('ev_dup', 'duplicates'),
    share('dup_rate', 'duplicates', 'received'),
    count('errors', 'errors'),
    quotient('ratio', 0.1)('match_score', 'matched_sum', 'received'),
    count('purchase_events', 'kept_purchases'),
    count('pixel_orders', 'pixel_orders'),
    share('report_gap', ['kept_purchases', 'pixel_orders'], 'pixel_orders'),
    count('attributed', 'attributed'),
    money('value', ['event_value_usd']),
  ],
  material: [
    count('uploaded', 'uploaded'),
    count('used', 'used'),
    share('use_rate', 'used', 'uploaded'),
    count('hits', 'hits'),
    share('hit_rate', 'hits', 'used'),
    count('potentials', 'potentials'),
    ratio('days_to_use', 'days_unused', 'used'),
  ],
  launch: [
    count('ads_created', 'ads_created'),
    count('ads_running', 'ads_running'),
    count('campaigns_running', 'campaigns_running'),
    distinct('accounts', 'accounts'),
    distinct('ads_spending', 'ads_spending'),
    distinct('users', 'users'),
    distinct('materials_used', 'materials_used'),
    distinct('ads_shown', 'ads_shown'),
    share('takeoff_rate', 'ads_taken_off', 'ads_ripe'),
    share('publish_ok_rate', 'publish_items_ok', 'publish_items'),
    distinct('publishes', 'publishes'),
    distinct('schemes', 'schemes'),
  ],
} as const satisfies Record<MetricGroup, readonly Given<string>[]>;

export type MetricKey = (typeof grouped)[MetricGroup][number]['key'];

/** Every metric, in the order in which they are offered. */
export const metrics: readonly MetricDefinition<MetricKey>[] = (Object.keys(grouped) as MetricGroup[]).flatMap((group) =>
  grouped[group].map((metric): MetricDefinition<MetricKey> => ({ ...metric, group })),
);

/** Title and formula of every metric in one language; texts `metric.<key>` and `metric.<key>.hint` of the console. */
export type MetricWords = Readonly<Record<MetricKey, readonly [title: string, formula: string]>>;
/** The words in which a business line differs. */
export type LineMetricWords = Readonly<Record<'dj' | 'ec', Partial<MetricWords>>>;

const byKey = new Map(metrics.map((metric) => [metric.key, metric]));

export const isMetric = (key: string): key is MetricKey => byKey.has(key as MetricKey);

export function metricOf(key: MetricKey): MetricDefinition<MetricKey> {
  const metric = byKey.get(key);
  if (metric === undefined) throw new Error(`no metric ${key}`);
  return metric;
}

/** The keys of some groups, in order. */
export const metricKeys = (...groups: readonly MetricGroup[]): MetricKey[] =>
  groups.flatMap((group) => grouped[group].map(({ key }) => key));

/** Metrics of everything about ads; `reach` and `frequency` exist only for one ad on one day. */
export const adMetrics = metricKeys('deliv', 'user', 'pay', 'cohort', 'plat', 'video');

/** A sum that a metric needs: of all days, or of the days that are ripe after some days. */
export interface SumNeeded {
  measure: Measure;
  ripens: number | undefined;
}

/** The name of a sum wherever sums are stored: `spend_usd`, or `spend_usd@7` for days that are ripe after seven. */
export const sumName = (measure: Measure, ripens?: number): string => (ripens === undefined ? measure : `${measure}@${ripens}`);

const paybackSums = COHORT_DAYS.flatMap((day): SumNeeded[] => [
  { measure: `rev_d${day}`, ripens: day || undefined },
  { measure: 'spend_usd', ripens: day || undefined },
]);

/** The sums from which the metric is computed. */
export function sumsOf({ formula, ripens }: Pick<MetricDefinition, 'formula' | 'ripens'>): SumNeeded[] {
  if (formula.kind === 'payback') return paybackSums;
  const measuresOf = formula.kind === 'quotient' ? [...formula.of, formula.by] : formula.of;
  return [...new Set<Measure>(measuresOf)].map((measure) => ({ measure, ripens }));
}

/** The name of a sum over all rows, of which a row has its share. */
export const wholeName = (name: string): string => `whole:${name}`;

/** Decimal places of a quotient: two for money in cents, six for ratios. */
export const digitsOf = ({ unit }: Pick<MetricDefinition, 'unit'>): number => (unit === 'money' ? 2 : 6);

type Sums = Readonly<Record<string, number | null | undefined>>;

function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return (Math.sign(value) * Math.round(Math.abs(value) * factor)) / factor;
}

function added(of: Sum, sums: Sums, nameOf: (measure: Measure) => string): number | null {
  let total: number | null = null;
  for (const [at, measure] of of.entries()) {
    const value = sums[nameOf(measure)];
    if (value === null || value === undefined) return null;
    total = at === 0 ? value : (total ?? 0) - value;
  }
  return total;
}

function paybackOf(sums: Sums): number | null {
  for (const day of COHORT_DAYS) {
    const revenue = sums[sumName(`rev_d${day}`, day || undefined)];
    const cost = sums[sumName('spend_usd', day || undefined)];
    if (typeof revenue === 'number' && typeof cost === 'number' && cost > 0 && revenue >= cost) return day;
  }
  return null;
}

/** Computes the metric from its sums; null when it has no value. */
export function metricFrom(metric: Pick<MetricDefinition, 'formula' | 'ripens' | 'unit'>, sums: Sums): number | null {
  const { formula, ripens } = metric;
  if (formula.kind === 'payback') return paybackOf(sums);
  const nameOf = (measure: Measure) => sumName(measure, ripens);
  const top = added(formula.of, sums, nameOf);
  if (formula.kind === 'sum') return top;
  const isShare = formula.kind === 'share';
  const bottom = isShare ? added(formula.of, sums, (measure) => wholeName(nameOf(measure))) : sums[nameOf(formula.by)];
  if (top === null || !bottom) return null;
  return rounded((top / bottom) * (isShare ? 1 : formula.times), digitsOf(metric));
}
