import { expect, it } from 'vitest';
import { batchStatuses } from '#contracts/endpoints/batches.ts';
import { hitLevels, materialStatuses, ratios, visibilities } from '#contracts/endpoints/materials.ts';
import { dramaExists, materialExists, productExists, signedInAs } from '#contracts/states/states.ts';
import * as materials from '#src/services/materials.service.ts';
import { describePact, success } from './exchange.ts';
import { eachLike, instant, integer, oneOf, someText, string } from './matching.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const drama = { id: 51, code: 'LOVE-01', title: '替身新娘', version: 1, copyright_until: '2099-12-31', status: 'on' } as const;
const state = { id: 71, code: 'M000071', title: '反转', version: 2, status: 'ready', biz: 'dj', content_id: 51, owner: 11 } as const;
const given = [signedInAs('admin'), dramaExists(drama), materialExists(state)];
const failed = [signedInAs('admin'), dramaExists(drama), materialExists({ ...state, status: 'failed' })];
const person = { id: 11, label: '林管理' };
const row = {
  id: 71,
  version: 2,
  code: 'M000071',
  biz: 'dj',
  kind: 'video',
  drama: { id: 51, label: '替身新娘' },
  product: null,
  title: '反转',
  cover_url: '/files/cover',
  width: 1_080,
  height: 1_920,
  duration_ms: 30_000,
  ratio: '9:16',
  size_bytes: 2_048,
  language: 'en',
  tags: ['甜宠'],
  creator: person,
  uploader: person,
  visibility: 'dept',
  status: 'ready',
  fail_reason: null,
  hit_level: 'none',
  parent: null,
  accounts_synced: 0,
  first_used_at: null,
  created_at: '2026-11-20T08:00:00.000Z',
  can: ['edit', 'archive', 'delete', 'sync'],
};
const refLike = ({ id, label }: { id: number; label: string }) => ({ id: integer(id), label: string(label) });
const rowLike = {
  ...row,
  id: integer(71),
  version: integer(2),
  code: string('M000071'),
  biz: oneOf('dj', ['dj', 'ec']),
  kind: oneOf('video', ['video', 'image']),
  drama: refLike(row.drama),
  title: string('反转'),
  cover_url: someText('/files/cover'),
  width: integer(1_080),
  height: integer(1_920),
  duration_ms: integer(30_000),
  ratio: oneOf('9:16', ratios),
  size_bytes: integer(2_048),
  language: string('en'),
  tags: eachLike('甜宠'),
  creator: refLike(person),
  uploader: refLike(person),
  visibility: oneOf('dept', visibilities),
  status: oneOf('ready', materialStatuses),
  hit_level: oneOf('none', hitLevels),
  accounts_synced: integer(0),
  created_at: instant(row.created_at),
};
const counts = { total: 1, done: 1, ok: 1, fail: 0, skip: 0, unknown: 0, canceled: 0 };
const started = { batch_id: 1001, status: 'succeeded', ...counts };
const startedLike = {
  batch_id: integer(1001),
  status: oneOf('succeeded', batchStatuses),
  ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, integer(count)])),
};
const ids = [71];

describePact('materials', (ask) => {
  it('lists one page of the materials', () => {
    const body = { biz: 'dj' as const, keyword: '反转', page: 1, page_size: 20 as const };
    return ask(
      { given, path: '/api/material-files/list', body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async (heard) => {
        expect(await materials.listMaterials(body)).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    );
  });

  it('shows one material with its versions', () => {
    const version = { id: 71, label: '反转', code: 'M000071', parent_id: null, status: 'ready', created_at: row.created_at };
    const versionLike = {
      ...version,
      id: integer(71),
      label: string('反转'),
      code: string('M000071'),
      created_at: instant(row.created_at),
    };
    return ask(
      { given, path: '/api/material-files/detail', body: { id: 71 }, reply: success({ ...rowLike, versions: eachLike(versionLike) }) },
      async () => expect(await materials.materialDetail({ id: 71 })).toEqual({ ...row, versions: [version] }),
    );
  });

  it('shows no material that is gone', () =>
    askForGone(ask, { path: '/api/material-files/detail', body: { id: 99 }, call: () => materials.materialDetail({ id: 99 }) }));

  it('tells where a material is used', () =>
    ask({ given, path: '/api/material-files/usage', body: { id: 71 }, reply: success({ posts: [], accounts: [] }) }, async () =>
      expect(await materials.materialUsage({ id: 71 })).toEqual({ posts: [], accounts: [] }),
    ));

  it('tells nothing of a material that is gone', () =>
    askForGone(ask, { path: '/api/material-files/usage', body: { id: 99 }, call: () => materials.materialUsage({ id: 99 }) }));

  it('gives an address to play', () =>
    ask(
      {
        given,
        path: '/api/material-files/url',
        body: { id: 71, kind: 'play' },
        reply: success({ url: someText('/files/video'), expires_at: instant('2026-11-20T10:00:00.000Z') }),
      },
      async () =>
        expect(await materials.materialUrl({ id: 71, kind: 'play' })).toEqual({
          url: '/files/video',
          expires_at: '2026-11-20T10:00:00.000Z',
        }),
    ));

  it('gives no address of what failed', () =>
    askRefused(ask, {
      given: failed,
      path: '/api/material-files/url',
      body: { id: 71, kind: 'play' },
      refused: { code: 422, reason: 'MATERIAL_NOT_READY', message: '未就绪' },
      call: () => materials.materialUrl({ id: 71, kind: 'play' }),
    }));

  it('gives no address of what is gone', () =>
    askForGone(ask, {
      path: '/api/material-files/url',
      body: { id: 99, kind: 'play' },
      call: () => materials.materialUrl({ id: 99, kind: 'play' }),
    }));

  it('offers materials to choose from, and says which cannot be used', () => {
    const offered = { id: 71, label: '反转', sub: 'M000071 · 替身新娘', status: 'failed', disabled: '未就绪' };
    const like = { ...offered, id: integer(71), label: string('反转'), sub: someText(offered.sub), disabled: someText('未就绪') };
    return ask(
      {
        given: failed,
        path: '/api/material-files/simple_list',
        body: { usable: true },
        reply: success({ list: eachLike(like), total: integer(1) }),
      },
      async () => expect(await materials.simpleMaterials({ usable: true })).toEqual({ list: [offered], total: 1 }),
    );
  });

  it('edits a material', () =>
    ask(
      {
        given,
        path: '/api/material-files/edit',
        body: { id: 71, version: 2, title: '改名' },
        reply: success({ ...rowLike, title: '改名' }),
      },
      async () => expect(await materials.editMaterial({ id: 71, version: 2, title: '改名' })).toEqual({ ...row, title: '改名' }),
    ));

  it('edits no material that is newer than thought', () =>
    askRefused(ask, {
      given,
      path: '/api/material-files/edit',
      body: { id: 71, version: 1, title: '改名' },
      refused: { code: 409, reason: 'VERSION_CONFLICT', message: '? 于 2026-11-20 16:00 修改过,请重新载入', more: { latest: rowLike } },
      call: () => materials.editMaterial({ id: 71, version: 1, title: '改名' }),
      carries: ({ data }) => expect(data).toMatchObject({ latest: row }),
    }));

  it('edits no material that is gone', () =>
    askForGone(ask, {
      path: '/api/material-files/edit',
      body: { id: 99, version: 1, title: '改名' },
      call: () => materials.editMaterial({ id: 99, version: 1, title: '改名' }),
    }));

  it('takes no cover that is no picture', () =>
    askWrongly(ask, {
      given,
      path: '/api/material-files/set_cover',
      body: { id: 71, version: 2, cover: { content: 'AAAA' } },
      field: 'cover',
      rule: 'pictureType',
      message: '图片必须是 JPG 或 PNG',
      call: () => materials.setMaterialCover({ id: 71, version: 2, cover: { content: 'AAAA' } }),
    }));

  const orders: [name: string, path: string, more: object, call: (body: never) => Promise<unknown>][] = [
    ['tags materials', 'batch_tag', { add: ['新'], remove: [] }, materials.tagMaterials],
    ['shares materials', 'batch_share', { visibility: 'company' }, materials.shareMaterials],
    ['archives materials', 'batch_archive', { archived: true }, materials.archiveMaterials],
    ['deletes materials', 'batch_delete', { reason: '过期' }, materials.deleteMaterials],
    ['changes materials', 'batch_edit', { patch: { language: 'es' } }, materials.editMaterials],
  ];
  for (const [name, path, more, call] of orders) {
    const body = { ids, ...more };
    it(`${name} in one order`, () =>
      ask({ given, path: `/api/material-files/${path}`, body, reply: success(startedLike) }, async () =>
        expect(await call(body as never)).toEqual(started),
      ));
  }

  it('reads files again', () =>
    ask({ given: failed, path: '/api/material-files/reprocess', body: { ids }, reply: success(startedLike) }, async () =>
      expect(await materials.reprocessMaterials({ ids })).toEqual(started),
    ));

  it('lifts a block', () =>
    ask(
      {
        given: [signedInAs('admin'), dramaExists(drama), materialExists({ ...state, status: 'blocked' })],
        path: '/api/material-files/unblock',
        body: { ids },
        reply: success(startedLike),
      },
      async () => expect(await materials.unblockMaterials({ ids })).toEqual(started),
    ));

  it('binds materials to a product', () => {
    const product = { id: 61, sku: 'LAMP', name: '灯', version: 1, site: { id: 41, name: '商店', domain: 'shop.test' } };
    const material = materialExists({ ...state, biz: 'ec', content_id: 62 });
    return ask(
      {
        given: [signedInAs('admin'), productExists(product), productExists({ ...product, id: 62, sku: 'CUP', name: '杯' }), material],
        path: '/api/material-files/batch_bind_product',
        body: { ids, product_id: 61 },
        reply: success(startedLike),
      },
      async () => expect(await materials.bindMaterialsToProduct({ ids, product_id: 61 })).toEqual(started),
    );
  });

  it('orders nothing for another number than was seen', () => {
    const body = { filter: { biz: 'dj' as const }, expected_total: 2, archived: true };
    return askRefused(ask, {
      given,
      path: '/api/material-files/batch_archive',
      body,
      refused: { code: 409, reason: 'SELECTION_CHANGED', message: '符合条件的数量已变为 1', more: { total: integer(1) } },
      call: () => materials.archiveMaterials(body),
      carries: ({ data }) => expect(data).toMatchObject({ total: 1 }),
    });
  });
});
