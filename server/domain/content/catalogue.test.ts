import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueDrama, CatalogueProduct } from '#server/channel/catalogue-source.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { contentFixtures } from '#tests/support/content.ts';
import { pullCatalogue } from './catalogue.job.ts';

let server: TestApp;
const rows = contentFixtures(() => server);
const dramas: CatalogueDrama[] = [];
const products: CatalogueProduct[] = [];
const lines: string[] = [];
let isBroken = false;

async function* after<Row extends { cursor: string }>(list: readonly Row[], since: string | null): AsyncGenerator<Row> {
  if (isBroken) throw new Error('no answer');
  yield* list.filter(({ cursor }) => Number(cursor) > Number(since ?? 0));
}
const run = () =>
  pullCatalogue.run({
    db: server.db,
    now: server.clock.now(),
    signal: new AbortController().signal,
    log: (line: string) => void lines.push(line),
    catalogue: { dramas: (since: string | null) => after(dramas, since), products: (since: string | null) => after(products, since) },
  } as never);

const drama = (cursor: string, code: string, more: Partial<CatalogueDrama> = {}): CatalogueDrama => ({
  cursor,
  code,
  title: '新剧',
  title_en: null,
  language: 'en',
  genres: ['romance'],
  episodes_total: 80,
  free_episodes: 10,
  price_model: 'coin',
  online_at: null,
  copyright_until: '2028-01-01',
  ...more,
});
const findDrama = (code: string) => server.db.selectFrom('drama').selectAll().where('code', '=', code).executeTakeFirst();

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

describe('the catalogue', () => {
  it('adds dramas and products once, and logs them', async () => {
    await rows.site({ domain: 'goods.test' });
    dramas.push(drama('1', 'CAT-1'));
    products.push({ cursor: '1', sku: 'CAT-P', name: '水壶', price: 100, currency: 'USD', url: 'https://www.goods.test/kettle' });
    expect(await run()).toMatchObject({ rowsIn: 2, rowsOut: 2 });
    expect(await findDrama('CAT-1')).toMatchObject({ title: '新剧', status: 'on', stage: 'new', target_roi_d0_bp: 6_000 });
    expect(await run()).toMatchObject({ rowsIn: 0, rowsOut: 0 });
    const entries = await server.db
      .selectFrom('op_log')
      .select(['target_label', 'account'])
      .where('action', '=', 'cron:catalog.pull')
      .execute();
    expect(entries).toEqual([
      { target_label: 'CAT-1', account: 'system' },
      { target_label: 'CAT-P', account: 'system' },
    ]);
  });

  it('changes its own fields alone, and nothing twice', async () => {
    await server.db
      .updateTable('drama')
      .set({ target_roi_d0_bp: 7_000, stage: 'testing', status: 'off' })
      .where('code', '=', 'CAT-1')
      .execute();
    dramas.push(drama('2', 'CAT-1', { episodes_total: 90 }), drama('3', 'CAT-1', { episodes_total: 90 }));
    expect(await run()).toMatchObject({ rowsIn: 2, rowsOut: 1 });
    expect(await findDrama('CAT-1')).toMatchObject({
      episodes_total: 90,
      target_roi_d0_bp: 7_000,
      stage: 'testing',
      status: 'off',
      version: 2,
    });
  });

  it('passes over faulty rows and dramas that users deleted', async () => {
    await server.db.updateTable('drama').set({ deleted_at: server.clock.now() }).where('code', '=', 'CAT-1').execute();
    dramas.push(drama('4', 'CAT-BAD', { free_episodes: 80 }), drama('5', 'CAT-1', { title: '回来' }), drama('6', 'CAT-2'));
    products.push({ cursor: '2', sku: 'CAT-Q', name: '灯', price: 100, currency: 'USD', url: 'https://elsewhere.test/lamp' });
    expect(await run()).toMatchObject({ rowsIn: 4, rowsOut: 1 });
    expect(await findDrama('CAT-BAD')).toBeUndefined();
    expect(await findDrama('CAT-2')).toBeDefined();
    expect(lines).toEqual(['CAT-BAD: the catalogue is wrong about it', 'CAT-Q: the catalogue is wrong about it']);
  });

  it('fails while the source does, and continues where it ended', async () => {
    isBroken = true;
    dramas.push(drama('7', 'CAT-3'));
    await expect(run()).rejects.toThrow('no answer');
    isBroken = false;
    expect(await run()).toMatchObject({ rowsIn: 1, rowsOut: 1 });
  });
});
