import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { observe } from '#tests/support/stage.ts';
import { personManagementMachine } from './person-management.machine.ts';
import { walks } from './person-management.walks.ts';
import { blankPerson, checkPerson, personQuery } from './person-rules.ts';

const begin = (search = '') => observe(personManagementMachine, { search });

describe('personal accounts', () => {
  it('reloads its rows and links once an account was authorised', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'authorising.granted', id: 4 });
    expect(heard()).toEqual({ list: [{ type: 'list.refreshRequested' }], links: [{ type: 'detail.refreshDue' }] });
  });

  it('follows an import of found objects, and tells the shell', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'authorising.started', batchId: 7, siblings: [8] });
    expect(heard()).toEqual({ batch: [{ type: 'batch.followed', batchId: 7, siblings: [8] }] });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
  });

  it('chooses no rows by the failed objects of an import', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'personBatch.finished', batchId: 7, watched: true, okIds: [], failedIds: [4] });
    expect(heard()).toEqual({ list: [{ type: 'list.refreshDue' }] });
  });

  it('keeps the rows chosen that could not be assigned', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'assigning.finished', batchId: 7, watched: true, okIds: [5], failedIds: [4] });
    expect(heard().list).toEqual([{ type: 'list.rowsChosen', ids: [4] }, { type: 'list.refreshDue' }]);
  });

  it('drops an owner filter on a user who is hidden from the reader, and no other', () => {
    const { actor, heard } = begin('?owner_user_id=9');
    actor.send({ type: 'staffPicker.unseen', ids: [8] });
    expect(heard()).toEqual({});
    actor.send({ type: 'staffPicker.unseen', ids: [9] });
    expect(heard().list).toEqual([{ type: 'list.filtersRefused', names: ['owner_user_id'] }]);
  });

  it('does not poll batches while another page is on the screen', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'page.left' });
    expect(heard()).toMatchObject({ batch: [{ type: 'batch.left' }], assigning: [{ type: 'batch.left' }] });
  });

  it('reads its address, and drops what it does not understand', () => {
    const { filters, sort } = personQuery.read('?status=expired,limited,odd&expires_within=7&channel=x&sort=token_expires_at.asc');
    expect(filters).toEqual({ status: ['expired', 'limited'], expires_within: 7 });
    expect(sort).toEqual({ field: 'token_expires_at', order: 'asc' });
  });

  it('needs a holder only for hosted accounts', () => {
    const subject = { id: 4, version: 1, name: 'Ada' };
    expect(Object.keys(checkPerson(blankPerson, { ...subject, usage: 'host' }))).toEqual(['owner_user_id', 'holder_name']);
    expect(checkPerson({ ...blankPerson, owner_user_id: 5 }, { ...subject, usage: 'self' })).toEqual({});
  });
});

describe('the machines of personal accounts', () => {
  it.each(walks.map((walk) => [walk.machine.id, walk] as const))('%s reaches every state, and takes every transition', (_, walk) => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
