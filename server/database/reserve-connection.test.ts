import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { reserveConnection } from './reserve-connection.ts';

it('keeps the settings of its session for itself, and closes with the pool once it is given back', async () => {
  const { db, close } = await createTestDatabase();
  const zoneOf = async (one: typeof db) => (await sql<{ TimeZone: string }>`show timezone`.execute(one)).rows[0]?.TimeZone;
  const usual = await zoneOf(db);
  const reserved = await reserveConnection(db);
  await sql`set timezone = 'Asia/Tokyo'`.execute(reserved.db);
  expect([await zoneOf(reserved.db), await zoneOf(db), await zoneOf(reserved.db)]).toEqual(['Asia/Tokyo', usual, 'Asia/Tokyo']);
  expect(usual).not.toBe('Asia/Tokyo');
  reserved.release();
  await close();
});
