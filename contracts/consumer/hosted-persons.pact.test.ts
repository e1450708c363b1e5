import { expect, it } from 'vitest';
import { authLinkMade, signedInAs } from '#contracts/states/states.ts';
import * as services from '#src/services/hosted-persons.service.ts';
import { describePact, success } from './exchange.ts';
import { eachLike, instant, integer, oneOf, string } from './matching.ts';
import { describePersons } from './persons.ts';
import { askForGone, askRefused } from './refused.ts';

const at = '2026-11-20T08:00:00.000Z';
const link = { id: 61, by: 'admin', holder_name: '王建国', status: 'waiting' } as const;

describePact('hosted-persons', (ask) => {
  describePersons(ask, {
    path: '/operation-auths',
    usage: 'host',
    holder: { mode: 'link', holder_name: '持有人', contact: 'a@example.test', consent: true, consent_note: '合约' },
    more: {
      row: { holder_name: '持有人', contact: 'a@example.test', consent_at: at, consent_note: '合约', hosted_accounts: 0 },
      like: {
        holder_name: string('持有人'),
        contact: string('a@example.test'),
        consent_at: instant(at),
        consent_note: string('合约'),
        hosted_accounts: integer(0),
      },
    },
    exported: 'hosted persons',
    fileName: { plain: 'hosted-personal-accounts_20261120_160000.xlsx', name: '个人账号授权_20261120_160000.xlsx' },
    list: services.listHostedAccounts,
    authUrl: services.hostedAuthUrl,
    authResult: services.hostedAuthResult,
    importAssets: services.importHostedAssets,
    addToken: services.addHostedToken,
    check: services.checkHostedAccounts,
    sync: services.syncHostedAccounts,
    edit: services.editHostedAccount,
    setStatus: services.setHostedStatus,
    remove: services.deleteHostedAccount,
    exportAll: services.exportHostedAccounts,
  });

  it('lists the open links', () => {
    const person = { id: 11, label: '林管理' };
    const personLike = { id: integer(11), label: string('林管理') };
    const row = {
      id: 61,
      holder_name: '王建国',
      contact: 'a@example.test',
      owner: person,
      user: person,
      status: 'waiting',
      created_at: at,
      expires_at: at,
    };
    const like = {
      id: integer(61),
      holder_name: string('王建国'),
      contact: string('a@example.test'),
      owner: personLike,
      user: personLike,
      status: oneOf('waiting', ['waiting']),
      created_at: instant(at),
      expires_at: instant(at),
    };
    return ask(
      {
        given: [signedInAs('admin'), authLinkMade(link)],
        path: '/api/operation-auths/links',
        body: {},
        reply: success({ list: eachLike(like) }),
      },
      async () => expect(await services.openAuthLinks({})).toEqual({ list: [row] }),
    );
  });

  it('revokes a link', () =>
    ask(
      {
        given: [signedInAs('admin'), authLinkMade(link)],
        path: '/api/operation-auths/revoke_link',
        body: { id: 61 },
        reply: success({}),
      },
      async () => expect(await services.revokeAuthLink({ id: 61 })).toEqual({}),
    ));

  it('refuses to revoke a link twice', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), authLinkMade({ ...link, status: 'revoked' })],
      path: '/api/operation-auths/revoke_link',
      body: { id: 61 },
      refused: { code: 422, reason: 'STATE_CHANGED', message: '对象已被再次修改' },
      call: () => services.revokeAuthLink({ id: 61 }),
    }));

  it('refuses to revoke a link that is gone', () =>
    askForGone(ask, { path: '/api/operation-auths/revoke_link', body: { id: 99 }, call: () => services.revokeAuthLink({ id: 99 }) }));
});
