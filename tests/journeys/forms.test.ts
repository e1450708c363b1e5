import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';
import type { Visitor } from '#tests/support/visitor.ts';

const stage = journeyStage({ covered: 'always' });

const withControls = async (visitor: Visitor) => {
  await visitor.page.locator('tr[data-row-id]:visible').first().waitFor();
  return { ...visitor, controls: controlsOf(visitor.page) };
};
const atRoles = async (account = 'admin', search = '') =>
  withControls(await stage.visitorAs(account, `/sys/role${search}`, { width: 1600 }));
const create = (page: Page) => page.getByRole('button', { name: '新建角色' }).click();
const draftBar = (page: Page) => page.locator('.ads-draft');
const roleNamed = (name: string) => stage.server().db.selectFrom('sys_role').selectAll().where('name', '=', name).execute();
const drafts = async (form: string) => await stage.server().db.selectFrom('draft').selectAll().where('form', '=', form).execute();

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.locator('.ads-login').waitFor();
};

describe('a draft', () => {
  it('is kept while somebody types, found after signing out and in another browser, and gone once it was saved', async () => {
    const first = await stage.visitor({ width: 1600 });
    await first.open('/login');
    await first.signIn('admin');
    await first.page.goto('/sys/role');
    const here = await withControls(first);
    await create(here.page);
    await here.controls.field('名称').fill('草稿角色');
    await here.controls.layer.getByRole('checkbox', { name: '系统日志' }).check();
    await here.controls.layer.getByText(/^已自动保存 \d\d:\d\d$/).waitFor();
    await here.page.keyboard.press('Escape');
    await here.controls.press('稍后继续');
    await here.controls.closed();
    await signOut(here.page);

    const there = await atRoles();
    await create(there.page);
    await expect.poll(() => draftBar(there.page).innerText()).toMatch(/有 \d\d:\d\d 未完成的填写/);
    expect(await there.controls.field('名称').inputValue()).toBe('');
    await there.controls.press('恢复填写');
    expect(await there.controls.field('名称').inputValue()).toBe('草稿角色');
    expect(await there.controls.layer.getByRole('checkbox', { name: '系统日志' }).isChecked()).toBe(true);
    await there.controls.press('创建');
    await there.controls.closed();
    await expect.poll(() => drafts('roleForm')).toEqual([]);
    expect(await roleNamed('草稿角色')).toMatchObject([{ paths: ['/advertising/copy-log'] }]);

    expect([...first.faults, ...there.faults]).toEqual([]);
  });

  it('of an account is kept without its password', async () => {
    const { page, controls } = await withControls(await stage.visitorAs('admin', '/sys/accounts', { width: 1600 }));
    await page.getByRole('button', { name: '新建账号' }).click();
    await controls.layer.getByLabel('密码').first().fill('Geheim-4711');
    await controls.field('姓名').fill('草稿人');
    await controls.layer.getByText(/^已自动保存/).waitFor();
    // What was typed first may have been saved by itself.
    await expect.poll(async () => JSON.stringify(await drafts('accountForm'))).toContain('草稿人');
    const [kept] = await drafts('accountForm');
    expect(JSON.stringify(kept?.values)).not.toMatch(/Geheim|pwd/);
    await page.keyboard.press('Escape');
    await controls.press('放弃修改');
    await controls.closed();
    await expect.poll(() => drafts('accountForm')).toEqual([]);
  });

  it('made on an older version says so, and shows on saving what was changed since', async () => {
    const { data } = await stage.as('admin', '/sys-roles/create', { name: 'older_role', paths: [], actions: [] });
    const { page, controls } = await atRoles('admin', '?keyword=older_');
    await controls.act('编辑', 'older_role');
    await controls.field('备注').fill('我的备注');
    await page.keyboard.press('Escape');
    await controls.press('稍后继续');
    await controls.closed();
    await stage.as('admin', '/sys-roles/edit', { id: data.id, version: data.version, paths: ['/advertising/copy-log'] });
    await page.getByRole('button', { name: '刷新', exact: true }).last().click();
    await expect.poll(() => controls.row('older_role').locator('td').nth(2).innerText()).toBe('1');
    await controls.act('编辑', 'older_role');
    await draftBar(page).getByText('此后内容已被他人修改').waitFor();
    await controls.press('恢复填写');
    await controls.press('保存');
    await controls.layer.locator('.ads-conflict-changes').waitFor();
    await controls.press('覆盖保存');
    await controls.closed();
    expect(await roleNamed('older_role')).toMatchObject([{ remark: '我的备注', paths: ['/advertising/copy-log'] }]);
  });
});

describe('two people at one role', () => {
  it('see who changed what and when, and keep what both of them did', async () => {
    await stage.people.add(['other_admin'], { is_admin: 1 });
    await stage.as('admin', '/sys-roles/create', { name: 'shared_role', remark: '原来', paths: [], actions: [] });
    const [mine, theirs] = [await atRoles('admin', '?keyword=shared_'), await atRoles('other_admin', '?keyword=shared_')];
    await mine.controls.act('编辑', 'shared_role');
    await theirs.controls.act('编辑', 'shared_role');
    await mine.controls.field('备注').fill('我的备注');
    await theirs.controls.field('备注').fill('别人的备注');
    await theirs.controls.layer.getByRole('checkbox', { name: '系统日志' }).check();
    await theirs.controls.press('保存');
    await theirs.controls.closed();

    await mine.controls.press('保存');
    await mine.controls.layer.getByText(/姓名 other_admin 已在 \d{4}-\d\d-\d\d \d\d:\d\d 修改过/).waitFor();
    const lines = await mine.controls.layer.locator('.ads-conflict-changes tbody tr').allInnerTexts();
    expect(lines.map((line) => line.split(/[\t\n]+/).map((cell) => cell.trim()))).toEqual([
      ['备注', '双方都改了', '原来', '别人的备注', '我的备注'],
      ['页面', '—', '系统日志', '未改动'],
    ]);
    await mine.controls.layer.getByText('只提交您改动过的备注').waitFor();
    await mine.controls.press('覆盖保存');
    await mine.controls.closed();
    expect(await roleNamed('shared_role')).toMatchObject([{ remark: '我的备注', paths: ['/advertising/copy-log'] }]);
  });
});

describe('leaving', () => {
  it('the console is asked about only while something is typed, and staying loses nothing', async () => {
    const { page, controls, leaves } = await atRoles();
    await page.reload();
    await page.locator('tr[data-row-id]:visible').first().waitFor();
    expect(leaves).toEqual([]);

    await create(page);
    await controls.field('名称').pressSequentially('未保存');
    page.removeAllListeners('dialog');
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    await page.evaluate(() => setTimeout(() => window.location.reload(), 0));
    expect(await asked).toBe('beforeunload');
    expect(await controls.field('名称').inputValue()).toBe('未保存');

    await page.keyboard.press('Escape');
    await controls.press('放弃修改');
    await controls.closed();
    const unexpected: string[] = [];
    page.on('dialog', (dialog) => {
      unexpected.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await page.locator('tr[data-row-id]:visible').first().waitFor();
    expect(unexpected).toEqual([]);
  });

  it('by signing out asks nothing of the browser, whatever is typed', async () => {
    const { page, controls, leaves } = await atRoles();
    await create(page);
    await controls.field('名称').pressSequentially('写到一半');
    await signOut(page);
    expect(leaves).toEqual([]);
  });
});

describe('a save', () => {
  it('is sent once, though its button is pressed twenty times and Enter as often', async () => {
    const { page, controls, calls } = await atRoles();
    await create(page);
    await controls.field('名称').fill('只要一个');
    const name = controls.field('名称');
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/sys-roles/create', async (route) => {
      await held;
      await route.continue();
    });
    await name.focus();
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('Enter');
    await controls.layer.getByRole('button', { name: '创建', exact: true }).evaluate((button: HTMLElement) => {
      for (let press = 0; press < 20; press += 1) button.click();
    });
    release();
    await controls.closed();
    expect(calls.filter((call) => call === '/sys-roles/create')).toHaveLength(1);
    expect(await roleNamed('只要一个')).toHaveLength(1);
  });

  it('whose answer was lost repeats nothing when it is pressed again, and what was changed meanwhile is a new request', async () => {
    const { page, controls } = await atRoles();
    const keys: unknown[] = [];
    let losses = 2;
    await page.route('**/api/sys-roles/create', async (route) => {
      keys.push((route.request().postDataJSON() as { idempotency_key: string }).idempotency_key);
      losses -= 1;
      if (losses < 0) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await create(page);
    await controls.field('名称').fill('一次就好');
    await controls.press('创建');
    await controls.layer.locator('.ads-remark-error').waitFor();
    await controls.press('创建');
    await expect.poll(() => keys.length).toBe(2);
    await controls.layer.locator('.ads-remark-error').waitFor();
    await controls.field('名称').fill('换个名字');
    await controls.press('创建');
    await controls.closed();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(await roleNamed('一次就好')).toHaveLength(1);
    expect(await roleNamed('换个名字')).toHaveLength(1);
  });
});

describe('a click onto the next field', () => {
  it('reaches it, although the field that is left turns out to be wrong', async () => {
    const { page, controls } = await withControls(await stage.visitorAs('admin', '/sys/accounts', { width: 1440 }));
    await page.getByRole('button', { name: '新建账号' }).click();
    await controls.field('账号').fill('UX!');
    const department = controls.layer.getByRole('combobox', { name: '部门' });
    const box = await department.boundingBox();
    if (!box) throw new Error('the department is not on the screen');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    // Longer than any redraw: a hand holds a button for about this long.
    await page.waitForTimeout(90);
    expect((await department.boundingBox())?.y).toBe(box.y);
    await page.mouse.up();
    await controls.layer.getByText('账号为 3–32 个字符').and(page.locator('.ads-field-fault')).waitFor();
    expect(await department.getAttribute('aria-expanded')).toBe('true');
  });
});
