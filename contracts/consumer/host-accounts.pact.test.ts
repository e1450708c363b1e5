import { expect, it } from 'vitest';
import { accountBehind, accountHosted, adAccountExists, grantEnded, ruleExists, signedInAs, tooMany } from '#contracts/states/states.ts';
import { autoLevels, hostStates } from '#contracts/vocabulary/hosting.ts';
import { entityLevels } from '#contracts/vocabulary/launches.ts';
import { personalStatuses } from '#contracts/vocabulary/personal-accounts.ts';
import * as services from '#src/services/host-accounts.service.ts';
import { refLike } from './asset-rows.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { describePact, file, success } from './exchange.ts';
import { behind } from './launch-rows.ts';
import { boolean, eachLike, instant, integer, number, oneOf, string } from './matching.ts';
import { askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';
import { plain } from './reports.ts';

const admin = [signedInAs('admin')];
const account = adAccountExists({
  id: 71,
  platform_account_id: '2001',
  name: 'Account 2001',
  personal_account_id: 51,
  version: 2,
  enabled: true,
});
const granted = [...admin, adaGrants, ada('host'), account];
const hosted = (state: 'pending' | 'hosting' | 'ended') =>
  accountHosted({ id: 21, ad_account_id: 71, personal_account_id: 51, operator: 11, version: 2, state });
const pending = [...granted, hosted('pending')];
const hosting = [...granted, hosted('hosting')];
const over = [...granted, hosted('ended')];
const rule = ruleExists({ id: 31, host_account_id: 21, ad_account_id: 71, version: 1, name: '止损', owner: 11, status: 'disabled' });

const start = '2026-11-01T00:00:00.000Z';
const row = {
  id: 21,
  version: 2,
  account: { id: 71, label: 'Account 2001', platform_account_id: '2001' },
  currency: 'USD',
  timezone_name: 'America/Los_Angeles',
  account_status: 1,
  personal_account: { id: 51, label: 'Ada' },
  personal_status: 'active',
  holder_name: '持有人',
  state: 'hosting',
  paused_by_authoriser: false,
  auto_level: 'suggest',
  operator: { id: 11, label: '林管理' },
  rules: 0,
  daily_cap: 50_000,
  cap_used_pct: 0,
  is_capped: false,
  target_roi_bp: 15_000,
  m_today: { spend: 0, roi_d0: null },
  m_7d: { spend: 0, roi: null, roi_d0: null },
  campaigns_running: 0,
  actions_today: 0,
  suggestions: 0,
  start_at: start,
  end_at: null,
  consent_at: start,
  consent_note: '合同附件三',
  last_sync_at: '2026-11-20T08:00:00.000Z',
  remark: '合约',
  can: ['edit'],
};
const rowLike = {
  id: integer(21),
  version: integer(2),
  account: { ...refLike(row.account), platform_account_id: string('2001') },
  currency: string('USD'),
  timezone_name: string('America/Los_Angeles'),
  account_status: integer(1),
  personal_account: refLike(row.personal_account),
  personal_status: oneOf('active', personalStatuses),
  holder_name: string('持有人'),
  state: oneOf('hosting', hostStates),
  paused_by_authoriser: boolean(false),
  auto_level: oneOf('suggest', autoLevels),
  operator: refLike(row.operator),
  rules: integer(0),
  daily_cap: integer(50_000),
  cap_used_pct: number(0),
  is_capped: boolean(false),
  target_roi_bp: integer(15_000),
  m_today: { spend: integer(0), roi_d0: null },
  m_7d: { spend: integer(0), roi: null, roi_d0: null },
  campaigns_running: integer(0),
  actions_today: integer(0),
  suggestions: integer(0),
  start_at: instant(start),
  end_at: null,
  consent_at: instant(start),
  consent_note: string('合同附件三'),
  last_sync_at: instant(row.last_sync_at),
  remark: string('合约'),
  can: eachLike(oneOf('edit', ['edit', 'start', 'pause', 'end', 'bind_rules'])),
};

const terms = {
  ad_account_id: 71,
  operator_user_id: 11,
  auto_level: 'suggest',
  daily_cap: 50_000,
  target_roi_bp: 15_000,
  start_at: start,
  end_at: null,
  consent: true,
  consent_note: '合同附件三',
  remark: '合约',
} as const;
const path = '/api/operation-accounts';

describePact('host-accounts', (ask) => {
  it('lists one page of the accounts with their totals', () => {
    const body = { keyword: 'Account', state: ['hosting' as const], auto_level: 'suggest' as const, page: 1, page_size: 20 as const };
    const totals = { m_7d: row.m_7d };
    const freshness = behind({ id: 71, label: 'Account 2001' });
    return ask(
      {
        given: [...hosting, accountBehind(71)],
        path: `${path}/list`,
        body,
        reply: success({ list: eachLike(rowLike), total: integer(1), totals: { m_7d: rowLike.m_7d }, ...freshness.like }),
      },
      async (heard) => {
        expect(plain(await services.listHostAccounts(body))).toEqual({ list: [row], total: 1, totals, ...freshness.says });
        expectQuiet(heard);
      },
    );
  });

  it('hosts an account', () => {
    const made = { ...row, id: 1001, version: 1, state: 'pending' };
    return ask(
      {
        given: granted,
        path: `${path}/create`,
        body: terms,
        reply: success({ ...rowLike, id: integer(1001), version: integer(1), state: oneOf('pending', hostStates) }),
      },
      async () => expect(plain(await services.createHostAccount(terms))).toEqual(made),
    );
  });

  it('refuses to host an account twice', () =>
    askRefused(ask, {
      given: hosting,
      path: `${path}/create`,
      body: terms,
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在相同的记录' },
      call: () => services.createHostAccount(terms),
    }));

  it('refuses to host an account that does not exist', () =>
    askWrongly(ask, {
      given: admin,
      path: `${path}/create`,
      body: terms,
      field: 'ad_account_id',
      rule: 'exists',
      message: 'ad_account_id不存在',
      call: () => services.createHostAccount(terms),
    }));

  it('edits the terms', () => {
    const body = { id: 21, version: 2, remark: 'x' };
    return ask(
      { given: hosting, path: `${path}/edit`, body, reply: success({ ...rowLike, version: integer(3), remark: string('x') }) },
      async () => expect(plain(await services.editHostAccount(body))).toEqual({ ...row, version: 3, remark: 'x' }),
    );
  });

  it('refuses to edit terms that were changed in the meantime', () => {
    const body = { id: 21, version: 1, remark: 'x' };
    return askRefused(ask, {
      given: hosting,
      path: `${path}/edit`,
      body,
      refused: { code: 409, reason: 'VERSION_CONFLICT', message: '? 于 2026-11-20 16:00 修改过，请重新载入', more: { latest: rowLike } },
      call: () => services.editHostAccount(body),
      carries: ({ data }) => expect(data).toMatchObject({ latest: row }),
    });
  });

  it('refuses to edit an account whose hosting has ended', () => {
    const body = { id: 21, version: 2, remark: 'x' };
    return askRefused(ask, {
      given: over,
      path: `${path}/edit`,
      body,
      refused: { code: 422, reason: 'STATE_ENDED', message: '已结束' },
      call: () => services.editHostAccount(body),
    });
  });

  it('refuses to edit an account that is gone', () => {
    const body = { id: 99, version: 1, remark: 'x' };
    return askForGone(ask, { path: `${path}/edit`, body, call: () => services.editHostAccount(body) });
  });

  it('starts an account', () => {
    const body = { id: 21, version: 2, state: 'hosting' as const };
    return ask(
      { given: pending, path: `${path}/set_state`, body, reply: success({ row: { ...rowLike, version: integer(3) }, batch_ids: [] }) },
      async () => expect(plain(await services.setHostState(body))).toEqual({ row: { ...row, version: 3 }, batch_ids: [] }),
    );
  });

  it('ends an account without campaigns to turn off', () => {
    const body = { id: 21, version: 2, state: 'ended' as const, close_campaigns: true as const };
    const ended = { ...row, version: 3, state: 'ended', end_at: '2026-11-20T08:00:00.000Z', can: [] };
    return ask(
      {
        given: hosting,
        path: `${path}/set_state`,
        body,
        reply: success({
          row: { ...rowLike, version: integer(3), state: oneOf('ended', hostStates), end_at: instant(ended.end_at), can: [] },
          batch_ids: [],
        }),
      },
      async () => expect(plain(await services.setHostState(body))).toEqual({ row: ended, batch_ids: [] }),
    );
  });

  it('refuses to change the state of an account that has ended', () => {
    const body = { id: 21, version: 2, state: 'hosting' as const };
    return askRefused(ask, {
      given: over,
      path: `${path}/set_state`,
      body,
      refused: { code: 422, reason: 'STATE_ENDED', message: '已结束' },
      call: () => services.setHostState(body),
    });
  });

  it('refuses to change the state of an account that was changed in the meantime', () => {
    const body = { id: 21, version: 1, state: 'paused' as const };
    return askRefused(ask, {
      given: hosting,
      path: `${path}/set_state`,
      body,
      refused: { code: 409, reason: 'VERSION_CONFLICT', message: '? 于 2026-11-20 16:00 修改过，请重新载入' },
      call: () => services.setHostState(body),
    });
  });

  it('refuses to start an account whose authorisation has ended', () => {
    const body = { id: 21, version: 2, state: 'hosting' as const };
    return askRefused(ask, {
      given: [...pending, grantEnded(51)],
      path: `${path}/set_state`,
      body,
      refused: { code: 512, reason: 'PLATFORM_AUTH', message: '授权失效，请重新授权 Ada' },
      call: () => services.setHostState(body),
    });
  });

  it('refuses to change the state of an account that is gone', () => {
    const body = { id: 99, version: 1, state: 'paused' as const };
    return askForGone(ask, { path: `${path}/set_state`, body, call: () => services.setHostState(body) });
  });

  it('lists the rules that an account can have', () => {
    const one = { id: 31, label: '止损', level: 'campaign', status: 'disabled', dry_run: true, owner: row.operator, is_bound: true };
    return ask(
      {
        given: [...hosting, rule],
        path: `${path}/rules`,
        body: { id: 21 },
        reply: success({
          list: eachLike({
            ...refLike(one),
            level: oneOf('campaign', entityLevels),
            status: oneOf('disabled', ['enabled', 'disabled']),
            dry_run: boolean(true),
            owner: refLike(one.owner),
            is_bound: boolean(true),
          }),
        }),
      },
      async () => expect(plain(await services.bindableRules({ id: 21 }))).toEqual({ list: [one] }),
    );
  });

  it('refuses to list the rules of an account that is gone', () =>
    askForGone(ask, { path: `${path}/rules`, body: { id: 99 }, call: () => services.bindableRules({ id: 99 }) }));

  it('binds rules', () => {
    const body = { id: 21, rule_ids: [31] };
    return ask(
      { given: [...hosting, rule], path: `${path}/bind_rules`, body, reply: success({ ...rowLike, rules: integer(1) }) },
      async () => expect(plain(await services.bindRules(body))).toEqual({ ...row, rules: 1 }),
    );
  });

  it('refuses to bind rules to an account whose hosting has ended', () => {
    const body = { id: 21, rule_ids: [] };
    return askRefused(ask, {
      given: over,
      path: `${path}/bind_rules`,
      body,
      refused: { code: 422, reason: 'STATE_ENDED', message: '已结束' },
      call: () => services.bindRules(body),
    });
  });

  it('refuses to bind rules to an account that is gone', () => {
    const body = { id: 99, rule_ids: [] };
    return askForGone(ask, { path: `${path}/bind_rules`, body, call: () => services.bindRules(body) });
  });

  it('exports the accounts', () => {
    const body = { columns: ['account', 'state'], locale: 'zh-cn' as const };
    const names = { plain: 'hosting_20261120_160000.xlsx', name: '广告托管_20261120_160000.xlsx' };
    return ask({ given: hosting, path: `${path}/export`, body, reply: file(names) }, async () =>
      expect(await services.exportHostAccounts(body)).toMatchObject({ name: names.name }),
    );
  });

  it('refuses to export too many accounts', () => {
    const body = { columns: ['account'], locale: 'zh-cn' as const };
    return askTooMany(ask, {
      given: [...admin, tooMany('hosted accounts')],
      path: `${path}/export`,
      body,
      call: () => services.exportHostAccounts(body),
    });
  });

  it('exports the daily report', () => {
    const body = { ids: [21], date_from: '2026-11-14', date_to: '2026-11-20', columns: ['date', 'spend'], locale: 'zh-cn' as const };
    const names = {
      plain: 'hosting-days_2026-11-14_2026-11-20_20261120_160000.xlsx',
      name: '托管日报_2026-11-14_2026-11-20_20261120_160000.xlsx',
    };
    return ask({ given: hosting, path: `${path}/report_export`, body, reply: file(names) }, async () =>
      expect(await services.exportHostReport(body)).toMatchObject({ name: names.name }),
    );
  });

  it('refuses to export a daily report of too many rows', () => {
    const body = { date_from: '2026-11-20', date_to: '2026-11-20', columns: ['date'], locale: 'zh-cn' as const };
    return askTooMany(ask, {
      given: [...admin, tooMany('hosted accounts')],
      path: `${path}/report_export`,
      body,
      call: () => services.exportHostReport(body),
    });
  });
});
