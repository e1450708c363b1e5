import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { answerOnce } from '#tests/support/answer-once.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

const palette = (page: Page) => page.locator('.ads-palette');
const options = (page: Page) => page.locator('.ads-palette [role=option]');
const field = (page: Page) => page.locator('.ads-palette input');
/** Of the tab that is shown; the others stay drawn behind it. */
const rows = (page: Page) => page.locator('tr[data-row-id]:visible');
const first = (page: Page) => page.locator('.ads-palette [aria-selected=true] .ads-palette-label');

/** Opens the palette by its keys. */
async function summon(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
}

/** Goes to whatever the palette puts first for what is typed. */
async function jump(page: Page, keyword: string, to: string): Promise<void> {
  await summon(page);
  await page.keyboard.type(keyword);
  await expect.poll(() => first(page).textContent()).toBe(to);
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
}

it('leads to a page by the sound of its title, into a tab, and the focus goes with it', async () => {
  const { page, path } = await stage.visitorAs('admin', '/sys/department');
  await rows(page).first().waitFor();
  await jump(page, 'zhgl', '账号管理');
  await page.waitForURL('**/sys/accounts');
  await rows(page).first().waitFor();
  await expect.poll(() => page.locator('.ads-strip [aria-current=page]').textContent()).toContain('账号管理');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  await jump(page, 'jiaose', '角色管理');
  await page.waitForURL('**/sys/role');
  await page.goBack();
  await expect.poll(path).toBe('/sys/accounts');
});

it('finds records, shows them on their page, and puts them first the next time', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/department');
  await jump(page, 'opt_03', '张三丰');
  await page.waitForURL('**/sys/accounts?keyword=opt_03');
  await controlsOf(page).row('opt_03').waitFor();
  await expect.poll(() => rows(page).count()).toBe(1);

  await jump(page, '英语组', '英语组');
  await page.waitForURL(/\/sys\/department\?id=\d+$/);
  await summon(page);
  expect((await options(page).allTextContents()).slice(0, 2)).toEqual(['英语组公司 › 投放一部', '张三丰opt_03 · 英语组']);
});

it('offers nobody what they may not open', async () => {
  const { page, calls } = await stage.visitorAs('opt_01', '/advertising/copy-log');
  await summon(page);
  await page.keyboard.type('角色管理');
  await page.locator('.ads-palette-empty').waitFor();
  expect(await options(page).count()).toBe(0);
  await field(page).fill('管理');
  await expect.poll(() => options(page).allTextContents()).toEqual(['帖子管理/advertising/post', '投放管理/advertising/start']);
  await field(page).fill('系统');
  await expect.poll(() => options(page).allTextContents()).toEqual(['系统日志/advertising/copy-log']);
  expect(calls.filter((call) => call === '/sys-search/find').length).toBeGreaterThan(0);
});

it('asks the server once for what was typed in one go', async () => {
  const { page, calls } = await stage.visitorAs('admin', '/sys/department', { clock: stage.server().clock, movesTime: true });
  await summon(page);
  // No time passes between the keys, however busy the machine is.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.keyboard.type('opt_0');
  await page.clock.resume();
  await expect.poll(() => options(page).count()).toBe(5);
  expect(calls.filter((call) => call === '/sys-search/find')).toHaveLength(1);
});

it('does what the buttons of the frame do, and gives the focus back when it only closes', async () => {
  const { page } = await stage.visitorAs('admin', '/index');
  const button = page.locator('.ads-palette-button');
  await button.click();
  await palette(page).waitFor();
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

  await jump(page, '深色', '切换深色或浅色');
  await page.locator('html.dark').waitFor();
  await jump(page, 'qhyy', '切换语言');
  await page.getByRole('button', { name: /^Search/ }).waitFor();
  await jump(page, 'reset', 'Reset password');
  await page.getByRole('dialog', { name: 'Reset password' }).waitFor();
  // A question that waits for its answer is not covered by another layer.
  await page.keyboard.press('Control+k');
  expect(await palette(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await jump(page, 'log out', 'Log out');
  await page.locator('.ads-login').waitFor();
});

it('closes tabs', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/department');
  const tabs = () => page.locator('.ads-strip-tab').count();
  // A page that is left before the tabs of the last visit came has never been a tab.
  await expect.poll(tabs).toBe(1);
  await jump(page, 'zhgl', '账号管理');
  await page.waitForURL('**/sys/accounts');
  await expect.poll(tabs).toBe(2);
  await jump(page, 'jsgl', '角色管理');
  await page.waitForURL('**/sys/role');
  await expect.poll(tabs).toBe(3);
  await jump(page, '关闭当前', '关闭当前标签');
  await expect.poll(tabs).toBe(2);
  await jump(page, '关闭其他', '关闭其他标签');
  await expect.poll(tabs).toBe(1);
});

it('opens above a form, and leading away from it loses nothing', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/role');
  const controls = controlsOf(page);
  await page.getByRole('button', { name: '新建角色' }).click();
  await controls.field('名称').fill('写到一半');
  await jump(page, 'bmgl', '部门管理');
  await page.waitForURL('**/sys/department');
  await jump(page, 'jsgl', '角色管理');
  await page.waitForURL('**/sys/role');
  expect(await controls.field('名称').inputValue()).toBe('写到一半');
});

it('says that records could not be searched, finds pages all the same, and tries again', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/department');
  await answerOnce(page, '/sys-search/find', (route) => route.abort('connectionreset'));
  await summon(page);
  // In one go, because only the first search fails.
  await page.keyboard.insertText('账号');
  const fault = palette(page).locator('.ads-remark-error');
  await fault.waitFor();
  expect(await first(page).textContent()).toBe('账号管理');
  await fault.getByRole('button').click();
  await fault.waitFor({ state: 'detached' });
});

it('brings its code along only for those who come near it, and the sounds of Chinese only for those who type letters', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/department');
  await rows(page).first().waitFor();
  await page.waitForLoadState('networkidle');
  const fetched: string[] = [];
  page.on('requestfinished', (request) => {
    if (/\.js(?:$|\?)/.test(request.url())) fetched.push(request.url());
  });
  await page.locator('.ads-palette-button').hover();
  await expect.poll(() => fetched.length).toBeGreaterThan(0);
  await page.locator('.ads-palette-button').click();
  await palette(page).waitFor();
  const before = fetched.length;
  await page.keyboard.type('账');
  await expect.poll(() => first(page).textContent()).toBe('账号管理');
  expect(fetched.length).toBe(before);
  await field(page).fill('zhanghao');
  await expect.poll(() => first(page).textContent()).toBe('账号管理');
  expect(fetched.length).toBeGreaterThan(before);
});

it('fits into a narrow window', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/department', { width: 800, height: 600, english: true });
  await page.locator('.ads-palette-button').waitFor();
  const header = await page.locator('.ads-header').evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(header).toBeLessThanOrEqual(0);
  await summon(page);
  const box = await page.locator('.ads-overlay-palette .ads-overlay-box').boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 800 && box.y >= 0 && box.y + box.height <= 600).toBe(true);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => first(page).textContent()).toBe('Log out');
  const shown = await page.locator('.ads-palette [aria-selected=true]').boundingBox();
  expect(shown && box && shown.y + shown.height <= box.y + box.height).toBe(true);
});
