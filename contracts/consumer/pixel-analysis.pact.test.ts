import { expect, it } from 'vitest';
import { adAccountExists, orderPaid, pixelExists, pixelPurchased, signedInAs, tooMany } from '#contracts/states/states.ts';
import { dedupes, eventStatuses } from '#contracts/vocabulary/pixel-events.ts';
import { eventSources, pixelHealths, pixelStatuses } from '#contracts/vocabulary/pixels.ts';
import * as services from '#src/services/pixel-analysis.service.ts';
import { at, refLike } from './asset-rows.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { describePact, file, success } from './exchange.ts';
import { published, warningsLike, warningsOf } from './launch-rows.ts';
import { boolean, eachLike, instant, integer, number, oneOf, someText, string } from './matching.ts';
import { askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly } from './refused.ts';
import { date, fresh, freshLike, plain, today } from './reports.ts';

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
/** A pixel of an ad that spent, with one purchase from the browser and the server. */
const purchased = [
  ...published,
  orderPaid({ id: 501, campaign_id: 91, site_id: 41, order_no: 'GX-501', user_key: 'anna', amount_usd: 1_999 }),
  pixelPurchased({ browser_id: 601, server_id: 602, pixel_id: 81, site_id: 41, ad_id: 291, order_id: 501 }),
];
const behind = { id: 55, label: 'Galaxy US' };
const word = (id: string, label: string) => ({ id, label });
const wordLike = ({ id, label }: { id: string; label: string }) => ({ id: string(id), label: someText(label) });

const browserEvent = {
  id: 601,
  event_time: at,
  received_at: at,
  delay_s: 0,
  event_name: 'Purchase',
  source: 'browser',
  event_id: 'purchase-1',
  count: 1,
  dedupe: 'kept',
  pair_id: 602,
  match_score: 5.5,
  value: 1_999,
  currency: 'USD',
  ad: { id: 291, label: '替身新娘 US' },
  order_no: 'GX-501',
  url: 'https://love.test/ep-1',
  status: 'ok',
  error: null,
};
const serverEvent = { ...browserEvent, id: 602, source: 'server', dedupe: 'duplicate', pair_id: 601, match_score: 8.1 };
const eventLike = (event: typeof browserEvent) => ({
  id: integer(event.id),
  event_time: instant(event.event_time),
  received_at: instant(event.received_at),
  delay_s: integer(event.delay_s),
  event_name: string(event.event_name),
  source: oneOf(event.source, eventSources),
  event_id: string(event.event_id),
  count: integer(event.count),
  dedupe: oneOf(event.dedupe, dedupes),
  pair_id: integer(event.pair_id),
  match_score: number(event.match_score),
  value: integer(event.value),
  currency: string(event.currency),
  ad: refLike(event.ad),
  order_no: string(event.order_no),
  url: string(event.url),
  status: oneOf(event.status, eventStatuses),
  error: null,
});
const parameter = { key: 'event_id', value: 'purchase-1', hashed: false };
const parametersLike = eachLike({ key: string(parameter.key), value: string(parameter.value), hashed: boolean(false) });

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

  it('reads figures of a pixel with those of the day before, and the accounts that are behind', () => {
    const body = { ...today, group_by: ['pixel' as const], metrics: ['ev_received' as const, 'spend' as const], compare: 'prev' as const };
    const dims = {
      id: 81,
      label: 'Pixel 4001',
      platform_pixel_id: '4001',
      status: 'active',
      health: 'ok',
      capi_enabled: false,
      sites: [{ id: 41, label: '爱剧' }],
      last_fired_at: at,
    };
    const dimsLike = {
      ...refLike(dims),
      platform_pixel_id: string('4001'),
      status: oneOf('active', pixelStatuses),
      health: oneOf('ok', pixelHealths),
      capi_enabled: boolean(false),
      sites: eachLike(refLike({ id: 41, label: '爱剧' })),
      last_fired_at: instant(at),
    };
    const line = {
      m: { ev_received: 2, spend: 1_200 },
      prev: { ev_received: 0, spend: 0 },
      running: true,
      local: { currency: 'USD', m: { spend: 1_200 } },
    };
    const lineLike = {
      m: { ev_received: integer(2), spend: integer(1_200) },
      prev: { ev_received: integer(0), spend: integer(0) },
      running: boolean(true),
      local: { currency: string('USD'), m: { spend: integer(1_200) } },
    };
    return ask(
      {
        given: purchased,
        path: '/api/analyse-pixel/query',
        body,
        reply: success({
          list: eachLike({ key: string('81'), dims: { pixel: dimsLike }, ...lineLike }),
          totals: lineLike,
          total: integer(1),
          ...freshLike,
          warnings: warningsLike(behind),
        }),
      },
      async () =>
        expect(plain(await services.queryPixelAnalysis(body))).toEqual({
          list: [{ key: '81', dims: { pixel: dims }, ...line }],
          totals: line,
          total: 1,
          ...fresh,
          warnings: warningsOf(behind),
        }),
    );
  });

  const reads = (key: string, dims: object, dimsLike: object, total = 1) => {
    const body = { ...today, group_by: Object.keys(dims), metrics: ['ev_received'] };
    const m = { ev_received: 1 };
    const mLike = { ev_received: integer(1) };
    return ask(
      {
        given: purchased,
        path: '/api/analyse-pixel/query',
        body,
        reply: success({
          list: eachLike({ key: string(key), dims: dimsLike, m: mLike }),
          totals: { m: mLike },
          total: integer(total),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.queryPixelAnalysis(body as never))).toEqual({
          list: [{ key, dims, m }],
          totals: { m },
          total,
          ...fresh,
        }),
    );
  };

  it('reads figures of pixels by event, source and day', () => {
    const dims = { event: word('Purchase', '付款'), source: word('browser', '浏览器'), date: word('2026-11-20', '2026-11-20') };
    return reads(
      'Purchase|browser|2026-11-20',
      dims,
      {
        event: wordLike(dims.event),
        source: { id: oneOf('browser', eventSources), label: someText('浏览器') },
        date: { id: date('2026-11-20'), label: date('2026-11-20') },
      },
      2,
    );
  });

  it('reads figures of pixels by site and ad account', () => {
    const dims = { site: { id: 41, label: '爱剧' }, account: behind };
    return reads('41|55', dims, { site: refLike(dims.site), account: refLike(dims.account) });
  });

  it('refuses a sort by a field that the report does not have', () => {
    const body = { ...today, group_by: ['event'], sort: [{ field: 'last_fired_at', order: 'desc' }] };
    return askWrongly(ask, {
      given: admin,
      path: '/api/analyse-pixel/query',
      body,
      call: () => services.queryPixelAnalysis(body as never),
      field: 'sort.0.field',
      rule: 'enum',
      message: 'sort.0.field不在可选值之内',
    });
  });

  it('reads figures over time, one line per value of a dimension', () => {
    const body = { ...today, by: 'day' as const, metrics: ['ev_received' as const], series_by: 'source' as const };
    const line = { key: 'browser', label: '浏览器', metric: 'ev_received', data: [1] };
    return ask(
      {
        given: purchased,
        path: '/api/analyse-pixel/trend',
        body,
        reply: success({
          x: eachLike(date('2026-11-20')),
          series: eachLike({ key: string('browser'), label: string('浏览器'), metric: string('ev_received'), data: eachLike(integer(1)) }),
          ...freshLike,
        }),
      },
      async () => expect(plain(await services.trendPixelAnalysis(body))).toEqual({ x: ['2026-11-20'], series: [line], ...fresh }),
    );
  });

  const exported = { ...today, group_by: ['pixel' as const], columns: ['pixel' as const, 'spend' as const], locale: 'zh-cn' as const };
  it('exports the figures', () =>
    ask(
      {
        given: purchased,
        path: '/api/analyse-pixel/export',
        body: exported,
        reply: file({ plain: 'pixel_202611201600.xlsx', name: '像素分析_202611201600.xlsx' }),
      },
      async () => expect((await services.exportPixelAnalysis(exported)).name).toBe('像素分析_202611201600.xlsx'),
    ));

  it('refuses to export more rows than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('pixels')],
      path: '/api/analyse-pixel/export',
      body: exported,
      call: () => services.exportPixelAnalysis(exported),
    }));

  it('lists single events of a pixel', () => {
    const body = { pixel_id: 81, source: 'browser' as const };
    return ask(
      {
        given: purchased,
        path: '/api/analyse-pixel/event_list',
        body,
        reply: success({ list: eachLike(eventLike(browserEvent)), next_cursor: null, total: integer(1), total_capped: boolean(false) }),
      },
      async () =>
        expect(await services.listPixelEvents(body)).toEqual({ list: [browserEvent], next_cursor: null, total: 1, total_capped: false }),
    );
  });

  it('shows an event with its parameters and the same event from the server', () =>
    ask(
      {
        given: purchased,
        path: '/api/analyse-pixel/event_detail',
        body: { id: 601 },
        reply: success({
          event: eventLike(browserEvent),
          parameters: parametersLike,
          pair: { event: eventLike(serverEvent), parameters: parametersLike },
        }),
      },
      async () =>
        expect(await services.pixelEventDetail({ id: 601 })).toEqual({
          event: browserEvent,
          parameters: [parameter],
          pair: { event: serverEvent, parameters: [parameter] },
        }),
    ));

  it('refuses to list events of a pixel that is gone', () =>
    askForGone(ask, {
      path: '/api/analyse-pixel/event_list',
      body: { pixel_id: 99 },
      call: () => services.listPixelEvents({ pixel_id: 99 }),
    }));

  const events = { pixel_id: 81, columns: ['event_time' as const, 'event_id' as const], locale: 'zh-cn' as const };
  it('exports single events of a pixel', () =>
    ask(
      {
        given: purchased,
        path: '/api/analyse-pixel/event_export',
        body: events,
        reply: file({ plain: 'pixel-list_202611201600.xlsx', name: '像素明细_202611201600.xlsx' }),
      },
      async () => expect((await services.exportPixelEvents(events)).name).toBe('像素明细_202611201600.xlsx'),
    ));

  it('refuses to export events of a pixel that is gone', () => {
    const body = { ...events, pixel_id: 99 };
    return askForGone(ask, { path: '/api/analyse-pixel/event_export', body, call: () => services.exportPixelEvents(body) });
  });

  it('refuses to export more events than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('events of a pixel')],
      path: '/api/analyse-pixel/event_export',
      body: events,
      call: () => services.exportPixelEvents(events),
    }));

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
