import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/http/build-app.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { openProvider, type Provider } from './our-provider.ts';
import { mountProviderStates, STATES_PATH } from './provider-states.ts';

let provider: Provider;
let plain: FastifyInstance;
let close: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  plain = await buildApp({ db: database.db });
  provider = await openProvider({ db: database.db });
  close = async () => {
    await Promise.all([provider.close(), plain.close()]);
    await database.close();
  };
});
afterAll(() => close());

async function setUp(body: unknown): Promise<{ status: number; answer: Record<string, unknown> }> {
  const answer = await fetch(`${provider.url}${STATES_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, answer: (await answer.json()) as Record<string, unknown> };
}

async function whoIs(token: unknown): Promise<unknown> {
  const answer = await fetch(`${provider.url}/api/sys-users/get_user_info`, { headers: { authorization: `Bearer ${String(token)}` } });
  const { code, data } = (await answer.json()) as { code: number; data: { account?: string; reason?: string } };
  return code === 0 ? data.account : data.reason;
}

describe('a provider under verification', () => {
  it('returns a valid token of the signed-in person, and empties the database each time', async () => {
    const first = await setUp({ consumer: 'ad-console', state: 'somebody is signed in', params: { who: 'staff' }, action: 'setup' });
    expect(first.status).toBe(200);
    expect(await whoIs(first.answer.token)).toBe('opt_01');
    const second = await setUp({ state: 'somebody is signed in', params: { who: 'super' } });
    expect(await whoIs(second.answer.token)).toBe('super');
    expect(await whoIs(first.answer.token)).toBe('TOKEN_REVOKED');
  });

  it('returns an invalid token where the session has ended, and no token where nobody is signed in', async () => {
    const ended = await setUp({ state: 'the session of somebody has ended', params: { who: 'admin', because: 'expired' } });
    expect(await whoIs(ended.answer.token)).toBe('TOKEN_EXPIRED');
    expect(await setUp({ state: 'nobody is signed in', params: {} })).toEqual({ status: 200, answer: {} });
  });

  it('keeps the earlier states of the same exchange', async () => {
    const { answer } = await setUp({ state: 'somebody is signed in', params: { who: 'staff' } });
    expect(await setUp({ state: 'the person has other sessions', params: { count: 2 } })).toMatchObject({ status: 200 });
    expect(await whoIs(answer.token)).toBe('opt_01');
  });

  it('makes the requests of an exchange as the signed-in person', async () => {
    const { answer } = await setUp({ state: 'somebody is signed in', params: { who: 'admin' } });
    const logout = { path: '/api/sys-users/logout', body: {} };
    expect(await setUp({ state: 'a request was made', params: logout })).toMatchObject({ status: 200 });
    expect(await whoIs(answer.token)).toBe('TOKEN_REVOKED');
    const refused = await setUp({ state: 'a request was made', params: logout });
    expect(refused).toMatchObject({ status: 500, answer: { error: expect.stringContaining('TOKEN_REVOKED') } });
  });

  it('accepts a teardown without changing anything', async () => {
    expect(await setUp({ state: 'whatever it was', params: {}, action: 'teardown' })).toEqual({ status: 200, answer: {} });
  });

  it.each<[string, unknown, number, string]>([
    ['a state that nobody knows', { state: 'it rains', params: {} }, 404, 'nobody knows the state "it rains"'],
    ['no state', { params: {} }, 400, 'expected {"state": text'],
    ['parameters that are none', { state: 'nobody is signed in', params: 'who' }, 400, 'expected {"state": text'],
    ['an action that is none', { state: 'nobody is signed in', action: 'undo' }, 400, 'expected {"state": text'],
    ['parameters of another state', { state: 'a role exists', params: { who: 'admin' } }, 500, '"a role exists" could not be set up'],
  ])('says what is wrong with %s', async (_name, body, status, words) => {
    const found = await setUp(body);
    expect(found.status).toBe(status);
    expect(found.answer.error).toContain(words);
  });
});

describe('a server that is not under verification', () => {
  it('does not have the address of provider states', async () => {
    const answer = await plain.inject({ method: 'POST', url: STATES_PATH, payload: { state: 'nobody is signed in' } });
    expect(answer.statusCode).toBe(404);
    const mounted = fastify();
    mountProviderStates(mounted, { setUp: async () => ({}) } as never);
    expect((await mounted.inject({ method: 'POST', url: STATES_PATH, payload: { state: 'nobody is signed in' } })).statusCode).toBe(200);
  });
});
