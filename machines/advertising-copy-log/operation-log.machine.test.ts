import { describe, expect, it } from 'vitest';
import { observe } from '#tests/support/stage.ts';
import { operationLogMachine, operationQuery } from './operation-log.machine.ts';

const begin = (search = '') => observe(operationLogMachine, { search });

describe('the operation log', () => {
  it('starts with the address, including the single entry of a link', () => {
    expect(begin('?id=7').given.list).toEqual({ search: '?id=7' });
    expect(operationQuery.read('?id=7').filters).toEqual({ id: 7 });
  });

  it('reads only valid filters', () => {
    expect(operationQuery.read('?account=li&result=ok&date_from=2026-11-01&date_to=2026-11-20').filters).toEqual({
      account: 'li',
      result: 'ok',
      date_from: '2026-11-01',
      date_to: '2026-11-20',
    });
    expect(operationQuery.read('?result=maybe&date_from=today&id=-1').filters).toEqual({});
  });

  it('is reloaded with a refresh, and follows a new address', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'page.refreshRequested' });
    actor.send({ type: 'page.located', search: '?account=li' });
    expect(heard()).toEqual({ list: [{ type: 'log.refreshRequested' }, { type: 'log.located', search: '?account=li' }] });
    expect(facts).toEqual([]);
  });

  it('tells its address, and keeps other parts of it', () => {
    const { actor, facts } = begin('?tab=audit&account=li');
    actor.send({ type: 'log.moved', search: '?account=wang', how: 'push' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=audit&account=wang', how: 'push' }]);
    actor.send({ type: 'log.moved', search: '', how: 'push' });
    expect(facts.at(-1)).toMatchObject({ search: '?tab=audit' });
  });
});
