import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { answerOnce } from '#tests/support/answer-once.ts';
import { confirmExport } from '#tests/support/exporting.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

const toast = (page: Page) => page.locator('.ads-notice-toast');
const isSignedIn = async (page: Page) => (await page.evaluate(() => localStorage.getItem('token'))) !== null;

/** Answers a call of a path like a proxy whose server is gone. */
const breakOnce = (page: Page, path: string) =>
  answerOnce(page, path, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1><script>alert(1)</script></html>' }),
  );

describe('a save', () => {
  it('that the network lost is told, loses nothing typed, and is not sent again by itself', async () => {
    const { page, calls } = await stage.visitorAs('admin', '/sys/role');
    const controls = controlsOf(page);
    await page.getByRole('button', { name: '新建角色' }).click();
    await controls.field('名称').fill('断网角色');
    await controls.field('备注').fill('写了很久');
    await answerOnce(page, '/sys-roles/create', (route) => route.abort('connectionreset'));
    await controls.press('创建');
    await toast(page).waitFor();
    await controls.layer.locator('.ads-remark-error').waitFor();
    for (const place of [toast(page), controls.layer.locator('.ads-remark-error')]) {
      expect(await place.innerText()).toContain('网络连接失败，请检查网络后重试');
    }
    expect(await controls.field('名称').inputValue()).toBe('断网角色');
    expect(await controls.field('备注').inputValue()).toBe('写了很久');
    expect(await isSignedIn(page)).toBe(true);
    await toast(page).waitFor({ state: 'detached' });
    expect(calls.filter((call) => call === '/sys-roles/create')).toHaveLength(1);
    await controls.press('创建');
    await controls.closed();
    await controls.row('断网角色').waitFor();
    expect(calls.filter((call) => call === '/sys-roles/create')).toHaveLength(2);
  });

  it('that went through although its answer was lost is not made twice: asked again, it has the same answer', async () => {
    const { page } = await stage.visitorAs('admin', '/sys/role');
    const controls = controlsOf(page);
    await page.getByRole('button', { name: '新建角色' }).click();
    await controls.field('名称').fill('答复丢失');
    await answerOnce(page, '/sys-roles/create', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await controls.press('创建');
    await toast(page).waitFor();
    await controls.press('创建');
    await controls.closed();
    await controls.row('答复丢失').waitFor();
    const { db } = stage.server();
    expect(await db.selectFrom('sys_role').select('id').where('name', '=', '答复丢失').execute()).toHaveLength(1);
  });

  it('that a proxy answers with a page of its own is told as a toast, and signs nobody out', async () => {
    const { page, path, faults } = await stage.visitorAs('admin', '/sys/department');
    const controls = controlsOf(page);
    await controls.act('新建下级', '公司');
    await controls.field('名称').fill('代理之后');
    await breakOnce(page, '/sys-departments/create');
    await controls.press('创建');
    await toast(page).waitFor();
    expect(await toast(page).innerText()).toMatch(/502|\/sys-departments\/create/);
    expect(await page.locator('.ads-notice').count()).toBe(1);
    expect(await controls.field('名称').inputValue()).toBe('代理之后');
    expect(path()).toBe('/sys/department');
    expect(await isSignedIn(page)).toBe(true);
    await controls.press('创建');
    await controls.closed();
    await controls.row('代理之后').waitFor();
    expect(faults).toEqual([]);
  });
});

describe('a list', () => {
  it('that cannot be loaded says why with a way to try again, and everything beside it works', async () => {
    const { page, open, calls } = await stage.visitorAs('admin', '/sys/department');
    await answerOnce(page, '/sys-users/list', (route) =>
      route.fulfill({ json: { code: -2, message: '系统错误', data: { reason: 'INTERNAL', trace_id: 'trace-77' } } }),
    );
    await open('/sys/accounts?keyword=opt_01');
    const block = page.locator('.ads-block-error');
    await block.waitFor();
    for (const text of ['加载失败', '系统错误']) expect(await block.innerText()).toContain(text);
    await block.getByText('详情', { exact: true }).click();
    expect(await block.innerText()).toContain('trace-77');
    expect(await page.locator('.ads-notice-error').first().innerText()).toContain('Error: /sys-users/list');
    const controls = controlsOf(page);
    await page.getByRole('button', { name: '新建账号' }).click();
    await controls.choose('部门', '英语组');
    await page.keyboard.press('Escape');
    await controls.press('放弃修改');
    await controls.closed();
    calls.length = 0;
    await block.getByRole('button', { name: '重试' }).click();
    await controls.row('opt_01').waitFor();
    expect(await block.count()).toBe(0);
    expect(calls.filter((call) => call === '/sys-users/list')).toHaveLength(1);
  });

  it('keeps its rows while the network is away, and says that they are old', async () => {
    const { page, context } = await stage.visitorAs('admin', '/sys/role?keyword=优化师');
    const controls = controlsOf(page);
    await controls.row('优化师').waitFor();
    await context.setOffline(true);
    await page.locator('main').getByRole('button', { name: '刷新', exact: true }).click();
    await page.getByText('刷新失败，下面是之前的数据').waitFor();
    await toast(page).waitFor();
    expect(await controls.row('优化师').count()).toBe(1);
    await context.setOffline(false);
    // What failed is asked for again by itself once the server can be reached.
    await page.getByText('刷新失败，下面是之前的数据').waitFor({ state: 'detached' });
    expect(await controls.row('优化师').count()).toBe(1);
  });

  it('leaves the other blocks of a page alone when it fails', async () => {
    const { page, open } = await stage.visitorAs('opt_01', '/advertising/copy-log');
    await breakOnce(page, '/home-board/operations');
    await open('/index');
    const block = page.locator('.ads-block-error');
    await block.waitFor();
    await page.locator('.ads-home-session').first().waitFor();
    expect(await block.count()).toBe(1);
    await block.getByRole('button', { name: '重试' }).click();
    await block.waitFor({ state: 'detached' });
  });
});

describe('an export', () => {
  const prepared = async (account: string, where: string) => {
    const visitor = await stage.visitorAs(account, where);
    const files: string[] = [];
    visitor.page.on('download', (download) => files.push(download.suggestedFilename()));
    const button = visitor.page.getByRole('button', { name: '导出', exact: true });
    await button.waitFor();
    return { ...visitor, files, button };
  };

  it('that is not permitted any more is an error and no file', async () => {
    const { data } = await stage.as('admin', '/sys-roles/create', {
      name: `能取日志${Date.now()}`,
      paths: ['/advertising/copy-log'],
      actions: ['export'],
    });
    const { db } = stage.server();
    await db
      .deleteFrom('sys_user_role')
      .where('user_id', '=', await stage.people.idOf('opt_05'))
      .execute();
    await db
      .insertInto('sys_user_role')
      .values({ user_id: await stage.people.idOf('opt_05'), role_id: data.id })
      .execute();
    const { page, files, button } = await prepared('opt_05', '/advertising/copy-log?tab=operations');
    // The right goes while the call is on its way: a page that hears of it first offers no export any more.
    await page.route('**/api/sys-oplogs/export', async (route) => {
      await stage.as('admin', '/sys-roles/edit', { id: data.id, version: 1, actions: [] });
      await route.continue();
    });
    await button.click();
    const notice = page.locator('.ads-notice-error');
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(/Error: \/sys-oplogs\/export\s+无此操作权限/);
    expect(files).toEqual([]);
    expect(await isSignedIn(page)).toBe(true);
  });

  it.each([
    ['an envelope with code 0', { contentType: 'application/json', body: JSON.stringify({ code: 0, message: 'ok', data: {} }) }],
    [
      'an envelope called a file',
      { contentType: 'application/octet-stream', body: JSON.stringify({ code: 413, message: '太多行', data: {} }) },
    ],
  ])('that is answered with %s is an error and no file', async (_, answer) => {
    const { page, files } = await prepared('admin', '/sys/accounts');
    await page.route('**/api/sys-users/export', (route) =>
      route.request().postDataJSON().count_only ? route.fallback() : route.fulfill(answer),
    );
    await confirmExport(page);
    const notice = page.locator('.ads-notice-error');
    await notice.waitFor();
    expect(await notice.innerText()).toContain('Error: /sys-users/export');
    expect(files).toEqual([]);
    await page.unroute('**/api/sys-users/export');
    await page.getByRole('dialog').getByRole('button', { name: '重新导出' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^导出 [\d,]+ 行$/ }).click()]);
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  });

  it('that a proxy answers with a page of its own is a toast and no file', async () => {
    const { page, files, button } = await prepared('admin', '/sys/role');
    await breakOnce(page, '/sys-roles/export');
    await button.click();
    await toast(page).waitFor();
    expect(files).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: '重新导出' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^导出 [\d,]+ 行$/ }).click()]);
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  });
});
