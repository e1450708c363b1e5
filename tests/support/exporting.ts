import type { Download, Page } from 'playwright-core';

/** Asks for the rows of the page and confirms their number, without waiting for the file. */
export async function confirmExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^导出 [\d,]+ 行$/ })
    .click();
}

/** The rows of the page as the file that the reader gets. */
export async function exported(page: Page): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), confirmExport(page)]);
  return download;
}
