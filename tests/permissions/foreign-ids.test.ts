import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contracts/endpoints/index.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { sampled } from '#tests/support/depth.ts';
import { tableSums } from '#tests/support/table-sums.ts';
import { authorisingById } from './authorising.ts';
import { connectionById } from './connections.ts';
import { contentById } from './content.ts';
import { evaluationById } from './evaluations.ts';
import { hostingById } from './hosting.ts';
import { launchReadingById } from './launch-reading.ts';
import { launchWritingById } from './launch-writing.ts';
import { postById } from './posts.ts';
import { publishingById } from './publishing.ts';
import { rulesById } from './rules.ts';

let server: TestApp;
let foreign: { user: number; superAdmin: number; gone: number };
beforeAll(async () => {
  server = await createTestApp();
  const id = async (account: string) =>
    (await server.db.selectFrom('sys_user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;
  foreign = { user: await id('edit_01'), superAdmin: await id('super'), gone: await id('gone_01') };
  for (const account of ['opt_01', 'lead_a', 'host_01', 'admin', 'super']) await server.signIn(account);
});
afterAll(async () => await server.close());

/** Valid ids without a row. */
const nowhere = [424_242, 9_007_199_254_740_991];
/** Invalid ids. Each call is tried with a third of them by turns, and with all in a deep run. */
const malformed = [0, -1, 1.5, 9_007_199_254_740_992, 1e30, '1', null, [1], { id: 1 }, true];

type Body = (id: unknown) => Record<string, unknown>;
/** Every call that takes the id of a row, with a caller who has access and the rest of the body. */
const byId: Record<string, { by: string; body: Body; takesNull?: true }> = {
  ...authorisingById,
  ...connectionById,
  ...contentById,
  ...evaluationById,
  ...hostingById,
  ...rulesById,
  ...launchReadingById,
  ...launchWritingById,
  ...postById,
  ...publishingById,
  '/sys-users/edit_account': { by: 'admin', body: (id) => ({ id, version: 1, name: 'x' }) },
  '/sys-users/delete_user': { by: 'admin', body: (id) => ({ id }) },
  '/sys-users/reset_passwd': { by: 'admin', body: (id) => ({ currentUserId: id }) },
  '/sys-users/owned': { by: 'admin', body: (id) => ({ id }) },
  '/sys-departments/edit': { by: 'admin', body: (id) => ({ id, sort: 1 }) },
  '/sys-departments/move': { by: 'admin', body: (id) => ({ id, parent_id: 1, sort: 1 }) },
  '/sys-departments/set_leaders': { by: 'admin', body: (id) => ({ id, user_ids: [] }) },
  '/sys-departments/assets': { by: 'admin', body: (id) => ({ id }) },
  '/sys-departments/delete': { by: 'admin', body: (id) => ({ id }) },
  '/sys-roles/detail': { by: 'admin', body: (id) => ({ id }) },
  '/sys-roles/edit': { by: 'admin', body: (id) => ({ id, version: 1, name: 'x' }) },
  '/sys-roles/copy': { by: 'admin', body: (id) => ({ id, name: 'x' }) },
  '/sys-roles/delete': { by: 'admin', body: (id) => ({ id }) },
  '/sys-roles/users': { by: 'admin', body: (id) => ({ id }) },
  '/home-alerts/delete_target': { by: 'opt_01', body: (id) => ({ id }) },
  '/home-alerts/test_target': { by: 'opt_01', body: (id) => ({ id }) },
  '/sys-views/edit': { by: 'opt_01', body: (id) => ({ id, version: 1, query: '' }) },
  '/sys-views/delete': { by: 'opt_01', body: (id) => ({ id }) },
  '/sys-views/set_default': { by: 'opt_01', body: (id) => ({ page: '/index', id }), takesNull: true },
  '/op-batches/detail': { by: 'opt_01', body: (id) => ({ batch_id: id }) },
  '/op-batches/items': { by: 'opt_01', body: (id) => ({ batch_id: id }) },
  '/op-batches/cancel': { by: 'opt_01', body: (id) => ({ batch_id: id }) },
  '/op-batches/retry': { by: 'opt_01', body: (id) => ({ batch_id: id }) },
  '/op-batches/resolve': { by: 'opt_01', body: (id) => ({ item_id: id, outcome: 'not_created' }) },
  '/op-batches/export_items': { by: 'opt_01', body: (id) => ({ batch_id: id, columns: ['seq'], locale: 'en' }) },
  '/analyse-pixel/event_detail': { by: 'admin', body: (id) => ({ id }) },
  '/admin-orders/detail': { by: 'super', body: (id) => ({ id }) },
  '/admin-crons/log': { by: 'super', body: (id) => ({ run_id: id, offset: 0 }) },
};

test('the table contains every call that takes the id of a row', () => {
  const asking = endpoints
    .filter((endpoint) => {
      const required = 'required' in endpoint.request ? (endpoint.request.required as string[]) : [];
      return required.some((field) => ['id', 'currentUserId', 'run_id', 'batch_id', 'item_id'].includes(field));
    })
    .map((endpoint) => endpoint.path)
    .sort();
  expect(Object.keys(byId).sort()).toEqual(asking);
});

/** Checksums of the tables before the calls that follow, which change nothing. */
let unchanged: Record<string, string> | undefined;

const calls = Object.entries(byId).map(([path, call], turn) => ({ path, turn, ...call }));

describe.each(calls)('$path', ({ path, turn, by, body, takesNull }) => {
  beforeAll(async () => {
    await server.signIn(by);
    unchanged ??= await tableSums(server.db);
  });

  const expectRefused = async (id: unknown, refusal: { code: number; reason: string }) => {
    expect(await server.send(path, body(id), { token: await server.signIn(by) })).toMatchObject({ status: 200, ...refusal });
  };

  test.each(nowhere)('of %s is not found', (id) => expectRefused(id, { code: 404, reason: 'NOT_FOUND' }));

  const tried = sampled(malformed, 3, turn % 3).filter((id) => id !== null || !takesNull);
  test.each(tried)('of %j is invalid', (id) => expectRefused(id, { code: 400, reason: 'VALIDATION' }));

  test('changes no table when it refuses', async () => {
    const sums = await tableSums(server.db);
    const before = unchanged;
    unchanged = sums;
    expect(sums).toEqual(before);
  });
});

test('does not find a view of another user', async () => {
  const made = await server.as('edit_01', '/sys-views/create', { page: '/index', name: '自己', shared: 'me', query: '' });
  for (const path of ['/sys-views/edit', '/sys-views/delete', '/sys-views/set_default']) {
    const before = await tableSums(server.db);
    expect(await server.send(path, byId[path]?.body(made.data.id), { token: await server.signIn('opt_01') })).toMatchObject({
      code: 404,
      reason: 'NOT_FOUND',
    });
    expect(await tableSums(server.db)).toEqual(before);
  }
});

test.each(['/sys-users/edit_account', '/sys-users/delete_user', '/sys-users/reset_passwd', '/sys-users/owned'])(
  '%s never reaches super admins or deleted people',
  async (path) => {
    for (const id of [foreign.superAdmin, foreign.gone]) {
      const before = await tableSums(server.db);
      const answer = await server.send(path, byId[path]?.body(id), { token: await server.signIn('admin') });
      expect(answer).toMatchObject({ code: 404, reason: 'NOT_FOUND' });
      expect(await tableSums(server.db)).toEqual(before);
    }
  },
);

test('a password reset gives the same answer for users who exist and users who do not', async () => {
  for (const by of ['opt_01', 'lead_a', 'super', 'noaccess']) {
    const token = await server.signIn(by);
    const answers = [];
    for (const id of [
      foreign.user,
      foreign.superAdmin === 1 && by === 'super' ? foreign.user : foreign.superAdmin,
      foreign.gone,
      ...nowhere,
    ]) {
      if (by === 'super' && id === foreign.superAdmin) continue;
      const { code, reason, message } = await server.send('/sys-users/reset_passwd', { currentUserId: id }, { token });
      answers.push({ code, reason, message });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 403, reason: 'NOT_OWNER' });
  }
});

test("ids in filters match nothing outside the caller's scope", async () => {
  const ids = [foreign.user, ...nowhere];
  for (const id of ids) {
    const filters = [{ department_id: id }, { role_id: id }];
    for (const filter of filters) {
      const { list } = (await server.as('opt_01', '/sys-users/simple_list', filter)).data;
      expect(list.every((user) => user.account === 'opt_01')).toBe(true);
    }
    expect((await server.as('opt_01', '/sys-oplogs/list', { id })).data.list.every((row) => row.account === 'opt_01')).toBe(true);
  }
});
