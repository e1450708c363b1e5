import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClock } from '#tests/support/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { sandboxWorld } from './world.ts';

const settings = { seed: 'routes', speed: 1, faults: false };
const clock = new TestClock();
const { persons } = sandboxWorld(settings.seed);
const [lin] = persons;
let database: TestDatabase;
let sandbox: Sandbox;
let app: FastifyInstance;

async function appOf(control: boolean, tokens = true): Promise<FastifyInstance> {
  const made = fastify();
  sandbox = createSandbox({ db: database.db, clock, ...settings, control, tokens });
  sandbox.mount(made);
  await made.ready();
  return made;
}

beforeAll(async () => {
  database = await createTestDatabase();
  app = await appOf(true);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const page = (address: string, language = 'zh-CN') => app.inject({ url: address, headers: { 'accept-language': language } });
const answer = (fields: readonly (readonly [string, string])[], at = '/api/sandbox-auth') =>
  app.inject({
    method: 'POST',
    url: at,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  });

it('the page lists every person with their assets, in both languages and without a script', async () => {
  const chinese = await page(sandbox.platform.authUrl('abc'));
  expect(chinese.statusCode).toBe(200);
  expect(chinese.headers['content-type']).toContain('text/html');
  expect(chinese.body).toContain('<html lang="zh-CN">');
  for (const { name, id } of persons) {
    expect(chinese.body).toContain(name);
    expect(chinese.body).toContain(id);
  }
  expect(chinese.body).toContain('星河-美国-短剧-01');
  expect(chinese.body).toContain('value="ads_management" checked');
  expect(chinese.body).not.toMatch(/<script|javascript:|\son\w+=/i);
  expect((await page('/api/sandbox-auth?state=abc', 'en-GB')).body).toContain('<html lang="en">');
  expect((await page('/api/sandbox-auth?state=abc&lang=en')).body).toContain('Authorise');
});

it('the page offers no choice without a valid state', async () => {
  for (const state of ['', '%3Cb%3E', 'x'.repeat(201)]) {
    const shown = await page(`/api/sandbox-auth?state=${state}`);
    expect(shown.statusCode).toBe(400);
    expect(shown.body).not.toContain('<form');
    expect(shown.body).not.toContain('<b>');
  }
});

it('an agreeing person is sent back with a code for the ticked permissions', async () => {
  const sent = await answer([
    ['state', 'abc'],
    ['person', lin?.id ?? ''],
    ['scope', 'ads_read'],
    ['scope', 'ads_management'],
    ['scope', 'everything'],
    ['answer', 'grant'],
  ]);
  expect(sent.statusCode).toBe(303);
  const back = new URL(String(sent.headers['location']), 'https://console.test');
  expect(back.pathname).toBe('/api/auth-callback/meta');
  expect(back.searchParams.get('state')).toBe('abc');
  const info = await sandbox.platform.exchange(back.searchParams.get('code') ?? '');
  expect(info).toMatchObject({ user_id: lin?.id, name: lin?.name, scopes: ['ads_management', 'ads_read'] });
});

it('a token for the ticked permissions is shown as text in an answer that is not cached', async () => {
  expect((await page('/api/sandbox-auth?state=abc')).body).toContain('href="/api/sandbox-auth/token?lang=zh"');
  const form = await page('/api/sandbox-auth/token?lang=en');
  expect(form.statusCode).toBe(200);
  for (const { name } of persons) expect(form.body).toContain(name);
  expect(form.body).not.toMatch(/<script|javascript:|\son\w+=/i);
  const tokenOf = async () => {
    const given = await answer(
      [
        ['person', lin?.id ?? ''],
        ['scope', 'ads_read'],
        ['scope', 'everything'],
      ],
      '/api/sandbox-auth/token',
    );
    expect(given.statusCode).toBe(200);
    expect(given.headers['cache-control']).toBe('no-store');
    return /<output><code>([^<]+)<\/code>/.exec(given.body)?.[1] ?? '';
  };
  const [first, second] = [await tokenOf(), await tokenOf()];
  expect(first).not.toBe(second);
  for (const token of [first, second])
    expect(await sandbox.platform.inspect(token)).toMatchObject({ user_id: lin?.id, valid: true, scopes: ['ads_read'] });
});

it('an address that sends too many answers is limited and writes no more', async () => {
  const codes = async () => (await sql<{ n: number }>`select count(*) as n from sbx_code`.execute(database.db)).rows[0]?.n ?? 0;
  const limited = fastify();
  await limited.register(rateLimit, { global: false });
  sandbox.mount(limited);
  await limited.ready();
  const before = await codes();
  const fields = new URLSearchParams({ state: 'abc', person: lin?.id ?? '', scope: 'ads_read', answer: 'grant' }).toString();
  const statuses: number[] = [];
  for (let count = 0; count < 70; count += 1) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    statuses.push((await limited.inject({ method: 'POST', url: '/api/sandbox-auth', headers, payload: fields })).statusCode);
  }
  expect(statuses.filter((status) => status === 303)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(await codes()).toBe(before + 60);
  await limited.close();
});

it('no token is given without a person or where tokens are off', async () => {
  const nobody = await answer([['person', '1']], '/api/sandbox-auth/token?lang=en');
  expect(nobody.statusCode).toBe(400);
  expect(nobody.body).toContain('Choose a person.');
  expect(nobody.body).not.toContain('<output>');
  const strict = await appOf(false, false);
  try {
    expect((await strict.inject({ url: '/api/sandbox-auth/token' })).statusCode).toBe(404);
    expect((await strict.inject({ method: 'POST', url: '/api/sandbox-auth/token' })).statusCode).toBe(404);
    expect((await strict.inject({ url: '/api/sandbox-auth?state=abc' })).body).not.toContain('sandbox-auth/token');
  } finally {
    await strict.close();
  }
});

it('a code is valid for ten minutes', async () => {
  const fields = [
    ['state', 'abc'],
    ['person', lin?.id ?? ''],
    ['answer', 'grant'],
  ] as const;
  const codeOf = async () =>
    new URL(String((await answer(fields)).headers['location']), 'https://console.test').searchParams.get('code') ?? '';
  const [inTime, late] = [await codeOf(), await codeOf()];
  expect(inTime).not.toBe(late);
  clock.forward({ minutes: 9 });
  await sandbox.platform.exchange(inTime);
  clock.forward({ minutes: 1 });
  await expect(sandbox.platform.exchange(late)).rejects.toMatchObject({ kind: 'rejected', code: 100 });
});

it('a refusing person is sent back without a code, and a form without a person is shown again', async () => {
  const denied = await answer([
    ['state', 'abc'],
    ['answer', 'deny'],
  ]);
  expect(denied.headers['location']).toBe('/api/auth-callback/meta?state=abc&error=access_denied');
  const nobody = await answer(
    [
      ['state', 'abc'],
      ['person', '1'],
      ['answer', 'grant'],
    ],
    '/api/sandbox-auth?lang=en',
  );
  expect(nobody.statusCode).toBe(400);
  expect(nobody.body).toContain('Choose a person.');
  expect((await answer([['answer', 'grant']])).statusCode).toBe(400);
});

const move = (what: 'advance' | 'set', body: object, more: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
  app.inject({ method: 'POST', url: `/api/sandbox-clock/${what}`, payload: body, ...more });

it('the clock moves forward only, and only from this computer', async () => {
  const first = (await move('advance', { minutes: 0 })).json();
  expect(first).toMatchObject({ code: 0, data: { now: clock.now().toISOString() } });
  const then = new Date(clock.now().getTime() + 90 * 60_000).toISOString();
  expect((await move('advance', { minutes: 90 })).json()).toMatchObject({ code: 0, data: { now: then } });
  expect((await move('set', { now: then })).json()).toMatchObject({ code: 0, data: { now: then } });
  expect((await move('set', { now: clock.now().toISOString() })).json()).toMatchObject({ code: 400 });
  clock.forward({ minutes: 10 });
  const on = new Date(Date.parse(then) + 10 * 60_000).toISOString();
  expect((await move('advance', { minutes: 0 })).json()).toMatchObject({ data: { now: on } });
  for (const wrong of [{}, { minutes: -1 }, { minutes: '5' }]) expect((await move('advance', wrong)).json()).toMatchObject({ code: 400 });
  for (const wrong of [{}, { now: 'tomorrow' }, { now: '2026-13-40T00:00:00Z' }])
    expect((await move('set', wrong)).json()).toMatchObject({ code: 400 });
  const others: { headers?: Record<string, string>; remoteAddress?: string }[] = [
    { remoteAddress: '10.0.0.7' },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { origin: 'https://elsewhere.test' } },
  ];
  for (const elsewhere of others) {
    expect((await move('advance', { minutes: 5 }, elsewhere)).json()).toMatchObject({ code: 403, data: { reason: 'ADMIN_ONLY' } });
  }
  expect((await move('advance', { minutes: 0 })).json()).toMatchObject({ data: { now: on } });
});

it('the clock cannot be moved unless the server allows it', async () => {
  const plain = await appOf(false);
  for (const what of ['advance', 'set']) {
    expect((await plain.inject({ method: 'POST', url: `/api/sandbox-clock/${what}`, payload: { minutes: 1 } })).statusCode).toBe(404);
  }
  await plain.close();
});
