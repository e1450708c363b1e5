import { describe, expect, it } from 'vitest';
import { asking, observe, stage } from '#tests/support/stage.ts';
import { type AlertPage, type Alerts, homeAlerts, type ReadAlertsSubject, readAlerts } from '../parts/alerts/alerts.machine.ts';
import { boardScopeOf, HOME_REFRESH_MS, homeMachine } from './home.machine.ts';
import { type OwnOperation, ownOperations } from './home-parts.machine.ts';

const defaults = { biz: 'ec', scope: 'team' } as const;
const BOARD = ['summary', 'hours', 'days', 'pacing', 'tops'];
const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

const begin = (search = '') => observe(homeMachine, { search });

describe('the home page', () => {
  it('loads the fixed blocks at once, and the board once its defaults are known', () => {
    const { actor, heard } = begin();
    expect(Object.keys(heard()).toSorted()).toEqual(['alerts', 'batches', 'incidents', 'missed', 'operations', 'sessions', 'todo']);
    actor.send({ type: 'home.started', defaults });
    for (const name of BOARD) expect(heard()[name]).toEqual([{ type: 'detail.opened', subject: defaults }]);
  });

  it('starts once, however often it is rendered', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'home.started', defaults });
    actor.send({ type: 'home.started', defaults: { biz: 'dj', scope: 'mine' } });
    expect(heard().summary).toHaveLength(1);
  });

  it('prefers the address to the defaults', () => {
    const { actor, heard } = begin('?biz=dj');
    actor.send({ type: 'home.started', defaults });
    expect(heard().summary).toEqual([{ type: 'detail.opened', subject: { biz: 'dj', scope: 'team' } }]);
  });

  it('reloads the board for another scope, and the address follows', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'home.started', defaults });
    actor.send({ type: 'home.boardChosen', chosen: { scope: 'mine' } });
    expect(heard().tops?.at(-1)).toEqual({ type: 'detail.opened', subject: { biz: 'ec', scope: 'mine' } });
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search: '?biz=ec&scope=mine', how: 'push' });
    expect(boardScopeOf(actor.getSnapshot().context)).toEqual({ biz: 'ec', scope: 'mine' });
  });

  it('follows an address with another scope, and loads nothing for the same one', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'home.started', defaults });
    actor.send({ type: 'page.located', search: '?biz=ec' });
    expect(heard().days).toHaveLength(1);
    actor.send({ type: 'page.located', search: '?biz=dj' });
    expect(heard().days?.at(-1)).toEqual({ type: 'detail.opened', subject: { biz: 'dj', scope: 'team' } });
  });

  it('reloads everything with a refresh', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'page.refreshRequested' });
    for (const name of [...BOARD, 'todo', 'alerts', 'batches', 'operations', 'sessions']) {
      expect(types(heard()[name])?.at(-1)).toBe('detail.refreshRequested');
    }
  });

  it('reloads sessions and operations after the other sessions were ended', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'endOthers.done', subject: { count: 2 }, result: { ended: 2 } });
    expect([types(heard().sessions)?.at(-1), types(heard().operations)?.at(-1)]).toEqual([
      'detail.refreshRequested',
      'detail.refreshRequested',
    ]);
  });

  it('reloads alerts quietly after they were marked as read', async () => {
    const load = asking<Alerts, { subject: AlertPage }>();
    const mark = asking<{ unread: number }, { subject: ReadAlertsSubject }>();
    const machine = homeMachine.provide({
      actors: {
        alerts: homeAlerts.provide({ actors: { loadDetail: load.logic } }),
        readAlerts: readAlerts.provide({ actors: { run: mark.logic } }),
      },
    });
    const { actor, facts } = stage(machine, { search: '' });
    const { alerts, readAlerts: reading } = actor.getSnapshot().children;
    await load.question().answer({ rows: [], unread: 2, total: 0 });
    reading?.send({ type: 'command.runRequested', subject: { all: true } });
    expect(mark.inputs()).toEqual([{ subject: { all: true } }]);
    await mark.question().answer({ unread: 0 });
    expect([load.questions.length, alerts?.getSnapshot().hasTag('quiet')]).toEqual([2, true]);
    expect(facts).toEqual([{ type: 'page.alertsRead', unread: 0 }]);
  });

  it('asks the shell for the delivery targets', () => {
    const { actor, facts } = begin();
    actor.send({ type: 'home.deliveryRequested' });
    expect(facts).toEqual([{ type: 'page.alertDeliveryRequested' }]);
  });

  it('is refreshed by the clock only while it is visible', async () => {
    const load = asking<OwnOperation[], { subject: 'all' }>();
    const reader = asking<void>();
    const machine = homeMachine.provide({
      actors: { operations: ownOperations.provide({ actors: { loadDetail: load.logic } }), awaitReader: reader.logic },
    });
    const { clock } = stage(machine, { search: '' });
    await load.question().answer([]);
    clock.increment(HOME_REFRESH_MS);
    expect([reader.questions.length, load.questions.length]).toEqual([1, 1]);
    await reader.question().answer();
    expect(load.questions).toHaveLength(2);
  });
});
