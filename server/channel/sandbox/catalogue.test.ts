import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LiveAds, openLiveAds } from '#tests/support/live-ads.ts';
import { describeCatalogue } from '../conformance/describe-catalogue.ts';
import { collect } from '../conformance/describe-rows.ts';

const MONTH = { hours: 720 };

describeCatalogue('the simulated channel', async () => {
  const live = await openLiveAds();
  return { catalogue: live.outside.catalogue, wait: (by) => live.clock.forward(by), close: live.close };
});

let live: LiveAds;
beforeAll(async () => {
  live = await openLiveAds();
});
afterAll(() => live.close());

it('is taken over as a whole by the job that pulls it', async () => {
  await live.run('catalog.pull');
  live.clock.forward(MONTH);
  await live.run('catalog.pull');
  const { catalogue } = live.outside;
  const dramas = new Map((await collect(catalogue.dramas(null))).map(({ cursor: _, ...drama }) => [drama.code, drama]));
  const products = new Map((await collect(catalogue.products(null))).map(({ cursor: _, ...product }) => [product.sku, product]));
  const codes = [...dramas.keys()];
  const skus = [...products.keys()];
  expect([codes.length, skus.length]).toEqual([3, 2]);
  const storedDramas = await live.db.selectFrom('drama').selectAll().where('code', 'in', codes).execute();
  const storedProducts = await live.db.selectFrom('product').selectAll().where('sku', 'in', skus).execute();
  expect(storedDramas.map(({ code }) => code).sort()).toEqual(codes.sort());
  expect(storedProducts.map(({ sku }) => sku).sort()).toEqual(skus.sort());
  for (const drama of storedDramas) expect(drama).toMatchObject(dramas.get(drama.code) ?? {});
  for (const product of storedProducts) expect(product).toMatchObject(products.get(product.sku) ?? {});
});
