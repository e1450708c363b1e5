import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { entityEvents } from '#contracts/endpoints/ad-entity-details.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { Database } from '#server/database/schema.ts';
import { MAX_COUNT, parseCursor, toPage } from '../../keyset-page.ts';
import type { Language } from '../../messages.ts';
import type { Caller } from '../../work-context.ts';
import { countEvents } from './ad-logs.query.ts';
import {
  afterPosition,
  concernsEntity,
  EVENT_COLUMNS,
  EVENT_SOURCES,
  type EventRecord,
  eventVisible,
  NEWEST_FIRST,
  toEventRow,
} from './events.query.ts';

/** The events of one object, newest first. The caller must have checked that the object is visible. */
export async function loadEntityEvents(
  { db, caller, language }: { db: Kysely<Database>; caller: Caller; language: Language },
  { level, id, event, below, cursor, page_size: limit = 50 }: RequestOf<typeof entityEvents>,
): Promise<ReplyOf<typeof entityEvents>> {
  const where: RawBuilder<boolean> = sql<boolean>`${concernsEntity(level, id, below === true)} and ${eventVisible(caller)}
    ${event === undefined ? sql`` : sql`and v.event = any(${[...event]}::text[])`}`;
  const position = parseCursor(cursor);
  const [counted, found] = await Promise.all([
    countEvents(db, where, MAX_COUNT + 1),
    sql<EventRecord>`select ${EVENT_COLUMNS} from ${EVENT_SOURCES}
      where ${sql.join([where, ...afterPosition(position)], sql` and `)} ${NEWEST_FIRST} limit ${limit + 1}`.execute(db),
  ]);
  return toPage(found.rows, { limit, counted, shape: (row) => toEventRow(row, language) });
}
