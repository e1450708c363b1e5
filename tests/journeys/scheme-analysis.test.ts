import { beforeAll, describe, expect, it } from 'vitest';
import { cutHeads } from '#tests/support/axe-screens.ts';
import { arrived, expectWithinFrame, pathOf, rowsOf, searchOf } from '#tests/support/report-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

const DAYS = 'date_from=2026-10-15&date_to=2026-11-19';

describe('scheme analysis', () => {
  it('leads from a person to their schemes and the versions of one, and compares what was changed', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', `/analyse/scheme-user?${DAYS}`, { width: 1800 });
    await arrived(page);
    await page.getByRole('navigation').getByText('方案分析').first().waitFor();
    expect(await cutHeads(page)).toEqual([]);
    await page.getByRole('button', { name: '发布与起量', exact: true }).click();
    await page.getByRole('region', { name: '前几行的发布次数与起量率' }).locator('svg').waitFor();
    await rowsOf(page).first().getByRole('button', { name: /^方案/ }).click();
    await expect.poll(() => pathOf(page)).toBe('/analyse/scheme-list');
    expect(searchOf(page).get('user_id')).toMatch(/^\d+$/);
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
    await expectWithinFrame(page, 390);
    expect(faults).toEqual([]);
  });
});
