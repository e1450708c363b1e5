import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#server/domain/call.ts';
import { routes } from '#src/app/page-registry.ts';
import { createTestApp, DEMO_PASSWORD, md5, type TestApp } from '#tests/support/app.ts';
import { buildApp } from './build-app.ts';
import { calls } from './calls.ts';

const lines: string[] = [];
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ logger: { stream: { write: (line) => void lines.push(line) } } });
});
afterAll(async () => await server.close());

test('a user signs in and reads their profile and pages', async () => {
  const answer = await server.as('opt_01', '/sys-users/get_user_info', {});
  expect(answer).toMatchObject({ status: 200, code: 0, message: '成功' });
  expect(answer.data).toMatchObject({
    account: 'opt_01',
    is_admin: 0,
    is_leader: 0,
    paths: [
      '/index',
      '/advertising/post',
      '/advertising/publish',
      '/advertising/start',
      '/advertising/video',
      '/advertising/upload-ec',
      '/advertising/user',
      '/advertising/account',
      '/advertising/campaign',
      '/advertising/group',
      '/advertising/copy-log',
      '/advertising/close-log',
      '/advertising/remove-log',
      '/analyse/effect',
      '/analyse/material',
      '/analyse/evaluate',
      '/analyse/scheme-user',
      '/analyse/scheme-list',
      '/analyse/landing',
      '/analyse/pixel',
      '/analyse/pixel-list',
      '/analyse/video',
      '/auth/pixel',
      '/auth/homepage',
      '/auth/account',
    ],
    department_name: '英语组',
    role_names: ['优化师'],
    timezone: 'Asia/Shanghai',
  });
  const paths = async (account: string) => (await server.as(account, '/sys-users/get_user_info', {})).data.paths;
  // The same pages in the same order as in the console.
  expect(await paths('admin')).toEqual(routes.base);
  expect(await paths('super')).toEqual(routes.admin);
  expect(await paths('noaccess')).toEqual([]);
});

describe('security headers', () => {
  const expected = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };

  test('are sent with every API route, error and download', async () => {
    const token = await server.signIn('admin');
    const authorization = `Bearer ${token}`;
    const post = (url: string, payload: string | object, headers = {}) => server.app.inject({ method: 'POST', url, payload, headers });
    const answers = [
      ...(await Promise.all(calls.map((call) => server.app.inject({ method: call.endpoint.method, url: `/api${call.endpoint.path}` })))),
      await post('/api/sys-menus/list', {}, { authorization }),
      await post('/api/sys-roles/export', { columns: ['name'], locale: 'en' }, { authorization }),
      await post('/api/sys-menus/list', '{', { authorization, 'content-type': 'application/json' }),
      await post('/api/sys-menus/list', { x: 'x'.repeat(300_000) }, { authorization }),
      await post('/api/nowhere', {}),
      await server.app.inject({ method: 'GET', url: '/api' }),
      await server.app.inject({ method: 'GET', url: '/api/%' }),
      await server.app.inject({ method: 'OPTIONS', url: '/api/login', headers: { origin: 'https://evil.example' } }),
    ];
    expect(answers.length).toBeGreaterThan(45);
    for (const answer of answers) {
      expect(answer.headers).toMatchObject({ ...expected, 'cache-control': 'no-store' });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      for (const name of ['x-powered-by', 'server', 'strict-transport-security', 'access-control-allow-origin']) {
        expect(answer.headers).not.toHaveProperty(name);
      }
    }
  });

  test('are sent with everything outside the API', async () => {
    for (const url of ['/healthz', '/readyz', '/', '/nowhere.js', '/%']) {
      expect((await server.app.inject({ method: 'GET', url })).headers).toMatchObject(expected);
    }
  });

  test('include HSTS behind TLS only', async () => {
    const tls = await createTestApp({ config: { behindTls: true } });
    const { headers } = await tls.app.inject({ method: 'GET', url: '/healthz' });
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    await tls.close();
  });
});

test('an error carries the trace id of the log and the header', async () => {
  const answer = await server.send('/sys-menus/list', {}, { language: 'en-US' });
  expect(answer).toMatchObject({ code: 401, reason: 'NO_TOKEN', message: 'You are not logged in. Please log in.' });
  expect(answer.headers['x-request-id']).toBe(answer.data.trace_id);
  expect(lines.some((line) => line.includes(String(answer.data.trace_id)))).toBe(true);
});

test("the server makes its own request id and ignores the client's", async () => {
  const answer = await server.send('/sys-menus/list', {}, { headers: { 'x-request-id': 'evil', 'request-id': 'evil' } });
  expect(answer.data.trace_id).not.toBe('evil');
});

describe('an unexpected error', () => {
  const broken = calls.map((call): Call => {
    if (call.endpoint.path === '/sys-menus/list') {
      return { ...call, handle: async () => Promise.reject(new Error('select secret from table_of_ours')) };
    }
    if (call.endpoint.path === '/sys-departments/edit') {
      return {
        ...call,
        handle: async ({ db }) => {
          await db.updateTable('sys_department').set({ name: 'unaudited' }).execute();
          return {};
        },
      };
    }
    return call;
  });

  test('is answered with a trace id and no details', async () => {
    const faulty = await createTestApp({ calls: broken });
    const answer = await faulty.as('admin', '/sys-menus/list', {});
    expect(answer).toMatchObject({ status: 200, code: -2, reason: 'INTERNAL' });
    expect(answer.message).toBe(`系统错误，编号 ${answer.data.trace_id}`);
    expect(Object.keys(answer.data).sort()).toEqual(['reason', 'trace_id']);
    await faulty.close();
  });

  test('is raised and rolled back when a write leaves no audit entry', async () => {
    const faulty = await createTestApp({ calls: broken });
    expect(await faulty.as('admin', '/sys-departments/edit', { id: 1, sort: 1 })).toMatchObject({ code: -2 });
    const names = await faulty.db.selectFrom('sys_department').select('name').execute();
    expect(names.map((row) => row.name)).not.toContain('unaudited');
    await faulty.close();
  });

  test('is answered while the database is away: neither signed out nor allowed', async () => {
    const faulty = await createTestApp();
    const token = await faulty.signIn('admin');
    await faulty.db.schema.alterTable('sys_session').renameTo('sys_session_gone').execute();
    expect(await faulty.send('/sys-menus/list', {}, { token })).toMatchObject({ status: 200, code: -2, reason: 'INTERNAL' });
    expect(await faulty.send('/login', { account: 'admin', pwd: md5(DEMO_PASSWORD) })).toMatchObject({ status: 200, code: -2 });
    await faulty.close();
  });
});

describe('rate limits', () => {
  test('stop one user without affecting others, and end after a second', async () => {
    const strict = await createTestApp({ config: { limits: { callsPerSecond: 30 } } });
    await strict.signIn('opt_01');
    const answers = await Promise.all(Array.from({ length: 80 }, () => strict.as('opt_01', '/sys-menus/list', {})));
    const refused = answers.filter((answer) => answer.code !== 0);
    // All calls fall within one second or, on a slow machine, two.
    expect(refused.length).toBeGreaterThanOrEqual(20);
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 200, code: 429, reason: 'TOO_MANY_REQUESTS', message: '操作过于频繁' });
    expect((await strict.as('opt_02', '/sys-menus/list', {})).code).toBe(0);
    await strict.close();
  });

  test('come from the settings table', async () => {
    await server.db.updateTable('setting').set({ value: '1' }).where('key', '=', 'LOGIN_FAILS').execute();
    const app = await buildApp({ db: server.db, clock: server.clock });
    const enter = async () =>
      (await app.inject({ method: 'POST', url: '/api/login', payload: { account: 'nobody', pwd: md5('x') } })).json().data.reason;
    expect([await enter(), await enter()]).toEqual(['LOGIN_BAD', 'LOGIN_LOCKED']);
    await app.close();
  });
});

describe('the client address', () => {
  const logged = async (given: TestApp) =>
    (await given.db.selectFrom('op_log').select('ip').where('action', '=', '/login').orderBy('id', 'desc').limit(1).executeTakeFirst())?.ip;
  const enter = (given: TestApp) =>
    given.send('/login', { account: 'opt_01', pwd: md5(DEMO_PASSWORD) }, { from: '10.9.9.9', headers: { 'x-forwarded-for': '1.2.3.4' } });

  test("is the peer's address, regardless of headers", async () => {
    await enter(server);
    expect(await logged(server)).toBe('10.9.9.9');
  });

  test('is taken from the header of a trusted proxy', async () => {
    const behind = await createTestApp({ config: { trustProxy: ['10.9.9.0/24'] } });
    await enter(behind);
    expect(await logged(behind)).toBe('1.2.3.4');
    await behind.close();
  });

  test.each([
    ['1.2.3.4:5678', '1.2.3.4'],
    ['6.6.6.6, 1.2.3.4:5678, 10.9.9.8:443', '1.2.3.4'],
    ['[2001:db8::7]:5678', '2001:db8::7'],
    ['unknown', '10.9.9.9'],
  ])('is read from %j', async (forwarded, expected) => {
    const behind = await createTestApp({ config: { trustProxy: ['10.9.9.0/24'] } });
    try {
      const answer = await behind.send(
        '/login',
        { account: 'opt_01', pwd: md5(DEMO_PASSWORD) },
        { from: '10.9.9.9', headers: { 'x-forwarded-for': forwarded } },
      );
      expect(answer.code).toBe(0);
      expect(await logged(behind)).toBe(expected);
    } finally {
      await behind.close();
    }
  });
});

test('healthz reports that the process is alive, readyz that the database is', async () => {
  expect((await server.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await server.app.inject('/readyz')).json()).toEqual({ status: 'ok', database: true, migrated: true });
});

test('readyz fails when the disk is full, and a failed write says so', async () => {
  const { outside, db } = server;
  const full = { ...outside, files: { ...outside.files, uploads: { ...outside.files.uploads, hasRoom: async () => false } } };
  const diskFull = Object.assign(new Error('could not extend file "base/5/16384": No space left on device'), { code: '53100' });
  const app = await buildApp({ db, outside: full, extend: (made) => made.post('/api/full', () => Promise.reject(diskFull)) });
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'unavailable', database: true, storage: false }]);
  const answer = (await app.inject({ method: 'POST', url: '/api/full' })).json();
  expect(answer).toMatchObject({ code: -2, message: '服务器磁盘空间已满，未保存任何更改，请联系管理员' });
  await app.close();
});

describe('a raw socket', () => {
  test('that sends no HTTP gets a bare answer and is closed', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const address = server.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(answer).toMatch(/\r\n\r\n$/);
  });

  test("no timeout of the server is longer than the client's", () => {
    const { requestTimeout, timeout, keepAliveTimeout, headersTimeout } = server.app.server;
    for (const limit of [requestTimeout, timeout, keepAliveTimeout, headersTimeout]) {
      expect(limit).toBeGreaterThan(0);
      expect(limit).toBeLessThan(600_000);
    }
  });
});

test('log lines are structured and contain no bodies, queries or tokens', async () => {
  await server.app.inject({
    method: 'POST',
    url: '/api/login?pwd=canary-in-query',
    payload: { account: 'canary-account', pwd: md5('canary') },
  });
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(parsed.length).toBeGreaterThan(10);
  const completed = parsed.find((line) => line.res !== undefined);
  expect(completed).toMatchObject({ trace_id: expect.any(String), res: { status: expect.any(Number) } });
  expect(lines.join()).not.toContain('canary');
});

test('a stop finishes running requests and refuses new ones', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = () => {};
  const begins = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const slow = calls.map((call): Call => {
    if (call.endpoint.path !== '/sys-dicts/list') return call;
    return {
      ...call,
      handle: async () => {
        begun();
        await held;
        return {};
      },
    };
  });
  const stopping = await createTestApp({ calls: slow });
  const address = await stopping.app.listen({ port: 0, host: '127.0.0.1' });
  const token = await stopping.signIn('opt_01');
  const request = () =>
    fetch(`${address}/api/sys-dicts/list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"names":["timezones"]}',
    });
  const underWay = request();
  await begins;
  const closed = stopping.app.close();
  const late = await request().then(
    (answer) => answer.status,
    () => 'refused',
  );
  expect([503, 'refused']).toContain(late);
  release();
  expect((await underWay).status).toBe(200);
  await closed;
  await stopping.close();
});
