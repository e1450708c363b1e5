// A page in a used profile costs half the processor time of one in a new profile, whose process starts anew and compiles all scripts.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Disposable, Page } from 'playwright-core';
import { keepTime, type RunningClock } from './running-clock.ts';

export interface Profile {
  context: BrowserContext;
  page: Page;
  /** Leaves its pages. Nobody uses them afterwards. */
  leave(): Promise<void>;
}

/** The profiles of one address. Each is used by one visitor at a time, and by the next one after it was left. */
export interface Profiles {
  /** A profile without any trace of earlier visitors; its page shows a plain answer of the server, so its storage can be filled. */
  take(): Promise<Profile>;
}

interface ProfilesOptions {
  clock?: RunningClock | undefined;
  /** What differs from the usual profile of a visitor. */
  context?: BrowserContextOptions | undefined;
  /** Prepares a new profile for all its visitors, also those of later files. Needs a name. */
  preparation?: { name: string; prepare: (context: BrowserContext) => Promise<void> } | undefined;
}

interface UsedProfile {
  /** Its address, context and preparation. */
  kind: string;
  context: BrowserContext;
  page: Page;
  session: CDPSession;
  /** Scripts of its visitor that run in every page. */
  scripts: Promise<Disposable>[];
  /** Whether something was done to it that cannot be undone. */
  isSpoiled: boolean;
}

/** The free profiles of this process; the last left is the last. Later files take what earlier ones left. */
const free: UsedProfile[] = [];
/** Each keeps a process of the browser. */
const MOST_FREE = 8;

/** An address of the server without scripts; a server that does not have it says so. */
const PLAIN_PATH = '/release.json';
export const USUAL_SIZE = { width: 1440, height: 900 };

/** What these do to a profile or its page cannot be undone. */
const LASTING = {
  context: [
    'addCookies',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  page: ['addLocatorHandler', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
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

/** Passes on what each use of one of these methods answers. */
function watchMethods(thing: object, names: readonly string[], hear: (answer: unknown) => void): void {
  for (const name of names) {
    const method: unknown = Reflect.get(thing, name);
    if (typeof method !== 'function') throw new Error(`the browser has no ${name}`);
    Reflect.set(thing, name, (...given: unknown[]) => {
      const answer: unknown = Reflect.apply(method, thing, given);
      hear(answer);
      return answer;
    });
  }
}

/** Leaves pages before they are closed, so that none of their requests is still under way when the next visitor comes. */
export async function leavePages(pages: readonly Page[]): Promise<void> {
  await Promise.all(pages.map((one) => one.goto('about:blank', { timeout: 5000 }).catch(() => undefined)));
}

/** Closes all contexts of a browser but those of free profiles, which the next file may take. */
export async function closeVisits(browser: Browser): Promise<void> {
  const others = browser.contexts().filter((context) => !free.some((one) => one.context === context));
  await Promise.all(others.map((context) => context.close()));
}

async function watchUse(kind: string, context: BrowserContext): Promise<UsedProfile> {
  const page = await context.newPage();
  const used: UsedProfile = { kind, context, page, session: await context.newCDPSession(page), scripts: [], isSpoiled: false };
  const spoil = () => {
    used.isSpoiled = true;
  };
  watchMethods(context, LASTING.context, spoil);
  watchMethods(page, LASTING.page, spoil);
  watchMethods(context.clock, LASTING.clock, spoil);
  for (const thing of [context, page]) watchMethods(thing, ['addInitScript'], (script) => used.scripts.push(script as Promise<Disposable>));
  return used;
}

/** Throws when the test closed the page, or the server does not answer. */
async function clean({ context, page, session, scripts }: UsedProfile): Promise<void> {
  const others = context.pages().filter((one) => one !== page);
  await leavePages(others);
  await Promise.all(others.map((one) => one.close()));
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })]);
  await Promise.all(scripts.splice(0).map(async (script) => (await script).dispose()));
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
    session.send('Page.resetNavigationHistory'),
  ]);
}

/** Whether nothing of the last visitor remains. */
const becomesClean = async (used: UsedProfile): Promise<boolean> =>
  !used.isSpoiled &&
  (await clean(used).then(
    () => true,
    () => false,
  ));

/** Frees the profile, or closes it when a trace would remain. */
async function leave(used: UsedProfile): Promise<void> {
  if (await becomesClean(used)) {
    free.push(used);
    if (free.length > MOST_FREE) await free.shift()?.context.close();
    return;
  }
  await leavePages(used.context.pages());
  await used.context.close();
}

export function createProfiles(browser: Browser, url: string, { clock, context: options, preparation }: ProfilesOptions = {}): Profiles {
  const kind = JSON.stringify([url, options, preparation?.name]);

  async function create(): Promise<UsedProfile> {
    const context = await browser.newContext({ viewport: USUAL_SIZE, baseURL: url, reducedMotion: 'reduce', ...options });
    await preparation?.prepare(context);
    const used = await watchUse(kind, context);
    await used.page.goto(PLAIN_PATH);
    return used;
  }

  return {
    take: async () => {
      const place = free.findLastIndex((one) => one.kind === kind && one.context.browser() === browser);
      const used = free.splice(place, place < 0 ? 0 : 1)[0] ?? (await create());
      if (clock) await keepTime(used.context, clock);
      return { context: used.context, page: used.page, leave: () => leave(used) };
    },
  };
}
