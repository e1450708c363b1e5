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
  /** Another way to the server: through something that stands between. */
  url?: string;
  /** Of a session that began earlier. */
  token?: string;
  /** That of the server, where it is not the one of this machine: the dates of the pages are its dates. */
  clock?: RunningClock;
  /** The test moves the time of the pages by `page.clock`: their timers are no real ones. */
  movesTime?: boolean;
  /** Is told what the machines of all pages reach; see `covered-visit.ts`. */
  onReached?: (heard: readonly Heard[]) => void;
}

/** Somebody in front of the console: a browser profile of their own, and what went wrong in it. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Paths of the API calls made, in order, without `/api`. */
  calls: string[];
  /** Errors of the page that nobody expected: exceptions, dialogs of the browser, and refusals of the content security policy. */
  faults: string[];
  /** Addresses the browser asked about before it left them; it is always allowed to. */
  leaves: string[];
  /** Opens a path and waits until the console stands. */
  open(path: string): Promise<void>;
  /** Signs in on the page that is open, and waits for the layout. */
  signIn(account: string, password?: string): Promise<void>;
  /** Types into the sign-in form and submits it, without waiting. */
  submitSignIn(account: string, password: string): Promise<void>;
  /** The path of the address. */
  path(): string;
  leave(): Promise<void>;
}

const pathOf = (request: Request) => new URL(request.url()).pathname.replace(/^\/api/, '');

/** Why a page does not come to its end: whether its scripts run, and the requests nobody answered. */
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
    // The browser's own question before it leaves what was typed; whoever makes it ask says so in the test.
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
      // Left first, so that nothing of theirs is still on its way when the next one comes.
      await Promise.all(context.pages().map((one) => one.goto('about:blank', { timeout: 5000 }).catch(() => undefined)));
      await context.close();
    },
  };
}
