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

/**
 * What leaves the window or its frame among the open layers and popups: their frames, the heads and feet of layers with every control, and
 * every control and text of a body that cannot be scrolled into sight. Tables and other parts that scroll sideways keep what is in them.
 */
const whatLeaves = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SLACK = 0.5;
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`;
    const leaves = (element: Element, frame: { left: number; right: number; top?: number; bottom?: number }) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) return false;
      const isBeside = left < frame.left - SLACK || right > frame.right + SLACK;
      const { top: highest = Number.NEGATIVE_INFINITY, bottom: lowest = Number.POSITIVE_INFINITY } = frame;
      return isBeside || top < highest - SLACK || bottom > lowest + SLACK;
    };
    const scrollsSideways = (element: Element, within: Element) => {
      for (let part = element.parentElement; part && part !== within; part = part.parentElement) {
        if (getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth) return true;
      }
      return false;
    };
    const glass = { left: 0, right: window.innerWidth, top: 0, bottom: window.innerHeight };
    const frames = [...document.querySelectorAll('.ads-overlay-box, .ads-floating')].filter((frame) => frame.checkVisibility());
    return frames.flatMap((frame) => {
      const inFrame = frame.getBoundingClientRect();
      const edges = [...frame.querySelectorAll('.ads-overlay-head, .ads-overlay-foot')].flatMap((edge) => [
        edge,
        ...edge.querySelectorAll('*'),
      ]);
      const body = frame.querySelector('.ads-overlay-body') ?? frame;
      const held = [...body.querySelectorAll('*')].filter((part) => part.checkVisibility({ visibilityProperty: true }));
      return [
        ...[frame].filter((part) => leaves(part, glass)),
        ...edges.filter((part) => leaves(part, inFrame)),
        ...held.filter((part) => leaves(part, { left: inFrame.left, right: inFrame.right }) && !scrollsSideways(part, body)),
      ].map(nameOf);
    });
  });

/**
 * The page is as wide as the window, or as the frame of the console where that is wider; open layers and popups are within the window, with
 * everything in them.
 */
export async function expectWithinFrame(page: Page, width: number): Promise<void> {
  // A drawer slides in, and a popup finds its place once its content has come.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))));
  await expect.poll(() => whatLeaves(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(Math.max(width, FRAME));
  expect(
    await page.evaluate(
      (edge) =>
        [...document.querySelectorAll('.ads-chart, .ads-report-warnings, .ads-card-frame, .ads-publish-way, .ads-publish-foot *')]
          .filter((part) => part.getBoundingClientRect().right > edge)
          .map(({ className }) => className),
      width,
    ),
  ).toEqual([]);
}
