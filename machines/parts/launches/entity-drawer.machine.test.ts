import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { observe } from '#tests/support/stage.ts';
import { type EntityName, entityDrawer } from './entity-drawer.machine.ts';
import { launchActions } from './launch-actions.machine.ts';
import { walks } from './launches.walks.ts';

const subject: EntityName = { level: 'ad_group', id: 5, name: 'group 5', timezone: 'Asia/Tokyo' };
const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

describe('the drawer of one object', () => {
  it('loads the details at once, and a part only when its tab is opened', () => {
    const { actor, heard } = observe(entityDrawer);
    actor.send({ type: 'drawer.opened', subject });
    expect(heard()).toEqual({ info: [{ type: 'detail.opened', subject }] });
    actor.send({ type: 'drawer.tabChosen', tab: 'schedules' });
    expect(heard().schedules).toEqual([{ type: 'detail.opened', subject }]);
  });

  it('opens at the requested tab', () => {
    const { actor, heard } = observe(entityDrawer);
    actor.send({ type: 'drawer.opened', subject, tab: 'trend' });
    expect(heard().trend).toEqual([{ type: 'detail.opened', subject: { ...subject, by: 'day', days: 14 } }]);
  });

  it('loads other days of the trend, and keeps them for the next object', () => {
    const { actor, heard } = observe(entityDrawer);
    actor.send({ type: 'drawer.opened', subject, tab: 'trend' });
    actor.send({ type: 'drawer.trendChosen', by: 'hour', days: 3 });
    actor.send({ type: 'drawer.opened', subject: { ...subject, id: 6 }, tab: 'trend' });
    expect(heard().trend?.slice(1)).toMatchObject([
      { subject: { id: 5, by: 'hour', days: 3 } },
      { subject: { id: 6, by: 'hour', days: 3 } },
    ]);
  });

  it('gives each object a log of its own', () => {
    const { actor, given } = observe(entityDrawer);
    actor.send({ type: 'drawer.opened', subject, tab: 'events' });
    expect(given.events).toEqual({ search: '?level=ad_group&id=5' });
    actor.send({ type: 'drawer.opened', subject: { ...subject, level: 'ad', id: 9 }, tab: 'events' });
    expect(given.events).toEqual({ search: '?level=ad&id=9' });
  });

  it('reloads after a change of the object, and after a cancelled schedule', () => {
    const { actor, heard } = observe(entityDrawer);
    actor.send({ type: 'drawer.invalidated' });
    expect(heard()).toEqual({});
    actor.send({ type: 'drawer.opened', subject, tab: 'schedules' });
    actor.send({ type: 'drawer.invalidated' });
    expect([types(heard().info), types(heard().schedules)]).toEqual([
      ['detail.opened', 'detail.refreshDue'],
      ['detail.opened', 'detail.refreshDue'],
    ]);
  });
});

describe('the actions on launches', () => {
  it('tell the page after every change that its rows may be outdated', () => {
    const { actor, facts } = observe(launchActions);
    actor.send({ type: 'amountForm.saved', saved: { id: 5, level: 'campaign' } });
    actor.send({ type: 'entitySwitch.turned', level: 'campaign', okIds: [], failedIds: [5] });
    expect(types(facts)).toEqual(['launches.changed', 'launches.changed']);
  });

  it('tell the page the failed rows while the batch is on the screen', () => {
    const { actor, facts } = observe(launchActions);
    actor.send({ type: 'launchBatch.finished', batchId: 7, watched: false, okIds: [6], failedIds: [5] });
    expect(types(facts)).toEqual(['launches.changed']);
    actor.send({ type: 'launchBatch.finished', batchId: 7, watched: true, okIds: [6], failedIds: [5] });
    expect(facts.slice(1)).toEqual([{ type: 'launches.failedChosen', ids: [5] }, { type: 'launches.changed' }]);
  });

  it('tell every batch, and stop polling while the page is off the screen', () => {
    const { actor, facts, heard } = observe(launchActions);
    actor.send({ type: 'launchBatch.started', batchId: 7, batchIds: [7, 8] });
    actor.send({ type: 'launchActions.left' });
    actor.send({ type: 'launchActions.seen' });
    expect(facts[0]).toEqual({ type: 'launches.batchStarted', batchId: 7 });
    expect(types(heard().batch)).toEqual(['batch.left', 'batch.seen']);
  });
});

describe('the machines of launches', () => {
  it.each(walks.map((walk) => [walk.machine.id, walk] as const))('%s reaches every state, and takes every transition', (_, walk) => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
