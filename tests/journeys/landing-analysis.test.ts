import { beforeAll, describe, expect, it } from 'vitest';
import { cutHeads } from '#tests/support/axe-screens.ts';
import { arrived, expectWithinFrame, pathOf, rowsOf, searchOf } from '#tests/support/report-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

const DAYS = 'date_from=2026-11-06&date_to=2026-11-19';

describe('landing page analysis', () => {
  it('leads from the funnel to the A/B test of a group, and from a page to its ads on the same days', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', `/analyse/landing?${DAYS}`, { width: 1800 });
    await arrived(page);
    await page.getByRole('navigation').getByText('落地页分析').first().waitFor();
    expect(await cutHeads(page)).toEqual([]);
    await page.getByRole('button', { name: '转化漏斗', exact: true }).click();
    await page.getByRole('region', { name: '转化漏斗' }).getByText('到达').first().waitFor();
    await page.getByRole('button', { name: '更多筛选' }).click();
    await page.getByRole('combobox', { name: '实验分组' }).click();
    await page.getByRole('option', { name: 'opening-video' }).click();
    await expect.poll(() => searchOf(page).get('ab_group')).toBe('opening-video');
    await page.getByRole('button', { name: 'A/B 对比', exact: true }).click();
    const test = page.getByRole('region', { name: '实验分组“opening-video”的对比' });
    await test.getByText('对照').waitFor();
    expect(await test.getByText(/^差异(不)?显著$|^样本不足$/).count()).toBe(1);
    await rowsOf(page).first().getByRole('button', { name: /^广告/ }).click();
    await expect.poll(() => pathOf(page)).toBe('/advertising/user');
    expect([searchOf(page).get('date_from'), searchOf(page).get('date_to')]).toEqual(['2026-11-06', '2026-11-19']);
    expect(searchOf(page).get('landing_page_id')).toMatch(/^\d+$/);
    expect(faults).toEqual([]);
  });

  it('shows every head in English, and is never wider than the frame of the console', async () => {
    const { page, open, faults } = await stage.visitorAs('lead_a', `/analyse/landing?${DAYS}`, { width: 2400, english: true });
    await arrived(page);
    expect(await cutHeads(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await open(`/analyse/landing?${DAYS}&group_by=template`);
    await arrived(page);
    await expectWithinFrame(page, 390);
    expect(faults).toEqual([]);
  });
});
