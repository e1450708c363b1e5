import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

const LOG = '/advertising/copy-log';
const menu = (page: Page) => page.locator('.ads-nav');
const exporting = (page: Page) => page.locator('main').getByRole('button', { name: '导出', exact: true });
/** Lets answers through with other headers, but for those that come when nobody waits any more. */
const withHeaders = (page: Page, changed: (headers: Record<string, string>) => Record<string, string>) =>
  page.route('**/api/**', async (route) => {
    const response = await route.fetch().catch(() => undefined);
    if (response) await route.fulfill({ response, headers: changed(response.headers()) }).catch(() => undefined);
  });
const logIsOpen = (page: Page) => page.locator('main').getByRole('heading', { name: '系统日志' }).waitFor();
/** Makes the page ask the server something, as work goes on. */
const askAnything = (page: Page) => page.locator('main').getByRole('button', { name: '刷新', exact: true }).first().click();

let lastRole = 0;
/** Somebody with a role of their own, which the test changes. */
async function somebody(account: string, grants: { paths: string[]; actions: ('export' | 'edit')[] }) {
  lastRole += 1;
  const { data } = await stage.as('admin', '/sys-roles/create', { name: `权限 ${lastRole}`, ...grants } as never);
  const role = data as unknown as { id: number; version: number };
  const { db } = stage.server();
  const user = await stage.people.idOf(account);
  await db.deleteFrom('sys_user_role').where('user_id', '=', user).execute();
  await db.insertInto('sys_user_role').values({ user_id: user, role_id: role.id }).execute();
  let { version } = role;
  return {
    grant: async (change: { paths?: string[]; actions?: ('export' | 'edit')[] }) => {
      const answer = await stage.as('admin', '/sys-roles/edit', { id: role.id, version, ...change } as never);
      version = (answer.data as unknown as { version: number }).version;
    },
  };
}

beforeAll(async () => {
  await stage.people.create({ account: 'rights_seen' });
});

describe('a change of rights', () => {
  it('shows in the open page with the next call, without a reload: an action that was added, and one that was taken', async () => {
    const { grant } = await somebody('opt_01', { paths: [LOG], actions: [] });
    const { page } = await stage.visitorAs('opt_01', `${LOG}?tab=operations`);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await logIsOpen(page);
    expect(await exporting(page).count()).toBe(0);
    await grant({ actions: ['export'] });
    await askAnything(page);
    await exporting(page).waitFor();
    await grant({ actions: [] });
    await askAnything(page);
    await exporting(page).waitFor({ state: 'detached' });
    expect(await page.locator('.ads-notice').count()).toBe(0);
    expect(loads).toBe(0);
  });

  it('shows in the menu with the next call: a page that was added', async () => {
    const { grant } = await somebody('opt_02', { paths: [], actions: [] });
    const { page } = await stage.visitorAs('opt_02', '/index');
    await menu(page).getByRole('link', { name: '首页' }).waitFor();
    expect(await menu(page).innerText()).not.toContain('广告管理');
    await grant({ paths: [LOG] });
    await page.getByRole('button', { name: '刷新' }).first().click();
    await menu(page).getByRole('button', { name: '广告管理' }).click();
    await menu(page).getByRole('link', { name: '系统日志' }).click();
    await logIsOpen(page);
  });

  it('takes a page away with its working tab, says why at the 404, and gives it back with the permission', async () => {
    const { grant } = await somebody('opt_03', { paths: [LOG], actions: [] });
    const { page } = await stage.visitorAs('opt_03', '/index');
    await menu(page).getByRole('button', { name: '广告管理' }).click();
    await menu(page).getByRole('link', { name: '系统日志' }).click();
    await logIsOpen(page);
    await grant({ paths: [] });
    // Not the page's own: it may be gone by then, with any call that is under way.
    await page.locator('.ads-header').getByRole('button', { name: '刷新' }).click();
    await page.waitForURL('**/404');
    await page.getByRole('heading', { name: '您已没有“系统日志”的访问权限' }).waitFor();
    await expect.poll(() => menu(page).innerText()).not.toContain('广告管理');
    expect(await page.getByRole('navigation', { name: '打开的页面' }).innerText()).not.toContain('系统日志');
    await grant({ paths: [LOG] });
    await page.goto(LOG);
    await logIsOpen(page);
  });

  it('of a server that marks nothing shows with the next refusal: no such action any more', async () => {
    const { grant } = await somebody('opt_04', { paths: [LOG], actions: ['export'] });
    const { page } = await stage.visitorAs('opt_04', LOG);
    await withHeaders(page, ({ 'x-rights': _, ...headers }) => headers);
    await page.reload();
    await exporting(page).waitFor();
    await grant({ actions: [] });
    await askAnything(page);
    await exporting(page).click();
    await page.locator('.ads-notice-error').waitFor();
    await exporting(page).waitFor({ state: 'detached' });
  });
});

it('a server that never agrees with itself on the mark of the rights is not asked without end', async () => {
  const { page, calls } = await stage.visitorAs('opt_05', LOG);
  let count = 0;
  await withHeaders(page, (headers) => {
    count += 1;
    return { ...headers, 'x-rights': `mark-${count}` };
  });
  calls.length = 0;
  await page.reload();
  await menu(page).waitFor();
  for (let round = 0; round < 3; round += 1) {
    await page.getByRole('button', { name: '刷新' }).first().click();
    await page.locator('.ads-frame-refreshing').waitFor({ state: 'detached' });
    await menu(page).waitFor();
  }
  await page.waitForLoadState('networkidle');
  expect(count).toBeGreaterThan(6);
  expect(calls.filter((call) => call === '/sys-users/get_user_info').length).toBeLessThanOrEqual(3);
});
