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

const { create, lastEntries } = peopleFixtures(() => server);

describe('a repeated request', () => {
  const key = '7b1f4a52-3f5c-4d0e-9c0a-1f2e3d4c5b6a';

  test('takes effect once and returns the same answer without the password', async () => {
    const first = await create({ idempotency_key: key });
    const second = await create({ idempotency_key: key });
    expect(first.data.new_passwd).toBeDefined();
    expect(second).toMatchObject({ code: 0, data: { id: first.data.id } });
    expect(second.data.new_passwd).toBeUndefined();
    expect((await lastEntries(5)).length).toBe(1);
  });

  test('takes effect once when ten arrive at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ idempotency_key: key })));
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    expect(answers.map((answer) => answer.code)).toEqual(Array(10).fill(0));
  });

  test('is recognised only for the same user and the same content', async () => {
    await create({ idempotency_key: key });
    const other = await create({ account: 'new_two', idempotency_key: key });
    expect(other.data.errors).toMatchObject([{ field: 'idempotency_key', rule: 'reused' }]);
    const role = await server.as('admin', '/sys-roles/create', { name: '角色', paths: [], actions: [], idempotency_key: key });
    expect(role.data.errors).toMatchObject([{ field: 'idempotency_key', rule: 'reused' }]);
    const saved = await server.as('opt_01', '/sys-prefs/save', { key: 'a', value: 1, idempotency_key: key });
    expect(saved.code).toBe(0);
  });

  test('counts as new after a refusal and after a day', async () => {
    expect((await create({ account: 'opt_01', idempotency_key: key })).reason).toBe('ACCOUNT_TAKEN');
    expect((await create({ idempotency_key: key })).code).toBe(0);
    server.clock.forward({ hours: 11 });
    await server.as('admin', '/sys-menus/list', {});
    server.clock.forward({ hours: 11 });
    await server.as('admin', '/sys-menus/list', {});
    server.clock.forward({ hours: 3 });
    expect((await create({ account: 'new_two', idempotency_key: key })).code).toBe(0);
  });
});
