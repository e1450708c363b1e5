import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '#tests/support/depth.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { expectWithinFrame, rowsOf, settled } from '#tests/support/report-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();
beforeAll(() => seedLaunches(stage.server()));

const PHONE = { width: 390, height: 844 };

const pressed = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
const chosenIn = (menu: string | RegExp, item: string) => async (page: Page) => {
  await pressed(menu)(page);
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const detailsOfFirst = (page: Page) => rowsOf(page).first().locator('.ads-name').first().click();
const menuOfFirst = async (page: Page, item: string) => {
  await rowsOf(page).first().locator('[aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const chosen = (name: string) => async (page: Page) => {
  await rowsOf(page).getByRole('checkbox', { disabled: false }).first().check();
  await page.locator('.ads-selection').getByRole('button', { name, exact: true }).click();
};

type Open = (page: Page) => Promise<unknown>;
interface Desk {
  account: string;
  english?: boolean;
  dark?: boolean;
  /** What is opened on each page. */
  opens: Record<string, Record<string, Open>>;
}

const desks: Desk[] = [
  {
    account: 'lead_a',
    opens: {
      '/advertising/start?view=running': {
        'the saved views': pressed(/^视图/),
        'an export': pressed('导出'),
        'a campaign': detailsOfFirst,
        'a copy of a campaign': (page) => menuOfFirst(page, '复制'),
        'the schedule of a campaign': (page) => menuOfFirst(page, '定时开关'),
        'a change of budgets': chosen('改预算'),
      },
      '/advertising/publish?tab=schemes': { 'a new scheme': pressed('新建方案'), 'the columns': pressed('列设置') },
      '/advertising/publish?tab=publish': {
        'the schemes to publish': (page) => page.locator('.ads-publish-step').getByRole('combobox').first().click(),
      },
      '/analyse/evaluate?state=waiting': { 'a round of an evaluation': detailsOfFirst },
      '/auth/account': { 'an ad account': detailsOfFirst },
      '/auth/pixel': { 'an assignment': chosen('分配') },
    },
  },
  {
    account: 'opt_01',
    english: true,
    dark: true,
    opens: {
      '/advertising/post': { 'a new post': pressed('New post'), 'several posts': pressed('Bulk create'), 'a post': detailsOfFirst },
      '/advertising/start?level=ad': { 'an ad': detailsOfFirst },
    },
  },
  {
    account: 'admin',
    dark: true,
    opens: {
      '/sys/accounts': {
        'a new account': pressed('新建账号'),
        'an import': pressed('导入'),
        'the own password': chosenIn(/^用户菜单/, '修改密码'),
      },
      '/sys/department': { 'a new department': pressed('新建部门') },
      '/sys/role': { 'a new role': pressed('新建角色') },
    },
  },
  { account: 'host_01', english: true, opens: { '/operation/auth': { 'an authorisation': pressed('Authorise') } } },
];

describe('in a window of a phone', () => {
  it('every layer stays within the window, with its fields, its buttons and its way out', async () => {
    const checked: string[] = [];
    // Every second page of a desk, and every third layer of a page.
    const used = desks.map(({ opens, ...desk }) => ({
      ...desk,
      pages: sampled(Object.entries(opens), 2).map(([path, layers]) => ({ path, layers: sampled(Object.entries(layers), 3) })),
    }));
    for (const { account, pages, ...looks } of used) {
      const visitor = await stage.signedIn(account, { ...PHONE, ...looks });
      const { page, faults } = visitor;
      for (const { path, layers } of pages) {
        await visitor.open(path);
        await rowsOf(page).first().waitFor();
        for (const [name, open] of layers) {
          await open(page);
          const layer = page.locator('.ads-overlay:visible, .ads-floating:visible').last();
          await layer.waitFor();
          await settled(page);
          await expectWithinFrame(page, PHONE.width).catch((fault: unknown) => {
            throw new Error(`${name} on ${path}`, { cause: fault });
          });
          checked.push(name);
          await page.keyboard.press('Escape');
          await layer.waitFor({ state: 'detached' });
        }
      }
      expect(faults).toEqual([]);
      await visitor.leave();
    }
    expect(checked).toEqual(used.flatMap(({ pages }) => pages.flatMap(({ layers }) => layers.map(([name]) => name))));
  });

  it('the filters are behind one button, which counts those in use', async () => {
    const { page, faults } = await stage.visitorAs('admin', '/sys/accounts?keyword=opt_&status=enabled', PHONE);
    const { row } = controlsOf(page);
    await row('opt_01').waitFor();
    const button = page.getByRole('button', { name: '筛选（2）', exact: true });
    const keyword = page.locator('.ads-filters:visible input').first();
    await expect.poll(() => keyword.isVisible()).toBe(false);
    await button.press('Enter');
    await keyword.waitFor();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await button.press('Enter');
    await keyword.waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    await expect.poll(() => keyword.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await button.isVisible()).toBe(false);
    expect(await keyword.isVisible()).toBe(true);
    expect(faults).toEqual([]);
  });
});
