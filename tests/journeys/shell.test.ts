import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { answerOnce } from '#tests/support/answer-once.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

it('has the measures of the layout: logo 32, title row 64, padding 20, base font 14, at least 768 wide', async () => {
  const { page } = await stage.visitorAs('admin', '/index');
  for (const part of ['.ads-nav', '.ads-content']) await page.locator(part).waitFor();
  const measures = await page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const style = (selector: string) => getComputedStyle(document.querySelector(selector) as Element);
    return {
      logo: [box('.ads-brand img')?.width, box('.ads-brand img')?.height],
      titleRow: box('.ads-brand')?.height,
      padding: style('.ads-content').padding,
      font: style('body').fontSize,
      least: style('.ads-frame').minWidth,
      title: document.querySelector('.ads-brand')?.textContent,
      document: document.title,
    };
  });
  expect(measures).toEqual({
    logo: [32, 32],
    titleRow: 64,
    padding: '20px',
    font: '14px',
    least: '768px',
    title: '广告投放系统',
    document: '首页 - 广告投放系统',
  });
});

it('changes colours at once for a reader who asked for less motion', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/department');
  await page.locator('.ads-content').waitFor();
  const moving = await page.evaluate(() => {
    const ground = () => getComputedStyle(document.body).backgroundColor;
    const light = ground();
    document.documentElement.classList.add('dark');
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    return { transitions: transitions.length, isDark: ground() !== light };
  });
  expect(moving).toEqual({ transitions: 0, isDark: true });
});

it('loads a table below a bar that stands still for a reader who asked for less motion', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/role');
  await page.locator('tr[data-row-id]').first().waitFor();
  let see = () => {};
  const isSeen = new Promise<void>((resolve) => {
    see = resolve;
  });
  await answerOnce(page, '/sys-roles/list', async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.getByRole('button', { name: '刷新' }).first().click();
  const bar = page.locator('.ads-busy-bar:visible');
  await bar.waitFor();
  const drawn = await bar.evaluate((element) => {
    const { animationName, width } = getComputedStyle(element, '::after');
    return { animationName, isWhole: width === getComputedStyle(element).width };
  });
  expect(drawn).toEqual({ animationName: 'none', isWhole: true });
  see();
  await bar.waitFor({ state: 'detached' });
});

it('tracks the selected entry and the open groups, and keeps a group closed that the reader closed', async () => {
  const { page, path } = await stage.visitorAs('admin', '/advertising/copy-log');
  const group = page.getByRole('button', { name: '系统管理' });
  expect(await group.getAttribute('aria-expanded')).toBe('false');
  await group.click();
  await page.locator('.ads-nav').getByRole('link', { name: '角色管理' }).click();
  await page.waitForURL('**/sys/role');
  await expect.poll(() => page.locator('.ads-nav').getByRole('link', { name: '角色管理' }).getAttribute('aria-current')).toBe('page');
  await page.reload();
  await page.locator('.ads-nav').getByRole('link', { name: '角色管理' }).waitFor();
  expect(await page.getByRole('button', { name: '系统管理' }).getAttribute('aria-expanded')).toBe('true');
  await page.getByRole('button', { name: '系统管理' }).click();
  expect(await page.locator('.ads-nav').getByRole('link', { name: '角色管理' }).count()).toBe(0);
  expect(path()).toBe('/sys/role');
});

it('collapses below 768 and opens from 768 on; a choice by hand holds until the breakpoint is crossed', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/department');
  await page.locator('.ads-nav').waitFor();
  const collapsed = page.locator('.ads-sidebar-collapsed');
  await page.setViewportSize({ width: 768, height: 900 });
  await page.waitForTimeout(700);
  expect(await collapsed.count()).toBe(0);
  await page.setViewportSize({ width: 767, height: 900 });
  await collapsed.waitFor();
  expect(await page.locator('.ads-brand-title').count()).toBe(0);
  await page.getByRole('button', { name: '展开侧栏' }).click();
  expect(await collapsed.count()).toBe(0);
  await page.setViewportSize({ width: 700, height: 900 });
  await page.waitForTimeout(700);
  expect(await collapsed.count()).toBe(0);
  await page.setViewportSize({ width: 900, height: 900 });
  await page.waitForTimeout(700);
  await page.setViewportSize({ width: 700, height: 900 });
  await collapsed.waitFor();
});

it('reaches every page from the collapsed sidebar by keyboard', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/department');
  await page.getByRole('button', { name: '收起侧栏' }).click();
  await page.getByRole('button', { name: '系统管理' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sys/department');
});

it('turns dark with a class on the root before the first paint, and remembers it', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/department');
  await page.getByRole('button', { name: '切换到深色' }).click();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('setting-storage') ?? '{}'))).toEqual({ isDark: true, locale: 'zh-cn' });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      Reflect.set(window, 'darkAtTheBody', document.documentElement.classList.contains('dark'));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await page.locator('.ads-nav').waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'darkAtTheBody'))).toBe(true);
  const [background, text] = await page.evaluate(() => [
    getComputedStyle(document.body).backgroundColor,
    getComputedStyle(document.body).color,
  ]);
  expect(background).not.toBe('rgb(255, 255, 255)');
  expect(text).not.toBe(background);
});

it('speaks English at once: menu, page, kit, and what the server says', async () => {
  const { page } = await stage.visitorAs('admin', '/advertising/copy-log');
  await page.getByRole('button', { name: /切换语言/ }).click();
  await page.getByRole('button', { name: 'System management' }).click();
  await page.locator('.ads-nav').getByRole('link', { name: 'Role', exact: true }).click();
  await page.getByRole('heading', { name: 'Role', exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-US');
  expect(await page.title()).toBe('Role - ad delivery system');
  await page.getByRole('button', { name: 'New role' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: /Name/ }).fill('优化师');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.locator('.ads-field-fault').waitFor();
  expect(await page.locator('.ads-notice-error').count()).toBe(0);
  expect(await page.locator('.ads-field-fault').innerText()).toBe('The name “优化师” is already taken');
  expect(await page.getByRole('dialog').getByRole('textbox', { name: /Name/ }).inputValue()).toBe('优化师');
});

it('shows a new password for ten seconds, with the account, keeps the own session and ends the others', async () => {
  const [here, elsewhere] = [await stage.visitor(), await stage.visitor()];
  for (const one of [here, elsewhere]) {
    await one.open('/advertising/copy-log');
    await one.signIn('opt_09');
  }
  const { page } = here;
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '重置密码' }).click();
  await page.getByText('将为当前账号生成新密码，其他设备的登录会失效').waitFor();
  await page.getByRole('button', { name: '重置', exact: true }).click();
  const notice = page.locator('.ads-notice-password');
  await notice.waitFor();
  expect(await notice.innerText()).toContain('重置成功');
  expect(await notice.innerText()).toContain('opt_09');
  const password = await notice.locator('code').innerText();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.reload();
  await page.locator('.ads-nav').waitFor();
  // Its next call tells it, which may be one that it makes by itself.
  const signedOut = elsewhere.page.locator('.ads-login');
  await Promise.any([elsewhere.page.getByRole('button', { name: '刷新' }).first().click(), signedOut.waitFor()]);
  await signedOut.waitFor();
  await elsewhere.signIn('opt_09', password);
});

it('lets people choose their own password, keeps the own session and ends the others', async () => {
  const [here, elsewhere] = [await stage.visitor(), await stage.visitor()];
  for (const one of [here, elsewhere]) {
    await one.open('/advertising/copy-log');
    await one.signIn('opt_07');
  }
  const { page } = here;
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  // A required label begins with its mark.
  const field = (name: string) => dialog.getByLabel(new RegExp(`^\\*?${name}$`));
  const change = () => dialog.getByRole('button', { name: '修改', exact: true }).click();
  await expect.poll(() => field('原密码').evaluate((input) => input === document.activeElement)).toBe(true);
  await field('原密码').fill('not this one');
  await field('新密码').fill('short');
  await field('再次输入新密码').fill('other');
  await change();
  const faults = () => dialog.locator('.ads-field-fault').allInnerTexts();
  await expect.poll(faults).toEqual(['新密码须为 8 到 32 个字符', '再次输入新密码：两次输入不一致']);
  await field('新密码').fill('Own-word-2026');
  await field('再次输入新密码').fill('Own-word-2026');
  await change();
  await expect.poll(faults).toEqual(['原密码不正确']);
  await field('原密码').fill('Demo@2026');
  await change();
  await page.getByText('密码已修改，其他设备的登录已失效').waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('Own-word-2026');
  await page.reload();
  await page.locator('.ads-nav').waitFor();
  const signedOut = elsewhere.page.locator('.ads-login');
  await Promise.any([elsewhere.page.getByRole('button', { name: '刷新' }).first().click(), signedOut.waitFor()]);
  await signedOut.waitFor();
  await elsewhere.signIn('opt_07', 'Own-word-2026');
});

it('tells a refused reset once as an error and once as a toast, and leaves the dialog open', async () => {
  const { page } = await stage.visitorAs('opt_01', '/advertising/copy-log');
  await page.route('**/api/sys-users/reset_passwd', (route) =>
    route.fulfill({ json: { code: -2, message: '系统错误', data: { reason: 'INTERNAL', trace_id: 'abc' } } }),
  );
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '重置密码' }).click();
  await page.getByRole('button', { name: '重置', exact: true }).click();
  await page.locator('.ads-notice-error:not(.ads-notice-toast)').waitFor();
  expect(await page.locator('.ads-notice').allInnerTexts()).toEqual([
    '重置失败',
    expect.stringContaining('Error: /sys-users/reset_passwd'),
  ]);
  expect(await page.getByRole('dialog').count()).toBe(1);
});

it('still shows the new password when the layout is refreshed while the reset is under way', async () => {
  const { page } = await stage.visitorAs('opt_02', '/advertising/copy-log');
  const held: Route[] = [];
  for (const call of ['**/api/sys-users/reset_passwd', '**/api/sys-menus/list']) await page.route(call, (route) => void held.push(route));
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '重置密码' }).click();
  await page.getByRole('button', { name: '重置', exact: true }).click();
  await page.evaluate(() => document.querySelector<HTMLButtonElement>('button[title="刷新"]')?.click());
  await page.locator('.ads-frame-refreshing').waitFor();
  await expect.poll(() => held.length).toBe(2);
  await Promise.all(held.map((route) => route.continue()));
  await page.locator('.ads-notice-password').waitFor();
});

it('draws the layout anew on refresh, with a large spinner, and asks for menu and data again', async () => {
  const { page, calls } = await stage.visitorAs('admin', '/sys/role');
  await page.getByRole('table').waitFor();
  calls.length = 0;
  const held: Route[] = [];
  await page.route('**/api/sys-menus/list', (route) => void held.push(route));
  await page.getByRole('button', { name: '刷新' }).first().click();
  await page.locator('.ads-frame-refreshing .ads-spinner-large').waitFor();
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await page.getByRole('table').waitFor();
  await expect.poll(() => calls).toEqual(expect.arrayContaining(['/sys-menus/list', '/sys-roles/list']));
});

it('offers to reload when the code of a page is gone with a release', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/accounts');
  await page.locator('tr[data-row-id]').first().waitFor();
  await page.route('**/static/js/async/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.locator('.ads-nav').getByRole('link', { name: '角色管理' }).click();
  await page.getByText('版本已更新').waitFor();
});

it('shows a dash for a user whose name is blank, and markup in a name as text', async () => {
  const { db } = stage.server();
  await db.updateTable('sys_user').set({ name: ' ' }).where('account', '=', 'opt_03').execute();
  const { page, faults } = await stage.visitorAs('opt_03', '/advertising/copy-log');
  await expect.poll(() => page.locator('.ads-user-name').innerText()).toBe('—');
  await db.updateTable('sys_user').set({ name: '<img src=x onerror=alert(1)>' }).where('account', '=', 'opt_03').execute();
  await page.reload();
  await expect.poll(() => page.locator('.ads-user-name').innerText()).toBe('<img src=x onerror=alert(1)>');
  expect(faults).toEqual([]);
});
