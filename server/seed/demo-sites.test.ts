import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ seed: 'demo' });
});
afterAll(async () => await database.close());

const count = async (what: ReturnType<typeof sql<{ n: number }>>) => (await what.execute(database.db)).rows[0]?.n;

it('the demo company has its ten homepages, twelve pixels, six sites and thirty landing pages', async () => {
  expect(
    await Promise.all([
      count(sql`select count(*) as n from homepage`),
      count(sql`select count(*) as n from pixel`),
      count(sql`select count(*) as n from site`),
      count(sql`select count(*) as n from landing_page`),
    ]),
  ).toEqual([10, 12, 6, 30]);
});

it('they include the special cases: a page at 246 of 250 ads, a pixel that never fired, an unverified site, a page without ADVERTISE', async () => {
  expect(await count(sql`select count(*) as n from homepage where ads_active = 246 and ad_limit = 250`)).toBe(1);
  expect(await count(sql`select count(*) as n from pixel where last_fired_at is null`)).toBe(1);
  expect(await count(sql`select count(*) as n from site where verify_state = 'pending'`)).toBe(1);
  expect(await count(sql`select count(*) as n from site where kind = 'shop' and biz = 'ec'`)).toBe(1);
  expect(await count(sql`select count(*) as n from homepage where not 'ADVERTISE' = any(tasks)`)).toBe(1);
});

it('product pages are on the site of their product, and drafts and offline pages exist', async () => {
  const astray = sql<{
    n: number;
  }>`select count(*) as n from landing_page l join product p on p.id = l.product_id where p.site_id <> l.site_id`;
  expect(await count(astray)).toBe(0);
  const statuses = await sql<{ status: string }>`select distinct status from landing_page order by status`.execute(database.db);
  expect(statuses.rows.map(({ status }) => status)).toEqual(['draft', 'offline', 'online']);
});
