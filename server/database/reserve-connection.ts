import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

export interface ReservedConnection {
  /** Every statement goes over the same connection, so settings of the session last. */
  db: Kysely<Database>;
  /** Gives it back. The pool waits for this before it closes. */
  release(): void;
}

/** Takes a connection out of the pool. */
export const reserveConnection = (pool: Kysely<Database>): Promise<ReservedConnection> =>
  new Promise((resolve, reject) => {
    pool
      .connection()
      .execute((db) => new Promise<void>((release) => resolve({ db, release })))
      .catch(reject);
  });
