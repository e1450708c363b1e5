import { expect, it } from 'vitest';
import {
  accountExists,
  campaignCopied,
  campaignListed,
  campaignSpent,
  departmentExists,
  orderPaid,
  pixelPurchased,
  signedInAs,
  tooMany,
} from '#contracts/states/states.ts';
import { capiStatuses, orderStatuses, orderSystems, orderTypes, payChannels } from '#contracts/vocabulary/orders.ts';
import { dedupes, eventStatuses } from '#contracts/vocabulary/pixel-events.ts';
import { eventSources } from '#contracts/vocabulary/pixels.ts';
import * as admin from '#src/services/admin-entities.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, file, success } from './exchange.ts';
import { happened, happenedByRule, happenedByRuleLike, happenedLike, happening } from './launch-events.ts';
import {
  adLike,
  adRow,
  campaign,
  campaignLike,
  campaignRow,
  figures,
  figuresLike,
  fresh,
  freshLike,
  groupLike,
  groupRow,
  published,
  warningsLike,
  warningsOf,
} from './launch-rows.ts';
import { boolean, eachLike, instant, integer, number, oneOf, someText, string, textLike } from './matching.ts';
import { askChanged, askOrder, askTooMany } from './orders.ts';
import { askForGone, askRefused } from './refused.ts';
import { date, plain } from './reports.ts';

const department = { id: 21, label: '投放一部' };
const person = { id: 51, label: 'Ada Hale' };
/** The owner of everything, whom the super admin does not lead. */
const owner = [
  departmentExists({ id: 21, name: department.label, parent_id: 1 }),
  accountExists({ id: 11, account: 'lin', name: '林管理', version: 1, department_id: 21, role_ids: [], is_leader: 0 }),
];
const [, ...launched] = published;
const around = [signedInAs('super'), ...owner, ...launched];
const account = { id: 55, label: 'Galaxy US' };
const belonging = { department, personal_account: person };
const belongingLike = { department: refLike(department), personal_account: refLike(person) };

/** A deleted campaign, with its ad group and its ad, that spent on this day. */
const spentAndDeleted = [campaign('DELETED', 90), campaignSpent({ id: 90, days_ago: 0, spend_usd: 1_999, revenue_usd: 0 })];
const deleted = { m: { spend: 1_999, revenue: 0 }, mature: { roi_d7: '0/7' }, running: true, spent: { spend: 1_999 } };
const deletedLike = {
  m: { spend: number(1_999), revenue: number(0) },
  mature: { roi_d7: textLike(/^\d+\/\d+$/, '0/7') },
  running: true,
  spent: { spend: number(1_999) },
};
const pages = { total: 1, page: 1, page_size: 20 };
const pagesLike = { total: integer(1), page: integer(1), page_size: integer(20) };
const noActions = { can: [] };

const listed = <Row extends object>(row: Row) => ({ ...row, ...noActions, ...figures, ...belonging });
const listedLike = (row: object) => ({ ...row, ...noActions, ...figuresLike, ...belongingLike });
const one = { level: 'campaign' as const, id: 91 };
const gone = { level: 'campaign' as const, id: 99 };
const at = '2026-11-20T08:00:00.000Z';

describePact('admin-entities', (ask) => {
  const lists = (level: 'campaign' | 'ad_group' | 'ad', row: object, rowLike: object) => {
    const body = {
      level,
      deleted: 'no' as const,
      sort: [{ field: 'spend' as const, order: 'desc' as const }],
      page: 1,
      page_size: 20 as const,
    };
    return ask(
      {
        given: [...around, ...spentAndDeleted],
        path: '/api/admin-entities/list',
        body,
        reply: success({
          list: eachLike(listedLike(rowLike)),
          ...pagesLike,
          totals: { ...figuresLike, deleted: deletedLike },
          ...freshLike,
          warnings: warningsLike(account),
        }),
      },
      async () =>
        expect(plain(await admin.listAdminEntities(body))).toEqual({
          list: [listed(row)],
          ...pages,
          totals: { ...figures, deleted },
          ...fresh,
          warnings: warningsOf(account),
        }),
    );
  };
  it('lists campaigns with their people', () => lists('campaign', campaignRow, campaignLike));
  it('lists ad groups with their people', () => lists('ad_group', groupRow, groupLike));
  it('lists ads with their people', () => lists('ad', adRow, adLike));

  it('lists nothing to an ordinary administrator', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/admin-entities/list',
      body: { level: 'ad' },
      refused: { code: 403, reason: 'ADMIN_ONLY', message: '仅超级管理员可用' },
      call: () => admin.listAdminEntities({ level: 'ad' }),
    }));

  const exporting = { level: 'campaign' as const, columns: ['name', 'department', 'spend'], locale: 'zh-cn' as const };
  it('exports the campaigns', () =>
    ask(
      {
        given: around,
        path: '/api/admin-entities/export',
        body: exporting,
        reply: file({ plain: 'campaigns_202611201600.xlsx', name: '广告系列_202611201600.xlsx' }),
      },
      async () => expect((await admin.exportAdminEntities(exporting)).name).toBe('广告系列_202611201600.xlsx'),
    ));
  it('refuses to export more rows than a file may hold', () =>
    askTooMany(ask, {
      given: [signedInAs('super'), ...owner, tooMany('campaigns')],
      path: '/api/admin-entities/export',
      body: exporting,
      call: () => admin.exportAdminEntities(exporting),
    }));

  const reason = '品牌安全';
  const order = { level: 'campaign' as const, filter: { campaign_id: [91, 92, 93, 94] }, expected_total: 4, reason };
  it('turns campaigns off', () =>
    askOrder(ask, {
      given: [...around, campaign('ACTIVE', 92), campaign('ACTIVE', 93), campaign('ACTIVE', 94)],
      path: '/api/admin-entities/close',
      body: order,
      call: () => admin.closeAdminEntities(order),
    }));
  it('turns nothing off when another number matches', () => {
    const body = { level: 'campaign' as const, filter: { campaign_id: [91] }, expected_total: 5, reason };
    return askChanged(ask, {
      given: around,
      path: '/api/admin-entities/close',
      body,
      total: 1,
      call: () => admin.closeAdminEntities(body),
    });
  });

  const days = { date_from: '2026-11-01', date_to: '2026-11-30', by: 'month' as const, metrics: ['spend' as const] };
  const line = { key: 'total', label: '合计', metric: 'spend', data: [0] };
  it('shows the days of everything that matches', () => {
    const body = { level: 'campaign' as const, ...days, filters: { unowned: true as const } };
    return ask(
      {
        given: around,
        path: '/api/admin-entities/trend',
        body,
        reply: success({ x: ['2026-11'], series: [{ ...line, label: string('合计'), data: [number(0)] }], ...freshLike }),
      },
      async () => expect(plain(await admin.trendAdminEntities(body))).toEqual({ x: ['2026-11'], series: [line], ...fresh }),
    );
  });
  it('shows the days of each campaign', () => {
    const body = { level: 'campaign' as const, ...days, series_by: 'campaign' as const };
    const own = { ...line, key: '91', label: '替身新娘 US' };
    return ask(
      {
        given: around,
        path: '/api/admin-entities/trend',
        body,
        reply: success({
          x: ['2026-11'],
          series: [{ ...own, key: string('91'), label: string(own.label), data: [number(0)] }],
          ...freshLike,
        }),
      },
      async () => expect(plain(await admin.trendAdminEntities(body))).toEqual({ x: ['2026-11'], series: [own], ...fresh }),
    );
  });
  it('shows the days of one campaign with its changes', () => {
    const mark = { at: '2026-11', kind: 'close', label: '关闭 · 林管理' };
    const body = { ...one, ...days };
    return ask(
      {
        given: [...around, ...happening('close').slice(0, 1)],
        path: '/api/admin-entities/trend',
        body,
        reply: success({
          x: ['2026-11'],
          series: [{ ...line, label: string('合计'), data: [number(0)] }],
          events: [{ ...mark, label: string(mark.label) }],
          ...freshLike,
        }),
      },
      async () => expect(await admin.trendAdminEntities(body)).toEqual({ x: ['2026-11'], series: [line], events: [mark], ...fresh }),
    );
  });

  it('finds a campaign by its name', () => {
    const found = {
      ...one,
      name: '替身新娘 US',
      platform_id: '600191',
      effective_status: 'ACTIVE',
      account,
      owner: { id: 11, label: '林管理' },
    };
    const body = { keyword: '替身新娘', level: 'campaign' as const };
    return ask(
      {
        given: around,
        path: '/api/admin-entities/search',
        body,
        reply: success({
          list: eachLike({
            ...found,
            id: integer(91),
            name: string(found.name),
            platform_id: string('600191'),
            effective_status: string('ACTIVE'),
            account: refLike(account),
            owner: refLike(found.owner),
          }),
        }),
      },
      async () => expect(await admin.searchAdminEntities(body)).toEqual({ list: [found] }),
    );
  });

  it('shows an ad with what is above it', () => {
    const creative = {
      kind: 'video',
      play_url: '/files/video',
      cover_url: '/files/cover',
      page_name: 'Page 3001',
      page_picture_url: null,
      message: '她回来了',
      headline: '第一集',
      description: null,
      call_to_action: 'WATCH_MORE',
      link_url: 'https://love.test/ep-1',
    };
    const creativeLike = {
      ...creative,
      play_url: someText(creative.play_url),
      cover_url: someText(creative.cover_url),
      page_name: string(creative.page_name),
      message: string(creative.message),
      headline: string(creative.headline),
      call_to_action: string(creative.call_to_action),
      link_url: string(creative.link_url),
    };
    const asked = { level: 'ad' as const, id: 291 };
    const answer = {
      level: 'ad',
      ad: { ...adRow, ...noActions, ...figures },
      creative,
      children: [],
      source_copy: null,
      batch_id: null,
      above: { campaign: { ...campaignRow, ...noActions }, ad_group: { ...groupRow, ...noActions } },
      ...belonging,
    };
    return ask(
      {
        given: around,
        path: '/api/admin-entities/detail',
        body: asked,
        reply: success({
          ...answer,
          ad: { ...adLike, ...noActions, ...figuresLike },
          creative: creativeLike,
          above: { campaign: { ...campaignLike, ...noActions }, ad_group: { ...groupLike, ...noActions } },
          ...belongingLike,
        }),
      },
      async () => expect(plain(await admin.adminEntityDetail(asked))).toEqual(answer),
    );
  });
  it('shows a campaign with its ad groups and its source', () => {
    const child = { id: 191, label: '替身新娘 US', level: 'ad_group', effective_status: 'ACTIVE' };
    const childLike = { id: integer(191), label: string(child.label), level: 'ad_group', effective_status: string('ACTIVE') };
    const source = { id: 90, label: '替身新娘 US' };
    const answer = {
      level: 'campaign',
      campaign: { ...campaignRow, ...noActions, ...figures },
      children: [child],
      source_copy: source,
      batch_id: null,
      above: {},
      ...belonging,
    };
    return ask(
      {
        given: [...around, campaign('DELETED', 90), campaignCopied({ id: 91, from: 90 })],
        path: '/api/admin-entities/detail',
        body: one,
        reply: success({
          ...answer,
          campaign: { ...campaignLike, ...noActions, ...figuresLike },
          children: eachLike(childLike),
          source_copy: refLike(source),
          ...belongingLike,
        }),
      },
      async () => expect(plain(await admin.adminEntityDetail(one))).toEqual(answer),
    );
  });

  it('shows an ad group with its ads and its campaign', () => {
    const child = { id: 291, label: '替身新娘 US', level: 'ad', effective_status: 'ACTIVE' };
    const childLike = { id: integer(291), label: string(child.label), level: 'ad', effective_status: string('ACTIVE') };
    const asked = { level: 'ad_group' as const, id: 191 };
    const answer = {
      level: 'ad_group',
      ad_group: { ...groupRow, ...noActions, ...figures },
      children: [child],
      source_copy: null,
      batch_id: null,
      above: { campaign: { ...campaignRow, ...noActions } },
      ...belonging,
    };
    return ask(
      {
        given: around,
        path: '/api/admin-entities/detail',
        body: asked,
        reply: success({
          ...answer,
          ad_group: { ...groupLike, ...noActions, ...figuresLike },
          children: eachLike(childLike),
          above: { campaign: { ...campaignLike, ...noActions } },
          ...belongingLike,
        }),
      },
      async () => expect(plain(await admin.adminEntityDetail(asked))).toEqual(answer),
    );
  });

  const askGone = (verb: string, call: () => Promise<unknown>) =>
    askForGone(ask, { who: 'super', path: `/api/admin-entities/${verb}`, body: gone, call });
  it('refuses the cohorts of a campaign that is gone', () => askGone('cohort', () => admin.adminEntityCohort(gone)));
  it('refuses the events of a campaign that is gone', () => askGone('events', () => admin.adminEntityEvents(gone)));
  it('refuses the orders of a campaign that is gone', () => askGone('orders', () => admin.adminEntityOrders(gone)));
  it('refuses the pixel events of a campaign that is gone', () => askGone('pixel_events', () => admin.adminEntityPixelEvents(gone)));
  it('refuses the channel object of a campaign that is gone', () => askGone('raw', () => admin.adminEntityRaw(gone)));
  it('refuses the days of a campaign that is gone', () => {
    const body = { ...gone, ...days };
    return askForGone(ask, { who: 'super', path: '/api/admin-entities/trend', body, call: () => admin.trendAdminEntities(body) });
  });

  it('does not show a campaign that is gone', () =>
    askForGone(ask, { who: 'super', path: '/api/admin-entities/detail', body: gone, call: () => admin.adminEntityDetail(gone) }));

  it('shows the cohorts of a campaign', () => {
    const returns = { spend_usd: 1_200, new_users: 0, dn: { 0: { v: 0, mature: true }, 1: { v: null, mature: false } } };
    const returnsLike = {
      spend_usd: integer(1_200),
      new_users: integer(0),
      dn: { 0: { v: number(0), mature: boolean(true) }, 1: { v: null, mature: boolean(false) } },
    };
    return ask(
      {
        given: around,
        path: '/api/admin-entities/cohort',
        body: one,
        reply: success({
          rows: eachLike({ date: date('2026-11-20'), ...returnsLike }),
          step: oneOf('day', ['day', 'week']),
          totals: returnsLike,
        }),
      },
      async () =>
        expect(plain(await admin.adminEntityCohort(one))).toEqual({
          rows: [{ date: '2026-11-20', ...returns }],
          step: 'day',
          totals: returns,
        }),
    );
  });

  it('lists the events of a campaign', () =>
    ask(
      {
        given: [...around, ...happening('close')],
        path: '/api/admin-entities/events',
        body: one,
        reply: success({ list: [happenedLike, happenedByRuleLike], next_cursor: null, total: integer(2), total_capped: false }),
      },
      async () =>
        expect(await admin.adminEntityEvents(one)).toEqual({
          list: [happened, happenedByRule],
          next_cursor: null,
          total: 2,
          total_capped: false,
        }),
    ));

  const paid = orderPaid({ id: 501, campaign_id: 91, site_id: 41, order_no: 'GX-501', user_key: 'anna', amount_usd: 1_999 });
  it('lists the orders of a campaign', () => {
    const orderRow = {
      id: 501,
      order_no: 'GX-501',
      paid_at: at,
      user_key: 'anna',
      order_type: 'first',
      amount: 1_999,
      currency: 'USD',
      amount_usd: 1_999,
      refund_usd: 0,
      refunded_at: null,
      pay_channel: 'stripe',
      country: 'US',
      os: 'ios',
      content: { id: 51, label: '替身新娘' },
      material: { id: 71, label: '反转' },
      ad: { id: 291, label: '替身新娘 US' },
      day_n: 0,
      status: 'paid',
      capi_status: 'none',
    };
    const orderLike = {
      ...orderRow,
      id: integer(501),
      order_no: string('GX-501'),
      paid_at: instant(at),
      user_key: string('anna'),
      order_type: oneOf('first', orderTypes),
      amount: integer(1_999),
      currency: string('USD'),
      amount_usd: integer(1_999),
      refund_usd: integer(0),
      pay_channel: oneOf('stripe', payChannels),
      country: string('US'),
      os: oneOf('ios', orderSystems),
      content: refLike(orderRow.content),
      material: refLike(orderRow.material),
      ad: refLike(orderRow.ad),
      day_n: integer(0),
      status: oneOf('paid', orderStatuses),
      capi_status: oneOf('none', capiStatuses),
    };
    return ask(
      {
        given: [...around, paid],
        path: '/api/admin-entities/orders',
        body: { ...one, page_size: 50 },
        reply: success({ list: eachLike(orderLike), total: integer(1) }),
      },
      async () => expect(await admin.adminEntityOrders({ ...one, page_size: 50 })).toEqual({ list: [orderRow], total: 1 }),
    );
  });

  it('lists the pixel events of a campaign', () => {
    const event = {
      id: 602,
      event_time: at,
      received_at: at,
      delay_s: 0,
      event_name: 'Purchase',
      source: 'server',
      event_id: 'purchase-1',
      count: 1,
      dedupe: 'duplicate',
      pair_id: 601,
      match_score: 8.1,
      value: 1_999,
      currency: 'USD',
      ad: { id: 291, label: '替身新娘 US' },
      order_no: 'GX-501',
      url: 'https://love.test/ep-1',
      status: 'ok',
      error: null,
    };
    const eventLike = {
      ...event,
      id: integer(602),
      event_time: instant(at),
      received_at: instant(at),
      delay_s: integer(0),
      event_name: string('Purchase'),
      source: oneOf('server', eventSources),
      event_id: string('purchase-1'),
      count: integer(1),
      dedupe: oneOf('duplicate', dedupes),
      pair_id: integer(601),
      match_score: number(8.1),
      value: integer(1_999),
      currency: string('USD'),
      ad: refLike(event.ad),
      order_no: string('GX-501'),
      url: string(event.url),
      status: oneOf('ok', eventStatuses),
    };
    return ask(
      {
        given: [...around, paid, pixelPurchased({ browser_id: 601, server_id: 602, pixel_id: 81, site_id: 41, ad_id: 291, order_id: 501 })],
        path: '/api/admin-entities/pixel_events',
        body: one,
        reply: success({ list: eachLike(eventLike), next_cursor: null, total: integer(2), total_capped: false }),
      },
      async () =>
        expect(await admin.adminEntityPixelEvents(one)).toEqual({ list: [event], next_cursor: null, total: 2, total_capped: false }),
    );
  });

  it('shows a campaign as the channel has it', () => {
    const body = { level: 'campaign', name: '替身新娘 US' };
    return ask(
      {
        given: [...around, campaignListed({ id: 91 })],
        path: '/api/admin-entities/raw',
        body: one,
        reply: success({ body: { level: 'campaign', name: string(body.name) }, synced_at: instant(at), is_missing: false }),
      },
      async () => expect(await admin.adminEntityRaw(one)).toEqual({ body, synced_at: at, is_missing: false }),
    );
  });
});
