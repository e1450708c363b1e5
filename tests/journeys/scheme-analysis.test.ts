import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

const DAYS = 'date_from=2026-10-15&date_to=2026-11-19';
/** In pixels: the console is never narrower. */
const FRAME = 768;
const rowsOf = (page: Page) => page.locator('tr[data-row-id]:visible');

async function arrived(page: Page): Promise<void> {
  await page.locator('tbody.ads-totals tr:visible').waitFor();
  await expect.poll(() => page.locator('[aria-busy=true]:visible').count()).toBe(0);
}

describe('scheme analysis', () => {
  it('leads from a person to their schemes and the versions of one, and compares what was changed', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', `/analyse/scheme-user?${DAYS}`, { width: 1800 });
    await arrived(page);
    await page.getByRole('navigation').getByText('方案分析').first().waitFor();
    await page.getByRole('button', { name: '发布与起量', exact: true }).click();
    await page.getByRole('region', { name: '前几行的发布次数与起量率' }).locator('svg').waitFor();
    await rowsOf(page).first().getByRole('button', { name: /^方案/ }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/analyse/scheme-list');
    expect(new URL(page.url()).searchParams.get('user_id')).toMatch(/^\d+$/);
    await page.goto(`${new URL(page.url()).origin}/analyse/scheme-list?${DAYS}&group_by=scheme,scheme_version`);
    await arrived(page);
    const several = rowsOf(page).filter({ has: page.locator('button[aria-label^="对比版本"]:not([aria-disabled])') });
    await several
      .first()
      .getByRole('button', { name: /^对比版本/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('rowheader', { name: '预算', exact: true }).waitFor();
    expect(await dialog.locator('ins').count()).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it('says of an unknown scheme that there is nothing to see, and is never wider than the frame', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', '/analyse/scheme-list?scheme_id=99999', { width: 390 });
    await page.getByText('对象不存在或无权限').waitFor();
    await page.getByRole('button', { name: '返回方案分析' }).click();
    await arrived(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(FRAME);
    expect(faults).toEqual([]);
  });
});
