import { expect, it } from 'vitest';
import { accountExists, departmentExists, signedInAs } from '#contracts/states/states.ts';
import { findRecords } from '#src/services/search.service.ts';
import { describePact, success } from './exchange.ts';
import { eachLike, integer, string } from './matching.ts';
import { askWrongly, expectQuiet } from './refused.ts';

const member = { id: 41, account: 'opt_09', name: '冯玖', version: 1, department_id: 21, role_ids: [], is_leader: 0 } as const;

describePact('search', (ask) => {
  it('finds records with their pages', () =>
    ask(
      {
        given: [signedInAs('admin'), departmentExists({ id: 21, name: '英语组', parent_id: 1 }), accountExists(member)],
        path: '/api/sys-search/find',
        body: { keyword: '冯玖' },
        reply: success({
          groups: [
            {
              kind: 'user',
              list: eachLike({
                id: integer(41),
                label: string('冯玖'),
                detail: string('opt_09 · 英语组'),
                path: string('/sys/accounts'),
                search: string('?keyword=opt_09'),
              }),
            },
          ],
        }),
      },
      async (heard) => {
        const found = { id: 41, label: '冯玖', detail: 'opt_09 · 英语组', path: '/sys/accounts', search: '?keyword=opt_09' };
        expect(await findRecords({ keyword: '冯玖' })).toEqual({ groups: [{ kind: 'user', list: [found] }] });
        expectQuiet(heard);
      },
    ));

  it('finds nothing on pages that are closed', () =>
    ask(
      {
        given: [signedInAs('staff')],
        path: '/api/sys-search/find',
        body: { keyword: '公司' },
        reply: success({ groups: [] }),
      },
      async () => expect(await findRecords({ keyword: '公司' })).toEqual({ groups: [] }),
    ));

  it('finds nothing for blank search words', () =>
    askWrongly(ask, {
      given: [signedInAs('staff')],
      path: '/api/sys-search/find',
      body: { keyword: ' ' },
      field: 'keyword',
      rule: 'blank',
      message: 'keyword不能为空',
      call: () => findRecords({ keyword: ' ' }),
    }));
});
