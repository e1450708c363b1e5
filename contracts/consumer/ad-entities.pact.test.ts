import { expect, it } from 'vitest';
import { accountExists, campaignScheduled, departmentExists } from '#contracts/states/states.ts';
import * as entities from '#src/services/ad-entities.service.ts';
import { describePact, success } from './exchange.ts';
import { around, campaign, running } from './launch-rows.ts';
import { boolean, eachLike, integer, string } from './matching.ts';
import { askChanged, askOrder } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

/** Four campaigns of one account, one more than a batch holds on the provider's side. */
const four = [...around, campaign('PAUSED', 91), campaign('PAUSED', 92), campaign('PAUSED', 93), campaign('PAUSED', 94)];
const filter = { keyword: '替身' };
const all = { level: 'campaign' as const, filter, expected_total: 4 };
const fewer = { ...all, expected_total: 2 };
const groups = { level: 'ad_group' as const, filter, expected_total: 4 };
const fewerGroups = { ...groups, expected_total: 2 };
const amount = { mode: 'inc_pct' as const, value: 10 };

const one = { level: 'campaign' as const, ids: [91] };
const budgetRow = {
  id: 91,
  label: '替身新娘 US',
  currency: 'USD',
  kind: 'daily_budget',
  before: 5_000,
  after: 5_500,
  learning_resets: false,
  changes_left: 4,
  retry_at: null,
  refused: undefined,
  text: undefined,
};

const colleague = [
  departmentExists({ id: 20, name: '投放一部', parent_id: 1 }),
  accountExists({ id: 31, account: 'opt_01', name: '小林', version: 1, department_id: 20, role_ids: [], is_leader: 0 }),
];
const later = '2099-01-01T00:00:00.000Z';

describePact('ad-entities', (ask) => {
  it('opens campaigns in two batches when one cannot hold them all', () => {
    const body = { ...all, to: 'ACTIVE' as const };
    return askOrder(ask, { given: four, path: '/api/ad-entities/batch_status', body, call: () => entities.setEntityStatuses(body) });
  });

  it('refuses to open campaigns when the number of matches changed', () => {
    const body = { ...fewer, to: 'ACTIVE' as const };
    return askChanged(ask, {
      given: four,
      path: '/api/ad-entities/batch_status',
      body,
      total: 4,
      call: () => entities.setEntityStatuses(body),
    });
  });

  it('archives campaigns in two batches when one cannot hold them all', () =>
    askOrder(ask, { given: four, path: '/api/ad-entities/batch_archive', body: all, call: () => entities.archiveEntities(all) }));

  it('refuses to archive campaigns when the number of matches changed', () =>
    askChanged(ask, {
      given: four,
      path: '/api/ad-entities/batch_archive',
      body: fewer,
      total: 4,
      call: () => entities.archiveEntities(fewer),
    }));

  it('appeals the rejection of ads in two batches when one cannot hold them all', () => {
    const body = { ...all, level: 'ad' as const };
    return askOrder(ask, { given: four, path: '/api/ad-entities/batch_appeal', body, call: () => entities.appealAds(body) });
  });

  it('refuses to appeal the rejection of ads when the number of matches changed', () => {
    const body = { ...fewer, level: 'ad' as const };
    return askChanged(ask, { given: four, path: '/api/ad-entities/batch_appeal', body, total: 4, call: () => entities.appealAds(body) });
  });

  const wider = { audience: { countries: ['US', 'GB'] }, end_at: later };

  it('edits ad sets in two batches when one cannot hold them all', () => {
    const body = { ...groups, ...wider };
    return askOrder(ask, { given: four, path: '/api/ad-entities/batch_edit_groups', body, call: () => entities.editAdGroups(body) });
  });

  it('refuses to edit ad sets when the number of matches changed', () => {
    const body = { ...fewerGroups, ...wider };
    return askChanged(ask, {
      given: four,
      path: '/api/ad-entities/batch_edit_groups',
      body,
      total: 4,
      call: () => entities.editAdGroups(body),
    });
  });

  it('refuses to edit an ad set that was changed in the meantime', () => {
    const body = { level: 'ad_group' as const, ids: [191], ...wider, seen: [{ id: 191, audience: { countries: ['CA'] } }] };
    return askRefused(ask, {
      given: running,
      path: '/api/ad-entities/batch_edit_groups',
      body,
      refused: { code: 409, reason: 'VERSION_CONFLICT', message: '“替身新娘 US”已修改过，请重新打开' },
      call: () => entities.editAdGroups(body),
    });
  });

  it('deletes campaigns in two batches when one cannot hold them all', () => {
    const body = { ...all, reason: '测完了' };
    return askOrder(ask, { given: four, path: '/api/ad-entities/batch_remove', body, call: () => entities.removeEntities(body) });
  });

  it('refuses to delete campaigns when the number of matches changed', () => {
    const body = { ...fewer, reason: '测完了' };
    return askChanged(ask, {
      given: four,
      path: '/api/ad-entities/batch_remove',
      body,
      total: 4,
      call: () => entities.removeEntities(body),
    });
  });

  it('changes budgets in two batches when one cannot hold them all', () => {
    const body = { ...all, ...amount };
    return askOrder(ask, { given: four, path: '/api/ad-entities/batch_budget', body, call: () => entities.setBudgets(body) });
  });

  it('refuses to change budgets when the number of matches changed', () => {
    const body = { ...fewer, ...amount };
    return askChanged(ask, { given: four, path: '/api/ad-entities/batch_budget', body, total: 4, call: () => entities.setBudgets(body) });
  });

  it('previews a change of budgets, with its refusals', () => {
    const body = { ...one, ids: [91, 999], ...amount, dry_run: true as const };
    const gone = { ...budgetRow, id: 999, label: '#999', currency: null, kind: null, before: null, after: null, changes_left: null };
    const refused = { refused: 'NOT_FOUND', text: '对象不存在或无权限' };
    const shown = { id: 91, currency: 'USD', kind: 'daily_budget', after: integer(5_500), retry_at: null };
    const like = {
      ...shown,
      label: string(budgetRow.label),
      before: integer(5_000),
      learning_resets: boolean(false),
      changes_left: integer(4),
    };
    const { refused: _refused, text: _text, ...goneLike } = gone;
    return ask(
      { given: running, path: '/api/ad-entities/batch_budget', body, reply: success({ list: [like, { ...goneLike, ...refused }] }) },
      async (heard) => {
        expect(await entities.previewBudgets(body)).toEqual({ list: [budgetRow, { ...gone, ...refused }] });
        expectQuiet(heard);
      },
    );
  });

  it('refuses to lower budgets by more than a hundred percent', () => {
    const body = { ...one, mode: 'dec_pct' as const, value: 101 };
    return askWrongly(ask, {
      given: running,
      path: '/api/ad-entities/batch_budget',
      body,
      field: 'value',
      rule: 'maximum',
      message: 'value不能大于 100',
      call: () => entities.setBudgets(body),
    });
  });

  it('refuses to change a budget that was changed in the meantime', () => {
    const body = { ...one, mode: 'set' as const, value: 5_100, seen: [{ id: 91, amount: 4_000 }] };
    const changed = { id: 91, label: '替身新娘 US', currency: 'USD', amount: 5_000, by: null, at: null };
    return askRefused(ask, {
      given: running,
      path: '/api/ad-entities/batch_budget',
      body,
      refused: {
        code: 409,
        reason: 'AMOUNT_CHANGED',
        message: '“替身新娘 US”已改为 50.00 USD',
        more: { changed: [{ ...changed, label: string(changed.label), amount: integer(changed.amount) }] },
      },
      call: () => entities.setBudgets(body),
      carries: ({ data }) => expect(data).toMatchObject({ changed: [changed] }),
    });
  });

  it('refuses to change a bid that was changed in the meantime', () => {
    const body = { level: 'ad_group' as const, ids: [191], mode: 'set' as const, value: 900, seen: [{ id: 191, amount: 800 }] };
    const changed = { id: 191, label: '替身新娘 US', currency: 'USD', amount: null, by: null, at: null };
    return askRefused(ask, {
      given: running,
      path: '/api/ad-entities/batch_bid',
      body,
      refused: {
        code: 409,
        reason: 'AMOUNT_CHANGED',
        message: '“替身新娘 US”已改为 —',
        more: { changed: [{ ...changed, label: string(changed.label) }] },
      },
      call: () => entities.setBids(body),
      carries: ({ data }) => expect(data).toMatchObject({ changed: [changed] }),
    });
  });

  it('changes bids in two batches when one cannot hold them all', () => {
    const body = { ...groups, mode: 'set' as const, value: 100 };
    return askOrder(ask, { given: four, path: '/api/ad-entities/batch_bid', body, call: () => entities.setBids(body) });
  });

  it('refuses to change bids when the number of matches changed', () => {
    const body = { ...fewerGroups, mode: 'set' as const, value: 100 };
    return askChanged(ask, { given: four, path: '/api/ad-entities/batch_bid', body, total: 4, call: () => entities.setBids(body) });
  });

  it('shows no bid when the strategy has none', () => {
    const body = { level: 'ad_group' as const, ids: [191], mode: 'set' as const, value: 100, dry_run: true as const };
    const nothing = { kind: 'bid_amount', before: null, after: null, learning_resets: false, changes_left: null, retry_at: null };
    const refused = { refused: 'BID_NOT_ALLOWED', text: '当前出价策略不支持出价' };
    const row = { id: 191, label: budgetRow.label, currency: 'USD', ...nothing, ...refused };
    return ask(
      {
        given: running,
        path: '/api/ad-entities/batch_bid',
        body,
        reply: success({ list: eachLike({ ...row, id: 191, label: string(row.label) }) }),
      },
      async () => expect(await entities.previewBids(body)).toEqual({ list: [row] }),
    );
  });

  it('renames campaigns in two batches when one cannot hold them all', () => {
    const body = { ...all, find: '替身', replace: '真身' };
    return askOrder(ask, { given: four, path: '/api/ad-entities/batch_rename', body, call: () => entities.renameEntities(body) });
  });

  it('refuses to rename campaigns when the number of matches changed', () => {
    const body = { ...fewer, find: '替身', replace: '真身' };
    return askChanged(ask, {
      given: four,
      path: '/api/ad-entities/batch_rename',
      body,
      total: 4,
      call: () => entities.renameEntities(body),
    });
  });

  it('previews new names, with their refusals', () => {
    const body = { level: 'campaign' as const, ids: [91, 999], find: 'US', replace: 'CA', dry_run: true as const };
    const row = { id: 91, label: '替身新娘 US', before: '替身新娘 US', after: '替身新娘 CA' };
    const gone = { id: 999, label: '#999', before: '', after: null, refused: 'NOT_FOUND', text: '对象不存在或无权限' };
    return ask(
      {
        given: running,
        path: '/api/ad-entities/batch_rename',
        body,
        reply: success({ list: [row, { ...gone, text: string(gone.text) }] }),
      },
      async () => expect(await entities.previewNames(body)).toEqual({ list: [{ ...row, refused: undefined, text: undefined }, gone] }),
    );
  });

  it('refuses to rename by an unknown macro', () => {
    const body = { level: 'campaign' as const, ids: [91], template: '{price}' };
    return askWrongly(ask, {
      given: running,
      path: '/api/ad-entities/batch_rename',
      body,
      field: 'template',
      rule: 'macroUnknown',
      message: 'template中的 {price} 不是可用的宏',
      call: () => entities.renameEntities(body),
    });
  });

  it('transfers campaigns in two batches when one cannot hold them all', () => {
    const body = { ...all, level: 'campaign' as const, user_id: 31, reason: '调岗' };
    const given = [...around, ...colleague, ...four.slice(around.length)];
    return askOrder(ask, { given, path: '/api/ad-entities/batch_transfer', body, call: () => entities.transferCampaigns(body) });
  });

  it('refuses to transfer campaigns when the number of matches changed', () => {
    const body = { ...fewer, level: 'campaign' as const, user_id: 31, reason: '调岗' };
    const given = [...around, ...colleague, ...four.slice(around.length)];
    return askChanged(ask, {
      given,
      path: '/api/ad-entities/batch_transfer',
      body,
      total: 4,
      call: () => entities.transferCampaigns(body),
    });
  });

  it('refuses to transfer campaigns to a person who does not exist', () => {
    const body = { level: 'campaign' as const, ids: [91], user_id: 999, reason: '调岗' };
    return askWrongly(ask, {
      given: running,
      path: '/api/ad-entities/batch_transfer',
      body,
      field: 'user_id',
      rule: 'exists',
      message: 'user_id不存在或不可用',
      call: () => entities.transferCampaigns(body),
    });
  });

  it('schedules campaigns in two batches when one cannot hold them all', () => {
    const body = { ...all, action: 'pause' as const, run_at: later, repeat: 'daily' as const };
    return askOrder(ask, { given: four, path: '/api/ad-entities/batch_schedule', body, call: () => entities.scheduleEntities(body) });
  });

  it('refuses to schedule campaigns when the number of matches changed', () => {
    const body = { ...fewer, action: 'pause' as const, run_at: later, repeat: 'daily' as const };
    return askChanged(ask, {
      given: four,
      path: '/api/ad-entities/batch_schedule',
      body,
      total: 4,
      call: () => entities.scheduleEntities(body),
    });
  });

  it('refuses to schedule an action in the past', () => {
    const body = {
      level: 'campaign' as const,
      ids: [91],
      action: 'pause' as const,
      run_at: '2020-01-01T00:00:00.000Z',
      repeat: 'none' as const,
    };
    return askWrongly(ask, {
      given: running,
      path: '/api/ad-entities/batch_schedule',
      body,
      field: 'run_at',
      rule: 'ahead',
      message: 'run_at必须在将来',
      call: () => entities.scheduleEntities(body),
    });
  });

  const noting = { id: 91, note: '等新素材，周五再看' };

  it('writes a note on a campaign', () =>
    ask({ given: running, path: '/api/ad-entities/set_note', body: noting, reply: success({ id: 91, note: noting.note }) }, async () =>
      expect(await entities.setEntityNote(noting)).toEqual(noting),
    ));

  it('refuses to write a note on a campaign that is gone', () => {
    const body = { ...noting, id: 99 };
    return askForGone(ask, { path: '/api/ad-entities/set_note', body, call: () => entities.setEntityNote(body) });
  });

  it('cancels a scheduled action', () =>
    ask(
      {
        given: [...running, campaignScheduled({ id: 501, campaign_id: 91, by: 11, status: 'waiting' })],
        path: '/api/ad-entities/schedule_cancel',
        body: { id: 501 },
        reply: success({ id: 501, status: 'canceled' }),
      },
      async () => expect(await entities.cancelSchedule({ id: 501 })).toEqual({ id: 501, status: 'canceled' }),
    ));

  it('refuses to cancel a scheduled action that no longer waits', () => {
    const body = { id: 501 };
    return askRefused(ask, {
      given: [...running, campaignScheduled({ id: 501, campaign_id: 91, by: 11, status: 'done' })],
      path: '/api/ad-entities/schedule_cancel',
      body,
      refused: { code: 422, reason: 'STATE_CHANGED', message: '对象已被再次修改' },
      call: () => entities.cancelSchedule(body),
    });
  });

  it('refuses to cancel a scheduled action that is gone', () =>
    askForGone(ask, { path: '/api/ad-entities/schedule_cancel', body: { id: 599 }, call: () => entities.cancelSchedule({ id: 599 }) }));
});
