import type { ColumnType, Generated } from 'kysely';

/** A bigint identity column, read as a number (see connect.ts). */
export type Id = Generated<number>;
/** A timestamp set by the writer's clock. */
export type Instant = ColumnType<Date, Date, Date>;
export type Json = ColumnType<unknown, string | null, string | null>;
export type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;
/** A column with a default in the table. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface BaseColumns {
  id: Id;
  created_at: Instant;
  updated_at: Instant;
}
