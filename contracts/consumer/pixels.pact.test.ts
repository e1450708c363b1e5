import { expect, it } from 'vitest';
import {
  adAccountExists,
  assetAssigned,
  assetChanged,
  assetInBatch,
  channelFails,
  pixelExists,
  pixelShared,
  signedInAs,
  siteExists,
  tooMany,
} from '#contracts/states/states.ts';
import { pixelHealths, pixelStatuses } from '#contracts/vocabulary/pixels.ts';
import * as pixels from '#src/services/pixels.service.ts';
import { assigneeLike, assignees, at, refLike } from './asset-rows.ts';
import { ada, adaGrants, channelRefusals, foundPixel, foundPixelsLike } from './channel-answers.ts';
import { describePact, file, success } from './exchange.ts';
import { boolean, eachLike, instant, integer, oneOf, someText, string } from './matching.ts';
import { askBusy, askChanged, askOrder, askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const admin = [signedInAs('admin')];
const person = [...admin, adaGrants, ada('self')];
const account = (id: number) =>
  adAccountExists({
    id,
    platform_account_id: String(1930 + id),
    name: `Account ${1930 + id}`,
    personal_account_id: 51,
    version: 2,
    enabled: true,
  });
const pixel = (id: number, status: 'active' | 'unavailable' = 'active') =>
  pixelExists({
    id,
    platform_pixel_id: String(3920 + id),
    name: `Pixel ${3920 + id}`,
    personal_account_id: 51,
    owner_ad_account_id: 71,
    version: 2,
    status,
  });
const site = (pixel_id: number | null) =>
  siteExists({ id: 41, name: '爱剧', domain: 'love.test', biz: 'dj', version: 1, status: 'on', pixel_id, homepage_id: null });
const assigned = assetAssigned({ asset_type: 'pixel', asset_id: 81, user_id: 11 });
const bare = [...person, account(71), pixel(81)];
const known = [...bare, site(81), assigned];
const four = [...bare, pixel(82), pixel(83), pixel(84)];
const busy = [...bare, assetInBatch({ asset_type: 'pixel', asset_id: 81, batch_id: 900 })];

const row = {
  id: 81,
  version: 2,
  platform_pixel_id: '4001',
  name: 'Pixel 4001',
  status: 'active',
  health: 'ok',
  owner_account: { id: 71, label: 'Account 2001' },
  owner_business: 'Studio Ltd',
  shared_accounts: 0,
  sites: [{ id: 41, label: '爱剧' }],
  capi_enabled: false,
  capi_token_set: false,
  test_event_code: null,
  last_fired_at: at,
  events_24h: 0,
  dup_rate: null,
  report_gap: null,
  last_sync_at: at,
  sync_error: null,
  assignees,
  personal_account: { id: 51, label: 'Ada' },
  created_at: at,
  can: ['edit'],
};
const rowLike = {
  id: integer(81),
  version: integer(2),
  platform_pixel_id: string('4001'),
  name: string('Pixel 4001'),
  status: oneOf('active', pixelStatuses),
  health: oneOf('ok', pixelHealths),
  owner_account: refLike(row.owner_account),
  owner_business: string(row.owner_business),
  shared_accounts: integer(0),
  sites: eachLike(refLike({ id: 41, label: '爱剧' })),
  capi_enabled: boolean(false),
  capi_token_set: boolean(false),
  test_event_code: null,
  last_fired_at: instant(at),
  events_24h: integer(0),
  dup_rate: null,
  report_gap: null,
  last_sync_at: instant(at),
  sync_error: null,
  assignees: eachLike(assigneeLike),
  personal_account: refLike(row.personal_account),
  created_at: instant(at),
  can: eachLike(oneOf('edit', ['edit', 'share', 'bind_sites', 'test_event', 'set_status', 'assign', 'unbind'])),
};
const [ended, throttled, down] = channelRefusals;
const event = { pixel_id: 81, event_name: 'Purchase' as const, value: 1_999, currency: 'USD', url: 'https://love.test/1' };

describePact('pixels', (ask) => {
  it('lists one page of the pixels', () => {
    const body = {
      keyword: '4001',
      status: 'active' as const,
      owner_account_id: 71,
      site_id: 41,
      capi_enabled: false,
      silent: false,
      personal_account_id: 51,
      sort: [{ field: 'last_fired_at' as const, order: 'desc' as const }],
      page: 1,
      page_size: 20 as const,
    };
    return ask(
      { given: known, path: '/api/auth-pixels/list', body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async (heard) => {
        expect(await pixels.listPixels(body)).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    );
  });

  it('lists the pixels that an account owns or may use', () => {
    const body = { account_id: 71, page: 1, page_size: 20 as const };
    return ask(
      { given: known, path: '/api/auth-pixels/list', body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async () => expect(await pixels.listPixels(body)).toEqual({ list: [row], total: 1 }),
    );
  });

  it('refuses to show the pixels to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/auth-pixels/list',
      body: { page: 1 },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => pixels.listPixels({ page: 1 }),
    }));

  it('offers the pixels of an account, and says which cannot be used', () => {
    const offered = { id: 81, label: 'Pixel 4001', sub: '4001', status: 'unavailable', disabled: '像素在平台上不可用' };
    const like = {
      id: integer(81),
      label: string('Pixel 4001'),
      sub: string('4001'),
      status: 'unavailable',
      disabled: someText(offered.disabled),
    };
    return ask(
      {
        given: [...person, account(71), pixel(81, 'unavailable')],
        path: '/api/auth-pixels/simple_list',
        body: { ad_account_id: 71 },
        reply: success({ list: eachLike(like), total: integer(1) }),
      },
      async () => expect(await pixels.simplePixels({ ad_account_id: 71 })).toEqual({ list: [offered], total: 1 }),
    );
  });

  it('discovers the pixels that a person grants', () =>
    ask(
      {
        given: person,
        path: '/api/auth-pixels/discover',
        body: { personal_account_id: 51 },
        reply: success({ list: foundPixelsLike }),
      },
      async () => expect(await pixels.discoverPixels({ personal_account_id: 51 })).toEqual({ list: [foundPixel] }),
    ));

  it('refuses to discover pixels of a person who does not exist', () =>
    askForGone(ask, {
      path: '/api/auth-pixels/discover',
      body: { personal_account_id: 99 },
      call: () => pixels.discoverPixels({ personal_account_id: 99 }),
    }));

  it('refuses to discover pixels with an authorisation that ended', () =>
    askRefused(ask, {
      given: [...person, channelFails(ended.kind)],
      path: '/api/auth-pixels/discover',
      body: { personal_account_id: 51 },
      refused: ended,
      call: () => pixels.discoverPixels({ personal_account_id: 51 }),
    }));

  it('refuses to discover pixels while the channel limits the call rate', () =>
    askRefused(ask, {
      given: [...person, channelFails(throttled.kind)],
      path: '/api/auth-pixels/discover',
      body: { personal_account_id: 51 },
      refused: throttled,
      call: () => pixels.discoverPixels({ personal_account_id: 51 }),
    }));

  it('refuses to discover pixels while the channel is out of reach', () =>
    askRefused(ask, {
      given: [...person, channelFails(down.kind)],
      path: '/api/auth-pixels/discover',
      body: { personal_account_id: 51 },
      refused: down,
      call: () => pixels.discoverPixels({ personal_account_id: 51 }),
    }));

  it('imports pixels', () => {
    const body = { personal_account_id: 51, platform_ids: ['4001', '4002', '4003', '4004'], switch_authoriser: false };
    return askOrder(ask, { given: [...person, account(71)], path: '/api/auth-pixels/bind', body, call: () => pixels.bindPixels(body) });
  });

  it('refuses to import pixels through a person who does not exist', () => {
    const body = { personal_account_id: 99, platform_ids: ['4001'] };
    return askForGone(ask, { path: '/api/auth-pixels/bind', body, call: () => pixels.bindPixels(body) });
  });

  it('changes the settings of server events', () => {
    const body = { id: 81, version: 2, test_event_code: 'TEST7' };
    return ask(
      { given: known, path: '/api/auth-pixels/edit', body, reply: success({ ...rowLike, version: 3, test_event_code: 'TEST7' }) },
      async () => expect(await pixels.editPixel(body)).toEqual({ ...row, version: 3, test_event_code: 'TEST7' }),
    );
  });

  it('refuses to switch server events on without a token', () => {
    const body = { id: 81, version: 2, capi_enabled: true };
    return askWrongly(ask, {
      given: known,
      path: '/api/auth-pixels/edit',
      body,
      field: 'capi_token',
      rule: 'required',
      message: '请输入capi_token',
      call: () => pixels.editPixel(body),
    });
  });

  it('refuses to change settings of a pixel that is gone', () => {
    const body = { id: 99, version: 1, test_event_code: null };
    return askForGone(ask, { path: '/api/auth-pixels/edit', body, call: () => pixels.editPixel(body) });
  });

  it('refuses to change settings that were changed in the meantime', () => {
    const body = { id: 81, version: 1, test_event_code: null };
    return askRefused(ask, {
      given: [...known, assetChanged({ asset_type: 'pixel', id: 81, by: 'lead_a' })],
      path: '/api/auth-pixels/edit',
      body,
      refused: {
        code: 409,
        reason: 'VERSION_CONFLICT',
        message: 'lead_a 于 2026-11-20 16:00 修改过，请重新载入',
        more: { by: 'lead_a', at: instant(at), latest: rowLike },
      },
      call: () => pixels.editPixel(body),
      carries: ({ data }) => expect(data).toMatchObject({ by: 'lead_a', latest: row }),
    });
  });

  it('refuses to change settings of a pixel that a batch has locked', () => {
    const body = { id: 81, version: 2, test_event_code: null };
    return askBusy(ask, { given: busy, path: '/api/auth-pixels/edit', body, call: () => pixels.editPixel(body) });
  });

  const others = { pixel_id: 81, ad_account_ids: [72, 73, 74, 75] };
  const accounts = [...bare, account(72), account(73), account(74), account(75)];
  it('shares a pixel with accounts', () =>
    askOrder(ask, { given: accounts, path: '/api/auth-pixels/share', body: others, call: () => pixels.sharePixel(others) }));

  it('refuses to share a pixel that is gone', () => {
    const body = { pixel_id: 99, ad_account_ids: [72] };
    return askForGone(ask, { path: '/api/auth-pixels/share', body, call: () => pixels.sharePixel(body) });
  });

  it('stops sharing a pixel with accounts', () =>
    askOrder(ask, { given: accounts, path: '/api/auth-pixels/unshare', body: others, call: () => pixels.unsharePixel(others) }));

  it('refuses to stop sharing a pixel that is gone', () => {
    const body = { pixel_id: 99, ad_account_ids: [72] };
    return askForGone(ask, { path: '/api/auth-pixels/unshare', body, call: () => pixels.unsharePixel(body) });
  });

  it('lists the accounts that a pixel is shared with', () => {
    const shared = {
      account: { id: 72, label: 'Account 2002' },
      platform_account_id: '2002',
      status: 'active',
      error: null,
      updated_at: at,
    };
    const like = {
      account: refLike(shared.account),
      platform_account_id: string('2002'),
      status: oneOf('active', ['active', 'failed']),
      error: null,
      updated_at: instant(at),
    };
    return ask(
      {
        given: [...bare, account(72), pixelShared({ pixel_id: 81, ad_account_id: 72 })],
        path: '/api/auth-pixels/shares',
        body: { pixel_id: 81 },
        reply: success({ list: eachLike(like) }),
      },
      async () => expect(await pixels.pixelShares({ pixel_id: 81 })).toEqual({ list: [shared] }),
    );
  });

  it('refuses to list the shares of a pixel that is gone', () =>
    askForGone(ask, { path: '/api/auth-pixels/shares', body: { pixel_id: 99 }, call: () => pixels.pixelShares({ pixel_id: 99 }) }));

  it('links a pixel to sites', () => {
    const body = { pixel_id: 81, site_ids: [41] };
    return ask({ given: [...bare, site(null), assigned], path: '/api/auth-pixels/bind_sites', body, reply: success(rowLike) }, async () =>
      expect(await pixels.bindPixelSites(body)).toEqual(row),
    );
  });

  it('refuses to link a pixel that is gone', () => {
    const body = { pixel_id: 99, site_ids: [] };
    return askForGone(ask, { path: '/api/auth-pixels/bind_sites', body, call: () => pixels.bindPixelSites(body) });
  });

  it('refuses to link a pixel that a batch has locked', () => {
    const body = { pixel_id: 81, site_ids: [] };
    return askBusy(ask, { given: busy, path: '/api/auth-pixels/bind_sites', body, call: () => pixels.bindPixelSites(body) });
  });

  it('sends a test event that the channel accepts', () =>
    ask({ given: bare, path: '/api/auth-pixels/test_event', body: event, reply: success({ received: integer(1), errors: [] }) }, async () =>
      expect(await pixels.sendTestEvent(event)).toEqual({ received: 1, errors: [] }),
    ));

  it('sends a test event that the channel refuses', () => {
    const body = { ...event, idempotency_key: '5f0c6f6e-6f0a-4b43-8d5b-0d6c1f0b7a12' };
    const error = { event_id: body.idempotency_key, message: '事件被拒绝' };
    return ask(
      {
        given: [...bare, channelFails('rejected')],
        path: '/api/auth-pixels/test_event',
        body,
        reply: success({ received: 0, errors: [{ event_id: string(error.event_id), message: someText(error.message) }] }),
      },
      async () => expect(await pixels.sendTestEvent(body)).toEqual({ received: 0, errors: [error] }),
    );
  });

  it('refuses to send a test event to a pixel that is gone', () => {
    const body = { ...event, pixel_id: 99 };
    return askForGone(ask, { path: '/api/auth-pixels/test_event', body, call: () => pixels.sendTestEvent(body) });
  });

  it('refuses to send a test event with an authorisation that ended', () =>
    askRefused(ask, {
      given: [...bare, channelFails(ended.kind)],
      path: '/api/auth-pixels/test_event',
      body: event,
      refused: ended,
      call: () => pixels.sendTestEvent(event),
    }));

  it('refuses to send a test event while the channel limits the call rate', () =>
    askRefused(ask, {
      given: [...bare, channelFails(throttled.kind)],
      path: '/api/auth-pixels/test_event',
      body: event,
      refused: throttled,
      call: () => pixels.sendTestEvent(event),
    }));

  it('refuses to send a test event while the channel is out of reach', () =>
    askRefused(ask, {
      given: [...bare, channelFails(down.kind)],
      path: '/api/auth-pixels/test_event',
      body: event,
      refused: down,
      call: () => pixels.sendTestEvent(event),
    }));

  const matching = { filter: { keyword: 'Pixel' }, expected_total: 4 };
  it('switches all matching pixels off', () => {
    const body = { ...matching, enabled: false };
    return askOrder(ask, { given: four, path: '/api/auth-pixels/set_status', body, call: () => pixels.setPixelStatuses(body) });
  });

  it('refuses to switch pixels when the number of matches changed', () => {
    const body = { ...matching, enabled: false };
    return askChanged(ask, { given: bare, total: 1, path: '/api/auth-pixels/set_status', body, call: () => pixels.setPixelStatuses(body) });
  });

  it('unlinks all matching pixels', () =>
    askOrder(ask, { given: four, path: '/api/auth-pixels/unbind', body: matching, call: () => pixels.unbindPixels(matching) }));

  it('refuses to unlink pixels when the number of matches changed', () =>
    askChanged(ask, {
      given: bare,
      total: 1,
      path: '/api/auth-pixels/unbind',
      body: matching,
      call: () => pixels.unbindPixels(matching),
    }));

  const exporting = { columns: ['name', 'status'], locale: 'zh-cn' as const };
  it('exports the pixels', () =>
    ask(
      {
        given: known,
        path: '/api/auth-pixels/export',
        body: exporting,
        reply: file({ plain: 'pixels_202611201600.xlsx', name: '像素_202611201600.xlsx' }),
      },
      async () => expect((await pixels.exportPixels(exporting)).name).toBe('像素_202611201600.xlsx'),
    ));

  it('refuses to export more pixels than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('pixels')],
      path: '/api/auth-pixels/export',
      body: exporting,
      call: () => pixels.exportPixels(exporting),
    }));
});
