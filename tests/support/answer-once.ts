import type { Page, Route } from 'playwright-core';

/**
 * Answers the first call of an API path in place of the server; later calls reach the server. The route stays in place, because removing
 * it while a page loads may leave a request without an answer.
 */
export async function answerOnce(page: Page, path: string, answer: (route: Route) => Promise<void>): Promise<void> {
  let isAnswered = false;
  await page.route(`**/api${path}`, async (route) => {
    if (isAnswered) return await route.fallback();
    isAnswered = true;
    await answer(route);
  });
}
