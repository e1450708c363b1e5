import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { serveVisualiser } from '#tools/visualiser/serve.ts';
import { sharedBrowser } from './browser.ts';
import { visualiserDir } from './console-server.ts';

export interface Reader {
  page: Page;
  /** Errors of the page, and what its content security policy refused. */
  faults: string[];
  /** Method and address of what the page asked for, below that of the page; whole addresses where they are not. */
  requests: { method: string; path: string }[];
  /** Follows a link to a place. */
  go: (hash: string) => Promise<void>;
}

export interface ReaderOptions {
  width?: number;
  dark?: boolean;
  locale?: string;
  /** Where the visualiser is; that of this project when absent. */
  address?: string;
  /** May use the clipboard, as a press of a button may. */
  clipboard?: boolean;
  /** Before anything is asked for. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Tells a fault from what a browser says of a request that was refused on purpose. */
  isFault?: (text: string) => boolean;
}

/** The built visualiser, served for a file of tests, and readers who come to it; each test leaves none behind. */
export function visualiserStage() {
  let served: Awaited<ReturnType<typeof serveVisualiser>> | undefined;
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  const standing = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('the visualiser is not served yet');
    return thing;
  };

  beforeAll(async () => {
    [served, browser] = await Promise.all([serveVisualiser(visualiserDir), sharedBrowser()]);
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(async () => {
    await served?.app.close();
  });

  return {
    address: () => standing(served).address,
    async reader(hash = '', options: ReaderOptions = {}): Promise<Reader> {
      const { width = 1440, dark = false, locale = 'en-GB', address = standing(served).address, isFault = () => true } = options;
      const context = await standing(browser).newContext({
        viewport: { width, height: 900 },
        colorScheme: dark ? 'dark' : 'light',
        locale,
        reducedMotion: 'reduce',
        acceptDownloads: true,
        permissions: options.clipboard ? ['clipboard-read', 'clipboard-write'] : [],
      });
      contexts.push(context);
      const page = await context.newPage();
      const faults: string[] = [];
      const requests: Reader['requests'] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && isFault(message.text())) faults.push(message.text());
      });
      page.on('request', (request) => requests.push({ method: request.method(), path: request.url().replace(address, '') }));
      await options.prepare?.(page);
      const go = async (place: string) => {
        await page.goto(`${address}${place}`);
        await page.locator('.ads-vis-main h1').waitFor();
      };
      await go(hash);
      return { page, faults, requests, go };
    },
  };
}
