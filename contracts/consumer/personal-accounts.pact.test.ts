import { expect, it } from 'vitest';
import { signedInAs } from '#contracts/states/states.ts';
import * as services from '#src/services/personal-accounts.service.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { describePact, success } from './exchange.ts';
import { eachLike, integer, oneOf, string } from './matching.ts';
import { describePersons } from './persons.ts';

describePact('personal-accounts', (ask) => {
  describePersons(ask, {
    path: '/auth-personages',
    usage: 'self',
    holder: {},
    more: { row: {}, like: {} },
    exported: 'personal accounts',
    fileName: { plain: 'personal-accounts_20261120_160000.xlsx', name: '个人账号管理_20261120_160000.xlsx' },
    list: services.listPersonalAccounts,
    authUrl: services.personalAuthUrl,
    authResult: services.personalAuthResult,
    importAssets: services.importPersonalAssets,
    addToken: services.addPersonalToken,
    check: services.checkPersonalAccounts,
    sync: services.syncPersonalAccounts,
    edit: services.editPersonalAccount,
    setStatus: services.setPersonalStatus,
    remove: services.deletePersonalAccount,
    exportAll: services.exportPersonalAccounts,
  });

  it('offers persons to choose from', () => {
    const body = { keyword: 'Ada', usable: true as const };
    const row = { id: 51, label: 'Ada', sub: '1000000000000001', status: 'active' };
    const like = {
      id: integer(51),
      label: string('Ada'),
      sub: string(row.sub),
      status: oneOf('active', ['active', 'expiring', 'limited']),
    };
    return ask(
      {
        given: [signedInAs('admin'), adaGrants, ada('self')],
        path: '/api/auth-personages/simple_list',
        body,
        reply: success({ list: eachLike(like), total: integer(1) }),
      },
      async () => expect(await services.simplePersonalAccounts(body)).toMatchObject({ list: [row], total: 1 }),
    );
  });
});
