import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

type Line = 'dj' | 'ec' | undefined;
const days = { date_from: '2026-11-10', date_to: '2026-11-20' };
const columns = ['spend', 'first_payers', 'cost_per_payer', 'revenue'];

/** Asks for a file of each kind of page that is limited to a business line in its own way. */
const requests: Record<string, (biz: Line) => object> = {
  '/material-files/export': (biz) => ({ biz, columns, data_from: days.date_from, data_to: days.date_to }),
  '/ad-entities/export': (biz) => ({ biz, columns, level: 'campaign', ...days }),
  '/ad-data/export': (biz) => ({ filters: { biz }, columns, group_by: ['user'], ...days }),
};

async function exported(path: string, body: object, locale: 'zh-cn' | 'en') {
  const { rawPayload } = await server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${await server.signIn('admin')}` },
    payload: { ...body, locale },
  });
  const [[headings] = [], notes = []] = sheetsIn(rawPayload);
  return { headings, notes: notes.map(([name]) => name) };
}

it.each(
  Object.keys(requests).flatMap((path) => [
    { path, line: undefined, locale: 'zh-cn' as const, words: ['消耗 (USD)', '首充人数', '付费成本 (USD)', '充值/销售额 (USD)'] },
    { path, line: 'dj' as const, locale: 'zh-cn' as const, words: ['消耗 (USD)', '首充人数', '付费成本 (USD)', '充值金额 (USD)'] },
    { path, line: 'ec' as const, locale: 'zh-cn' as const, words: ['消耗 (USD)', '首购人数', '首购成本 (USD)', '销售额 (USD)'] },
    {
      path,
      line: 'ec' as const,
      locale: 'en' as const,
      words: ['Spend (USD)', 'First-time buyers', 'Cost per first-time buyer (USD)', 'Revenue (USD)'],
    },
  ]),
)('$path calls metrics in $locale as the line $line calls them', async ({ path, line, locale, words }) => {
  const { headings, notes } = await exported(path, requests[path]?.(line) ?? {}, locale);
  expect(headings).toEqual(words);
  expect(notes).toEqual(expect.arrayContaining(words));
});
