import { type Found, findRecords, type foundKinds } from '#contracts/endpoints/search.ts';
import { type CallContext, defineCall } from '../call.ts';
import { scopeOf } from '../people/index.ts';
import * as repository from './search.repository.ts';
import * as more from './search-objects.repository.ts';

interface SearchKind {
  kind: (typeof foundKinds)[number];
  /** Pages that show such records; users without any of them find none. */
  pages: readonly string[];
  /** `open` are those of the pages that the caller may open. */
  find(context: CallContext, keyword: string, open: readonly string[]): Promise<Found[]>;
}

const toSearch = (fields: Record<string, string>): string => `?${new URLSearchParams(fields)}`;

const VIDEO = '/advertising/video';
const SHOP = '/advertising/upload-ec';
const pagesByBiz = { dj: VIDEO, ec: SHOP } as const;

/** A kind of records that one page shows. */
const createPageKind = (
  kind: SearchKind['kind'],
  path: string,
  find: (context: CallContext, keyword: string) => Promise<Omit<Found, 'path'>[]>,
): SearchKind => ({
  kind,
  pages: [path],
  find: async (context, keyword) => (await find(context, keyword)).map((row) => ({ ...row, path })),
});

/** A kind of assets, whose page finds them by their id or name on the channel. */
const createAssetKind = (kind: Parameters<typeof more.findAssets>[2], path: string): SearchKind =>
  createPageKind(kind, path, async ({ db, caller }, keyword) => {
    const found = await more.findAssets(db, caller, kind, keyword);
    return found.map((row) => ({ ...row, search: toSearch({ keyword: row.detail }) }));
  });

/** Campaigns, ad groups or ads, whose page filters by id. */
const createEntityKind = (level: Parameters<typeof more.findEntities>[2], tab: string): SearchKind =>
  createPageKind(level, '/advertising/start', async ({ db, caller }, keyword) => {
    const found = await more.findEntities(db, caller, level, keyword);
    return found.map((row) => ({ ...row, search: toSearch({ ...(tab !== 'campaign' && { tab }), ids: String(row.id) }) }));
  });

/** In the order of the contract. */
const kinds: readonly SearchKind[] = [
  createPageKind('drama', VIDEO, async ({ db }, keyword) => {
    const found = await more.findDramas(db, keyword);
    return found.map(({ code, ...row }) => ({ ...row, search: toSearch({ tab: 'dramas', keyword: code }) }));
  }),
  createPageKind('product', SHOP, async ({ db }, keyword) => {
    const found = await more.findProducts(db, keyword);
    return found.map(({ sku, ...row }) => ({ ...row, search: toSearch({ tab: 'products', keyword: sku }) }));
  }),
  {
    kind: 'material',
    pages: [VIDEO, SHOP],
    async find({ db, caller }, keyword, open) {
      const lines = (['dj', 'ec'] as const).filter((line) => open.includes(pagesByBiz[line]));
      const found = await more.findMaterials(db, caller, lines, keyword);
      return found.map(({ code, biz, ...row }) => ({ ...row, path: pagesByBiz[biz], search: toSearch({ keyword: code }) }));
    },
  },
  createPageKind('post', '/advertising/post', async ({ db, caller }, keyword) => {
    const found = await more.findPosts(db, caller, keyword);
    return found.map((row) => ({ ...row, search: toSearch({ keyword: row.label }) }));
  }),
  createEntityKind('campaign', 'campaign'),
  createEntityKind('ad_group', 'group'),
  createEntityKind('ad', 'ad'),
  createPageKind('scheme', '/advertising/publish', async ({ db, caller }, keyword) => {
    const found = await more.findSchemes(db, caller, keyword);
    return found.map((row) => ({ ...row, search: toSearch({ tab: 'schemes', keyword: row.label }) }));
  }),
  createAssetKind('ad_account', '/auth/account'),
  createAssetKind('homepage', '/auth/homepage'),
  createAssetKind('pixel', '/auth/pixel'),
  createAssetKind('site', '/auth/site'),
  createAssetKind('personal_account', '/auth/personage'),
  createPageKind('user', '/sys/accounts', async ({ db, caller }, keyword) => {
    const found = await repository.findUsers(db, scopeOf(caller), keyword);
    return found.map(({ account, ...row }) => ({ ...row, search: toSearch({ keyword: account }) }));
  }),
  createPageKind('department', '/sys/department', async ({ db }, keyword) => {
    const found = await repository.findDepartments(db, keyword);
    return found.map((row) => ({ ...row, search: toSearch({ id: String(row.id) }) }));
  }),
  createPageKind('role', '/sys/role', async ({ db }, keyword) => {
    const found = await repository.findRoles(db, keyword);
    return found.map((row) => ({ ...row, search: toSearch({ keyword: row.label }) }));
  }),
  createPageKind('batch', '/advertising/copy-log', async ({ db, caller, language }, keyword) => {
    const found = await repository.findBatches(db, scopeOf(caller), language, keyword);
    return found.map((row) => ({ ...row, search: toSearch({ tab: 'batches', keyword: String(row.id) }) }));
  }),
];

export const searchCalls = [
  defineCall({
    endpoint: findRecords,
    audit: 'read',
    async handle(context, { keyword }) {
      const groups = await Promise.all(
        kinds.map(async ({ kind, pages, find }) => {
          const open = pages.filter((page) => context.caller.paths.includes(page));
          return { kind, list: open.length === 0 ? [] : await find(context, keyword, open) };
        }),
      );
      return { groups: groups.filter(({ list }) => list.length > 0) };
    },
  }),
];
