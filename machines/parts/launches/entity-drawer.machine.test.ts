import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { eavesdrop } from '#tests/support/stage.ts';
import { type EntityName, entityDrawer } from './entity-drawer.machine.ts';
import { launchHands } from './launch-hands.machine.ts';
import { walks } from './launches.walks.ts';

const subject: EntityName = { level: 'ad_group', id: 5, name: 'group 5', timezone: 'Asia/Tokyo' };
const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

describe('a closer look at one object', () => {
  it('asks for what is known of it, and for a part only when its tab is looked at', () => {
    const { actor, heard } = eavesdrop(entityDrawer);
    actor.send({ type: 'drawer.opened', subject });
    expect(heard()).toEqual({ info: [{ type: 'detail.opened', subject }] });
    actor.send({ type: 'drawer.tabChosen', tab: 'schedules' });
    expect(heard().schedules).toEqual([{ type: 'detail.opened', subject }]);
  });

  it('begins at the tab that was meant', () => {
    const { actor, heard } = eavesdrop(entityDrawer);
    actor.send({ type: 'drawer.opened', subject, tab: 'trend' });
    expect(heard().trend).toEqual([{ type: 'detail.opened', subject: { ...subject, by: 'day', days: 14 } }]);
  });

  it('asks for other days of the trend, and keeps them for the next object', () => {
    const { actor, heard } = eavesdrop(entityDrawer);
    actor.send({ type: 'drawer.opened', subject, tab: 'trend' });
    actor.send({ type: 'drawer.trendChosen', by: 'hour', days: 3 });
    actor.send({ type: 'drawer.opened', subject: { ...subject, id: 6 }, tab: 'trend' });
    expect(heard().trend?.slice(1)).toMatchObject([
      { subject: { id: 5, by: 'hour', days: 3 } },
      { subject: { id: 6, by: 'hour', days: 3 } },
    ]);
  });

  it('gives each object a log of its own', () => {
    const { actor, given } = eavesdrop(entityDrawer);
    actor.send({ type: 'drawer.opened', subject, tab: 'events' });
    expect(given.events).toEqual({ search: '?level=ad_group&id=5' });
    actor.send({ type: 'drawer.opened', subject: { ...subject, level: 'ad', id: 9 }, tab: 'events' });
    expect(given.events).toEqual({ search: '?level=ad&id=9' });
  });

  it('asks again for what something was done to, and for what was called off', () => {
    const { actor, heard } = eavesdrop(entityDrawer);
    actor.send({ type: 'drawer.spoiled' });
    expect(heard()).toEqual({});
    actor.send({ type: 'drawer.opened', subject, tab: 'schedules' });
    actor.send({ type: 'drawer.spoiled' });
    expect([types(heard().info), types(heard().schedules)]).toEqual([
      ['detail.opened', 'detail.refreshDue'],
      ['detail.opened', 'detail.refreshDue'],
    ]);
  });
});

describe('what can be done to launches', () => {
  it('tells the page that its rows may be others after every change', () => {
    const { actor, facts } = eavesdrop(launchHands);
    actor.send({ type: 'amountForm.saved', saved: { id: 5, level: 'campaign' } });
    actor.send({ type: 'entitySwitch.turned', level: 'campaign', okIds: [], failedIds: [5] });
    expect(types(facts)).toEqual(['launches.changed', 'launches.changed']);
  });

  it('hands the page those that failed, while somebody watches', () => {
    const { actor, facts } = eavesdrop(launchHands);
    actor.send({ type: 'launchBatch.finished', batchId: 7, watched: false, okIds: [6], failedIds: [5] });
    expect(types(facts)).toEqual(['launches.changed']);
    actor.send({ type: 'launchBatch.finished', batchId: 7, watched: true, okIds: [6], failedIds: [5] });
    expect(facts.slice(1)).toEqual([{ type: 'launches.failedChosen', ids: [5] }, { type: 'launches.changed' }]);
  });

  it('tells of every batch, and rests while the page is not looked at', () => {
    const { actor, facts, heard } = eavesdrop(launchHands);
    actor.send({ type: 'launchBatch.started', batchId: 7, batchIds: [7, 8] });
    actor.send({ type: 'hands.left' });
    actor.send({ type: 'hands.seen' });
    expect(facts[0]).toEqual({ type: 'launches.batchStarted', batchId: 7 });
    expect(types(heard().batch)).toEqual(['batch.left', 'batch.seen']);
  });
});

describe('machines of launches', () => {
  it.each(walks.map((walk) => [walk.machine.id, walk] as const))('%s reaches every state, and takes every transition', (_, walk) => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
