import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { serveVisualiser } from '#tools/visualiser/serve.ts';
import type { Gallery } from '#visualiser/model/gallery.ts';
import { sharedBrowser } from './browser.ts';
import { closeVisits, createProfiles, type Profile, type Profiles } from './browser-profiles.ts';
import { visualiserDir } from './console-server.ts';
import { deep } from './depth.ts';
import { rememberPort, usualPort } from './usual-port.ts';

export interface Reader {
  page: Page;
  /** Errors of the page, and violations of its content security policy. */
  faults: string[];
  /** Method and address of every request, relative to the page; the full address for other hosts. */
  requests: { method: string; path: string }[];
  /** Follows a link within the page. */
  go: (hash: string) => Promise<void>;
}

export interface ReaderOptions {
  width?: number;
  dark?: boolean;
  locale?: string;
  /** The address of the visualiser, by default that of this project. */
  address?: string;
  /** Permits the use of the clipboard. */
  clipboard?: boolean;
  /** Runs before the first request. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Whether a console message is an error, as opposed to a report of a request that was refused on purpose. */
  isFault?: (text: string) => boolean;
}

/** Machines that tests open. */
const NAMED = ['connection', 'console', 'locale', 'session', 'sys-role', 'theme', 'visualiser', 'workspace'];

/** The machines of the usual gallery: the named ones and some others, because a page with all of them takes long to draw. */
const isShown = (key: string, place: number): boolean => place % 12 === 0 || NAMED.includes(key.split('/')[0] ?? '');

/** The built visualiser with fewer machines in its gallery. Returns its folder. */
function shortenGallery(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'short-gallery-'));
  cpSync(visualiserDir, folder, { recursive: true, filter: (file) => !/gallery\.json\.\w+$/.test(file) });
  const file = path.join(folder, 'gallery.json');
  const gallery = JSON.parse(readFileSync(file, 'utf8')) as Gallery;
  const shown = gallery.machines.filter(({ key }, place) => isShown(key, place));
  const keys = new Set(shown.map(({ key }) => key));
  const machines = shown.map((one) => ({
    ...one,
    actors: Object.fromEntries(Object.entries(one.actors).filter(([, key]) => keys.has(key))),
  }));
  writeFileSync(file, JSON.stringify({ ...gallery, machines }));
  return folder;
}

/** The built visualiser, served for a test file, with visitors that leave after each test. A whole one shows every machine. */
export function visualiserStage({ isWhole = deep(false, true) } = {}) {
  const folder = isWhole ? visualiserDir : shortenGallery();
  let served: Awaited<ReturnType<typeof serveVisualiser>> | undefined;
  let browser: Browser | undefined;
  const profilesOf = new Map<string, Profiles>();
  let taken: Profile[] = [];
  const required = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('the visualiser is not served yet');
    return thing;
  };

  beforeAll(async () => {
    const kind = `visualiser of ${isWhole ? 'all' : 'some'} machines`;
    [served, browser] = await Promise.all([serveVisualiser(folder, await usualPort(kind)), sharedBrowser()]);
    rememberPort(kind, served.address);
  });
  afterEach(async () => {
    await Promise.all(taken.map((profile) => profile.leave()));
    taken = [];
  });
  afterAll(async () => {
    if (browser) await closeVisits(browser);
    await served?.app.close();
    if (!isWhole) rmSync(folder, { recursive: true, force: true });
  });

  /** A page of a served visualiser in a profile that has been used before, if there is one of the kind. */
  async function takePage(address: string, context: BrowserContextOptions): Promise<Page> {
    const kind = JSON.stringify([address, context]);
    const profiles = profilesOf.get(kind) ?? createProfiles(required(browser), address, { context });
    profilesOf.set(kind, profiles);
    const profile = await profiles.take();
    taken.push(profile);
    return profile.page;
  }

  async function openPage(address: string, context: BrowserContextOptions): Promise<Page> {
    if (address.startsWith('http')) return await takePage(address, context);
    return await (await required(browser).newContext({ reducedMotion: 'reduce', ...context })).newPage();
  }

  return {
    address: () => required(served).address,
    /** The machines it shows. */
    machines: () => (JSON.parse(readFileSync(path.join(folder, 'gallery.json'), 'utf8')) as Gallery).machines,
    async reader(hash = '', options: ReaderOptions = {}): Promise<Reader> {
      const { width = 1440, dark = false, locale = 'en-GB', address = required(served).address, isFault = () => true } = options;
      const page = await openPage(address, {
        viewport: { width, height: 900 },
        colorScheme: dark ? 'dark' : 'light',
        locale,
        acceptDownloads: true,
        permissions: options.clipboard ? ['clipboard-read', 'clipboard-write'] : [],
      });
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
