import { expect, it } from 'vitest';
import { hostingTodoKinds, missedKinds, todoKinds } from '#contracts/endpoints/home.ts';
import {
  accountBehind,
  adAccountExists,
  assetAssigned,
  batchOrdered,
  campaignExists,
  campaignSpent,
  dramaExists,
  ruleExists,
  ruleHit,
  signedInAs,
} from '#contracts/states/states.ts';
import * as services from '#src/services/home.service.ts';
import { refLike } from './asset-rows.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { describePact, success } from './exchange.ts';
import { published, running, warningsLike, warningsOf } from './launch-rows.ts';
import { boolean, date, eachLike, holding, instant, integer, number, oneOf, someText, string, textLike } from './matching.ts';

const admin = [signedInAs('admin')];
const spent = [
  ...admin,
  adaGrants,
  ada('self'),
  dramaExists({ id: 51, code: 'LOVE-01', title: '替身新娘', version: 1, copyright_until: '2099-12-31', status: 'on' }),
  adAccountExists({ id: 71, platform_account_id: '2001', name: 'Account 2001', personal_account_id: 51, version: 2, enabled: true }),
  assetAssigned({ asset_type: 'ad_account', asset_id: 71, user_id: 11 }),
  campaignExists({
    id: 91,
    ad_group_id: 92,
    ad_id: 93,
    name: '放量 1',
    version: 3,
    status: 'ACTIVE',
    ad_account_id: 71,
    drama_id: 51,
    owner: 11,
  }),
  campaignSpent({ id: 91, days_ago: 2, spend_usd: 1_200, revenue_usd: 600 }),
];
const failedBatch = batchOrdered({
  id: 81,
  by: 'admin',
  items: [{ id: 82, target_id: 21, label: '陈一鸣', status: 'failed' }],
});
const suggestion = [
  ruleExists({ id: 31, host_account_id: 21, ad_account_id: 55, version: 2, name: '止损', owner: 11, status: 'enabled' }),
  ruleHit({ id: 41, rule_id: 31, host_account_id: 21, campaign_id: 91, result: 'suggested' }),
];
const of = { biz: 'dj', scope: 'team' } as const;
const as_of = '2026-11-20T08:00:00.000Z';
const fresh = { as_of, newest_at: as_of, provisional_from: '2026-11-18' };
const freshLike = { as_of: instant(as_of), newest_at: instant(as_of), provisional_from: date('2026-11-18') };
const behind = { id: 71, label: 'Account 2001' };
const plain = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));

describePact('home', (ask) => {
  it('reads the figures of today so far', () => {
    const card = { today: null, yesterday_same_hour: null, yesterday: null };
    const summary = {
      kind: 'launching',
      cards: { spend: { today: 0, yesterday_same_hour: 0, yesterday: 0 }, roi: card, ads_running: { ...card, today: 0 } },
      hour: 16,
      minute: 20,
      biz_date: '2026-11-20',
      not_started_accounts: 0,
      as_of,
      newest_at: as_of,
    };
    const whole = { today: integer(0), yesterday_same_hour: integer(0), yesterday: integer(0) };
    return ask(
      {
        given: admin,
        path: '/api/home-board/summary',
        body: of,
        reply: success({
          kind: 'launching',
          cards: { spend: whole, roi: card, ads_running: { ...card, today: integer(0) } },
          hour: integer(16),
          minute: integer(20),
          biz_date: date('2026-11-20'),
          not_started_accounts: integer(0),
          as_of: instant(as_of),
          newest_at: instant(as_of),
        }),
      },
      async () => expect(await services.boardSummary(of)).toEqual(summary),
    );
  });

  it('reads which account is behind', () =>
    ask(
      {
        given: [...spent, accountBehind(71)],
        path: '/api/home-board/summary',
        body: of,
        reply: success({ kind: 'launching', as_of: instant(as_of), newest_at: instant(as_of), warnings: warningsLike(behind) }),
      },
      async () => expect(await services.boardSummary(of)).toMatchObject({ as_of, newest_at: as_of, warnings: warningsOf(behind) }),
    ));

  it('reads the hours of today', () => {
    const body = { ...of, by: 'hour', metrics: ['spend'] } as const;
    const clock = { date: '2026-11-20', timezone: 'Asia/Shanghai', moving_from: 16 };
    return ask(
      {
        given: spent,
        path: '/api/home-board/trend',
        body,
        reply: success({
          x: eachLike(textLike(/^\d\d$/, '00')),
          series: eachLike({ key: string('today'), label: string('今天'), metric: string('spend') }),
          clock: { date: date(clock.date), timezone: string(clock.timezone), moving_from: integer(clock.moving_from) },
          ...freshLike,
        }),
      },
      async () => expect(plain(await services.boardTrend({ ...body, metrics: ['spend'] }))).toMatchObject({ x: ['00'], clock, ...fresh }),
    );
  });

  it('reads the last fourteen days', () => {
    const body = { ...of, by: 'day', metrics: ['spend'] } as const;
    return ask(
      {
        given: spent,
        path: '/api/home-board/trend',
        body,
        reply: success({
          x: eachLike(date('2026-11-20')),
          // The last of them is null when today has not begun for any account.
          series: [{ key: string('total'), label: string('合计'), metric: string('spend'), data: holding(integer(1_200)) }],
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.boardTrend({ ...body, metrics: ['spend'] }))).toEqual({
          x: ['2026-11-20'],
          series: [{ key: 'total', label: '合计', metric: 'spend', data: [1_200] }],
          ...fresh,
        }),
    );
  });

  it('reads how the daily budgets of each owner are spent', () => {
    // Of an account that is behind since another day nothing is expected today, whatever the time.
    const pace = {
      budget_usd: 5_000,
      budgets: 1,
      lifetime_budgets: 0,
      rateless_budgets: 0,
      spend_usd: 0,
      paced_spend_usd: 0,
      expected_usd: 0,
    };
    const month = { month_spend_usd: 1_200, month_forecast_usd: 1_200 };
    const all = { ...pace, pace: null, known_until: as_of, ...month };
    const allLike = {
      budget_usd: integer(5_000),
      budgets: integer(1),
      lifetime_budgets: integer(0),
      rateless_budgets: integer(0),
      spend_usd: integer(0),
      paced_spend_usd: integer(0),
      expected_usd: 0,
      pace: null,
      known_until: instant(as_of),
      month_spend_usd: integer(1_200),
      month_forecast_usd: integer(1_200),
    };
    return ask(
      {
        given: [...spent, accountBehind(71)],
        path: '/api/home-board/pacing',
        body: of,
        reply: success({
          totals: allLike,
          list: eachLike({ id: integer(11), label: string('林一'), ...allLike }),
          month: date('2026-11-01'),
          as_of: instant(as_of),
          newest_at: instant(as_of),
          warnings: warningsLike(behind),
        }),
      },
      async () =>
        expect(await services.boardPacing(of)).toEqual({
          totals: all,
          list: [{ id: 11, label: '林一', ...all }],
          month: '2026-11-01',
          as_of,
          newest_at: as_of,
          warnings: warningsOf(behind),
        }),
    );
  });

  it('reads what happened since the last visit', () =>
    ask(
      {
        given: [...admin, failedBatch],
        path: '/api/home-board/missed',
        body: { since: '2026-11-01T08:00:00.000Z' },
        reply: success({
          list: eachLike({ kind: oneOf('batch_ended', missedKinds), count: integer(1), link: string('/advertising/copy-log?mine=true') }),
        }),
      },
      async () =>
        expect(await services.boardMissed({ since: '2026-11-01T08:00:00.000Z' })).toEqual({
          list: [{ kind: 'batch_ended', count: 1, link: '/advertising/copy-log?mine=true' }],
        }),
    ));

  it('reads the dramas with most spend', () => {
    const body = { ...of, dim: 'drama', metric: 'spend' } as const;
    return ask(
      {
        given: spent,
        path: '/api/home-board/top',
        body,
        reply: success({
          list: eachLike({ id: integer(51), label: string('替身新娘'), cover_url: null, m: { spend: integer(1_200), roi: number(0.5) } }),
        }),
      },
      async () =>
        expect(await services.boardTop(body)).toEqual({
          list: [{ id: 51, label: '替身新娘', cover_url: null, m: { spend: 1_200, roi: 0.5 } }],
        }),
    );
  });

  it('reads the creatives with most spend, with their covers', () => {
    const body = { ...of, dim: 'material', metric: 'spend' } as const;
    const cover_url = '/files/cover';
    return ask(
      {
        given: published,
        path: '/api/home-board/top',
        body,
        reply: success({
          list: eachLike({ ...refLike({ id: 71, label: '反转' }), cover_url: someText(cover_url), m: { spend: integer(1_200) } }),
        }),
      },
      async () => expect(await services.boardTop(body)).toEqual({ list: [{ id: 71, label: '反转', cover_url, m: { spend: 1_200 } }] }),
    );
  });

  it('reads the open tasks and the steps to a first launch', () =>
    ask(
      {
        given: [...admin, adaGrants, ada('self'), failedBatch],
        path: '/api/home-board/todo',
        body: {},
        reply: success({
          list: eachLike({
            kind: oneOf('batch_failed', todoKinds),
            count: integer(1),
            link: string('/advertising/copy-log?status=failed'),
          }),
          hosting: [],
          setup: eachLike({
            step: oneOf('person', ['person', 'account', 'pixel', 'material', 'scheme', 'publish']),
            done: boolean(true),
            link: string('/auth/personage'),
          }),
        }),
      },
      async () =>
        expect(await services.boardTodo({})).toEqual({
          list: [{ kind: 'batch_failed', count: 1, link: '/advertising/copy-log?status=failed' }],
          hosting: [],
          setup: [{ step: 'person', done: true, link: '/auth/personage' }],
        }),
    ));

  it('reads what waits in hosting', () => {
    const link = '/operation/account?tab=hits&result=suggested';
    return ask(
      {
        given: [...running, ...suggestion, failedBatch],
        path: '/api/home-board/todo',
        body: {},
        reply: success({
          list: eachLike({
            kind: oneOf('batch_failed', todoKinds),
            count: integer(1),
            link: string('/advertising/copy-log?status=failed'),
          }),
          hosting: eachLike({ kind: oneOf('suggestion_waiting', hostingTodoKinds), count: integer(1), link: string(link) }),
          setup: [],
        }),
      },
      async () =>
        expect(await services.boardTodo({})).toEqual({
          list: [{ kind: 'batch_failed', count: 1, link: '/advertising/copy-log?status=failed' }],
          hosting: [{ kind: 'suggestion_waiting', count: 1, link }],
          setup: [],
        }),
    );
  });
});
