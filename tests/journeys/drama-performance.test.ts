import { beforeAll, describe, expect, it } from 'vitest';
import { cutHeads } from '#tests/support/axe-screens.ts';
import { arrived, expectWithinFrame, pathOf, rowsOf, searchOf, settled } from '#tests/support/report-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

const PATH = '/analyse/effect?date_from=2026-11-06&date_to=2026-11-12';

describe('drama performance', () => {
  it('is in the menu of whoever may open it, and leads from a drama to its cohorts and countries', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', PATH, { width: 1800 });
    await arrived(page);
    await page.getByRole('navigation').getByText('短剧表现').first().waitFor();
    expect(await cutHeads(page)).toEqual([]);
    const first = rowsOf(page).first();
    await first.getByRole('button', { name: /同期群/ }).click();
    await page
      .getByRole('region', { name: /的同期群$/ })
      .getByRole('rowheader', { name: '2026-11-12' })
      .waitFor();
    await page.getByRole('button', { name: '回收曲线', exact: true }).click();
    await page.getByRole('region', { name: '前 6 行的累计 ROI' }).locator('svg').waitFor();
    await first.getByRole('button', { name: /的更多操作$/ }).click();
    await page.getByRole('menuitem', { name: '国家' }).click();
    await expect.poll(() => searchOf(page).get('group_by')).toBe('country');
    await arrived(page);
    expect(searchOf(page).get('drama_id')).toMatch(/^\d+$/);
    await page.goBack();
    await expect.poll(() => searchOf(page).get('group_by')).toBeNull();
    expect(faults).toEqual([]);
  });

  it('keeps its grouping through a reload, and unfolds dramas into days', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', `${PATH}&group_by=drama,date`, { width: 1800 });
    await arrived(page);
    await page
      .getByRole('button', { name: /^展开 / })
      .first()
      .click();
    await rowsOf(page).getByText('2026-11-12').first().waitFor();
    await page.reload();
    await arrived(page);
    expect(searchOf(page).get('group_by')).toBe('drama,date');
    expect(faults).toEqual([]);
  });

  it('is never wider than the frame of the console', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', PATH, { width: 800 });
    await arrived(page);
    await expectWithinFrame(page, 800);
    await page.setViewportSize({ width: 390, height: 800 });
    await settled(page);
    await expectWithinFrame(page, 390);
    expect(faults).toEqual([]);
  });

  it('is no page for those who make materials', async () => {
    const { page } = await stage.visitorAs('edit_01', PATH);
    await expect.poll(() => pathOf(page)).toBe('/404');
  });
});
