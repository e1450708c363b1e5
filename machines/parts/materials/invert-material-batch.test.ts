import { expect, it } from 'vitest';
import { blankMaterialBatch, invertMaterialBatch } from './material-rules.ts';

it('one tag and archiving are undone, but not several tags', () => {
  expect(invertMaterialBatch({ ...blankMaterialBatch, add: ['a'] })).toMatchObject({ add: [], remove: ['a'] });
  expect(invertMaterialBatch({ ...blankMaterialBatch, add: ['a'], remove: ['b'] })).toBeUndefined();
  expect(invertMaterialBatch({ ...blankMaterialBatch, action: 'archive' })).toMatchObject({ action: 'unarchive' });
  expect(invertMaterialBatch({ ...blankMaterialBatch, action: 'share' })).toBeUndefined();
});
