import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { observe } from '#tests/support/stage.ts';
import { adAccountManagementMachine } from './ad-account-management.machine.ts';
import { account, walks } from './ad-account-management.walks.ts';
import { adAccountDraft, adAccountQuery, blankAdAccountBatch, checkAdAccount, checkAdAccountBatch } from './ad-account-rules.ts';

const begin = (search = '') => observe(adAccountManagementMachine, { search });

describe('ad accounts', () => {
  it('follows an import of accounts, and tells the shell', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'adAccountDiscovery.started', batchId: 7, siblings: [8] });
    expect(heard()).toEqual({ batch: [{ type: 'batch.followed', batchId: 7, siblings: [8] }] });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
  });

  it('reloads its rows when a refresh starts, so that they show it', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'adAccountBatch.started', batchId: 7, batchIds: [7] });
    expect(heard()).toEqual({ list: [{ type: 'list.refreshDue' }] });
  });

  it('keeps failed rows chosen if the batch was on the screen', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'assigning.finished', batchId: 7, watched: false, okIds: [5], failedIds: [4] });
    expect(heard().list).toEqual([{ type: 'list.refreshDue' }]);
    actor.send({ type: 'assigning.finished', batchId: 7, watched: true, okIds: [5], failedIds: [4] });
    expect(heard().list?.slice(1)).toEqual([{ type: 'list.rowsChosen', ids: [4] }, { type: 'list.refreshDue' }]);
  });

  it('replaces a saved account in its row, without reloading the list', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'adAccountForm.saved', saved: account });
    expect(heard()).toEqual({ list: [{ type: 'list.rowReplaced', row: account }] });
  });

  it('drops a filter on an unseen user, and no other', () => {
    const { actor, heard } = begin('?personal_account_id=9&assignee_user_id=8');
    actor.send({ type: 'staffPicker.unseen', ids: [9] });
    expect(heard()).toEqual({});
    actor.send({ type: 'personPicker.unseen', ids: [9] });
    expect(heard().list).toEqual([{ type: 'list.filtersRefused', names: ['personal_account_id'] }]);
  });

  it('reloads the importable accounts when the page is seen again', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'page.seen' });
    expect(heard().discovery).toEqual([{ type: 'discover.seen' }]);
  });

  it('writes its filters to the address and reads them back, without what it does not understand', () => {
    const search = '?account_status=2%2C3&deliverable=false&currency=JPY&unassigned=true&sort=balance.desc';
    expect(adAccountQuery.write(adAccountQuery.read(search))).toBe(search);
    expect(adAccountQuery.read('?account_status=5&currency=yen&unassigned=false&deliverable=x').filters).toEqual({});
  });
});

describe('the fields of ad accounts', () => {
  it('need a business line, and a remark of at most 200 characters', () => {
    const { values } = adAccountDraft(account);
    expect(checkAdAccount(values)).toEqual({});
    expect(Object.keys(checkAdAccount({ ...values, biz: undefined, remark: 'x'.repeat(201) }))).toEqual(['biz', 'remark']);
  });

  it('need a pixel for sharing', () => {
    expect(checkAdAccountBatch(blankAdAccountBatch)).toEqual({});
    expect(checkAdAccountBatch({ action: 'share', pixel_id: undefined, close_campaigns: false })).toEqual({
      pixel_id: { rule: 'required' },
    });
  });
});

describe('the machines of ad accounts', () => {
  it.each(walks.map((walk) => [walk.machine.id, walk] as const))('%s reaches every state, and takes every transition', (_, walk) => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
