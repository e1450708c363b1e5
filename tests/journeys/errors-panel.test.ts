import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { answerOnce } from '#tests/support/answer-once.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

const button = (page: Page) => page.locator('.ads-errors-button');
const refuse = (page: Page, path: string) =>
  answerOnce(page, path, (route) =>
    route.fulfill({
      headers: { 'x-request-id': 'request-9' },
      json: { code: -2, message: '系统错误，编号 trace-77', data: { reason: 'INTERNAL', trace_id: 'trace-77' } },
    }),
  );

it('keeps what a notice said, when the notice is long gone, to be copied as one block of text', async () => {
  const { page, context, faults } = await stage.visitorAs('admin', '/sys/role');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('tr[data-row-id]:visible').first().waitFor();
  expect(await button(page).innerText()).toBe('');
  await refuse(page, '/sys-roles/list');
  await page.locator('main').getByRole('button', { name: '刷新', exact: true }).click();
  const notice = page.locator('.ads-notice-error');
  await notice.waitFor();
  await expect.poll(() => button(page).getAttribute('aria-label')).toBe('最近错误，1 条未读');
  await notice.waitFor({ state: 'detached' });
  await button(page).click();
  const panel = page.getByRole('dialog', { name: '最近错误' });
  await panel.getByText('trace-77', { exact: true }).waitFor();
  expect(await button(page).innerText()).toBe('');
  await panel.getByRole('button', { name: '复制这条错误' }).click();
  await panel.getByText('已复制').first().waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const release = (await (await page.request.get('/release.json')).json()) as { release: string };
  for (const line of [
    '请求: POST /sys-roles/list',
    '代码: -2',
    '原因: INTERNAL',
    'HTTP: 200',
    '追踪编号: trace-77',
    '请求编号: request-9',
    '页面: /sys/role',
  ]) {
    expect(copied.split('\n')).toContain(line);
  }
  expect(copied).toContain(`版本: ${release.release}`);
  await panel.getByRole('button', { name: '清空' }).click();
  await panel.getByText('没有错误').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await button(page).evaluate((element) => element === document.activeElement)).toBe(true);
  expect(faults).toEqual([]);
});

it('tells refusals from calls without an answer, newest first, and stores nothing of them', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/role');
  await page.locator('tr[data-row-id]:visible').first().waitFor();
  await refuse(page, '/sys-roles/list');
  await page.locator('main').getByRole('button', { name: '刷新', exact: true }).click();
  await expect.poll(() => button(page).innerText()).toBe('1');
  await answerOnce(page, '/sys-roles/list', (route) => route.abort('connectionreset'));
  await page.locator('main').getByRole('button', { name: '重试' }).click();
  await expect.poll(() => button(page).innerText()).toBe('2');
  await button(page).click();
  const entries = page.locator('.ads-errors > li');
  await expect.poll(() => entries.count()).toBe(2);
  expect(await entries.first().innerText()).toContain('没有可用的答复');
  expect(await entries.last().innerText()).toContain('服务器拒绝');
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain('request-9');
  await page.reload();
  await page.locator('tr[data-row-id]:visible').first().waitFor();
  expect(await button(page).innerText()).toBe('');
});

it('holds the refused sign-in without raising the badge, and nothing of what was typed', async () => {
  const { page, open, submitSignIn, signIn } = await stage.visitor();
  await open('/advertising/copy-log');
  await submitSignIn('opt_04', 'wrong-canary-7');
  await page.locator('.ads-login-failure').waitFor();
  await signIn('opt_04');
  expect(await button(page).innerText()).toBe('');
  await button(page).click();
  const entry = page.locator('.ads-errors > li').first();
  await entry.waitFor();
  expect(await entry.innerText()).toContain('POST /login');
  expect(await page.locator('.ads-errors').innerText()).not.toContain('canary');
});

it('is silent about a user that could not be loaded: that is only written to the console', async () => {
  const { page, open } = await stage.visitorAs('opt_03', '/advertising/copy-log');
  await page.locator('.ads-nav').waitFor();
  await page.route('**/api/sys-users/get_user_info', (route) =>
    route.fulfill({ json: { code: -2, message: '系统错误', data: { reason: 'INTERNAL', trace_id: 't' } } }),
  );
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await open('/advertising/copy-log');
  await page.locator('.ads-nav').waitFor();
  await expect.poll(() => logged.some((text) => text.includes('could not be loaded'))).toBe(true);
  expect(await page.locator('.ads-notice').count()).toBe(0);
  expect(await button(page).innerText()).toBe('');
});
