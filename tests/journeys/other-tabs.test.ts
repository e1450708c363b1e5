import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
};
const atSignIn = (page: Page) => page.locator('.ads-login').waitFor();
const opened = async (context: BrowserContext, path: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(path);
  await page.locator('.ads-nav').waitFor();
  return page;
};

/** Notes in each page when it is left; such notes outlive the page but not its tab. */
const noteLeaving = (page: Page) =>
  page.evaluate(() => {
    window.addEventListener('pagehide', () => {
      sessionStorage.setItem('left', String(Date.now()));
    });
  });
const leftAt = async (page: Page) => Number(await page.evaluate(() => sessionStorage.getItem('left')));

const forbidStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  });

describe('signing out', () => {
  it('in one tab ends the others within a second', { timeout: deep(600_000, 3_600_000) }, async () => {
    const delays: number[] = [];
    const rounds = deep(1, 50);
    for (let round = 0; round < rounds; round += 1) {
      const { page: one, context, leave } = await stage.visitorAs('admin', '/sys/role');
      const others = [];
      for (const path of ['/sys/role', '/sys/accounts', '/sys/department', '/sys/role']) others.push(await opened(context, path));
      await Promise.all([one, ...others].map(noteLeaving));
      await signOut(one);
      await Promise.all([one, ...others].map(atSignIn));
      const left = await leftAt(one);
      for (const other of others) delays.push((await leftAt(other)) - left);
      await leave();
    }
    console.log(`the other tabs were left after ${Math.max(...delays)} ms at most`);
    expect(delays).toHaveLength(rounds * 4);
    expect(delays.filter((ms) => ms > 1000)).toEqual([]);
  });

  it('is seen by the tab that signed in itself', async () => {
    const { page, context, open, signIn } = await stage.visitor();
    await open('/advertising/copy-log');
    await signIn('opt_06');
    const other = await opened(context, '/advertising/copy-log');
    await signOut(other);
    await Promise.all([atSignIn(other), atSignIn(page)]);
  });

  it('asks first where something is typed, sends nothing meanwhile, and leaves the others alone', async () => {
    const { page, context } = await stage.visitorAs('admin', '/sys/role');
    await page.getByRole('button', { name: '新建角色' }).click();
    await controlsOf(page).field('名称').fill('写了一半');
    const [one, other] = [await opened(context, '/sys/department'), await opened(context, '/sys/accounts')];
    await signOut(one);
    await Promise.all([atSignIn(one), atSignIn(other)]);
    await page.getByText('已在其他标签页退出登录').waitFor();
    expect(await controlsOf(page).field('名称').inputValue()).toBe('写了一半');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) sent.push(request.url());
    });
    await page.getByRole('button', { name: '创建', exact: true }).click();
    await page.getByRole('button', { name: '离开' }).click();
    await atSignIn(page);
    expect(sent).toEqual([]);
  });

  it('ends the others where the browser forbids every storage', async () => {
    const { page, context, open, signIn } = await stage.visitor();
    await forbidStorage(context);
    await open('/advertising/copy-log');
    await signIn('opt_08');
    const other = await context.newPage();
    await other.goto('/advertising/copy-log');
    await other.locator('input[autocomplete="username"]').fill('opt_08');
    await other.locator('input[autocomplete="current-password"]').fill('Demo@2026');
    await other.locator('button[type="submit"]').click();
    await other.locator('.ads-nav').waitFor();
    await signOut(other);
    await Promise.all([atSignIn(other), atSignIn(page)]);
  });
});

describe('a session that ends', () => {
  it('in one tab by the word of the server ends in the others', async () => {
    const { page, context } = await stage.visitorAs('opt_07', '/advertising/copy-log');
    await page.locator('.ads-nav').waitFor();
    const other = await opened(context, '/advertising/copy-log');
    // The other one hears nothing of the server any more: what ends it is the word of the first one.
    await other.route('**/api/**', () => undefined);
    const { db, clock } = stage.server();
    await db
      .updateTable('sys_session')
      .set({ revoked_at: clock.now() })
      .where('user_id', '=', await stage.people.idOf('opt_07'))
      .execute();
    // Pages ask by themselves too: the first one may be there before anything is pressed.
    await page.getByRole('button', { name: '刷新' }).or(page.locator('.ads-login')).first().click();
    await Promise.all([atSignIn(page), atSignIn(other)]);
  });

  it('because somebody else signed in elsewhere goes over to them, and their session stays', async () => {
    const { page, context, open, signIn } = await stage.visitor();
    await open('/advertising/copy-log');
    const other = await context.newPage();
    await other.goto('/advertising/copy-log');
    await atSignIn(other);
    await signIn('opt_01');
    await page.locator('.ads-nav').waitFor();
    await other.locator('input[autocomplete="username"]').fill('opt_02');
    await other.locator('input[autocomplete="current-password"]').fill('Demo@2026');
    await other.locator('button[type="submit"]').click();
    await other.locator('.ads-nav').waitFor();
    await expect.poll(() => page.locator('.ads-user-name').innerText()).toBe('赵二萍');
    await other.getByRole('button', { name: '刷新' }).first().click();
    await other.locator('.ads-nav').waitFor();
    expect(await other.locator('.ads-user-name').innerText()).toBe('赵二萍');
  });
});

describe('theme and language', () => {
  const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'));
  const language = (page: Page) => page.evaluate(() => document.documentElement.lang);

  it.each([
    ['the storage', false],
    ['a word between the tabs, where the storage is forbidden', true],
  ])('follow in the other tabs, by %s', async (_, isForbidden) => {
    const { page, context, open } = await stage.visitor();
    if (isForbidden) await forbidStorage(context);
    await open('/login');
    const other = await context.newPage();
    await other.goto('/login');
    await atSignIn(other);
    await page.getByRole('button', { name: '切换到深色' }).click();
    await expect.poll(() => isDark(other)).toBe(true);
    await page.getByRole('button', { name: /切换语言/ }).click();
    await expect.poll(() => language(other)).toBe('en-US');
    await other.getByRole('button', { name: 'Switch to light' }).click();
    await expect.poll(() => isDark(page)).toBe(false);
  });
});
