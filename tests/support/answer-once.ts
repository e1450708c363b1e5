import type { Page, Route } from 'playwright-core';

/**
 * Answers the first call of an API path instead of the server; later calls reach it.
 * The browser goes on passing its requests through us: to stop that while a page loads may leave a request of it without an answer.
 */
export async function answerOnce(page: Page, path: string, answer: (route: Route) => Promise<void>): Promise<void> {
  let isAnswered = false;
  await page.route(`**/api${path}`, async (route) => {
    if (isAnswered) return await route.fallback();
    isAnswered = true;
    await answer(route);
  });
}
