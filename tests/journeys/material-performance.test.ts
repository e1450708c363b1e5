import { beforeAll, describe, expect, it } from 'vitest';
import { arrived } from '#tests/support/report-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

const PATH = '/analyse/performance?date_from=2026-10-20&date_to=2026-11-12';

describe('the performance of materials', () => {
  it('shows editors what they made and what others spent on it', async () => {
    const { page, faults } = await stage.visitorAs('edit_01', PATH, { width: 1440 });
    await arrived(page);
    await page.getByRole('navigation').getByText('素材表现').first().waitFor();
    // Materials that they uploaded for other editors are counted too, without what others spent on these.
    const rows = await page.locator('tr[data-row-id]:visible').allInnerTexts();
    expect(rows[0]).toMatch(/许剪[\s\S]*\$[1-9]/);
    expect(rows.slice(1).every((row) => row.includes('$0.00') && !/\$[1-9]/.test(row))).toBe(true);
    await page.getByRole('button', { name: '产出', exact: true }).click();
    await page.getByRole('region', { name: '上传、首次使用与爆款' }).locator('svg').waitFor();
    expect(faults).toEqual([]);
  });
});
