import { asSearch, date, type FiltersOf, PAGE_SIZES, type PageSize, positive, type QueryDefinition, type Sort } from './list-query.ts';

/** What a report may be asked: over which days, by what, compared with what, narrowed to what, in which order. */
export interface ReportQuery<Filters> {
  /** YYYY-MM-DD, both included; undefined leaves the days to the page's default. */
  dateFrom: string | undefined;
  dateTo: string | undefined;
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

/** Dimensions a report nests at most. */
export const MOST_GROUPS = 3;

export interface ReportQueryDefinition<Filters> extends Pick<QueryDefinition<Filters>, 'replaceIn'> {
  read(search: string): ReportQuery<Filters>;
  write(query: ReportQuery<Filters>): string;
  /** Known, each once, at most three, at least the default. */
  groupsOf(wished: readonly string[]): string[];
}

// `never` as the written value: a record may hold fields of different values, and each is only given its own.
type AnyField = { read(text: string): unknown; write(value: never): string };

const OWN = ['date_from', 'date_to', 'group_by', 'compare', 'sort', 'page', 'page_size', 'preset'];

/** The one definition of a report's address. Everything in it is optional, and junk is dropped. */
export function defineReportQuery<Fields extends Record<string, AnyField>>({
  fields,
  groups,
  defaultGroups,
  metrics,
  presets = [],
  pageSize = 50,
}: {
  fields: Fields;
  /** Dimensions it can be grouped by. */
  groups: readonly string[];
  defaultGroups: readonly [string, ...string[]];
  /** What it can be sorted by, besides its dimensions. */
  metrics: readonly string[];
  presets?: readonly string[];
  pageSize?: PageSize;
}): ReportQueryDefinition<FiltersOf<Fields>> {
  const own = [...Object.keys(fields), ...OWN];
  const groupsOf = (wished: readonly string[]) => {
    const known = [...new Set(wished)].filter((key) => groups.includes(key)).slice(0, MOST_GROUPS);
    return known.length > 0 ? known : [...defaultGroups];
  };
  const usual = defaultGroups.join(',');
  return {
    groupsOf,
    replaceIn(search, part) {
      const whole = new URLSearchParams(search);
      for (const name of own) whole.delete(name);
      for (const [name, value] of new URLSearchParams(part)) whole.set(name, value);
      return asSearch(whole);
    },
    read(search) {
      const given = new URLSearchParams(search);
      const at = (name: string) => given.get(name) ?? '';
      const filters: Record<string, unknown> = {};
      for (const [name, field] of Object.entries(fields)) {
        const value = field.read(at(name));
        if (value !== undefined) filters[name] = value;
      }
      const from = date.read(at('date_from'));
      const to = date.read(at('date_to'));
      // Half a period, or one that ends before it begins, is none.
      const isPeriod = from !== undefined && to !== undefined && from <= to;
      const groupBy = groupsOf(at('group_by').split(','));
      const [field = '', order] = at('sort').split('.');
      return {
        dateFrom: isPeriod ? from : undefined,
        dateTo: isPeriod ? to : undefined,
        groupBy,
        compare: at('compare') === 'prev',
        filters: filters as FiltersOf<Fields>,
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
      if (query.groupBy.join(',') !== usual) out.set('group_by', query.groupBy.join(','));
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
