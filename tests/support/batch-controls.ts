import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { controlsOf } from './page-controls.ts';

const settled = /^\s*(成功|部分成功|失败)/;

/** The batch of this type that is shown on the screen. */
export function batchOn(page: Page, type: string) {
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${type} · 批次`) });
  /** Opens the results from the notice, which is all that reports a small batch that succeeded. */
  const open = async () => {
    const details = page.locator('.ads-notice-toast').getByRole('button', { name: '详情' });
    await dialog.or(details).first().waitFor();
    if ((await dialog.count()) === 0) await details.first().click();
  };
  return {
    dialog,
    /** The rows of its items. */
    items: dialog.locator('tr[data-row-id]'),
    /** Waits until it has ended with these counts, such as `成功 2`. The dialog stays open. */
    ended: async (...counts: string[]) => {
      await open();
      await expect.poll(() => dialog.locator('.ads-batch-line').innerText()).toMatch(settled);
      for (const count of counts) await dialog.getByRole('button', { name: count, exact: true }).waitFor();
    },
    close: async () => {
      await dialog.locator('footer').getByRole('button', { name: '关闭' }).click();
      await controlsOf(page).closed();
    },
  };
}
