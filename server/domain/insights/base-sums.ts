import { type RawBuilder, sql } from 'kysely';
import { measures as allMeasures, hourlyMeasures, type Measure, type SumNeeded, sumName } from '#contracts/rules/metrics.ts';
import type { TimeBasis } from '#contracts/vocabulary/orders.ts';
import { businessTimezone } from '../business-time.ts';
import { scopeOf } from '../people/index.ts';
import type { Caller } from '../work-context.ts';
import { type Days, getPreviousPeriod, getTodayEverywhere, inDays, isInPreviousPeriod, isOfWholeMonths, plusDays } from './days.ts';
import { coalesceValue, type DimensionKey, getDimension } from './dimensions.ts';
import {
  canUseAccountDays,
  canUseCreatorMonths,
  canUseTitleDays,
  type FactFilter,
  hasOrderFilter,
  hasValue,
  isFactVisible,
  isUnderRows,
  isUnfiltered,
  matchesFilter,
  matchesPixelFilter,
  type Under,
  type Visibility,
} from './fact-filters.ts';
import {
  accountDays,
  adDays,
  adHours,
  COUNT_SOURCES,
  CREATOR_MONTH_MEASURES,
  creatorMonths,
  type FactSource,
  NO_ACCOUNT,
  titleDays,
  visitSources,
} from './facts.ts';
import { isOrderColumn, ORDER_MEASURES, orderSources } from './order-facts.ts';
import { pixelSources } from './pixel-facts.ts';
import type { SumPlan } from './sums.ts';

/** Selects facts by viewer, days and filters. */
export interface FactQuestion extends Visibility {
  readonly caller: Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;
  readonly now: Date;
  /** What the figures are computed from; days of ads by default. */
  readonly facts?: 'orders' | undefined;
  /** Of orders: organic ones are a row of their own, apart from those of ads that nobody owns. */
  readonly isOrganicApart?: boolean | undefined;
  readonly days: Days;
  readonly filter: FactFilter;
  readonly under: Under;
  /** Also includes the previous period of equal length. */
  readonly before: boolean;
  /** In a report of pixels: the condition on `f.pixel_id` that all its facts meet. Facts of whole pixels are seen only with it. */
  readonly pixels?: RawBuilder<boolean>;
  /** Leaves out facts without a value of this dimension. */
  readonly having?: DimensionKey | undefined;
}

/** A column that facts are grouped by. */
export interface Grouping {
  readonly name: string;
  readonly value: RawBuilder<unknown>;
  readonly type: 'bigint' | 'text' | 'int';
  /** The dimension it belongs to, if any. */
  readonly key?: DimensionKey;
  readonly joins?: RawBuilder<unknown>;
  /** All facts of one value belong to one account. */
  readonly isOfOneAccount?: true;
}

export const toGrouping = (key: DimensionKey, at: number): Grouping => {
  const { id, type, joins, isOfOneAccount } = getDimension(key);
  return {
    name: `k${at}`,
    key,
    value: id,
    type,
    ...(joins !== undefined && { joins }),
    ...(isOfOneAccount && { isOfOneAccount }),
  };
};

/** SQL: every ad account, and the one that stands for facts without one. */
const ALL_ACCOUNTS = sql`(
  select id, name, currency, timezone_name, deleted_at from ad_account
  union all select ${sql.lit(NO_ACCOUNT)}, null, null, ${businessTimezone}, null)`;

/** Every ad account with its own current date; joined to facts as `acc`. */
export const accountsNow = (now: Date): RawBuilder<unknown> => sql`
  acc as materialized (
    select a.id, a.name, a.currency, a.timezone_name, a.deleted_at is null as is_kept, z.clock, z.clock::date as today
    from ${ALL_ACCOUNTS} a cross join lateral (select ${now}::timestamptz at time zone a.timezone_name as clock) z
  )`;

/** True when one of the dimensions exists only in facts by hour. */
export const isByHour = (keys: readonly DimensionKey[]): boolean => keys.some((key) => getDimension(key).isOfHours === true);

/** Every dimension that the question has a value of. */
export const findDimensions = (groupBy: readonly DimensionKey[], under: Under): readonly DimensionKey[] => [
  ...groupBy,
  ...under.map(({ by }) => by),
];

/** What the figures of days are computed from. */
type DaySource = AdSource | OrderSource;
type AdSource = 'hours' | 'ads' | 'titles' | 'accounts' | 'months';
interface OrderSource {
  readonly basis: TimeBasis;
  readonly isOrganicApart: boolean;
  /** What the measures that orders do not have are computed from. */
  readonly others: AdSource;
}

type SourceQuestion = Pick<FactQuestion, 'facts' | 'isOrganicApart' | 'filter' | 'under' | 'visible' | 'pixels' | 'having'> &
  Partial<Pick<FactQuestion, 'days' | 'before'>> & { readonly isAnonymous?: true };

/** Days of accounts, or of their titles, suffice when no condition or grouping distinguishes the ads of one owner. */
function findDaysOfAccounts({ visible, pixels, filter }: SourceQuestion, keys: readonly DimensionKey[]): 'accounts' | 'titles' | undefined {
  if (visible !== undefined || pixels !== undefined) return undefined;
  if (canUseAccountDays(filter) && hasRowsBy(accountDays([]), keys)) return 'accounts';
  return canUseTitleDays(filter) && hasRowsBy(titleDays([]), keys) ? 'titles' : undefined;
}

/** Months of creators suffice for whole months, where no condition or grouping distinguishes the ads of one owner and creator. */
const suitsCreatorMonths = (
  { visible, isAnonymous, pixels, filter, days, before }: SourceQuestion,
  keys: readonly DimensionKey[],
): boolean =>
  // An anonymous question is limited by owner and creator only.
  (visible === undefined || isAnonymous === true) &&
  pixels === undefined &&
  days !== undefined &&
  isOfWholeMonths(days) &&
  before !== true &&
  !keys.includes('date') &&
  canUseCreatorMonths(filter) &&
  hasRowsBy(creatorMonths([]), keys);

/** The most condensed facts that answer the question. By `period` the days of a row need not be told apart. */
export function chooseDaySource(
  question: SourceQuestion,
  groupBy: readonly DimensionKey[],
  by: 'period' | 'day' | 'hour' = 'day',
): DaySource {
  const { facts, isOrganicApart = false, filter, under, having } = question;
  const keys = [...findDimensions(groupBy, under), ...(having === undefined ? [] : [having])];
  const needsHours = by === 'hour' || isByHour(keys);
  const isByMonth = by === 'period' && suitsCreatorMonths(question, keys);
  const others = needsHours ? 'hours' : (findDaysOfAccounts(question, keys) ?? (isByMonth ? 'months' : 'ads'));
  return facts === 'orders' ? { basis: filter.time_basis ?? 'payment', isOrganicApart, others } : others;
}

/** Whether a measure is of whole pixels. */
export const isOfPixels = (measure: Measure): boolean => allMeasures.pixel.some((one) => one === measure);

/** The facts of ads by hour or day, by day of their accounts, or by month of their creators where these have all measures. */
function selectFactsOfAds(measures: readonly Measure[], of: AdSource): FactSource {
  if (of === 'hours') return adHours(measures.filter((measure) => hourlyMeasures.includes(measure)));
  if (of === 'accounts') return accountDays(measures);
  if (of === 'titles') return titleDays(measures);
  const hasMonths = of === 'months' && measures.every((measure) => CREATOR_MONTH_MEASURES.includes(measure));
  return hasMonths ? creatorMonths(measures) : adDays(measures);
}

/** Orders and their payers; the measures that orders do not have come from the facts of ads. */
function selectOrderSources(
  measures: readonly Measure[],
  { basis, isOrganicApart, others: of }: OrderSource,
): [FactSource, ...FactSource[]] {
  const { days, payers } = orderSources(basis, isOrganicApart);
  const isCounted = measures.some((measure) => payers.measures[measure] !== undefined);
  const others = measures.filter(
    (measure) => !(ORDER_MEASURES as readonly Measure[]).includes(measure) && payers.measures[measure] === undefined,
  );
  return [days, ...(isCounted ? [payers] : []), ...(others.length > 0 ? [selectFactsOfAds(others, of)] : [])];
}

const COUNTING: readonly FactSource[] = Object.values(COUNT_SOURCES);

/** The sources of the measures: facts by day or hour first, then visits and the sources of counts. */
export function selectSources({ measures }: Pick<SumPlan, 'measures'>, of: DaySource = 'ads'): [FactSource, ...FactSource[]] {
  if (typeof of === 'object') return selectOrderSources(measures, of);
  const adMeasures = measures.filter((measure) => allMeasures.ads.some((one) => one === measure));
  const isNeeded = (source: FactSource) => measures.some((measure) => source.measures[measure] !== undefined);
  const ofPixels = pixelSources(of === 'hours' ? 'hours' : 'days').filter(isNeeded);
  const days = selectFactsOfAds(adMeasures, of);
  return of === 'hours' ? [days, ...ofPixels] : [days, ...ofPixels, ...visitSources(measures), ...COUNTING.filter(isNeeded)];
}

/**
 * The source that counts its distinct objects by their first facts, when nothing but days limits and groups the facts; otherwise the
 * source as it is.
 */
export function countByFirst(source: FactSource, question: FactQuestion, groupings: readonly Grouping[]): FactSource {
  const { byFirst } = source.distinct ?? {};
  const { caller, visible, pixels, having, filter, under, days, before } = question;
  const isOfAll =
    scopeOf(caller).kind === 'everyone' &&
    [visible, pixels, having].every((limit) => limit === undefined) &&
    under.length === 0 &&
    isUnfiltered(filter) &&
    !days.isToday &&
    groupings.every(({ key }) => key === 'date');
  if (byFirst === undefined || !isOfAll) return source;
  const from = sql`${days.from}::date`;
  const start = before ? sql`(case when ${isInPreviousPeriod(days)} then ${getPreviousPeriod(days).from}::date else ${from} end)` : from;
  const { distinct: _, ...rest } = source;
  return { ...rest, from: byFirst.from, measures: byFirst.measures(groupings.length === 0 ? start : sql`f.stat_date`) };
}

/** True when the source has figures for rows grouped by these dimensions. */
export const hasRowsBy = ({ isDated, isOfHours, isOfOrders, missingColumns = [] }: FactSource, groupBy: readonly DimensionKey[]): boolean =>
  groupBy.every((key) => {
    const { fromDate, isOfHours: needsHours, column = '' } = getDimension(key);
    if (needsHours) return isOfHours === true;
    if (fromDate !== undefined) return isDated;
    return !missingColumns.includes(column) && (isOfOrders === true || !isOrderColumn(column));
  });

/** Whether a source can answer for rows of these dimensions below others. Facts of ads are not narrowed by the source of events or by orders. */
export const canAnswer = (
  source: FactSource,
  groupBy: readonly DimensionKey[],
  { under = [], filter }: Partial<Pick<FactQuestion, 'under' | 'filter'>>,
): boolean =>
  hasRowsBy(source, findDimensions(groupBy, under)) &&
  (source.isOfOrders === true || filter === undefined || !hasOrderFilter(filter)) &&
  (!source.isOfPixels || filter?.event_source === undefined || hasRowsBy(source, ['source']));

const buildJoins = (groupings: readonly Grouping[], under: Under): RawBuilder<unknown> => {
  const joins = new Set([...groupings.map(({ joins }) => joins), ...under.map(({ by }) => getDimension(by).joins)]);
  return sql.join(
    [...joins].filter((join) => join !== undefined),
    sql` `,
  );
};

const EMPTY = sql``;
/** An absent sum as float8, because rows with many of these stay small. */
const NULL_SUM = sql`null::float8`;

/**
 * Joins the accounts of facts as `acc` with their own current date, computed once per account. The planner knows the values of the table,
 * unlike those of `accountsNow`, for which it would hash all facts instead of the accounts.
 */
const accountsToday = (now: Date): RawBuilder<unknown> => sql`
  join (select a.id, (${now}::timestamptz at time zone a.timezone_name)::date as today from ad_account a offset 0) acc on acc.id = f.ad_account_id`;

/** The same for orders; those that belong to no ad have the business date. */
const accountsOfOrdersToday = (now: Date): RawBuilder<unknown> => sql`
  join (select a.id, (${now}::timestamptz at time zone a.timezone_name)::date as today from ${ALL_ACCOUNTS} a) acc
    on acc.id = coalesce(f.ad_account_id, ${sql.lit(NO_ACCOUNT)})`;

/** Which days have ripened: none of them, all, or those of each account that did. */
function findRipeness({ days, before, now }: Pick<FactQuestion, 'days' | 'before' | 'now'>, ripens: number): 'none' | 'all' | 'some' {
  const today = getTodayEverywhere(now);
  if ((before ? getPreviousPeriod(days) : days).from >= plusDays(today.to, -ripens)) return 'none';
  return days.to < plusDays(today.from, -ripens) ? 'all' : 'some';
}

/** The sum of a measure if the source has it; of a ripening measure only over ripe days. */
function buildSum({ measures }: FactSource, question: FactQuestion, { measure, ripens }: SumNeeded): RawBuilder<unknown> {
  const added = measures[measure];
  if (added === undefined) return NULL_SUM;
  if (ripens === undefined) return added;
  const ripe = findRipeness(question, ripens);
  if (ripe === 'some') return sql`${added} filter (where f.stat_date < acc.today - ${sql.lit(ripens)})`;
  return ripe === 'all' ? added : NULL_SUM;
}

const ACCOUNT_KEY = 'account_id';

interface GroupKey {
  name: string;
  value: RawBuilder<unknown>;
  /** Replaces grouping by the value when it is equal within a group, because that is cheaper. */
  aggregate?: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** SQL condition: the material of a fact has enough impressions over the days of the question, under its other filters. */
function hasImpressions({ days, caller, filter, now, visible = isFactVisible(caller) }: FactQuestion): RawBuilder<boolean>[] {
  if (filter.min_impressions === undefined) return [];
  return [
    sql<boolean>`f.material_id in (
      select f.material_id from insight_daily f ${days.isToday ? accountsToday(now) : EMPTY}
      where ${sql.join([visible, ...matchesFilter(filter), inDays(days, false)], sql` and `)}
      group by 1 having sum(f.impressions) >= ${filter.min_impressions})`,
  ];
}

/** The matching facts and their grouping keys as plain columns, because the planner knows the number of their values. */
function selectMatching(
  source: FactSource,
  question: FactQuestion,
  asked: readonly Grouping[],
  { ripens = false, only }: { ripens?: boolean; only?: RawBuilder<boolean> | undefined } = {},
): { keys: readonly GroupKey[]; rows: RawBuilder<unknown> } {
  const { days, caller, filter, under, before, now, pixels, having, visible = (source.visible ?? isFactVisible)(caller) } = question;
  const { isDated, isOfOrders, distinct } = source;
  const groupings = asked.map((grouping): Grouping => {
    const value = grouping.key && source.values?.[grouping.key];
    const { joins: _, ...rest } = grouping;
    return value === undefined ? grouping : { ...rest, value };
  });
  const from =
    typeof source.from === 'function' ? source.from({ from: before ? getPreviousPeriod(days).from : days.from, to: days.to }) : source.from;
  const needsToday = isDated && (days.isToday || ripens);
  const { isOfPixels = false, isOfPeriod = false, values = {} } = source;
  const where = [
    ...(isOfPixels ? [pixels ?? sql<boolean>`false`] : [visible, ...(pixels === undefined ? [] : [pixels])]),
    ...(isOfPixels
      ? matchesPixelFilter(filter, { from: before ? getPreviousPeriod(days).from : days.from, to: days.to, isAdVisible: visible })
      : matchesFilter(filter)),
    ...(isOfPixels ? [] : hasImpressions(question)),
    ...isUnderRows(under, { values, ...(before && isDated && { compared: days }) }),
    ...(having === undefined ? [] : [hasValue(having)]),
    ...(isDated && (days.isToday || !isOfPeriod) ? [inDays(days, before)] : []),
    ...(only === undefined ? [] : [only]),
    ...(distinct === undefined ? [] : [distinct.where]),
  ];
  return {
    keys: [
      ...groupings.map(({ name, value }) => ({ name, value })),
      {
        name: ACCOUNT_KEY,
        value: sql`f.ad_account_id`,
        ...(groupings.some(({ key, isOfOneAccount }) => isOfOneAccount || (isOfPixels && key === 'pixel')) && {
          aggregate: (value) => sql`min(${value})`,
        }),
      },
      isDated && before
        ? { name: 'before', value: isInPreviousPeriod(days) }
        : { name: 'before', value: sql`false`, aggregate: () => sql`false` },
    ],
    rows: sql`from ${from} ${needsToday ? (source.today ?? (isOfOrders ? accountsOfOrdersToday : accountsToday))(now) : EMPTY} ${buildJoins(
      groupings,
      under.filter(({ by }) => values[by] === undefined),
    )} where ${sql.join(where, sql` and `)}`,
  };
}

const columnPositions = (count: number) => sql.join(Array.from({ length: count }, (_, index) => sql.lit(index + 1)));
const selectKeys = (keys: readonly GroupKey[]) => keys.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`);

/** The matching facts of a source, named `f`: `from …` with its conditions. */
export const matchingFacts = (source: FactSource, question: FactQuestion): RawBuilder<unknown> => selectMatching(source, question, []).rows;

/**
 * For a source that counts distinct objects: one row per object and group, with the group columns, the object as `counted` and the number
 * of its facts as `times`.
 */
export function selectDistinctObjects(
  source: FactSource,
  question: FactQuestion,
  groupings: readonly Grouping[],
  only?: RawBuilder<boolean>,
) {
  const { keys, rows } = selectMatching(source, question, groupings, { only });
  const { id = sql`null`, isInSeveralAccounts = false } = source.distinct ?? {};
  // An object counts once, no matter in which of its accounts.
  const groupKeys = keys.filter(({ name }) => !(isInSeveralAccounts && name === ACCOUNT_KEY));
  const anyAccount = isInSeveralAccounts ? [sql`min(f.ad_account_id) as ${sql.ref(ACCOUNT_KEY)}`] : [];
  return sql`select ${sql.join([...selectKeys(groupKeys), sql`${id} as counted`, sql`count(*)::int as times`, ...anyAccount])} ${rows} group by ${columnPositions(groupKeys.length + 1)}`;
}

interface SumOptions {
  groupings: readonly Grouping[];
  sums: readonly SumNeeded[];
  /** A further condition on facts `f`. */
  only?: RawBuilder<boolean> | undefined;
  /** The rows of `selectDistinctObjects`, if they are selected already. */
  distinctObjects?: RawBuilder<unknown> | undefined;
}

/**
 * Sums of one source of facts: the groups, `account_id`, `before` for the previous period, `dated` for a source with days, and one column
 * per sum. Sums are exact up to 2^53, like the numbers of answers; null means no value.
 */
export function buildSourceSums(
  source: FactSource,
  question: FactQuestion,
  { groupings, sums, only, distinctObjects }: SumOptions,
): RawBuilder<unknown> {
  const ripens = sums.some((sum) => sum.ripens !== undefined && source.measures[sum.measure] !== undefined);
  const { keys, rows } = selectMatching(source, question, groupings, { ripens, only });
  const names = sums.map(({ measure, ripens: after }) => sql.ref(sumName(measure, after)));
  const added = sums.map((sum, at) => sql`${buildSum(source, question, sum)} as ${names[at]}`);
  const isPlain = source.distinct === undefined;
  const valueOf = ({ name, value }: GroupKey) => (isPlain ? value : sql.ref(name));
  const groupKeys = keys.filter(({ aggregate }) => aggregate === undefined);
  const columns = [
    ...groupKeys.map((key) => sql`${valueOf(key)} as ${sql.ref(key.name)}`),
    ...keys.flatMap((key) => (key.aggregate === undefined ? [] : [sql`${key.aggregate(valueOf(key))} as ${sql.ref(key.name)}`])),
    ...added,
  ];
  const facts = isPlain ? rows : sql`from (${distinctObjects ?? selectDistinctObjects(source, question, groupings, only)}) f`;
  return sql`
    select ${sql.join([
      ...groupings.map(({ name, type }) => sql`${coalesceValue(sql`s.${sql.ref(name)}`, type)} as ${sql.ref(name)}`),
      sql`coalesce(s.account_id, ${sql.lit(NO_ACCOUNT)}) as account_id, s.before, ${sql.lit(source.isDated)}::boolean as dated`,
      ...names.map((name) => sql`s.${name}::float8 as ${name}`),
    ])}
    from (
      select ${sql.join(columns)} ${facts} group by ${columnPositions(groupKeys.length)} ${source.hasRowsLeft === undefined ? EMPTY : sql`having ${source.hasRowsLeft}`}
    ) s`;
}
