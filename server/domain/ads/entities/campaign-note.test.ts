import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchHistoryFixtures } from '#tests/support/launch-history.ts';

let server: TestApp;
let campaign = 0;

beforeAll(async () => {
  server = await createTestApp();
  campaign = (await launchHistoryFixtures(() => server).tree('opt_05')).campaign_id;
});
afterAll(() => server.close());

const write = (note: string, as = 'opt_05') => server.as(as, '/ad-entities/set_note', { id: campaign, note });
const found = async (keyword: string) =>
  (await server.as('opt_05', '/ad-campaigns/list', { keyword })).data.list.map(({ id, note }) => [id, note]);

it('keeps the note on a campaign, finds the campaign by it, and logs the change', async () => {
  expect((await write('  等新素材，周五再看 ')).data).toEqual({ id: campaign, note: '等新素材，周五再看' });
  expect(await found('周五')).toEqual([[campaign, '等新素材，周五再看']]);
  const log = await server.as('admin', '/sys-oplogs/list', { target: `campaign#${campaign}` });
  expect(log.data.list[0]).toMatchObject({ before: { note: null }, after: { note: '等新素材，周五再看' } });
});

it('takes the note away with an empty text', async () => {
  await write('x');
  expect((await write(' ')).data.note).toBeNull();
  expect(await found('周五')).toEqual([]);
});

it('lets nobody write on a campaign that they do not see', async () => {
  expect((await write('mine', 'opt_06')).reason).toBe('NOT_FOUND');
});
