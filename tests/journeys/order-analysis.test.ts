import { beforeAll, describe, expect, it } from 'vitest';
import { arrived, expectWithinFrame, pathOf, rowsOf, searchOf, settled } from '#tests/support/report-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

const DAYS = 'date_from=2026-11-06&date_to=2026-11-12';

describe('order analysis', () => {
  it('opens from a drama with its days, draws its charts, and leads to single orders and all orders of a payer', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', `/analyse/effect?${DAYS}`, { width: 1800 });
    await arrived(page);
    const drama = rowsOf(page).first();
    await drama.getByText('更多').click();
    await page.getByRole('menuitem', { name: '订单' }).click();
    await expect.poll(() => pathOf(page)).toBe('/analyse/material');
    await arrived(page);
    expect([searchOf(page).get('date_from'), searchOf(page).get('date_to')]).toEqual(['2026-11-06', '2026-11-12']);
    expect(searchOf(page).get('drama_id')).toMatch(/^\d+$/);
    await page.getByRole('button', { name: '星期与小时' }).click();
    await page.getByRole('img', { name: '按星期与小时的订单数' }).waitFor();
    await page.getByRole('button', { name: '金额分布' }).click();
    await page.getByRole('img', { name: '按金额的订单数' }).waitFor();
    await page.getByRole('button', { name: '订单类型', exact: true }).click();
    await page.getByRole('region', { name: '按订单类型的收入' }).locator('svg').first().waitFor();
    await rowsOf(page).filter({ hasText: '2026-11-10' }).click();
    const orders = page.getByRole('dialog', { name: '订单：2026-11-10' });
    await orders.getByRole('button', { name: /^u\d+/ }).first().click();
    await page.getByRole('dialog', { name: /的全部订单$/ }).waitFor();
    expect(faults).toEqual([]);
  });

  it('is never wider than the frame of the console', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', `/analyse/material?${DAYS}`, { width: 800 });
    await arrived(page);
    await expectWithinFrame(page, 800);
    await page.setViewportSize({ width: 390, height: 800 });
    await settled(page);
    await expectWithinFrame(page, 390);
    expect(faults).toEqual([]);
  });
});
