import { expect, it } from 'vitest';
import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import {
  batchOrdered,
  homepageExists,
  launchesOrdered,
  type State,
  schemeExists,
  signedInAs,
  siteExists,
} from '#contracts/states/states.ts';
import { batchOrder } from '#src/services/batches.service.ts';
import { describePact, success } from './exchange.ts';
import { around, running } from './launch-rows.ts';
import { expectQuiet } from './refused.ts';

type Level = NonNullable<BatchAgain['level']>;
/** The only campaign of these exchanges, with its ad group and its ad. */
const idAt: Record<Level, number> = { campaign: 91, ad_group: 191, ad: 291 };
const later = '2099-01-01T00:00:00.000Z';

const done = (action: BatchAgain['action'], values: BatchAgain['values'], level: Level = 'campaign'): BatchAgain => ({
  action,
  level,
  ids: [idAt[level]],
  currency: 'USD',
  timezone_name: 'America/Los_Angeles',
  values,
});

const copiedIntoAccounts = done('copy', {
  times: 2,
  deep: true,
  status: 'PAUSED',
  target_account_ids: [55],
  budget: 5_000,
  start_at: later,
  prefix: 'C ',
  suffix: '',
  from_deleted: true,
  replacements: [{ part: 'material', from_id: 71, to_id: 72 }],
});

const published: BatchAgain = {
  action: 'publish',
  level: null,
  ids: [],
  currency: null,
  timezone_name: null,
  values: { scheme_id: 72, ad_account_ids: [55] },
};
const scheme = [
  ...around,
  homepageExists({ id: 61, platform_page_id: '3001', name: 'Page 3001', personal_account_id: 51, version: 1, status: 'active' }),
  siteExists({ id: 41, name: '爱剧', domain: 'love.test', biz: 'dj', version: 1, status: 'on', pixel_id: null, homepage_id: null }),
  schemeExists({ id: 72, name: '美国放量', version: 2, status: 'enabled', site_id: 41, homepage_id: 61, source: 'material', owner: 11 }),
];

describePact('batch-orders', (ask) => {
  const says = (given: State[], again: BatchAgain) => {
    const { action, level, ids, values } = again;
    return ask(
      {
        given: [...given, launchesOrdered({ id: 82, action, level, ids, values })],
        path: '/api/op-batches/detail',
        body: { batch_id: 82 },
        reply: success({ again }),
      },
      async (heard) => {
        expect(await batchOrder({ batch_id: 82 })).toEqual({ again });
        expectQuiet(heard);
      },
    );
  };

  it('reads how objects were turned off', () => says(running, done('close', {}, 'ad')));

  it('reads how budgets were changed', () => says(running, done('budget', { mode: 'inc_pct', value: 10, limit: 9_000 })));

  it('reads how bids were changed', () => says(running, done('bid', { mode: 'set', value: 800 }, 'ad_group')));

  it('reads how a change of budgets was scheduled', () =>
    says(running, done('schedule', { scheduled: 'budget', run_at: later, repeat: 'daily', value: 6_000 })));

  it('reads how objects were renamed by replacing text', () => says(running, done('rename', { find: 'US', replace: 'UK' })));

  it('reads how objects were renamed by a template', () => says(running, done('rename', { template: '{content} {seq}' })));

  it('reads how objects were transferred', () => says(running, done('transfer', { user_id: 11 })));

  it('reads how objects were deleted', () => says(running, done('remove', { force: true })));

  it('reads how objects were copied into accounts', () => says(running, copiedIntoAccounts));

  it('reads how ads were copied into an ad group', () =>
    says(running, done('copy', { times: 1, deep: false, status: 'INHERIT', target_group_id: 191 }, 'ad')));

  it('reads what was published, and where', () => says(scheme, published));

  it('reads that disabling accounts cannot be repeated', () =>
    ask(
      {
        given: [
          signedInAs('admin'),
          batchOrdered({ id: 81, by: 'admin', items: [{ id: 92, target_id: 99, label: '#99', status: 'failed' }] }),
        ],
        path: '/api/op-batches/detail',
        body: { batch_id: 81 },
        reply: success({ again: null }),
      },
      async () => expect(await batchOrder({ batch_id: 81 })).toEqual({ again: null }),
    ));
});
