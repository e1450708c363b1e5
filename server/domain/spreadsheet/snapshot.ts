import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Rows fetched at once: few enough to be written without blocking other requests. */
export const ROWS_PER_PORTION = 500;

/** A consistent view of the database at one instant. It holds a connection until it is closed. */
export interface Snapshot {
  /** Runs a query against the snapshot. */
  query<T>(question: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** Rows of a query in portions; the next portion is fetched only when needed. */
  portions<Row>(selection: RawBuilder<Row>): AsyncGenerator<Row[]>;
  /** Cancels a running query and closes the snapshot. It may be called repeatedly. */
  close(): Promise<void>;
}

/** When the signal aborts, the database cancels the running query, and no further one starts. */
export async function openSnapshot(db: Kysely<Database>, signal: AbortSignal): Promise<Snapshot> {
  signal.throwIfAborted();
  const transaction = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  let pid = 0;
  let runningQueries = 0;
  let cursors = 0;
  let stopping: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  async function query<T>(question: (snapshot: Kysely<Database>) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    runningQueries += 1;
    try {
      return await question(transaction);
    } finally {
      runningQueries -= 1;
    }
  }
  const stop = () => {
    if (runningQueries > 0 && pid > 0) stopping = sql`select pg_cancel_backend(${pid}::int)`.execute(db).catch(() => undefined);
  };
  async function end(): Promise<void> {
    signal.removeEventListener('abort', stop);
    stop();
    // The connection is returned only when no cancel request can reach it any more.
    await stopping;
    await transaction.rollback().execute();
  }
  const close = () => {
    closing ??= end();
    return closing;
  };

  signal.addEventListener('abort', stop, { once: true });
  try {
    const found = await query((asked) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(asked));
    pid = found.rows[0]?.pid ?? 0;
  } catch (error) {
    await close();
    throw error;
  }

  return {
    query,
    async *portions<Row>(selection: RawBuilder<Row>) {
      cursors += 1;
      const name = sql.id(`rows_${cursors}`);
      await query((asked) => sql`declare ${name} no scroll cursor for ${selection}`.execute(asked));
      const fetch = sql<Row>`fetch forward ${sql.raw(String(ROWS_PER_PORTION))} from ${name}`;
      for (;;) {
        const { rows } = await query((asked) => fetch.execute(asked));
        if (rows.length > 0) yield rows;
        if (rows.length < ROWS_PER_PORTION) return;
      }
    },
    close,
  };
}
