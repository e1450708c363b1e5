import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { entityEvents } from '#contracts/endpoints/ad-entity-details.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { Database } from '#server/database/schema.ts';
import type { Language } from '../../messages.ts';
import type { Caller } from '../../work-context.ts';
import { countEvents } from './ad-logs.query.ts';
import {
  after,
  EVENT_COLUMNS,
  EVENT_SOURCES,
  eventAsRow,
  eventVisible,
  type FoundEvent,
  happenedTo,
  NEWEST_FIRST,
} from './events.query.ts';
import { COUNT_MAX, portionOf, startOf } from './keyset-page.ts';

/** What happened to one object, newest first; that the object is seen was asked before. */
export async function eventsOf(
  { db, caller, language }: { db: Kysely<Database>; caller: Caller; language: Language },
  { level, id, event, below, cursor, page_size: limit = 50 }: RequestOf<typeof entityEvents>,
): Promise<ReplyOf<typeof entityEvents>> {
  const where: RawBuilder<boolean> = sql<boolean>`${happenedTo(level, id, below === true)} and ${eventVisible(caller)}
    ${event === undefined ? sql`` : sql`and v.event = any(${[...event]}::text[])`}`;
  const position = startOf(cursor);
  const [counted, found] = await Promise.all([
    countEvents(db, where, COUNT_MAX + 1),
    sql<FoundEvent>`select ${EVENT_COLUMNS} from ${EVENT_SOURCES}
      where ${sql.join([where, ...after(position)], sql` and `)} ${NEWEST_FIRST} limit ${limit + 1}`.execute(db),
  ]);
  return portionOf(found.rows, { limit, counted, shape: (row) => eventAsRow(row, language) });
}
