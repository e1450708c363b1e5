import { expect, it } from 'vitest';
import {
  accountBehind,
  adAccountExists,
  assetAssigned,
  assetChanged,
  assetInBatch,
  channelFails,
  signedInAs,
  tooMany,
} from '#contracts/states/states.ts';
import { personalStatuses } from '#contracts/vocabulary/personal-accounts.ts';
import * as services from '#src/services/ad-accounts.service.ts';
import { ada, adaGrants, adaGrantsFour, channelRefusals, foundAccount, foundAccountsLike, fourAccounts } from './channel-answers.ts';
import { describePact, file, success } from './exchange.ts';
import { behind } from './launch-rows.ts';
import { boolean, eachLike, instant, integer, oneOf, someText, string } from './matching.ts';
import { askBusy, askChanged, askOrder, askTooMany } from './orders.ts';
import { askForGone, askRefused, expectQuiet } from './refused.ts';

const at = '2026-11-20T08:00:00.000Z';
const admin = [signedInAs('admin')];
const person = [...admin, adaGrants, ada('self')];
const account = (id: number, { enabled } = { enabled: true }) =>
  adAccountExists({
    id,
    platform_account_id: String(1930 + id),
    name: `Account ${1930 + id}`,
    personal_account_id: 51,
    version: 2,
    enabled,
  });
const known = [...person, account(71)];
const four = [...known, account(72), account(73), account(74)];
const assigned = [...known, assetAssigned({ asset_type: 'ad_account', asset_id: 71, user_id: 11 })];

const row = {
  id: 71,
  version: 2,
  channel: 'meta',
  connector: 'sandbox',
  platform_account_id: '2001',
  name: 'Account 2001',
  business_name: 'Galaxy',
  account_status: 1,
  disable_reason: 0,
  deliverable: true,
  undeliverable_reason: null,
  enabled: true,
  biz: 'dj',
  usage: 'self',
  currency: 'USD',
  timezone_name: 'America/Los_Angeles',
  balance: 300,
  spend_cap: 10_000,
  cap_left: 7_500,
  amount_spent: 2_500,
  min_daily_budget: 100,
  personal_account: { id: 51, label: 'Ada' },
  personal_status: 'active',
  primary: { id: 11, label: '林管理' },
  assignees: [{ kind: 'user', id: 11, label: '林管理' }],
  pixels: 0,
  campaigns_running: 0,
  unassigned_campaigns: 0,
  spend_7d_usd: 0,
  last_sync_at: at,
  sync_error: null,
  sync_notice: null,
  is_syncing: false,
  remark: '合约',
  created_at: at,
  updated_at: at,
  can: ['sync'],
};
const rowLike = {
  id: integer(71),
  version: integer(2),
  channel: oneOf('meta', ['meta', 'tiktok']),
  connector: oneOf('sandbox', ['sandbox', 'meta']),
  platform_account_id: string('2001'),
  name: string('Account 2001'),
  business_name: string('Galaxy'),
  account_status: integer(1),
  disable_reason: integer(0),
  deliverable: true,
  undeliverable_reason: null,
  enabled: boolean(true),
  biz: oneOf('dj', ['dj', 'ec']),
  usage: oneOf('self', ['self', 'host']),
  currency: string('USD'),
  timezone_name: string('America/Los_Angeles'),
  balance: integer(300),
  spend_cap: integer(10_000),
  cap_left: integer(7_500),
  amount_spent: integer(2_500),
  min_daily_budget: integer(100),
  personal_account: { id: integer(51), label: string('Ada') },
  personal_status: oneOf('active', personalStatuses),
  primary: { id: integer(11), label: string('林管理') },
  assignees: eachLike({ kind: oneOf('user', ['user', 'department']), id: integer(11), label: string('林管理') }),
  pixels: integer(0),
  campaigns_running: integer(0),
  unassigned_campaigns: integer(0),
  spend_7d_usd: integer(0),
  last_sync_at: instant(at),
  sync_error: null,
  sync_notice: null,
  is_syncing: boolean(false),
  remark: string('合约'),
  created_at: instant(at),
  updated_at: instant(at),
  can: eachLike(oneOf('sync', ['sync', 'assign', 'edit', 'set_enabled', 'unbind'])),
};
const [ended, throttled, down] = channelRefusals;

describePact('ad-accounts', (ask) => {
  it('lists one page, filtered and sorted', () => {
    const body = {
      keyword: '2001',
      account_status: [1 as const],
      deliverable: true,
      biz: 'dj' as const,
      currency: 'USD',
      personal_account_id: 51,
      assignee_user_id: 11,
      sort: [{ field: 'amount_spent' as const, order: 'desc' as const }],
      page: 1,
      page_size: 20 as const,
    };
    const { says, like } = behind({ id: 71, label: row.name });
    return ask(
      {
        given: [...assigned, accountBehind(71)],
        path: '/api/auth-accounts/list',
        body,
        reply: success({ list: eachLike(rowLike), total: integer(1), ...like }),
      },
      async (heard) => {
        expect(await services.listAdAccounts(body)).toEqual({ list: [row], total: 1, ...says });
        expectQuiet(heard);
      },
    );
  });

  it('finds no unassigned account when all are assigned', () => {
    const body = { unassigned: true as const, page: 1, page_size: 20 as const };
    return ask({ given: assigned, path: '/api/auth-accounts/list', body, reply: success({ list: [], total: 0 }) }, async () =>
      expect(await services.listAdAccounts(body)).toEqual({ list: [], total: 0 }),
    );
  });

  it('refuses to show anything to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/auth-accounts/list',
      body: { page: 1, page_size: 20 },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => services.listAdAccounts({ page: 1, page_size: 20 }),
    }));

  it('offers accounts to choose from, and says which cannot be used', () => {
    const offered = { id: 71, label: 'Account 2001', sub: '2001 · USD', status: '1', disabled: '我方已关闭' };
    const like = {
      id: integer(71),
      label: string(offered.label),
      sub: string(offered.sub),
      status: string('1'),
      disabled: someText(offered.disabled),
    };
    return ask(
      {
        given: [...person, account(71, { enabled: false })],
        path: '/api/auth-accounts/simple_list',
        body: { keyword: '2001' },
        reply: success({ list: eachLike(like), total: integer(1) }),
      },
      async () => expect(await services.simpleAdAccounts({ keyword: '2001' })).toEqual({ list: [offered], total: 1 }),
    );
  });

  it('tells the remaining capacity of accounts before publishing', () => {
    const publish = {
      currency: 'USD',
      timezone_name: 'America/Los_Angeles',
      cap_left: 7_500,
      ads_running: 0,
      pixel_id: null,
      pixel_usable: null,
    };
    const like = {
      id: integer(71),
      label: string('Account 2001'),
      sub: string('2001 · USD'),
      status: string('1'),
      publish: {
        ...publish,
        currency: string('USD'),
        timezone_name: string('America/Los_Angeles'),
        cap_left: integer(7_500),
        ads_running: integer(0),
      },
    };
    const body = { ids: [71], to_publish: true as const };
    return ask(
      {
        given: known,
        path: '/api/auth-accounts/simple_list',
        body,
        reply: success({ list: eachLike(like), total: integer(1) }),
      },
      async () =>
        expect(await services.accountsToPublish(body)).toEqual({
          list: [{ id: 71, label: 'Account 2001', sub: '2001 · USD', status: '1', publish }],
          total: 1,
        }),
    );
  });

  it('discovers the assets that a person grants', () =>
    ask(
      {
        given: person,
        path: '/api/auth-accounts/discover',
        body: { personal_account_id: 51 },
        reply: success({ list: foundAccountsLike }),
      },
      async () => expect(await services.discoverAdAccounts({ personal_account_id: 51 })).toEqual({ list: [foundAccount] }),
    ));

  it('refuses to discover assets of a person who does not exist', () =>
    askForGone(ask, {
      path: '/api/auth-accounts/discover',
      body: { personal_account_id: 99 },
      call: () => services.discoverAdAccounts({ personal_account_id: 99 }),
    }));

  it('refuses to discover assets with an authorisation that ended', () =>
    askRefused(ask, {
      given: [...person, channelFails(ended.kind)],
      path: '/api/auth-accounts/discover',
      body: { personal_account_id: 51 },
      refused: ended,
      call: () => services.discoverAdAccounts({ personal_account_id: 51 }),
    }));

  it('refuses to discover assets while the channel limits the call rate', () =>
    askRefused(ask, {
      given: [...person, channelFails(throttled.kind)],
      path: '/api/auth-accounts/discover',
      body: { personal_account_id: 51 },
      refused: throttled,
      call: () => services.discoverAdAccounts({ personal_account_id: 51 }),
    }));

  it('refuses to discover assets while the channel is out of reach', () =>
    askRefused(ask, {
      given: [...person, channelFails(down.kind)],
      path: '/api/auth-accounts/discover',
      body: { personal_account_id: 51 },
      refused: down,
      call: () => services.discoverAdAccounts({ personal_account_id: 51 }),
    }));

  it('imports accounts', () => {
    const body = { personal_account_id: 51, platform_ids: fourAccounts, biz: 'dj' as const, switch_authoriser: false };
    return askOrder(ask, {
      given: [...admin, adaGrantsFour, ada('self')],
      path: '/api/auth-accounts/bind',
      body,
      call: () => services.bindAdAccounts(body),
    });
  });

  it('refuses to import assets through a person who does not exist', () => {
    const body = { personal_account_id: 99, platform_ids: ['2001'], biz: 'dj' as const };
    return askForGone(ask, { path: '/api/auth-accounts/bind', body, call: () => services.bindAdAccounts(body) });
  });

  const all = { filter: { keyword: 'Account' }, expected_total: 4 };
  const fewer = { ...all, expected_total: 2 };

  it('refreshes all accounts that match', () => {
    const body = all;
    return askOrder(ask, { given: four, path: '/api/auth-accounts/sync', body, call: () => services.syncAdAccounts(body) });
  });

  it('refuses to refresh accounts when the number of matches changed', () => {
    const body = fewer;
    return askChanged(ask, { given: known, path: '/api/auth-accounts/sync', body, total: 1, call: () => services.syncAdAccounts(body) });
  });

  it('switches all matching accounts off', () => {
    const body = { ...all, enabled: false };
    return askOrder(ask, { given: four, path: '/api/auth-accounts/set_enabled', body, call: () => services.setAdAccountsEnabled(body) });
  });

  it('refuses to switch accounts when the number of matches changed', () => {
    const body = { ...fewer, enabled: false };
    return askChanged(ask, {
      given: known,
      path: '/api/auth-accounts/set_enabled',
      body,
      total: 1,
      call: () => services.setAdAccountsEnabled(body),
    });
  });

  it('unlinks all matching accounts', () => {
    const body = { ...all, reason: '不用了' };
    return askOrder(ask, { given: four, path: '/api/auth-accounts/unbind', body, call: () => services.unbindAdAccounts(body) });
  });

  it('refuses to unlink accounts when the number of matches changed', () => {
    const body = { ...fewer, reason: '不用了' };
    return askChanged(ask, {
      given: known,
      path: '/api/auth-accounts/unbind',
      body,
      total: 1,
      call: () => services.unbindAdAccounts(body),
    });
  });

  it('edits one', () => {
    const body = { id: 71, version: 2, biz: 'ec' as const, remark: '新备注', enabled: false };
    const saved = { biz: 'ec', remark: '新备注', enabled: false, deliverable: false, undeliverable_reason: 'switched_off' };
    return ask({ given: assigned, path: '/api/auth-accounts/edit', body, reply: success({ ...rowLike, ...saved }) }, async () =>
      expect(await services.editAdAccount(body)).toEqual({ ...row, ...saved }),
    );
  });

  it('refuses to edit one that is gone', () => {
    const body = { id: 99, version: 1, remark: 'x' };
    return askForGone(ask, { path: '/api/auth-accounts/edit', body, call: () => services.editAdAccount(body) });
  });

  it('refuses to edit one that was changed in the meantime', () => {
    const body = { id: 71, version: 1, remark: 'x' };
    return askRefused(ask, {
      given: [...assigned, assetChanged({ asset_type: 'ad_account', id: 71, by: 'lead_a' })],
      path: '/api/auth-accounts/edit',
      body,
      refused: {
        code: 409,
        reason: 'VERSION_CONFLICT',
        message: 'lead_a 于 2026-11-20 16:00 修改过，请重新载入',
        more: { by: 'lead_a', at: instant(at), latest: rowLike },
      },
      call: () => services.editAdAccount(body),
      carries: ({ data }) => expect(data).toMatchObject({ by: 'lead_a', latest: row }),
    });
  });

  it('refuses to edit one that a batch has locked', () => {
    const body = { id: 71, version: 2, remark: 'x' };
    return askBusy(ask, {
      given: [...known, assetInBatch({ asset_type: 'ad_account', asset_id: 71, batch_id: 900 })],
      path: '/api/auth-accounts/edit',
      body,
      call: () => services.editAdAccount(body),
    });
  });

  it('lists the status changes of an account', () =>
    ask(
      {
        given: known,
        path: '/api/auth-accounts/status_log',
        body: { id: 71 },
        reply: success({ list: eachLike({ at: instant(at), account_status: integer(1), disable_reason: integer(0) }) }),
      },
      async () => expect(await services.adAccountStatusLog({ id: 71 })).toEqual({ list: [{ at, account_status: 1, disable_reason: 0 }] }),
    ));

  it('refuses to list the status changes of an account that is gone', () =>
    askForGone(ask, { path: '/api/auth-accounts/status_log', body: { id: 99 }, call: () => services.adAccountStatusLog({ id: 99 }) }));

  const exporting = { columns: ['name', 'balance'], locale: 'zh-cn' as const };
  it('exports a file', () =>
    ask(
      {
        given: known,
        path: '/api/auth-accounts/export',
        body: exporting,
        reply: file({ plain: 'ad-accounts_20261120_160000.xlsx', name: '广告账户_20261120_160000.xlsx' }),
      },
      async () => expect((await services.exportAdAccounts(exporting)).name).toBe('广告账户_20261120_160000.xlsx'),
    ));

  it('refuses to export more than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('ad accounts')],
      path: '/api/auth-accounts/export',
      body: exporting,
      call: () => services.exportAdAccounts(exporting),
    }));
});
