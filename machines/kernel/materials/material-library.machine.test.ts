import { describe, expect, it } from 'vitest';
import { eavesdrop } from '#tests/support/stage.ts';
import { materialLibraryMachine } from './material-library.machine.ts';
import { blankMaterialBatch, checkMaterialBatch, tagsFault } from './material-rules.ts';

const begin = (search = '') => eavesdrop(materialLibraryMachine, { search });

describe('the library of materials', () => {
  it('drops the filter that names what the reader may not see, and no other', () => {
    const { actor, heard } = begin('?creator_user_id=9&uploader_user_id=4&drama_id=3');
    actor.send({ type: 'staffPicker.unseen', ids: [9] });
    actor.send({ type: 'dramaPicker.unseen', ids: [8] });
    expect(heard().list).toEqual([{ type: 'list.filtersRefused', names: ['creator_user_id'] }]);
  });

  it('chooses those that failed while the batch is looked at, and renews the rows quietly', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'materialBatch.finished', batchId: 7, watched: true, okIds: [5], failedIds: [6] });
    expect(heard().list).toEqual([{ type: 'list.rowsChosen', ids: [6] }, { type: 'list.refreshDue' }]);
  });

  it('renews its rows when something else made materials', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'materials.changed' });
    expect(heard().list).toEqual([{ type: 'list.refreshDue' }]);
  });
});

describe('the rules of what is done to several materials', () => {
  it('want tags to add or to remove, and none on both sides', () => {
    expect(checkMaterialBatch(blankMaterialBatch)).toHaveProperty('add');
    expect(checkMaterialBatch({ ...blankMaterialBatch, remove: ['a'] })).toEqual({});
    expect(checkMaterialBatch({ ...blankMaterialBatch, add: ['a'], remove: ['a'] })).toHaveProperty('remove');
  });

  it('want an account to copy into, and a product to assign', () => {
    expect(checkMaterialBatch({ ...blankMaterialBatch, action: 'sync' })).toHaveProperty('ad_account_ids');
    expect(checkMaterialBatch({ ...blankMaterialBatch, action: 'bind' })).toHaveProperty('product_id');
    expect(checkMaterialBatch({ ...blankMaterialBatch, action: 'delete' })).toEqual({});
  });

  it('take ten tags of twenty characters', () => {
    const ten = Array.from({ length: 10 }, (_, at) => `tag ${at}`);
    expect(tagsFault(ten)).toBeUndefined();
    expect(tagsFault([...ten, 'one more'])).toBeDefined();
    expect(tagsFault(['x'.repeat(21)])).toBeDefined();
  });
});
