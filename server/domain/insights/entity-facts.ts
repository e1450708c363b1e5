import { type RawBuilder, sql } from 'kysely';
import { type Measure, type MetricKey, measures, metricOf, type SumNeeded, sumName, sumsOf } from '#contracts/rules/metrics.ts';
import type { BizLine } from '#contracts/vocabulary/business-lines.ts';
import { buildSourceSums, type FactQuestion, type Grouping } from './base-sums.ts';
import { type Days, includesToday } from './days.ts';
import type { FactFilter } from './fact-filters.ts';
import { adDays, type Correction, correctedAccountDays, type FactSource } from './facts.ts';
import { buildMaturity, type RowFigures } from './figures.ts';
import { computeLocalMetrics, computeMetrics, createSumPlan, metricSql, type Sums } from './sums.ts';

const LEVEL_COLUMNS = { campaign: 'campaign_id', ad_group: 'ad_group_id', ad: 'ad_id', material: 'material_id' } as const;

/** Ads of several accounts may use the same material; the other levels belong to one account. */
const MULTI_ACCOUNT_LEVEL = 'material';

/** SQL that a list uses to show, sort and filter by metrics. */
export interface EntityFacts {
  /** Used as `left join ${relation} on x.entity_id = e.id`, named `x`. Excludes facts of owners the caller may not see. */
  readonly relation: RawBuilder<unknown>;
  /**
   * Replaces `relation` for totals of almost everything, for a caller who sees everything: sums by account, corrected by some days of ads,
   * optionally limited to some accounts or a business line. The correction is of the days that these limits include or leave out wrongly.
   */
  readonly totalsOfAccounts: (correction: Correction, limits?: AccountLimits) => RawBuilder<unknown>;
  /** Replaces `relation` for totals of the selected ids: sums by account, faster than one by one. */
  readonly totalsOf: (ids: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Columns of `x` that `toFigures` needs. */
  readonly columns: RawBuilder<unknown>;
  /** The same columns summed over many rows, for the totals of a list. */
  readonly summedColumns: RawBuilder<unknown>;
  /** A metric of a row of `x`; null when it has no value. */
  metric(key: MetricKey): RawBuilder<number | null>;
  /** The metrics of a row that has `columns` or `summedColumns`. */
  toFigures(row: Readonly<Record<string, unknown>>): RowFigures;
}

interface AccountLimits {
  readonly accounts?: readonly number[] | undefined;
  readonly biz?: BizLine | undefined;
}

const FACT_PREFIX = 'x:';

/** True for metrics computed from ad facts; lists have no counts of other objects. */
const isAdMetric = (key: MetricKey): boolean =>
  sumsOf(metricOf(key)).every(({ measure }) => (measures.ads as readonly Measure[]).includes(measure));

/** Facts by campaign, ad group, ad or material. Pass `ids` when there are few of them, to make it fast. */
export function entityFacts(
  level: keyof typeof LEVEL_COLUMNS,
  question: Pick<FactQuestion, 'caller' | 'now'> & {
    days: Days;
    metrics: readonly MetricKey[];
    ids?: readonly number[] | undefined;
    /** Rows are only filtered and sorted by metrics, so accounts need not be kept apart. */
    isForSelection?: boolean;
  },
): EntityFacts {
  const { days, ids, caller, now } = question;
  const plan = createSumPlan(question.metrics.filter(isAdMetric));
  const { sums } = plan;
  const column = LEVEL_COLUMNS[level];
  const filter = ids === undefined ? {} : { [column]: [...ids] };
  const factQuestion = { caller, now, days, under: [], before: false };
  const sumColumnName = ({ measure, ripens: after }: SumNeeded) => sumName(measure, after);
  const buildRelation = (source: FactSource, of: FactFilter, groupings: readonly Grouping[], only?: RawBuilder<boolean>) => sql`(
    with base as (${buildSourceSums(source, { ...factQuestion, filter: of }, { groupings, sums, only })})
    select ${sql.join([
      ...groupings.map(({ name }) => sql`base.${sql.ref(name)}`),
      sql`acc.today, ${includesToday(days)} as running, base.account_id`,
      ...sums.map((sum) => sql`coalesce(base.${sql.ref(sumColumnName(sum))}, 0) as ${sql.ref(sumColumnName(sum))}`),
    ])}
    from base left join (
      select a.id, (${now}::timestamptz at time zone a.timezone_name)::date as today from ad_account a
    ) acc on acc.id = base.account_id
  ) x`;
  const isSingle = level === 'ad' && days.length === 1;
  const isOfOneAccount = level !== MULTI_ACCOUNT_LEVEL;
  const isPerAccount = !isOfOneAccount && question.isForSelection !== true;
  const byAccount = buildRelation(adDays(plan.measures), filter, [
    { name: 'entity_id', value: sql`f.${sql.ref(column)}`, type: 'bigint', ...(!isPerAccount && { isOfOneAccount: true as const }) },
  ]);
  return {
    relation: !isPerAccount
      ? byAccount
      : sql`(
          select ${sql.join([
            sql`x.entity_id, min(x.today) as today, bool_or(x.running) as running, min(x.account_id) as account_id`,
            ...sums.map((sum) => sql`sum(x.${sql.ref(sumColumnName(sum))}) as ${sql.ref(sumColumnName(sum))}`),
          ])} from ${byAccount} group by x.entity_id
        ) x`,
    totalsOfAccounts: (correction, { accounts, biz } = {}) =>
      buildRelation(
        correctedAccountDays(plan.measures, correction, biz && sql<boolean>`f.biz = ${biz}`),
        accounts === undefined ? {} : { ad_account_id: [...accounts] },
        [],
      ),
    // The ids are hashed once, because their number is unknown and looking up many one by one is slow. Without any, no fact is read.
    totalsOf: (chosen) =>
      buildRelation(
        adDays(plan.measures),
        filter,
        [],
        sql<boolean>`(exists (${chosen}) and coalesce(f.${sql.ref(column)} in (${chosen}), false))`,
      ),
    columns: sql.join([
      ...sums.map((sum) => sql`coalesce(x.${sql.ref(sumColumnName(sum))}, 0) as ${sql.ref(FACT_PREFIX + sumColumnName(sum))}`),
      sql`x.today as ${sql.ref(`${FACT_PREFIX}today`)}`,
      sql`x.running as ${sql.ref(`${FACT_PREFIX}running`)}`,
    ]),
    summedColumns: sql.join([
      ...sums.map((sum) => sql`coalesce(sum(x.${sql.ref(sumColumnName(sum))}), 0)::bigint as ${sql.ref(FACT_PREFIX + sumColumnName(sum))}`),
      sql`min(x.today) as ${sql.ref(`${FACT_PREFIX}today`)}`,
      sql`bool_or(x.running) as ${sql.ref(`${FACT_PREFIX}running`)}`,
      // Amounts of several accounts have no sum in a common local currency.
      sql`(case when min(x.account_id) < max(x.account_id) then true end) as ${sql.ref(`${FACT_PREFIX}mixed`)}`,
    ]),
    metric: (key) => metricSql(key, (sum) => sql`coalesce(x.${sql.ref(sumColumnName(sum))}, 0)`),
    toFigures(row) {
      const own: Sums = Object.fromEntries(sums.map((sum) => [sumColumnName(sum), row[FACT_PREFIX + sumColumnName(sum)] as number]));
      const isTotal = `${FACT_PREFIX}mixed` in row;
      const m = computeMetrics(plan.metrics, own);
      for (const { key, single } of plan.metrics) if (single && (!isSingle || isTotal)) m[key] = null;
      const mature = buildMaturity(plan, days, (row[`${FACT_PREFIX}today`] as string | null) ?? null, m);
      const local = row[`${FACT_PREFIX}mixed`] === true || !isOfOneAccount ? {} : computeLocalMetrics(plan.metrics, own);
      return {
        m,
        ...(Object.keys(mature).length > 0 && { mature }),
        ...(row[`${FACT_PREFIX}running`] === true && { running: true }),
        ...(Object.keys(local).length > 0 && { spent: local }),
      };
    },
  };
}

/** The row without the columns that its figures are computed from. */
export const withoutFacts = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith(FACT_PREFIX))) as Row;

/** A range of a metric, in the unit of answers. */
export interface MetricRange {
  metric: MetricKey;
  min?: number | undefined;
  max?: number | undefined;
}

/** SQL: the metrics of `x` are within their ranges; a missing value is outside. */
export function matchesMetricRanges(ranges: readonly MetricRange[], facts: Pick<EntityFacts, 'metric'>): RawBuilder<boolean>[] {
  return ranges.flatMap(({ metric, min, max }) => {
    const { formula } = metricOf(metric);
    // In SQL a quotient lacks its constant factor.
    const times = formula.kind === 'quotient' ? formula.times : 1;
    const value = sql`${facts.metric(metric)} * ${times}::float8`;
    return [
      sql<boolean>`${facts.metric(metric)} is not null`,
      ...(min === undefined ? [] : [sql<boolean>`${value} >= ${min}`]),
      ...(max === undefined ? [] : [sql<boolean>`${value} <= ${max}`]),
    ];
  });
}
