import { expect, it } from 'vitest';
import { adAccountExists, pixelExists, signedInAs } from '#contracts/states/states.ts';
import { pixelHealths, pixelStatuses } from '#contracts/vocabulary/pixels.ts';
import * as services from '#src/services/pixel-analysis.service.ts';
import { at } from './asset-rows.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { describePact, success } from './exchange.ts';
import { boolean, eachLike, instant, integer, oneOf, string } from './matching.ts';
import { askRefused } from './refused.ts';
import { fresh, freshLike, plain, today } from './reports.ts';

const admin = [signedInAs('admin')];
const pixel = [
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
    version: 2,
    status: 'active',
  }),
];
const noPage = { code: 403, reason: 'NO_PATH', message: '无权访问' };

describePact('pixel-analysis', (ask) => {
  it('lists a pixel without events', () => {
    const body = { ...today, group_by: ['pixel' as const], metrics: ['ev_received' as const] };
    const dims = {
      id: 81,
      label: 'Pixel 4001',
      platform_pixel_id: '4001',
      status: 'active',
      health: 'ok',
      capi_enabled: false,
      sites: [],
      last_fired_at: at,
    };
    const dimsLike = {
      id: integer(81),
      label: string('Pixel 4001'),
      platform_pixel_id: string('4001'),
      status: oneOf('active', pixelStatuses),
      health: oneOf('ok', pixelHealths),
      capi_enabled: boolean(false),
      sites: [],
      last_fired_at: instant(at),
    };
    return ask(
      {
        given: pixel,
        path: '/api/analyse-pixel/query',
        body,
        reply: success({
          list: eachLike({ key: string('81'), dims: { pixel: dimsLike }, m: { ev_received: integer(0) } }),
          totals: { m: { ev_received: integer(0) } },
          total: integer(1),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.queryPixelAnalysis(body))).toEqual({
          list: [{ key: '81', dims: { pixel: dims }, m: { ev_received: 0 } }],
          totals: { m: { ev_received: 0 } },
          total: 1,
          ...fresh,
        }),
    );
  });

  it('lists no events of a pixel that has none', () => {
    const body = { pixel_id: 81, page_size: 50 as const };
    const answer = { list: [], next_cursor: null, total: 0, total_capped: false };
    return ask({ given: pixel, path: '/api/analyse-pixel/event_list', body, reply: success(answer) }, async () =>
      expect(await services.listPixelEvents(body)).toEqual(answer),
    );
  });

  it('refuses to list events to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('super')],
      path: '/api/analyse-pixel/event_list',
      body: { pixel_id: 81 },
      refused: noPage,
      call: () => services.listPixelEvents({ pixel_id: 81 }),
    }));

  it('refuses to show an event that does not exist', () =>
    askRefused(ask, {
      given: admin,
      path: '/api/analyse-pixel/event_detail',
      body: { id: 1 },
      refused: { code: 404, reason: 'NOT_FOUND', message: '对象不存在或无权限' },
      call: () => services.pixelEventDetail({ id: 1 }),
    }));
});
