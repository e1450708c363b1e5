import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

const DAYS = 'date_from=2026-11-06&date_to=2026-11-12';
/** In pixels: the console is never narrower. */
const FRAME = 768;
const rowsOf = (page: Page) => page.locator('tr[data-row-id]:visible');

async function arrived(page: Page): Promise<void> {
  await rowsOf(page).first().waitFor();
  await expect.poll(() => page.locator('[aria-busy=true]:visible').count()).toBe(0);
}

describe('orders of the company', () => {
  it('are listed with their sums, found by number whatever the dates, and opened with their history', async () => {
    const { page, faults } = await stage.visitorAs('super', `/admin/order/list?${DAYS}`, { width: 1800 });
    await arrived(page);
    await page.getByLabel('合计（USD）').getByText('净收入').waitFor();
    const number = await rowsOf(page).first().locator('td').first().innerText();
    await page.goto(`${new URL(page.url()).origin}/admin/order/list?date_from=2026-11-19&date_to=2026-11-19&keyword=${number.trim()}`);
    await arrived(page);
    expect(await rowsOf(page).count()).toBe(1);
    await rowsOf(page).first().locator('td').nth(2).click();
    const order = page.getByRole('dialog', { name: `订单 ${number.trim()}` });
    for (const title of ['时间线', '归因链', '用户历史', '原始事件']) await order.getByRole('heading', { name: title }).waitFor();
    expect(faults).toEqual([]);
  });

  it('are reconciled with the sites day by day, and a day on which an order is missing stands out', async () => {
    const { db } = stage.server();
    const lost = await db
      .selectFrom('biz_order')
      .select(['id', 'amount'])
      .where('biz_date', '=', '2026-11-10')
      .where('status', '=', 'paid')
      .where('ad_id', 'is', null)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const search = `?date_from=2026-11-10&date_to=2026-11-11`;
    const { page, faults } = await stage.visitorAs('super', `/admin/order/daily${search}`, { width: 1800 });
    await arrived(page);
    await page.getByRole('button', { name: '对账' }).click();
    await page.getByText(/与站点一致/).waitFor();
    await db.deleteFrom('biz_order').where('id', '=', lost.id).execute();
    await page.getByRole('button', { name: '月环比' }).click();
    await page.getByRole('button', { name: '对账' }).click();
    await page.getByText(/1 天与站点不一致/).waitFor();
    const day = page.locator('tr', { has: page.getByRole('rowheader', { name: '2026-11-10' }) }).last();
    expect(await day.getByText(`−$${(lost.amount / 100).toFixed(2)}`).count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('are never wider than the frame of the console', async () => {
    for (const path of ['/admin/order/list', '/admin/order/daily']) {
      const { page, faults } = await stage.visitorAs('super', `${path}?${DAYS}`, { width: 390 });
      await arrived(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(FRAME);
      expect(faults).toEqual([]);
    }
  });
});
