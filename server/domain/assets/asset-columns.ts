import { type RawBuilder, sql } from 'kysely';

/** SQL: `{id, label}` of a row that may be missing. */
export const refOf = (id: RawBuilder<unknown>, label: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${id} is null then null else jsonb_build_object('id', ${id}, 'label', ${label}) end`;

/** SQL: sort keys as they were asked for, and an order of equal rows. */
export function orderBy<Field extends string>(
  sort: readonly { field: Field; order: 'asc' | 'desc' }[] | undefined,
  sortable: Readonly<Record<Field, RawBuilder<unknown>>>,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const parts = (sort ?? []).map(
    ({ field, order }) => sql`${sortable[field]} ${order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}`,
  );
  return sql.join([...parts, last]);
}

/** SQL: all of the conditions. */
export const every = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join([...conditions], sql` and `)}`;
