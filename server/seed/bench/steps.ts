import { type RawBuilder, sql } from 'kysely';
import type { BenchSizes } from './sizes.ts';

export interface BenchSetting {
  sizes: BenchSizes;
  /** The last day of the history. */
  asOf: Date;
  /** Of everybody's password. */
  pwdHash: string;
}

/** Something that is filled in by one statement after another. */
export interface BenchStep {
  name: string;
  statements: readonly RawBuilder<unknown>[];
}

/** Rows from 1 on, as `n`. */
export const rows = (count: number) => sql`generate_series(1, ${sql.lit(count)}::bigint) as n`;

/** Chance of the n-th of something, in [0, 1); and one of so many, from 0. */
export const u = (n: RawBuilder<unknown> | string, about: number) =>
  sql<number>`pg_temp.chance(${typeof n === 'string' ? sql.raw(n) : n}, ${sql.lit(about)})`;
export const one = (n: RawBuilder<unknown> | string, about: number, of: number) => sql<number>`floor(${u(n, about)} * ${sql.lit(of)})::int`;

/** Identities go on after what was filled in. */
export const settle = (table: string) =>
  sql`select setval(pg_get_serial_sequence(${sql.lit(table)}, 'id'), (select coalesce(max(id), 1) from ${sql.table(table)}))`;

/** The chance of a number: the same for the same, whatever else is made. */
export const functions: readonly RawBuilder<unknown>[] = [
  sql`create function pg_temp.chance(n bigint, about int) returns float8 language sql immutable parallel safe
    return (hashint8extended(n, about) & 9007199254740991)::float8 / 9007199254740992.0`,
];
