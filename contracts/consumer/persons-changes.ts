import { expect, it } from 'vitest';
import { assetChanged, channelFails } from '#contracts/states/states.ts';
import { at as moment } from './asset-rows.ts';
import { channelRefusals } from './channel-answers.ts';
import { type Ask, success } from './exchange.ts';
import { launched } from './launch-rows.ts';
import { instant } from './matching.ts';
import { askBusy } from './orders.ts';
import { asks, type PersonPage } from './person-page.ts';
import { personRow } from './persons-rows.ts';
import { askForGone, askRefused } from './refused.ts';

const [, throttled, down] = channelRefusals;

/** Changes of one person. */
export function describePersonChanges(ask: Ask, { services, at, known, assigned, busy }: PersonPage): void {
  const { row, rowLike } = personRow(services);

  it('edits one', () => {
    const body = { id: 51, version: 3, owner_user_id: 11, remark: '新备注' };
    return ask({ given: assigned, path: at('edit'), body, reply: success({ ...rowLike, remark: '新备注' }) }, async () =>
      expect(await asks(services.edit, body)()).toEqual({ ...row, remark: '新备注' }),
    );
  });

  it('refuses to edit one that is gone', () => {
    const body = { id: 99, version: 1, remark: 'x' };
    return askForGone(ask, { path: at('edit'), body, call: asks(services.edit, body) });
  });

  it('refuses to edit one that was changed in the meantime', () => {
    const body = { id: 51, version: 2, remark: 'x' };
    return askRefused(ask, {
      given: [...assigned, assetChanged({ asset_type: 'personal_account', id: 51, by: 'lead_a' })],
      path: at('edit'),
      body,
      refused: {
        code: 409,
        reason: 'VERSION_CONFLICT',
        message: 'lead_a 于 2026-11-20 16:00 修改过，请重新载入',
        more: { by: 'lead_a', at: instant(moment), latest: rowLike },
      },
      call: asks(services.edit, body),
      carries: ({ data }) => expect(data).toMatchObject({ by: 'lead_a', latest: row }),
    });
  });

  it('refuses to edit one that a batch has locked', () => {
    const body = { id: 51, version: 3, remark: 'x' };
    return askBusy(ask, { given: busy, path: at('edit'), body, call: asks(services.edit, body) });
  });

  it('switches one off', () => {
    const body = { id: 51, status: 'disabled' };
    return ask({ given: assigned, path: at('set_status'), body, reply: success({ ...rowLike, status: 'disabled' }) }, async () =>
      expect(await asks(services.setStatus, body)()).toEqual({ ...row, status: 'disabled' }),
    );
  });

  it('refuses to switch one that is gone', () => {
    const body = { id: 99, status: 'disabled' };
    return askForGone(ask, { path: at('set_status'), body, call: asks(services.setStatus, body) });
  });

  it('refuses to switch one that a batch has locked', () => {
    const body = { id: 51, status: 'disabled' };
    return askBusy(ask, { given: busy, path: at('set_status'), body, call: asks(services.setStatus, body) });
  });

  it('refuses to switch one on while the channel limits the call rate', () => {
    const body = { id: 51, status: 'enabled' };
    return askRefused(ask, {
      given: [...known, channelFails(throttled.kind)],
      path: at('set_status'),
      body,
      refused: throttled,
      call: asks(services.setStatus, body),
    });
  });

  it('refuses to switch one on while the channel is out of reach', () => {
    const body = { id: 51, status: 'enabled' };
    return askRefused(ask, {
      given: [...known, channelFails(down.kind)],
      path: at('set_status'),
      body,
      refused: down,
      call: asks(services.setStatus, body),
    });
  });

  it('deletes one', () =>
    ask({ given: known, path: at('delete'), body: { id: 51 }, reply: success({}) }, async () =>
      expect(await asks(services.remove, { id: 51 })()).toEqual({}),
    ));

  it('refuses to delete one whose accounts have running campaigns', () =>
    askRefused(ask, {
      given: [...known, ...launched],
      path: at('delete'),
      body: { id: 51 },
      refused: { code: 422, reason: 'ASSET_IN_USE', message: '有 1 个在投系列正在使用' },
      call: asks(services.remove, { id: 51 }),
    }));

  it('refuses to delete one that is gone', () =>
    askForGone(ask, { path: at('delete'), body: { id: 99 }, call: asks(services.remove, { id: 99 }) }));

  it('refuses to delete one that a batch has locked', () =>
    askBusy(ask, { given: busy, path: at('delete'), body: { id: 51 }, call: asks(services.remove, { id: 51 }) }));
}
