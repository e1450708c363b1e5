// A page in a used profile costs half the processor time of one in a new profile, whose process starts anew and compiles all scripts.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { keepTime, type RunningClock } from './running-clock.ts';

export interface Profile {
  context: BrowserContext;
  page: Page;
}

/** The profiles of one server. Each is used by one visitor at a time. */
export interface Profiles {
  /** A profile without any trace of earlier visitors; its page shows a plain answer of the server, so its storage can be filled. */
  take(): Promise<Profile>;
  /** Leaves its page, and cleans the profile for the next visitor, or closes it when a trace would remain. */
  giveBack(profile: Profile): Promise<void>;
}

interface ProfilesOptions {
  clock?: RunningClock | undefined;
  /** What differs from the usual profile of a visitor. */
  context?: BrowserContextOptions | undefined;
  /** Prepares a new profile for all its visitors. */
  prepare?: ((context: BrowserContext) => Promise<void>) | undefined;
}

/** An address of the server without scripts; a server that does not have it says so. */
const PLAIN_PATH = '/release.json';
export const USUAL_SIZE = { width: 1440, height: 900 };

/** What these do to a profile or its page cannot be undone. */
const LASTING = {
  context: [
    'addCookies',
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  page: ['addInitScript', 'addLocatorHandler', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
} as const;

const PAGE_EVENTS = [
  'close',
  'console',
  'crash',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'frameattached',
  'framedetached',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const;

/** Calls `before` before each use of one of these methods. */
function watchMethods(thing: object, names: readonly string[], before: () => void): void {
  for (const name of names) {
    const method: unknown = Reflect.get(thing, name);
    if (typeof method !== 'function') throw new Error(`the browser has no ${name}`);
    Reflect.set(thing, name, (...given: unknown[]) => {
      before();
      return Reflect.apply(method, thing, given) as unknown;
    });
  }
}

/** Leaves pages before they are closed, so that none of their requests is still under way when the next visitor comes. */
export async function leavePages(pages: readonly Page[]): Promise<void> {
  await Promise.all(pages.map((one) => one.goto('about:blank', { timeout: 5000 }).catch(() => undefined)));
}

export function createProfiles(browser: Browser, url: string, { clock, context: options, prepare }: ProfilesOptions = {}): Profiles {
  const free: Profile[] = [];
  const sessions = new WeakMap<Profile, CDPSession>();
  const spoiled = new WeakSet<Profile>();

  async function create(): Promise<Profile> {
    const context = await browser.newContext({ viewport: USUAL_SIZE, baseURL: url, reducedMotion: 'reduce', ...options });
    if (clock) await keepTime(context, clock);
    await prepare?.(context);
    const page = await context.newPage();
    const profile = { context, page };
    sessions.set(profile, await context.newCDPSession(page));
    const spoil = () => void spoiled.add(profile);
    watchMethods(context, LASTING.context, spoil);
    watchMethods(page, LASTING.page, spoil);
    watchMethods(context.clock, LASTING.clock, spoil);
    await page.goto(PLAIN_PATH);
    return profile;
  }

  async function clean(profile: Profile): Promise<void> {
    const { context, page } = profile;
    const others = context.pages().filter((one) => one !== page);
    await leavePages(others);
    await Promise.all(others.map((one) => one.close()));
    await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })]);
    // The last visitor still answers the browser's question before leaving.
    await page.goto(PLAIN_PATH, { timeout: 5000 });
    for (const event of PAGE_EVENTS) page.removeAllListeners(event);
    context.removeAllListeners('page');
    await Promise.all([
      page.mouse.move(0, 0),
      page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
        window.name = '';
      }),
      context.clearCookies(),
      sessions.get(profile)?.send('Page.resetNavigationHistory'),
    ]);
  }

  /** Whether nothing of the last visitor remains. */
  async function becomesClean(profile: Profile): Promise<boolean> {
    if (spoiled.has(profile)) return false;
    try {
      await clean(profile);
      return true;
    } catch {
      // The test closed the page, or the server does not answer.
      return false;
    }
  }

  return {
    take: async () => free.pop() ?? (await create()),
    giveBack: async (profile) => {
      if (await becomesClean(profile)) {
        free.push(profile);
        return;
      }
      await leavePages(profile.context.pages());
      await profile.context.close();
    },
  };
}
