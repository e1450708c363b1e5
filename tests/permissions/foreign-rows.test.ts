import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiPath, endpoints } from '#contracts/endpoints/index.ts';
import { roleActions } from '#contracts/vocabulary/roles.ts';
import { type Answer, createTestApp, type TestApp } from '#tests/support/app.ts';
import { tableSums } from '#tests/support/table-sums.ts';
import { bodies } from './bodies.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';

/** What a refused call may write: the log of operations, and batches whose every item failed. */
const LOGS = ['op_log', 'batch', 'batch_item', 'alert'];

/** Calls whose body names no row that belongs to somebody, and those about rows of everybody. Written by hand from the rules. */
const ofEverybody: readonly string[] = [
  '/material-dramas/',
  '/material-products/detail',
  '/material-products/edit',
  '/material-products/set_status',
  '/material-products/delete',
  '/analyse-evaluate/detail',
  '/analyse-evaluate/defaults',
  '/analyse-evaluate/edit',
  '/analyse-evaluate/score',
  '/analyse-evaluate/trend',
  // A view that its owner shared with everybody; drafts and the workspace are the caller's own.
  '/sys-views/set_default',
  '/sys-drafts/',
  '/sys-workspaces/',
  // Their bodies name ids without a row, or none.
  '/ad-schemes/create',
  '/operation-rules/create',
  '/analyse-effect/cohort',
  '/analyse-video/curve',
  '/analyse-video/fatigue',
  '/ad-entities/batch_copy',
  // The network is asked about the token before the owner is looked up.
  '/auth-personages/token_add',
  '/operation-auths/token_add',
];

/** Refused for another reason, which holds for any row that the caller does not own. */
const otherReasons: Partial<Record<ApiPath, string>> = {
  '/sys-views/edit': 'NOT_OWNER',
  '/sys-views/delete': 'NOT_OWNER',
  '/material-files/unblock': 'NOT_OWNER',
  '/ad-entities/batch_transfer': 'NO_ACTION',
  '/analyse-evaluate/decide': 'NO_ACTION',
};

let server: TestApp;
let fixtures: Fixtures;
let token: string;
let before: Record<string, string>;

/** A member of staff with every page and action, alone in a department, who owns nothing. */
async function createStranger(): Promise<string> {
  const menu = await server.db.selectFrom('sys_menu').select('path').where('group_key', '=', 'base').where('hide', '=', false).execute();
  const paths = menu.map(({ path }) => path).filter((path) => path.lastIndexOf('/') > 0 && !path.startsWith('/sys/'));
  const role = await server.as('admin', '/sys-roles/create', {
    name: 'every page',
    paths: ['/index', ...paths],
    actions: [...roleActions],
  });
  const department = await server.as('admin', '/sys-departments/create', { name: 'apart', parent_id: 1, sort: 50 });
  const user = server.db.selectFrom('sys_user').select(['id', 'version']).where('account', '=', 'opt_09');
  const moved = { department_id: department.data.id, role_ids: [role.data.id] };
  const edited = await server.as('admin', '/sys-users/edit_account', { ...(await user.executeTakeFirstOrThrow()), ...moved });
  expect(edited.code).toBe(0);
  return await server.signIn('opt_09');
}

beforeAll(async () => {
  server = await createTestApp();
  fixtures = await createFixtures(server);
  token = await createStranger();
  before = await tableSums(server.db, LOGS);
});
afterAll(() => server.close());

/** Calls of the staff. Those of administrators alone are refused by their page, which the permission matrix shows. */
const ofStaff = endpoints
  .filter(({ access }) => (typeof access === 'string' ? access === 'signedIn' : access.pages.some((page) => !page.startsWith('/sys/'))))
  .map(({ path }) => path as ApiPath)
  .filter((path) => !ofEverybody.some((start) => path.startsWith(start)));

const namesRows = (body: unknown): boolean => /"(\w+_)?(ids?|state)":/.test(JSON.stringify(body) ?? '');

/** The reasons of all items of a batch. */
const itemReasons = async (batch: number) => {
  const items = await server.db.selectFrom('batch_item').select('reason').where('batch_id', '=', batch).execute();
  return items.map(({ reason }) => reason);
};

/** How a call went: the reasons of its items, of its rows, or its own. */
async function tell(answer: Answer): Promise<string> {
  const { batch_id, list, errors } = answer.data as { batch_id?: number; list?: { refused?: string }[]; errors?: { rule: string }[] };
  if (answer.code === 0) {
    const reasons = batch_id === undefined ? (list ?? []).map(({ refused }) => refused ?? 'ok') : await itemReasons(batch_id);
    return [...new Set(reasons.length === 0 ? ['ok'] : reasons)].join();
  }
  return answer.reason === 'VALIDATION' && errors?.every(({ rule }) => rule === 'exists') ? 'NOT_FOUND' : `${answer.reason}`;
}

test('somebody with every page and action, who owns nothing, reaches no row of others and changes none', async () => {
  const told: Record<string, string> = {};
  for (const path of ofStaff) {
    const body = bodies[path](fixtures);
    if (namesRows(body)) told[path] = await tell(await server.send(path, body, { token }));
  }
  expect(Object.keys(told).length).toBeGreaterThan(100);
  const unlike = Object.entries(told).filter(([path, reason]) => reason !== (otherReasons[path as ApiPath] ?? 'NOT_FOUND'));
  expect(unlike).toEqual([]);
  expect(await tableSums(server.db, LOGS)).toEqual(before);
});

test('an administrator reaches the rows that the same bodies name', async () => {
  const paths = ['/ad-entities/detail', '/ad-schemes/detail', '/auth-sites/detail', '/material-files/detail'] as const;
  for (const path of paths) {
    expect([path, (await server.send(path, bodies[path](fixtures), { token: fixtures.tokens.admin })).code]).toEqual([path, 0]);
  }
});
