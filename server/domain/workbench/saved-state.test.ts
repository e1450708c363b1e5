import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { peopleFixtures } from '#tests/support/people.ts';

let server: TestApp;
let rewind: () => Promise<void>;
beforeAll(async () => {
  server = await createTestApp();
  rewind = await server.remember();
});
afterEach(async () => await rewind());
afterAll(async () => await server.close());
const { idOf } = peopleFixtures(() => server);

const windowOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const save = (by: string, n: number, state: Record<string, unknown>) =>
  server.as(by, '/sys-workspaces/save', { window: windowOf(n), state });
const open = async (by: string, n: number) => (await server.as(by, '/sys-workspaces/get', { window: windowOf(n) })).data;

describe('a workspace', () => {
  test('is restored in its window, and a new window gets the newest one of the user', async () => {
    expect(await open('opt_01', 1)).toEqual({ state: null, saved_at: null });
    const saved = await save('opt_01', 1, { tabs: [{ path: '/index', deep: [null, 1.5, '名'] }] });
    expect(saved.data).toEqual({ saved_at: server.clock.now().toISOString() });
    server.clock.forward({ minutes: 1 });
    await save('opt_01', 2, { tabs: ['two'] });
    expect(await open('opt_01', 1)).toEqual({
      state: { tabs: [{ path: '/index', deep: [null, 1.5, '名'] }] },
      saved_at: '2026-11-20T08:00:00.000Z',
    });
    expect((await open('opt_01', 3)).state).toEqual({ tabs: ['two'] });
    server.clock.forward({ minutes: 1 });
    await save('opt_01', 1, { tabs: [] });
    expect((await open('opt_01', 3)).state).toEqual({ tabs: [] });
  });

  test('is private even with the same window id', async () => {
    await save('opt_01', 1, { of: 'opt_01' });
    expect(await open('admin', 1)).toEqual({ state: null, saved_at: null });
    await save('admin', 1, { of: 'admin' });
    expect((await open('opt_01', 1)).state).toEqual({ of: 'opt_01' });
  });

  test('is stored for the 20 most recently saved windows', async () => {
    await save('opt_02', 99, { of: 'opt_02' });
    for (let n = 1; n <= 22; n += 1) {
      server.clock.forward({ minutes: 1 });
      await save('opt_01', n, { n });
    }
    const left = await sql<{ n: number }>`
      select (state->>'n')::int as n from workspace where user_id = ${await idOf('opt_01')} order by saved_at`.execute(server.db);
    expect(left.rows.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, at) => at + 3));
    expect((await open('opt_02', 99)).state).toEqual({ of: 'opt_02' });
  });

  test('can be saved by many windows at once', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, (_, n) => save('opt_01', n, { n })));
    expect(all.map(({ code }) => code)).toEqual(Array.from({ length: 40 }, () => 0));
    server.clock.forward({ minutes: 1 });
    await save('opt_01', 50, {});
    expect(await server.db.selectFrom('workspace').select('window_id').execute()).toHaveLength(20);
  });

  test('is refused at its field above 512 KiB and stored up to there', async () => {
    const refused = await save('opt_01', 1, { text: '字'.repeat(180_000) });
    expect(refused).toMatchObject({ code: 400, reason: 'VALIDATION', data: { errors: [{ field: 'state', rule: 'tooLarge' }] } });
    expect(await open('opt_01', 1)).toEqual({ state: null, saved_at: null });
    expect((await save('opt_01', 1, { text: '字'.repeat(170_000) })).code).toBe(0);
  });

  test.each([{ window: 'one', state: {} }, { window: windowOf(1), state: [] }, { window: windowOf(1) }, { state: {} }])(
    '%j is invalid',
    async (body) => {
      const answer = await server.send('/sys-workspaces/save', body, { token: await server.signIn('opt_01') });
      expect(answer).toMatchObject({ code: 400, reason: 'VALIDATION' });
    },
  );

  test('contains no secrets', async () => {
    await save('opt_01', 1, { form: { values: { account: 'ada', pwd: 'canary-1', password: 'canary-2' } } });
    expect((await open('opt_01', 1)).state).toEqual({ form: { values: { account: 'ada' } } });
  });
});

const saveDraft = (by: string, draft: { form?: string; subject_id?: number; version?: number; values: Record<string, unknown> }) =>
  server.as(by, '/sys-drafts/save', { form: 'accountForm', ...draft });
const draftOf = async (by: string, place: { form?: string; subject_id?: number } = {}) =>
  (await server.as(by, '/sys-drafts/get', { form: 'accountForm', ...place })).data.draft;

describe('a draft', () => {
  test('is stored by user, form and subject, with the newest replacing earlier ones', async () => {
    expect(await draftOf('opt_01')).toBeNull();
    const saved = await saveDraft('opt_01', { values: { name: '新' } });
    expect(saved.data).toEqual({ saved_at: server.clock.now().toISOString() });
    await saveDraft('opt_01', { subject_id: 7, version: 3, values: { name: '七' } });
    await saveDraft('opt_01', { form: 'roleForm', values: { name: '角色' } });
    await saveDraft('opt_02', { values: { name: '别人' } });
    server.clock.forward({ minutes: 5 });
    await saveDraft('opt_01', { values: { name: '更新' } });

    expect(await draftOf('opt_01')).toEqual({ values: { name: '更新' }, version: null, saved_at: '2026-11-20T08:05:00.000Z' });
    expect(await draftOf('opt_01', { subject_id: 7 })).toEqual({
      values: { name: '七' },
      version: 3,
      saved_at: '2026-11-20T08:00:00.000Z',
    });
    expect(await draftOf('opt_01', { subject_id: 8 })).toBeNull();
    expect(await draftOf('opt_01', { form: 'roleForm' })).toMatchObject({ values: { name: '角色' } });
    expect(await draftOf('opt_02')).toMatchObject({ values: { name: '别人' } });
    expect(await server.db.selectFrom('draft').select('id').execute()).toHaveLength(4);
  });

  test('is deleted alone, and deleting a missing one succeeds', async () => {
    await saveDraft('opt_01', { values: {} });
    await saveDraft('opt_01', { subject_id: 7, values: {} });
    await saveDraft('opt_02', { values: {} });
    for (let time = 0; time < 2; time += 1) {
      expect(await server.as('opt_01', '/sys-drafts/delete', { form: 'accountForm' })).toMatchObject({ code: 0, data: {} });
    }
    expect(await draftOf('opt_01')).toBeNull();
    expect(await draftOf('opt_01', { subject_id: 7 })).not.toBeNull();
    expect(await draftOf('opt_02')).not.toBeNull();
  });

  test('expires after 30 days', async () => {
    await saveDraft('opt_01', { values: { name: '旧' } });
    const age = (ms: number) =>
      server.db
        .updateTable('draft')
        .set({ saved_at: new Date(server.clock.now().getTime() - ms) })
        .execute();
    const days = 30 * 86_400_000;
    await age(days);
    expect(await draftOf('opt_01')).toMatchObject({ values: { name: '旧' } });
    await age(days + 1);
    expect(await draftOf('opt_01')).toBeNull();
  });

  test('is stored for the 200 most recently saved forms of a user', async () => {
    await saveDraft('opt_02', { values: {} });
    await sql`
      insert into draft (user_id, form, subject_id, values, saved_at)
      select ${await idOf('opt_01')}::bigint, 'accountForm', n, '{}', ${server.clock.now()}::timestamptz - n * interval '1 minute'
      from generate_series(1, 205) n`.execute(server.db);
    await saveDraft('opt_01', { values: { name: '新' } });
    expect(await draftOf('opt_01')).toMatchObject({ values: { name: '新' } });
    expect([await draftOf('opt_01', { subject_id: 199 }), await draftOf('opt_01', { subject_id: 200 })]).toMatchObject([{}, null]);
    expect(await server.db.selectFrom('draft').select('id').execute()).toHaveLength(201);
  });

  test('is refused at its field above 64 KiB, and the earlier one stays', async () => {
    await saveDraft('opt_01', { values: { name: '前' } });
    const refused = await saveDraft('opt_01', { values: { name: '字'.repeat(22_000) } });
    expect(refused).toMatchObject({ code: 400, data: { errors: [{ field: 'values', rule: 'tooLarge' }] } });
    expect(await draftOf('opt_01')).toMatchObject({ values: { name: '前' } });
    expect((await saveDraft('opt_01', { values: { name: '字'.repeat(21_000) } })).code).toBe(0);
  });

  test.each([
    ['a blank form', { form: ' ', values: {} }],
    ['a long form', { form: 'x'.repeat(61), values: {} }],
    ['no subject of that number', { form: 'a', subject_id: 0, values: {} }],
    ['null for a subject', { form: 'a', subject_id: null, values: {} }],
    ['no values', { form: 'a', values: null }],
  ])('with %s is invalid', async (_, body) => {
    const answer = await server.send('/sys-drafts/save', body, { token: await server.signIn('opt_01') });
    expect(answer).toMatchObject({ code: 400, reason: 'VALIDATION' });
  });

  test('contains no secrets', async () => {
    await saveDraft('opt_01', { values: { account: 'ada', pwd: 'canary-1', more: [{ api_token: 'canary-2' }] } });
    expect((await draftOf('opt_01'))?.values).toEqual({ account: 'ada', more: [{}] });
  });
});

test('workspaces and drafts are not in the operation log', async () => {
  const count = async () => (await server.db.selectFrom('op_log').select('id').where('action', '<>', '/login').execute()).length;
  await server.signIn('opt_01');
  const before = await count();
  await save('opt_01', 1, {});
  await saveDraft('opt_01', { values: {} });
  await server.as('opt_01', '/sys-drafts/delete', { form: 'accountForm' });
  expect(await count()).toBe(before);
});

test('deleting a user removes their workspaces and drafts only', async () => {
  for (const by of ['opt_01', 'opt_02']) {
    await save(by, 1, {});
    await saveDraft(by, { values: {} });
  }
  expect((await server.as('admin', '/sys-users/delete_user', { id: await idOf('opt_01') })).code).toBe(0);
  const kept = await idOf('opt_02');
  expect(await server.db.selectFrom('workspace').select('user_id').execute()).toEqual([{ user_id: kept }]);
  expect(await server.db.selectFrom('draft').select('user_id').execute()).toEqual([{ user_id: kept }]);
});
