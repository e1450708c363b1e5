import type { Download, Page } from 'playwright-core';

/** Requests an export of the page and confirms the number of rows, without waiting for the file. */
export async function confirmExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^导出 [\d,]+ 行$/ })
    .click();
}

/** Longer than a click waits, so that a click in vain is reported as such. */
const LONGEST_DOWNLOAD = 90_000;

/** Exports the rows of the page and returns the downloaded file. */
export async function downloadExport(page: Page): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: LONGEST_DOWNLOAD }), confirmExport(page)]);
  return download;
}
