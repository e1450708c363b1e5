import { expect, it } from 'vitest';
import {
  accountExists,
  batchOrdered,
  closingUnknown,
  departmentExists,
  homepageExists,
  nothingElse,
  publishFailed,
  schemeExists,
  signedInAs,
  siteExists,
  tooMany,
} from '#contracts/states/states.ts';
import { batchStatuses, batchTypes, itemStatuses } from '#contracts/vocabulary/batches.ts';
import {
  batchDetail,
  batchItems,
  cancelBatch,
  exportBatches,
  exportBatchItems,
  listBatches,
  loadBatchResults,
  pollBatches,
  resolveBatchItem,
  retryBatch,
  undoBatches,
} from '#src/services/batches.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, file, success } from './exchange.ts';
import { running as launched } from './launch-rows.ts';
import { boolean, eachLike, instant, integer, like, oneOf, string } from './matching.ts';
import { askOrder } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const at = '2026-11-20T08:00:00.000Z';
const admin = [
  signedInAs('admin'),
  departmentExists({ id: 21, name: '英语组', parent_id: 1 }),
  accountExists({ id: 41, account: 'opt_09', name: '冯玖', version: 1, department_id: 21, role_ids: [], is_leader: 0 }),
];
type Item = Parameters<typeof batchOrdered>[0]['items'][number];
const done: Item = { id: 91, target_id: 41, label: 'opt_09', status: 'succeeded' };
const failed: Item = { id: 92, target_id: 99, label: '#99', status: 'failed' };
const unknown: Item = { id: 93, target_id: 98, label: '#98', status: 'unknown' };
const waiting: Item = { id: 94, target_id: 41, label: 'opt_09', status: 'pending' };
const ordered = (...items: Item[]) => [...admin, batchOrdered({ id: 81, by: 'admin', items })];

const row = {
  id: 81,
  type: 'user_status',
  level: null,
  origin: '/sys/accounts',
  origin_label: { zh: '账号管理', en: 'Accounts' },
  user: { id: 11, label: '林管理' },
  status: 'partial',
  summary: { zh: '停用账号', en: 'Disable accounts' },
  created_at: at,
  started_at: at,
  finished_at: at,
  can: ['retry'],
  total: 2,
  done: 2,
  ok: 1,
  fail: 1,
  skip: 0,
  unknown: 0,
  canceled: 0,
  removed: 0,
};
const rowLike = {
  id: integer(81),
  type: oneOf('user_status', batchTypes),
  level: null,
  origin: string('/sys/accounts'),
  origin_label: { zh: string('账号管理'), en: string('Accounts') },
  user: { id: integer(11), label: string('林管理') },
  status: oneOf('partial', batchStatuses),
  summary: { zh: string('停用账号'), en: string('Disable accounts') },
  created_at: instant(at),
  started_at: instant(at),
  finished_at: instant(at),
  can: eachLike(oneOf('retry', ['cancel', 'retry'])),
  total: integer(2),
  done: integer(2),
  ok: integer(1),
  fail: integer(1),
  skip: integer(0),
  unknown: integer(0),
  canceled: integer(0),
  removed: integer(0),
};

const item = {
  id: 92,
  seq: 2,
  parent_seq: null,
  target_type: 'user',
  target_id: 99,
  label: '#99',
  status: 'failed',
  attempt: 1,
  code: 404,
  reason: 'NOT_FOUND',
  text: '对象不存在或无权限',
  platform_code: null,
  platform_subcode: null,
  before: null,
  after: null,
  started_at: at,
  finished_at: at,
  account: null,
  undone: false,
  retryable: true,
  resolvable: false,
};
const itemLike = {
  id: integer(92),
  seq: integer(2),
  parent_seq: null,
  target_type: string('user'),
  target_id: integer(99),
  label: string('#99'),
  status: oneOf('failed', itemStatuses),
  attempt: integer(1),
  code: integer(404),
  reason: string('NOT_FOUND'),
  text: string('对象不存在或无权限'),
  platform_code: null,
  platform_subcode: null,
  before: null,
  after: null,
  started_at: instant(at),
  finished_at: instant(at),
  account: null,
  undone: boolean(false),
  retryable: boolean(true),
  resolvable: boolean(false),
};

const failure = {
  reason: 'NOT_FOUND',
  text: '对象不存在或无权限',
  platform_code: null,
  platform_subcode: null,
  target_type: 'user',
  account: null,
  count: 1,
  item_ids: [92],
  remedy: null,
};
const failureLike = {
  ...failure,
  reason: string(failure.reason),
  text: string(failure.text),
  target_type: string('user'),
  count: integer(1),
  item_ids: eachLike(integer(92)),
};

/** A result that belongs to an ad account. */
const closing = [...launched, closingUnknown({ batch_id: 82, item_id: 95, campaign_id: 91 })];
const inAccount = { target_type: 'campaign', target_id: 91, account: { id: 55, label: 'Galaxy US' } };
const inAccountLike = { ...inAccount, target_id: integer(91), account: refLike(inAccount.account) };

describePact('batches', (ask) => {
  it('lists the matching batches with the sums of their objects', () =>
    ask(
      {
        given: ordered(done, failed),
        path: '/api/op-batches/list',
        body: {
          keyword: 'opt',
          type: ['user_status'],
          status: 'partial',
          user_id: 11,
          mine: true,
          date_from: '2020-01-01',
          date_to: '2099-12-31',
          sort: [{ field: 'created_at', order: 'desc' }],
          page: 1,
          page_size: 20,
        },
        reply: success({
          list: eachLike({ ...rowLike, undoable: true }),
          total: integer(1),
          totals: { total: 2, ok: 1, fail: 1, skip: 0, unknown: 0 },
        }),
      },
      async (heard) => {
        const answer = await listBatches({
          keyword: 'opt',
          type: ['user_status'],
          status: 'partial',
          user_id: 11,
          mine: true,
          date_from: '2020-01-01',
          date_to: '2099-12-31',
          sort: [{ field: 'created_at', order: 'desc' }],
          page: 1,
          page_size: 20,
        });
        expect(answer).toEqual({ list: [{ ...row, undoable: true }], total: 1, totals: { total: 2, ok: 1, fail: 1, skip: 0, unknown: 0 } });
        expectQuiet(heard);
      },
    ));

  it('shows the running batches of the user', () =>
    ask(
      {
        given: ordered(done, { ...failed, status: 'running' }),
        path: '/api/op-batches/list',
        body: { mine: true, running: true, page: 1, page_size: 20 },
        reply: success({
          list: [{ ...rowLike, status: 'running', finished_at: null, can: ['cancel'], done: 1, ok: 1, fail: 0 }],
          total: 1,
        }),
      },
      async (heard) => {
        const answer = await pollBatches({ mine: true, running: true, page: 1, page_size: 20 });
        const running = { ...row, status: 'running', finished_at: null, can: ['cancel'], done: 1, ok: 1, fail: 0 };
        expect(answer).toEqual({ list: [running], total: 1 });
        expectQuiet(heard);
      },
    ));

  it('shows that a user has no batches', () =>
    ask(
      {
        given: [signedInAs('staff'), nothingElse()],
        path: '/api/op-batches/list',
        body: {},
        reply: success({ list: [], total: 0, totals: { total: 0, ok: 0, fail: 0, skip: 0, unknown: 0 } }),
      },
      async () => expect((await listBatches({})).totals.total).toBe(0),
    ));

  it('refuses to list batches when the last day lies before the first', () =>
    askWrongly(ask, {
      given: admin,
      path: '/api/op-batches/list',
      body: { date_from: '2026-11-20', date_to: '2026-11-19' },
      field: 'date_to',
      rule: 'range',
      message: '开始日期不能晚于结束日期',
      call: () => listBatches({ date_from: '2026-11-20', date_to: '2026-11-19' }),
    }));

  it('shows one batch', () =>
    ask(
      {
        given: ordered(done, failed),
        path: '/api/op-batches/detail',
        body: { batch_id: 81 },
        reply: success({ ...rowLike, undoable: true, failures: eachLike(failureLike) }),
      },
      async () => expect(await batchDetail({ batch_id: 81 })).toEqual({ ...row, undoable: true, failures: [failure] }),
    ));

  it('names the ad account of objects that failed', () => {
    const given = [
      ...launched,
      homepageExists({ id: 61, platform_page_id: '3001', name: 'Page 3001', personal_account_id: 51, version: 1, status: 'active' }),
      siteExists({ id: 41, name: '爱剧', domain: 'love.test', biz: 'dj', version: 1, status: 'on', pixel_id: null, homepage_id: null }),
      schemeExists({
        id: 72,
        name: '美国放量',
        version: 2,
        status: 'enabled',
        site_id: 41,
        homepage_id: 61,
        source: 'material',
        owner: 11,
      }),
      publishFailed({ batch_id: 901, item_id: 911, scheme_id: 72, ad_account_id: 55, homepage_id: 61 }),
    ];
    const ofAd = { target_type: 'ad', account: inAccount.account, remedy: 'homepage' };
    return ask(
      {
        given,
        path: '/api/op-batches/detail',
        body: { batch_id: 901 },
        reply: success({ failures: eachLike({ ...ofAd, account: refLike(ofAd.account) }) }),
      },
      async () => expect((await batchDetail({ batch_id: 901 })).failures).toMatchObject([ofAd]),
    );
  });

  it('refuses to show a batch that is gone', () =>
    askForGone(ask, { path: '/api/op-batches/detail', body: { batch_id: 99 }, call: () => batchDetail({ batch_id: 99 }), quiet: true }));

  it('lists the results that failed', () =>
    ask(
      {
        given: ordered(done, failed),
        path: '/api/op-batches/items',
        body: { batch_id: 81, status: 'failed', sort: [{ field: 'seq', order: 'asc' }], page: 1, page_size: 20 },
        reply: success({ list: eachLike(itemLike), total: integer(1) }),
      },
      async (heard) => {
        const answer = await batchItems({
          batch_id: 81,
          status: 'failed',
          sort: [{ field: 'seq', order: 'asc' }],
          page: 1,
          page_size: 20,
        });
        expect(answer).toEqual({ list: [item], total: 1 });
        expectQuiet(heard);
      },
    ));

  it('names the objects of the results that succeeded', () =>
    ask(
      {
        given: ordered(done, failed),
        path: '/api/op-batches/items',
        body: { batch_id: 81, status: 'succeeded', page: 1, page_size: 200 },
        reply: success({ list: [{ target_id: 41, target_type: 'user' }], total: 1 }),
      },
      async () => {
        const answer = await loadBatchResults({ batch_id: 81, status: 'succeeded', page: 1, page_size: 200 });
        expect(answer).toEqual({ list: [{ target_id: 41, target_type: 'user' }], total: 1 });
      },
    ));

  it('shows the values before and after, and the answer of the channel', () =>
    ask(
      {
        given: ordered(done, unknown),
        path: '/api/op-batches/items',
        body: { batch_id: 81 },
        reply: success({
          list: [
            {
              status: 'succeeded',
              code: null,
              reason: null,
              text: null,
              before: like({ status: 'enabled' }),
              after: like({ status: 'disabled' }),
            },
            {
              status: 'unknown',
              code: 513,
              reason: 'PLATFORM_UNKNOWN',
              text: string('结果确认中'),
              platform_code: '1',
              platform_subcode: '99',
            },
          ],
          total: 2,
        }),
      },
      async () => {
        const { list } = await batchItems({ batch_id: 81 });
        expect(list[0]).toMatchObject({ status: 'succeeded', before: { status: 'enabled' }, after: { status: 'disabled' }, text: null });
        expect(list[1]).toMatchObject({ status: 'unknown', text: '结果确认中', platform_code: '1', platform_subcode: '99' });
      },
    ));

  it('names the ad account of a launched object', () =>
    ask(
      {
        given: closing,
        path: '/api/op-batches/items',
        body: { batch_id: 82 },
        reply: success({ list: eachLike({ ...inAccountLike, status: 'unknown' }), total: integer(1) }),
      },
      async () => expect(await batchItems({ batch_id: 82 })).toMatchObject({ list: [{ ...inAccount, status: 'unknown' }], total: 1 }),
    ));

  it('refuses to list results of a batch that is gone', () =>
    askForGone(ask, { path: '/api/op-batches/items', body: { batch_id: 99 }, call: () => batchItems({ batch_id: 99 }) }));

  it('cancels the objects that have not begun', () =>
    ask(
      {
        given: ordered({ ...done, target_id: 97 }, waiting),
        path: '/api/op-batches/cancel',
        body: { batch_id: 81 },
        reply: success({ ...rowLike, status: 'canceled', can: [], undoable: true, fail: integer(0), canceled: integer(1) }),
      },
      async (heard) => {
        expect(await cancelBatch({ batch_id: 81 })).toEqual({ ...row, status: 'canceled', can: [], undoable: true, fail: 0, canceled: 1 });
        expectQuiet(heard);
      },
    ));

  it('refuses to cancel a batch that is gone', () =>
    askForGone(ask, { path: '/api/op-batches/cancel', body: { batch_id: 99 }, call: () => cancelBatch({ batch_id: 99 }) }));

  it('retries the objects that failed', () =>
    ask(
      {
        given: ordered(done, failed),
        path: '/api/op-batches/retry',
        body: { batch_id: 81, item_ids: [92] },
        reply: success({
          batch_id: 81,
          status: oneOf('partial', batchStatuses),
          total: integer(2),
          done: integer(2),
          ok: integer(1),
          fail: integer(1),
          skip: integer(0),
          unknown: integer(0),
          canceled: integer(0),
        }),
      },
      async (heard) => {
        const answer = await retryBatch({ batch_id: 81, item_ids: [92] });
        expect(answer).toEqual({ batch_id: 81, status: 'partial', total: 2, done: 2, ok: 1, fail: 1, skip: 0, unknown: 0, canceled: 0 });
        expectQuiet(heard);
      },
    ));

  it('refuses to retry an object whose change may have happened', () =>
    askRefused(ask, {
      given: ordered(unknown),
      path: '/api/op-batches/retry',
      body: { batch_id: 81 },
      refused: { code: 422, reason: 'OUTCOME_UNKNOWN', message: '结果尚未确认，不能重试' },
      call: () => retryBatch({ batch_id: 81 }),
    }));

  it('refuses to retry a batch without failures', () =>
    askRefused(ask, {
      given: ordered(done),
      path: '/api/op-batches/retry',
      body: { batch_id: 81 },
      refused: { code: 422, reason: 'STATE_CHANGED', message: '对象已被再次修改' },
      call: () => retryBatch({ batch_id: 81 }),
    }));

  it('refuses to retry an object that did not fail', () =>
    askWrongly(ask, {
      given: ordered(done, failed),
      path: '/api/op-batches/retry',
      body: { batch_id: 81, item_ids: [91] },
      field: 'item_ids.0',
      rule: 'notRetryable',
      message: 'item_ids.0不能重试',
      call: () => retryBatch({ batch_id: 81, item_ids: [91] }),
    }));

  it('refuses to retry a batch that is gone', () =>
    askForGone(ask, { path: '/api/op-batches/retry', body: { batch_id: 99 }, call: () => retryBatch({ batch_id: 99 }) }));

  it('undoes what succeeded, as a batch of its own', () =>
    ask(
      {
        given: ordered(done, failed),
        path: '/api/op-batches/undo',
        body: { batch_ids: [81] },
        reply: success({
          batch_id: integer(82),
          status: oneOf('succeeded', batchStatuses),
          total: integer(1),
          done: integer(1),
          ok: integer(0),
          fail: integer(0),
          skip: integer(1),
          unknown: integer(0),
          canceled: integer(0),
        }),
      },
      async (heard) => {
        const answer = await undoBatches({ batch_ids: [81] });
        expect(answer).toEqual({ batch_id: 82, status: 'succeeded', total: 1, done: 1, ok: 0, fail: 0, skip: 1, unknown: 0, canceled: 0 });
        expectQuiet(heard);
      },
    ));

  it('undoes what succeeded in two batches when one cannot hold it all', () =>
    askOrder(ask, {
      given: ordered(done, ...[95, 96, 97].map((id): Item => ({ ...done, id, target_id: id, label: `#${id}` }))),
      path: '/api/op-batches/undo',
      body: { batch_ids: [81] },
      call: () => undoBatches({ batch_ids: [81] }),
    }));

  it('undoes nothing of a batch that changed nothing', () =>
    askRefused(ask, {
      given: ordered(failed),
      path: '/api/op-batches/undo',
      body: { batch_ids: [81] },
      refused: { code: 422, reason: 'STATE_CHANGED', message: '对象已被再次修改' },
      call: () => undoBatches({ batch_ids: [81] }),
    }));

  it('undoes nothing of a batch that is gone', () =>
    askForGone(ask, { path: '/api/op-batches/undo', body: { batch_ids: [99] }, call: () => undoBatches({ batch_ids: [99] }) }));

  it('settles an unknown result by hand', () =>
    ask(
      {
        given: ordered(done, { ...unknown, is_for_people: true }),
        path: '/api/op-batches/resolve',
        body: { item_id: 93, outcome: 'created', platform_id: '120212345678' },
        reply: success({
          ...itemLike,
          status: 'succeeded',
          code: null,
          reason: null,
          text: null,
          after: like({ platform_id: '120212345678' }),
          retryable: false,
        }),
      },
      async (heard) => {
        const answer = await resolveBatchItem({ item_id: 93, outcome: 'created', platform_id: '120212345678' });
        expect(answer).toMatchObject({ status: 'succeeded', after: { platform_id: '120212345678' }, retryable: false });
        expectQuiet(heard);
      },
    ));

  it('settles an object that was not created as failed', () =>
    ask(
      {
        given: ordered(done, { ...unknown, is_for_people: true }),
        path: '/api/op-batches/resolve',
        body: { item_id: 93, outcome: 'not_created' },
        reply: success({ status: 'failed', text: string('人工确认：未创建'), retryable: true }),
      },
      async () =>
        expect(await resolveBatchItem({ item_id: 93, outcome: 'not_created' })).toMatchObject({ status: 'failed', retryable: true }),
    ));

  it('settles an unknown result of a launched object by hand', () =>
    ask(
      {
        given: closing,
        path: '/api/op-batches/resolve',
        body: { item_id: 95, outcome: 'not_created' },
        reply: success({ ...inAccountLike, status: 'failed' }),
      },
      async () => expect(await resolveBatchItem({ item_id: 95, outcome: 'not_created' })).toMatchObject({ ...inAccount, status: 'failed' }),
    ));

  it('refuses to settle an object as created without its id', () =>
    askWrongly(ask, {
      given: ordered(done, { ...unknown, is_for_people: true }),
      path: '/api/op-batches/resolve',
      body: { item_id: 93, outcome: 'created' },
      field: 'platform_id',
      rule: 'required',
      message: '请输入platform_id',
      call: () => resolveBatchItem({ item_id: 93, outcome: 'created' }),
    }));

  it('refuses to settle a result that is still being looked up', () =>
    askRefused(ask, {
      given: ordered(done, unknown),
      path: '/api/op-batches/resolve',
      body: { item_id: 93, outcome: 'not_created' },
      refused: { code: 422, reason: 'OUTCOME_UNKNOWN', message: '结果尚未确认，不能重试' },
      call: () => resolveBatchItem({ item_id: 93, outcome: 'not_created' }),
    }));

  it('refuses to settle a known result', () =>
    askRefused(ask, {
      given: ordered(done),
      path: '/api/op-batches/resolve',
      body: { item_id: 91, outcome: 'not_created' },
      refused: { code: 422, reason: 'STATE_CHANGED', message: '对象已被再次修改' },
      call: () => resolveBatchItem({ item_id: 91, outcome: 'not_created' }),
    }));

  it('refuses to settle a result that is gone', () =>
    askForGone(ask, {
      path: '/api/op-batches/resolve',
      body: { item_id: 99, outcome: 'not_created' },
      call: () => resolveBatchItem({ item_id: 99, outcome: 'not_created' }),
    }));

  it('exports the batches as a spreadsheet', () =>
    ask(
      {
        given: ordered(done, failed),
        path: '/api/op-batches/export',
        body: { status: 'partial', columns: ['id', 'status', 'total'], locale: 'zh-cn' },
        reply: file({ plain: 'batches_202611201600.xlsx', name: '批次日志_202611201600.xlsx' }),
      },
      async () => {
        const answer = await exportBatches({ status: 'partial', columns: ['id', 'status', 'total'], locale: 'zh-cn' });
        expect(answer.name).toBe('批次日志_202611201600.xlsx');
      },
    ));

  it('refuses, as JSON, to export more batches than a file may hold', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), tooMany('batches')],
      path: '/api/op-batches/export',
      body: { columns: ['id'], locale: 'zh-cn' },
      refused: { code: 413, reason: 'EXPORT_TOO_LARGE', message: '共 51 行，超过 50 行，请缩小范围' },
      call: () => exportBatches({ columns: ['id'], locale: 'zh-cn' }),
    }));

  it('exports the results of a batch as a spreadsheet', () =>
    ask(
      {
        given: ordered(done, failed),
        path: '/api/op-batches/export_items',
        body: { batch_id: 81, status: 'failed', columns: ['seq', 'label', 'text'], locale: 'zh-cn' },
        reply: file({ plain: 'batch-81_202611201600.xlsx', name: '批次81结果_202611201600.xlsx' }),
      },
      async () => {
        const answer = await exportBatchItems({ batch_id: 81, status: 'failed', columns: ['seq', 'label', 'text'], locale: 'zh-cn' });
        expect(answer.name).toBe('批次81结果_202611201600.xlsx');
      },
    ));

  it('refuses, as JSON, to export more results than a file may hold', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), tooMany('items of a batch')],
      path: '/api/op-batches/export_items',
      body: { batch_id: 81, columns: ['seq'], locale: 'zh-cn' },
      refused: { code: 413, reason: 'EXPORT_TOO_LARGE', message: '共 51 行，超过 50 行，请缩小范围' },
      call: () => exportBatchItems({ batch_id: 81, columns: ['seq'], locale: 'zh-cn' }),
    }));

  it('refuses to export results of a batch that is gone', () =>
    askForGone(ask, {
      path: '/api/op-batches/export_items',
      body: { batch_id: 99, columns: ['seq'], locale: 'zh-cn' },
      call: () => exportBatchItems({ batch_id: 99, columns: ['seq'], locale: 'zh-cn' }),
    }));
});
