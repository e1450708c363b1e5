import { describe, expect, it } from 'vitest';
import { observe } from '#tests/support/stage.ts';
import { productCatalogueMachine } from './product-catalogue.machine.ts';

const begin = (search = '') => observe(productCatalogueMachine, { search });
const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);

describe('the catalogue of products', () => {
  it('puts a saved product in its place and asks for the list again', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'productForm.saved', saved: { id: 7 } } as never);
    expect(heard().list).toEqual([{ type: 'list.rowReplaced', row: { id: 7 } }, { type: 'list.refreshRequested' }]);
  });

  it('puts a product that was switched in its place without asking again', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'productStatus.done', result: { id: 7, status: 'off' } } as never);
    expect(types(heard().list)).toEqual(['list.rowReplaced']);
  });

  it('asks for the list again when a product was deleted', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'contentRemoval.saved', saved: { id: 7 } } as never);
    expect(types(heard().list)).toEqual(['list.refreshRequested']);
  });

  it('follows an import, tells the shell of it, and renews the list at its end', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'productImport.started', batchId: 12, siblings: [13] } as never);
    expect(heard().progress).toEqual([{ type: 'progress.followed', batchIds: [12, 13], show: true }]);
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 12 }]);
    actor.send({ type: 'progress.ended', batchId: 12, watched: true, okIds: [], failedIds: [] } as never);
    expect(types(heard().list)).toEqual(['list.refreshDue']);
  });

  it('drops a site of the address that its reader may not see, and no other', () => {
    const named = begin('?site_id=4');
    named.actor.send({ type: 'sitePicker.unseen', ids: [4] });
    expect(named.heard().list).toEqual([{ type: 'list.filtersRefused', names: ['site_id'] }]);
    const other = begin('?site_id=5');
    other.actor.send({ type: 'sitePicker.unseen', ids: [4] });
    expect(other.heard().list).toBeUndefined();
  });

  it('lets list and import rest while another page is on the screen', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'page.seen' });
    actor.send({ type: 'page.left' });
    expect(types(heard().list)).toEqual(['list.seen', 'list.left']);
    expect(types(heard().progress)).toEqual(['progress.seen', 'progress.left']);
  });
});
