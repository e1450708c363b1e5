import { describe, expect, it } from 'vitest';
import { asking, observe, stage } from '#tests/support/stage.ts';
import { type MaterialAnswer, materialList } from '../materials/material-parts.machine.ts';
import { blankMaterialBatch, checkMaterialBatch, type MaterialRow, materialQuery, tagsFault } from '../materials/material-rules.ts';
import { dramaLibrary } from './material-library.machine.ts';

const begin = (search = '') => observe(dramaLibrary, { search });

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

  it('renews its rows when a file was uploaded', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'uploads.changed' });
    expect(heard().list).toEqual([{ type: 'list.refreshDue' }]);
  });
});

describe('the list of materials', () => {
  it('keeps what the ads of a material did while the material is changed', async () => {
    const server = asking<MaterialAnswer, unknown>();
    const { actor } = stage(materialList.provide({ actors: { loadRows: server.logic as never } }), { search: '?data_from=2026-11-01' });
    const row = { id: 5, title: 'old', status: 'ready' } as MaterialRow;
    await server.question().answer({ rows: [{ ...row, m: { spend: 100 }, mature: { roi_d7: '0/1' } }], total: 1 });
    actor.send({ type: 'list.rowReplaced', row: { ...row, title: 'new' } });
    expect(actor.getSnapshot().context.answer?.rows).toEqual([{ ...row, title: 'new', m: { spend: 100 }, mature: { roi_d7: '0/1' } }]);
  });

  it('is narrowed by metrics that it has, and put in order by them', () => {
    const asked = materialQuery.read('?metric_range=spend~100~,frequency~1~,roi_d0~~0.5&sort=hook_rate.desc&data_from=2026-11-01');
    expect(asked).toMatchObject({
      filters: {
        metric_range: [
          { metric: 'spend', min: 100 },
          { metric: 'roi_d0', max: 0.5 },
        ],
        data_from: '2026-11-01',
      },
      sort: { field: 'hook_rate', order: 'desc' },
    });
    expect(materialQuery.read(materialQuery.write(asked))).toEqual(asked);
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
