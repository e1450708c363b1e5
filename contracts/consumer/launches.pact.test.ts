import { expect, it } from 'vitest';
import { campaignCopied, campaignScheduled, campaignSpent, channelFails, signedInAs, tooMany } from '#contracts/states/states.ts';
import * as launches from '#src/services/launches.service.ts';
import { refLike } from './asset-rows.ts';
import { channelRefusals } from './channel-answers.ts';
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
  running,
  spending,
  warningsLike,
  warningsOf,
} from './launch-rows.ts';
import { eachLike, instant, integer, number, someText, string, textLike } from './matching.ts';
import { askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const page = { total: 1, page: 1, page_size: 20 };
const pageLike = { total: integer(1), page: integer(1), page_size: integer(20) };
const account = { id: 55, label: 'Galaxy US' };
const listed = <Row extends object>(row: Row) => ({
  list: [{ ...row, ...figures }],
  ...page,
  totals: figures,
  ...fresh,
  warnings: warningsOf(account),
});
const listedLike = (row: object) =>
  success({
    list: eachLike({ ...row, ...figuresLike }),
    ...pageLike,
    totals: figuresLike,
    ...freshLike,
    warnings: warningsLike(account),
  });
const query = { keyword: '替身', effective_status: ['ACTIVE' as const], sort: [{ field: 'spend' as const, order: 'desc' as const }] };
const body = { ...query, page: 1, page_size: 20 as const };

/** A deleted campaign, with its ad group and its ad, that spent on this day. */
const spentAndDeleted = [campaign('DELETED', 90), campaignSpent({ id: 90, days_ago: 0, spend_usd: 1_999, revenue_usd: 0 })];
const deleted = { m: { spend: 1_999, revenue: 0 }, mature: { roi_d7: '0/1' }, running: true, spent: { spend: 1_999 } };
const deletedLike = {
  m: { spend: number(1_999), revenue: number(0) },
  mature: { roi_d7: textLike(/^\d+\/\d+$/, '0/1') },
  running: true,
  spent: { spend: number(1_999) },
};
const listedBesideDeleted = <Row extends object>(row: Row) => ({ ...listed(row), totals: { ...figures, deleted } });
const besideDeleted = (path: string, rowLike: object) => ({
  given: [...published, ...spentAndDeleted],
  path,
  body: {},
  reply: success({
    list: eachLike({ ...rowLike, ...figuresLike }),
    ...pageLike,
    totals: { ...figuresLike, deleted: deletedLike },
    ...freshLike,
    warnings: warningsLike(account),
  }),
});

const one = { level: 'campaign' as const, id: 91 };
const gone = { level: 'campaign' as const, id: 99 };
const days = { date_from: '2026-11-01', date_to: '2026-11-30' };
const trend = { ...one, ...days, by: 'month' as const, metrics: ['spend' as const] };

describePact('launches', (ask) => {
  it('lists one page of the campaigns with their figures', () =>
    ask({ given: published, path: '/api/ad-campaigns/list', body, reply: listedLike(campaignLike) }, async (heard) => {
      expect(await launches.listCampaigns(body)).toEqual(listed(campaignRow));
      expectQuiet(heard);
    }));

  it('lists one page of the ad groups with their figures', () =>
    ask({ given: published, path: '/api/ad-groups/list', body, reply: listedLike(groupLike) }, async () =>
      expect(await launches.listAdGroups(body)).toEqual(listed(groupRow)),
    ));

  it('lists one page of the ads with their figures', () =>
    ask({ given: published, path: '/api/ad-ads/list', body, reply: listedLike(adLike) }, async () =>
      expect(await launches.listAds(body)).toEqual(listed(adRow)),
    ));

  it('reads the figures of deleted campaigns separately from the totals', () =>
    ask(besideDeleted('/api/ad-campaigns/list', campaignLike), async () =>
      expect(await launches.listCampaigns({})).toEqual(listedBesideDeleted(campaignRow)),
    ));

  it('reads the figures of deleted ad groups separately from the totals', () =>
    ask(besideDeleted('/api/ad-groups/list', groupLike), async () =>
      expect(await launches.listAdGroups({})).toEqual(listedBesideDeleted(groupRow)),
    ));

  it('reads the figures of deleted ads separately from the totals', () =>
    ask(besideDeleted('/api/ad-ads/list', adLike), async () => expect(await launches.listAds({})).toEqual(listedBesideDeleted(adRow))));

  it('refuses to list campaigns with only one day of a range', () => {
    const half = { date_from: '2026-11-20' };
    return askWrongly(ask, {
      given: running,
      path: '/api/ad-campaigns/list',
      body: half,
      field: 'date_to',
      rule: 'required',
      message: '不能为空',
      call: () => launches.listCampaigns(half),
    });
  });

  it('refuses to list campaigns to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/ad-campaigns/list',
      body: {},
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => launches.listCampaigns({}),
    }));

  it('shows a campaign with its children and the campaign it was copied from', () => {
    const child = { id: 191, label: '替身新娘 US', level: 'ad_group', effective_status: 'ACTIVE' };
    const childLike = { id: integer(191), label: string(child.label), level: 'ad_group', effective_status: string('ACTIVE') };
    const source = { id: 90, label: '替身新娘 US' };
    const answer = { level: 'campaign', campaign: { ...campaignRow, ...figures }, children: [child], source_copy: source, batch_id: null };
    return ask(
      {
        given: [...published, campaign('DELETED', 90), campaignCopied({ id: 91, from: 90 })],
        path: '/api/ad-entities/detail',
        body: one,
        reply: success({
          ...answer,
          campaign: { ...campaignLike, ...figuresLike },
          children: eachLike(childLike),
          source_copy: refLike(source),
        }),
      },
      async () => expect(await launches.entityDetail(one)).toEqual(answer),
    );
  });

  it('shows an ad group with its ads', () => {
    const child = { id: 291, label: '替身新娘 US', level: 'ad', effective_status: 'ACTIVE' };
    const childLike = { id: integer(291), label: string(child.label), level: 'ad', effective_status: string('ACTIVE') };
    const answer = { level: 'ad_group', ad_group: { ...groupRow, ...figures }, children: [child], source_copy: null, batch_id: null };
    const asked = { level: 'ad_group' as const, id: 191 };
    return ask(
      {
        given: published,
        path: '/api/ad-entities/detail',
        body: asked,
        reply: success({ ...answer, ad_group: { ...groupLike, ...figuresLike }, children: eachLike(childLike) }),
      },
      async () => expect(await launches.entityDetail(asked)).toEqual(answer),
    );
  });

  it('shows an ad with its creative', () => {
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
    const answer = { level: 'ad', ad: { ...adRow, ...figures }, creative, children: [], source_copy: null, batch_id: null };
    const asked = { level: 'ad' as const, id: 291 };
    return ask(
      {
        given: published,
        path: '/api/ad-entities/detail',
        body: asked,
        reply: success({ ...answer, ad: { ...adLike, ...figuresLike }, creative: creativeLike }),
      },
      async () => expect(await launches.entityDetail(asked)).toEqual(answer),
    );
  });

  it('refuses to show a campaign that is gone', () =>
    askForGone(ask, { path: '/api/ad-entities/detail', body: gone, call: () => launches.entityDetail(gone) }));

  it('shows the days of a campaign with its changes', () => {
    const line = { key: 'total', label: '合计', metric: 'spend', data: [0] };
    const mark = { at: '2026-11', kind: 'close', label: '关闭 · 林管理' };
    return ask(
      {
        given: [...spending, ...happening('close').slice(0, 1)],
        path: '/api/ad-entities/trend',
        body: trend,
        reply: success({
          x: ['2026-11'],
          series: [{ key: 'total', label: string('合计'), metric: 'spend', data: [number(0)] }],
          events: [{ ...mark, label: string(mark.label) }],
          ...freshLike,
        }),
      },
      async () => expect(await launches.entityTrend(trend)).toEqual({ x: ['2026-11'], series: [line], events: [mark], ...fresh }),
    );
  });

  it('refuses to show days of a campaign that is gone', () => {
    const asked = { ...trend, id: 99 };
    return askForGone(ask, { path: '/api/ad-entities/trend', body: asked, call: () => launches.entityTrend(asked) });
  });

  const dividing = { ...one, date_from: '2026-11-01', date_to: '2026-11-20', by: 'age' as const };
  const [ended, throttled, down] = channelRefusals;

  it('divides the figures of a campaign by age', () => {
    const m = { spend: 900, impressions: 30_000, ctr_link: 0.02 };
    const mLike = { spend: number(900), impressions: number(30_000), ctr_link: number(0.02) };
    const answer = { currency: 'USD', parts: [{ value: '25-34', m }], totals: { m } };
    return ask(
      {
        given: running,
        path: '/api/ad-entities/breakdown',
        body: dividing,
        reply: success({ currency: string('USD'), parts: eachLike({ value: string('25-34'), m: mLike }), totals: { m: mLike } }),
      },
      async () => expect(await launches.entityBreakdown(dividing)).toMatchObject(answer),
    );
  });

  it('refuses to divide the figures of a campaign that is gone', () => {
    const asked = { ...dividing, id: 99 };
    return askForGone(ask, { path: '/api/ad-entities/breakdown', body: asked, call: () => launches.entityBreakdown(asked) });
  });

  it('refuses to divide figures with an authorisation that ended', () =>
    askRefused(ask, {
      given: [...running, channelFails(ended.kind)],
      path: '/api/ad-entities/breakdown',
      body: dividing,
      refused: ended,
      call: () => launches.entityBreakdown(dividing),
    }));

  it('refuses to divide figures while the channel limits the call rate', () =>
    askRefused(ask, {
      given: [...running, channelFails(throttled.kind)],
      path: '/api/ad-entities/breakdown',
      body: dividing,
      refused: throttled,
      call: () => launches.entityBreakdown(dividing),
    }));

  it('refuses to divide figures while the channel is out of reach', () =>
    askRefused(ask, {
      given: [...running, channelFails(down.kind)],
      path: '/api/ad-entities/breakdown',
      body: dividing,
      refused: down,
      call: () => launches.entityBreakdown(dividing),
    }));

  it('lists the events of a campaign', () => {
    const asked = { ...one, event: ['close' as const], below: true as const };
    return ask(
      {
        given: [...running, ...happening('close')],
        path: '/api/ad-entities/events',
        body: asked,
        reply: success({ list: [happenedLike, happenedByRuleLike], next_cursor: null, total: integer(2), total_capped: false }),
      },
      async () =>
        expect(await launches.entityEvents(asked)).toEqual({
          list: [happened, happenedByRule],
          next_cursor: null,
          total: 2,
          total_capped: false,
        }),
    );
  });

  it('refuses to list the events of a campaign that is gone', () =>
    askForGone(ask, { path: '/api/ad-entities/events', body: gone, call: () => launches.entityEvents(gone) }));

  it('lists the scheduled actions of a campaign', () => {
    const task = {
      id: 501,
      action: 'pause',
      value: null,
      run_at: '2099-01-01T00:00:00.000Z',
      repeat: 'daily',
      status: 'waiting',
      user: { id: 11, label: '林管理' },
      last_run_at: null,
      last_error: null,
      created_at: '2026-11-20T08:00:00.000Z',
      can: ['cancel'],
    };
    const taskLike = {
      ...task,
      id: integer(501),
      run_at: instant(task.run_at),
      user: { id: integer(11), label: string('林管理') },
      created_at: instant(task.created_at),
      can: eachLike('cancel'),
    };
    return ask(
      {
        given: [...running, campaignScheduled({ id: 501, campaign_id: 91, by: 11, status: 'waiting' })],
        path: '/api/ad-entities/schedules',
        body: one,
        reply: success({ list: eachLike(taskLike) }),
      },
      async () => expect(await launches.entitySchedules(one)).toEqual({ list: [task] }),
    );
  });

  it('refuses to list the scheduled actions of a campaign that is gone', () =>
    askForGone(ask, { path: '/api/ad-entities/schedules', body: gone, call: () => launches.entitySchedules(gone) }));

  const exporting = { level: 'campaign' as const, columns: ['name', 'budget', 'spend'], locale: 'zh-cn' as const };

  it('exports the campaigns', () =>
    ask(
      {
        given: spending,
        path: '/api/ad-entities/export',
        body: exporting,
        reply: file({ plain: 'campaigns_202611201600.xlsx', name: '广告系列_202611201600.xlsx' }),
      },
      async () => expect((await launches.exportEntities(exporting)).name).toBe('广告系列_202611201600.xlsx'),
    ));

  it('refuses to export more rows than a file may hold', () =>
    askTooMany(ask, {
      given: [signedInAs('admin'), tooMany('campaigns')],
      path: '/api/ad-entities/export',
      body: exporting,
      call: () => launches.exportEntities(exporting),
    }));
});
