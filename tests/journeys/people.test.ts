import { expect, it } from 'vitest';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

it('grants pages through a department, a role and an account, takes them back, and forgets nothing over a restart', async () => {
  const admin = await stage.visitor({ width: 1600 });
  const { page } = admin;
  const controls = controlsOf(page);
  await admin.open('/login');
  await admin.signIn('admin');
  const nav = page.locator('.ads-nav');
  await page.getByRole('button', { name: '系统管理' }).click();

  await nav.getByRole('link', { name: '部门管理' }).click();
  await controls.act('新建下级', '投放一部');
  await controls.field('名称').fill('法语组');
  await controls.press('创建');
  await controls.closed();
  await controls.row('法语组').waitFor();

  await nav.getByRole('link', { name: '角色管理' }).click();
  await page.getByRole('button', { name: '新建角色' }).click();
  await controls.field('名称').fill('日志查看');
  await controls.layer.getByRole('checkbox', { name: '系统日志' }).check();
  await controls.press('创建');
  await controls.closed();
  await controls.row('日志查看').waitFor();

  await nav.getByRole('link', { name: '账号管理' }).click();
  await page.getByRole('button', { name: '新建账号' }).click();
  await controls.field('账号').fill('claire');
  await controls.field('姓名').fill('白可');
  await controls.choose('部门', '法语组');
  await controls.chooseSeveral('角色', '日志查看');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await controls.press('创建');

  const made = page.getByRole('dialog', { name: '账号已创建' });
  await made.getByText('密码只在这里显示一次').waitFor();
  expect(await made.innerText()).toContain('claire');
  const password = await made.locator('code').innerText();
  expect(password.length).toBeGreaterThanOrEqual(8);
  await made.getByRole('button', { name: '复制账号和密码' }).click();
  await made.getByText('已复制').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`账号: claire\n新密码: ${password}`);
  await made.locator('.ads-overlay-foot').getByRole('button', { name: '关闭' }).click();
  await made.waitFor({ state: 'detached' });
  await controls.row('claire').waitFor();

  const claire = await stage.visitor();
  await claire.open('/login');
  await claire.signIn('claire', password);
  await claire.page.waitForURL('**/index');
  // The password was made by the server: one of her own is offered, and can wait.
  await claire.page.getByRole('dialog', { name: '修改密码' }).getByRole('button', { name: '以后再说' }).click();
  await expect.poll(() => claire.page.locator('.ads-user-name').innerText()).toBe('白可');
  const menu = async () => {
    const groups = claire.page.locator('.ads-nav [aria-expanded=false]');
    while ((await groups.count()) > 0) await groups.first().click();
    return (await claire.page.locator('.ads-nav a').allInnerTexts()).map((text) => text.trim());
  };
  await expect.poll(menu).toEqual(['首页', '系统日志']);
  await claire.open('/advertising/copy-log');
  await claire.page.getByRole('heading', { name: '系统日志' }).waitFor();
  await claire.open('/sys/role');
  await claire.page.locator('.ads-not-found').waitFor();

  await nav.getByRole('link', { name: '角色管理' }).click();
  await controls.act('编辑', '日志查看');
  await controls.layer.getByRole('checkbox', { name: '系统日志' }).uncheck();
  await controls.layer.getByText('成员只能看到首页').waitFor();
  await controls.press('保存');
  await controls.closed();
  // The refused call leads to the first page that is left, the user's new details to the 404: whichever is known first.
  await claire.open('/advertising/copy-log');
  await expect.poll(() => ['/index', '/404'].includes(claire.path())).toBe(true);
  await expect.poll(menu).toEqual(['首页']);
  await claire.open('/advertising/copy-log');
  await claire.page.locator('.ads-not-found').waitFor();

  await stage.server().rebuild();
  await claire.open('/index');
  await expect.poll(() => claire.page.locator('.ads-user-name').innerText()).toBe('白可');
  await expect.poll(menu).toEqual(['首页']);
  await admin.open('/sys/accounts?keyword=claire');
  await controls.row('claire').getByText('法语组').waitFor();
  expect(await controls.row('claire').innerText()).toContain('日志查看');

  const later = await stage.visitor();
  await later.open('/login');
  await later.signIn('claire', password);
  await later.page.waitForURL('**/index');
  expect([...admin.faults, ...claire.faults, ...later.faults]).toEqual([]);
});

it('keeps a new password on the screen until its dialog is closed, and asks who has not copied it', async () => {
  const { page } = await stage.visitorAs('admin', '/sys/accounts', { movesTime: true });
  const controls = controlsOf(page);
  await page.getByRole('button', { name: '新建账号' }).click();
  await controls.field('账号').fill('long.lived');
  await controls.field('姓名').fill('长');
  await controls.choose('部门', '公司');
  await controls.chooseSeveral('角色', '优化师');
  await controls.press('创建');
  const made = page.getByRole('dialog', { name: '账号已创建' });
  await made.waitFor();
  await page.clock.runFor(600_000);
  await page.keyboard.press('Escape');
  await made.getByText('还没有复制，关闭后将无法再次查看密码').waitFor();
  await made.getByRole('button', { name: '仍要关闭' }).click();
  await made.waitFor({ state: 'detached' });
});

it('resets several accounts at once, those without a password first of all', async () => {
  await stage.people.add(['no_word_1', 'no_word_2']);
  await stage.server().db.updateTable('sys_user').set({ password_state: 'none' }).where('account', 'like', 'no_word_%').execute();
  const { page } = await stage.visitorAs('admin', '/sys/accounts?password_state=none');
  const controls = controlsOf(page);
  await controls.row('no_word_1').getByText('未设密码').waitFor();
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.getByRole('button', { name: '重置密码', exact: true }).click();
  await controls.press('重置 2 个账号');
  const made = page.getByRole('dialog', { name: '密码已重置' });
  await made.waitFor();
  expect(new Set(await made.locator('code').allInnerTexts()).size).toBe(2);
  const password = await made
    .getByRole('row', { name: /^no_word_1/ })
    .locator('code')
    .innerText();
  const [file] = await Promise.all([page.waitForEvent('download'), made.getByRole('button', { name: '下载表格' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^账号密码_\d{12}\.xlsx$/);
  await made.locator('.ads-overlay-foot').getByRole('button', { name: '关闭' }).click();
  await page.getByText('没有符合条件的数据').waitFor();
  const rows = await stage.server().db.selectFrom('sys_user').select('account').where('password_state', '=', 'given').execute();
  expect(rows.map(({ account }) => account)).toEqual(expect.arrayContaining(['no_word_1', 'no_word_2']));
  const one = await stage.visitor();
  await one.open('/login');
  await one.signIn('no_word_1', password);
});
