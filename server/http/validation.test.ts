import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { findUnstorable } from './validation.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(async () => await server.close());

const good = {
  account: 'new_one',
  name: '新',
  department_id: 1,
  role_ids: [1],
  is_admin: 0,
  is_leader: 0,
  platform: 'dj',
  timezone: 'UTC',
};
const create = async (change: Record<string, unknown>, language = 'zh-CN') =>
  await server.send('/sys-users/create_account', { ...good, ...change }, { token: await server.signIn('admin'), language });

test.each([
  [{ account: undefined }, 'account', 'required', '请输入account'],
  [{ account: 'A b' }, 'account', 'pattern', 'account格式不正确'],
  [{ name: '' }, 'name', 'minLength', 'name至少 1 个字符'],
  [{ name: '   ' }, 'name', 'blank', 'name不能为空'],
  [{ name: 7 }, 'name', 'type', 'name不是有效的文本'],
  [{ department_id: '1' }, 'department_id', 'type', 'department_id不是有效的整数'],
  [{ department_id: 1.5 }, 'department_id', 'type', 'department_id不是有效的整数'],
  [{ department_id: -1 }, 'department_id', 'minimum', 'department_id不能小于 1'],
  [{ department_id: 9007199254740992 }, 'department_id', 'maximum', 'department_id不能大于 9007199254740991'],
  [{ role_ids: [1, 1] }, 'role_ids', 'uniqueItems', 'role_ids有重复的值'],
  [{ role_ids: [] }, 'role_ids', 'roleNeeded', '请至少选择 1 个角色'],
  [{ role_ids: [1, 99999] }, 'role_ids.1', 'exists', 'role_ids.1不存在或不可用'],
  [{ is_admin: 9 }, 'is_admin', 'enum', 'is_admin不在可选值之内'],
  [{ is_admin: true }, 'is_admin', 'enum', 'is_admin不在可选值之内'],
  [{ platform: 'tv' }, 'platform', 'enum', 'platform不在可选值之内'],
  [{ timezone: 'Mars/Base' }, 'timezone', 'timezone', 'timezone不是有效的时区'],
  [{ remark: 'x'.repeat(201) }, 'remark', 'maxLength', 'remark最多 200 个字符'],
  [{ remark: 5 }, 'remark', 'type', 'remark不是有效的文本'],
  [{ pwd: 'd41d8cd98f00b204e9800998ecf8427e' }, 'pwd', 'commonPassword', '密码过于常见，请换一个'],
  [{ nonsense: 1 }, 'nonsense', 'unknown', '不认识的字段nonsense'],
  [{ idempotency_key: 'x' }, 'idempotency_key', 'format', 'idempotency_key格式不正确'],
  [{ name: 'a\u0000b' }, 'name', 'characters', 'name含有不能保存的字符'],
  [{ name: 'a\ud800' }, 'name', 'characters', 'name含有不能保存的字符'],
])('refuses %j at its field', async (change, field, rule, message) => {
  const answer = await create(change);
  expect(answer).toMatchObject({ status: 200, code: 400, reason: 'VALIDATION', message: '请检查标红的字段' });
  expect(answer.data.errors).toEqual([{ field, rule, message }]);
});

test("names every invalid field in the reader's language", async () => {
  const answer = await create({ account: undefined, platform: 'tv' }, 'en-US');
  expect(answer.message).toBe('Check the marked fields');
  expect(answer.data.errors).toEqual([
    { field: 'account', rule: 'required', message: 'Enter account' },
    { field: 'platform', rule: 'enum', message: 'platform is not one of the allowed values' },
  ]);
});

describe('malformed bodies', () => {
  const post = async (payload: string, contentType = 'application/json') => {
    const token = await server.signIn('admin');
    return await server.app.inject({
      method: 'POST',
      url: '/api/sys-users/simple_list',
      headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
      payload,
    });
  };

  test.each(['{', 'nope', '{"__proto__":{}}', '{"a":1}}'])('treats %s as invalid input, not as a server error', async (payload) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ code: 400, data: { reason: 'VALIDATION', errors: [{ field: 'body', rule: 'json' }] } });
  });

  test.each(['null', '[]', '1', '"x"'])('refuses %s because it is not an object', async (payload) => {
    expect((await post(payload)).json()).toMatchObject({ code: 400, data: { errors: [{ field: 'body', rule: 'type' }] } });
  });

  test('refuses another media type', async () => {
    expect((await post('a=1', 'application/x-www-form-urlencoded')).json()).toMatchObject({
      code: 400,
      data: { errors: [{ rule: 'mediaType' }] },
    });
  });

  test('treats an absent or empty body as an empty object', async () => {
    expect((await post('')).json().code).toBe(0);
    const token = await server.signIn('admin');
    const none = await server.app.inject({
      method: 'POST',
      url: '/api/sys-users/simple_list',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(none.json().code).toBe(0);
  });

  test('answers a body beyond the limit with HTTP 413', async () => {
    const answer = await post(JSON.stringify({ keyword: 'x'.repeat(300_000) }));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 400, data: { reason: 'VALIDATION', errors: [{ rule: 'bodyTooLarge' }] } });
  });

  test('answers an unknown call with HTTP 404 and the envelope', async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/sys-users/nothing', payload: {} });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 404, data: { reason: 'NOT_FOUND' } });
    expect((await server.app.inject({ method: 'GET', url: '/api/login' })).statusCode).toBe(404);
  });
});

test('finds deeply nested values and broken characters anywhere in a body', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i += 1) deep = [deep];
  expect(findUnstorable({ value: deep })).toEqual({ field: 'value', rule: 'tooDeep' });
  expect(findUnstorable({ value: [{ 'a\u0000': 1 }] })).toEqual({ field: 'value.0', rule: 'characters' });
  expect(findUnstorable({ value: ['ok', { a: '😀' }] })).toBeNull();
});
