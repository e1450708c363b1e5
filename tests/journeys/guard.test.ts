import { expect, it } from 'vitest';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

it('sends whoever has no token to the sign-in, from every path, and Back does not lead into a loop', async () => {
  const { page, open, path } = await stage.visitor();
  for (const wanted of ['/', '/sys/role', '/404', '/nothing/here', '/login/']) {
    await open(wanted);
    await page.locator('.ads-login').waitFor();
    expect(path()).toBe('/login');
    await expect.poll(() => page.title()).toBe('登录 - 广告投放系统');
  }
  await open('/sys/role');
  const before = await page.evaluate(() => history.length);
  await page.reload();
  await page.locator('.ads-login').waitFor();
  expect(await page.evaluate(() => history.length)).toBe(before);
});

it('leads from / and from /login to the first permitted page, replacing the history', async () => {
  const { page, open, signIn, path } = await stage.visitor();
  await open('/login');
  const entries = await page.evaluate(() => history.length);
  await signIn('admin');
  await page.waitForURL('**/index');
  expect(await page.evaluate(() => history.length)).toBe(entries);
  for (const start of ['/', '/login']) {
    await open(start);
    await page.waitForURL('**/index');
    expect(path()).toBe('/index');
  }
});

it('shows the 404 page for unknown and for forbidden paths, inside of the layout, and does not tell which', async () => {
  const { page, open, signIn, path } = await stage.visitor();
  await open('/login');
  await signIn('opt_01');
  const texts: string[] = [];
  for (const wanted of ['/sys/accounts', '/admin/sys/cron', '/no/such/page', '/advertising', '/sys/role/5', '//evil']) {
    await page.evaluate((target) => location.assign(location.origin + target), wanted);
    await page.locator('.ads-not-found').waitFor();
    expect(path()).toBe('/404');
    texts.push(await page.locator('.ads-not-found').innerText());
    expect(await page.locator('.ads-sidebar').count()).toBe(1);
  }
  expect(new Set(texts).size).toBe(1);
});

it('tells a user without any page at the 404 whom to ask, without a way back to it, with a way to sign out', async () => {
  const { page, open, signIn, path } = await stage.visitor();
  await open('/login');
  await signIn('noaccess');
  await page.getByRole('heading', { name: '账号还没有任何页面权限' }).waitFor();
  expect(path()).toBe('/404');
  expect(await page.getByRole('button', { name: '返回首页' }).count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const box = await page.locator('.ads-not-found').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: '退出登录' }).last().click();
  await page.locator('.ads-login').waitFor();
  expect(path()).toBe('/login');
});

it('shows a super admin the admin pages only, and an ordinary admin everything but those', async () => {
  const superAdmin = await stage.visitor();
  await superAdmin.open('/login');
  await superAdmin.signIn('super');
  await superAdmin.page.waitForURL('**/admin/index');
  await superAdmin.open('/sys/accounts');
  await superAdmin.page.locator('.ads-not-found').waitFor();

  const admin = await stage.visitor();
  await admin.open('/login');
  await admin.signIn('admin');
  await admin.open('/admin/sys/cron');
  await admin.page.locator('.ads-not-found').waitFor();
});

it('normalises slashes once, keeps query and hash, and replaces the history', async () => {
  const { page, open, signIn } = await stage.visitor();
  await open('/login');
  await signIn('admin');
  await open('/sys/role/?keyword=a#top');
  await page.waitForURL('**/sys/role?keyword=a#top');
  await open('/sys//role?keyword=b');
  await page.waitForURL('**/sys/role?keyword=b');
});

it('never shows a 404 while it is not known yet what is permitted', async () => {
  const { page, open, signIn } = await stage.visitor();
  await page.route('**/api/sys-users/get_user_info', async (route) => {
    await page.waitForTimeout(300);
    await route.continue();
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Reflect.set(window, 'seenOnTheWay', seen);
    new MutationObserver(() => {
      if (document.querySelector('.ads-not-found')) seen.push('404');
    }).observe(document, { childList: true, subtree: true });
  });
  await open('/login');
  await signIn('admin');
  await page.waitForURL('**/index');
  expect(await page.evaluate(() => Reflect.get(window, 'seenOnTheWay'))).toEqual([]);
});

it('takes new rights into account at the next refused call, and redirects from the page that is lost to the 404', async () => {
  const { page, open, signIn } = await stage.visitor();
  const { db } = stage.server();
  await open('/login');
  await signIn('lead_b');
  await page.evaluate(() => location.assign('/advertising/copy-log'));
  await page.locator('table').waitFor();
  const role = await db.selectFrom('sys_role').select('id').where('name', '=', '数据分析').executeTakeFirstOrThrow();
  const user = await db.selectFrom('sys_user').select('id').where('account', '=', 'lead_b').executeTakeFirstOrThrow();
  await db.deleteFrom('sys_user_role').where('user_id', '=', user.id).execute();
  await db.insertInto('sys_user_role').values({ user_id: user.id, role_id: role.id }).execute();
  await page.getByRole('button', { name: '刷新' }).first().click();
  await page.waitForURL('**/404');
  await page.getByRole('button', { name: '返回首页' }).click();
  await page.waitForURL('**/index');
  await page.locator('.ads-nav').waitFor();
  expect(await page.locator('.ads-nav').innerText()).not.toContain('系统日志');
});
