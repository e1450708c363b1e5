import type { TestApp } from '#tests/support/app.ts';
import { createSheetFile } from '#tests/support/archives.ts';
import { contentFixtures } from '#tests/support/content.ts';

/** The objects that the calls of dramas, products and materials need. */
export interface ContentFixtures {
  drama: number;
  /** Its status is changed, and it is deleted. */
  otherDrama: number;
  shop: number;
  shopDomain: string;
  product: number;
  otherProduct: number;
  /** Owned by opt_05, whom lead_a leads; only its own edit changes it. */
  material: number;
  coveredMaterial: number;
  batchedMaterial: number;
  /** Owned by lead_a; nobody granted a token for it. */
  adAccount: number;
}

/** Creates them, visible to lead_a and administrators. */
export async function createContentFixtures(server: TestApp): Promise<ContentFixtures> {
  const rows = contentFixtures(() => server);
  const at = server.clock.now();
  const [lead, drama] = [await rows.idOf('lead_a'), await rows.drama()];
  const shopDomain = 'matrix-shop.test';
  const shop = await rows.site({ domain: shopDomain });
  await server.db.insertInto('asset_assign').values({ asset_type: 'site', asset_id: shop, user_id: lead, from_at: at }).execute();
  const person = await server.db
    .insertInto('personal_account')
    .values({
      channel: 'meta',
      connector: 'sandbox',
      platform_user_id: '900000000000001',
      name: '无人授权',
      usage: 'self',
      owner_user_id: lead,
      status: 'revoked',
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const account = await server.db
    .insertInto('ad_account')
    .values({
      channel: 'meta',
      connector: 'sandbox',
      platform_account_id: '900000000000002',
      name: '账户',
      currency: 'USD',
      timezone_name: 'UTC',
      account_status: 1,
      balance: 0,
      amount_spent: 0,
      min_daily_budget: 100,
      biz: 'dj',
      usage: 'self',
      personal_account_id: person.id,
      authorised_at: at,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cover_key = await server.outside.files.storePicture(Buffer.from(PIXEL, 'base64'), 'cover');
  return {
    drama,
    otherDrama: await rows.drama(),
    shop,
    shopDomain,
    product: await rows.product(shop, { url: `https://${shopDomain}/1` }),
    otherProduct: await rows.product(shop, { url: `https://${shopDomain}/2` }),
    material: await rows.material('opt_05', { drama_id: drama, cover_key }),
    coveredMaterial: await rows.material('opt_05', { drama_id: drama }),
    batchedMaterial: await rows.material('opt_05', { drama_id: drama }),
    adAccount: account.id,
  };
}

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

type Given = ContentFixtures & { next(): number };
const code = (fixtures: Given) => `MX-${fixtures.next()}`;
const sheet = (fixtures: Given) => ({
  name: 'products.xlsx',
  content: createSheetFile([
    ['货号', '名称', '站点', '价格', '币种', '链接'],
    [code(fixtures), '商品', fixtures.shopDomain, '9.99', 'USD', `https://${fixtures.shopDomain}/x`],
  ]).toString('base64'),
});
const chosen = (fixtures: Given) => ({ ids: [fixtures.batchedMaterial] });

export const contentBodies = {
  '/material-dramas/list': () => ({}),
  '/material-dramas/detail': (fixtures: Given) => ({ id: fixtures.drama }),
  '/material-dramas/create': (fixtures: Given) => ({
    code: code(fixtures),
    title: '新剧',
    language: 'en',
    genres: ['romance'],
    episodes_total: 80,
    free_episodes: 10,
    price_model: 'coin',
    target_roi_d0_bp: 6_000,
  }),
  '/material-dramas/edit': (fixtures: Given) => ({ id: fixtures.drama, version: 1, title: '改名' }),
  '/material-dramas/set_status': (fixtures: Given) => ({ id: fixtures.otherDrama, status: 'off' }),
  '/material-dramas/delete': (fixtures: Given) => ({ id: fixtures.otherDrama, reason: '下线' }),
  '/material-dramas/simple_list': () => ({}),
  '/material-dramas/export': () => ({ columns: ['code'], locale: 'en' }),
  '/material-products/list': () => ({}),
  '/material-products/detail': (fixtures: Given) => ({ id: fixtures.product }),
  '/material-products/create': (fixtures: Given) => ({
    sku: code(fixtures),
    name: '新品',
    site_id: fixtures.shop,
    price: 999,
    currency: 'USD',
    url: `https://${fixtures.shopDomain}/new`,
  }),
  '/material-products/edit': (fixtures: Given) => ({ id: fixtures.product, version: 1, name: '改名' }),
  '/material-products/set_status': (fixtures: Given) => ({ id: fixtures.otherProduct, status: 'off' }),
  '/material-products/delete': (fixtures: Given) => ({ id: fixtures.otherProduct, reason: '停售' }),
  '/material-products/simple_list': () => ({}),
  '/material-products/export': () => ({ columns: ['sku'], locale: 'en' }),
  '/material-products/template': () => ({ locale: 'zh-cn' }),
  '/material-products/import_preview': (fixtures: Given) => ({ file: sheet(fixtures) }),
  '/material-products/import': (fixtures: Given) => ({ file: sheet(fixtures) }),
  '/material-files/list': () => ({}),
  '/material-files/detail': (fixtures: Given) => ({ id: fixtures.material }),
  '/material-files/usage': (fixtures: Given) => ({ id: fixtures.material }),
  '/material-files/url': (fixtures: Given) => ({ id: fixtures.material, kind: 'cover' }),
  '/material-files/simple_list': () => ({}),
  '/material-files/export': () => ({ columns: ['title'], locale: 'en' }),
  '/material-files/edit': (fixtures: Given) => ({ id: fixtures.material, version: 1, title: '改名' }),
  '/material-files/set_cover': (fixtures: Given) => ({ id: fixtures.coveredMaterial, version: 1, cover: { content: PIXEL } }),
  '/material-files/batch_tag': (fixtures: Given) => ({ ...chosen(fixtures), add: ['新'], remove: [] }),
  '/material-files/batch_share': (fixtures: Given) => ({ ...chosen(fixtures), visibility: 'company' }),
  '/material-files/batch_archive': (fixtures: Given) => ({ ...chosen(fixtures), archived: true }),
  '/material-files/batch_delete': (fixtures: Given) => ({ ...chosen(fixtures), reason: '过期' }),
  '/material-files/batch_sync': (fixtures: Given) => ({ ...chosen(fixtures), ad_account_ids: [fixtures.adAccount] }),
  '/material-files/batch_bind_product': (fixtures: Given) => ({ ...chosen(fixtures), product_id: fixtures.product }),
  '/material-files/batch_edit': (fixtures: Given) => ({ ...chosen(fixtures), patch: { language: 'es' } }),
  '/material-files/reprocess': (fixtures: Given) => chosen(fixtures),
  '/material-files/unblock': (fixtures: Given) => chosen(fixtures),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of the staff that the limited caller lacks. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
const anyPage: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'ok', 'ok', 'ok', 'ok', 'TOKEN_REVOKED'];
const ordinaryAdmins: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NOT_OWNER', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const contentMatrix = {
  '/material-dramas/list': page,
  '/material-dramas/detail': page,
  '/material-dramas/create': page,
  '/material-dramas/edit': page,
  '/material-dramas/set_status': page,
  '/material-dramas/delete': page,
  '/material-dramas/simple_list': anyPage,
  '/material-dramas/export': page,
  '/material-products/list': page,
  '/material-products/detail': page,
  '/material-products/create': page,
  '/material-products/edit': page,
  '/material-products/set_status': page,
  '/material-products/delete': page,
  '/material-products/simple_list': anyPage,
  '/material-products/export': page,
  '/material-products/template': page,
  '/material-products/import_preview': page,
  '/material-products/import': page,
  '/material-files/list': page,
  '/material-files/detail': page,
  '/material-files/usage': page,
  '/material-files/url': page,
  '/material-files/simple_list': anyPage,
  '/material-files/export': page,
  '/material-files/edit': page,
  '/material-files/set_cover': page,
  '/material-files/batch_tag': page,
  '/material-files/batch_share': page,
  '/material-files/batch_archive': page,
  '/material-files/batch_delete': page,
  '/material-files/batch_sync': page,
  '/material-files/batch_bind_product': page,
  '/material-files/batch_edit': page,
  '/material-files/reprocess': page,
  '/material-files/unblock': ordinaryAdmins,
} as const;

const byId = (body: (id: unknown) => Record<string, unknown>) => ({ by: 'opt_01', body });

/** Calls that take the id of a row, with the rest of the body. */
export const contentById = {
  '/material-dramas/detail': byId((id) => ({ id })),
  '/material-dramas/edit': byId((id) => ({ id, version: 1, title: 'x' })),
  '/material-dramas/set_status': byId((id) => ({ id, status: 'off' })),
  '/material-dramas/delete': byId((id) => ({ id, reason: 'x' })),
  '/material-products/detail': byId((id) => ({ id })),
  '/material-products/edit': byId((id) => ({ id, version: 1, name: 'x' })),
  '/material-products/set_status': byId((id) => ({ id, status: 'off' })),
  '/material-products/delete': byId((id) => ({ id, reason: 'x' })),
  '/material-files/detail': byId((id) => ({ id })),
  '/material-files/usage': byId((id) => ({ id })),
  '/material-files/url': byId((id) => ({ id, kind: 'play' })),
  '/material-files/edit': byId((id) => ({ id, version: 1, title: 'x' })),
  '/material-files/set_cover': byId((id) => ({ id, version: 1, cover: { content: PIXEL } })),
};
