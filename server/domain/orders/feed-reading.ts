import type { Kysely } from 'kysely';
import type { Cursor } from '#server/channel/site-feed.ts';
import type { Database } from '#server/database/schema.ts';

/** Rows dealt with at once. */
const AT_ONCE = 500;

type FeedName = 'orders' | 'visits' | 'pixel_events';

export async function cursorOf(db: Kysely<Database>, feed: FeedName): Promise<Cursor> {
  const row = await db.selectFrom('feed_cursor').select('cursor').where('feed', '=', feed).executeTakeFirst();
  return row?.cursor ?? null;
}

export async function keepCursor(db: Kysely<Database>, feed: FeedName, cursor: string, now: Date): Promise<void> {
  await db
    .insertInto('feed_cursor')
    .values({ feed, cursor, updated_at: now })
    .onConflict((conflict) => conflict.column('feed').doUpdateSet({ cursor, updated_at: now }))
    .execute();
}

/**
 * Reads on where it ended last. Where it goes on is kept only after what came before was dealt with: whatever happens in between, some
 * rows are dealt with twice and none is left out.
 */
export async function readOn<Row extends { cursor: string }>(
  db: Kysely<Database>,
  feed: FeedName,
  {
    read,
    take,
    now,
    signal,
  }: { read: (since: Cursor) => AsyncIterable<Row>; take: (rows: Row[]) => Promise<void>; now: Date; signal: AbortSignal },
): Promise<number> {
  let [rows, count]: [Row[], number] = [[], 0];
  const deal = async () => {
    const last = rows.at(-1);
    if (last === undefined) return;
    signal.throwIfAborted();
    await take(rows);
    await keepCursor(db, feed, last.cursor, now);
    count += rows.length;
    rows = [];
  };
  for await (const row of read(await cursorOf(db, feed))) {
    rows.push(row);
    if (rows.length === AT_ONCE) await deal();
  }
  await deal();
  return count;
}
