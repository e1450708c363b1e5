import { describe, expect, it } from 'vitest';
import { eavesdrop } from '#tests/support/stage.ts';
import { operationLogMachine, operationQuery } from './operation-log.machine.ts';

const begin = (search = '') => eavesdrop(operationLogMachine, { search });

describe('the operation log', () => {
  it('starts where the address says, also with the one entry a link names', () => {
    expect(begin('?id=7').given.list).toEqual({ search: '?id=7' });
    expect(operationQuery.read('?id=7').filters).toEqual({ id: 7 });
  });

  it('understands only what can be asked', () => {
    expect(operationQuery.read('?account=li&result=ok&date_from=2026-11-01&date_to=2026-11-20').filters).toEqual({
      account: 'li',
      result: 'ok',
      date_from: '2026-11-01',
      date_to: '2026-11-20',
    });
    expect(operationQuery.read('?result=maybe&date_from=today&id=-1').filters).toEqual({});
  });

  it('is asked for again by a refresh, and told of a new address', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'page.refreshRequested' });
    actor.send({ type: 'page.located', search: '?account=li' });
    expect(heard()).toEqual({ list: [{ type: 'log.refreshRequested' }, { type: 'log.located', search: '?account=li' }] });
    expect(facts).toEqual([]);
  });

  it('tells where it moved, and leaves other parts of the address alone', () => {
    const { actor, facts } = begin('?tab=audit&account=li');
    actor.send({ type: 'log.moved', search: '?account=wang', how: 'push' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=audit&account=wang', how: 'push' }]);
    actor.send({ type: 'log.moved', search: '', how: 'push' });
    expect(facts.at(-1)).toMatchObject({ search: '?tab=audit' });
  });
});
