import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Rows fetched at once: few enough to be written without holding up other requests. */
export const PORTION = 500;

/** A look at the database as it is at one moment, however long it takes. It holds a connection until it is closed. */
export interface Snapshot {
  /** Asks something about that moment. */
  ask<T>(question: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** The rows of a query in its order, in portions; the next is fetched only when it is wanted. */
  portions<Row>(query: RawBuilder<Row>): AsyncGenerator<Row[]>;
  /** A query under way is ended first. It can be called more than once. */
  close(): Promise<void>;
}

/** When the signal is aborted, the query under way is ended by the database itself, and no other is asked. */
export async function openSnapshot(db: Kysely<Database>, signal: AbortSignal): Promise<Snapshot> {
  signal.throwIfAborted();
  const transaction = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  let pid = 0;
  let underWay = 0;
  let cursors = 0;
  let stopping: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  async function ask<T>(question: (asked: Kysely<Database>) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    underWay += 1;
    try {
      return await question(transaction);
    } finally {
      underWay -= 1;
    }
  }
  const stop = () => {
    if (underWay > 0 && pid > 0) stopping = sql`select pg_cancel_backend(${pid}::int)`.execute(db).catch(() => undefined);
  };
  async function end(): Promise<void> {
    signal.removeEventListener('abort', stop);
    stop();
    // The connection is given back only when no order to stop can reach it any more.
    await stopping;
    await transaction.rollback().execute();
  }
  const close = () => {
    closing ??= end();
    return closing;
  };

  signal.addEventListener('abort', stop, { once: true });
  try {
    const found = await ask((asked) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(asked));
    pid = found.rows[0]?.pid ?? 0;
  } catch (error) {
    await close();
    throw error;
  }

  return {
    ask,
    async *portions<Row>(query: RawBuilder<Row>) {
      cursors += 1;
      const name = sql.id(`rows_${cursors}`);
      await ask((asked) => sql`declare ${name} no scroll cursor for ${query}`.execute(asked));
      const fetch = sql<Row>`fetch forward ${sql.raw(String(PORTION))} from ${name}`;
      for (;;) {
        const { rows } = await ask((asked) => fetch.execute(asked));
        if (rows.length > 0) yield rows;
        if (rows.length < PORTION) return;
      }
    },
    close,
  };
}
