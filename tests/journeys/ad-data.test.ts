import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { controlsOf } from '#tests/support/page-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

/** Days in the middle of what the demo company launched; nothing comes in any more. */
const range = { date_from: '2026-11-06', date_to: '2026-11-12' };
const at = (path: string, more: Record<string, string> = {}) => `${path}?${new URLSearchParams({ ...range, ...more })}`;

const rowsOf = (page: Page) => page.locator('tr[data-row-id]:visible');
const totalsOf = (page: Page) => page.locator('tbody.ads-totals tr:visible');
const searchOf = (page: Page) => new URL(page.url()).searchParams;

/** What a row of the table, or its totals, says under these columns. */
async function figures(row: Locator, ...columns: string[]): Promise<Record<string, string>> {
  return await row.evaluate((tr, keys) => {
    const head = [...(tr.closest('table')?.querySelectorAll('thead tr > *') ?? [])];
    const place = (key: string) =>
      head.findIndex((cell) => cell.getAttribute('data-column') === key || cell.querySelector(`[data-column="${key}"]`));
    return Object.fromEntries(
      keys.map((key) => [
        key,
        place(key) < 0 ? 'no such column' : ((tr.children[place(key)] as HTMLElement).innerText.split('\n')[0] ?? ''),
      ]),
    );
  }, columns);
}
const COLUMNS = ['spend', 'new_users', 'first_payers', 'revenue'];

const TITLES: Readonly<Record<string, RegExp>> = {
  '/advertising/user': /^广告数据$/,
  '/advertising/account': /^广告账户$/,
  '/advertising/campaign': /^广告系列$/,
  '/advertising/group': /^广告(组)?$/,
};

/** Waits until the page of this path is shown with the rows of its address. */
async function arrived(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  // The page before it stays on the screen for a moment after the address has changed.
  await page.getByRole('heading', { level: 1, name: TITLES[path] ?? path }).waitFor();
  await totalsOf(page).waitFor();
  await expect.poll(() => page.locator('[aria-busy=true]:visible').count()).toBe(0);
}

describe('from a person down to an ad', () => {
  it('each level comes to what the row above it says, over the same days, and leads back up', async () => {
    const { page, faults } = await stage.visitorAs('admin', at('/advertising/user'), { width: 3000 });
    await arrived(page, '/advertising/user');
    const first = (text?: string) => (text === undefined ? rowsOf(page) : rowsOf(page).filter({ hasText: text })).first();
    const seen: Record<string, string>[] = [];
    const step = async (row: Locator, path: string) => {
      const above = await figures(row, ...COLUMNS);
      expect(above['spend']).toMatch(/[1-9]/);
      await row.locator('.ads-name button').first().click();
      await arrived(page, path);
      await expect.poll(() => figures(totalsOf(page), ...COLUMNS)).toEqual(above);
      expect(Object.fromEntries(Object.keys(range).map((key) => [key, searchOf(page).get(key)]))).toEqual(range);
      expect(await page.getByText('下级合计与上级不一致').count()).toBe(0);
      seen.push(above);
    };
    await step(first(), '/advertising/account');
    // The levels below are in the currency of the account.
    await step(first('USD'), '/advertising/campaign');
    await step(first(), '/advertising/group');
    await step(first(), '/advertising/group');
    expect(searchOf(page).get('level')).toBe('ad');
    expect(seen).toHaveLength(4);

    const ad = first();
    await ad.locator('.ads-name button').first().click();
    const drawer = controlsOf(page).layer;
    await drawer.getByRole('tab', { name: '创意预览', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await controlsOf(page).closed();

    for (const path of ['/advertising/group', '/advertising/campaign', '/advertising/account', '/advertising/user']) {
      await page.getByRole('button', { name: '上一级', exact: true }).click();
      await arrived(page, path);
      expect(Object.fromEntries(Object.keys(range).map((key) => [key, searchOf(page).get(key)]))).toEqual(range);
    }
    expect(faults).toEqual([]);
  });

  it('days that are chosen on the way stand in the address, and are there again after a reload and on the way back', async () => {
    const { page, faults } = await stage.visitorAs('admin', at('/advertising/user'), { width: 3000 });
    await arrived(page, '/advertising/user');
    await page.locator('.ads-date-filter button').first().click();
    await page.getByRole('button', { name: '近 14 天', exact: true }).click();
    await expect.poll(() => searchOf(page).get('date_from')).not.toBe(range.date_from);
    await arrived(page, '/advertising/user');
    const days = [searchOf(page).get('date_from'), searchOf(page).get('date_to')];
    const own = page.url();
    await rowsOf(page).first().locator('.ads-name button').first().click();
    await arrived(page, '/advertising/account');
    expect([searchOf(page).get('date_from'), searchOf(page).get('date_to')]).toEqual(days);
    await page.reload();
    await arrived(page, '/advertising/account');
    expect([searchOf(page).get('date_from'), searchOf(page).get('date_to')]).toEqual(days);
    await page.locator('.ads-date-filter').first().getByText('近 14 天').waitFor();
    await page.goBack();
    await arrived(page, '/advertising/user');
    expect(page.url()).toBe(own);
    expect(faults).toEqual([]);
  });
});

it('the numbers of a chart stand in a table beside it, a line each day', async () => {
  const { page, faults } = await stage.visitorAs('admin', at('/advertising/user'), { width: 1800 });
  await arrived(page, '/advertising/user');
  const chart = page.getByRole('region', { name: '广告数据趋势' }).first();
  await chart.getByRole('button', { name: '表格', exact: true }).click();
  const lines = chart.locator('table tbody tr');
  await expect.poll(() => lines.count()).toBe(7);
  // Money alone, whether or not it is divided among people.
  const cells = (await lines.locator('td').allInnerTexts()).filter((text) => text.includes('$'));
  const amount = (text: string) => Number(text.replaceAll(/[^\d.]/g, ''));
  const sum = cells.map(amount).reduce((a, b) => a + b, 0);
  expect(sum).toBeGreaterThan(0);
  const { spend = '' } = await figures(totalsOf(page), 'spend');
  // Each is rounded to cents.
  expect(Math.abs(sum - amount(spend))).toBeLessThan(0.1);
  expect(faults).toEqual([]);
});

describe('what stands above the rows', () => {
  it('is said to be missing where it is gone, hidden, or was never named, with the way back', async () => {
    const { page, open, faults } = await stage.visitorAs('admin', at('/advertising/campaign', { account_id: '999999' }));
    const back = page.getByRole('main').filter({ visible: true }).getByRole('button', { name: '返回广告数据' });
    await page.getByRole('main').filter({ visible: true }).getByText('对象不存在或无权限').waitFor();
    await back.click();
    await arrived(page, '/advertising/user');
    for (const path of ['/advertising/campaign', '/advertising/group', '/advertising/group?campaign_id=999999']) {
      await open(path);
      await page.getByRole('main').filter({ visible: true }).getByText('对象不存在或无权限').waitFor();
      expect(await back.count()).toBe(1);
    }
    expect(faults).toEqual([]);
  });

  it('is nobody else’s business: a colleague’s campaign is as though it were not there', async () => {
    const { db } = stage.server();
    const own = await stage.people.idOf('opt_01');
    const foreign = await db
      .selectFrom('campaign as c')
      .innerJoin('sys_user as u', 'u.id', 'c.owner_user_id')
      .select('c.id')
      .where('u.account', 'like', 'opt%')
      .where('u.id', '<>', own)
      .executeTakeFirstOrThrow();
    const { page, faults } = await stage.visitorAs('opt_01', at('/advertising/group', { campaign_id: String(foreign.id) }));
    await page.getByRole('main').filter({ visible: true }).getByText('对象不存在或无权限').waitFor();
    expect(await rowsOf(page).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
