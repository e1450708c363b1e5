import { describe, expect, it } from 'vitest';
import { observe } from '#tests/support/stage.ts';
import { batchLogMachine, batchQuery } from './batch-log.machine.ts';
import { systemLogMachine, tabOf } from './system-log.machine.ts';

const begin = (search = '') => observe(systemLogMachine, { search });
const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

describe('the address of the system log', () => {
  it.each([
    ['', 'batches'],
    ['?status=failed', 'batches'],
    ['?tab=operations', 'operations'],
    ['?tab=batches&date_from=2026-11-01', 'batches'],
    ['?tab=else', 'batches'],
  ] as const)('%j opens the %s', (search, tab) => {
    expect(tabOf(search)).toBe(tab);
  });

  it.each(['account=li', 'action=edit', 'target=x', 'result=fail', 'id=7', 'date_from=2026-11-01', 'date_to=2026-11-02'])(
    'with %s opens the operations, as before there were tabs',
    (part) => {
      expect(tabOf(`?${part}`)).toBe('operations');
    },
  );
});

describe('the tabs of the system log', () => {
  it('start when they are first opened', () => {
    const { actor, given, heard } = begin('?status=failed');
    expect(given).toEqual({ batches: { search: '?status=failed' } });
    expect(types(heard().batches)).toEqual(['page.seen']);
    actor.send({ type: 'tab.chosen', tab: 'operations' });
    expect(given.operations).toEqual({ search: '?status=failed&tab=operations' });
  });

  it('are named in the address, and a hidden one is left alone', () => {
    const { actor, facts, heard } = begin();
    actor.send({ type: 'tab.chosen', tab: 'operations' });
    actor.send({ type: 'tab.chosen', tab: 'operations' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=operations', how: 'push' }]);
    expect(types(heard().batches)).toEqual(['page.seen', 'page.left']);
    actor.send({ type: 'page.refreshRequested' });
    actor.send({ type: 'page.left' });
    expect(types(heard().batches)).toEqual(['page.seen', 'page.left']);
    expect(types(heard().operations)).toEqual(['page.seen', 'page.refreshRequested', 'page.left']);
  });

  it('keep their query, with days that were changed meanwhile', () => {
    const { actor, facts, heard } = begin('?status=failed');
    actor.send({ type: 'tab.chosen', tab: 'operations' });
    actor.send({ type: 'page.moved', search: '?status=failed&tab=operations&date_from=2026-11-01', how: 'push' });
    expect(facts.at(-1)).toMatchObject({ search: '?status=failed&tab=operations&date_from=2026-11-01' });
    actor.send({ type: 'tab.chosen', tab: 'batches' });
    expect(heard().batches?.slice(-2)).toEqual([
      { type: 'page.located', search: '?status=failed&tab=batches&date_from=2026-11-01' },
      { type: 'page.seen' },
    ]);
  });

  it('are opened by an arrival', () => {
    const { actor, heard, given, facts } = begin();
    actor.send({ type: 'page.located', search: '?id=7' });
    expect(given.operations).toEqual({ search: '?id=7' });
    actor.send({ type: 'page.located', search: '?id=8' });
    expect(heard().operations?.at(-1)).toEqual({ type: 'page.located', search: '?id=8' });
    expect(facts).toEqual([]);
  });

  it('name themselves only in an address that would open the other tab', () => {
    const { actor, facts } = begin();
    actor.send({ type: 'page.moved', search: '?date_from=2026-11-01', how: 'replace' });
    actor.send({ type: 'page.moved', search: '?status=failed', how: 'push' });
    expect(facts).toEqual([
      { type: 'page.moved', search: '?date_from=2026-11-01&tab=batches', how: 'replace' },
      { type: 'page.moved', search: '?status=failed', how: 'push' },
    ]);
  });

  it('tell the shell of a running batch', () => {
    const { actor, facts } = begin();
    actor.send({ type: 'page.batchStarted', batchId: 7 });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
  });
});

describe('the log of batches', () => {
  it('reads only valid filters', () => {
    expect(batchQuery.read('?type=user_role,user_delete,else&status=partial&user_id=5&keyword=70').filters).toEqual({
      type: ['user_role', 'user_delete'],
      status: 'partial',
      user_id: 5,
      keyword: '70',
    });
    expect(batchQuery.read('?type=else&status=maybe&user_id=0').filters).toEqual({});
    expect(batchQuery.write({ ...batchQuery.read(''), filters: { type: ['user_delete', 'user_role'] } })).toBe(
      '?type=user_delete%2Cuser_role',
    );
  });

  it('reloads its rows and totals when a batch has ended, and tells the shell of a retried one', () => {
    const { actor, heard, facts } = observe(batchLogMachine, { search: '' });
    actor.send({ type: 'progress.ended', batchId: 7, watched: false, okIds: [], failedIds: [] });
    expect(types(heard().list)).toEqual(['list.refreshDue']);
    actor.send({ type: 'progress.resumed', batchId: 7 });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
  });

  it('does not poll running batches while another page is on the screen', () => {
    const { actor, heard } = observe(batchLogMachine, { search: '' });
    actor.send({ type: 'page.left' });
    actor.send({ type: 'page.seen' });
    expect(types(heard().progress)).toEqual(['progress.left', 'progress.seen']);
    expect(types(heard().list)).toEqual(['list.left', 'list.seen']);
  });
});
