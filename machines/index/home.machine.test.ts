import { describe, expect, it } from 'vitest';
import { asking, eavesdrop, stage } from '#tests/support/stage.ts';
import { boardOf, HOME_REFRESH_MS, homeMachine } from './home.machine.ts';
import { type Alerts, homeAlerts, type OwnOperation, ownOperations, type Reading, readAlerts } from './home-parts.machine.ts';

const usual = { biz: 'ec', scope: 'team' } as const;
const BOARD = ['summary', 'hours', 'days', 'tops'];
const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

const begin = (search = '') => eavesdrop(homeMachine, { search });

describe('the first page', () => {
  it('asks at once for what is the same for every board, and for the board once it knows its reader', () => {
    const { actor, heard } = begin();
    expect(Object.keys(heard()).toSorted()).toEqual(['alerts', 'batches', 'operations', 'sessions', 'todo']);
    actor.send({ type: 'home.begun', usual });
    for (const name of BOARD) expect(heard()[name]).toEqual([{ type: 'detail.opened', subject: usual }]);
  });

  it('begins once, however often it is drawn', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'home.begun', usual });
    actor.send({ type: 'home.begun', usual: { biz: 'dj', scope: 'mine' } });
    expect(heard().summary).toHaveLength(1);
  });

  it('shows what the address says instead of what is usual', () => {
    const { actor, heard } = begin('?biz=dj');
    actor.send({ type: 'home.begun', usual });
    expect(heard().summary).toEqual([{ type: 'detail.opened', subject: { biz: 'dj', scope: 'team' } }]);
  });

  it('turns the board to what is chosen, and the address follows', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'home.begun', usual });
    actor.send({ type: 'home.boardChosen', chosen: { scope: 'mine' } });
    expect(heard().tops?.at(-1)).toEqual({ type: 'detail.opened', subject: { biz: 'ec', scope: 'mine' } });
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search: '?biz=ec&scope=mine', how: 'push' });
    expect(boardOf(actor.getSnapshot().context)).toEqual({ biz: 'ec', scope: 'mine' });
  });

  it('follows an address that says something else, and asks nothing for one that says the same', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'home.begun', usual });
    actor.send({ type: 'page.located', search: '?biz=ec' });
    expect(heard().days).toHaveLength(1);
    actor.send({ type: 'page.located', search: '?biz=dj' });
    expect(heard().days?.at(-1)).toEqual({ type: 'detail.opened', subject: { biz: 'dj', scope: 'team' } });
  });

  it('asks for everything again by a refresh', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'page.refreshRequested' });
    for (const name of [...BOARD, 'todo', 'alerts', 'batches', 'operations', 'sessions']) {
      expect(types(heard()[name])?.at(-1)).toBe('detail.refreshRequested');
    }
  });

  it('shows the other sessions ended, and that it was done', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'endOthers.done', subject: { count: 2 }, result: { ended: 2 } });
    expect([types(heard().sessions)?.at(-1), types(heard().operations)?.at(-1)]).toEqual([
      'detail.refreshRequested',
      'detail.refreshRequested',
    ]);
  });

  it('renews alerts that were marked as read, quietly', async () => {
    const load = asking<Alerts, { subject: 'all' }>();
    const mark = asking<{ unread: number }, { subject: Reading }>();
    const machine = homeMachine.provide({
      actors: {
        alerts: homeAlerts.provide({ actors: { loadDetail: load.logic } }),
        readAlerts: readAlerts.provide({ actors: { run: mark.logic } }),
      },
    });
    const { actor } = stage(machine, { search: '' });
    const { alerts, readAlerts: reading } = actor.getSnapshot().children;
    await load.question().answer({ rows: [], unread: 2 });
    reading?.send({ type: 'command.ordered', subject: { all: true } });
    expect(mark.inputs()).toEqual([{ subject: { all: true } }]);
    await mark.question().answer({ unread: 0 });
    expect([load.questions.length, alerts?.getSnapshot().hasTag('quiet')]).toEqual([2, true]);
  });

  it('is renewed by the clock only when somebody looks', async () => {
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
