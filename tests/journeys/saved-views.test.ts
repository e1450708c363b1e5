import { expect, it } from 'vitest';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

async function at(account: string, path: string) {
  const visitor = await stage.visitorAs(account, path, { width: 1600 });
  const { page } = visitor;
  const title = page.locator('.ads-views-button:visible');
  await title.waitFor();
  const panel = page.locator('.ads-views');
  const open = async () => {
    if ((await panel.count()) === 0) await title.click();
    await panel.waitFor();
  };
  return {
    ...visitor,
    controls: controlsOf(page),
    title: async () => (await title.innerText()).split(/\s+/).join(' ').trim(),
    search: () => new URL(page.url()).search,
    panel,
    open,
    choose: async (name: string) => {
      await open();
      await panel.getByRole('button', { name, exact: false }).first().click();
    },
    save: async (name: string, role?: string) => {
      await open();
      await panel.getByRole('button', { name: '另存为视图' }).click();
      const controls = controlsOf(page);
      await controls.field('名称').fill(name);
      if (role) {
        await controls.layer.getByRole('radio', { name: '指定角色' }).check();
        await controls.chooseSeveral('角色', role);
      }
      await controls.press('保存视图');
      await controls.closed();
    },
  };
}

it('saves what is shown under a name, leaves it, and leads back', async () => {
  const { page, title, search, open, panel, choose, save } = await at('admin', '/sys/accounts?status=enabled&sort=name.desc');
  await expect.poll(title).toBe('视图 自定义');
  await save('在职人员');
  await expect.poll(title).toBe('视图 在职人员');

  await page.getByRole('columnheader', { name: '账号' }).getByRole('button').first().click();
  await expect.poll(title).toBe('视图 在职人员 已修改');
  await open();
  await panel.getByRole('button', { name: '恢复到“在职人员”' }).click();
  await expect.poll(title).toBe('视图 在职人员');
  expect(search()).toBe('?status=enabled&sort=name.desc');

  await choose('全部');
  await expect.poll(search).toBe('');
  await choose('在职人员');
  await expect.poll(search).toBe('?status=enabled&sort=name.desc');
  await page.goBack();
  await expect.poll(search).toBe('');
});

/** Somebody who may open the log, by a role of this name. */
async function logReader(account: string, role: string) {
  const { data } = await stage.as('admin', '/sys-roles/create', { name: role, paths: ['/advertising/copy-log'], actions: [] });
  await stage.people.add([account]);
  const id = await stage.people.idOf(account);
  await stage.server().db.updateTable('sys_user_role').set({ role_id: data.id }).where('user_id', '=', id).execute();
}

it('shows a personal view to nobody else, and a shared one to the people of its role, who may not change it', async () => {
  await logReader('views_reader', '看日志');
  await logReader('views_other', '也看日志');
  const owner = await at('admin', '/advertising/copy-log?tab=operations&result=fail');
  await owner.save('只给自己');
  await owner.save('给看日志的', '看日志');

  const reader = await at('views_reader', '/advertising/copy-log?tab=operations');
  await reader.open();
  const shared = reader.panel.getByRole('list', { name: '共享视图' });
  await shared.getByText('给看日志的').waitFor();
  expect(await reader.panel.innerText()).not.toContain('只给自己');
  expect(await reader.panel.getByRole('button', { name: '给看日志的 的更多操作' }).count()).toBe(0);
  await shared.getByText('给看日志的').click();
  await expect.poll(reader.search).toBe('?tab=operations&result=fail');

  const outsider = await at('views_other', '/advertising/copy-log?tab=operations');
  const answered = outsider.page.waitForResponse('**/api/sys-views/list');
  await outsider.open();
  await answered;
  await outsider.panel.getByRole('button', { name: '另存为视图' }).waitFor();
  expect(await outsider.panel.getByRole('list', { name: '共享视图' }).count()).toBe(0);
});

it('opens a page with its default view, but not where the address says something, and not after everything was chosen', async () => {
  await stage.people.add(['views_admin'], { is_admin: 1 });
  const { data: view } = await stage.as('views_admin', '/sys-views/create', {
    page: '/sys/role',
    name: '常用角色',
    shared: 'me',
    query: '?keyword=优化',
  });
  await stage.as('views_admin', '/sys-views/set_default', { page: '/sys/role', id: view.id });
  const { search, title, choose, page, open, panel } = await at('views_admin', '/sys/role');
  await expect.poll(() => decodeURIComponent(search())).toBe('?keyword=优化');
  await expect.poll(title).toBe('视图 常用角色');
  await expect.poll(() => page.locator('tr[data-row-id]:visible').count()).toBe(1);

  await choose('全部');
  await expect.poll(search).toBe('');
  await expect.poll(title).toBe('视图 全部');
  await open();
  await panel.getByRole('button', { name: '“常用角色”是默认视图' }).waitFor();
  expect(search()).toBe('');

  const elsewhere = await at('views_admin', '/sys/role?sort=name.asc');
  await elsewhere.page.locator('tr[data-row-id]:visible').first().waitFor();
  expect(elsewhere.search()).toBe('?sort=name.asc');
});

it('brings the columns of a view along, and gives the own ones back', async () => {
  const { page, controls, choose, save } = await at('admin', '/sys/accounts?status=disabled');
  const columns = async (name: string) => {
    await page.getByRole('button', { name: '列设置' }).click();
    await page.getByRole('dialog', { name: '列设置' }).getByRole('checkbox', { name }).click();
    await page.keyboard.press('Escape');
  };
  await columns('备注');
  await page.getByRole('columnheader', { name: '备注' }).waitFor();
  await save('带备注');
  await columns('备注');
  await page.getByRole('columnheader', { name: '备注' }).waitFor({ state: 'detached' });
  await choose('带备注');
  await page.getByRole('columnheader', { name: '备注' }).waitFor();
  await choose('全部');
  await page.getByRole('columnheader', { name: '备注' }).waitFor({ state: 'detached' });

  await page.locator('.ads-views-button:visible').click();
  await page.getByRole('button', { name: '带备注 的更多操作' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await controls.press('删除');
  await controls.closed();
  expect((await stage.as('admin', '/sys-views/list', { page: '/sys/accounts' })).data.list.map(({ name }) => name)).not.toContain('带备注');
});
