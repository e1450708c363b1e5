import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';

describe('the server for browser tests', () => {
  let server: ConsoleServer;
  beforeAll(async () => {
    server = await startConsoleServer({ withConsole: false });
  });
  afterAll(() => server.close());

  it('answers on a port of its own, on a database with the demo set', async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const accounts = await server.db.selectFrom('sys_user').select('account').orderBy('id').limit(2).execute();
    expect(accounts.map((row) => row.account)).toEqual(['super', 'admin']);
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
