import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { DEMO_PASSWORD } from './app.ts';
import { leavePages, type Profile, type Profiles, USUAL_SIZE } from './browser-profiles.ts';
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
  /** Used profiles of the same server, prepared for the same clock and the same receiver. */
  profiles?: Profiles;
  /** The visitor gets a new profile, whose cache has no code of the pages yet. */
  isNew?: boolean;
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
  /** What the page is busy with, for the report of a failed test. */
  state(): Promise<string>;
  leave(): Promise<void>;
}

const pathOf = (request: Request) => new URL(request.url()).pathname.replace(/^\/api/, '');

/** Runs in a page: its state, and the beginnings of what lies over it. */
function describePage(): string {
  const layers = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=menu], [role=alert]')];
  const texts = layers.map((layer) => `“${layer.innerText.replaceAll(/\s+/g, ' ').slice(0, 60)}”`);
  return [`its document is ${document.readyState}`, ...(texts.length > 0 ? [`over it is ${texts.join(' and ')}`] : [])].join(', ');
}

/** Whether the scripts of a page run, what they show, and which requests have no answer. */
async function whatHolds(page: Page, underWay: ReadonlySet<Request>): Promise<string> {
  const answer = page.evaluate(describePage).catch(() => 'it is gone');
  const silence = sleep(3000).then(() => 'its scripts do not answer');
  return [await Promise.race([answer, silence]), ...[...underWay].map((one) => `waits for ${one.method()} ${one.url()}`)].join(', ');
}

/** What the browser keeps for a visitor before the first page is opened. */
const storageOf = ({ dark = false, english = false, token }: VisitOptions): Record<string, string> => ({
  ...(token !== undefined && { token }),
  ...((dark || english) && { 'setting-storage': JSON.stringify({ isDark: dark, locale: english ? 'en' : 'zh-cn' }) }),
});

/** A profile for one visitor only. */
async function createProfile(browser: Browser, url: string, options: VisitOptions): Promise<Profile> {
  const { width = USUAL_SIZE.width, height = USUAL_SIZE.height, clock, movesTime = false, onReached } = options;
  const localStorage = Object.entries(storageOf(options)).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    viewport: { width, height },
    baseURL: url,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  if (movesTime) await context.clock.install(clock && { time: clock.now() });
  else if (clock) await keepTime(context, clock);
  if (onReached) await watchMachines(context, onReached);
  const leave = async () => {
    await leavePages(context.pages());
    await context.close();
  };
  return { context, page: await context.newPage(), leave };
}

async function takeProfile(profiles: Profiles, options: VisitOptions): Promise<Profile> {
  const { width = USUAL_SIZE.width, height = USUAL_SIZE.height } = options;
  const profile = await profiles.take();
  await profile.page.setViewportSize({ width, height });
  await profile.page.evaluate((stored) => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
  }, storageOf(options));
  return profile;
}

/** In milliseconds: a busy machine must not fail a journey. */
const LONGEST_WAIT = 60_000;

/** How many times slower the pages run, to find tests that rely on a fast machine. */
const SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 1);

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  if (SLOWDOWN <= 1) return;
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visitor> {
  const { movesTime = false, isNew = false, onReached } = options;
  const profiles = movesTime || isNew ? undefined : options.profiles;
  const profile = profiles ? await takeProfile(profiles, options) : await createProfile(browser, url, options);
  const { context, page } = profile;
  context.setDefaultTimeout(LONGEST_WAIT);
  await slowDown(context, page);
  const calls: string[] = [];
  const faults: string[] = [];
  const leaves: string[] = [];
  let hasLeft = false;
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
    state: async () => [`${page.url()}: ${await whatHolds(page, underWay)}`, ...faults].join(', '),
    leave: async () => {
      if (hasLeft) return;
      hasLeft = true;
      if (onReached) await Promise.all(context.pages().map(hearOut));
      await profile.leave();
    },
  };
}
