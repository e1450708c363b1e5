import { expect, it } from 'vitest';
import { downloadExport } from '#tests/support/exporting.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { readDownloadedSheets } from '#tests/support/sheet.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage({ covered: 'deep' });

const addRole = async (name: string, paths: string[] = [], members: string[] = []) => {
  const { data } = await stage.as('admin', '/sys-roles/create', { name, paths, actions: [] });
  for (const account of members) await stage.people.create({ account, name: `姓名 ${account}`, role_ids: [data.id] });
  return data.id;
};

const asAdmin = async (search = '') => {
  const visitor = await stage.visitorAs('admin', `/sys/role${search}`, { width: 1600 });
  await visitor.page.locator('tr[data-row-id]').first().waitFor();
  return { ...visitor, controls: controlsOf(visitor.page) };
};

const found = (name: string) => stage.server().db.selectFrom('sys_role').selectAll().where('name', '=', name).executeTakeFirst();

const pagesBelow = (parent: string) =>
  stage
    .server()
    .db.selectFrom('sys_menu')
    .select(['path', 'title_zh'])
    .where('parent_path', '=', parent)
    .where('hide', '=', false)
    .orderBy('sort')
    .execute();

it('makes a role from a tree of pages, previews its menu, and warns when it opens nothing', async () => {
  const { page, controls } = await asAdmin();
  await page.getByRole('button', { name: '新建角色' }).click();
  await controls.press('创建');
  await expect.poll(controls.faults).toEqual(['请输入名称']);
  await controls.field('名称').fill('新角色');
  await controls.layer.getByText('未选择页面：成员只能看到首页').waitFor();
  const preview = controls.layer.getByRole('list', { name: '此角色的菜单' });
  await expect.poll(() => preview.innerText()).toBe('首页');
  const below = await pagesBelow('/advertising');
  const group = controls.layer.getByRole('checkbox', { name: '广告管理' });
  await group.check();
  for (const { title_zh } of below)
    expect(await controls.layer.getByRole('checkbox', { name: title_zh, exact: true }).isChecked()).toBe(true);
  const texts = ['首页', '广告管理', ...below.map(({ title_zh }) => title_zh)];
  await expect.poll(async () => (await preview.innerText()).split(/\s+/)).toEqual(texts);
  expect(await controls.layer.getByText('未选择页面').count()).toBe(0);
  for (const reserved of ['系统管理', '账号管理', '角色管理', '定时任务']) {
    expect(await controls.layer.getByRole('checkbox', { name: reserved, exact: true }).count()).toBe(0);
  }
  await controls.layer.getByRole('checkbox', { name: /^导出/ }).check();
  await controls.press('创建');
  await controls.closed();
  await controls.row('新角色').waitFor();
  expect(await found('新角色')).toMatchObject({ paths: below.map(({ path }) => path), actions: ['export'], is_builtin: false });
});

it('copies a role under another name, with its pages', async () => {
  await addRole('copy_me', ['/advertising/copy-log']);
  const { controls } = await asAdmin('?keyword=copy_');
  await controls.act('复制', 'copy_me');
  expect(await controls.field('名称').inputValue()).toBe('copy_me 副本');
  await controls.field('名称').fill('copy_me');
  await controls.press('复制');
  await expect.poll(controls.faults).toEqual([expect.stringMatching(/^名称“.+”已存在$/)]);
  await controls.field('名称').fill('copy_done');
  await controls.press('复制');
  await controls.closed();
  await controls.row('copy_done').waitFor();
  expect(await found('copy_done')).toMatchObject({ paths: ['/advertising/copy-log'], is_builtin: false });
});

it('takes members in and lets them go, and names whoever would be left without a role', async () => {
  await addRole('club', [], ['club_only']);
  await stage.people.create({ account: 'club_new', name: '姓名 club_new' });
  const { page, controls } = await asAdmin('?keyword=club');
  await controls.act('成员', 'club');
  await controls.layer.getByText('club_only', { exact: true }).waitFor();
  await controls.layer.getByRole('combobox', { name: '添加成员' }).click();
  await controls.layer.getByRole('combobox', { name: '搜索添加成员' }).fill('club_');
  await expect.poll(() => controls.layer.getByRole('option').allInnerTexts()).toHaveLength(2);
  expect(await controls.layer.getByRole('option', { name: 'club_only' }).innerText()).toContain('已是成员');
  await controls.layer.getByRole('option', { name: 'club_new' }).click();
  await page.keyboard.press('Escape');
  await controls.press('添加');
  await controls.layer.locator('tr', { hasText: 'club_new' }).waitFor();

  await controls.layer.getByRole('button', { name: '移出 club_only' }).click();
  const refused = controls.layer.locator('.ads-remark-error');
  await refused.waitFor();
  expect(await refused.innerText()).toContain('club_only');
  expect(await controls.layer.locator('tr', { hasText: 'club_only' }).count()).toBe(1);
  await controls.layer.getByRole('button', { name: '移出 club_new' }).click();
  await controls.layer.locator('tr', { hasText: 'club_new' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await controls.closed();
  await expect.poll(() => controls.row('club').locator('td').nth(4).innerText()).toBe('1');
});

it('does not delete a role that came with the system, and says so', async () => {
  const { page, controls, calls } = await asAdmin('?keyword=优化师');
  await page.getByRole('button', { name: '优化师 的更多操作' }).click();
  const remove = page.getByRole('menuitem', { name: '删除' });
  expect(await remove.innerText()).toContain('内置角色不可删除');
  await remove.click({ force: true });
  expect(await controls.layer.count()).toBe(0);
  expect(calls).not.toContain('/sys-roles/delete');
  expect(await found('优化师')).toBeDefined();
});

it('refuses to delete a role in use with the number of its people, and deletes it once nobody has it', async () => {
  const id = await addRole('used', [], ['used_one', 'used_two']);
  const { controls, page } = await asAdmin('?keyword=used');
  await controls.act('删除', 'used');
  await controls.layer.getByText('角色“used”将被删除，目前有 2 人正在使用。').waitFor();
  await controls.field('请输入角色名称 used 以确认').fill('used');
  await controls.press('删除');
  await controls.layer.locator('.ads-remark-error').getByText('2 人正在使用').waitFor();
  await controls.press('查看成员');
  await controls.layer.getByText('used_one').first().waitFor();
  await controls.layer.getByText('used_two').first().waitFor();
  await page.keyboard.press('Escape');
  await controls.closed();
  await controls.row('used').waitFor();
  await stage.server().db.deleteFrom('sys_user_role').where('role_id', '=', id).execute();
  await controls.act('删除', 'used');
  await controls.field('请输入角色名称 used 以确认').fill('used');
  await controls.press('删除');
  await controls.closed();
  await controls.row('used').waitFor({ state: 'detached' });
});

it('shows who edited a role meanwhile, and what', async () => {
  const id = await addRole('clash_role');
  const { controls } = await asAdmin('?keyword=clash_');
  await controls.act('编辑', 'clash_role');
  await controls.field('备注').fill('我的备注');
  const row = await stage.server().db.selectFrom('sys_role').select('version').where('id', '=', id).executeTakeFirstOrThrow();
  await stage.as('admin', '/sys-roles/edit', { id, version: row.version, paths: ['/advertising/copy-log'] });
  await controls.press('保存');
  await controls.layer.locator('.ads-remark-warn', { hasText: '林管理 已在' }).waitFor();
  const changes = await controls.layer.locator('.ads-conflict-changes tbody tr').allInnerTexts();
  expect(changes.map((line) => line.split('\t').map((cell) => cell.trim()))).toEqual([
    ['备注', '—', '未改动', '我的备注'],
    ['页面', '—', '系统日志', '未改动'],
  ]);
  await controls.press('载入最新');
  expect(await controls.layer.getByRole('checkbox', { name: '系统日志' }).isChecked()).toBe(true);
});

it('saves over what somebody else did meanwhile without undoing what it did not touch', async () => {
  const id = await addRole('over_role');
  const { controls } = await asAdmin('?keyword=over_');
  await controls.act('编辑', 'over_role');
  await controls.field('备注').fill('我的备注');
  const row = await stage.server().db.selectFrom('sys_role').select('version').where('id', '=', id).executeTakeFirstOrThrow();
  await stage.as('admin', '/sys-roles/edit', { id, version: row.version, paths: ['/advertising/copy-log'] });
  await controls.press('保存');
  await controls.press('覆盖保存');
  await controls.closed();
  expect(await found('over_role')).toMatchObject({ remark: '我的备注', paths: ['/advertising/copy-log'] });
});

it('finds by keyword, sorts by people, and exports what is found', async () => {
  await addRole('sort_few', [], ['sort_a']);
  await addRole('sort_many', ['/advertising/copy-log'], ['sort_b', 'sort_c']);
  const { page } = await asAdmin('?keyword=sort_');
  const names = () => page.locator('tr[data-row-id] td:first-child').allInnerTexts();
  await page.getByRole('columnheader', { name: '人数' }).getByRole('button').click();
  await expect.poll(names).toEqual(['sort_few', 'sort_many']);
  await page.getByRole('columnheader', { name: '人数' }).getByRole('button').click();
  await expect.poll(names).toEqual(['sort_many', 'sort_few']);
  const download = await downloadExport(page);
  const [data = []] = await readDownloadedSheets(download);
  expect(data.map(([name]) => name)).toEqual(['角色', 'sort_many', 'sort_few']);
});
