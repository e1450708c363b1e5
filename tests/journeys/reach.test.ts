import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sampled } from '#tests/support/depth.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName);
const link = (page: Page, name: string) => page.locator('.ads-nav').getByRole('link', { name });
const rows = (page: Page) => page.locator('tr[data-row-id]:visible');

describe('a navigation', () => {
  it('names the window after the page and takes the focus there; what comes by itself moves no focus', async () => {
    const { page } = await stage.visitorAs('admin', '/index');
    await expect.poll(() => page.title()).toBe('首页 - 广告投放系统');
    await page.getByRole('button', { name: '系统管理' }).focus();
    await page.keyboard.press('Enter');
    await link(page, '角色管理').focus();
    await page.keyboard.press('Enter');
    await rows(page).first().waitFor();
    await expect.poll(() => page.title()).toBe('角色管理 - 广告投放系统');
    await expect.poll(() => focused(page)).toBe('content');
    expect(await page.getByRole('main').getAttribute('aria-label')).toBe('角色管理');
    // The page writes its address: no arrival.
    const search = page.locator('.ads-filters:visible input').first();
    await search.fill('优化师');
    await search.press('Enter');
    await page.waitForURL(/keyword=/);
    expect(await focused(page)).toBe('INPUT');
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/index');
    await expect.poll(() => page.title()).toBe('首页 - 广告投放系统');
  });

  it('that leads nowhere says so in the name of the window', async () => {
    const { page } = await stage.visitorAs('admin', '/no/such/page');
    await expect.poll(() => page.title()).toBe('页面不存在 - 广告投放系统');
  });
});

describe('by keyboard', () => {
  it('the first stop leads past menu and header into the page', async () => {
    const { page } = await stage.visitorAs('admin', '/sys/role');
    await rows(page).first().waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('跳到内容');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true);
  });
});

describe('what is said to who does not see it', () => {
  it('is how many rows there are, what was chosen, and that something was done', async () => {
    const { page } = await stage.visitorAs('admin', '/sys/accounts');
    await rows(page).first().waitFor();
    await page.evaluate(() => {
      const heard: string[] = [];
      Reflect.set(window, 'heard', heard);
      const region = document.querySelector('[data-ads-announcer]') as Element;
      new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    const heard = () => page.evaluate(() => Reflect.get(window, 'heard') as string[]);
    await page.locator('.ads-filters:visible input').first().fill('opt_01');
    await page.keyboard.press('Enter');
    await expect.poll(heard).toContain('共 1 条');
    await rows(page).first().locator('input[type=checkbox]').check();
    await expect.poll(async () => (await heard()).some((text) => text.includes('已选'))).toBe(true);
    const controls = controlsOf(page);
    await controls.act('编辑', 'opt_01');
    await controls.field('备注').fill('说出来');
    await controls.press('保存');
    await expect.poll(heard).toContain('编辑账号 opt_01：已完成');
  });
});

describe('800 pixels wide', () => {
  it.each(sampled(['/sys/accounts', '/sys/role', '/sys/department'], 2))(
    'shows what can be done with a row of %s without scrolling sideways',
    async (path) => {
      const { page } = await stage.visitorAs('admin', path, { width: 800, height: 900 });
      await rows(page).first().waitFor();
      const actions = rows(page).first().locator('.ads-row-actions');
      const { frame, box, name } = await rows(page)
        .first()
        .evaluate((row) => {
          const of = (element: Element | null) => element?.getBoundingClientRect();
          return {
            frame: of(row.closest('.ads-table-scroll')),
            box: of(row.querySelector('.ads-row-actions')),
            name: of(row.querySelector('.ads-cell-frozen:not(.ads-cell-frozen-right)')),
          };
        });
      expect(await actions.isVisible()).toBe(true);
      expect(box?.right).toBeLessThanOrEqual((frame?.right ?? 0) + 1);
      expect(box?.left).toBeGreaterThan((name?.right ?? 0) + 40);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(800);
    },
  );
});

describe('with a finger', () => {
  it('everything that can be pressed is at least 40 pixels high, and a tap shows a hint', async () => {
    const { page, context } = await stage.visitorAs('admin', '/sys/accounts');
    await (await context.newCDPSession(page)).send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await rows(page).first().waitFor();
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    const small = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('header button, nav a, nav button, main button:not([role=switch]), main a')]
          .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height > 0)
          .filter((element) => element.getBoundingClientRect().height < 40)
          .map((element) => `${element.className} ${element.getAttribute('aria-label') ?? element.innerText}`),
      );
    // What was drawn for a mouse is drawn anew.
    await expect.poll(async () => [...new Set(await small())]).toEqual([]);
  });
});
