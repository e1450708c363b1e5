import type { Kysely } from 'kysely';
import type { Cursor } from '#server/channel/site-feed.ts';
import type { Database } from '#server/database/schema.ts';

/** Rows processed at once. */
const ROWS_PER_BATCH = 500;

type FeedName = 'orders' | 'visits' | 'pixel_events' | 'dramas' | 'products';

export async function loadCursor(db: Kysely<Database>, feed: FeedName): Promise<Cursor> {
  const row = await db.selectFrom('feed_cursor').select('cursor').where('feed', '=', feed).executeTakeFirst();
  return row?.cursor ?? null;
}

export async function saveCursor(db: Kysely<Database>, feed: FeedName, cursor: string, now: Date): Promise<void> {
  await db
    .insertInto('feed_cursor')
    .values({ feed, cursor, updated_at: now })
    .onConflict((conflict) => conflict.column('feed').doUpdateSet({ cursor, updated_at: now }))
    .execute();
}

/**
 * Reads a feed from where the last run ended. The cursor is saved only after the rows before it were processed, so that after a crash
 * some rows are processed twice and none is lost.
 */
export async function readFeed<Row extends { cursor: string }>(
  db: Kysely<Database>,
  feed: FeedName,
  {
    read,
    take: process,
    now,
    signal,
  }: { read: (since: Cursor) => AsyncIterable<Row>; take: (rows: Row[]) => Promise<void>; now: Date; signal: AbortSignal },
): Promise<number> {
  let [rows, count]: [Row[], number] = [[], 0];
  const processRows = async () => {
    const last = rows.at(-1);
    if (last === undefined) return;
    signal.throwIfAborted();
    await process(rows);
    await saveCursor(db, feed, last.cursor, now);
    count += rows.length;
    rows = [];
  };
  for await (const row of read(await loadCursor(db, feed))) {
    rows.push(row);
    if (rows.length === ROWS_PER_BATCH) await processRows();
  }
  await processRows();
  return count;
}
