import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { createSheetFile } from '#tests/support/archives.ts';
import { contentFixtures } from '#tests/support/content.ts';
import { formulaLike } from '#tests/support/formula-like.ts';
import { sheetsIn } from '#tests/support/sheet.ts';
import { isOnDomain, toMinorUnits } from './products.rules.ts';

let server: TestApp;
let shop: number;
let hidden: number;
beforeAll(async () => {
  server = await createTestApp();
  const { db } = server;
  for (const table of ['post', 'material_asset', 'material_upload', 'material', 'landing_page', 'product'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db
    .deleteFrom('site')
    .where('biz', '=', 'ec')
    .execute()
    .catch(() => {});
  shop = await rows.site({ name: '好物商店', domain: 'goods-shop.test' });
  hidden = await rows.site({ name: '别人的商店', domain: 'other-shop.test' });
  await assign(shop, 'opt_ec');
});
afterAll(async () => await server.close());
const rows = contentFixtures(() => server);

async function assign(asset_id: number, account: string): Promise<void> {
  const at = new Date('2026-11-01T00:00:00Z');
  const user_id = await rows.idOf(account);
  await server.db.insertInto('asset_assign').values({ asset_type: 'site', asset_id, user_id, is_primary: false, from_at: at }).execute();
}

const product = () => ({
  sku: 'LAMP-01',
  name: '小夜灯',
  site_id: shop,
  price: 1_999,
  currency: 'USD',
  url: 'https://www.goods-shop.test/lamp?a=1',
});
const create = (more: object = {}, by = 'opt_ec') => server.as(by, '/material-products/create', { ...product(), ...more } as never);
const list = async (body: object = {}, by = 'opt_ec') => (await server.as(by, '/material-products/list', body as never)).data;
const skus = async (body: object = {}) => (await list(body)).list.map((row) => row.sku);

test('a product is created with the entered fields and is logged', async () => {
  const { code, data } = await create();
  expect(code).toBe(0);
  const { site_id: _, ...fields } = product();
  expect(data).toMatchObject({ ...fields, site: { id: shop, label: '好物商店' }, status: 'on', version: 1, materials: 0, cover_url: null });
  expect((await server.as('opt_ec', '/material-products/detail', { id: data.id })).data).toEqual(data);
  const { list: entries } = (await server.as('admin', '/sys-oplogs/list', { target: 'LAMP-01' })).data;
  expect(entries).toMatchObject([{ action: '/material-products/create', account: 'opt_ec', ok: true }]);
});

test.each<[string, () => object, string, string]>([
  ['a site the caller may not see', () => ({ site_id: hidden }), 'site_id', 'exists'],
  ['a link elsewhere', () => ({ url: 'https://elsewhere.test/lamp' }), 'url', 'siteDomain'],
  ['a link that only ends alike', () => ({ url: 'https://evilgoods-shop.test/lamp' }), 'url', 'siteDomain'],
  ['a link that begins alike', () => ({ url: 'https://goods-shop.test.evil.test/' }), 'url', 'siteDomain'],
  ['a link with the domain as a person', () => ({ url: 'https://goods-shop.test@evil.test/' }), 'url', 'https'],
  ['a link without https', () => ({ url: 'http://goods-shop.test/' }), 'url', 'https'],
  ['a link that is no link', () => ({ url: 'javascript:alert(1)' }), 'url', 'https'],
  ['no price', () => ({ price: 0 }), 'price', 'minimum'],
  ['half a cent', () => ({ price: 0.5 }), 'price', 'type'],
  ['a currency of nobody', () => ({ currency: 'XXX' }), 'currency', 'enum'],
  ['a blank sku', () => ({ sku: '  ' }), 'sku', 'blank'],
])('%s is refused at its field', async (_, more, field, rule) => {
  expect(await create({ sku: 'BAD-1', ...more() })).toMatchObject({ code: 400, data: { errors: [{ field, rule }] } });
});

test('a site of short drama cannot have products', async () => {
  const site_id = await rows.site({ biz: 'dj', domain: 'drama-site.test' });
  expect(
    await server.as('admin', '/material-products/create', { ...product(), sku: 'X', site_id, url: 'https://drama-site.test' }),
  ).toMatchObject({
    code: 400,
    data: { errors: [{ field: 'site_id', rule: 'exists' }] },
  });
});

test('a SKU is unique, on creation and on renaming, until its product is deleted', async () => {
  const first = await create({ sku: 'ONCE' });
  expect(await create({ sku: ' ONCE ' })).toMatchObject({ code: 409, reason: 'DUPLICATE', data: { field: 'sku' } });
  const other = await create({ sku: 'OTHER' });
  const renamed = await server.as('opt_ec', '/material-products/edit', { id: other.data.id, version: 1, sku: 'ONCE' });
  expect(renamed).toMatchObject({ code: 409, reason: 'DUPLICATE', data: { field: 'sku' } });
  expect((await server.as('opt_ec', '/material-products/delete', { id: first.data.id, reason: '停售' })).code).toBe(0);
  expect((await server.as('opt_ec', '/material-products/detail', { id: first.data.id })).reason).toBe('NOT_FOUND');
  expect((await server.as('opt_ec', '/material-products/edit', { id: other.data.id, version: 1, sku: 'ONCE' })).data.sku).toBe('ONCE');
});

test('an edit checks URL and site together, and the version', async () => {
  const { data } = await create({ sku: 'MOVE-1' });
  const edit = (more: object, by = 'opt_ec') =>
    server.as(by, '/material-products/edit', { id: data.id, version: data.version, ...more } as never);
  expect(await edit({ url: 'https://other-shop.test/' })).toMatchObject({ data: { errors: [{ field: 'url', rule: 'siteDomain' }] } });
  expect(await edit({ site_id: hidden }, 'admin')).toMatchObject({ data: { errors: [{ field: 'url', rule: 'siteDomain' }] } });
  expect(await edit({ site_id: hidden, url: 'https://other-shop.test/' })).toMatchObject({ data: { errors: [{ field: 'site_id' }] } });
  const moved = await edit({ site_id: hidden, url: 'https://other-shop.test/' }, 'admin');
  expect(moved.data).toMatchObject({ site: { id: hidden }, version: 2 });
  expect(await edit({ name: '晚了' })).toMatchObject({ code: 409, reason: 'VERSION_CONFLICT' });
  // A user who may not see the site can still change the price and keep the site.
  const priced = await server.as('opt_ec', '/material-products/edit', { id: data.id, version: 2, price: 500, site_id: hidden });
  expect(priced.data).toMatchObject({ price: 500, site: { id: hidden } });
});

test('can be switched off and on, and is not offered for ads while it is off', async () => {
  const { data } = await create({ sku: 'SWITCH', name: '开关灯' });
  const set = (status: 'on' | 'off') => server.as('opt_ec', '/material-products/set_status', { id: data.id, status });
  expect((await set('off')).data).toMatchObject({ status: 'off', version: 2 });
  expect((await set('off')).data.version).toBe(2);
  const simple = await server.as('opt_01', '/material-products/simple_list', { keyword: '开关', usable: true });
  expect(simple.data.list).toEqual([
    { id: data.id, label: '开关灯', sub: 'SWITCH · 好物商店', status: 'off', disabled: '剧目/商品已下架或版权到期' },
  ]);
  expect((await set('on')).data.status).toBe('on');
});

test('cannot be read by users with other pages only', async () => {
  expect((await server.as('host_01', '/material-products/list', {})).reason).toBe('NO_PATH');
});

describe('the list', () => {
  beforeAll(async () => {
    await server.db.deleteFrom('product').execute();
    const a = await rows.product(shop, { sku: 'A', name: '杯子', price: 2_000 });
    await rows.product(shop, { sku: 'B', name: '安神灯', price: 1_500, currency: 'JPY', status: 'off' });
    await rows.product(hidden, { sku: 'C', name: '地毯', price: 90_000 });
    await rows.material('opt_ec', { biz: 'ec', product_id: a, visibility: 'private' });
  });

  test('can be narrowed and sorted, with prices compared in major units', async () => {
    expect(await skus({ keyword: '灯' })).toEqual(['B']);
    expect(await skus({ keyword: 'c' })).toEqual(['C']);
    expect(await skus({ site_id: hidden })).toEqual(['C']);
    expect(await skus({ status: 'off' })).toEqual(['B']);
    expect(await skus({ sort: [{ field: 'price', order: 'asc' }] })).toEqual(['A', 'C', 'B']);
    expect(await skus({ sort: [{ field: 'name', order: 'asc' }] })).toEqual(['B', 'A', 'C']);
    expect(await skus({ sort: [{ field: 'sku', order: 'desc' }] })).toEqual(['C', 'B', 'A']);
    expect(await skus({ sort: [{ field: 'materials', order: 'desc' }] })).toEqual(['A', 'C', 'B']);
  });

  test('counts only the materials its reader may see', async () => {
    const counts = async (by: string) => (await list({ keyword: 'A' }, by)).list.find(({ sku }) => sku === 'A')?.materials;
    expect(await counts('opt_ec')).toBe(1);
    expect(await counts('opt_01')).toBe(0);
  });

  test('is exported with prices in major units', async () => {
    const token = await server.signIn('opt_ec');
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/material-products/export',
      headers: { authorization: `Bearer ${token}` },
      payload: { columns: ['sku', 'price', 'currency', 'site'], locale: 'en', sort: [{ field: 'sku', order: 'asc' }] },
    });
    const [data, notes] = sheetsIn(answer.rawPayload);
    expect(data?.slice(1)).toEqual([
      ['A', '20', 'USD', '好物商店'],
      ['B', '1500', 'JPY', '好物商店'],
      ['C', '900', 'USD', '别人的商店'],
    ]);
    expect(notes).toContainEqual(['Filters', 'None']);
  });
});

const TITLES = ['货号*', '名称*', '站点*', '价格*', '币种*', '链接*', '状态'];
const fileOf = (bytes: Buffer, name = '商品.xlsx') => ({ name, content: bytes.toString('base64') });
const sheetOf = (...given: string[][]) => fileOf(createSheetFile([TITLES, ...given]));
const line = (sku: string, change: string[] = []) =>
  [sku, '商品', 'goods-shop.test', '19.99', 'USD', 'https://goods-shop.test/x', ''].map((cell, index) => change[index] || cell);
const preview = (file: object, by = 'opt_ec') => server.as(by, '/material-products/import_preview', { file } as never);
const faultsOf = async (cells: string[]) =>
  Object.fromEntries(((await preview(sheetOf(cells))).data.rows[0]?.errors ?? []).map(({ field, rule }) => [field, rule]));

describe('an import', () => {
  test('has a template that lists the sites its reader may use', async () => {
    const token = await server.signIn('opt_ec');
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/material-products/template',
      headers: { authorization: `Bearer ${token}` },
      payload: { locale: 'zh-cn' },
    });
    const [data, notes = []] = sheetsIn(answer.rawPayload);
    expect(data).toEqual([TITLES]);
    expect(notes.filter(([column]) => column === '可选站点')).toEqual([['可选站点', 'goods-shop.test（好物商店）']]);
  });

  test.each<[string, string[], object]>([
    [
      'nothing but a sku',
      ['ONLY', '', '', '', '', '', ''],
      { name: 'required', site: 'required', price: 'required', currency: 'required', url: 'required' },
    ],
    ['a sku that exists', line('A'), { sku: 'taken' }],
    ['a sku too long', line('x'.repeat(41)), { sku: 'length' }],
    ['a name too long', line('N', ['', '名'.repeat(121)]), { name: 'length' }],
    ['a site of somebody else', line('N', ['', '', 'other-shop.test', '', '', 'https://other-shop.test/']), { site: 'site' }],
    ['a price of nothing', line('N', ['', '', '', '0']), { price: 'price' }],
    ['a price in words', line('N', ['', '', '', '便宜']), { price: 'price' }],
    ['a negative price', line('N', ['', '', '', '-1']), { price: 'price' }],
    ['half a yen', line('N', ['', '', '', '10.5', 'JPY']), { price: 'decimals' }],
    ['a tenth of a cent', line('N', ['', '', '', '1.999']), { price: 'decimals' }],
    ['a currency of nobody', line('N', ['', '', '', '', 'ABC']), { currency: 'currency' }],
    ['a link elsewhere', line('N', ['', '', '', '', '', 'https://elsewhere.test/']), { url: 'siteDomain' }],
    ['no https', line('N', ['', '', '', '', '', 'http://goods-shop.test/']), { url: 'https' }],
    ['a status of its own', line('N', ['', '', '', '', '', '', '也许']), { status: 'choice' }],
  ])('names the rule that %s breaks', async (_, given, expected) => {
    expect(await faultsOf(given)).toEqual(expected);
  });

  test('accepts site names, thousands separators, lowercase currencies and exported statuses', async () => {
    const { data } = await preview(
      sheetOf(
        line('G1', ['', '', '好物商店', '1,299.50', 'usd', '', '下架']),
        line('G2', ['', '', '', '1200', 'JPY']),
        line('G3', ['', '', '', '', '', '', '已下架']),
      ),
    );
    expect(data).toMatchObject({ total: 3, good: 3, bad: 0 });
  });

  test('refuses the second of two rows with the same SKU', async () => {
    const { data } = await preview(sheetOf(line('TW'), line('TW'), line('tw')));
    expect(data.rows.map(({ row, errors }) => [row, errors.map(({ rule }) => rule)])).toEqual([
      [3, ['twice']],
      [2, []],
      [4, []],
    ]);
    expect(data.rows[0]?.errors[0]?.message).toBe('A列「货号」：与第 2 行的货号相同');
  });

  test.each(formulaLike)('reads %j as plain text', async (payload) => {
    const { data } = await preview(sheetOf(line(`F${formulaLike.indexOf(payload)}`, ['', payload.replace('\r', ' ')])));
    expect(data.rows[0]?.values.name).toBe(payload.replace('\r', ' ').trim());
  });

  test('saves the good rows and lists the bad ones with their faults', async () => {
    const file = sheetOf(
      line('IMP-1', ['', '导入一', '', '19.9']),
      line('A'),
      line('IMP-2', ['', '导入二', '', '3000', 'JPY', '', 'off']),
      line('IMP-1'),
    );
    const { code, data } = await server.as('opt_ec', '/material-products/import', { file });
    expect({ code, ...data }).toMatchObject({ code: 0, total: 4, ok: 2, fail: 2, status: 'partial' });
    const { list: items } = (await server.as('opt_ec', '/op-batches/items', { batch_id: data.batch_id })).data;
    expect(items.map(({ label, status, text, retryable }) => [label, status, text, retryable])).toEqual([
      ['IMP-1', 'succeeded', null, false],
      ['A', 'failed', '第 3 行 A列「货号」：货号「A」已存在', false],
      ['IMP-2', 'succeeded', null, false],
      ['IMP-1', 'failed', '第 5 行 A列「货号」：与第 2 行的货号相同', false],
    ]);
    expect((await list({ keyword: 'IMP-' })).list.map(({ sku, price, currency, status }) => [sku, price, currency, status])).toEqual([
      ['IMP-2', 3_000, 'JPY', 'off'],
      ['IMP-1', 1_990, 'USD', 'on'],
    ]);
  });

  test('requires the action and a valid file', async () => {
    expect((await preview({ name: 'a.csv', content: 'AAAA' })).data).toMatchObject({ errors: [{ field: 'file', rule: 'spreadsheet' }] });
    const large = fileOf(Buffer.alloc(2 * 1024 * 1024 + 1, 7));
    expect((await preview(large)).reason).toBe('FILE_TOO_LARGE');
    expect((await preview(sheetOf(), 'host_01')).reason).toBe('NO_PATH');
  });
});

test.each<[string, number, number | undefined]>([
  ['19.99', 2, 1_999],
  ['19.9', 2, 1_990],
  ['1,299.50', 2, 129_950],
  ['1200', 0, 1_200],
  ['12.00', 0, 12],
  ['12.5', 0, undefined],
  ['1e5', 2, undefined],
  ['12,5', 2, undefined],
  ['1234,567', 2, undefined],
  [',123', 2, undefined],
  ['', 2, undefined],
  ['٣', 2, undefined],
])('%j with %i digits is %s in the smallest unit', (text, exponent, expected) => {
  expect(toMinorUnits(text, exponent)).toBe(expected);
});

test.each<[string, boolean]>([
  ['https://shop.test', true],
  ['https://SHOP.test/a', true],
  ['https://a.b.shop.test/?q', true],
  ['https://xshop.test', false],
  ['https://shop.test.x', false],
  ['ftp://shop.test', false],
  [`https://shop.test/${'x'.repeat(2_048)}`, false],
])('%s on shop.test: %s', (address, expected) => {
  expect(isOnDomain(address, 'Shop.test')).toBe(expected);
});
