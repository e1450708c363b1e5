import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { DEMO_PASSWORD } from './app.ts';
import { type Heard, hearOut, watchMachines } from './covered-visit.ts';
import { keepTime, type RunningClock } from './running-clock.ts';

export interface VisitOptions {
  width?: number;
  height?: number;
  dark?: boolean;
  english?: boolean;
  /** Another address of the server, for example that of a proxy. */
  url?: string;
  /** The token of an earlier session. */
  token?: string;
  /** The clock of the server, if it differs from that of the machine; pages use its dates. */
  clock?: RunningClock;
  /** The test moves the time of the pages by `page.clock`, so their timers are simulated. */
  movesTime?: boolean;
  /** Receives what the machines of all pages reach; see `covered-visit.ts`. */
  onReached?: (heard: readonly Heard[]) => void;
}

/** A person in front of the console, with a browser profile of their own and a record of what went wrong in it. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Paths of the API calls, in order, without `/api`. */
  calls: string[];
  /** Unexpected errors of the page: exceptions, browser dialogs and violations of the content security policy. */
  faults: string[];
  /** Addresses at which the browser asked before leaving; leaving is always confirmed. */
  leaves: string[];
  /** Opens a path and waits until the console is shown. */
  open(path: string): Promise<void>;
  /** Signs in on the open page and waits for the layout. */
  signIn(account: string, password?: string): Promise<void>;
  /** Fills in the sign-in form and submits it, without waiting. */
  submitSignIn(account: string, password: string): Promise<void>;
  /** The path of the address. */
  path(): string;
  leave(): Promise<void>;
}

const pathOf = (request: Request) => new URL(request.url()).pathname.replace(/^\/api/, '');

/** Why a page did not load: whether its scripts run, and which requests have no answer. */
async function whatHolds(page: Page, underWay: ReadonlySet<Request>): Promise<string> {
  const answer = page.evaluate(() => `its document is ${document.readyState}`).catch(() => 'it is gone');
  const silence = sleep(3000).then(() => 'its scripts do not answer');
  return [await Promise.race([answer, silence]), ...[...underWay].map((one) => `waits for ${one.method()} ${one.url()}`)].join(', ');
}

export async function visit(
  browser: Browser,
  url: string,
  { width = 1440, height = 900, dark = false, english = false, token, clock, movesTime = false, onReached }: VisitOptions = {},
): Promise<Visitor> {
  const kept = token === undefined ? [] : [{ name: 'token', value: token }];
  const context = await browser.newContext({
    viewport: { width, height },
    baseURL: url,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: url, localStorage: kept }] },
  });
  if (dark || english) {
    const settings = JSON.stringify({ isDark: dark, locale: english ? 'en' : 'zh-cn' });
    await context.addInitScript((text) => {
      if (!localStorage.getItem('setting-storage')) localStorage.setItem('setting-storage', text);
    }, settings);
  }
  if (movesTime) await context.clock.install(clock && { time: clock.now() });
  else if (clock) await keepTime(context, clock);
  if (onReached) await watchMachines(context, onReached);
  const page = await context.newPage();
  const calls: string[] = [];
  const faults: string[] = [];
  const leaves: string[] = [];
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(pathOf(request));
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    // The browser's own question before leaving a page with input. Tests that expect it check `leaves`.
    if (dialog.type() === 'beforeunload') {
      leaves.push(page.url());
      void dialog.accept();
      return;
    }
    faults.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text());
  });

  const submitSignIn = async (account: string, password: string) => {
    await page.locator('input[autocomplete="username"]').fill(account);
    await page.locator('input[autocomplete="current-password"]').fill(password);
    await page.locator('button[type="submit"]').click();
  };

  return {
    page,
    context,
    calls,
    faults,
    leaves,
    open: async (path) => {
      await page.goto(path).catch(async (error: unknown) => {
        throw new Error(`${path} did not open: ${await whatHolds(page, underWay)}`, { cause: error });
      });
      await page.locator('.ads-login, .ads-frame, .ads-not-found').first().waitFor();
    },
    submitSignIn,
    signIn: async (account, password = DEMO_PASSWORD) => {
      await submitSignIn(account, password);
      await page.locator('.ads-frame').waitFor();
    },
    path: () => new URL(page.url()).pathname,
    leave: async () => {
      if (onReached) await Promise.all(context.pages().map(hearOut));
      // Leaves the pages first, so that none of their requests is still under way when the next visitor comes.
      await Promise.all(context.pages().map((one) => one.goto('about:blank', { timeout: 5000 }).catch(() => undefined)));
      await context.close();
    },
  };
}
