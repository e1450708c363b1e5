import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: 'demo' });
});
afterAll(async () => await server.close());

/** Columns that a refresh always writes; page tokens are sealed again. */
const MARKS = new Set(['version', 'updated_at', 'last_sync_at', 'sync_error', 'page_token_enc']);

/** State of all imported assets. */
async function said() {
  const { db } = server;
  const accounts = await db.selectFrom('ad_account').selectAll().orderBy('id').execute();
  const pages = await db.selectFrom('homepage').selectAll().orderBy('id').execute();
  const pixels = await db.selectFrom('pixel').selectAll().orderBy('id').execute();
  const shown = (row: object) => Object.fromEntries(Object.entries(row).filter(([column]) => !MARKS.has(column)));
  return { accounts: accounts.map(shown), pages: pages.map(shown), pixels: pixels.map(shown) };
}

/** Refreshing persons refreshes all their assets. */
const calls = [
  ['self', '/auth-personages/sync'],
  ['host', '/operation-auths/sync'],
] as const;

describe('the demo company and the simulated channel', () => {
  it('agree on everything, so that a refresh changes nothing', async () => {
    const before = await said();
    for (const [usage, path] of calls) {
      const persons = await server.db
        .selectFrom('personal_account')
        .select('id')
        .where('usage', '=', usage)
        .where('status', 'in', ['active', 'expiring'])
        .execute();
      const { data } = await server.as('admin', path, { ids: persons.map(({ id }) => id) });
      expect(data.ok).toBeGreaterThan(persons.length);
      expect(data).toMatchObject({ status: 'succeeded', ok: data.total });
    }
    expect(await said()).toEqual(before);
  });
});
