import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { observe } from '#tests/support/stage.ts';
import { removeLogMachine } from './remove-log.machine.ts';
import { walks } from './remove-log.walks.ts';

const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

describe('the removal log', () => {
  it('folds open entries when the filters change', () => {
    const { actor, heard } = observe(removeLogMachine, { search: '' });
    actor.send({ type: 'log.moved', search: '?level=campaign', how: 'push' });
    expect(types(heard().below)).toEqual(['detail.closed']);
  });

  it('reloads its entries after copies were made', () => {
    const { actor, heard, facts } = observe(removeLogMachine, { search: '' });
    actor.send({ type: 'launches.batchStarted', batchId: 7 });
    actor.send({ type: 'launches.changed' });
    expect(types(heard().list)).toEqual(['log.rowsChosen', 'log.refreshDue']);
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
  });

  it('removes unseen ids from a filter', () => {
    const { actor, heard } = observe(removeLogMachine, { search: '?drama_id=7%2C8' });
    actor.send({ type: 'adPickers.unseen', filter: 'drama_id', ids: [8] });
    expect(heard().list).toEqual([{ type: 'log.idsRefused', filter: 'drama_id', ids: [8] }]);
  });
});

describe('the machines of the removal log', () => {
  it.each(walks.map((walk) => [walk.machine.id, walk] as const))('%s reaches every state, and takes every transition', (_, walk) => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
