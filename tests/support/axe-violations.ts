import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What is wrong with the page for somebody who cannot see it, or sees it badly. One line each. */
export async function violations(page: Page): Promise<string[]> {
  await page.mouse.move(0, 0);
  // Through the debugger, which no content security policy concerns.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const checker = Reflect.get(window, 'axe') as typeof axe;
    // What is still appearing has the colours of no state that anybody reads.
    const ends = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ends.map(({ finished }) => finished));
    return (await checker.run(document, { resultTypes: ['violations'] })).violations;
  });
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  );
}
