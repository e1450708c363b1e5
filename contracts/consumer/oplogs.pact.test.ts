import { expect, it } from 'vitest';
import { nothingElse, operationLogged, operationsLogged, sessionEnded, signedInAs, tooMany } from '#contracts/states/states.ts';
import { exportOpLogs, listOpLogs, ownOperations } from '#src/services/oplogs.service.ts';
import { describePact, file, success } from './exchange.ts';
import { boolean, eachLike, instant, integer, like, someText, string } from './matching.ts';
import { askRefused, askRejected, askWrongly, expectQuiet } from './refused.ts';

const at = '2026-11-20T08:00:00.000Z';
const logged = operationLogged({
  id: 71,
  by: 'staff',
  action: '/sys-roles/edit',
  target_type: 'role',
  target: { id: 31, label: '投放组' },
  summary: 'name',
  before: { name: '投放' },
  after: { name: '投放组' },
});
const label = { zh: '编辑角色', en: 'Edit a role' };
const labelLike = { zh: string(label.zh), en: string(label.en) };
const rowLike = {
  id: integer(71),
  at: instant(at),
  account: string('opt_01'),
  action: string('/sys-roles/edit'),
  action_label: labelLike,
  target_type: string('role'),
  target: { id: integer(31), label: string('投放组') },
  summary: string('name'),
  ip: string('10.0.0.7'),
  ok: boolean(true),
  code: integer(0),
  ms: integer(12),
  currency: null,
  before: like({ name: '投放' }),
  after: like({ name: '投放组' }),
};
const row = {
  id: 71,
  at,
  account: 'opt_01',
  action: '/sys-roles/edit',
  action_label: label,
  target_type: 'role',
  target: { id: 31, label: '投放组' },
  summary: 'name',
  ip: '10.0.0.7',
  ok: true,
  code: 0,
  ms: 12,
  currency: null,
  before: { name: '投放' },
  after: { name: '投放组' },
};

describePact('oplogs', (ask) => {
  it('lists the operations that match', () =>
    ask(
      {
        given: [signedInAs('staff'), logged],
        path: '/api/sys-oplogs/list',
        body: {
          account: 'opt',
          action: 'roles',
          target: 'role',
          result: 'ok',
          date_from: '2020-01-01',
          date_to: '2099-12-31',
          page_size: 50,
        },
        reply: success({ list: eachLike(rowLike), next_cursor: null, total: integer(1), total_capped: false }),
      },
      async (heard) => {
        const answer = await listOpLogs({
          account: 'opt',
          action: 'roles',
          target: 'role',
          result: 'ok',
          date_from: '2020-01-01',
          date_to: '2099-12-31',
          page_size: 50,
        });
        expect(answer).toEqual({ list: [row], next_cursor: null, total: 1, total_capped: false });
        expectQuiet(heard);
      },
    ));

  it('returns a cursor when there is more than one page of operations', () =>
    ask(
      {
        given: [signedInAs('staff'), operationsLogged({ by: 'staff', count: 51 })],
        path: '/api/sys-oplogs/list',
        body: { page_size: 50 },
        reply: success({
          list: eachLike({ ...rowLike, target_type: null, target: null, before: null, after: null }),
          next_cursor: someText('opaque'),
          total: integer(51),
          total_capped: boolean(false),
        }),
      },
      async () => {
        const answer = await listOpLogs({ page_size: 50 });
        expect(answer).toMatchObject({ next_cursor: 'opaque', total: 51, total_capped: false });
        expect(answer.list[0]).toEqual({ ...row, target_type: null, target: null, before: null, after: null });
      },
    ));

  it('refuses to list operations when the last day lies before the first', () =>
    askWrongly(ask, {
      given: [signedInAs('staff')],
      path: '/api/sys-oplogs/list',
      body: { date_from: '2026-11-20', date_to: '2026-11-19' },
      field: 'date_to',
      rule: 'range',
      message: '开始日期不能晚于结束日期',
      call: () => listOpLogs({ date_from: '2026-11-20', date_to: '2026-11-19' }),
    }));

  it('refuses to show the log to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('super')],
      path: '/api/sys-oplogs/list',
      body: {},
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => listOpLogs({}),
    }));

  it('exports the log as a spreadsheet', () =>
    ask(
      {
        given: [signedInAs('admin'), logged],
        path: '/api/sys-oplogs/export',
        body: { result: 'ok', columns: ['at', 'action'], locale: 'en' },
        reply: file({ plain: 'operation-log_20261120_160000.xlsx', name: 'Operation log_20261120_160000.xlsx' }),
      },
      async () => {
        const answer = await exportOpLogs({ result: 'ok', columns: ['at', 'action'], locale: 'en' });
        expect(answer.name).toBe('Operation log_20261120_160000.xlsx');
        expect(answer.content.size).toBeGreaterThan(0);
      },
    ));

  it('counts the operations that an export would have', () =>
    ask(
      {
        given: [signedInAs('admin'), logged],
        path: '/api/sys-oplogs/export',
        body: { result: 'ok', columns: ['at'], locale: 'zh-cn', count_only: true },
        reply: success({ count: integer(1), max: integer(50) }),
      },
      async () => expect(await exportOpLogs.count({ result: 'ok', columns: ['at'], locale: 'zh-cn' })).toEqual({ count: 1, max: 50 }),
    ));

  it('refuses to export the log to a user without that action', () =>
    askRefused(ask, {
      given: [signedInAs('staff'), nothingElse()],
      path: '/api/sys-oplogs/export',
      body: { columns: ['at'], locale: 'zh-cn' },
      refused: { code: 403, reason: 'NO_ACTION', message: '无此操作权限' },
      call: () => exportOpLogs({ columns: ['at'], locale: 'zh-cn' }),
    }));

  it('refuses, as JSON, to export more operations than a file may hold', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), tooMany('operations')],
      path: '/api/sys-oplogs/export',
      body: { columns: ['at'], locale: 'zh-cn' },
      refused: { code: 413, reason: 'EXPORT_TOO_LARGE', message: '共 51 行，超过 50 行，请缩小范围' },
      call: () => exportOpLogs({ columns: ['at'], locale: 'zh-cn' }),
    }));

  it('lists the recent operations of the user', () =>
    ask(
      {
        given: [signedInAs('staff'), logged],
        path: '/api/home-board/operations',
        body: {},
        reply: success({
          list: eachLike({
            id: integer(71),
            at: instant(at),
            action: string('/sys-roles/edit'),
            action_label: labelLike,
            summary: string('name'),
            ok: boolean(true),
          }),
        }),
      },
      async () => {
        const operation = { id: 71, at, action: '/sys-roles/edit', action_label: label, summary: 'name', ok: true };
        expect(await ownOperations({})).toEqual({ list: [operation] });
      },
    ));

  it('ends the session when the recent operations are requested with a revoked token', () =>
    askRejected(ask, {
      given: [sessionEnded('staff', 'revoked')],
      path: '/api/home-board/operations',
      body: {},
      reason: 'TOKEN_REVOKED',
      message: '登录已失效，请重新登录',
      call: () => ownOperations({}),
    }));
});
