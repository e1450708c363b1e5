import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, md5 } from './app.ts';
import { launchBrowser } from './browser.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { TEST_START } from './running-clock.ts';

describe('the server for browser tests', () => {
  let server: ConsoleServer;
  beforeAll(async () => {
    server = await startConsoleServer({ withConsole: false });
  });
  afterAll(() => server.close());

  it('answers on its own port, with the demo data in its database', async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const accounts = await server.db.selectFrom('sys_user').select('account').orderBy('id').limit(2).execute();
    expect(accounts.map((row) => row.account)).toEqual(['super', 'admin']);
  });

  it('starts at the same time on every day', async () => {
    const body = JSON.stringify({ account: 'admin', pwd: md5(DEMO_PASSWORD) });
    await fetch(`${server.url}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { issued_at } = await server.db.selectFrom('sys_session').select('issued_at').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect([issued_at, server.clock.now()].map((at) => at.toISOString().slice(0, 10))).toEqual(Array(2).fill(TEST_START.slice(0, 10)));
  });

  it('can be opened by the browser of this machine', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const answer = await page.goto(`${server.url}/healthz`);
      expect(answer?.status()).toBe(200);
    } finally {
      await browser.close();
    }
  });
});
