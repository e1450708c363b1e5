import { beforeAll, describe, expect, it } from 'vitest';
import { cutHeads } from '#tests/support/axe-screens.ts';
import { arrived, expectWithinFrame, rowsOf } from '#tests/support/report-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

const PATH = '/analyse/video?date_from=2026-11-01&date_to=2026-11-19';

describe('video analysis', () => {
  it('compares the retention of videos, and shows the curve, countries, accounts and ads of one', async () => {
    const { page, faults } = await stage.visitorAs('lead_a', PATH, { width: 1800 });
    await arrived(page);
    await page.getByRole('navigation').getByText('视频分析').first().waitFor();
    expect(await cutHeads(page)).toEqual([]);
    await page.getByRole('button', { name: '留存曲线', exact: true }).click();
    await page.getByRole('region', { name: '留存曲线' }).locator('svg').first().waitFor();
    await page.getByRole('button', { name: '吸引率 × ROI', exact: true }).click();
    await page.locator('.ads-chart svg').first().waitFor();
    const first = rowsOf(page).first();
    await first.getByRole('button', { name: /^详情/ }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('region', { name: '留存曲线' }).locator('svg').first().waitFor();
    for (const name of ['国家', '广告账户', '广告']) {
      await panel
        .getByRole('region', { name, exact: true })
        .getByText(/^\$[1-9]/)
        .first()
        .waitFor();
    }
    expect(faults).toEqual([]);
  });

  it('shows editors amounts of their videos alone, with every head in English, within the frame', async () => {
    const { page, open, faults } = await stage.visitorAs('edit_01', PATH, { width: 2400, english: true });
    await arrived(page);
    expect(await cutHeads(page)).toEqual([]);
    await rowsOf(page)
      .first()
      .getByRole('button', { name: /^Details/ })
      .click();
    await page.getByRole('dialog').getByText('No ad account of yours used it on these days').waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await open(PATH);
    await arrived(page);
    await expectWithinFrame(page, 390);
    expect(faults).toEqual([]);
  });
});
