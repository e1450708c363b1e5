import { type RawBuilder, sql } from 'kysely';
import { type Measure, type MetricKey, measures, metricOf, type SumNeeded, sumName, sumsOf } from '#contracts/rules/metrics.ts';
import { type FactQuestion, type Grouping, sumsOfSource } from './base-sums.ts';
import { type Days, isRunning } from './days.ts';
import type { FactFilter } from './fact-filters.ts';
import { accountDaysBut, adDays, type FactSource } from './facts.ts';
import { type Figured, maturity } from './figures.ts';
import { localValuesFrom, metricInSql, planOf, type Sums, valuesFrom } from './sums.ts';

const columnsOfLevel = { campaign: 'campaign_id', ad_group: 'ad_group_id', ad: 'ad_id', material: 'material_id' } as const;

/** Ads of several accounts may show one of these; whatever else there is of is of one account. */
const OF_MANY_ACCOUNTS = 'material';

/** What a list joins to its rows, to show metrics and to sort and filter by them. */
export interface EntityFacts {
  /** `left join ${relation} on x.entity_id = e.id`, named `x`. Facts of owners that the caller does not see are not in it. */
  readonly relation: RawBuilder<unknown>;
  /**
   * In the place of `relation`, where a caller who sees everything wants the sums of everything: by account, without what is selected by
   * its ids. In these accounts alone, where they are named.
   */
  readonly allBut: (gone: RawBuilder<unknown>, accounts?: readonly number[]) => RawBuilder<unknown>;
  /** In the place of `relation`, where only the sums are wanted: by account, of those whose ids are selected. Quicker than one by one. */
  readonly ofAll: (ids: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Columns of `x` to select, for `figures`. */
  readonly columns: RawBuilder<unknown>;
  /** The same summed over many rows, for the totals of a list. */
  readonly summed: RawBuilder<unknown>;
  /** A metric of a row of `x`; null where there is no such number. */
  metric(key: MetricKey): RawBuilder<number | null>;
  /** The metrics from a row that has `columns`, or `summed` ones. */
  figures(row: Readonly<Record<string, unknown>>): Figured;
}

const PREFIX = 'x:';

/** Made from what ads cost and brought; counts of other things are of no list. */
const isOfAds = (key: MetricKey): boolean =>
  sumsOf(metricOf(key)).every(({ measure }) => (measures.ads as readonly Measure[]).includes(measure));

/** Facts by campaign, ad group, ad or material. Naming `ids` makes it as fast as these are few. */
export function entityFacts(
  level: keyof typeof columnsOfLevel,
  question: Pick<FactQuestion, 'caller' | 'now'> & {
    days: Days;
    metrics: readonly MetricKey[];
    ids?: readonly number[] | undefined;
    /** Rows are chosen and put in order by metrics, and no figures are made: then accounts need not be told apart. */
    toChoose?: boolean;
  },
): EntityFacts {
  const { days, ids, caller, now } = question;
  const plan = planOf(question.metrics.filter(isOfAds));
  const { sums } = plan;
  const column = columnsOfLevel[level];
  const filter = ids === undefined ? {} : { [column]: [...ids] };
  const asked = { caller, now, days, under: [], before: false };
  const nameOf = ({ measure, ripens: after }: SumNeeded) => sumName(measure, after);
  const joined = (source: FactSource, of: FactFilter, groupings: readonly Grouping[], only?: RawBuilder<boolean>) => sql`(
    with base as (${sumsOfSource(source, { ...asked, filter: of }, { groupings, sums, only })})
    select ${sql.join([
      ...groupings.map(({ name }) => sql`base.${sql.ref(name)}`),
      sql`acc.today, ${isRunning(days)} as running, base.account_id`,
      ...sums.map((sum) => sql`coalesce(base.${sql.ref(nameOf(sum))}, 0) as ${sql.ref(nameOf(sum))}`),
    ])}
    from base left join (
      select a.id, (${now}::timestamptz at time zone a.timezone_name)::date as today from ad_account a
    ) acc on acc.id = base.account_id
  ) x`;
  const isSingle = level === 'ad' && days.length === 1;
  const isOfOneAccount = level !== OF_MANY_ACCOUNTS;
  const isApart = !isOfOneAccount && question.toChoose !== true;
  const byAccount = joined(adDays(plan.measures), filter, [
    { name: 'entity_id', value: sql`f.${sql.ref(column)}`, type: 'bigint', ...(!isApart && { isOfOneAccount: true as const }) },
  ]);
  return {
    relation: !isApart
      ? byAccount
      : sql`(
          select ${sql.join([
            sql`x.entity_id, min(x.today) as today, bool_or(x.running) as running, min(x.account_id) as account_id`,
            ...sums.map((sum) => sql`sum(x.${sql.ref(nameOf(sum))}) as ${sql.ref(nameOf(sum))}`),
          ])} from ${byAccount} group by x.entity_id
        ) x`,
    allBut: (gone, accounts) =>
      joined(
        accountDaysBut(plan.measures, sql<boolean>`f.${sql.ref(column)} in (${gone})`),
        accounts === undefined ? {} : { ad_account_id: [...accounts] },
        [],
      ),
    // Looked up in a table made once: whether these are few or many cannot be known, and one by one many take long.
    ofAll: (chosen) => joined(adDays(plan.measures), filter, [], sql<boolean>`coalesce(f.${sql.ref(column)} in (${chosen}), false)`),
    columns: sql.join([
      ...sums.map((sum) => sql`coalesce(x.${sql.ref(nameOf(sum))}, 0) as ${sql.ref(PREFIX + nameOf(sum))}`),
      sql`x.today as ${sql.ref(`${PREFIX}today`)}`,
      sql`x.running as ${sql.ref(`${PREFIX}running`)}`,
    ]),
    summed: sql.join([
      ...sums.map((sum) => sql`coalesce(sum(x.${sql.ref(nameOf(sum))}), 0)::bigint as ${sql.ref(PREFIX + nameOf(sum))}`),
      sql`min(x.today) as ${sql.ref(`${PREFIX}today`)}`,
      sql`bool_or(x.running) as ${sql.ref(`${PREFIX}running`)}`,
      // Of several accounts there is no sum in a currency of their own.
      sql`(case when min(x.account_id) < max(x.account_id) then true end) as ${sql.ref(`${PREFIX}mixed`)}`,
    ]),
    metric: (key) => metricInSql(key, (sum) => sql`coalesce(x.${sql.ref(nameOf(sum))}, 0)`),
    figures(row) {
      const own: Sums = Object.fromEntries(sums.map((sum) => [nameOf(sum), row[PREFIX + nameOf(sum)] as number]));
      const isTotal = `${PREFIX}mixed` in row;
      const m = valuesFrom(plan.metrics, own);
      for (const { key, single } of plan.metrics) if (single && (!isSingle || isTotal)) m[key] = null;
      const mature = maturity(plan, days, (row[`${PREFIX}today`] as string | null) ?? null, m);
      const local = row[`${PREFIX}mixed`] === true || !isOfOneAccount ? {} : localValuesFrom(plan.metrics, own);
      return {
        m,
        ...(Object.keys(mature).length > 0 && { mature }),
        ...(row[`${PREFIX}running`] === true && { running: true }),
        ...(Object.keys(local).length > 0 && { spent: local }),
      };
    },
  };
}

/** The row without the columns that its figures are made from. */
export const withoutFacts = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith(PREFIX))) as Row;

/** A metric between two numbers, in the unit of answers. */
export interface MetricRange {
  metric: MetricKey;
  min?: number | undefined;
  max?: number | undefined;
}

/** SQL: the metrics of `x` are inside of their ranges; what has no such number is outside. */
export function inMetricRanges(ranges: readonly MetricRange[], facts: Pick<EntityFacts, 'metric'>): RawBuilder<boolean>[] {
  return ranges.flatMap(({ metric, min, max }) => {
    const { formula } = metricOf(metric);
    // In SQL a quotient is without its last factor.
    const times = formula.kind === 'quotient' ? formula.times : 1;
    const value = sql`${facts.metric(metric)} * ${times}::float8`;
    return [
      sql<boolean>`${facts.metric(metric)} is not null`,
      ...(min === undefined ? [] : [sql<boolean>`${value} >= ${min}`]),
      ...(max === undefined ? [] : [sql<boolean>`${value} <= ${max}`]),
    ];
  });
}
