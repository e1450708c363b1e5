import { type Found, findRecords, type foundKinds } from '#contracts/endpoints/search.ts';
import { type CallContext, defineCall } from '../call.ts';
import { scopeOf } from '../people/index.ts';
import * as more from './search.more.ts';
import * as repository from './search.repository.ts';

interface Kind {
  kind: (typeof foundKinds)[number];
  /** Pages that show such records; who may open none of them finds none. */
  pages: readonly string[];
  /** `open` are those of its pages that the caller may open. */
  find(context: CallContext, keyword: string, open: readonly string[]): Promise<Found[]>;
}

const searchFor = (fields: Record<string, string>): string => `?${new URLSearchParams(fields)}`;

const VIDEO = '/advertising/video';
const SHOP = '/advertising/upload-ec';
const linePages = { dj: VIDEO, ec: SHOP } as const;

/** Records of one page. */
const onPage = (
  kind: Kind['kind'],
  path: string,
  find: (context: CallContext, keyword: string) => Promise<Omit<Found, 'path'>[]>,
): Kind => ({
  kind,
  pages: [path],
  find: async (context, keyword) => (await find(context, keyword)).map((row) => ({ ...row, path })),
});

/** Assets of a kind; their page finds them by what they are called outside. */
const assets = (kind: Parameters<typeof more.findAssets>[2], path: string): Kind =>
  onPage(kind, path, async ({ db, caller }, keyword) => {
    const found = await more.findAssets(db, caller, kind, keyword);
    return found.map((row) => ({ ...row, search: searchFor({ keyword: row.detail }) }));
  });

/** Objects of one level; their page shows just the one that is chosen. */
const entities = (level: Parameters<typeof more.findEntities>[2], tab: string): Kind =>
  onPage(level, '/advertising/start', async ({ db, caller }, keyword) => {
    const found = await more.findEntities(db, caller, level, keyword);
    return found.map((row) => ({ ...row, search: searchFor({ ...(tab !== 'campaign' && { tab }), ids: String(row.id) }) }));
  });

/** In the order of the contract. */
const kinds: readonly Kind[] = [
  onPage('drama', VIDEO, async ({ db }, keyword) => {
    const found = await more.findDramas(db, keyword);
    return found.map(({ code, ...row }) => ({ ...row, search: searchFor({ tab: 'dramas', keyword: code }) }));
  }),
  onPage('product', SHOP, async ({ db }, keyword) => {
    const found = await more.findProducts(db, keyword);
    return found.map(({ sku, ...row }) => ({ ...row, search: searchFor({ tab: 'products', keyword: sku }) }));
  }),
  {
    kind: 'material',
    pages: [VIDEO, SHOP],
    async find({ db, caller }, keyword, open) {
      const lines = (['dj', 'ec'] as const).filter((line) => open.includes(linePages[line]));
      const found = await more.findMaterials(db, caller, lines, keyword);
      return found.map(({ code, biz, ...row }) => ({ ...row, path: linePages[biz], search: searchFor({ keyword: code }) }));
    },
  },
  onPage('post', '/advertising/post', async ({ db, caller }, keyword) => {
    const found = await more.findPosts(db, caller, keyword);
    return found.map((row) => ({ ...row, search: searchFor({ keyword: row.label }) }));
  }),
  entities('campaign', 'campaign'),
  entities('ad_group', 'group'),
  entities('ad', 'ad'),
  onPage('scheme', '/advertising/publish', async ({ db, caller }, keyword) => {
    const found = await more.findSchemes(db, caller, keyword);
    return found.map((row) => ({ ...row, search: searchFor({ tab: 'schemes', keyword: row.label }) }));
  }),
  assets('ad_account', '/auth/account'),
  assets('homepage', '/auth/homepage'),
  assets('pixel', '/auth/pixel'),
  assets('site', '/auth/site'),
  assets('personal_account', '/auth/personage'),
  onPage('user', '/sys/accounts', async ({ db, caller }, keyword) => {
    const found = await repository.findUsers(db, scopeOf(caller), keyword);
    return found.map(({ account, ...row }) => ({ ...row, search: searchFor({ keyword: account }) }));
  }),
  onPage('department', '/sys/department', async ({ db }, keyword) => {
    const found = await repository.findDepartments(db, keyword);
    return found.map((row) => ({ ...row, search: searchFor({ id: String(row.id) }) }));
  }),
  onPage('role', '/sys/role', async ({ db }, keyword) => {
    const found = await repository.findRoles(db, keyword);
    return found.map((row) => ({ ...row, search: searchFor({ keyword: row.label }) }));
  }),
  onPage('batch', '/advertising/copy-log', async ({ db, caller, language }, keyword) => {
    const found = await repository.findBatches(db, scopeOf(caller), language, keyword);
    return found.map((row) => ({ ...row, search: searchFor({ tab: 'batches', keyword: String(row.id) }) }));
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
