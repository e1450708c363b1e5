import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage({ covered: 'always' });

const storage = (key: string) => localStorage.getItem(key);

it('keeps the account, clears the password and says why under the form when a sign-in is refused', async () => {
  const { page, open, submitSignIn, path } = await stage.visitor();
  await open('/login');
  await submitSignIn('  opt_02 ', 'wrong-password');
  await page.locator('.ads-login-failure').waitFor();
  expect(await page.locator('.ads-login-failure').innerText()).toBe('账号或密码错误');
  expect(await page.locator('input[autocomplete="username"]').inputValue()).toBe('  opt_02 ');
  expect(await page.locator('input[autocomplete="current-password"]').inputValue()).toBe('');
  expect(path()).toBe('/login');
  expect(await page.evaluate(storage, 'token')).toBeNull();
});

it('asks for what is missing at its field, without asking the server', async () => {
  const { page, open, calls } = await stage.visitor({ english: true });
  await open('/login');
  await page.locator('button[type="submit"]').click();
  expect(await page.locator('.ads-field-fault').allInnerTexts()).toEqual(['Please enter Account', 'Please enter Password']);
  expect(calls).toEqual([]);
});

it('sends one request however often the button is clicked, with the digest and never with the password', async () => {
  const { page, open, calls } = await stage.visitor();
  const bodies: string[] = [];
  await page.route('**/api/login', async (route) => {
    bodies.push(route.request().postData() ?? '');
    await page.waitForTimeout(300);
    await route.continue();
  });
  await open('/login');
  await page.locator('input[autocomplete="username"]').fill('opt_03');
  await page.locator('input[autocomplete="current-password"]').fill('Demo@2026');
  await page.evaluate(() => {
    for (let click = 0; click < 20; click++) document.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
  });
  await page.locator('.ads-frame').waitFor();
  expect(calls.filter((call) => call === '/login')).toHaveLength(1);
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ account: 'opt_03', pwd: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(bodies.join()).not.toContain('Demo@2026');
});

it('keeps the token separately and the user under user-store, and stays signed in over a reload', async () => {
  const { page, open, signIn, path } = await stage.visitor();
  await open('/login');
  await signIn('opt_04');
  await page.waitForURL('**/index');
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('user-store') ?? '{}').account === 'opt_04');
  const token = await page.evaluate(storage, 'token');
  expect(token).toMatch(/^[\w-]{40,}$/);
  expect(JSON.parse((await page.evaluate(storage, 'user-store')) ?? '{}')).toMatchObject({
    token,
    is_admin: 0,
    is_leader: 0,
    platform: 'dj',
    paths: expect.arrayContaining(['/index']),
  });
  await page.reload();
  await page.locator('.ads-frame').waitFor();
  expect(path()).toBe('/index');
});

it('forgets everything on signing out, the settings included, and tells the server', async () => {
  const { page, open, signIn, calls } = await stage.visitor();
  await open('/advertising/copy-log');
  await signIn('opt_05');
  await page.getByRole('button', { name: '切换到深色' }).click();
  expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true);
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.locator('.ads-login').waitFor();
  expect(calls).toContain('/sys-users/logout');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(false);
});

it('signs out locally when the server does not answer', async () => {
  const { page, open, signIn } = await stage.visitor();
  await open('/advertising/copy-log');
  await signIn('opt_05');
  await page.route('**/api/sys-users/logout', () => undefined);
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.locator('.ads-login').waitFor();
});

it('ends once when five calls are refused at the same time: one message, one reload, then the sign-in', async () => {
  const { page, open, signIn, path } = await stage.visitor();
  await open('/login');
  await signIn('admin');
  await page.waitForURL('**/index');
  await page.locator('.ads-page').first().waitFor();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.evaluate(() => {
    const seen: string[] = [];
    const board = document.querySelector('[data-ads-notices]');
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) if (node instanceof HTMLElement) seen.push(node.innerText.trim());
      }
      sessionStorage.setItem('notices', JSON.stringify(seen));
    }).observe(board ?? document.body, { childList: true });
  });
  const refuse = (route: Route) =>
    route.fulfill({ json: { code: 401, message: '登录已失效', data: { reason: 'TOKEN_REVOKED', trace_id: 'x' } } });
  const held: Route[] = [];
  let areHeld = true;
  await page.route('**/api/**', (route) => (areHeld ? void held.push(route) : refuse(route)));
  // The refresh asks for the menu, for both blocks of the page …, all at once.
  await page.getByRole('button', { name: '刷新' }).first().click();
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(5);
  areHeld = false;
  await Promise.all(held.map(refuse));
  await page.locator('.ads-login').waitFor();
  expect(path()).toBe('/login');
  expect(JSON.parse((await page.evaluate(() => sessionStorage.getItem('notices'))) ?? '[]')).toEqual(['登录已失效']);
  await page.waitForTimeout(700);
  expect(loads).toBe(1);
  expect(await page.evaluate(storage, 'token')).toBeNull();
});

it('only writes to the console when the user cannot be loaded, and goes on with what is remembered', async () => {
  const { page, open, signIn } = await stage.visitor();
  await open('/login');
  await signIn('opt_07');
  await page.waitForURL('**/index');
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('user-store') ?? '{}').account === 'opt_07');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/api/sys-users/get_user_info', (route) => route.abort());
  await page.reload();
  await page.locator('.ads-nav').waitFor();
  expect(logged.some((text) => text.includes('the current user could not be loaded'))).toBe(true);
});

it.each([
  ['rubbish', '{{{'],
  ['a list', '[1,2]'],
  ['null', 'null'],
  ['wrong types', JSON.stringify({ isDark: 'yes', locale: 5, paths: 'all', is_admin: '9', token: 7 })],
])('stands up with %s in every key of the storage', async (_, spoiled) => {
  const { page, open, faults } = await stage.visitor();
  await page.addInitScript((text) => {
    for (const key of ['user-store', 'setting-storage']) localStorage.setItem(key, text);
  }, spoiled);
  await open('/');
  await page.locator('.ads-login').waitFor();
  expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(false);
  expect(faults).toEqual([]);
});

it('works without any storage: signed in for as long as the page stays', async () => {
  const { page, open, signIn, faults } = await stage.visitor();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  });
  await open('/advertising/copy-log');
  await signIn('opt_08');
  await page.locator('.ads-nav').waitFor();
  expect(faults).toEqual([]);
});
