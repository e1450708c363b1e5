import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { type Visitor, type VisitOptions, visit } from './visitor.ts';

export interface JourneyStage {
  server: () => ConsoleServer;
  browser: () => Browser;
  /** A new visitor; everybody leaves after each test. */
  visitor: (options?: VisitOptions) => Promise<Visitor>;
}

/** The real server with the demo company and a real browser, for all tests of a file. */
export function journeyStage(options: Parameters<typeof startConsoleServer>[0] = {}): JourneyStage {
  let server: ConsoleServer | undefined;
  let browser: Browser | undefined;
  let visitors: Visitor[] = [];
  const present = <Thing>(thing: Thing | undefined): Thing => {
    if (thing === undefined) throw new Error('the stage is not set up yet');
    return thing;
  };

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startConsoleServer({ ...options, config: { limits: { callsPerSecond: 1000, loginsPerAddressPerMinute: 1000 }, ...options.config } }),
      launchBrowser(),
    ]);
  });
  afterEach(async () => {
    await Promise.all(visitors.map((one) => one.leave()));
    visitors = [];
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  return {
    server: () => present(server),
    browser: () => present(browser),
    visitor: async (visitOptions) => {
      const visitor = await visit(present(browser), present(server).url, visitOptions);
      visitors.push(visitor);
      return visitor;
    },
  };
}
