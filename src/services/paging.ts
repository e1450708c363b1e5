interface Query<Filters> {
  filters: Filters;
  sort: { field: string; order: 'asc' | 'desc' } | undefined;
  page: number;
  pageSize: 20 | 50 | 100 | 200;
}

type Sorted<Field extends string> = { field: Field; order: 'asc' | 'desc' }[];

export type PageRequest<Field extends string, Filters> = Filters & {
  sort?: Sorted<Field>;
  page: number;
  page_size: 20 | 50 | 100 | 200;
};

/** Builds the request for one page of a list. The type of the query admits only fields that the list can sort by. */
export const pageRequest = <Field extends string, Filters>({
  filters,
  sort,
  page,
  pageSize,
}: Query<Filters>): PageRequest<Field, Filters> => ({
  ...filters,
  ...(sort ? { sort: [sort] as Sorted<Field> } : {}),
  page,
  page_size: pageSize,
});

export type ExportRequest<Field extends string, Filters> = Filters & {
  sort?: Sorted<Field>;
  columns: string[];
  locale: 'zh-cn' | 'en';
};

/** Builds the request for the whole list as a file with these columns. */
export const exportRequest = <Field extends string, Filters>(
  { filters, sort }: Pick<Query<Filters>, 'filters' | 'sort'>,
  columns: string[],
  locale: 'zh-cn' | 'en',
): ExportRequest<Field, Filters> => ({ ...filters, ...(sort ? { sort: [sort] as Sorted<Field> } : {}), columns, locale });

export interface KeysetReply<Row> {
  list: Row[];
  next_cursor: string | null;
  total: number;
  total_capped: boolean;
}

/** One page of a log with the property names of the console. */
export const logPage = <Row>({ list: rows, next_cursor, total, total_capped }: KeysetReply<Row>) => ({
  rows,
  nextCursor: next_cursor,
  total,
  totalCapped: total_capped,
});
