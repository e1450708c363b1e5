import axe from 'axe-core';
import type { Page } from 'playwright-core';

const lookedAt = async (page: Page): Promise<string[]> => {
  const found = await page.evaluate(async () => {
    const checker = Reflect.get(window, 'axe') as typeof axe;
    // What is still appearing has the colours of no state that anybody reads.
    const ends = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ends.map(({ finished }) => finished));
    // No rule of the usual set reads sheets of styles, which take a third of the time when they are loaded for it.
    return (await checker.run(document, { resultTypes: ['violations'], preload: { assets: ['media'] } })).violations;
  });
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  );
};

/**
 * What is wrong with the page for somebody who cannot see it, or sees it badly. One line each.
 * A page goes on while it is looked at: answers arrive, parts are drawn anew. What is wrong is still so at a second look.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.mouse.move(0, 0);
  // Through the debugger, which no content security policy concerns.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const first = await lookedAt(page);
  if (first.length === 0) return [];
  const second = new Set(await lookedAt(page));
  return first.filter((line) => second.has(line));
}
