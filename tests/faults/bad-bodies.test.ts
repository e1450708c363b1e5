import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { endpoints } from '#contracts/endpoints/index.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { deep } from '#tests/support/depth.ts';
import { badBody } from './bad-body.ts';

/** Bodies for each call; a deep run makes more than 10,000 over all calls. */
const RUNS = deep(3, 250);
const SEED = 20_261_120;

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  for (const account of ['admin', 'super']) await server.signIn(account);
});
afterAll(async () => await server.close());

/** What no answer may hold: stacks, statements, names of tables and columns of ours, the driver's words. */
const LEAKS =
  /\bat (?:async )?[\w.<>]+ \(|node_modules|\bselect\b.+\bfrom\b|insert into|syntax error|invalid input|sys_user|op_log|pwd_hash|kysely|postgres/i;

/** Calls that would end the session of the test, or everybody's. */
const ENDING = ['/sys-users/logout'];

const caller = (endpoint: Endpoint) => (endpoint.path.startsWith('/admin-') ? 'super' : 'admin');

describe.each(endpoints.map((endpoint) => ({ path: endpoint.path, endpoint: endpoint as Endpoint })))('$path', ({ endpoint }) => {
  test('answers every bad body with the envelope, never with a fault', async () => {
    const token = ENDING.includes(endpoint.path) ? undefined : await server.signIn(caller(endpoint));
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(badBody(endpoint.request), async (payload) => {
        const response =
          endpoint.method === 'GET'
            ? await server.app.inject({
                method: 'GET',
                url: `/api${endpoint.path}?${new URLSearchParams({ q: payload.slice(0, 500) })}`,
                headers,
              })
            : await server.app.inject({ method: 'POST', url: `/api${endpoint.path}`, headers, payload });
        seen += 1;
        expect(response.statusCode === 200 || response.statusCode === 413).toBe(true);
        if (!String(response.headers['content-type']).includes('json')) return;
        const { code, message } = response.json();
        expect(Number.isInteger(code)).toBe(true);
        expect(code).not.toBe(-2);
        if (code !== 0) expect(`${message} ${response.body}`.replaceAll(payload, '')).not.toMatch(LEAKS);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(seen).toBeGreaterThanOrEqual(RUNS);
  });
});

test('the administrators are still there, and so is the server', async () => {
  expect((await server.app.inject('/readyz')).statusCode).toBe(200);
});
