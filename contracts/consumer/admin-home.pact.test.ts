import { expect, it } from 'vitest';
import { healthQueues } from '#contracts/endpoints/admin-home.ts';
import { accountExists, campaignSpent, signedInAs, taskExists, taskFailed } from '#contracts/states/states.ts';
import { channels } from '#contracts/vocabulary/channels.ts';
import * as services from '#src/services/admin-home.service.ts';
import { describePact, success } from './exchange.ts';
import { published, warningsLike, warningsOf } from './launch-rows.ts';
import { boolean, eachLike, instant, integer, oneOf, someText, string, textLike } from './matching.ts';
import { askRefused, askWrongly } from './refused.ts';
import { date, plain } from './reports.ts';

const superAdmin = signedInAs('super');
/** The owner of everything, whom the super admin does not lead. */
const owner = accountExists({ id: 11, account: 'lin', name: '林管理', version: 1, department_id: 1, role_ids: [], is_leader: 0 });
const [, ...launched] = published;
const spent = [superAdmin, owner, ...launched, campaignSpent({ id: 91, days_ago: 2, spend_usd: 1_200, revenue_usd: 600 })];
const as_of = '2026-11-20T08:00:00.000Z';
const refused = { code: 403, reason: 'ADMIN_ONLY', message: '仅超级管理员可用' };

describePact('admin-home', (ask) => {
  it('reads the cards of the company', () => {
    const card = { value: 0, before_same_hour: null, before: 0 };
    const cardLike = { value: integer(0), before_same_hour: null, before: integer(0) };
    const summary = {
      cards: { spend: card },
      date: '2026-11-10',
      is_today: false,
      is_before_today: false,
      hour: 16,
      as_of,
      newest_at: as_of,
    };
    const body = { date: '2026-11-10', biz: 'dj' as const, channel: 'meta' as const };
    return ask(
      {
        given: [superAdmin],
        path: '/api/admin-home/summary',
        body,
        reply: success({
          cards: { spend: cardLike },
          date: date('2026-11-10'),
          is_today: boolean(false),
          is_before_today: boolean(false),
          hour: integer(16),
          as_of: instant(as_of),
          newest_at: instant(as_of),
        }),
      },
      async () => expect(plain(await services.adminSummary(body))).toEqual(summary),
    );
  });

  it('reads which account is behind', () => {
    const behind = { id: 55, label: 'Galaxy US' };
    return ask(
      {
        given: [superAdmin, owner, ...launched],
        path: '/api/admin-home/summary',
        body: {},
        reply: success({ as_of: instant(as_of), newest_at: instant(as_of), warnings: warningsLike(behind) }),
      },
      async () => expect(await services.adminSummary({})).toMatchObject({ as_of, newest_at: as_of, warnings: warningsOf(behind) }),
    );
  });

  const trendLike = (key: string, label: string, x: string, metric: string) => ({
    x: eachLike(string(x)),
    series: eachLike({ key: string(key), label: someText(label), metric, data: eachLike(integer(0)) }),
    as_of: instant(as_of),
    newest_at: instant(as_of),
    provisional_from: date('2026-11-18'),
  });

  it('reads the spend of the company by day', () => {
    const body = { by: 'day' as const, metrics: ['spend' as const] };
    return ask(
      { given: [superAdmin], path: '/api/admin-home/trend', body, reply: success(trendLike('total', '合计', '2026-11-20', 'spend')) },
      async () =>
        expect(plain(await services.adminTrend(body))).toMatchObject({
          x: ['2026-11-20'],
          series: [{ key: 'total', label: '合计', metric: 'spend', data: [0] }],
        }),
    );
  });

  it('reads the spend of a day by the hour', () => {
    const body = { by: 'hour' as const, metrics: ['spend' as const] };
    const clock = { date: '2026-11-20', timezone: 'Asia/Shanghai', moving_from: 16 };
    return ask(
      {
        given: spent,
        path: '/api/admin-home/trend',
        body,
        reply: success({
          x: eachLike(textLike(/^\d\d$/, '00')),
          series: eachLike({ key: string('today'), label: string('今天'), metric: string('spend') }),
          clock: { date: date(clock.date), timezone: string(clock.timezone), moving_from: integer(clock.moving_from) },
          as_of: instant(as_of),
          newest_at: instant(as_of),
          provisional_from: date('2026-11-18'),
        }),
      },
      async () => expect(plain(await services.adminTrend(body))).toMatchObject({ x: ['00'], clock }),
    );
  });

  it('refuses other metrics than spend by the hour', () => {
    const body = { by: 'hour' as const, metrics: ['revenue' as const] };
    return askWrongly(ask, {
      given: [superAdmin],
      path: '/api/admin-home/trend',
      body,
      call: () => services.adminTrend(body),
      field: 'metrics.0',
      rule: 'hourlyMetric',
      message: 'metrics.0没有小时数据',
    });
  });

  it('reads who earned the most', () => {
    const body = { dim: 'account' as const, metric: 'spend' as const, order: 'desc' as const, limit: 10 };
    const row = { id: 55, label: 'Galaxy US', m: { spend: 1_200 } };
    return ask(
      {
        given: spent,
        path: '/api/admin-home/top',
        body,
        reply: success({ list: eachLike({ id: integer(55), label: string('Galaxy US'), m: { spend: integer(1_200) } }) }),
      },
      async () => expect(await services.adminTop(body)).toEqual({ list: [row] }),
    );
  });

  it('reads the state of the system, with an account that is behind and a task that failed', () => {
    const stale = { id: 55, label: 'Galaxy US', since: as_of, error: null };
    const channel = { channel: 'meta', accounts: 1, failing: 1, newest_at: as_of };
    const queue = { kind: 'batch_items', count: 0 };
    const failed = { key: 'stats.pull', name_zh: '任务', name_en: 'Task', failures: 1, last_at: as_of, message: 'timed out' };
    const health = {
      stale_accounts: [stale],
      failed_crons: [failed],
      scheduler_at: null,
      batches: { running: 0, failed: 0 },
      tokens: { expiring: 0, expired: 0 },
      queues: [queue],
      channels: [channel],
      database: { size_bytes: 20_000_000, latency_ms: 1 },
      disk: { free_bytes: 20_000_000_000, has_room: true },
    };
    return ask(
      {
        given: [
          superAdmin,
          owner,
          ...launched,
          taskExists({ key: failed.key, core: true }),
          taskFailed({ id: 901, key: failed.key, message: failed.message }),
        ],
        path: '/api/admin-home/health',
        body: {},
        reply: success({
          ...health,
          stale_accounts: eachLike({ ...stale, id: integer(55), label: string('Galaxy US'), since: instant(as_of) }),
          failed_crons: eachLike({
            key: string(failed.key),
            name_zh: string('任务'),
            name_en: string('Task'),
            failures: integer(1),
            last_at: instant(as_of),
            message: string(failed.message),
          }),
          batches: { running: integer(0), failed: integer(0) },
          tokens: { expiring: integer(0), expired: integer(0) },
          queues: eachLike({ kind: oneOf('batch_items', healthQueues), count: integer(0) }),
          channels: eachLike({ channel: oneOf('meta', channels), accounts: integer(1), failing: integer(1), newest_at: instant(as_of) }),
          database: { size_bytes: integer(20_000_000), latency_ms: integer(1) },
          disk: { free_bytes: integer(20_000_000_000), has_room: boolean(true) },
        }),
      },
      async () => expect(await services.adminHealth({})).toEqual(health),
    );
  });

  it('refuses the company to ordinary administrators', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/admin-home/summary',
      body: {},
      refused,
      call: () => services.adminSummary({}),
    }));
});
