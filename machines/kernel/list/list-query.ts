export interface Sort {
  field: string;
  order: 'asc' | 'desc';
}

/** Page sizes the API accepts. */
export const PAGE_SIZES = [20, 50, 100, 200] as const;

export type PageSize = (typeof PAGE_SIZES)[number];

export interface ListQuery<Filters> {
  filters: Filters;
  sort: Sort | undefined;
  /** From 1. */
  page: number;
  pageSize: PageSize;
}

/** One filter in the address. `read` returns undefined for text it does not understand, so junk is dropped. */
export interface Field<Value> {
  read(text: string): Value | undefined;
  write(value: Value): string;
}

/** Trimmed text of at most this many characters, trimmed again after it was cut. */
export const textUpTo = (length: number): Field<string> => ({
  read: (raw) => [...raw.trim()].slice(0, length).join('').trim() || undefined,
  write: (value) => value,
});

export const text: Field<string> = textUpTo(100);

export const oneOf = <const Value extends string>(...allowed: Value[]): Field<Value> => ({
  read: (raw) => allowed.find((value) => value === raw),
  write: (value) => value,
});

export const flag: Field<boolean> = { read: (raw) => [true, false].find((value) => String(value) === raw), write: String };

/** Most ids that one filter of an address may name. */
export const MAX_IDS = 100;

/** The id of a row. */
export const id: Field<number> = { read: (raw) => (/^[1-9]\d{0,14}$/.test(raw) ? Number(raw) : undefined), write: String };

/** Distinct ids of several rows, up to the limit of an address. */
export const ids: Field<number[]> = {
  read: (raw) => {
    const known = [...new Set(raw.split(',').flatMap((one) => id.read(one) ?? []))].slice(0, MAX_IDS);
    return known.length > 0 ? known : undefined;
  },
  write: (values) => values.join(','),
};

/** An existing calendar date, YYYY-MM-DD. */
export const date: Field<string> = {
  read: (raw) => {
    const parsed = /^\d{4}-\d{2}-\d{2}$/.test(raw) ? new Date(`${raw}T00:00:00Z`) : undefined;
    return parsed && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(raw) ? raw : undefined;
  },
  write: (value) => value,
};

export type FiltersOf<Fields> = { [K in keyof Fields]?: (Fields[K] extends Field<infer Value> ? Value : never) | undefined };

export interface QueryDefinition<Filters> {
  /** The address with this list's part replaced. Other parts (a tab, a drill id, a second list) stay as they are. */
  replaceIn(search: string, part: string): string;
  /** Whether the address says nothing about this list. */
  isBare(search: string): boolean;
  read(search: string): ListQuery<Filters>;
  write(query: ListQuery<Filters>): string;
}

// `never` as the written value: a record may hold fields of different values, and each is only given its own.
type AnyField = { read(text: string): unknown; write(value: never): string };

/** A whole number from 1 in plain digits. */
export const readPositiveInteger = (raw: string | null) => (raw && /^[1-9]\d{0,5}$/.test(raw) ? Number(raw) : undefined);

export const toSearch = (parameters: URLSearchParams) => {
  const written = parameters.toString();
  return written && `?${written}`;
};

/**
 * Defines the address of a list: which keys it has and in which order they are written. A second list of a page has a prefix, so that the
 * two do not share keys.
 */
export function defineListQuery<Fields extends Record<string, AnyField>>(
  fields: Fields,
  sortable: readonly string[],
  pageSize: PageSize = 20,
  prefix = '',
): QueryDefinition<FiltersOf<Fields>> {
  const keyOf = (name: string) => `${prefix}${name}`;
  const ownKeys = [...Object.keys(fields), 'sort', 'page', 'page_size'].map(keyOf);
  return {
    replaceIn(search, part) {
      const whole = new URLSearchParams(search);
      for (const name of ownKeys) whole.delete(name);
      for (const [name, value] of new URLSearchParams(part)) whole.set(name, value);
      return toSearch(whole);
    },
    isBare(search) {
      const whole = new URLSearchParams(search);
      return !ownKeys.some((name) => whole.has(name));
    },
    read(search) {
      const given = new URLSearchParams(search);
      const filters: Record<string, unknown> = {};
      for (const [name, field] of Object.entries(fields)) {
        const value = field.read(given.get(keyOf(name)) ?? '');
        if (value !== undefined) filters[name] = value;
      }
      const [field = '', order] = (given.get(keyOf('sort')) ?? '').split('.');
      return {
        filters: filters as FiltersOf<Fields>,
        sort: sortable.includes(field) ? { field, order: order === 'desc' ? 'desc' : 'asc' } : undefined,
        page: readPositiveInteger(given.get(keyOf('page'))) ?? 1,
        pageSize: PAGE_SIZES.find((size) => size === readPositiveInteger(given.get(keyOf('page_size')))) ?? pageSize,
      };
    },
    write(query) {
      const out = new URLSearchParams();
      for (const [name, field] of Object.entries(fields)) {
        const value = query.filters[name];
        if (value !== undefined) out.set(keyOf(name), field.write(value as never));
      }
      if (query.sort) out.set(keyOf('sort'), `${query.sort.field}.${query.sort.order}`);
      if (query.page !== 1) out.set(keyOf('page'), String(query.page));
      if (query.pageSize !== pageSize) out.set(keyOf('page_size'), String(query.pageSize));
      return toSearch(out);
    },
  };
}
