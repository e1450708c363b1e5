import { describe, expect, it } from 'vitest';
import { blankProduct, checkProduct, type ProductRow, productDraft, productQuery } from './product-rules.ts';

const good = { ...blankProduct, sku: 'LAMP-01', name: 'Lamp', site_id: 4, price: 19.99, url: 'https://shop.example/lamp' };

describe('the rules of a product', () => {
  it('take a sound one', () => {
    expect(checkProduct(good)).toEqual({});
  });

  it.each([
    [{ sku: '' }, 'sku'],
    [{ sku: 'S'.repeat(41) }, 'sku'],
    [{ name: '   ' }, 'name'],
    [{ name: 'n'.repeat(121) }, 'name'],
    [{ site_id: undefined }, 'site_id'],
    [{ price: undefined }, 'price'],
    [{ price: 0 }, 'price'],
    [{ price: -1 }, 'price'],
    [{ price: 1.234 }, 'price'],
    [{ price: 10.5, currency: 'JPY' }, 'price'],
    [{ currency: '' }, 'currency'],
    [{ url: '' }, 'url'],
    [{ url: 'lamp' }, 'url'],
  ])('refuse %j', (change, field) => {
    expect(Object.keys(checkProduct({ ...good, ...change }))).toEqual([field]);
  });

  it('take the smallest price of each currency', () => {
    expect(checkProduct({ ...good, price: 0.01 })).toEqual({});
    expect(checkProduct({ ...good, price: 1, currency: 'JPY' })).toEqual({});
  });
});

describe('the draft of a product', () => {
  const row: ProductRow = {
    id: 7,
    version: 3,
    sku: 'LAMP-01',
    name: 'Lamp',
    site: { id: 4, label: 'Shop' },
    price: 1999,
    currency: 'USD',
    url: 'https://shop.example/lamp',
    status: 'off',
    cover_url: '/cover',
    materials: 2,
    running: 0,
    revenue_30d_usd: 0,
    roi_30d: null,
    created_at: '2026-11-20T08:00:00Z',
    can: ['edit'],
  };

  it('shows the price as people write it, and leaves the cover alone', () => {
    expect(productDraft(row)).toEqual({
      values: { ...good, status: 'off', currency: 'USD', cover: '' },
      subject: { id: 7, version: 3, sku: 'LAMP-01', cover_url: '/cover' },
    });
    expect(productDraft({ ...row, price: 1980, currency: 'JPY' }).values.price).toBe(1980);
  });
});

describe('the address of the products', () => {
  it('keeps what it knows and drops the rest', () => {
    expect(productQuery.read('?keyword=lamp&site_id=4&status=gone&site=5').filters).toEqual({ keyword: 'lamp', site_id: 4 });
  });
});
