import type { Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#tests/support/app.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { benchStage, median, ratio, row } from './stage.ts';

/** Switches and visits per figure; medians are printed. */
const RUNS = 9;

/** The time of the server, and the share of a fresh visit that returning to an open tab may cost there. */
const servers = [
  { delayMs: 5, aim: 0.7 },
  { delayMs: 150, aim: 0.2 },
];

const stage = await benchStage();
const browser = await launchBrowser();

async function begin(delayMs: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${stage.url}/login`);
  await page.locator('input[autocomplete="username"]').fill('admin');
  await page.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD);
  await page.locator('button[type="submit"]').click();
  await page.locator('.ads-frame').waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: delayMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return page;
}

/** Milliseconds from the click until the page with this title has painted its final rows. */
const settledAfter = (page: Page, link: string, title: string): Promise<number> =>
  page.evaluate(
    async ([selector = '', wanted = '']) => {
      const began = performance.now();
      document.querySelector<HTMLElement>(selector)?.click();
      for (let isThere = false; !isThere; ) {
        const panel = [...document.querySelectorAll('.ads-panel')].find((one) => one.checkVisibility());
        isThere =
          panel?.querySelector('h1')?.textContent?.includes(wanted) === true &&
          panel.querySelector('tr[data-row-id]') !== null &&
          panel.querySelector('[aria-busy=true]') === null;
        await new Promise(requestAnimationFrame);
      }
      return performance.now() - began;
    },
    [link, title],
  );

const menuLink = (path: string) => `.ads-nav a[href="${path}"]`;
const tabLink = (path: string) => `.ads-strip a[href^="${path}"]`;

async function measured({ delayMs, aim }: { delayMs: number; aim: number }) {
  const page = await begin(delayMs);
  await page.getByRole('button', { name: '系统管理' }).click();
  // Loads the code of both pages before anything is measured.
  await settledAfter(page, menuLink('/sys/role'), '角色管理');
  await settledAfter(page, menuLink('/sys/accounts'), '账号管理');
  const fresh: number[] = [];
  const again: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    await page.locator(tabLink('/sys/role')).click();
    again.push(await settledAfter(page, tabLink('/sys/accounts'), '账号管理'));
    await page.keyboard.press('Alt+w');
    await page.locator(tabLink('/sys/accounts')).waitFor({ state: 'detached' });
    fresh.push(await settledAfter(page, menuLink('/sys/accounts'), '账号管理'));
  }
  await page.context().close();
  row(
    `a server that takes ${delayMs} ms: visit; tab, ms`,
    median(fresh).toFixed(0),
    median(again).toFixed(0),
    ratio(median(again), median(fresh)),
    `aim ${aim}`,
  );
}

try {
  for (const server of servers) await measured(server);
} finally {
  await browser.close();
  await stage.close();
}
