import {
  asSearch,
  date,
  type FiltersOf,
  PAGE_SIZES,
  type PageSize,
  positive,
  type QueryDefinition,
  type Sort,
} from '../list/list-query.ts';

/** What a report may be asked: over which days, by what, compared with what, narrowed to what, in which order. */
export interface ReportQuery<Filters> {
  /** YYYY-MM-DD, both included; undefined leaves the days to the page's default. */
  dateFrom: string | undefined;
  dateTo: string | undefined;
  /** The current day of each account instead of these days. */
  accountToday?: true | undefined;
  /** Of these days only some: the table is narrowed to what was pointed at in the chart, which still shows them all. */
  only?: Days | undefined;
  /** One to three dimensions, the outermost first. */
  groupBy: string[];
  /** Beside the period of equal length before. */
  compare: boolean;
  filters: Filters;
  sort: Sort | undefined;
  /** From 1. */
  page: number;
  pageSize: PageSize;
  /** Named set of metric columns; undefined is the page's own. */
  preset: string | undefined;
}

/** Calendar dates, YYYY-MM-DD, both included. */
export interface Days {
  from: string;
  to: string;
}

/** Dimensions a report nests at most. */
export const MOST_GROUPS = 3;

export interface ReportQueryDefinition<Filters> extends Pick<QueryDefinition<Filters>, 'replaceIn' | 'isBare'> {
  read(search: string): ReportQuery<Filters>;
  write(query: ReportQuery<Filters>): string;
  /** Known, each once, at most three, at least the default. */
  groupsOf(wished: readonly string[]): string[];
}

// `never` as the written value: a record may hold fields of different values, and each is only given its own.
export type AnyField = { read(text: string): unknown; write(value: never): string };

const OWN = ['date_from', 'date_to', 'date_mode', 'only', 'compare', 'sort', 'page', 'page_size', 'preset'];

/** The days an address names: a period, the current day of each account, or none. Half a period, or one that ends before it begins, is none. */
export function readDays(given: URLSearchParams): {
  dateFrom: string | undefined;
  dateTo: string | undefined;
  accountToday: true | undefined;
} {
  if (given.get('date_mode') === 'account_today') return { dateFrom: undefined, dateTo: undefined, accountToday: true };
  const from = date.read(given.get('date_from') ?? '');
  const to = date.read(given.get('date_to') ?? '');
  const isPeriod = from !== undefined && to !== undefined && from <= to;
  return { dateFrom: isPeriod ? from : undefined, dateTo: isPeriod ? to : undefined, accountToday: undefined };
}

/** `2026-11-18`, or `2026-11-16~2026-11-22`. */
export function readOnly(raw: string | null): Days | undefined {
  const [from = '', to = from] = (raw ?? '').split('~');
  const [first, last] = [date.read(from), date.read(to)];
  return first !== undefined && last !== undefined && first <= last ? { from: first, to: last } : undefined;
}

export const writeOnly = ({ from, to }: Days): string => (from === to ? from : `${from}~${to}`);

export const readFilters = <Fields extends Record<string, AnyField>>(fields: Fields, given: URLSearchParams): FiltersOf<Fields> => {
  const filters: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = field.read(given.get(name) ?? '');
    if (value !== undefined) filters[name] = value;
  }
  return filters as FiltersOf<Fields>;
};

const DAYS = ['date_from', 'date_to', 'date_mode', 'only'];

/** What a saved view holds of a report's address: not its days, which go on, and nothing of `besides`. Both stay where they are. */
export function viewPartOf<Filters>(
  whole: ReportQueryDefinition<Filters>,
  besides: readonly string[] = [],
): ReportQueryDefinition<Filters> {
  const kept = [...DAYS, ...besides];
  const without = (search: string) => {
    const left = new URLSearchParams(search);
    for (const name of kept) left.delete(name);
    return asSearch(left);
  };
  return {
    groupsOf: whole.groupsOf,
    read: (search) => whole.read(without(search)),
    write: (query) => without(whole.write(query)),
    isBare: (search) => whole.isBare(without(search)),
    replaceIn(search, part) {
      const given = new URLSearchParams(search);
      const next = new URLSearchParams(whole.replaceIn(search, without(part)));
      for (const name of kept) {
        const value = given.get(name);
        if (value !== null) next.set(name, value);
      }
      return asSearch(next);
    },
  };
}

/** The one definition of a report's address. Everything in it is optional, and junk is dropped. */
export function defineReportQuery<Fields extends Record<string, AnyField>>({
  fields,
  groups,
  defaultGroups,
  metrics,
  presets = [],
  pageSize = 50,
  named,
}: {
  fields: Fields;
  /** Dimensions it can be grouped by. */
  groups: readonly string[];
  defaultGroups: readonly [string, ...string[]];
  /** What it can be sorted by, besides its dimensions. */
  metrics: readonly string[];
  presets?: readonly string[];
  pageSize?: PageSize;
  /** Where only a few groupings make sense they have names, which stand in the address under this key; the others are none. */
  named?: { key: string; groupings: Readonly<Record<string, readonly [string, ...string[]]>> };
}): ReportQueryDefinition<FiltersOf<Fields>> {
  const groupKey = named?.key ?? 'group_by';
  const own = [...Object.keys(fields), ...OWN, groupKey];
  const groupingAt = (wished: readonly string[]) =>
    Object.entries(named?.groupings ?? {}).find(([, grouping]) => grouping.join(',') === wished.join(','));
  const groupsOf = (wished: readonly string[]) => {
    if (named) return [...(groupingAt(wished)?.[1] ?? defaultGroups)];
    const known = [...new Set(wished)].filter((key) => groups.includes(key)).slice(0, MOST_GROUPS);
    return known.length > 0 ? known : [...defaultGroups];
  };
  const usual = defaultGroups.join(',');
  return {
    groupsOf,
    isBare(search) {
      const whole = new URLSearchParams(search);
      return !own.some((name) => whole.has(name));
    },
    replaceIn(search, part) {
      const whole = new URLSearchParams(search);
      for (const name of own) whole.delete(name);
      for (const [name, value] of new URLSearchParams(part)) whole.set(name, value);
      return asSearch(whole);
    },
    read(search) {
      const given = new URLSearchParams(search);
      const at = (name: string) => given.get(name) ?? '';
      const days = readDays(given);
      const groupBy = groupsOf(named ? (named.groupings[at(groupKey)] ?? []) : at(groupKey).split(','));
      const [field = '', order] = at('sort').split('.');
      return {
        ...days,
        // Of one current day there is no part.
        only: days.accountToday ? undefined : readOnly(given.get('only')),
        groupBy,
        compare: at('compare') === 'prev',
        filters: readFilters(fields, given),
        sort: metrics.includes(field) || groupBy.includes(field) ? { field, order: order === 'asc' ? 'asc' : 'desc' } : undefined,
        page: positive(given.get('page')) ?? 1,
        pageSize: PAGE_SIZES.find((size) => size === positive(given.get('page_size'))) ?? pageSize,
        preset: presets.find((key) => key === at('preset')),
      };
    },
    write(query) {
      const out = new URLSearchParams();
      if (query.dateFrom !== undefined && query.dateTo !== undefined) {
        out.set('date_from', query.dateFrom);
        out.set('date_to', query.dateTo);
      }
      if (query.accountToday) out.set('date_mode', 'account_today');
      if (query.only) out.set('only', writeOnly(query.only));
      const grouping = query.groupBy.join(',');
      if (grouping !== usual) out.set(groupKey, named ? (groupingAt(query.groupBy)?.[0] ?? '') : grouping);
      if (query.compare) out.set('compare', 'prev');
      for (const [name, field] of Object.entries(fields)) {
        const value = query.filters[name];
        if (value !== undefined) out.set(name, field.write(value as never));
      }
      if (query.sort) out.set('sort', `${query.sort.field}.${query.sort.order}`);
      if (query.page !== 1) out.set('page', String(query.page));
      if (query.pageSize !== pageSize) out.set('page_size', String(query.pageSize));
      if (query.preset !== undefined) out.set('preset', query.preset);
      return asSearch(out);
    },
  };
}
