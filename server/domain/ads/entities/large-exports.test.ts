import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchFixtures } from '#tests/support/launches.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

const ADS = 6_000;

let server: TestApp;
const rows = launchFixtures(() => server);

beforeAll(async () => {
  server = await createTestApp({ config: { limits: { exportMaxRows: ADS } } });
  const { campaign, group, ad } = await rows.tree('opt_05', { ad: { name: 'many 00001' } });
  await sql`
    insert into ad overriding system value
    select (jsonb_populate_record(a, jsonb_build_object('id', nextval(pg_get_serial_sequence('ad', 'id')), 'platform_ad_id', '77' || n,
      'client_tag', gen_random_uuid(), 'name', 'many ' || lpad(n::text, 5, '0')))).*
    from ad a, generate_series(2, ${ADS}::int) n where a.id = ${ad}`.execute(server.db);
  await sql`
    insert into ad_event (at, level, campaign_id, ad_group_id, ad_id, ad_account_id, owner_user_id, event, actor_type)
    select '2026-11-10T02:00:00Z', 'ad', ${campaign}, ${group}, id, ad_account_id, owner_user_id, 'close', 'user' from ad`.execute(
    server.db,
  );
});
afterAll(async () => await server.close());

async function download(path: string, body: object) {
  const headers = { authorization: `Bearer ${await server.signIn('opt_05')}` };
  return await server.app.inject({ method: 'POST', url: `/api${path}`, headers, payload: { locale: 'en', ...body } });
}

const sorted = { level: 'ad', columns: ['name', 'status', 'spend'], sort: [{ field: 'name', order: 'asc' }] };

test(`exports ${ADS} ads as that many rows, in the order of the list`, async () => {
  const answer = await download('/ad-entities/export', sorted);
  expect(answer.headers['x-row-count']).toBe(String(ADS));
  const [data = []] = sheetsIn(answer.rawPayload);
  // The header row comes first, the totals last.
  expect(data).toHaveLength(ADS + 2);
  expect(data.slice(1, -1).map(([name]) => name)).toEqual(Array.from({ length: ADS }, (_, n) => `many ${String(n + 1).padStart(5, '0')}`));
});

test('counts and refuses one row more than the limit', async () => {
  const { ad_group_id } = await server.db.selectFrom('ad').select('ad_group_id').executeTakeFirstOrThrow();
  const ad = await rows.ad(ad_group_id);
  await sql`
    insert into ad_event (at, level, campaign_id, ad_group_id, ad_id, ad_account_id, owner_user_id, event, actor_type)
    select '2026-11-10T02:00:00Z', 'ad', campaign_id, ad_group_id, id, ad_account_id, owner_user_id, 'close', 'user' from ad where id = ${ad}`.execute(
    server.db,
  );
  const refused = { code: 413, data: { reason: 'EXPORT_TOO_LARGE', count: ADS + 1, max: ADS }, message: expect.stringContaining('6001') };
  expect((await download('/ad-entities/export', sorted)).json()).toMatchObject(refused);
  const logs = { date_from: '2026-11-01', date_to: '2026-11-20', kind: 'close', columns: ['at'] };
  expect((await download('/ad-logs/export', logs)).json()).toMatchObject(refused);
});
