import type { SortableFields } from '#contracts/reports/report.ts';
import {
  date,
  type FiltersOf,
  PAGE_SIZES,
  type PageSize,
  type QueryDefinition,
  readPositiveInteger,
  type Sort,
  toSearch,
} from '../list/list-query.ts';

/** The order of a report's rows. `of`: the dimensions whose rows it sorts; absent where it sorts all. */
export interface ReportSort extends Sort {
  of?: readonly string[];
}

/** The query of a report: its days, dimensions, comparison, filters and order. */
export interface ReportQuery<Filters> {
  /** YYYY-MM-DD, both included; undefined leaves the days to the page's default. */
  dateFrom: string | undefined;
  dateTo: string | undefined;
  /** The current day of each account instead of these days. */
  accountToday?: true | undefined;
  /** Only these days of the period: the table is narrowed to the days chosen in the chart, which still shows them all. */
  only?: Days | undefined;
  /** One to three dimensions, outermost first. */
  groupBy: string[];
  /** Whether the previous period of equal length is shown beside this one. */
  compare: boolean;
  filters: Filters;
  sort: ReportSort | undefined;
  /** From 1. */
  page: number;
  pageSize: PageSize;
  /** Named set of metric columns; undefined is the page's default. */
  preset: string | undefined;
}

/** What is loaded for a report: its query, and the metrics of its rows; absent for all of them. */
export interface ReportRequest<Filters> extends ReportQuery<Filters> {
  metrics?: readonly string[] | undefined;
}

/** Calendar dates, YYYY-MM-DD, both included. */
export interface Days {
  from: string;
  to: string;
}

/** Most dimensions that a report nests. */
export const MAX_GROUPS = 3;

export interface ReportQueryDefinition<Filters> extends Pick<QueryDefinition<Filters>, 'replaceIn' | 'isBare'> {
  read(search: string): ReportQuery<Filters>;
  write(query: ReportQuery<Filters>): string;
  /** The known dimensions, distinct, at most three; the default if none remains. */
  groupsOf(requested: readonly string[]): string[];
  /** The metrics of the report among these keys of columns, in the order of the report. */
  metricsOf(keys: readonly string[]): string[];
}

// `never` as the written value: a record may hold fields of different values, and each is only given its own.
export type AnyField = { read(text: string): unknown; write(value: never): string };

const OWN_KEYS = ['date_from', 'date_to', 'date_mode', 'only', 'compare', 'sort', 'page', 'page_size', 'preset'];

/**
 * The days in an address: a period, the current day of each account, or none. Half a period or one that ends before it begins counts as
 * none.
 */
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

const DAY_KEYS = ['date_from', 'date_to', 'date_mode', 'only'];

interface ViewPart {
  /** Keys that belong to no view and keep their values when one is applied. */
  besides?: readonly string[];
  /** Keys that the page sets when it is opened: an address with nothing else still opens the default view. */
  preset?: readonly string[];
}

/** The part of a report's address that a saved view contains. The days move on, and keep their values when a view is applied. */
export function viewPartOf<Filters>(
  whole: ReportQueryDefinition<Filters>,
  { besides = [], preset = [] }: ViewPart = {},
): ReportQueryDefinition<Filters> {
  const kept = [...DAY_KEYS, ...besides];
  const without = (search: string, names: readonly string[] = kept) => {
    const left = new URLSearchParams(search);
    for (const name of names) left.delete(name);
    return toSearch(left);
  };
  return {
    groupsOf: whole.groupsOf,
    metricsOf: whole.metricsOf,
    read: (search) => whole.read(without(search)),
    write: (query) => without(whole.write(query)),
    isBare: (search) => whole.isBare(without(search, [...kept, ...preset])),
    replaceIn(search, part) {
      const given = new URLSearchParams(search);
      const next = new URLSearchParams(whole.replaceIn(search, without(part)));
      for (const name of kept) {
        const value = given.get(name);
        if (value !== null) next.set(name, value);
      }
      return toSearch(next);
    },
  };
}

/** Defines the address of a report. Everything in it is optional, and junk is dropped. */
export function defineReportQuery<Fields extends Record<string, AnyField>>({
  fields,
  groups,
  defaultGroups,
  metrics,
  sortable = {},
  presets = [],
  pageSize = 50,
  named,
}: {
  fields: Fields;
  /** Dimensions the report can be grouped by. */
  groups: readonly string[];
  defaultGroups: readonly [string, ...string[]];
  /** All its metrics. It can be sorted by them, besides its dimensions. */
  metrics: readonly string[];
  /** Fields of dimensions it can also be sorted by, while it is grouped by one of them. */
  sortable?: SortableFields;
  presets?: readonly string[];
  pageSize?: PageSize;
  /** For a report with only a few meaningful groupings: each has a name, which the address holds under this key. */
  named?: { key: string; groupings: Readonly<Record<string, readonly [string, ...string[]]>> };
}): ReportQueryDefinition<FiltersOf<Fields>> {
  const groupKey = named?.key ?? 'group_by';
  const own = [...Object.keys(fields), ...OWN_KEYS, groupKey];
  const groupingAt = (requested: readonly string[]) =>
    Object.entries(named?.groupings ?? {}).find(([, grouping]) => grouping.join(',') === requested.join(','));
  const groupsOf = (requested: readonly string[]) => {
    if (named) return [...(groupingAt(requested)?.[1] ?? defaultGroups)];
    const known = [...new Set(requested)].filter((key) => groups.includes(key)).slice(0, MAX_GROUPS);
    return known.length > 0 ? known : [...defaultGroups];
  };
  const defaultGrouping = defaultGroups.join(',');
  const readSort = (raw: string, groupBy: readonly string[]): ReportSort | undefined => {
    const [field = '', written] = raw.split('.');
    const order = written === 'asc' ? 'asc' : 'desc';
    if (metrics.includes(field) || groupBy.includes(field)) return { field, order };
    const of = Object.hasOwn(sortable, field) ? (sortable[field] ?? []) : [];
    return of.some((dimension) => groupBy.includes(dimension)) ? { field, order, of } : undefined;
  };
  return {
    groupsOf,
    metricsOf: (keys) => metrics.filter((key) => keys.includes(key)),
    isBare(search) {
      const whole = new URLSearchParams(search);
      return !own.some((name) => whole.has(name));
    },
    replaceIn(search, part) {
      const whole = new URLSearchParams(search);
      for (const name of own) whole.delete(name);
      for (const [name, value] of new URLSearchParams(part)) whole.set(name, value);
      return toSearch(whole);
    },
    read(search) {
      const given = new URLSearchParams(search);
      const at = (name: string) => given.get(name) ?? '';
      const days = readDays(given);
      const groupBy = groupsOf(named ? (named.groupings[at(groupKey)] ?? []) : at(groupKey).split(','));
      return {
        ...days,
        // A single current day cannot be narrowed further.
        only: days.accountToday ? undefined : readOnly(given.get('only')),
        groupBy,
        compare: at('compare') === 'prev',
        filters: readFilters(fields, given),
        sort: readSort(at('sort'), groupBy),
        page: readPositiveInteger(given.get('page')) ?? 1,
        pageSize: PAGE_SIZES.find((size) => size === readPositiveInteger(given.get('page_size'))) ?? pageSize,
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
      if (grouping !== defaultGrouping) out.set(groupKey, named ? (groupingAt(query.groupBy)?.[0] ?? '') : grouping);
      if (query.compare) out.set('compare', 'prev');
      for (const [name, field] of Object.entries(fields)) {
        const value = query.filters[name];
        if (value !== undefined) out.set(name, field.write(value as never));
      }
      if (query.sort) out.set('sort', `${query.sort.field}.${query.sort.order}`);
      if (query.page !== 1) out.set('page', String(query.page));
      if (query.pageSize !== pageSize) out.set('page_size', String(query.pageSize));
      if (query.preset !== undefined) out.set('preset', query.preset);
      return toSearch(out);
    },
  };
}
