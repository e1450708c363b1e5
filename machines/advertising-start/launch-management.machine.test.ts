import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { observe } from '#tests/support/stage.ts';
import { launchActions } from '../parts/launches/launch-actions.machine.ts';
import type { LaunchOrder } from '../parts/launches/launch-redo.machine.ts';
import { campaignLaunches, groupLaunches, launchManagementMachine } from './launch-management.machine.ts';
import { walks } from './launch-management.walks.ts';

const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

describe('a level of launches', () => {
  it('starts its list with the address', () => {
    const { given } = observe(groupLaunches, { search: '?tab=group&campaign_id=7' });
    expect(given.list).toEqual({ search: '?tab=group&campaign_id=7' });
  });

  it('keeps its tab in the address while the list moves', () => {
    const { actor, facts } = observe(groupLaunches, { search: '?tab=group&campaign_id=7' });
    actor.send({ type: 'list.moved', search: '?keyword=a', how: 'push' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=group&keyword=a', how: 'push' }]);
  });

  it('reloads its rows quietly after an action', () => {
    const { actor, heard } = observe(campaignLaunches, { search: '' });
    actor.send({ type: 'launches.changed' });
    actor.send({ type: 'launches.failedChosen', ids: [5] });
    expect(heard().list).toEqual([{ type: 'list.refreshDue' }, { type: 'list.rowsChosen', ids: [5] }]);
  });

  it('removes unseen ids from a filter, and keeps the others', () => {
    const { actor, heard } = observe(campaignLaunches, { search: '?user_id=7%2C8' });
    actor.send({ type: 'adPickers.unseen', filter: 'drama_id', ids: [7] });
    expect(heard().list).toBeUndefined();
    actor.send({ type: 'adPickers.unseen', filter: 'user_id', ids: [7] });
    expect(heard().list).toEqual([{ type: 'list.filtersRefused', names: ['user_id'], left: { user_id: [8] } }]);
  });

  it('tells its parts when it is seen and left, and the shell of batches', () => {
    const { actor, heard, facts } = observe(campaignLaunches, { search: '' });
    actor.send({ type: 'page.left' });
    actor.send({ type: 'page.seen' });
    actor.send({ type: 'launches.batchStarted', batchId: 7 });
    expect([types(heard().list), types(heard().launchActions)]).toEqual([
      ['list.left', 'list.seen'],
      ['launchActions.left', 'launchActions.seen'],
    ]);
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
  });
});

describe('an address that names a batch to repeat', () => {
  const order: LaunchOrder = { ids: [5, 6], params: { action: 'budget', level: 'ad_group', mode: 'inc_pct', value: 10 }, key: 'k1' };

  it('loads its order, and removes the key', () => {
    const { actor, heard, facts } = observe(groupLaunches, { search: '?tab=group&again=17' });
    expect(heard().redo).toEqual([{ type: 'redo.requested', subject: { batchId: 17, level: 'ad_group' } }]);
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=group', how: 'replace' }]);
    actor.send({ type: 'page.located', search: '?tab=group' });
    actor.send({ type: 'page.located', search: '?tab=group&again=18' });
    expect(heard().redo).toHaveLength(2);
  });

  it('chooses its objects and opens its order, without starting anything', () => {
    const { actor, heard, facts } = observe(groupLaunches, { search: '?tab=group' });
    actor.send({ type: 'launchRedo.orderLoaded', order });
    expect(heard().list).toEqual([{ type: 'list.rowsChosen', ids: [5, 6] }]);
    expect(heard().launchActions).toEqual([{ type: 'launchActions.orderLoaded', order }]);
    expect(facts).toEqual([]);
    const actions = observe(launchActions);
    actions.actor.send({ type: 'launchActions.orderLoaded', order });
    expect(actions.heard().batch).toEqual([
      { type: 'batch.opened', subject: { kind: 'rows', ids: [5, 6] }, params: order.params, key: 'k1' },
    ]);
  });
});

describe('launches under their tabs', () => {
  it('link chosen campaigns to the objects below them', () => {
    const { actor, given } = observe(launchManagementMachine, { search: '' });
    expect(Object.keys(given)).toEqual(['campaign']);
    actor.send({ type: 'page.located', search: '?tab=group&campaign_id=7%2C8' });
    expect(given.group).toEqual({ search: '?tab=group&campaign_id=7%2C8' });
  });
});

describe('the machines of the page', () => {
  it.each(walks.map((walk) => [walk.machine.id, walk] as const))('%s reaches every state, and takes every transition', (_, walk) => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
