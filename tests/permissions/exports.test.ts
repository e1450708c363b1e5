import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiPath, endpoints } from '#contracts/endpoints/index.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { bodies } from './bodies.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';

const exports = endpoints.filter(({ answer }) => answer === 'spreadsheet').map(({ path }) => path as ApiPath);

describe('a spreadsheet library reads', () => {
  let server: TestApp;
  let fixtures: Fixtures;
  beforeAll(async () => {
    server = await createTestApp();
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());

  const download = async (path: ApiPath, locale: 'zh-cn' | 'en') => {
    const body = { ...(bodies[path](fixtures) as object), ...('/analyse-pixel/event_export' === path && { pixel_id: fixtures.pixel }) };
    const ask = (token: string) =>
      server.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { authorization: `Bearer ${token}` },
        payload: { ...body, locale },
      });
    const { admin, super: superAdmin } = fixtures.tokens;
    const answer = await ask(admin ?? '');
    return String(answer.headers['content-type']).includes('json') ? ask(superAdmin ?? '') : answer;
  };

  it.each(exports)('what %s answers, with a heading for every column and no formula', async (path) => {
    for (const locale of ['zh-cn', 'en'] as const) {
      const answer = await download(path, locale);
      expect(answer.headers['content-type']).toContain('spreadsheetml');
      const { sheets } = await readXlsx(answer.rawPayload);
      const [first] = sheets;
      const [headings = [], ...rows] = first?.rows ?? [];
      expect(headings.length).toBeGreaterThan(0);
      expect(headings.filter((heading) => typeof heading !== 'string' || heading.trim() === '')).toEqual([]);
      expect(new Set(headings).size).toBe(headings.length);
      expect(rows.filter((row) => row.length > headings.length)).toEqual([]);
      expect(sheets.flatMap(({ cells }) => [...(cells?.values() ?? [])]).filter(({ formula }) => formula !== undefined)).toEqual([]);
    }
  });

  it('the files of every call that answers one', () => {
    expect(exports.length).toBeGreaterThan(30);
  });
});
