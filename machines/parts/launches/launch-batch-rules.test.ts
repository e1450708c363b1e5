import { describe, expect, it } from 'vitest';
import {
  blankLaunchBatch,
  canBePreviewed,
  checkLaunchBatch,
  initialLaunchBatch,
  type LaunchBatchParams,
  largeChanges,
  launchConfirmationNeeds,
  limitOf,
  restartsLearning,
  sharedOf,
} from './launch-batch-rules.ts';

const params = (more: Partial<LaunchBatchParams>): LaunchBatchParams => ({ ...blankLaunchBatch, ...more });
const budget = params({ action: 'budget', currency: 'USD', value: 50 });
const copy = params({ action: 'copy', currency: 'USD' });

describe('orders about launches', () => {
  it.each<[string, LaunchBatchParams]>([
    ['closing', params({ action: 'close' })],
    ['a budget', budget],
    ['a percentage without one currency', params({ action: 'budget', mode: 'dec_pct', value: 20 })],
    ['more than a hundred percent', params({ action: 'budget', mode: 'inc_pct', value: 150 })],
    ['a part of a percent', params({ action: 'budget', mode: 'inc_pct', value: 12.5 })],
    ['a percentage with a limit', params({ action: 'bid', mode: 'inc_pct', value: 20, currency: 'USD', limit: 1.5 })],
    ['a time', params({ action: 'schedule', run_at: '2026-11-23T08:00:00.000Z' })],
    ['a piece of names that is taken out', params({ action: 'rename', naming: 'replace', find: 'US', replace: '' })],
    ['a template', params({ action: 'rename', naming: 'template', template: '{content} {seq}' })],
    ['copies', copy],
    ['a new owner', params({ action: 'transfer', user_id: 8 })],
  ])('take %s', (_what, order) => {
    expect(checkLaunchBatch(order)).toEqual({});
  });

  it.each<[string, LaunchBatchParams, keyof LaunchBatchParams]>([
    ['no budget', { ...budget, value: undefined }, 'value'],
    ['a budget of nothing', { ...budget, value: 0 }, 'value'],
    ['half a yen', { ...budget, currency: 'JPY', value: 1500.5 }, 'value'],
    ['an amount in nobody knows which currency', { ...budget, currency: undefined }, 'value'],
    ['more than all', { ...budget, mode: 'dec_pct', value: 101 }, 'value'],
    ['a thousandth of a percent', { ...budget, mode: 'inc_pct', value: 12.345 }, 'value'],
    ['more than ten times as much again', { ...budget, mode: 'inc_pct', value: 1001 }, 'value'],
    ['less than nothing', { ...budget, value: -5 }, 'value'],
    ['a limit of nothing', { ...budget, mode: 'inc', limit: 0 }, 'limit'],
    ['no time', params({ action: 'schedule' }), 'run_at'],
    ['words for a time', params({ action: 'schedule', run_at: 'tomorrow' }), 'run_at'],
    [
      'a scheduled budget without one',
      params({ action: 'schedule', scheduled: 'budget', run_at: '2026-11-23T08:00:00Z', currency: 'USD' }),
      'value',
    ],
    ['nothing to find', params({ action: 'rename', naming: 'replace' }), 'find'],
    ['an empty template', params({ action: 'rename', naming: 'template', template: ' ' }), 'template'],
    ['neither prefix nor suffix', { ...copy, naming: 'affix' }, 'prefix'],
    ['a prefix that is too long', { ...copy, naming: 'affix', prefix: 'x'.repeat(61) }, 'prefix'],
    ['21 copies', { ...copy, times: 21 }, 'times'],
    ['half a copy', { ...copy, times: 0.5 }, 'times'],
    ['51 accounts', { ...copy, target_account_ids: Array.from({ length: 51 }, (_, n) => n + 1) }, 'target_account_ids'],
    ['nobody', params({ action: 'transfer' }), 'user_id'],
  ])('refuse %s', (_what, order, field) => {
    expect(Object.keys(checkLaunchBatch(order))).toEqual([field]);
  });

  it('name the minimum for an amount of zero or less', () => {
    expect(checkLaunchBatch({ ...budget, value: 0 }).value).toEqual({ rule: 'numberMin', params: { min: 0.01 } });
    expect(checkLaunchBatch({ ...budget, currency: 'IDR', value: -5 }).value).toEqual({ rule: 'numberMin', params: { min: 1 } });
  });

  it.each<[string, Partial<LaunchBatchParams>]>([
    ['a budget', { action: 'budget' }],
    ['a bid', { action: 'bid' }],
    ['a scheduled budget', { action: 'schedule', scheduled: 'budget', run_at: '2026-11-23T08:00:00Z' }],
  ])('of %s ask before it becomes twice as much or half of it, and ask anew for other amounts', (_what, more) => {
    const seen = (before: number, after: number) => ({ id: 5, label: 'A', currency: 'USD', before, after });
    const order = { ...budget, ...more, seen: [{ ...seen(1_000, 1_999), id: 4 }, seen(1_000, 2_000), { ...seen(1_000, 12_500), id: 6 }] };
    expect(checkLaunchBatch(order)).toEqual({ confirmed: { rule: 'largeChange' } });
    const { key, changes } = largeChanges(order.seen);
    expect(changes.map(({ id }) => id)).toEqual([6, 5]);
    expect(checkLaunchBatch({ ...order, confirmed: key })).toEqual({});
    expect(checkLaunchBatch({ ...order, confirmed: key, seen: [seen(1_000, 3_000)] })).toHaveProperty('confirmed');
    expect(checkLaunchBatch({ ...order, seen: [seen(1_000, 500)] })).toHaveProperty('confirmed');
    expect(checkLaunchBatch({ ...order, seen: [seen(1_000, 501)] })).toEqual({});
  });

  it('need a reason for transfers and removals, and the typed number for removals only', () => {
    expect(launchConfirmationNeeds({ action: 'remove' })).toEqual({ isDeletion: true, needsReason: true });
    expect(launchConfirmationNeeds({ action: 'transfer' })).toEqual({ isDeletion: false, needsReason: true });
    expect(launchConfirmationNeeds({ action: 'close' })).toEqual({ isDeletion: false, needsReason: false });
  });

  it('are previewed only if they are valid and support it', () => {
    expect(canBePreviewed(budget)).toBe(true);
    expect(canBePreviewed({ ...budget, value: undefined })).toBe(false);
    expect(canBePreviewed(params({ action: 'close' }))).toBe(false);
  });

  it('start with a percentage without one currency, and with a replacement of names', () => {
    expect(initialLaunchBatch({ action: 'budget', level: 'campaign' })).toMatchObject({ mode: 'inc_pct' });
    expect(initialLaunchBatch({ action: 'budget', level: 'campaign', currency: 'JPY' })).not.toHaveProperty('mode');
    expect(initialLaunchBatch({ action: 'rename', level: 'ad' })).toMatchObject({ naming: 'replace' });
  });

  it('know whether a limit is a maximum or a minimum', () => {
    expect([limitOf('set'), limitOf('inc_pct'), limitOf('inc'), limitOf('dec'), limitOf('dec_pct')]).toEqual([
      undefined,
      'most',
      'most',
      'least',
      'least',
    ]);
  });
});

describe('a choice of several objects', () => {
  it('has one currency only if all objects share it', () => {
    expect([sharedOf(['USD', 'USD']), sharedOf(['USD', 'JPY']), sharedOf([])]).toEqual(['USD', undefined, undefined]);
  });

  it.each<[number | null, number, boolean]>([
    [5000, 6000, false],
    [5000, 6001, true],
    [5000, 3999, true],
    [null, 6000, false],
  ])('from %s to %s learning starts anew: %s', (before, after, expected) => {
    expect(restartsLearning(before, after)).toBe(expected);
  });
});
