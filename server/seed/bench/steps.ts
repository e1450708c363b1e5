import { type RawBuilder, sql } from 'kysely';
import type { BenchSizes } from './sizes.ts';

export interface BenchSetting {
  sizes: BenchSizes;
  /** The last day of the history. */
  asOf: Date;
  /** Password hash of all users. */
  pwdHash: string;
}

/** A part of the set with the statements that create it. */
export interface BenchStep {
  name: string;
  statements: readonly RawBuilder<unknown>[];
}

/** SQL: rows `n` from 1 to `count`. */
export const rows = (count: number) => sql`generate_series(1, ${sql.lit(count)}::bigint) as n`;

/** SQL: pseudo-random number of `n` in [0, 1), and a whole number from 0 below `of`. `about` selects the sequence. */
export const chance = (n: RawBuilder<unknown> | string, about: number) =>
  sql<number>`pg_temp.chance(${typeof n === 'string' ? sql.raw(n) : n}, ${sql.lit(about)})`;
export const pickInt = (n: RawBuilder<unknown> | string, about: number, of: number) =>
  sql<number>`floor(${chance(n, about)} * ${sql.lit(of)})::int`;

/** SQL: materials and landing pages with this id are of e-commerce, all others of short dramas. */
export const isShopId = (id: RawBuilder<unknown>) => sql<boolean>`(${id} % 4 = 3)`;

/** SQL: the id of one of `of` materials or landing pages of a business line, chosen like by `pickInt`. */
export const pickOfLine = (biz: RawBuilder<unknown>, n: RawBuilder<unknown> | string, about: number, of: number) => {
  const drawn = pickInt(n, about, of - 3);
  return sql<number>`(4 * (${drawn} / 4) + case when ${biz} = 'ec' then 3 else (array[1, 2, 4])[1 + ${drawn} % 3] end)`;
};

/** SQL: continues the identity column after the inserted ids. */
export const resetSequence = (table: string) =>
  sql`select setval(pg_get_serial_sequence(${sql.lit(table)}, 'id'), (select coalesce(max(id), 1) from ${sql.table(table)}))`;

/** Creates the SQL function behind `chance`, which depends on its arguments only. */
export const sqlFunctions: readonly RawBuilder<unknown>[] = [
  sql`create function pg_temp.chance(n bigint, about int) returns float8 language sql immutable parallel safe
    return (hashint8extended(n, about) & 9007199254740991)::float8 / 9007199254740992.0`,
];
