import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { deep } from './depth.ts';

/** Half as long as the source that the package tells of itself, so that pages read it in half the time. */
const CHECKER = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Later rows and cards repeat the markup of earlier ones. */
const REPEATED = deep(['tbody > tr:nth-child(n+7)', '.ads-card:nth-child(n+7)', 'li:nth-child(n+13)'], []);
/** In what an open layer makes inert axe finds nothing, though looking there takes it most of the time. */
const LEFT_OUT = [...REPEATED, '[inert]'];

const lookedAt = async (page: Page): Promise<string[]> => {
  const found = await page.evaluate(async (leftOut) => {
    const checker = Reflect.get(window, 'axe') as typeof axe;
    // Elements that are still fading in have intermediate colours.
    const ends = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ends.map(({ finished }) => finished));
    const exclude = leftOut.filter((selector) => document.querySelector(selector) !== null);
    // No rule of the usual set reads style sheets, and loading them takes a third of the time.
    return (await checker.run({ include: document, exclude }, { resultTypes: ['violations'], preload: { assets: ['media'] } })).violations;
  }, LEFT_OUT);
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  );
};

/**
 * The accessibility violations of the page, one line each. A page changes while it is checked, because answers arrive and parts are drawn
 * again, so only violations that are still there in a second check count.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.mouse.move(0, 0);
  // Evaluated through the debugger, to which no content security policy applies.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(CHECKER);
  const first = await lookedAt(page);
  if (first.length === 0) return [];
  const second = new Set(await lookedAt(page));
  return first.filter((line) => second.has(line));
}
