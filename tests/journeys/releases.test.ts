import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { BACK_ONLINE_MS } from '#machines/connection/connection.machine.ts';
import { MIN_CHECK_INTERVAL_MS } from '#machines/release/release.machine.ts';
import { DEMO_PASSWORD } from '#tests/support/app.ts';
import { sampled } from '#tests/support/depth.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';
import type { Visitor } from '#tests/support/visitor.ts';

const stage = journeyStage();

const line = (page: Page) => page.locator('.ads-status-line');
const give = (page: Page, release: string) => page.route('**/release.json', (route) => route.fulfill({ json: { release } }));

/** Somebody on a page whose clock the test moves, so that nobody waits for it. */
async function arrived(account: string, path: string): Promise<Visitor> {
  const visitor = await stage.visitorAs(account, path, { movesTime: true });
  await visitor.page.locator('.ads-nav').waitFor();
  return visitor;
}
/** The reader was elsewhere for a while, and comes back. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(MIN_CHECK_INTERVAL_MS + 1000);
  await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
}

/** Scripts that a page has loaded by now, with their bytes as brotli sends them; the largest first. */
async function loadedScripts(page: Page): Promise<{ name: string; code: string; bytes: number }[]> {
  await page.waitForLoadState('networkidle');
  const urls = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (new URL(name).pathname.endsWith('.js') ? [name] : [])),
  );
  const scripts = [...new Set(urls)].map(async (url) => {
    const body = await (await page.request.get(url)).body();
    return { name: new URL(url).pathname, code: body.toString(), bytes: brotliCompressSync(body).length };
  });
  return (await Promise.all(scripts)).toSorted((a, b) => b.bytes - a.bytes);
}

const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

describe('the first load', () => {
  it.each([
    { path: '/login', account: undefined, ready: '.ads-login input', mostKb: 150 },
    { path: '/sys/accounts', account: 'admin', ready: 'tbody td .ads-name', mostKb: 260 },
  ])('loads at most $mostKb kB of scripts for $path', async ({ path, account, ready, mostKb }) => {
    const { page, open } = account === undefined ? await stage.visitor() : await stage.visitorAs(account, path);
    if (account === undefined) await open(path);
    await page.locator(ready).first().waitFor();
    const scripts = await loadedScripts(page);
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
    const largest = scripts.slice(0, 5).map((script) => `${script.name} ${inKb(script.bytes)}`);
    const told = `${path} loads ${inKb(bytes)} in ${scripts.length} scripts, most of them in ${largest.join(', ')}`;
    console.log(told);
    expect(scripts.length).toBeGreaterThanOrEqual(4);
    expect(bytes, told).toBeLessThanOrEqual(mostKb * 1000);
  });
});

describe('a newer release', () => {
  it('is stamped by the build, the same in the console and beside it', async () => {
    const { page } = await stage.visitorAs('admin', '/sys/department');
    const { release } = (await (await page.request.get('/release.json')).json()) as { release: string };
    expect(release).toMatch(/^[0-9a-f]{12}$/);
    const cached = (await page.request.get('/release.json')).headers()['cache-control'];
    expect(cached).toBe('no-cache');
  });

  it('is offered without interrupting who types, and asks before it would lose what is typed', async () => {
    const { page, faults } = await arrived('admin', '/sys/role');
    const controls = controlsOf(page);
    await page.getByRole('button', { name: '新建角色' }).click();
    await controls.field('名称').fill('写了一半');
    await give(page, 'newer');
    await comeBack(page);
    await line(page).getByText('版本已更新').waitFor();
    expect(await controls.field('名称').evaluate((element) => element === document.activeElement)).toBe(true);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await line(page).getByRole('button', { name: '刷新' }).click();
    const question = page.getByRole('alertdialog', { name: '刷新页面' });
    await question.waitFor();
    await question.getByRole('button', { name: '取消' }).click();
    expect(await controls.field('名称').inputValue()).toBe('写了一半');
    expect(loads).toBe(0);
    await line(page).getByRole('button', { name: '刷新' }).click();
    await question.getByRole('button', { name: '刷新' }).click();
    await expect.poll(() => loads).toBe(1);
    expect(faults).toEqual([]);
  });

  it('is taken at once where nothing would be lost', async () => {
    const { page } = await arrived('opt_01', '/advertising/copy-log');
    await give(page, 'newer');
    await comeBack(page);
    await Promise.all([page.waitForEvent('load'), line(page).getByRole('button', { name: '刷新' }).click()]);
    await page.locator('.ads-nav').waitFor();
  });

  const misleading: [what: string, answer?: { status?: number; contentType?: string; body: string }][] = [
    ['the same release'],
    ['no such file', { status: 404, body: '' }],
    ['a page instead', { contentType: 'text/html', body: '<html></html>' }],
  ];
  it.each(sampled(misleading, 2))('is not made up from %s', async (_, answer) => {
    const { page } = await arrived('admin', '/sys/role');
    if (answer) await page.route('**/release.json', (route) => route.fulfill(answer));
    for (let visit = 0; visit < 2; visit += 1) {
      const looked = page.waitForResponse('**/release.json');
      await comeBack(page);
      await looked;
    }
    // It looked again: only what is outdated looks no more.
    expect(await line(page).count()).toBe(0);
  });
});

describe('code that is gone with an older release', () => {
  const withoutCode = (page: Page) => page.route('**/static/js/async/**', (route) => route.fulfill({ status: 404, body: '' }));

  it('of a page asks to reload in the place of the page', async () => {
    const { page } = await stage.visitorAs('admin', '/index');
    await page.locator('.ads-nav').waitFor();
    // The parts of the home page load their own code, which must be there first.
    await page.waitForLoadState('networkidle');
    await withoutCode(page);
    await page.getByRole('button', { name: '系统管理' }).click();
    await page.locator('.ads-nav').getByRole('link', { name: '角色管理' }).click();
    // Parts of the home page, which is out of sight, may lack their code too.
    const main = page.getByRole('main').filter({ visible: true });
    await main.getByText('版本已更新').filter({ visible: true }).waitFor();
    await page.unroute('**/static/js/async/**');
    await main.getByRole('button', { name: '刷新', exact: true }).filter({ visible: true }).click();
    await page.locator('tr[data-row-id]:visible').first().waitFor();
  });

  it('of the workbench asks to reload after the sign-in, which is not lost', async () => {
    const earlier = await stage.visitorAs('admin', '/sys/department');
    await earlier.page.locator('.ads-nav').waitFor();
    const scripts = await loadedScripts(earlier.page);
    const workbench = scripts.find(({ name, code }) => name.includes('/async/') && code.includes('id:"workbench"'));
    const { page, open, submitSignIn } = await stage.visitor();
    await page.route(`**${workbench?.name}`, (route) => route.fulfill({ status: 404, body: '' }));
    await open('/login');
    await submitSignIn('admin', DEMO_PASSWORD);
    await page.getByText('版本已更新').waitFor();
    await page.unroute(`**${workbench?.name}`);
    await page.getByRole('button', { name: '刷新', exact: true }).click();
    await page.locator('.ads-frame').waitFor();
  });

  it('of a dialog asks in a dialog, which can be left', async () => {
    const { page } = await stage.visitorAs('admin', '/sys/department');
    await page.locator('.ads-nav').waitFor();
    await withoutCode(page);
    await page.locator('.ads-errors-button').click();
    const dialog = page.getByRole('dialog', { name: '版本已更新' });
    await dialog.getByRole('button', { name: '取消' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.ads-errors-button').click();
    await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: '刷新' }).click()]);
  });

  it('of a language is told, and the old language stays', async () => {
    const { page } = await stage.visitorAs('admin', '/sys/department');
    await page.locator('.ads-nav').waitFor();
    await withoutCode(page);
    await page.getByRole('button', { name: /切换语言|Switch language/ }).click();
    await page.locator('.ads-notice-toast').waitFor();
    await page.locator('.ads-nav').getByRole('link', { name: '首页' }).waitFor();
  });

  it('is tried again, not reloaded, where there was no network, and by itself once there is one', async () => {
    const { page, context } = await stage.visitorAs('admin', '/advertising/copy-log', { isNew: true });
    // The page before would lack parts too if it were left half loaded.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('button', { name: '系统管理' }).click();
    await page.locator('.ads-nav').getByRole('link', { name: '角色管理' }).click();
    await page.waitForURL('**/sys/role');
    const missing = page.locator('main').getByText('这部分内容还没有加载').filter({ visible: true });
    await missing.waitFor();
    await page.locator('main').getByRole('button', { name: '重试' }).filter({ visible: true }).click();
    await missing.waitFor();
    await context.setOffline(false);
    await page.locator('tr[data-row-id]:visible').first().waitFor();
  });
});

describe('a network that goes away', () => {
  it('is said in one line, throws nothing away, and refreshes once what failed meanwhile', async () => {
    const { page, context, calls, faults } = await arrived('admin', '/sys/role?keyword=优化师');
    const controls = controlsOf(page);
    await controls.row('优化师').waitFor();
    await context.setOffline(true);
    await line(page).getByText('连不上服务器').waitFor();
    await page.locator('main').getByRole('button', { name: '刷新', exact: true }).click();
    await page.locator('.ads-notice-toast').waitFor();
    await page.getByText('刷新失败，下面是之前的数据').waitFor();
    expect(await controls.row('优化师').count()).toBe(1);
    calls.length = 0;
    await context.setOffline(false);
    await page.getByText('刷新失败，下面是之前的数据').waitFor({ state: 'detached' });
    await line(page).getByText('已恢复连接').waitFor();
    await page.clock.fastForward(BACK_ONLINE_MS);
    await line(page).waitFor({ state: 'detached' });
    expect(calls.filter((call) => call === '/sys-roles/list')).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it('leaves a page alone that did not fail, with what is typed in it', async () => {
    const { page, context, calls } = await arrived('admin', '/sys/role');
    const controls = controlsOf(page);
    await page.getByRole('button', { name: '新建角色' }).click();
    await controls.field('名称').fill('断网时');
    await context.setOffline(true);
    await line(page).waitFor();
    calls.length = 0;
    await context.setOffline(false);
    await line(page).getByText('已恢复连接').waitFor();
    expect(await controls.field('名称').inputValue()).toBe('断网时');
    await page.clock.fastForward(BACK_ONLINE_MS);
    await line(page).waitFor({ state: 'detached' });
    expect(calls.filter((call) => call === '/sys-roles/list')).toEqual([]);
  });
});
