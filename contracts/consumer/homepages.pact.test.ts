import { expect, it } from 'vitest';
import {
  assetAssigned,
  assetChanged,
  assetInBatch,
  channelFails,
  homepageExists,
  signedInAs,
  siteExists,
  tooMany,
} from '#contracts/states/states.ts';
import { homepageStatuses } from '#contracts/vocabulary/homepages.ts';
import * as homepages from '#src/services/homepages.service.ts';
import { assigneeLike, assignees, at, refLike } from './asset-rows.ts';
import { ada, adaGrants, channelRefusals, foundPage, foundPagesLike } from './channel-answers.ts';
import { describePact, file, success } from './exchange.ts';
import { boolean, eachLike, instant, integer, oneOf, someText, string } from './matching.ts';
import { askBusy, askChanged, askOrder, askTooMany } from './orders.ts';
import { askForGone, askRefused, expectQuiet } from './refused.ts';

const admin = [signedInAs('admin')];
const person = [...admin, adaGrants, ada('self')];
const page = (id: number, status: 'active' | 'unpublished' = 'active') =>
  homepageExists({ id, platform_page_id: String(2910 + id), name: `Page ${2910 + id}`, personal_account_id: 51, version: 2, status });
const site = (homepage_id: number | null) =>
  siteExists({ id: 41, name: '爱剧', domain: 'love.test', biz: 'dj', version: 1, status: 'on', pixel_id: null, homepage_id });
const assigned = assetAssigned({ asset_type: 'homepage', asset_id: 91, user_id: 11 });
const bare = [...person, page(91)];
const known = [...bare, site(91), assigned];
const four = [...bare, page(92), page(93), page(94)];
const busy = [...bare, assetInBatch({ asset_type: 'homepage', asset_id: 91, batch_id: 900 })];

const row = {
  id: 91,
  version: 2,
  platform_page_id: '3001',
  name: 'Page 3001',
  picture_url: null,
  category: 'Film',
  status: 'active',
  usable_for_ads: true,
  ads_obstacle: null,
  usable_for_posts: true,
  posts_obstacle: null,
  tasks: ['ADVERTISE'],
  is_published: true,
  ad_limit: 250,
  ads_active: 40,
  posts: 0,
  sites: [{ id: 41, label: '爱剧' }],
  default_sites: [{ id: 41, label: '爱剧' }],
  biz: 'dj',
  assignees,
  personal_account: { id: 51, label: 'Ada' },
  last_sync_at: at,
  sync_error: null,
  created_at: at,
  can: ['edit'],
};
const siteLike = eachLike(refLike({ id: 41, label: '爱剧' }));
const rowLike = {
  id: integer(91),
  version: integer(2),
  platform_page_id: string('3001'),
  name: string('Page 3001'),
  picture_url: null,
  category: string('Film'),
  status: oneOf('active', homepageStatuses),
  usable_for_ads: true,
  ads_obstacle: null,
  usable_for_posts: true,
  posts_obstacle: null,
  tasks: eachLike(string('ADVERTISE')),
  is_published: boolean(true),
  ad_limit: integer(250),
  ads_active: integer(40),
  posts: integer(0),
  sites: siteLike,
  default_sites: siteLike,
  biz: oneOf('dj', ['dj', 'ec']),
  assignees: eachLike(assigneeLike),
  personal_account: refLike(row.personal_account),
  last_sync_at: instant(at),
  sync_error: null,
  created_at: instant(at),
  can: eachLike(oneOf('edit', ['edit', 'sync', 'bind_sites', 'set_status', 'assign', 'unbind'])),
};
const [ended, throttled, down] = channelRefusals;

describePact('homepages', (ask) => {
  it('lists one page of the homepages', () => {
    const body = {
      keyword: '3001',
      status: 'active' as const,
      biz: 'dj' as const,
      personal_account_id: 51,
      site_id: 41,
      assignee_id: 11,
      sort: [{ field: 'usage' as const, order: 'desc' as const }],
      page: 1,
      page_size: 20 as const,
    };
    return ask(
      { given: known, path: '/api/auth-homepages/list', body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async (heard) => {
        expect(await homepages.listHomepages(body)).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    );
  });

  it('finds no homepage near its ad limit when none is', () => {
    const body = { scarce: true as const, page: 1, page_size: 20 as const };
    return ask({ given: known, path: '/api/auth-homepages/list', body, reply: success({ list: [], total: 0 }) }, async () =>
      expect(await homepages.listHomepages(body)).toEqual({ list: [], total: 0 }),
    );
  });

  it('refuses to show the homepages to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/auth-homepages/list',
      body: { page: 1 },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => homepages.listHomepages({ page: 1 }),
    }));

  it('offers homepages for posts, and says which cannot be used', () => {
    const offered = { id: 91, label: 'Page 3001', sub: '3001', status: 'unpublished', disabled: '主页未发布' };
    const like = {
      id: integer(91),
      label: string('Page 3001'),
      sub: string('3001'),
      status: 'unpublished',
      disabled: someText(offered.disabled),
    };
    return ask(
      {
        given: [...person, page(91, 'unpublished')],
        path: '/api/auth-homepages/simple_list',
        body: { use: 'posts' },
        reply: success({ list: eachLike(like), total: integer(1) }),
      },
      async () => expect(await homepages.simpleHomepages({ use: 'posts' })).toEqual({ list: [offered], total: 1 }),
    );
  });

  it('discovers the homepages that a person grants', () =>
    ask(
      {
        given: person,
        path: '/api/auth-homepages/discover',
        body: { personal_account_id: 51 },
        reply: success({ list: foundPagesLike }),
      },
      async () => expect(await homepages.discoverHomepages({ personal_account_id: 51 })).toEqual({ list: [foundPage] }),
    ));

  it('refuses to discover homepages of a person who does not exist', () =>
    askForGone(ask, {
      path: '/api/auth-homepages/discover',
      body: { personal_account_id: 99 },
      call: () => homepages.discoverHomepages({ personal_account_id: 99 }),
    }));

  it('refuses to discover homepages with an authorisation that ended', () =>
    askRefused(ask, {
      given: [...person, channelFails(ended.kind)],
      path: '/api/auth-homepages/discover',
      body: { personal_account_id: 51 },
      refused: ended,
      call: () => homepages.discoverHomepages({ personal_account_id: 51 }),
    }));

  it('refuses to discover homepages while the channel limits the call rate', () =>
    askRefused(ask, {
      given: [...person, channelFails(throttled.kind)],
      path: '/api/auth-homepages/discover',
      body: { personal_account_id: 51 },
      refused: throttled,
      call: () => homepages.discoverHomepages({ personal_account_id: 51 }),
    }));

  it('refuses to discover homepages while the channel is out of reach', () =>
    askRefused(ask, {
      given: [...person, channelFails(down.kind)],
      path: '/api/auth-homepages/discover',
      body: { personal_account_id: 51 },
      refused: down,
      call: () => homepages.discoverHomepages({ personal_account_id: 51 }),
    }));

  it('imports homepages', () => {
    const body = { personal_account_id: 51, platform_ids: ['3001', '3002', '3003', '3004'], biz: 'dj' as const, switch_authoriser: false };
    return askOrder(ask, { given: person, path: '/api/auth-homepages/bind', body, call: () => homepages.bindHomepages(body) });
  });

  it('refuses to import homepages through a person who does not exist', () => {
    const body = { personal_account_id: 99, platform_ids: ['3001'], biz: 'dj' as const };
    return askForGone(ask, { path: '/api/auth-homepages/bind', body, call: () => homepages.bindHomepages(body) });
  });

  it('changes the settings of a homepage', () => {
    const body = { id: 91, version: 2, ad_limit: 1_000 as const };
    return ask(
      { given: known, path: '/api/auth-homepages/edit', body, reply: success({ ...rowLike, version: 3, ad_limit: 1_000 }) },
      async () => expect(await homepages.editHomepage(body)).toEqual({ ...row, version: 3, ad_limit: 1_000 }),
    );
  });

  it('refuses to change settings of a homepage that is gone', () => {
    const body = { id: 99, version: 1, biz: 'ec' as const };
    return askForGone(ask, { path: '/api/auth-homepages/edit', body, call: () => homepages.editHomepage(body) });
  });

  it('refuses to change settings that were changed in the meantime', () => {
    const body = { id: 91, version: 1, biz: 'ec' as const };
    return askRefused(ask, {
      given: [...known, assetChanged({ asset_type: 'homepage', id: 91, by: 'lead_a' })],
      path: '/api/auth-homepages/edit',
      body,
      refused: {
        code: 409,
        reason: 'VERSION_CONFLICT',
        message: 'lead_a 于 2026-11-20 16:00 修改过，请重新载入',
        more: { by: 'lead_a', at: instant(at), latest: rowLike },
      },
      call: () => homepages.editHomepage(body),
      carries: ({ data }) => expect(data).toMatchObject({ by: 'lead_a', latest: row }),
    });
  });

  it('refuses to change settings of a homepage that a batch has locked', () => {
    const body = { id: 91, version: 2, biz: 'ec' as const };
    return askBusy(ask, { given: busy, path: '/api/auth-homepages/edit', body, call: () => homepages.editHomepage(body) });
  });

  it('links a homepage to sites', () => {
    const body = { homepage_id: 91, site_ids: [41], default_site_ids: [41] };
    return ask(
      { given: [...bare, site(null), assigned], path: '/api/auth-homepages/bind_sites', body, reply: success(rowLike) },
      async () => expect(await homepages.bindHomepageSites(body)).toEqual(row),
    );
  });

  it('refuses to link a homepage that is gone', () => {
    const body = { homepage_id: 99, site_ids: [], default_site_ids: [] };
    return askForGone(ask, { path: '/api/auth-homepages/bind_sites', body, call: () => homepages.bindHomepageSites(body) });
  });

  it('refuses to link a homepage that a batch has locked', () => {
    const body = { homepage_id: 91, site_ids: [], default_site_ids: [] };
    return askBusy(ask, { given: busy, path: '/api/auth-homepages/bind_sites', body, call: () => homepages.bindHomepageSites(body) });
  });

  const matching = { filter: { keyword: 'Page' }, expected_total: 4 };
  it('refreshes all homepages that match', () =>
    askOrder(ask, { given: four, path: '/api/auth-homepages/sync', body: matching, call: () => homepages.syncHomepages(matching) }));

  it('refuses to refresh homepages when the number of matches changed', () =>
    askChanged(ask, {
      given: bare,
      total: 1,
      path: '/api/auth-homepages/sync',
      body: matching,
      call: () => homepages.syncHomepages(matching),
    }));

  it('switches all matching homepages off', () => {
    const body = { ...matching, enabled: false };
    return askOrder(ask, { given: four, path: '/api/auth-homepages/set_status', body, call: () => homepages.setHomepageStatuses(body) });
  });

  it('refuses to switch homepages when the number of matches changed', () => {
    const body = { ...matching, enabled: false };
    return askChanged(ask, {
      given: bare,
      total: 1,
      path: '/api/auth-homepages/set_status',
      body,
      call: () => homepages.setHomepageStatuses(body),
    });
  });

  it('unlinks all matching homepages', () =>
    askOrder(ask, { given: four, path: '/api/auth-homepages/unbind', body: matching, call: () => homepages.unbindHomepages(matching) }));

  it('refuses to unlink homepages when the number of matches changed', () =>
    askChanged(ask, {
      given: bare,
      total: 1,
      path: '/api/auth-homepages/unbind',
      body: matching,
      call: () => homepages.unbindHomepages(matching),
    }));

  const exporting = { columns: ['page', 'status'], locale: 'zh-cn' as const };
  it('exports the homepages', () =>
    ask(
      {
        given: known,
        path: '/api/auth-homepages/export',
        body: exporting,
        reply: file({ plain: 'homepages_202611201600.xlsx', name: '主页_202611201600.xlsx' }),
      },
      async () => expect((await homepages.exportHomepages(exporting)).name).toBe('主页_202611201600.xlsx'),
    ));

  it('refuses to export more homepages than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('homepages')],
      path: '/api/auth-homepages/export',
      body: exporting,
      call: () => homepages.exportHomepages(exporting),
    }));
});
