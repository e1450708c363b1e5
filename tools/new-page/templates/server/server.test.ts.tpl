import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(async () => await server.close());

const create = (name: string, remark: string | null = null) => server.as('{{who}}', '{{api}}/create', { name, remark });
const names = async (request: { keyword?: string; sort?: { field: 'name'; order: 'asc' | 'desc' }[] } = {}) =>
  (await server.as('{{who}}', '{{api}}/list', request)).data.list.map((row) => row.name);
const entries = (id: number) =>
  server.db
    .selectFrom('op_log')
    .select(['action', 'before', 'after'])
    .where('target_type', '=', '{{target}}')
    .where('target_id', '=', id)
    .where('ok', '=', true)
    .orderBy('id')
    .execute();

test('the list filters by name and remark, and sorts', async () => {
  await create('乙', '北方');
  await create('甲');
  expect(await names({ sort: [{ field: 'name', order: 'asc' }] })).toEqual(['甲', '乙']);
  expect(await names({ sort: [{ field: 'name', order: 'desc' }] })).toEqual(['乙', '甲']);
  expect(await names({ keyword: '北' })).toEqual(['乙']);
  expect(await names({ keyword: '%' })).toEqual([]);
});

test('a name is trimmed, and taken only once, also by two at once', async () => {
  const made = await create(' 甲 ', ' ');
  expect(made.data).toMatchObject({ name: '甲', remark: null, version: 1 });
  expect(await create('甲')).toMatchObject({ code: 409, reason: 'DUPLICATE', data: { field: 'name' } });
  expect((await Promise.all([create('同时'), create('同时')])).map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 409]);
});

test('every change leaves one entry with what it changed', async () => {
  const { id } = (await create('甲')).data;
  await server.as('{{who}}', '{{api}}/edit', { id, version: 1, remark: '新' });
  await server.as('{{who}}', '{{api}}/edit', { id, version: 2, remark: '新' });
  await server.as('{{who}}', '{{api}}/delete', { id });
  expect(await entries(id)).toEqual([
    { action: '{{api}}/create', before: null, after: { name: '甲', remark: null } },
    { action: '{{api}}/edit', before: { remark: null }, after: { remark: '新' } },
    { action: '{{api}}/delete', before: { name: '甲', remark: '新' }, after: { deleted: true } },
  ]);
});

test('an edit over another one is a conflict with the newest row', async () => {
  const { id } = (await create('甲')).data;
  await server.as('{{who}}', '{{api}}/edit', { id, version: 1, remark: '一' });
  const late = await server.as('{{who}}', '{{api}}/edit', { id, version: 1, remark: '二' });
  expect(late).toMatchObject({ code: 409, reason: 'VERSION_CONFLICT', data: { latest: { id, version: 2, remark: '一' } } });
});

test('what was deleted is gone, and its name is free again', async () => {
  const { id } = (await create('甲')).data;
  expect((await server.as('{{who}}', '{{api}}/delete', { id })).code).toBe(0);
  expect(await names()).toEqual([]);
  expect((await server.as('{{who}}', '{{api}}/edit', { id, version: 2, remark: '一' })).reason).toBe('NOT_FOUND');
  expect((await server.as('{{who}}', '{{api}}/delete', { id })).reason).toBe('NOT_FOUND');
  expect((await create('甲')).code).toBe(0);
});
