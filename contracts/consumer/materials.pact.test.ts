import { expect, it } from 'vitest';
import {
  adAccountExists,
  assetInBatch,
  campaignExists,
  campaignPublished,
  dramaExists,
  homepageExists,
  landingExists,
  materialCopied,
  materialExists,
  pixelExists,
  postExists,
  productExists,
  schemeExists,
  signedInAs,
  siteExists,
  tooMany,
} from '#contracts/states/states.ts';
import { effectiveStatuses } from '#contracts/vocabulary/launches.ts';
import { hitLevels, materialStatuses, ratios, visibilities } from '#contracts/vocabulary/materials.ts';
import * as materials from '#src/services/materials.service.ts';
import { refLike } from './asset-rows.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { describePact, file, success } from './exchange.ts';
import { behind, figures, figuresLike, published } from './launch-rows.ts';
import { eachLike, instant, integer, oneOf, someText, string } from './matching.ts';
import { askBusy, askChanged, askOrder, askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const drama = { id: 51, code: 'LOVE-01', title: '替身新娘', version: 1, copyright_until: '2099-12-31', status: 'on' } as const;
const state = {
  id: 71,
  code: 'M000071',
  title: '反转',
  version: 2,
  status: 'ready',
  biz: 'dj',
  content_id: 51,
  owner: 11,
  parent_material_id: null,
} as const;
const admin = [signedInAs('admin')];
const given = [...admin, dramaExists(drama), materialExists(state)];
const failed = [...admin, dramaExists(drama), materialExists({ ...state, status: 'failed' })];
const more = (id: number) => materialExists({ ...state, id, code: `M0000${id}`, title: `反转 ${id}` });
/** One more than a batch holds on the provider's side. */
const four = [...given, more(72), more(73), more(74)];
const product = { id: 61, sku: 'LAMP', name: '灯', version: 1, status: 'on', site: { id: 41, name: '商店', domain: 'shop.test' } } as const;
const goods = { ...state, biz: 'ec', content_id: 61 } as const;
/** A material of a product that was cut from another one. */
const cut = [
  ...admin,
  productExists(product),
  materialExists({ ...goods, id: 70, code: 'M000070', title: '开箱' }),
  materialExists({ ...goods, title: '改编', parent_material_id: 70 }),
];
const busy = [...given, assetInBatch({ asset_type: 'material', asset_id: 71, batch_id: 900 })];
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
  used_ads: 0,
  accounts_synced: 0,
  first_used_at: null,
  created_at: '2026-11-20T08:00:00.000Z',
  can: ['edit'],
};
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
  used_ads: integer(0),
  accounts_synced: integer(0),
  created_at: instant(row.created_at),
  can: eachLike(oneOf('edit', ['edit', 'archive', 'delete', 'sync'])),
};
const ofProduct = { biz: 'ec', drama: null, product: { id: 61, label: '灯' }, title: '改编', parent: { id: 70, label: '开箱' } };
const cutRow = { ...row, ...ofProduct };
const cutLike = { ...rowLike, ...ofProduct, product: refLike(ofProduct.product), parent: refLike(ofProduct.parent), title: string('改编') };
/** A grey square of 8 by 8 pixels. */
const picture = {
  content: 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQI12NowAEYhpYEAILzYAGUMxmUAAAAAElFTkSuQmCC',
};
/** Ads of several accounts may show one material, so there is no sum in an account currency. */
const { spent: _spent, ...shown } = figures;
const { spent: _spentLike, ...shownLike } = figuresLike;
const matching = { filter: { biz: 'dj' as const }, expected_total: 4 };
/** Only one material matches, so the number has changed. */
const changed = { given, total: 1 };

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

  it('lists the materials with one of the tags', () => {
    const body = { biz: 'dj' as const, tag: ['甜宠', '重生'], page: 1, page_size: 20 as const };
    return ask(
      { given, path: '/api/material-files/list', body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async () => expect(await materials.listMaterials(body)).toEqual({ list: [row], total: 1 }),
    );
  });

  it('lists materials to publish, with when each was used last and its figures', () => {
    const days = { data_from: '2026-10-24', data_to: '2026-11-22' };
    const body = { status: 'ready' as const, to_publish_in: [55], ...days, page: 1, page_size: 20 as const };
    const publish = { last_used_at: '2026-11-20T08:00:00.000Z' };
    const like = { ...rowLike, used_ads: integer(1), publish: { last_used_at: instant(publish.last_used_at) } };
    return ask(
      { given: published, path: '/api/material-files/list', body, reply: success({ list: eachLike(like), total: integer(1) }) },
      async () => expect(await materials.materialsToPublish(body)).toEqual({ list: [{ ...row, used_ads: 1, publish }], total: 1 }),
    );
  });

  it('lists one page of the materials with the figures of their ads', () => {
    const days = { data_from: '2026-11-01', data_to: '2026-11-30' };
    const ranges = [{ metric: 'spend' as const, min: 1 }];
    const body = {
      ...days,
      metric_range: ranges,
      sort: [{ field: 'roi' as const, order: 'desc' as const }],
      page: 1,
      page_size: 20 as const,
    };
    const like = { ...rowLike, used_ads: integer(1), ...shownLike };
    const answer = { totals: { ...shownLike, used_ads: integer(1) }, ...behind().like };
    return ask(
      { given: published, path: '/api/material-files/list', body, reply: success({ list: eachLike(like), total: integer(1), ...answer }) },
      async (heard) => {
        expect(await materials.listMaterials(body)).toEqual({
          list: [{ ...row, used_ads: 1, ...shown }],
          total: 1,
          totals: { ...shown, used_ads: 1 },
          ...behind().says,
        });
        expectQuiet(heard);
      },
    );
  });

  it('refuses to sort materials by a metric without days', () => {
    const body = { sort: [{ field: 'spend' as const, order: 'desc' as const }] };
    return askWrongly(ask, {
      path: '/api/material-files/list',
      body,
      given,
      call: () => materials.listMaterials(body),
      field: 'data_from',
      rule: 'required',
      message: '请输入data_from',
    });
  });

  it('lists one page of the materials of a product', () => {
    const body = { biz: 'ec' as const, keyword: '改编', page: 1, page_size: 20 as const };
    return ask(
      { given: cut, path: '/api/material-files/list', body, reply: success({ list: eachLike(cutLike), total: integer(1) }) },
      async () => expect(await materials.pollMaterials(body)).toEqual({ list: [cutRow], total: 1 }),
    );
  });

  it('shows one material with its original', () => {
    const version = { id: 70, label: '开箱', code: 'M000070', parent_id: null, status: 'ready', created_at: row.created_at };
    const second = { ...version, id: 71, label: '改编', code: 'M000071', parent_id: 70 };
    const likeOf = ({ id, label, code, parent_id }: { id: number; label: string; code: string; parent_id: number | null }) => ({
      id: integer(id),
      label: string(label),
      code: string(code),
      parent_id: parent_id === null ? null : integer(parent_id),
      status: oneOf('ready', materialStatuses),
      created_at: instant(row.created_at),
    });
    return ask(
      {
        given: cut,
        path: '/api/material-files/detail',
        body: { id: 71 },
        reply: success({ ...cutLike, versions: [likeOf(version), likeOf(second)] }),
      },
      async () => expect(await materials.materialDetail({ id: 71 })).toEqual({ ...cutRow, versions: [version, second] }),
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

  it('refuses to show a material that is gone', () =>
    askForGone(ask, { path: '/api/material-files/detail', body: { id: 99 }, call: () => materials.materialDetail({ id: 99 }) }));

  it('lists the uses of a material', () => {
    const post = { id: 31, label: '第一集', homepage: { id: 91, label: 'Page 3001' }, status: 'ready' };
    const account = {
      id: 71,
      label: 'Account 2001',
      platform_account_id: '2001',
      status: 'ready',
      error: null,
      updated_at: row.created_at,
    };
    const used = [
      ...given,
      adaGrants,
      ada('self'),
      adAccountExists({ id: 71, platform_account_id: '2001', name: 'Account 2001', personal_account_id: 51, version: 1, enabled: true }),
      homepageExists({ id: 91, platform_page_id: '3001', name: 'Page 3001', personal_account_id: 51, version: 1, status: 'active' }),
      siteExists({
        id: 41,
        name: '爱剧',
        domain: 'love.test',
        biz: 'dj',
        version: 1,
        status: 'on',
        pixel_id: null,
        homepage_id: null,
      }),
      landingExists({ id: 95, site_id: 41, drama_id: 51, title: '第一集', slug: 'bride', version: 1, status: 'online' }),
      materialCopied({ material_id: 71, ad_account_id: 71 }),
      postExists({ id: 31, version: 1, status: 'ready', homepage_id: 91, material_id: 71, landing_page_id: 95, owner: 11 }),
      pixelExists({
        id: 81,
        platform_pixel_id: '4001',
        name: 'Pixel 4001',
        personal_account_id: 51,
        owner_ad_account_id: 71,
        version: 1,
        status: 'active',
      }),
      schemeExists({ id: 72, name: '美国放量', version: 2, status: 'enabled', site_id: 41, homepage_id: 91, source: 'post', owner: 11 }),
      campaignExists({
        id: 61,
        ad_group_id: 62,
        ad_id: 63,
        name: '放量 1',
        version: 3,
        status: 'ACTIVE',
        ad_account_id: 71,
        drama_id: 51,
        owner: 11,
      }),
      campaignPublished({ id: 61, scheme_id: 72, pixel_id: 81, material_id: 71, post_id: 31, homepage_id: 91, landing_page_id: 95 }),
    ];
    const ad = { id: 63, label: '放量 1', account: { id: 71, label: 'Account 2001' }, effective_status: 'ACTIVE' };
    const adLike = { ...refLike(ad), account: refLike(ad.account), effective_status: oneOf('ACTIVE', effectiveStatuses) };
    const postLike = { id: integer(31), label: string('第一集'), homepage: refLike(post.homepage), status: string('ready') };
    const accountLike = {
      id: integer(71),
      label: string('Account 2001'),
      platform_account_id: string('2001'),
      status: oneOf('ready', ['pending', 'uploading', 'processing', 'ready', 'error']),
      error: null,
      updated_at: instant(row.created_at),
    };
    return ask(
      {
        given: used,
        path: '/api/material-files/usage',
        body: { id: 71 },
        reply: success({ ads: eachLike(adLike), posts: eachLike(postLike), accounts: eachLike(accountLike) }),
      },
      async () => expect(await materials.materialUsage({ id: 71 })).toEqual({ ads: [ad], posts: [post], accounts: [account] }),
    );
  });

  it('refuses to list the uses of a material that is gone', () =>
    askForGone(ask, { path: '/api/material-files/usage', body: { id: 99 }, call: () => materials.materialUsage({ id: 99 }) }));

  it('returns an address for playback', () =>
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

  it('refuses an address of a failed material', () =>
    askRefused(ask, {
      given: failed,
      path: '/api/material-files/url',
      body: { id: 71, kind: 'play' },
      refused: { code: 422, reason: 'MATERIAL_NOT_READY', message: '未就绪' },
      call: () => materials.materialUrl({ id: 71, kind: 'play' }),
    }));

  it('refuses an address of a material that is gone', () =>
    askForGone(ask, {
      path: '/api/material-files/url',
      body: { id: 99, kind: 'play' },
      call: () => materials.materialUrl({ id: 99, kind: 'play' }),
    }));

  it('offers materials to choose from, and says which cannot be used', () => {
    const offered = { id: 71, label: '反转', sub: 'M000071 · 替身新娘', status: 'failed', disabled: '未就绪', cover_url: null };
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

  it('edits a material that was cut from another', () => {
    const body = { id: 71, version: 2, language: 'es' };
    return ask({ given: cut, path: '/api/material-files/edit', body, reply: success({ ...cutLike, language: 'es' }) }, async () =>
      expect(await materials.editMaterial(body)).toEqual({ ...cutRow, language: 'es' }),
    );
  });

  it('refuses to edit a material that a batch has locked', () => {
    const body = { id: 71, version: 2, title: '改名' };
    return askBusy(ask, { given: busy, path: '/api/material-files/edit', body, call: () => materials.editMaterial(body) });
  });

  it('refuses to edit a material that was changed in the meantime', () =>
    askRefused(ask, {
      given,
      path: '/api/material-files/edit',
      body: { id: 71, version: 1, title: '改名' },
      refused: { code: 409, reason: 'VERSION_CONFLICT', message: '? 于 2026-11-20 16:00 修改过，请重新载入', more: { latest: rowLike } },
      call: () => materials.editMaterial({ id: 71, version: 1, title: '改名' }),
      carries: ({ data }) => expect(data).toMatchObject({ latest: row }),
    }));

  it('refuses to edit a material that is gone', () =>
    askForGone(ask, {
      path: '/api/material-files/edit',
      body: { id: 99, version: 1, title: '改名' },
      call: () => materials.editMaterial({ id: 99, version: 1, title: '改名' }),
    }));

  it('refuses a cover that is not a picture', () =>
    askWrongly(ask, {
      given,
      path: '/api/material-files/set_cover',
      body: { id: 71, version: 2, cover: { content: 'AAAA' } },
      field: 'cover',
      rule: 'pictureType',
      message: '图片必须是 JPG 或 PNG',
      call: () => materials.setMaterialCover({ id: 71, version: 2, cover: { content: 'AAAA' } }),
    }));

  const covering = { id: 71, version: 2, cover: picture };
  it('changes the cover of a material', () =>
    ask({ given, path: '/api/material-files/set_cover', body: covering, reply: success({ ...rowLike, version: 3 }) }, async () =>
      expect(await materials.setMaterialCover(covering)).toEqual({ ...row, version: 3 }),
    ));

  it('changes the cover of a material that was cut from another', () =>
    ask({ given: cut, path: '/api/material-files/set_cover', body: covering, reply: success({ ...cutLike, version: 3 }) }, async () =>
      expect(await materials.setMaterialCover(covering)).toEqual({ ...cutRow, version: 3 }),
    ));

  it('refuses to change a cover of a material that is gone', () => {
    const body = { ...covering, id: 99 };
    return askForGone(ask, { path: '/api/material-files/set_cover', body, call: () => materials.setMaterialCover(body) });
  });

  it('refuses to change a cover of a material that was changed in the meantime', () => {
    const body = { ...covering, version: 1 };
    return askRefused(ask, {
      given,
      path: '/api/material-files/set_cover',
      body,
      refused: { code: 409, reason: 'VERSION_CONFLICT', message: '? 于 2026-11-20 16:00 修改过，请重新载入', more: { latest: rowLike } },
      call: () => materials.setMaterialCover(body),
      carries: ({ data }) => expect(data).toMatchObject({ latest: row }),
    });
  });

  it('refuses to change a cover of a material that a batch has locked', () =>
    askBusy(ask, {
      given: busy,
      path: '/api/material-files/set_cover',
      body: covering,
      call: () => materials.setMaterialCover(covering),
    }));

  const account = adAccountExists({
    id: 71,
    platform_account_id: '2001',
    name: 'Account 2001',
    personal_account_id: 51,
    version: 1,
    enabled: true,
  });
  const withAccount = (states: typeof given) => [...states, adaGrants, ada('self'), account];

  it('tags all matching materials', () => {
    const body = { ...matching, add: ['新'], remove: [] };
    return askOrder(ask, { given: four, path: '/api/material-files/batch_tag', body, call: () => materials.tagMaterials(body) });
  });

  it('refuses to tag materials when the number of matches changed', () => {
    const body = { ...matching, add: ['新'], remove: [] };
    return askChanged(ask, { ...changed, path: '/api/material-files/batch_tag', body, call: () => materials.tagMaterials(body) });
  });

  it('shares all matching materials', () => {
    const body = { ...matching, visibility: 'company' as const };
    return askOrder(ask, { given: four, path: '/api/material-files/batch_share', body, call: () => materials.shareMaterials(body) });
  });

  it('refuses to share materials when the number of matches changed', () => {
    const body = { ...matching, visibility: 'company' as const };
    return askChanged(ask, { ...changed, path: '/api/material-files/batch_share', body, call: () => materials.shareMaterials(body) });
  });

  it('archives all matching materials', () => {
    const body = { ...matching, archived: true };
    return askOrder(ask, { given: four, path: '/api/material-files/batch_archive', body, call: () => materials.archiveMaterials(body) });
  });

  it('refuses to archive materials when the number of matches changed', () => {
    const body = { ...matching, archived: true };
    return askChanged(ask, { ...changed, path: '/api/material-files/batch_archive', body, call: () => materials.archiveMaterials(body) });
  });

  it('deletes all matching materials', () => {
    const body = { ...matching, reason: '过期' };
    return askOrder(ask, { given: four, path: '/api/material-files/batch_delete', body, call: () => materials.deleteMaterials(body) });
  });

  it('refuses to delete materials when the number of matches changed', () => {
    const body = { ...matching, reason: '过期' };
    return askChanged(ask, { ...changed, path: '/api/material-files/batch_delete', body, call: () => materials.deleteMaterials(body) });
  });

  it('changes all matching materials', () => {
    const body = { ...matching, patch: { language: 'es' } };
    return askOrder(ask, { given: four, path: '/api/material-files/batch_edit', body, call: () => materials.editMaterials(body) });
  });

  it('refuses to change materials when the number of matches changed', () => {
    const body = { ...matching, patch: { language: 'es' } };
    return askChanged(ask, { ...changed, path: '/api/material-files/batch_edit', body, call: () => materials.editMaterials(body) });
  });

  it('copies all matching materials into accounts', () => {
    const body = { ...matching, ad_account_ids: [71] };
    return askOrder(ask, {
      given: withAccount(four),
      path: '/api/material-files/batch_sync',
      body,
      call: () => materials.syncMaterials(body),
    });
  });

  it('refuses to copy materials when the number of matches changed', () => {
    const body = { ...matching, ad_account_ids: [71] };
    return askChanged(ask, {
      ...changed,
      given: withAccount(given),
      path: '/api/material-files/batch_sync',
      body,
      call: () => materials.syncMaterials(body),
    });
  });

  it('rereads the files of all matching materials', () =>
    askOrder(ask, {
      given: four,
      path: '/api/material-files/reprocess',
      body: matching,
      call: () => materials.reprocessMaterials(matching),
    }));

  it('refuses to reread files when the number of matches changed', () =>
    askChanged(ask, {
      ...changed,
      path: '/api/material-files/reprocess',
      body: matching,
      call: () => materials.reprocessMaterials(matching),
    }));

  it('lifts the block of all matching materials', () =>
    askOrder(ask, { given: four, path: '/api/material-files/unblock', body: matching, call: () => materials.unblockMaterials(matching) }));

  it('refuses to lift blocks when the number of matches changed', () =>
    askChanged(ask, { ...changed, path: '/api/material-files/unblock', body: matching, call: () => materials.unblockMaterials(matching) }));

  it('assigns all matching materials to another product', () => {
    const ofGoods = (id: number) => materialExists({ ...goods, id, code: `M0000${id}` });
    const other = productExists({ ...product, id: 62, sku: 'CUP', name: '杯' });
    const body = { filter: { product_id: 61 }, expected_total: 4, product_id: 62 };
    return askOrder(ask, {
      given: [...admin, productExists(product), other, ofGoods(71), ofGoods(72), ofGoods(73), ofGoods(74)],
      path: '/api/material-files/batch_bind_product',
      body,
      call: () => materials.bindMaterialsToProduct(body),
    });
  });

  it('refuses to give a materials another product when the number of matches changed', () => {
    const body = { filter: { product_id: 61 }, expected_total: 4, product_id: 61 };
    return askChanged(ask, {
      given: cut,
      total: 2,
      path: '/api/material-files/batch_bind_product',
      body,
      call: () => materials.bindMaterialsToProduct(body),
    });
  });

  const exporting = { columns: ['code', 'title'], locale: 'zh-cn' as const };
  it('exports the materials', () =>
    ask(
      {
        given,
        path: '/api/material-files/export',
        body: exporting,
        reply: file({ plain: 'materials_202611201600.xlsx', name: '素材_202611201600.xlsx' }),
      },
      async () => expect((await materials.exportMaterials(exporting)).name).toBe('素材_202611201600.xlsx'),
    ));

  it('refuses to export more materials than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('materials')],
      path: '/api/material-files/export',
      body: exporting,
      call: () => materials.exportMaterials(exporting),
    }));
});
