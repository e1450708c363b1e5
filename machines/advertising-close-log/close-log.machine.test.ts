import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { observe } from '#tests/support/stage.ts';
import { closeLogMachine, closeQuery } from './close-log.machine.ts';
import { walks } from './close-log.walks.ts';

describe('the close log', () => {
  it('keeps its chart over the same days and filters', () => {
    const { actor, heard, facts } = observe(closeLogMachine, { search: '' });
    actor.send({ type: 'log.moved', search: '?actor_type=rule', how: 'push' });
    expect(heard().trend).toEqual([{ type: 'trend.located', search: '?actor_type=rule' }]);
    expect(facts).toEqual([{ type: 'page.moved', search: '?actor_type=rule', how: 'push' }]);
  });

  it('clears the choice and reloads its entries after an action', () => {
    const { actor, heard } = observe(closeLogMachine, { search: '' });
    actor.send({ type: 'launches.changed' });
    expect(heard().list).toEqual([{ type: 'log.rowsChosen', ids: [] }, { type: 'log.refreshDue' }]);
  });

  it('drops a filter on an unseen user', () => {
    const { actor, heard } = observe(closeLogMachine, { search: '?user_id=7&level=ad' });
    actor.send({ type: 'adPickers.unseen', filter: 'user_id', ids: [7] });
    expect(heard().list).toEqual([{ type: 'log.idsRefused', filter: 'user_id', ids: [7] }]);
  });

  it('writes its filters into the address and reads them back', () => {
    const search = '?date_from=2026-11-01&date_to=2026-11-07&event=close&actor_type=user%2Crule&level=ad&user_id=7&reason=loss&id=9';
    expect(closeQuery.write(closeQuery.read(search))).toBe(search);
    expect(closeQuery.read('?event=archive&actor_type=me&level=group').filters).toEqual({});
  });
});

describe('the machines of the close log', () => {
  it.each(walks.map((walk) => [walk.machine.id, walk] as const))('%s reaches every state, and takes every transition', (_, walk) => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
