import { expect, it } from 'vitest';
import { accountBehind, campaignUses, productExists, signedInAs, tooMany } from '#contracts/states/states.ts';
import * as products from '#src/services/products.service.ts';
import { createSheetFile } from '#tests/support/archives.ts';
import { at, refLike } from './asset-rows.ts';
import { describePact, file, success } from './exchange.ts';
import { behind, running, spent } from './launch-rows.ts';
import { eachLike, instant, integer, number, oneOf, someText, string } from './matching.ts';
import { askOrder, askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const site = { id: 41, name: '商店', domain: 'shop.test' };
const state = { id: 61, sku: 'LAMP', name: '灯', version: 2, status: 'on', site } as const;
const admin = [signedInAs('admin')];
const given = [...admin, productExists(state)];
const two = [...given, productExists({ ...state, id: 62, sku: 'CUP', name: '杯' })];

const row = {
  id: 61,
  version: 2,
  sku: 'LAMP',
  name: '灯',
  site: { id: 41, label: '商店' },
  price: 1_999,
  currency: 'USD',
  url: 'https://shop.test/goods',
  cover_url: null,
  status: 'on',
  materials: 0,
  running: 0,
  revenue_30d_usd: 0,
  roi_30d: null,
  created_at: at,
  can: ['edit'],
};
const rowLike = {
  id: integer(61),
  version: integer(2),
  sku: string('LAMP'),
  name: string('灯'),
  site: refLike(row.site),
  price: integer(1_999),
  currency: string('USD'),
  url: string(row.url),
  cover_url: null,
  status: oneOf('on', ['on', 'off']),
  materials: integer(0),
  running: integer(0),
  revenue_30d_usd: integer(0),
  roi_30d: null,
  created_at: instant(at),
  can: eachLike(oneOf('edit', ['edit', 'set_status', 'delete'])),
};
const created = { sku: 'CHAIR', name: '椅', site_id: 41, price: 4_900, currency: 'USD', url: 'https://shop.test/chair' };
const duplicate = { code: 409, reason: 'DUPLICATE', message: '已存在', more: { field: 'sku' } };

const titles = ['货号*', '名称*', '站点*', '价格*', '币种*', '链接*', '状态'];
const sheet = (...rows: string[][]) => ({ name: '商品.xlsx', content: createSheetFile([titles, ...rows]).toString('base64') });
const goods = sheet(...['A', 'B', 'C', 'D'].map((sku) => [sku, '椅', 'shop.test', '49', 'USD', 'https://shop.test/', '']));
/** Longer than the limit of the provider under verification. */
const large = { name: 'a.xlsx', content: Buffer.alloc(4098).toString('base64') };
const tooLarge = { code: 413, reason: 'FILE_TOO_LARGE', message: '文件超过 4 KiB' };

describePact('products', (ask) => {
  it('lists one page of the products', () => {
    const body = {
      keyword: '灯',
      site_id: 41,
      status: 'on' as const,
      sort: [{ field: 'price' as const, order: 'desc' as const }],
      page: 1,
      page_size: 20 as const,
    };
    return ask(
      { given, path: '/api/material-products/list', body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async (heard) => {
        expect(await products.listProducts(body)).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    );
  });

  it('lists the products with the results of their ads and their freshness', () => {
    const body = { page: 1, page_size: 20 as const };
    const sold = { ...row, running: 1, revenue_30d_usd: 600, roi_30d: 0.5 };
    const like = { ...rowLike, running: integer(1), revenue_30d_usd: integer(600), roi_30d: number(0.5) };
    const reply = success({ list: eachLike(like), total: integer(1), ...behind().like });
    const advertised = [...running, productExists(state), campaignUses({ id: 91, landing_page_id: null, product_id: 61 }), spent];
    return ask({ given: [...advertised, accountBehind(55)], path: '/api/material-products/list', body, reply }, async () =>
      expect(await products.listProducts(body)).toEqual({ list: [sold], total: 1, ...behind().says }),
    );
  });

  it('refuses to show the products to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/material-products/list',
      body: { page: 1 },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => products.listProducts({ page: 1 }),
    }));

  it('creates a product', () =>
    ask(
      {
        given,
        path: '/api/material-products/create',
        body: created,
        reply: success({
          ...rowLike,
          id: integer(1001),
          sku: string(created.sku),
          name: string(created.name),
          price: integer(created.price),
          url: string(created.url),
        }),
      },
      async () =>
        expect(await products.createProduct(created)).toEqual({
          ...row,
          id: 1001,
          sku: 'CHAIR',
          name: '椅',
          price: 4_900,
          url: 'https://shop.test/chair',
        }),
    ));

  it('refuses to create a second product of the same SKU', () => {
    const body = { ...created, sku: 'LAMP' };
    return askRefused(ask, {
      given,
      path: '/api/material-products/create',
      body,
      refused: duplicate,
      call: () => products.createProduct(body),
      carries: ({ data }) => expect(data).toMatchObject({ field: 'sku' }),
    });
  });

  it('refuses to create a product whose link leads to another domain', () => {
    const body = { ...created, url: 'https://elsewhere.test/chair' };
    return askWrongly(ask, {
      given,
      path: '/api/material-products/create',
      body,
      field: 'url',
      rule: 'siteDomain',
      message: '链接必须在 shop.test 上',
      call: () => products.createProduct(body),
    });
  });

  it('edits a product', () => {
    const body = { id: 61, version: 2, name: '台灯' };
    return ask({ given, path: '/api/material-products/edit', body, reply: success({ ...rowLike, version: 3, name: '台灯' }) }, async () =>
      expect(await products.editProduct(body)).toEqual({ ...row, version: 3, name: '台灯' }),
    );
  });

  it('refuses to edit a product that is gone', () => {
    const body = { id: 99, version: 1, name: '台灯' };
    return askForGone(ask, { path: '/api/material-products/edit', body, call: () => products.editProduct(body) });
  });

  it('refuses to edit a product that was changed in the meantime', () => {
    const body = { id: 61, version: 1, name: '台灯' };
    return askRefused(ask, {
      given,
      path: '/api/material-products/edit',
      body,
      refused: { code: 409, reason: 'VERSION_CONFLICT', message: '? 于 2026-11-20 16:00 修改过，请重新载入', more: { latest: rowLike } },
      call: () => products.editProduct(body),
      carries: ({ data }) => expect(data).toMatchObject({ latest: row }),
    });
  });

  it('refuses to edit a product to the SKU of another', () => {
    const body = { id: 61, version: 2, sku: 'CUP' };
    return askRefused(ask, {
      given: two,
      path: '/api/material-products/edit',
      body,
      refused: duplicate,
      call: () => products.editProduct(body),
      carries: ({ data }) => expect(data).toMatchObject({ field: 'sku' }),
    });
  });

  it('switches a product off', () => {
    const body = { id: 61, status: 'off' as const };
    return ask({ given, path: '/api/material-products/set_status', body, reply: success({ ...rowLike, status: 'off' }) }, async () =>
      expect(await products.setProductStatus(body)).toEqual({ ...row, status: 'off' }),
    );
  });

  it('refuses to switch a product that is gone', () => {
    const body = { id: 99, status: 'off' as const };
    return askForGone(ask, { path: '/api/material-products/set_status', body, call: () => products.setProductStatus(body) });
  });

  it('deletes a product', () =>
    ask({ given, path: '/api/material-products/delete', body: { id: 61, reason: '停售' }, reply: success({}) }, async () =>
      expect(await products.deleteProduct({ id: 61, reason: '停售' })).toEqual({}),
    ));

  it('refuses to delete a product that ads advertise', () =>
    askRefused(ask, {
      given: [...running, productExists(state), campaignUses({ id: 91, landing_page_id: null, product_id: 61 })],
      path: '/api/material-products/delete',
      body: { id: 61, reason: '停售' },
      refused: { code: 422, reason: 'CONTENT_IN_USE', message: '有在投广告，不能删除' },
      call: () => products.deleteProduct({ id: 61, reason: '停售' }),
    }));

  it('refuses to delete a product that is gone', () =>
    askForGone(ask, {
      path: '/api/material-products/delete',
      body: { id: 99, reason: '停售' },
      call: () => products.deleteProduct({ id: 99, reason: '停售' }),
    }));

  it('offers products to choose from, and says which cannot be used', () => {
    const offered = { id: 61, label: '灯', sub: 'LAMP · 商店', status: 'off', disabled: '已下架' };
    const like = { ...offered, id: integer(61), label: string('灯'), sub: string(offered.sub), disabled: someText(offered.disabled) };
    return ask(
      {
        given: [...admin, productExists({ ...state, status: 'off' })],
        path: '/api/material-products/simple_list',
        body: { site_id: 41, usable: true },
        reply: success({ list: eachLike(like), total: integer(1) }),
      },
      async () => expect(await products.simpleProducts({ site_id: 41, usable: true })).toEqual({ list: [offered], total: 1 }),
    );
  });

  const exporting = { columns: ['sku', 'name'], locale: 'zh-cn' as const };
  it('exports the products', () =>
    ask(
      {
        given,
        path: '/api/material-products/export',
        body: exporting,
        reply: file({ plain: 'products_202611201600.xlsx', name: '商品_202611201600.xlsx' }),
      },
      async () => expect((await products.exportProducts(exporting)).name).toBe('商品_202611201600.xlsx'),
    ));

  it('refuses to export more products than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('products')],
      path: '/api/material-products/export',
      body: exporting,
      call: () => products.exportProducts(exporting),
    }));

  it('returns the template of an import', () =>
    ask(
      {
        given,
        path: '/api/material-products/template',
        body: { locale: 'zh-cn' },
        reply: file({ plain: 'products-import_202611201600.xlsx', name: '商品导入模板_202611201600.xlsx' }),
      },
      async () => expect((await products.productTemplate({ locale: 'zh-cn' })).name).toBe('商品导入模板_202611201600.xlsx'),
    ));

  it('reports the errors of each row of a sheet', () => {
    const wrong = sheet(['A', '椅', '没有的站点', '49', 'USD', 'https://shop.test/', '']);
    const error = { field: 'site', column: 'C', rule: 'site', message: 'C列「站点」：没有站点「没有的站点」' };
    const values = {
      sku: 'A',
      name: '椅',
      site: '没有的站点',
      price: '49',
      currency: 'USD',
      url: 'https://shop.test/',
      status: '',
    };
    const rowOf = { row: 2, values, errors: [{ ...error, message: someText(error.message) }] };
    return ask(
      {
        given,
        path: '/api/material-products/import_preview',
        body: { file: wrong },
        reply: success({ total: 1, good: 0, bad: 1, rows: [rowOf] }),
      },
      async () =>
        expect(await products.previewProductImport({ file: wrong })).toEqual({
          total: 1,
          good: 0,
          bad: 1,
          rows: [{ row: 2, values, errors: [error] }],
        }),
    );
  });

  it('refuses to preview a file that is too large', () =>
    askRefused(ask, {
      given,
      path: '/api/material-products/import_preview',
      body: { file: large },
      refused: tooLarge,
      call: () => products.previewProductImport({ file: large }),
    }));

  it('imports products, in several batches if needed', () =>
    askOrder(ask, {
      given,
      path: '/api/material-products/import',
      body: { file: goods },
      call: () => products.importProducts({ file: goods }),
    }));

  it('refuses to import a file that is too large', () =>
    askRefused(ask, {
      given,
      path: '/api/material-products/import',
      body: { file: large },
      refused: tooLarge,
      call: () => products.importProducts({ file: large }),
    }));
});
