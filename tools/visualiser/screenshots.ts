import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { browserFlags, findBrowser } from '../find-browser.mjs';
import { root, Stop, say } from '../prepare.mjs';
import { serveVisualiser } from './serve.ts';

interface Picture {
  /** `docs/images/visualiser-<name>.png`. */
  name: string;
  /** The address within the visualiser. */
  hash: string;
  isDark?: boolean;
  /** Needs a running console, given by CONSOLE_URL, ACCOUNT and PASSWORD; without these the picture is left out. */
  isLive?: true;
  /** The steps before the picture is taken. */
  act?: (page: Page) => Promise<void>;
}

async function simulate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('.ads-chart').waitFor();
  await page
    .getByRole('button', { name: /session\.signInRequested/ })
    .first()
    .click();
}

/** A user with a page of the console open in another tab of the same browser. */
async function openConsole(page: Page): Promise<void> {
  await page.goto('/login');
  await page.locator('input[autocomplete="username"]').fill(process.env['ACCOUNT'] ?? '');
  await page.locator('input[autocomplete="current-password"]').fill(process.env['PASSWORD'] ?? '');
  await page.locator('button[type="submit"]').click();
  await page.locator('.ads-frame').waitFor();
  await page
    .getByRole('button', { name: /dark|深色/i })
    .first()
    .click();
}

const SIZE = { width: 1280, height: 800 };
/** The README is also read over slow connections. */
const MOST_BYTES = 150_000;

/** Another page of the visualiser is one more line here. */
const PICTURES: readonly Picture[] = [
  { name: 'gallery', hash: '#/machines/theme/theme', act: (page) => page.locator('.ads-chart-state').nth(1).click() },
  { name: 'dark', hash: '#/machines/session/session', isDark: true },
  { name: 'simulation', hash: '#/simulation/session/session', act: simulate },
  { name: 'live', hash: '#/live', isLive: true, act: (page) => page.getByRole('treeitem', { name: /^theme/ }).click() },
];

async function isStill(page: Page): Promise<void> {
  await page.locator('.ads-vis-main').waitFor();
  await page.locator('.ads-spinner').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
}

/** Takes the pictures with these names, or all of them. The visualiser must be built. */
export async function takePictures(folder: string, names: readonly string[]): Promise<void> {
  const known = PICTURES.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Stop(`there is no picture "${unknown.join('", "')}"; there are ${known.join(', ')}`);
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Stop('no Chromium was found: name its program in CHROMIUM');
  mkdirSync(folder, { recursive: true });
  const { address, app } = await serveVisualiser(path.join(root, 'dist/visualiser'));
  const browser = await chromium.launch({ executablePath, headless: true, args: [...browserFlags] });
  try {
    for (const { name, hash, isDark = false, isLive = false, act } of PICTURES.filter(
      (one) => names.length === 0 || names.includes(one.name),
    )) {
      const consoleUrl = process.env['CONSOLE_URL'];
      if (isLive && consoleUrl === undefined) {
        say(`visualiser-${name}.png stays as it is: CONSOLE_URL names no console`);
        continue;
      }
      const context = await browser.newContext({
        viewport: SIZE,
        colorScheme: isDark ? 'dark' : 'light',
        locale: 'en-GB',
        reducedMotion: 'reduce',
        ...(isLive && consoleUrl !== undefined && { baseURL: consoleUrl }),
      });
      const page = await context.newPage();
      if (isLive) {
        await context.addInitScript((text) => localStorage.setItem('setting-storage', text), JSON.stringify({ isDark, locale: 'en' }));
        await openConsole(await context.newPage());
      }
      await page.goto(isLive ? `/visualiser/${hash}` : `${address}${hash}`);
      await isStill(page);
      await act?.(page);
      await isStill(page);
      const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      if (picture.length > MOST_BYTES) throw new Stop(`the picture "${name}" has ${picture.length} bytes, more than ${MOST_BYTES}`);
      writeFileSync(path.join(folder, `visualiser-${name}.png`), picture);
      say(`visualiser-${name}.png: ${Math.round(picture.length / 1000)} kB`);
      await context.close();
    }
  } finally {
    await browser.close();
    await app.close();
  }
}
