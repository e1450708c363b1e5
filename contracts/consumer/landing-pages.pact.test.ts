import { expect, it } from 'vitest';
import {
  assetChanged,
  assetInBatch,
  campaignUses,
  dramaExists,
  landingExists,
  signedInAs,
  siteExists,
  tooMany,
} from '#contracts/states/states.ts';
import { landingStatuses, landingTemplates } from '#contracts/vocabulary/landing-pages.ts';
import * as landings from '#src/services/landing-pages.service.ts';
import { at, refLike } from './asset-rows.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { describePact, file, success } from './exchange.ts';
import { adAccount, campaign } from './launch-rows.ts';
import { eachLike, instant, integer, oneOf, someText, string } from './matching.ts';
import { askBusy, askChanged, askOrder, askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const admin = [signedInAs('admin')];
const site = (status: 'on' | 'off') =>
  siteExists({ id: 41, name: '爱剧', domain: 'love.test', biz: 'dj', version: 1, status, pixel_id: null, homepage_id: null });
const drama = dramaExists({ id: 52, code: 'LOVE-01', title: '替身新娘', version: 1, copyright_until: '2099-12-31', status: 'on' });
const page = (id: number, status: 'draft' | 'online' | 'offline' = 'online') =>
  landingExists({ id, site_id: 41, drama_id: 52, title: '第一集', slug: `bride-${id}`, version: 2, status });
const ready = [...admin, site('on'), drama];
const known = [...ready, page(95)];
const four = [...known, page(96), page(97), page(98)];
const switchedOff = [...admin, site('off'), drama];

const row = {
  id: 95,
  version: 2,
  site: { id: 41, label: '爱剧' },
  biz: 'dj',
  content: { id: 52, label: '替身新娘' },
  title: '第一集',
  slug: 'bride-95',
  old_slugs: [],
  url: 'https://love.test/bride-95',
  url_tagged: 'https://love.test/bride-95?ad_id={{ad.id}}',
  template: 'player',
  start_episode: 3,
  language: 'en',
  country: 'US',
  ab_group: 'A',
  status: 'online',
  ads_running: 0,
  pv_7d: 0,
  lp_pay_rate: null,
  created_at: at,
  can: ['edit'],
};
const rowLike = {
  id: integer(95),
  version: integer(2),
  site: refLike(row.site),
  biz: oneOf('dj', ['dj', 'ec']),
  content: refLike(row.content),
  title: string('第一集'),
  slug: string('bride-95'),
  old_slugs: [],
  url: someText(row.url),
  url_tagged: someText(row.url_tagged),
  template: oneOf('player', landingTemplates),
  start_episode: integer(3),
  language: string('en'),
  country: string('US'),
  ab_group: string('A'),
  status: oneOf('online', landingStatuses),
  ads_running: integer(0),
  pv_7d: integer(0),
  lp_pay_rate: null,
  created_at: instant(at),
  can: eachLike(oneOf('edit', ['edit', 'copy', 'set_status', 'delete'])),
};
const created = {
  site_id: 41,
  content_id: 52,
  title: '第一集',
  slug: 'bride-95',
  template: 'player' as const,
  start_episode: 3,
  language: 'en',
  country: 'US',
  ab_group: 'A',
  status: 'online' as const,
};
const several = {
  site_id: 41,
  content_ids: [52],
  languages: ['en', 'es'],
  templates: ['quiz' as const, 'direct' as const],
  status: 'online' as const,
};
const taken = { code: 409, reason: 'DUPLICATE', message: '已存在', more: { field: 'slug' } };
const siteOff = { code: 422, reason: 'SITE_OFF', message: '站点已停用' };

describePact('landing-pages', (ask) => {
  it('lists one page of the landing pages', () => {
    const body = {
      keyword: 'bride',
      site_id: 41,
      biz: 'dj' as const,
      drama_id: 52,
      template: 'player' as const,
      language: 'en',
      status: 'online' as const,
      sort: [{ field: 'slug' as const, order: 'asc' as const }],
      page: 1,
      page_size: 20 as const,
    };
    return ask(
      { given: known, path: '/api/auth-landings/list', body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async (heard) => {
        expect(await landings.listLandings(body)).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    );
  });

  it('refuses to show the landing pages to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/auth-landings/list',
      body: { page: 1 },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => landings.listLandings({ page: 1 }),
    }));

  it('offers landing pages to choose from, and says which cannot be used', () => {
    const offered = { id: 95, label: '第一集', sub: 'love.test/bride-95', status: 'draft', disabled: '落地页未上线' };
    const like = { ...offered, id: integer(95), label: string('第一集'), sub: string(offered.sub), disabled: someText(offered.disabled) };
    return ask(
      {
        given: [...ready, page(95, 'draft')],
        path: '/api/auth-landings/simple_list',
        body: { site_id: 41 },
        reply: success({ list: eachLike(like), total: integer(1) }),
      },
      async () => expect(await landings.simpleLandings({ site_id: 41 })).toEqual({ list: [offered], total: 1 }),
    );
  });

  it('creates a landing page', () =>
    ask({ given: ready, path: '/api/auth-landings/create', body: created, reply: success(rowLike) }, async () =>
      expect(await landings.createLanding(created)).toEqual(row),
    ));

  it('refuses to create a landing page on a site that is gone', () => {
    const body = { ...created, site_id: 99 };
    return askForGone(ask, { path: '/api/auth-landings/create', body, call: () => landings.createLanding(body) });
  });

  it('refuses to create a second landing page of the same slug', () =>
    askRefused(ask, {
      given: known,
      path: '/api/auth-landings/create',
      body: created,
      refused: taken,
      call: () => landings.createLanding(created),
      carries: ({ data }) => expect(data).toMatchObject({ field: 'slug' }),
    }));

  it('refuses to put a new landing page online on a site that is off', () =>
    askRefused(ask, {
      given: switchedOff,
      path: '/api/auth-landings/create',
      body: created,
      refused: siteOff,
      call: () => landings.createLanding(created),
    }));

  it('refuses to create a landing page that begins after the last episode', () =>
    askWrongly(ask, {
      given: ready,
      path: '/api/auth-landings/create',
      body: { ...created, start_episode: 81 },
      field: 'start_episode',
      rule: 'episode',
      message: '不能大于 总集数 80',
      call: () => landings.createLanding({ ...created, start_episode: 81 }),
    }));

  it('edits a landing page', () => {
    const body = { id: 95, version: 2, title: '改名' };
    return ask(
      { given: known, path: '/api/auth-landings/edit', body, reply: success({ ...rowLike, version: 3, title: '改名' }) },
      async () => expect(await landings.editLanding(body)).toEqual({ ...row, version: 3, title: '改名' }),
    );
  });

  it('refuses to edit a landing page that is gone', () => {
    const body = { id: 99, version: 1, title: '改名' };
    return askForGone(ask, { path: '/api/auth-landings/edit', body, call: () => landings.editLanding(body) });
  });

  it('refuses to edit a landing page to the slug of another', () => {
    const body = { id: 95, version: 2, slug: 'bride-96' };
    return askRefused(ask, {
      given: [...known, page(96)],
      path: '/api/auth-landings/edit',
      body,
      refused: taken,
      call: () => landings.editLanding(body),
      carries: ({ data }) => expect(data).toMatchObject({ field: 'slug' }),
    });
  });

  it('refuses to edit a landing page that was changed in the meantime', () => {
    const body = { id: 95, version: 1, title: '改名' };
    return askRefused(ask, {
      given: [...known, assetChanged({ asset_type: 'landing_page', id: 95, by: 'lead_a' })],
      path: '/api/auth-landings/edit',
      body,
      refused: {
        code: 409,
        reason: 'VERSION_CONFLICT',
        message: 'lead_a 于 2026-11-20 16:00 修改过，请重新载入',
        more: { by: 'lead_a', at: instant(at), latest: rowLike },
      },
      call: () => landings.editLanding(body),
      carries: ({ data }) => expect(data).toMatchObject({ by: 'lead_a', latest: row }),
    });
  });

  it('refuses to put a landing page online on a site that is off', () => {
    const body = { id: 95, version: 2, status: 'online' as const };
    return askRefused(ask, {
      given: [...switchedOff, page(95, 'offline')],
      path: '/api/auth-landings/edit',
      body,
      refused: siteOff,
      call: () => landings.editLanding(body),
    });
  });

  const busy = [...known, assetInBatch({ asset_type: 'landing_page', asset_id: 95, batch_id: 900 })];
  it('refuses to edit a landing page that a batch has locked', () => {
    const body = { id: 95, version: 2, title: '改名' };
    return askBusy(ask, { given: busy, path: '/api/auth-landings/edit', body, call: () => landings.editLanding(body) });
  });

  const inUse = { code: 422, reason: 'LANDING_IN_USE', message: '1 条在投广告正在使用' };
  const visited = [
    ...known,
    adaGrants,
    ada('self'),
    adAccount,
    campaign('ACTIVE', 91, 52),
    campaignUses({ id: 91, landing_page_id: 95, product_id: null }),
  ];

  it('refuses to take a landing page offline that running ads lead to', () => {
    const body = { id: 95, version: 2, status: 'offline' as const };
    return askRefused(ask, {
      given: visited,
      path: '/api/auth-landings/edit',
      body,
      refused: inUse,
      call: () => landings.editLanding(body),
    });
  });

  it('refuses to delete a landing page that running ads lead to', () =>
    askRefused(ask, {
      given: visited,
      path: '/api/auth-landings/delete',
      body: { id: 95 },
      refused: inUse,
      call: () => landings.deleteLanding({ id: 95 }),
    }));

  it('creates several landing pages', () =>
    askOrder(ask, { given: ready, path: '/api/auth-landings/batch_create', body: several, call: () => landings.createLandings(several) }));

  it('refuses to create landing pages on a site that is gone', () => {
    const body = { ...several, site_id: 99 };
    return askForGone(ask, { path: '/api/auth-landings/batch_create', body, call: () => landings.createLandings(body) });
  });

  it('refuses to put new landing pages online on a site that is off', () =>
    askRefused(ask, {
      given: switchedOff,
      path: '/api/auth-landings/batch_create',
      body: several,
      refused: siteOff,
      call: () => landings.createLandings(several),
    }));

  const matching = { filter: { site_id: 41 }, expected_total: 4, status: 'offline' as const };
  it('takes all matching landing pages offline', () =>
    askOrder(ask, {
      given: four,
      path: '/api/auth-landings/batch_status',
      body: matching,
      call: () => landings.setLandingStatuses(matching),
    }));

  it('refuses to take landing pages offline when the number of matches changed', () =>
    askChanged(ask, {
      given: known,
      total: 1,
      path: '/api/auth-landings/batch_status',
      body: matching,
      call: () => landings.setLandingStatuses(matching),
    }));

  it('deletes a landing page', () =>
    ask({ given: known, path: '/api/auth-landings/delete', body: { id: 95 }, reply: success({}) }, async () =>
      expect(await landings.deleteLanding({ id: 95 })).toEqual({}),
    ));

  it('refuses to delete a landing page that is gone', () =>
    askForGone(ask, { path: '/api/auth-landings/delete', body: { id: 99 }, call: () => landings.deleteLanding({ id: 99 }) }));

  it('refuses to delete a landing page that a batch has locked', () =>
    askBusy(ask, { given: busy, path: '/api/auth-landings/delete', body: { id: 95 }, call: () => landings.deleteLanding({ id: 95 }) }));

  const exporting = { columns: ['title', 'url'], locale: 'zh-cn' as const };
  it('exports the landing pages', () =>
    ask(
      {
        given: known,
        path: '/api/auth-landings/export',
        body: exporting,
        reply: file({ plain: 'landing-pages_202611201600.xlsx', name: '落地页_202611201600.xlsx' }),
      },
      async () => expect((await landings.exportLandings(exporting)).name).toBe('落地页_202611201600.xlsx'),
    ));

  it('refuses to export more landing pages than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('landing pages')],
      path: '/api/auth-landings/export',
      body: exporting,
      call: () => landings.exportLandings(exporting),
    }));
});
