import { describe, expect, it } from 'vitest';
import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import { blankLaunchBatch, checkLaunchBatch, initialLaunchBatch } from './launch-batch-rules.ts';
import { readLaunchOrder } from './launch-redo.machine.ts';

const again = (more: Partial<BatchAgain>): BatchAgain => ({
  action: 'close',
  level: 'campaign',
  ids: [5, 6],
  currency: 'USD',
  timezone_name: 'America/Los_Angeles',
  values: {},
  ...more,
});
const filled = (more: Partial<BatchAgain>) => {
  const order = readLaunchOrder(again(more), 'campaign');
  return order && initialLaunchBatch(order.params);
};
const later = '2099-01-01T00:00:00.000Z';

describe('a repeated order', () => {
  it('keeps its objects, and the currency and time zone their accounts share', () => {
    expect(readLaunchOrder(again({}), 'campaign')).toEqual({
      ids: [5, 6],
      params: { action: 'close', level: 'campaign', currency: 'USD', timezone: 'America/Los_Angeles' },
    });
  });

  it.each<[string, Partial<BatchAgain>, object]>([
    ['an amount', { action: 'budget', values: { mode: 'set', value: 6_050 } }, { mode: 'set', value: 60.5, limit: undefined }],
    ['whole yen', { action: 'bid', currency: 'JPY', values: { mode: 'inc', value: 300, limit: 900 } }, { value: 300, limit: 900 }],
    ['a percentage', { action: 'budget', currency: null, values: { mode: 'dec_pct', value: 20 } }, { mode: 'dec_pct', value: 20 }],
    ['a limit', { action: 'budget', values: { mode: 'inc_pct', value: 20, limit: 9_000 } }, { value: 20, limit: 90 }],
    [
      'a time',
      { action: 'schedule', values: { scheduled: 'budget', run_at: later, repeat: 'daily', value: 6_000 } },
      { scheduled: 'budget', run_at: later, repeat: 'daily', value: 60 },
    ],
    ['what is replaced', { action: 'rename', values: { find: 'US', replace: '' } }, { naming: 'replace', find: 'US', replace: '' }],
    ['a template', { action: 'rename', values: { template: '{name} x' } }, { naming: 'template', template: '{name} x' }],
    ['a person', { action: 'transfer', values: { user_id: 9 } }, { user_id: 9 }],
    ['that what is open is closed first', { action: 'remove', values: { force: true } }, { force: true }],
    [
      'copies',
      { action: 'copy', values: { times: 3, deep: false, status: 'ACTIVE', budget: 5_000, start_at: later, prefix: 'C ', suffix: '' } },
      { times: 3, deep: false, copied: 'ACTIVE', value: 50, start_at: later, naming: 'affix', prefix: 'C ', suffix: '' },
    ],
    [
      'copies of what was deleted, elsewhere',
      {
        action: 'copy',
        values: {
          times: 1,
          from_deleted: true,
          target_account_ids: [4],
          target_group_id: 8,
          find: 'a',
          replace: 'b',
          replacements: [{ part: 'pixel', from_id: 1, to_id: 2 }],
        },
      },
      {
        from_deleted: true,
        target_account_ids: [4],
        target_group_id: 8,
        naming: 'replace',
        find: 'a',
        replace: 'b',
        replacements: [{ part: 'pixel', from_id: 1, to_id: 2 }],
      },
    ],
  ])('is filled in with %s, and can be given as it is', (_what, more, params) => {
    const order = { ...blankLaunchBatch, ...filled(more) };
    expect(order).toMatchObject({ ...params, action: more.action });
    expect(checkLaunchBatch(order)).toEqual({});
  });

  it('leaves amounts empty if its objects no longer have one currency', () => {
    expect(filled({ action: 'budget', currency: null, values: { mode: 'set', value: 6_000 } })).toMatchObject({
      mode: 'inc_pct',
      currency: undefined,
    });
  });

  it.each<[string, BatchAgain | null]>([
    ['nothing is known of', null],
    ['nothing is left of', again({ ids: [] })],
    ['belongs to another level', again({ level: 'ad' })],
    ['was a publish', again({ action: 'publish', level: null })],
  ])('is none where it %s', (_why, order) => {
    expect(readLaunchOrder(order, 'campaign')).toBeUndefined();
  });
});
