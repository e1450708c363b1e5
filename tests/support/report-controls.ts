import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** In pixels: the console is never narrower. */
const FRAME = 768;

export const rowsOf = (page: Page) => page.locator('tr[data-row-id]:visible');
export const pathOf = (page: Page) => new URL(page.url()).pathname;
export const searchOf = (page: Page) => new URL(page.url()).searchParams;

/** Waits until nothing on the page is loading. */
export const settled = (page: Page) => expect.poll(() => page.locator('[aria-busy=true]:visible').count()).toBe(0);

/** Waits for the table of a report with its totals, and for everything beside it. */
export async function arrived(page: Page): Promise<void> {
  await page.locator('tbody.ads-totals tr:visible').waitFor();
  await settled(page);
}

/** The page is as wide as the window, or as the frame of the console where that is wider. */
export async function expectWithinFrame(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(Math.max(width, FRAME));
  expect(
    await page.evaluate(
      (edge) =>
        [...document.querySelectorAll('.ads-chart, .ads-report-warnings, .ads-card-frame')]
          .filter((part) => part.getBoundingClientRect().right > edge)
          .map(({ className }) => className),
      width,
    ),
  ).toEqual([]);
}
