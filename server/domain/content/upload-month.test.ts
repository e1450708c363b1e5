import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { contentFixtures } from '#tests/support/content.ts';

let server: TestApp;
const rows = contentFixtures(() => server);

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

it("counts the caller's uploads of the business month, without failed ones and those of others", async () => {
  const now = server.clock.now();
  const uploaded = (by: string, more: object) => rows.material(by, { created_at: now, ...more });
  await uploaded('edit_01', { title: '用过', first_used_at: now, hit_level: 'hit' });
  await uploaded('edit_01', { title: '没用过' });
  await uploaded('edit_01', { title: '失败', status: 'failed' });
  const product_id = await rows.product(await rows.site());
  await uploaded('edit_01', { title: '电商', biz: 'ec', drama_id: null, product_id });
  await uploaded('edit_02', { title: '他人' });
  await uploaded('edit_01', { title: '上月', created_at: new Date(now.getTime() - 40 * 86_400_000) });
  const month = async (by: string) => (await server.as(by, '/material-uploads/month', { biz: 'dj' })).data;
  expect(await month('edit_01')).toEqual({ uploaded: 2, used: 1, use_rate: 0.5, hits: 1 });
  expect(await month('opt_01')).toEqual({ uploaded: 0, used: 0, use_rate: null, hits: 0 });
});
