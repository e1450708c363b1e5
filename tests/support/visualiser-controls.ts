import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/* What a reader sees and does on a page of the visualiser. */

export const THEME = '#/machines/theme/theme';
export const SESSION = '#/machines/session/session';

export const heading = (page: Page) => page.locator('.ads-vis-main h1');
export const drawing = (page: Page) => page.locator('svg.ads-chart');
export const panel = (page: Page) => page.locator('.ads-vis-panel');
export const stage = (page: Page) => page.locator('.ads-vis-stage');
/** Found by its name, which comes first in its accessible name. */
export const state = (page: Page, name: string) => drawing(page).getByRole('button', { name: new RegExp(`^${name}\\b.*, .*\\bstate$`) });
export const label = (page: Page, name: string) => drawing(page).locator('.ads-chart-label').filter({ hasText: name });
export const count = (page: Page, text: string) => page.locator('.ads-vis-count').getByText(text, { exact: true }).waitFor();
export const hashOf = (page: Page) => page.evaluate(() => decodeURIComponent(window.location.hash));
export const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
/** Position and scale of the drawing in its window. */
export const view = (page: Page) =>
  page.locator('.ads-vis-sheet').evaluate((sheet) => {
    const { a: scale, e: x, f: y } = new DOMMatrix(getComputedStyle(sheet).transform);
    return { x, y, scale };
  });
/** Waits until the view equals this to a thousandth. */
export const expectView = async (page: Page, wanted: Partial<Awaited<ReturnType<typeof view>>>) => {
  const rounded = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Math.round(value * 1000) / 1000]));
  await expect.poll(async () => rounded(await view(page))).toMatchObject(rounded(wanted));
};
/** Waits until it is on the screen, because nothing in it can have the focus before its first frame. */
export const waitForDrawing = async (page: Page) => {
  await page.locator('.ads-vis-sheet[style*=translate]').waitFor();
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
};
