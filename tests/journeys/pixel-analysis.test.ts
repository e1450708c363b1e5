import { beforeAll, describe, expect, it } from 'vitest';
import { cutHeads } from '#tests/support/axe-screens.ts';
import { arrived, expectWithinFrame, pathOf, rowsOf, searchOf, settled } from '#tests/support/report-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

const DAYS = 'date_from=2026-11-14&date_to=2026-11-19';

describe('pixel analysis', () => {
  it('finds the pixels that report too little, and leads to single events with both of their sources', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', `/analyse/pixel?${DAYS}&health=missing`, { width: 1800 });
    await arrived(page);
    await page.getByRole('navigation').getByText('像素分析').first().waitFor();
    expect(await cutHeads(page)).toEqual([]);
    const missing = rowsOf(page).filter({ hasText: '星河 东南亚 H5' });
    await missing.getByText('缺失').waitFor();
    await page.getByRole('button', { name: '浏览器与服务端', exact: true }).click();
    await page.getByRole('region', { name: '浏览器与服务端的事件' }).locator('svg').first().waitFor();
    await missing.getByRole('button', { name: /^明细/ }).click();
    await expect.poll(() => pathOf(page)).toBe('/analyse/pixel-list');
    expect(searchOf(page).get('pixel_id')).toMatch(/^\d+$/);
    await rowsOf(page).first().waitFor();
    await rowsOf(page).first().getByRole('button', { name: /^展开/ }).click();
    await page.getByRole('region', { name: '浏览器' }).getByText('参数').waitFor();
    await page.getByRole('region', { name: '服务端' }).getByText('没有收到同一事件').waitFor();
    expect(faults).toEqual([]);
  });

  it('drops a pixel that the user may not see from the filter, and says so', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', `/analyse/pixel?${DAYS}&pixel_id=99999`, { width: 1800 });
    await expect.poll(() => searchOf(page).get('pixel_id')).toBeNull();
    await page.getByText('已移除该条件').first().waitFor();
    await arrived(page);
    expect(await rowsOf(page).count()).toBeGreaterThan(1);
    expect(faults).toEqual([]);
  });

  it('shows every head in English, and is never wider than the frame of the console', async () => {
    const { page, open, faults } = await stage.visitorAs('lead_a', `/analyse/pixel?${DAYS}`, { width: 2400, english: true });
    await arrived(page);
    expect(await cutHeads(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await open('/analyse/pixel-list');
    await settled(page);
    await expectWithinFrame(page, 390);
    // The choice that the empty page asks for is within the window.
    const choice = await page.getByRole('status').getByRole('combobox', { name: 'Pixel' }).boundingBox();
    expect((choice?.x ?? 390) + (choice?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(faults).toEqual([]);
  });
});
