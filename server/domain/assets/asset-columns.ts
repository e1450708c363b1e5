import { type RawBuilder, sql } from 'kysely';

/** SQL: `{id, label}` of a joined row; null when it is missing. */
export const idAndLabel = (id: RawBuilder<unknown>, label: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${id} is null then null else jsonb_build_object('id', ${id}, 'label', ${label}) end`;

/** SQL: the requested sort keys, followed by a key that orders equal rows. */
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

/** SQL condition: all of the given conditions hold. */
export const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join([...conditions], sql` and `)}`;
