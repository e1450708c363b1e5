import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

describe('a test database', () => {
  let one: TestDatabase;
  let other: TestDatabase;
  beforeAll(async () => {
    [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
  });

  it('is migrated', async () => {
    const roots = await one.db.selectFrom('sys_department').select('id').where('parent_id', 'is', null).execute();
    expect(roots).toHaveLength(1);
  });

  it('shares nothing with the next one', async () => {
    await one.db.insertInto('setting').values({ key: 'ONLY_HERE', value: '1' }).execute();
    const seen = (db: TestDatabase) => db.db.selectFrom('setting').select('key').where('key', '=', 'ONLY_HERE').execute();
    expect(await seen(one)).toHaveLength(1);
    expect(await seen(other)).toHaveLength(0);
  });

  it('is PostgreSQL 15 or newer, in UTF-8', async () => {
    const { rows } = await sql<{ version: number; encoding: string }>`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`.execute(one.db);
    expect(rows[0]?.version).toBeGreaterThanOrEqual(150_000);
    expect(rows[0]?.encoding).toBe('UTF8');
  });
});
