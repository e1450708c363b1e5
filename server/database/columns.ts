import type { ColumnType, Generated } from 'kysely';

/** Identity columns are bigint; they come back as numbers (see connect.ts). */
export type Id = Generated<number>;
/** Written once, by the caller's clock. */
export type Instant = ColumnType<Date, Date, Date>;
export type Json = ColumnType<unknown, string | null, string | null>;
export type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;
/** Filled by the writer; a default exists in the table. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface Kept {
  id: Id;
  created_at: Instant;
  updated_at: Instant;
}
