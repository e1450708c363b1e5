import { beforeAll, describe, expect, it } from 'vitest';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

/** In pixels: the console is never narrower. */
const FRAME = 768;

describe('the home page of a super admin', () => {
  it('opens after signing in, shows the company and the system, and leads to the days behind a figure', async () => {
    const { page, faults } = await stage.visitorAs('super', '/', { width: 1800 });
    await page.waitForURL('**/admin/index');
    for (const entry of ['首页', '订单管理', '系统管理'])
      await page.locator('.ads-sidebar').getByText(entry, { exact: true }).first().waitFor();
    for (const title of ['系统状态', '收入前 10，近 7 天', '亏损最多的 10 个，近 7 天', '近 30 天收入构成'])
      await page.getByRole('heading', { name: title }).waitFor();
    await page.goto(`${new URL(page.url()).origin}/admin/index?date=2026-11-10`);
    const revenue = page.locator('.ads-home-card', { hasText: '充值/销售额' }).first();
    await revenue.getByRole('link').click();
    await page.waitForURL('**/admin/order/daily?date_from=2026-11-10&date_to=2026-11-10&time_basis=payment');
    expect(faults).toEqual([]);
  });

  it('is never wider than the frame of the console', async () => {
    const { page, faults } = await stage.visitorAs('super', '/admin/index', { width: 390 });
    await page.getByRole('heading', { name: '系统状态' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(FRAME);
    expect(faults).toEqual([]);
  });
});
