import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;

/** Runs the work in the caller's transaction, or in a new one when there is none. */
export const inTransaction = <T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);
