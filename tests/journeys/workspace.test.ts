import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';
import type { Visitor } from '#tests/support/visitor.ts';

const stage = journeyStage({ covered: 'deep' });

/** The strip of open pages. */
const stripOf = (page: Page) => {
  const strip = page.getByRole('navigation', { name: '打开的页面' });
  return {
    titles: () => strip.locator('li > a').allInnerTexts(),
    shown: () => strip.locator('li > a[aria-current=page]').innerText(),
    go: (title: string) =>
      strip
        .locator('li > a')
        .filter({ has: page.getByText(title, { exact: true }) })
        .click(),
    close: (title: string) => strip.getByRole('button', { name: `关闭 ${title}`, exact: true }).click(),
    menu: async (action: string) => {
      await strip.getByRole('button', { name: '标签操作' }).click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    },
  };
};

const nav = (page: Page, title: string) => page.locator('.ads-nav').getByRole('link', { name: title, exact: true }).click();

/** Counts calls of one path from now on. */
const callsOf = ({ calls }: Visitor, path: string) => {
  const before = calls.length;
  return () => calls.slice(before).filter((one) => one === path).length;
};

/** Until what was done has reached the server. */
const kept = async ({ page }: Visitor) => {
  await page.waitForResponse((response) => response.url().endsWith('/sys-workspaces/save'), { timeout: 20_000 });
};

describe('working tabs', () => {
  it('keep filters, page, choice, scroll, open drawer and half-typed form, and ask nothing when they are shown again', async () => {
    const visitor = await stage.visitorAs('admin', '/sys/accounts?page_size=50&sort=account.desc', { height: 500 });
    const { page } = visitor;
    const controls = controlsOf(page);
    const strip = stripOf(page);
    await page.locator('tr[data-row-id]:visible').first().waitFor();
    await page.locator('tr[data-row-id]:visible input[type=checkbox]').nth(1).check();
    await page.getByRole('button', { name: '新建账号' }).click();
    await controls.field('账号').fill('half_word');
    await page.locator('.ads-panel:visible .ads-content').evaluate((area) => area.scrollTo(0, 240));
    const lists = callsOf(visitor, '/sys-users/list');

    await nav(page, '角色管理');
    await page.getByRole('heading', { name: '角色管理' }).waitFor();
    expect(await strip.titles()).toEqual(['账号管理', '角色管理']);
    await strip.go('账号管理');
    expect([...new URL(page.url()).searchParams]).toEqual([
      ['page_size', '50'],
      ['sort', 'account.desc'],
    ]);
    expect(await controls.field('账号').inputValue()).toBe('half_word');
    expect(await page.locator('.ads-panel:visible .ads-content').evaluate((area) => area.scrollTop)).toBe(240);
    expect(await page.locator('tr[data-row-id]:visible input[type=checkbox]:checked').count()).toBe(1);
    expect(lists()).toBe(0);
    expect(visitor.faults).toEqual([]);
  });

  it('are closed, pinned, closed in numbers, walked by keyboard, and ask before they lose something', async () => {
    const visitor = await stage.visitorAs('admin', '/index');
    const { page } = visitor;
    const strip = stripOf(page);
    await page.getByRole('button', { name: '系统管理' }).click();
    for (const title of ['账号管理', '部门管理', '角色管理']) {
      await nav(page, title);
      await expect.poll(strip.shown).toBe(title);
    }
    await strip.menu('固定');
    expect(await strip.titles()).toEqual(['角色管理', '首页', '账号管理', '部门管理']);
    await page.keyboard.press('Alt+PageDown');
    await expect.poll(strip.shown).toBe('首页');
    await page.keyboard.press('Alt+PageUp');
    await expect.poll(strip.shown).toBe('角色管理');
    await page.keyboard.press('Alt+PageUp');
    await expect.poll(strip.shown).toBe('部门管理');
    await page.keyboard.press('Alt+w');
    await expect.poll(strip.shown).toBe('账号管理');
    expect(visitor.path()).toBe('/sys/accounts');

    await page.getByRole('button', { name: '新建账号' }).click();
    await controlsOf(page).field('账号').fill('half');
    await strip.close('账号管理');
    await page.getByText('关闭标签？').waitFor();
    await page.getByRole('button', { name: '取消' }).last().click();
    expect(await strip.titles()).toEqual(['角色管理', '首页', '账号管理']);
    await strip.go('首页');
    await strip.menu('关闭其他');
    await page.getByRole('button', { name: '仍然关闭' }).click();
    expect(await strip.titles()).toEqual(['角色管理', '首页']);
    await strip.close('首页');
    await expect.poll(strip.shown).toBe('角色管理');
    expect(visitor.path()).toBe('/sys/role');
  });

  it('step with Back and Forward through pages and through the states of a page, and refresh only themselves', async () => {
    const visitor = await stage.visitorAs('admin', '/sys/accounts');
    const { page } = visitor;
    await page.locator('tr[data-row-id]:visible').first().waitFor();
    await page.getByRole('columnheader', { name: '账号' }).getByRole('button').first().click();
    await expect.poll(() => page.url()).toContain('sort=account');
    await nav(page, '角色管理');
    await page.getByRole('heading', { name: '角色管理' }).waitFor();
    await page.goBack();
    await expect.poll(() => stripOf(page).shown()).toBe('账号管理');
    expect(page.url()).toContain('sort=account');
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain('sort=');
    await page.goForward();
    await expect.poll(() => page.url()).toContain('sort=account');
    const [accounts, roles] = [callsOf(visitor, '/sys-users/list'), callsOf(visitor, '/sys-roles/list')];
    await page.getByRole('button', { name: '刷新', exact: true }).first().click();
    await expect.poll(accounts).toBeGreaterThan(0);
    expect(roles()).toBe(0);
  });

  it('open a shared address as it was meant, without what its reader may not see and what nobody understands', async () => {
    const visitor = await stage.visitorAs('admin', '/sys/accounts?status=enabled&role_id=987654&sort=drop.table&page_size=7');
    const { page } = visitor;
    await expect.poll(() => new URL(page.url()).search).toBe('?status=enabled');
    await page.locator('tr[data-row-id]:visible').first().waitFor();
    expect(await page.getByText('状态: 启用').count()).toBe(1);
    const elsewhere = await stage.visitorAs('admin', new URL(page.url()).pathname + new URL(page.url()).search);
    await expect
      .poll(() => elsewhere.page.locator('tr[data-row-id]:visible').count())
      .toBe(await page.locator('tr[data-row-id]:visible').count());
  });

  it('come back after a reload as they were, and are asked for again', async () => {
    const visitor = await stage.visitorAs('admin', '/sys/accounts');
    const { page } = visitor;
    await page.locator('tr[data-row-id]:visible').first().waitFor();
    await nav(page, '角色管理');
    await page.getByRole('button', { name: '新建角色' }).click();
    await controlsOf(page).field('名称').fill('half a role');
    await stripOf(page).go('账号管理');
    await page.reload();
    await page.locator('tr[data-row-id]:visible').first().waitFor();
    expect(await stripOf(page).titles()).toEqual(['账号管理', '角色管理']);
    await stripOf(page).go('角色管理');
    await expect.poll(() => controlsOf(page).field('名称').inputValue()).toBe('half a role');
    await page.locator('tr[data-row-id]:visible').first().waitFor();
    expect(visitor.faults).toEqual([]);
  });

  it('come back after signing out and in again as the same person, in this browser and in another, and never to another person', async () => {
    const visitor = await stage.visitor();
    const { page } = visitor;
    await visitor.open('/login');
    await visitor.signIn('admin');
    await page.getByRole('button', { name: '系统管理' }).click();
    await nav(page, '账号管理');
    await page.locator('tr[data-row-id]:visible').first().waitFor();
    await page.getByRole('button', { name: '新建账号' }).click();
    await controlsOf(page).field('账号').fill('half_word');
    await controlsOf(page).field('密码').fill('Secret2026');
    await kept(visitor);
    await page.getByRole('button', { name: /林管理/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.locator('.ads-login').waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('half_word');

    await visitor.signIn('opt_01');
    await expect.poll(() => stripOf(page).titles()).toEqual(['首页']);
    await page.locator('.ads-user-button').click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.locator('.ads-login').waitFor();

    await visitor.signIn('admin');
    await page.waitForURL('**/index');
    await stripOf(page).go('账号管理');
    await expect.poll(() => controlsOf(page).field('账号').inputValue()).toBe('half_word');
    expect(await controlsOf(page).field('密码').inputValue()).toBe('');
    expect(visitor.path()).toBe('/sys/accounts');

    const elsewhere = await stage.visitor();
    await elsewhere.open('/login');
    await elsewhere.signIn('admin');
    await stripOf(elsewhere.page).go('账号管理');
    await expect.poll(() => controlsOf(elsewhere.page).field('账号').inputValue()).toBe('half_word');
  });

  it('lose nothing when the session expires while something is being typed', async () => {
    const visitor = await stage.visitor();
    const { page } = visitor;
    await visitor.open('/login');
    await visitor.signIn('admin');
    await page.getByRole('button', { name: '系统管理' }).click();
    await nav(page, '账号管理');
    await page.locator('tr[data-row-id]:visible').first().waitFor();
    await page.getByRole('button', { name: '新建账号' }).click();
    await controlsOf(page).field('账号').fill('typed_too_late');
    await stage.as('admin', '/sys-users/end_sessions', {});
    await page.locator('.ads-login').waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect(visitor.leaves).toEqual([]);
    const told = page.locator('.ads-login').getByRole('status');
    expect(await told.innerText()).toContain('登录已失效（此登录已在别处被结束）');
    expect(await told.innerText()).toContain('未保存的内容已保留');
    expect(await page.locator('input[autocomplete="username"]').inputValue()).toBe('admin');
    await visitor.signIn('admin');
    await stripOf(page).go('账号管理');
    await expect.poll(() => controlsOf(page).field('账号').inputValue()).toBe('typed_too_late');
    expect(visitor.path()).toBe('/sys/accounts');
  });

  it('open one page twice on request, and sleep and wake beyond ten without losing their place', async () => {
    const visitor = await stage.visitorAs('admin', '/sys/accounts?page_size=50');
    const { page } = visitor;
    await page.locator('tr[data-row-id]:visible').first().waitFor();
    await page.getByRole('button', { name: '新建账号' }).click();
    await controlsOf(page).field('账号').fill('sleeper');
    for (let copy = 2; copy <= 13; copy += 1) {
      await stripOf(page).menu('复制标签');
      await expect
        .poll(() =>
          stripOf(page)
            .titles()
            .then((all) => all.length),
        )
        .toBe(copy);
    }
    await stripOf(page).go('账号管理');
    await expect.poll(() => controlsOf(page).field('账号').inputValue()).toBe('sleeper');
    expect(page.url()).toContain('page_size=50');
    await page.locator('tr[data-row-id]:visible').first().waitFor();
    expect(visitor.faults).toEqual([]);
  });
});
