import { type RawBuilder, sql } from 'kysely';
import { hourlyMeasures, type Measure, type SumNeeded, sumName } from '#contracts/rules/metrics.ts';
import type { Caller } from '../work-context.ts';
import { type Days, daysBefore, inDays, isBefore, plusDays, todayEverywhere } from './days.ts';
import { type DimensionKey, dimensionOf, valueOrNone } from './dimensions.ts';
import { asksOfAccounts, type FactFilter, factMatches, factUnder, factVisible, type Under } from './fact-filters.ts';
import { accountDays, adDays, adHours, counted, type FactSource } from './facts.ts';
import type { SumPlan } from './sums.ts';

/** Which facts, and whose. */
export interface FactQuestion {
  readonly caller: Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;
  readonly now: Date;
  readonly days: Days;
  readonly filter: FactFilter;
  readonly under: Under;
  /** Also the period of equal length before. */
  readonly before: boolean;
  /** In the place of the caller's own visibility, where a report has another rule. */
  readonly visible?: RawBuilder<boolean>;
}

/** A column that facts are grouped by. */
export interface Grouping {
  readonly name: string;
  readonly value: RawBuilder<unknown>;
  readonly type: 'bigint' | 'text' | 'int';
  readonly joins?: RawBuilder<unknown>;
  /** All facts of a value are of one account. */
  readonly isOfOneAccount?: true;
}

export const groupingOf = (key: DimensionKey, at: number): Grouping => {
  const { id, type, joins, isOfOneAccount } = dimensionOf(key);
  return {
    name: `k${at}`,
    value: id,
    type,
    ...(joins !== undefined && { joins }),
    ...(isOfOneAccount && { isOfOneAccount }),
  };
};

/** Every ad account with its own day of today; joined to facts as `acc`. */
export const accountsNow = (now: Date): RawBuilder<unknown> => sql`
  acc as materialized (
    select a.id, a.name, a.currency, a.timezone_name, a.deleted_at is null as is_kept, z.clock, z.clock::date as today
    from ad_account a cross join lateral (select ${now}::timestamptz at time zone a.timezone_name as clock) z
  )`;

/** Days of accounts are asked where nothing tells the ads of one owner apart. */
export function daysAskedOf(
  { filter, under, visible }: Pick<FactQuestion, 'filter' | 'under' | 'visible'>,
  groupBy: readonly DimensionKey[],
): 'ads' | 'accounts' {
  const keys = [...groupBy, ...under.map(({ by }) => by)];
  return visible === undefined && asksOfAccounts(filter) && hasRowsBy(accountDays([]), keys) ? 'accounts' : 'ads';
}

/** Which facts the measures come from: the days or hours, then what is counted. */
export function sourcesOf(
  { measures }: Pick<SumPlan, 'measures'>,
  of: 'hours' | 'ads' | 'accounts' = 'ads',
): [FactSource, ...FactSource[]] {
  const ofAds = measures.filter((measure) => !(measure in counted) && measure !== 'accounts');
  if (of === 'hours') return [adHours(ofAds.filter((measure) => hourlyMeasures.includes(measure)))];
  return [
    of === 'accounts' ? accountDays(ofAds) : adDays(ofAds),
    ...Object.entries(counted).flatMap(([key, source]) => (measures.includes(key as Measure) ? [source] : [])),
  ];
}

/** Whether rows by these dimensions have figures of the source: of a day, where it is of days, and of what it knows. */
export const hasRowsBy = ({ isDated, lacks = [] }: FactSource, groupBy: readonly DimensionKey[]): boolean =>
  groupBy.every((key) => (key === 'date' ? isDated : !lacks.includes(dimensionOf(key).column ?? '')));

const joinsOf = (groupings: readonly Grouping[], under: Under): RawBuilder<unknown> => {
  const joins = new Set([...groupings.map(({ joins }) => joins), ...under.map(({ by }) => dimensionOf(by).joins)]);
  return sql.join(
    [...joins].filter((join) => join !== undefined),
    sql` `,
  );
};

const NOTHING = sql``;
/** No sum; rows of many of these stay small. */
const NONE = sql`null::float8`;

/**
 * The accounts of facts, joined to them as `acc` with their own day of today. A relation that the planner knows the size of, unlike what
 * is selected from `accountsNow`: it would rather make a table of all facts than one of the accounts.
 */
const accountsToday = (now: Date): RawBuilder<unknown> => sql`
  join (select a.id, (${now}::timestamptz at time zone a.timezone_name)::date as today from ad_account a offset 0) acc on acc.id = f.ad_account_id`;

/** Which days have ripened: none of them, all, or those of each account that did. */
function ripeness({ days, before, now }: Pick<FactQuestion, 'days' | 'before' | 'now'>, ripens: number): 'none' | 'all' | 'some' {
  const today = todayEverywhere(now);
  if ((before ? daysBefore(days) : days).from >= plusDays(today.to, -ripens)) return 'none';
  return days.to < plusDays(today.from, -ripens) ? 'all' : 'some';
}

/** The sum of a source, where it has it; of ripening days only those that are ripe. */
function sumOf({ measures }: FactSource, question: FactQuestion, { measure, ripens }: SumNeeded): RawBuilder<unknown> {
  const added = measures[measure];
  if (added === undefined) return NONE;
  if (ripens === undefined) return added;
  const ripe = ripeness(question, ripens);
  if (ripe === 'some') return sql`${added} filter (where f.stat_date < acc.today - ${sql.lit(ripens)})`;
  return ripe === 'all' ? added : NONE;
}

const ACCOUNT = 'account_id';

interface Key {
  name: string;
  value: RawBuilder<unknown>;
  /** In the place of the value, where all of a group have the same: it is cheaper not to group by it. */
  same?: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** Facts that match, and what they are grouped by: the columns as they are, of which the planner knows how many values there are. */
function matched(
  source: FactSource,
  { days, caller, filter, under, before, now, visible = factVisible(caller) }: FactQuestion,
  groupings: readonly Grouping[],
  { ripens = false, only }: { ripens?: boolean; only?: RawBuilder<boolean> | undefined } = {},
): { keys: readonly Key[]; rows: RawBuilder<unknown> } {
  const { isDated, once } = source;
  const from =
    typeof source.from === 'function' ? source.from({ from: before ? daysBefore(days).from : days.from, to: days.to }) : source.from;
  const asksToday = isDated && (days.isToday || ripens);
  const where = [
    visible,
    ...factMatches(filter),
    ...factUnder(under, before ? days.length : undefined),
    ...(isDated ? [inDays(days, before)] : []),
    ...(only === undefined ? [] : [only]),
    ...(once === undefined ? [] : [once.where]),
  ];
  return {
    keys: [
      ...groupings.map(({ name, value }) => ({ name, value })),
      {
        name: ACCOUNT,
        value: sql`f.ad_account_id`,
        ...(groupings.some(({ isOfOneAccount }) => isOfOneAccount) && { same: (value) => sql`min(${value})` }),
      },
      isDated && before ? { name: 'before', value: isBefore(days) } : { name: 'before', value: sql`false`, same: () => sql`false` },
    ],
    rows: sql`from ${from} ${asksToday ? accountsToday(now) : NOTHING} ${joinsOf(groupings, under)} where ${sql.join(where, sql` and `)}`,
  };
}

const places = (count: number) => sql.join(Array.from({ length: count }, (_, index) => sql.lit(index + 1)));
const named = (keys: readonly Key[]) => keys.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`);

/** Of a source of objects that are counted once: one row of each for every group it is in, `counted` with the columns that groups are told by. */
export function eachOnce(source: FactSource, question: FactQuestion, groupings: readonly Grouping[], only?: RawBuilder<boolean>) {
  const { keys, rows } = matched(source, question, groupings, { only });
  const { id = sql`null`, isInSeveralAccounts = false } = source.once ?? {};
  // Counted once, whichever of its accounts it is counted in.
  const apart = keys.filter(({ name }) => !(isInSeveralAccounts && name === ACCOUNT));
  const ofAny = isInSeveralAccounts ? [sql`min(f.ad_account_id) as ${sql.ref(ACCOUNT)}`] : [];
  return sql`select ${sql.join([...named(apart), sql`${id} as counted`, ...ofAny])} ${rows} group by ${places(apart.length + 1)}`;
}

interface Summing {
  groupings: readonly Grouping[];
  sums: readonly SumNeeded[];
  /** A further condition on facts `f`. */
  only?: RawBuilder<boolean> | undefined;
  /** The rows of `eachOnce`, where they were found already. */
  each?: RawBuilder<unknown> | undefined;
}

/**
 * Sums of one kind of facts: the groups, `account_id`, `before` of the period before, `dated` of what is of days, and a column for each sum.
 * Sums are exact up to 2^53, as numbers of answers are; null is nothing.
 */
export function sumsOfSource(source: FactSource, question: FactQuestion, { groupings, sums, only, each }: Summing): RawBuilder<unknown> {
  const ripens = sums.some((sum) => sum.ripens !== undefined && source.measures[sum.measure] !== undefined);
  const { keys, rows } = matched(source, question, groupings, { ripens, only });
  const names = sums.map(({ measure, ripens: after }) => sql.ref(sumName(measure, after)));
  const added = sums.map((sum, at) => sql`${sumOf(source, question, sum)} as ${names[at]}`);
  const isPlain = source.once === undefined;
  const valueOf = ({ name, value }: Key) => (isPlain ? value : sql.ref(name));
  const apart = keys.filter(({ same }) => same === undefined);
  const columns = [
    ...apart.map((key) => sql`${valueOf(key)} as ${sql.ref(key.name)}`),
    ...keys.flatMap((key) => (key.same === undefined ? [] : [sql`${key.same(valueOf(key))} as ${sql.ref(key.name)}`])),
    ...added,
  ];
  const facts = isPlain ? rows : sql`from (${each ?? eachOnce(source, question, groupings, only)}) f`;
  return sql`
    select ${sql.join([
      ...groupings.map(({ name, type }) => sql`${valueOrNone(sql`s.${sql.ref(name)}`, type)} as ${sql.ref(name)}`),
      sql`s.account_id, s.before, ${sql.lit(source.isDated)}::boolean as dated`,
      ...names.map((name) => sql`s.${name}::float8 as ${name}`),
    ])}
    from (
      select ${sql.join(columns)} ${facts} group by ${places(apart.length)} ${source.isLeft === undefined ? NOTHING : sql`having ${source.isLeft}`}
    ) s`;
}
