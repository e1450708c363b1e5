import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;

/** In one transaction: that of the caller, where there is one. */
export const inOne = <T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);
