import { expect, it } from 'vitest';
import {
  adAccountExists,
  assetAssigned,
  assetChanged,
  assetInBatch,
  campaignUses,
  homepageExists,
  landingExists,
  pixelExists,
  productExists,
  signedInAs,
  siteExists,
  tooMany,
} from '#contracts/states/states.ts';
import { siteKinds, verifyMethods, verifyStates } from '#contracts/vocabulary/sites.ts';
import * as sites from '#src/services/sites.service.ts';
import { assigneeLike, assignees, at, refLike } from './asset-rows.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { describePact, file, success } from './exchange.ts';
import { running } from './launch-rows.ts';
import { eachLike, instant, integer, oneOf, someText, string } from './matching.ts';
import { askBusy, askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const admin = [signedInAs('admin')];
const assets = [
  ...admin,
  adaGrants,
  ada('self'),
  adAccountExists({ id: 71, platform_account_id: '2001', name: 'Account 2001', personal_account_id: 51, version: 2, enabled: true }),
  pixelExists({
    id: 81,
    platform_pixel_id: '4001',
    name: 'Pixel 4001',
    personal_account_id: 51,
    owner_ad_account_id: 71,
    version: 1,
    status: 'active',
  }),
  homepageExists({ id: 91, platform_page_id: '3001', name: 'Page 3001', personal_account_id: 51, version: 1, status: 'active' }),
];
const state = {
  id: 41,
  name: '爱剧',
  domain: 'love.test',
  biz: 'dj',
  version: 2,
  status: 'on',
  pixel_id: null,
  homepage_id: null,
} as const;
const assigned = assetAssigned({ asset_type: 'site', asset_id: 41, user_id: 11 });
const known = [...assets, siteExists({ ...state, pixel_id: 81, homepage_id: 91 }), assigned];
const bare = [...admin, siteExists(state)];
const busy = [...bare, assetInBatch({ asset_type: 'site', asset_id: 41, batch_id: 900 })];

const pixel = { id: 81, label: 'Pixel 4001' };
const page = { id: 91, label: 'Page 3001' };
const row = {
  id: 41,
  version: 2,
  name: '爱剧',
  domain: 'love.test',
  biz: 'dj',
  kind: 'h5',
  app_url_ios: null,
  app_url_android: null,
  url_tags: 'ad_id={{ad.id}}',
  timezone_name: 'UTC',
  verify_method: 'dns_txt',
  verify_state: 'pending',
  verify_error: null,
  verified_at: null,
  pixels: [pixel],
  default_pixel: pixel,
  homepages: [page],
  default_homepage: page,
  landings: 0,
  uv_7d: 0,
  revenue_7d_usd: 0,
  assignees,
  status: 'on',
  created_at: at,
  can: ['edit'],
};
const rowLike = {
  id: integer(41),
  version: integer(2),
  name: string('爱剧'),
  domain: string('love.test'),
  biz: oneOf('dj', ['dj', 'ec']),
  kind: oneOf('h5', siteKinds),
  app_url_ios: null,
  app_url_android: null,
  url_tags: string(row.url_tags),
  timezone_name: string('UTC'),
  verify_method: oneOf('dns_txt', verifyMethods),
  verify_state: oneOf('pending', verifyStates),
  verify_error: null,
  verified_at: null,
  pixels: eachLike(refLike(pixel)),
  default_pixel: refLike(pixel),
  homepages: eachLike(refLike(page)),
  default_homepage: refLike(page),
  landings: integer(0),
  uv_7d: integer(0),
  revenue_7d_usd: integer(0),
  assignees: eachLike(assigneeLike),
  status: oneOf('on', ['on', 'off']),
  created_at: instant(at),
  can: eachLike(oneOf('edit', ['edit', 'verify', 'bind_assets', 'set_status', 'assign', 'add_landing', 'delete'])),
};
const created = {
  name: '爱剧',
  biz: 'dj',
  kind: 'h5',
  domain: 'love.test',
  url_tags: 'ad_id={{ad.id}}',
  timezone_name: 'UTC',
  pixel_ids: [81],
  default_pixel_id: 81,
  homepage_ids: [91],
  default_homepage_id: 91,
  verify_method: 'dns_txt',
} as const;
const asked = { ...created, pixel_ids: [81], homepage_ids: [91] };

describePact('sites', (ask) => {
  it('lists one page of the sites', () => {
    const body = {
      keyword: 'love',
      biz: 'dj' as const,
      kind: 'h5' as const,
      verify_state: 'pending' as const,
      status: 'on' as const,
      sort: [{ field: 'landings' as const, order: 'desc' as const }],
      page: 1,
      page_size: 20 as const,
    };
    return ask(
      { given: known, path: '/api/auth-sites/list', body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async (heard) => {
        expect(await sites.listSites(body)).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    );
  });

  it('refuses to show the sites to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/auth-sites/list',
      body: { page: 1 },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => sites.listSites({ page: 1 }),
    }));

  it('offers sites to choose from', () => {
    const offered = { id: 41, label: '爱剧', sub: 'love.test', status: 'on' };
    const like = { id: integer(41), label: string('爱剧'), sub: string('love.test'), status: oneOf('on', ['on', 'off']) };
    return ask(
      {
        given: bare,
        path: '/api/auth-sites/simple_list',
        body: { biz: 'dj' },
        reply: success({ list: eachLike(like), total: integer(1) }),
      },
      async () => expect(await sites.simpleSites({ biz: 'dj' })).toEqual({ list: [offered], total: 1 }),
    );
  });

  it('creates a site', () =>
    ask({ given: assets, path: '/api/auth-sites/create', body: asked, reply: success(rowLike) }, async () =>
      expect(await sites.createSite(asked)).toEqual(row),
    ));

  it('refuses to create a second site of the same domain', () =>
    askRefused(ask, {
      given: known,
      path: '/api/auth-sites/create',
      body: asked,
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在', more: { field: 'domain' } },
      call: () => sites.createSite(asked),
      carries: ({ data }) => expect(data).toMatchObject({ field: 'domain' }),
    }));

  it('refuses to create a site whose tags do not identify the ad', () =>
    askWrongly(ask, {
      given: assets,
      path: '/api/auth-sites/create',
      body: { ...asked, url_tags: 'from=ads' },
      field: 'url_tags',
      rule: 'urlTagsAd',
      message: '必须包含 ad_id={{ad.id}}',
      call: () => sites.createSite({ ...asked, url_tags: 'from=ads' }),
    }));

  it('edits a site', () => {
    const body = { id: 41, version: 2, name: '新名' };
    return ask({ given: known, path: '/api/auth-sites/edit', body, reply: success({ ...rowLike, version: 3, name: '新名' }) }, async () =>
      expect(await sites.editSite(body)).toEqual({ ...row, version: 3, name: '新名' }),
    );
  });

  it('refuses to edit a site that is gone', () => {
    const body = { id: 99, version: 1, name: '新名' };
    return askForGone(ask, { path: '/api/auth-sites/edit', body, call: () => sites.editSite(body) });
  });

  it('refuses to edit a site to the domain of another', () => {
    const body = { id: 41, version: 2, domain: 'other.test' };
    return askRefused(ask, {
      given: [...bare, siteExists({ ...state, id: 42, domain: 'other.test' })],
      path: '/api/auth-sites/edit',
      body,
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在', more: { field: 'domain' } },
      call: () => sites.editSite(body),
      carries: ({ data }) => expect(data).toMatchObject({ field: 'domain' }),
    });
  });

  it('refuses to edit a site that was changed in the meantime', () => {
    const body = { id: 41, version: 1, name: '新名' };
    return askRefused(ask, {
      given: [...known, assetChanged({ asset_type: 'site', id: 41, by: 'lead_a' })],
      path: '/api/auth-sites/edit',
      body,
      refused: {
        code: 409,
        reason: 'VERSION_CONFLICT',
        message: 'lead_a 于 2026-11-20 16:00 修改过，请重新载入',
        more: { by: 'lead_a', at: instant(at), latest: rowLike },
      },
      call: () => sites.editSite(body),
      carries: ({ data }) => expect(data).toMatchObject({ by: 'lead_a', latest: row }),
    });
  });

  it('refuses to edit a site that a batch has locked', () => {
    const body = { id: 41, version: 2, name: '新名' };
    return askBusy(ask, { given: busy, path: '/api/auth-sites/edit', body, call: () => sites.editSite(body) });
  });

  it('switches a site off', () => {
    const body = { id: 41, status: 'off' as const };
    return ask({ given: known, path: '/api/auth-sites/set_status', body, reply: success({ ...rowLike, status: 'off' }) }, async () =>
      expect(await sites.setSiteStatus(body)).toEqual({ ...row, status: 'off' }),
    );
  });

  const inUse = { code: 422, reason: 'LANDING_IN_USE', message: '1 条在投广告正在使用' };
  const visited = [
    ...running,
    siteExists(state),
    landingExists({ id: 42, site_id: 41, drama_id: 51, title: '第一集', slug: 'ep-1', version: 1, status: 'online' }),
    campaignUses({ id: 91, landing_page_id: 42, product_id: null }),
  ];

  it('refuses to switch a site off that running ads lead to', () => {
    const body = { id: 41, status: 'off' as const };
    return askRefused(ask, {
      given: visited,
      path: '/api/auth-sites/set_status',
      body,
      refused: inUse,
      call: () => sites.setSiteStatus(body),
    });
  });

  it('refuses to delete a site that running ads lead to', () =>
    askRefused(ask, {
      given: visited,
      path: '/api/auth-sites/delete',
      body: { id: 41 },
      refused: inUse,
      call: () => sites.deleteSite({ id: 41 }),
    }));

  it('refuses to switch a site that is gone', () => {
    const body = { id: 99, status: 'off' as const };
    return askForGone(ask, { path: '/api/auth-sites/set_status', body, call: () => sites.setSiteStatus(body) });
  });

  it('refuses to switch a site that a batch has locked', () => {
    const body = { id: 41, status: 'off' as const };
    return askBusy(ask, { given: busy, path: '/api/auth-sites/set_status', body, call: () => sites.setSiteStatus(body) });
  });

  it('deletes a site', () =>
    ask({ given: bare, path: '/api/auth-sites/delete', body: { id: 41 }, reply: success({}) }, async () =>
      expect(await sites.deleteSite({ id: 41 })).toEqual({}),
    ));

  it('refuses to delete a site that is gone', () =>
    askForGone(ask, { path: '/api/auth-sites/delete', body: { id: 99 }, call: () => sites.deleteSite({ id: 99 }) }));

  it('refuses to delete a site that has products', () =>
    askRefused(ask, {
      given: [
        ...admin,
        productExists({
          id: 61,
          sku: 'LAMP',
          name: '灯',
          version: 1,
          status: 'on',
          site: { id: 41, name: '商店', domain: 'shop.test' },
        }),
      ],
      path: '/api/auth-sites/delete',
      body: { id: 41 },
      refused: { code: 422, reason: 'SITE_IN_USE', message: '还有 1 个商品属于该站点' },
      call: () => sites.deleteSite({ id: 41 }),
    }));

  it('refuses to delete a site that a batch has locked', () =>
    askBusy(ask, { given: busy, path: '/api/auth-sites/delete', body: { id: 41 }, call: () => sites.deleteSite({ id: 41 }) }));

  it('says how to verify a domain', () => {
    const info = { method: 'dns_txt', name: '_site-verification.love.test', value: 'site-verification=contract', next_try_at: null };
    const like = { method: oneOf('dns_txt', verifyMethods), name: someText(info.name), value: someText(info.value), next_try_at: null };
    return ask({ given: bare, path: '/api/auth-sites/verify_info', body: { id: 41 }, reply: success(like) }, async () =>
      expect(await sites.verifyInfo({ id: 41 })).toEqual(info),
    );
  });

  it('refuses to say how to verify the domain of a site that is gone', () =>
    askForGone(ask, { path: '/api/auth-sites/verify_info', body: { id: 99 }, call: () => sites.verifyInfo({ id: 99 }) }));

  it('finds a domain verified', () =>
    ask(
      {
        given: bare,
        path: '/api/auth-sites/verify',
        body: { id: 41 },
        reply: success({ verify_state: 'verified', next_try_at: null }),
      },
      async () => expect(await sites.verifySite({ id: 41 })).toEqual({ verify_state: 'verified', next_try_at: null }),
    ));

  it('finds a domain not verified, and says why', () => {
    const failed = { verify_state: 'failed', error: '没有找到验证内容', next_try_at: '2026-11-20T08:01:00.000Z' };
    return ask(
      {
        given: [...admin, siteExists({ ...state, domain: 'love.example' })],
        path: '/api/auth-sites/verify',
        body: { id: 41 },
        reply: success({ verify_state: 'failed', error: someText(failed.error), next_try_at: instant(failed.next_try_at) }),
      },
      async () => expect(await sites.verifySite({ id: 41 })).toEqual(failed),
    );
  });

  it('refuses to check a site that is gone', () =>
    askForGone(ask, { path: '/api/auth-sites/verify', body: { id: 99 }, call: () => sites.verifySite({ id: 99 }) }));

  const exporting = { columns: ['name', 'domain'], locale: 'zh-cn' as const };
  it('exports the sites', () =>
    ask(
      {
        given: known,
        path: '/api/auth-sites/export',
        body: exporting,
        reply: file({ plain: 'sites_202611201600.xlsx', name: '站点_202611201600.xlsx' }),
      },
      async () => expect((await sites.exportSites(exporting)).name).toBe('站点_202611201600.xlsx'),
    ));

  it('refuses to export more sites than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('sites')],
      path: '/api/auth-sites/export',
      body: exporting,
      call: () => sites.exportSites(exporting),
    }));
});
