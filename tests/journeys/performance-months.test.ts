import { beforeAll, describe, expect, it } from 'vitest';
import { REFERENCE_DAY } from '#server/seed/demo.ts';
import { seedSettlements } from '#server/seed/demo-settlements.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { readDownloadedSheets } from '#tests/support/sheet.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(async () => {
  await seedLaunches(stage.server());
  await stage
    .server()
    .db.transaction()
    .execute((transaction) => seedSettlements(transaction, { asOf: REFERENCE_DAY }));
});

describe('the performance of editors by month', () => {
  it('leads from an editor to the months, where October is settled', async () => {
    const { page, faults } = await stage.visitorAs('lead_b', '/analyse/performance?date_from=2026-10-20&date_to=2026-11-12', {
      width: 1440,
    });
    await page
      .getByRole('row', { name: /许剪/ })
      .getByRole('button', { name: /月度表现/ })
      .click();
    const months = page.getByRole('table', { name: '素材月度表现', exact: true });
    await months.getByText('结算').first().waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.has('creator_id')).toBe(true);
    await page.getByRole('button', { name: '移除筛选', exact: false }).first().click();
    await months.getByText('许剪').waitFor();
    expect(await months.getByRole('columnheader', { name: '2026-11 未结束' }).count()).toBe(1);
    await page.getByRole('group', { name: '指标' }).getByRole('button', { name: '消耗', exact: true }).click();
    await months.getByRole('button', { name: /结算/ }).click();
    await page.getByRole('region', { name: '2026-10 的素材表现' }).getByText('许剪').waitFor();
    expect(faults).toEqual([]);
  });

  it('exports the year with its settled months', async () => {
    const { page } = await stage.visitorAs('lead_b', '/analyse/performance-month?metric=spend', { width: 1440 });
    await page.getByRole('table', { name: '素材月度表现', exact: true }).getByText('许剪').waitFor();
    await page.getByRole('button', { name: '导出', exact: true }).first().click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: /^导出 [\d,]+ 行$/ });
    const [download] = await Promise.all([page.waitForEvent('download'), confirm.click()]);
    const [data = [], notes = []] = await readDownloadedSheets(download);
    expect(data[0]).toContain('2026-10');
    expect(notes.map(([name]) => name)).toContain('已结算的月份');
  });
});
