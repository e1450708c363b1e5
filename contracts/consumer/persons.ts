import { expect, it } from 'vitest';
import { neededScopes, personalStatuses } from '#contracts/endpoints/authorising.ts';
import { batchStatuses } from '#contracts/endpoints/batches.ts';
import {
  assetAssigned,
  assetChanged,
  assetInBatch,
  authorisationBegun,
  channelFails,
  personalAccountExists,
  personGrants,
  signedInAs,
  tooMany,
} from '#contracts/states/states.ts';
import type { Ask } from './exchange.ts';
import { file, success } from './exchange.ts';
import { boolean, eachLike, instant, integer, oneOf, string, textLike } from './matching.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

/** The services of one of the two pages. What is asked and answered is alike. */
export interface PersonServices {
  path: '/auth-personages' | '/operation-auths';
  usage: 'self' | 'host';
  /** What the requests of this page carry besides. */
  holder: object;
  /** What its rows carry besides. */
  more: { row: object; like: object };
  exported: 'personal accounts' | 'hosted persons';
  fileName: { plain: string; name: string };
  list(request: never): Promise<{ list: unknown[]; total: number }>;
  authUrl(request: never): Promise<unknown>;
  authResult(request: never): Promise<unknown>;
  importAssets(request: never): Promise<unknown>;
  addToken(request: never): Promise<unknown>;
  check(request: never): Promise<unknown>;
  sync(request: never): Promise<unknown>;
  edit(request: never): Promise<unknown>;
  setStatus(request: never): Promise<unknown>;
  remove(request: never): Promise<unknown>;
  exportAll(request: never): Promise<unknown>;
}

const TOKEN = 'contract-token-of-a-person';
const STATE = 'c'.repeat(43);
const ID = '1000000000000001';
const at = '2026-11-20T08:00:00.000Z';

export const startedLike = (total = 1) => ({
  batch_id: integer(1001),
  status: oneOf('succeeded', batchStatuses),
  total,
  done: integer(total),
  ok: integer(total),
  fail: integer(0),
  skip: integer(0),
  unknown: integer(0),
  canceled: integer(0),
});
export const started = (total = 1) => ({
  batch_id: 1001,
  status: 'succeeded',
  total,
  done: total,
  ok: total,
  fail: 0,
  skip: 0,
  unknown: 0,
  canceled: 0,
});

/** The refusals of a channel, as every call that asks it answers them. */
export const channelRefusals = [
  { kind: 'auth', code: 512, reason: 'PLATFORM_AUTH', message: '授权失效,请重新授权 Ada' },
  { kind: 'throttled', code: 511, reason: 'PLATFORM_LIMIT', message: '平台限流,2030-01-01 08:00 后重试' },
  { kind: 'down', code: 514, reason: 'PLATFORM_DOWN', message: '平台暂不可用,未提交' },
] as const;

export const adaGrants = personGrants({
  id: ID,
  name: 'Ada',
  token: TOKEN,
  accounts: [{ id: '2001', name: 'Account 2001' }],
  pages: [{ id: '3001', name: 'Page 3001' }],
  pixels: [{ id: '4001', name: 'Pixel 4001', account: '2001' }],
});
export const ada = (usage: 'self' | 'host') =>
  personalAccountExists({ id: 51, platform_user_id: ID, name: 'Ada', usage, version: 3, token: TOKEN, owner: 11 });

const foundLike = eachLike({
  platform_id: string('2001'),
  name: string('Account 2001'),
  status: string('1'),
  sub: string('USD · America/Los_Angeles'),
  already: oneOf('no', ['no', 'same', 'other']),
  authoriser: null,
  can_switch: boolean(false),
});
export const foundAccount = {
  platform_id: '2001',
  name: 'Account 2001',
  status: '1',
  sub: 'USD · America/Los_Angeles',
  already: 'no',
  authoriser: null,
  can_switch: false,
};
export const foundAccountsLike = foundLike;

/** A page or pixel that nobody imported yet. */
const anew = { status: 'active', already: 'no', authoriser: null, can_switch: false };
export const foundPage = { ...anew, platform_id: '3001', name: 'Page 3001', sub: 'Film' };
export const foundPixel = { ...anew, platform_id: '4001', name: 'Pixel 4001', sub: '2001' };
const foundLikeOne = ({ platform_id, name, sub }: { platform_id: string; name: string; sub: string }) =>
  eachLike({
    platform_id: string(platform_id),
    name: string(name),
    status: string('active'),
    sub: string(sub),
    already: oneOf('no', ['no', 'same', 'other']),
    authoriser: null,
    can_switch: boolean(false),
  });
export const foundPagesLike = foundLikeOne(foundPage);
export const foundPixelsLike = foundLikeOne(foundPixel);
const everythingFound = { accounts: [foundAccount], homepages: [foundPage], pixels: [foundPixel] };
const everythingLike = { accounts: foundLike, homepages: foundPagesLike, pixels: foundPixelsLike };

export function describePersons(ask: Ask, services: PersonServices): void {
  const { path, usage, holder, more, exported, fileName } = services;
  const at_ = (verb: string) => `/api${path}/${verb}`;
  const admin = [signedInAs('admin')];
  const known = [...admin, adaGrants, ada(usage)];
  const call =
    (service: (request: never) => Promise<unknown>, body: object): (() => Promise<unknown>) =>
    () =>
      service(body as never);

  const permits = ['check', 'reauthorise', 'import', 'sync', 'assign', 'edit', 'set_status', 'delete'];
  const row = {
    id: 51,
    version: 3,
    channel: 'meta',
    platform_user_id: ID,
    name: 'Ada',
    usage,
    owner: { id: 11, label: '林管理' },
    status: 'active',
    token_expires_at: null,
    data_access_expires_at: null,
    scopes: ['ads_management'],
    missing_scopes: [],
    accounts: 0,
    homepages: 0,
    pixels: 0,
    assignees: [{ kind: 'user', id: 11, label: '林管理' }],
    last_checked_at: at,
    last_error: null,
    remark: '合约',
    created_at: at,
    updated_at: at,
    can: ['check'],
    ...more.row,
  };
  const rowLike = {
    id: integer(51),
    version: integer(3),
    channel: oneOf('meta', ['meta', 'tiktok']),
    platform_user_id: string(ID),
    name: string('Ada'),
    usage,
    owner: { id: integer(11), label: string('林管理') },
    status: oneOf('active', personalStatuses),
    token_expires_at: null,
    data_access_expires_at: null,
    scopes: eachLike(oneOf('ads_management', neededScopes)),
    missing_scopes: [],
    accounts: integer(0),
    homepages: integer(0),
    pixels: integer(0),
    assignees: eachLike({ kind: oneOf('user', ['user', 'department']), id: integer(11), label: string('林管理') }),
    last_checked_at: instant(at),
    last_error: null,
    remark: string('合约'),
    created_at: instant(at),
    updated_at: instant(at),
    can: eachLike(oneOf('check', permits)),
    ...more.like,
  };
  const assigned = [...known, assetAssigned({ asset_type: 'personal_account', asset_id: 51, user_id: 11 })];
  const busy = [...known, assetInBatch({ asset_type: 'personal_account', asset_id: 51, batch_id: 900 })];
  const isBusy = { code: 423, reason: 'ENTITY_BUSY', message: '批次 900 正在处理该对象', more: { batch_id: 900 } };
  const changed = { code: 409, reason: 'SELECTION_CHANGED', message: '符合条件的数量已变为 1', more: { total: 1 } };

  it('lists one page, filtered and sorted', () => {
    const body = {
      keyword: 'Ada',
      channel: 'meta',
      status: ['active'],
      owner_user_id: 11,
      sort: [{ field: 'name', order: 'asc' }],
      page: 1,
      page_size: 20,
    };
    return ask(
      { given: assigned, path: at_('list'), body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async (heard) => {
        expect(await services.list(body as never)).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    );
  });

  it('finds nobody who expires within three days', () => {
    const body = { expires_within: 3, page: 1, page_size: 20 };
    return ask({ given: known, path: at_('list'), body, reply: success({ list: [], total: 0 }) }, async () =>
      expect(await services.list(body as never)).toEqual({ list: [], total: 0 }),
    );
  });

  it('shows nothing without the page', () => {
    const body = { page: 1, page_size: 20 };
    return askRefused(ask, {
      given: [signedInAs('staff')],
      path: at_('list'),
      body,
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: call(services.list, body),
    });
  });

  it('begins an authorisation', () => {
    const body = { channel: 'meta', owner_user_id: 11, ...holder };
    const answer = { url: `/api/sandbox-auth?state=${STATE}`, state: STATE, expires_at: at };
    return ask(
      {
        given: admin,
        path: at_('auth_url'),
        body,
        reply: success({ url: string(answer.url), state: textLike(/^[A-Za-z0-9_-]{43}$/, STATE), expires_at: instant(at) }),
      },
      async () => expect(await services.authUrl(body as never)).toEqual(answer),
    );
  });

  it('begins none for an owner who does not exist', () => {
    const body = { channel: 'meta', owner_user_id: 99, ...holder };
    return askWrongly(ask, {
      given: admin,
      path: at_('auth_url'),
      body,
      field: 'owner_user_id',
      rule: 'exists',
      message: 'owner_user_id不存在或不可用',
      call: call(services.authUrl, body),
    });
  });

  it('begins none again for somebody who is gone', () => {
    const body = { channel: 'meta', owner_user_id: 11, id: 99, ...holder };
    return askForGone(ask, { path: at_('auth_url'), body, call: call(services.authUrl, body) });
  });

  const nothing = {
    status: 'waiting',
    personal_account_id: null,
    name: null,
    missing_scopes: [],
    found: null,
    reason: null,
    message: null,
  };

  it('says that it still waits', () =>
    ask(
      {
        given: [...admin, authorisationBegun({ state: STATE, by: 'admin', usage, outcome: 'waiting', personal_account_id: null })],
        path: at_('auth_result'),
        body: { state: STATE },
        reply: success(nothing),
      },
      async () => expect(await services.authResult({ state: STATE } as never)).toEqual(nothing),
    ));

  it('says who authorised, and what they grant', () => {
    const ok = {
      ...nothing,
      status: 'ok',
      personal_account_id: 51,
      name: 'Ada',
      found: everythingFound,
    };
    return ask(
      {
        given: [...known, authorisationBegun({ state: STATE, by: 'admin', usage, outcome: 'ok', personal_account_id: 51 })],
        path: at_('auth_result'),
        body: { state: STATE },
        reply: success({ ...ok, personal_account_id: integer(51), name: string('Ada'), found: everythingLike }),
      },
      async () => expect(await services.authResult({ state: STATE } as never)).toEqual(ok),
    );
  });

  it('knows nothing of a state of somebody else', () =>
    askForGone(ask, {
      path: at_('auth_result'),
      body: { state: STATE },
      quiet: true,
      call: call(services.authResult, { state: STATE }),
    }));

  const wanted = { account_ids: ['2001'], page_ids: [], pixel_ids: [], biz: 'dj' };
  it('imports what was found', () => {
    const body = { personal_account_id: 51, ...wanted, switch_authoriser: true };
    return ask({ given: known, path: at_('import'), body, reply: success(startedLike()) }, async () =>
      expect(await services.importAssets(body as never)).toMatchObject(started()),
    );
  });

  it('imports nothing through somebody who is gone', () => {
    const body = { personal_account_id: 99, ...wanted };
    return askForGone(ask, { path: at_('import'), body, call: call(services.importAssets, body) });
  });

  const { mode: _mode, ...given } = holder as { mode?: string };
  const tokenBody = { channel: 'meta', owner_user_id: 11, token: TOKEN, ...given };
  it('keeps a token that the channel takes', () => {
    const answer = { id: 1001, missing_scopes: [], found: everythingFound };
    return ask(
      {
        given: [...admin, adaGrants],
        path: at_('token_add'),
        body: tokenBody,
        reply: success({ ...answer, id: integer(1001), found: everythingLike }),
      },
      async () => expect(await services.addToken(tokenBody as never)).toEqual(answer),
    );
  });

  it('keeps no token of somebody who is on the other page', () =>
    askRefused(ask, {
      given: [...admin, adaGrants, ada(usage === 'self' ? 'host' : 'self')],
      path: at_('token_add'),
      body: tokenBody,
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在' },
      call: call(services.addToken, tokenBody),
    }));

  it.each(channelRefusals)('keeps no token while the channel fails with $reason', ({ kind, code, reason, message }) =>
    askRefused(ask, {
      given: [...admin, adaGrants, channelFails(kind)],
      path: at_('token_add'),
      body: tokenBody,
      refused: { code, reason, message },
      call: call(services.addToken, tokenBody),
    }),
  );

  it.each([
    ['check', 'checks those chosen', services.check],
    ['sync', 'refreshes what came through those chosen', services.sync],
  ] as const)('%s: %s', async (verb, _what, service) => {
    await ask({ given: known, path: at_(verb), body: { ids: [51], reason: '例行' }, reply: success(startedLike()) }, async () =>
      expect(await service({ ids: [51], reason: '例行' } as never)).toMatchObject(started()),
    );
  });

  it.each([
    ['check', services.check],
    ['sync', services.sync],
  ] as const)('%s does nothing when as many match no more', (verb, service) => {
    const body = { filter: { keyword: 'Ada' }, expected_total: 2 };
    return askRefused(ask, { given: known, path: at_(verb), body, refused: changed, call: call(service, body) });
  });

  it('edits one', () => {
    const body = { id: 51, version: 3, owner_user_id: 11, remark: '新备注' };
    return ask({ given: assigned, path: at_('edit'), body, reply: success({ ...rowLike, remark: '新备注' }) }, async () =>
      expect(await services.edit(body as never)).toEqual({ ...row, remark: '新备注' }),
    );
  });

  it('edits none that is gone', () => {
    const body = { id: 99, version: 1, remark: 'x' };
    return askForGone(ask, { path: at_('edit'), body, call: call(services.edit, body) });
  });

  it('edits none that somebody changed', () => {
    const body = { id: 51, version: 2, remark: 'x' };
    return askRefused(ask, {
      given: [...assigned, assetChanged({ asset_type: 'personal_account', id: 51, by: 'lead_a' })],
      path: at_('edit'),
      body,
      refused: {
        code: 409,
        reason: 'VERSION_CONFLICT',
        message: 'lead_a 于 2026-11-20 16:00 修改过,请重新载入',
        more: { by: 'lead_a', at: instant(at), latest: rowLike },
      },
      call: call(services.edit, body),
      carries: ({ data }) => expect(data).toMatchObject({ by: 'lead_a', latest: row }),
    });
  });

  it.each([
    ['edit', { id: 51, version: 3, remark: 'x' }, services.edit],
    ['set_status', { id: 51, status: 'disabled' }, services.setStatus],
    ['delete', { id: 51 }, services.remove],
  ] as const)('%s leaves alone what a batch has', (verb, body, service) =>
    askRefused(ask, { given: busy, path: at_(verb), body, refused: isBusy, call: call(service, body) }),
  );

  it('switches one off', () => {
    const body = { id: 51, status: 'disabled' };
    return ask({ given: assigned, path: at_('set_status'), body, reply: success({ ...rowLike, status: 'disabled' }) }, async () =>
      expect(await services.setStatus(body as never)).toEqual({ ...row, status: 'disabled' }),
    );
  });

  it('switches none that is gone', () => {
    const body = { id: 99, status: 'disabled' };
    return askForGone(ask, { path: at_('set_status'), body, call: call(services.setStatus, body) });
  });

  it.each(channelRefusals.filter(({ kind }) => kind !== 'auth'))(
    'switches none on while the channel fails with $reason',
    ({ kind, code, reason, message }) => {
      const body = { id: 51, status: 'enabled' };
      return askRefused(ask, {
        given: [...known, channelFails(kind)],
        path: at_('set_status'),
        body,
        refused: { code, reason, message },
        call: call(services.setStatus, body),
      });
    },
  );

  it('deletes one', () =>
    ask({ given: known, path: at_('delete'), body: { id: 51 }, reply: success({}) }, async () =>
      expect(await services.remove({ id: 51 } as never)).toEqual({}),
    ));

  it('deletes none that is gone', () =>
    askForGone(ask, { path: at_('delete'), body: { id: 99 }, call: call(services.remove, { id: 99 }) }));

  const exporting = { columns: ['name', 'status'], locale: 'zh-cn' };
  it('exports a file', () =>
    ask({ given: known, path: at_('export'), body: exporting, reply: file(fileName) }, async () =>
      expect(await services.exportAll(exporting as never)).toMatchObject({ name: fileName.name }),
    ));

  it('exports no more than a file takes', () =>
    askRefused(ask, {
      given: [...admin, tooMany(exported)],
      path: at_('export'),
      body: exporting,
      refused: { code: 413, reason: 'EXPORT_TOO_LARGE', message: '共 51 行,超过 50 行,请缩小范围' },
      call: call(services.exportAll, exporting),
    }));
}
