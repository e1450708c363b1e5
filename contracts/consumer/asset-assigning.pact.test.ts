import { expect, it } from 'vitest';
import { ROOT_DEPARTMENT } from '#contracts/states/cast.ts';
import { adAccountExists, assetAssigned, assetAssignedToDepartment, signedInAs } from '#contracts/states/states.ts';
import * as assigning from '#src/services/asset-assigning.service.ts';
import { at, refLike } from './asset-rows.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { describePact, success } from './exchange.ts';
import { boolean, eachLike, instant } from './matching.ts';
import { askOrder } from './orders.ts';
import { askForGone, askWrongly } from './refused.ts';

const account = (id: number) =>
  adAccountExists({
    id,
    platform_account_id: String(1930 + id),
    name: `Account ${1930 + id}`,
    personal_account_id: 51,
    version: 2,
    enabled: true,
  });
const known = [signedInAs('admin'), adaGrants, ada('self'), account(71)];
const four = [...known, account(72), account(73), account(74)];
const order = (...ids: number[]) => ({
  asset_type: 'ad_account' as const,
  ids,
  mode: 'replace' as const,
  user_ids: [11],
  department_ids: [1],
});
const me = { id: 11, label: '林管理' };
const company = { id: ROOT_DEPARTMENT.id, label: ROOT_DEPARTMENT.name };

describePact('asset-assigning', (ask) => {
  it('assigns assets', () => {
    const body = { ...order(71, 72, 73, 74), primary_user_id: 11 };
    return askOrder(ask, { given: four, path: '/api/auth-assets/assign', body, call: () => assigning.assignAssets(body) });
  });

  it('refuses to assign an ad account without an assignee', () => {
    const body = order(71);
    return askWrongly(ask, {
      given: known,
      path: '/api/auth-assets/assign',
      body,
      field: 'primary_user_id',
      rule: 'required',
      message: '请输入primary_user_id',
      call: () => assigning.assignAssets(body),
    });
  });

  const asked = { asset_type: 'ad_account' as const, asset_id: 71 };
  const told = { user: null, department: null, is_primary: false, from_at: at, to_at: null, by: me };
  const toldLike = { ...told, is_primary: boolean(false), from_at: instant(at), by: refLike(me) };

  it('lists the people that an asset was assigned to', () =>
    ask(
      {
        given: [...known, assetAssigned({ asset_type: 'ad_account', asset_id: 71, user_id: 11 })],
        path: '/api/auth-assets/assign_history',
        body: asked,
        reply: success({ list: eachLike({ ...toldLike, user: refLike(me), is_primary: boolean(true) }) }),
      },
      async () => expect(await assigning.assignHistory(asked)).toEqual({ list: [{ ...told, user: me, is_primary: true }] }),
    ));

  it('lists the departments that an asset was assigned to', () =>
    ask(
      {
        given: [...known, assetAssignedToDepartment({ asset_type: 'ad_account', asset_id: 71, department_id: 1 })],
        path: '/api/auth-assets/assign_history',
        body: asked,
        reply: success({ list: eachLike({ ...toldLike, department: refLike(company) }) }),
      },
      async () => expect(await assigning.assignHistory(asked)).toEqual({ list: [{ ...told, department: company }] }),
    ));

  it('refuses to list the assignments of an asset that is gone', () => {
    const body = { asset_type: 'ad_account', asset_id: 99 } as const;
    return askForGone(ask, { path: '/api/auth-assets/assign_history', body, call: () => assigning.assignHistory(body) });
  });
});
