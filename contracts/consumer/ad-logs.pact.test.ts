import { expect, it } from 'vitest';
import { ruleExists, signedInAs, tooMany } from '#contracts/states/states.ts';
import { effectiveStatuses } from '#contracts/vocabulary/launches.ts';
import * as logs from '#src/services/ad-logs.service.ts';
import { describePact, file, success } from './exchange.ts';
import { happened, happenedByRule, happenedByRuleLike, happenedLike, happening } from './launch-events.ts';
import { around, campaign } from './launch-rows.ts';
import { boolean, eachLike, integer, oneOf, string } from './matching.ts';
import { askTooMany } from './orders.ts';
import { askRefused, askWrongly, expectQuiet } from './refused.ts';

const closed = [...around, campaign('PAUSED'), ...happening('close')];
const removed = [...around, campaign('DELETED'), ...happening('remove')];

const page = { next_cursor: null, total: 2, total_capped: false };
const pageLike = { ...page, total: integer(2) };
const states = ['enabled', 'disabled', 'deleted'];
const november = { date_from: '2026-11-01', date_to: '2026-11-30' };
const query = {
  keyword: '替身',
  actor_type: ['user' as const, 'rule' as const],
  date_from: '2020-01-01',
  date_to: '2099-12-31',
  page_size: 50 as const,
};

describePact('ad-logs', (ask) => {
  it('lists closed objects with their results', () => {
    const body = { ...query, event: 'close' as const };
    const now = { after_revenue_usd: 0, current_status: 'PAUSED', version: 3, reopenable: true };
    const nowLike = {
      after_revenue_usd: integer(0),
      current_status: oneOf('PAUSED', effectiveStatuses),
      version: integer(3),
      reopenable: boolean(true),
    };
    const list = [happened, happenedByRule].map((row) => ({ ...row, ...now }));
    const listLike = [happenedLike, happenedByRuleLike].map((row) => ({ ...row, ...nowLike }));
    return ask({ given: closed, path: '/api/ad-logs/close_list', body, reply: success({ list: listLike, ...pageLike }) }, async (heard) => {
      expect(await logs.listCloses(body)).toEqual({ list, ...page });
      expectQuiet(heard);
    });
  });

  it('offers the rules that closed something', () => {
    const rule = ruleExists({ id: 7, host_account_id: 21, ad_account_id: 55, version: 1, name: '止损', owner: 11, status: 'enabled' });
    const body = { kind: 'close' as const, page_size: 20 as const };
    return ask(
      {
        given: [...closed, rule],
        path: '/api/ad-logs/rules',
        body,
        reply: success({
          list: eachLike({ id: integer(7), label: string('止损'), sub: string('林管理'), status: oneOf('enabled', states) }),
        }),
      },
      async (heard) => {
        expect(await logs.logRules(body)).toEqual({ list: [{ id: 7, label: '止损', sub: '林管理', status: 'enabled' }] });
        expectQuiet(heard);
      },
    );
  });

  it('names a chosen rule that deleted something', () => {
    const rule = ruleExists({ id: 7, host_account_id: 21, ad_account_id: 55, version: 1, name: '清理', owner: 11, status: 'disabled' });
    const body = { kind: 'remove' as const, ids: [7] };
    return ask(
      {
        given: [...removed, rule],
        path: '/api/ad-logs/rules',
        body,
        reply: success({ list: [{ id: 7, label: string('清理'), sub: string('林管理'), status: oneOf('disabled', states) }] }),
      },
      async () => expect(await logs.logRules(body)).toEqual({ list: [{ id: 7, label: '清理', sub: '林管理', status: 'disabled' }] }),
    );
  });

  it('refuses to list closes when the last day lies before the first', () => {
    const body = { date_from: '2026-11-20', date_to: '2026-11-19' };
    return askWrongly(ask, {
      given: closed,
      path: '/api/ad-logs/close_list',
      body,
      field: 'date_to',
      rule: 'range',
      message: '开始日期不能晚于结束日期',
      call: () => logs.listCloses(body),
    });
  });

  it('refuses to show the log of closes to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('super')],
      path: '/api/ad-logs/close_list',
      body: {},
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => logs.listCloses({}),
    }));

  it('counts closes by month and actor', () => {
    const body = { event: 'close' as const, actor_type: ['user' as const], ...november, by: 'month' as const };
    const line = { key: 'user', label: '人工', metric: 'closes', data: [1] };
    const answer = { x: ['2026-11'], series: [line] };
    return ask(
      {
        given: closed,
        path: '/api/ad-logs/close_trend',
        body,
        reply: success({ ...answer, series: [{ ...line, label: string(line.label), data: [integer(1)] }] }),
      },
      async () => expect(await logs.closeTrend(body)).toEqual(answer),
    );
  });

  it('lists deleted objects with their figures', () => {
    const came = { platform_id: '600191', children: 0, lifetime_spend_usd: 0, lifetime_revenue_usd: 0, lifetime_roi: null };
    const cameLike = {
      platform_id: string(came.platform_id),
      children: integer(0),
      lifetime_spend_usd: integer(0),
      lifetime_revenue_usd: integer(0),
      lifetime_roi: null,
    };
    const list = [happened, happenedByRule].map((row) => ({ ...row, event: 'remove', ...came }));
    const listLike = [happenedLike, happenedByRuleLike].map((row) => ({ ...row, event: 'remove', ...cameLike }));
    return ask(
      {
        given: removed,
        path: '/api/ad-logs/remove_list',
        body: query,
        reply: success({ list: listLike, ...pageLike }),
      },
      async () => expect(await logs.listRemovals(query)).toEqual({ list, ...page }),
    );
  });

  const exporting = { kind: 'close' as const, columns: ['at', 'name'], locale: 'zh-cn' as const };

  it('exports the closes', () =>
    ask(
      {
        given: closed,
        path: '/api/ad-logs/export',
        body: exporting,
        reply: file({ plain: 'close-log_202611201600.xlsx', name: '关闭日志_202611201600.xlsx' }),
      },
      async () => expect((await logs.exportLogs(exporting)).name).toBe('关闭日志_202611201600.xlsx'),
    ));

  it('exports the removals', () => {
    const body = { kind: 'remove' as const, columns: ['at', 'name', 'lifetime_spend'], locale: 'en' as const };
    return ask(
      {
        given: removed,
        path: '/api/ad-logs/export',
        body,
        reply: file({ plain: 'delete-log_202611201600.xlsx', name: 'Delete log_202611201600.xlsx' }),
      },
      async () => expect((await logs.exportLogs(body)).name).toBe('Delete log_202611201600.xlsx'),
    );
  });

  it('refuses to export more entries than a file may hold', () =>
    askTooMany(ask, {
      given: [signedInAs('admin'), tooMany('closes')],
      path: '/api/ad-logs/export',
      body: exporting,
      call: () => logs.exportLogs(exporting),
    }));
});
