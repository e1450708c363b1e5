import { expect, it } from 'vitest';
import { downloadExport } from '#tests/support/exporting.ts';
import { handsOn } from '#tests/support/page-hands.ts';
import { readDownloadedSheets } from '#tests/support/sheet.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage({ covered: true });

const addRole = async (name: string, paths: string[] = [], members: string[] = []) => {
  const { data } = await stage.as('admin', '/sys-roles/create', { name, paths, actions: [] });
  for (const account of members) await stage.people.create({ account, name: `姓名 ${account}`, role_ids: [data.id] });
  return data.id;
};

const asAdmin = async (search = '') => {
  const visitor = await stage.visitorAs('admin', `/sys/role${search}`, { width: 1600 });
  await visitor.page.locator('tr[data-row-id]').first().waitFor();
  return { ...visitor, hands: handsOn(visitor.page) };
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
  const { page, hands } = await asAdmin();
  await page.getByRole('button', { name: '新建角色' }).click();
  await hands.press('创建');
  await expect.poll(hands.faults).toEqual(['请输入名称']);
  await hands.field('名称').fill('新角色');
  await hands.layer.getByText('未选择页面：成员只能看到首页').waitFor();
  const preview = hands.layer.getByRole('list', { name: '此角色的菜单' });
  expect(await preview.innerText()).toBe('首页');
  const below = await pagesBelow('/advertising');
  const group = hands.layer.getByRole('checkbox', { name: '广告管理' });
  await group.check();
  for (const { title_zh } of below) expect(await hands.layer.getByRole('checkbox', { name: title_zh, exact: true }).isChecked()).toBe(true);
  const texts = ['首页', '广告管理', ...below.map(({ title_zh }) => title_zh)];
  await expect.poll(async () => (await preview.innerText()).split(/\s+/)).toEqual(texts);
  expect(await hands.layer.getByText('未选择页面').count()).toBe(0);
  for (const reserved of ['系统管理', '账号管理', '角色管理', '定时任务']) {
    expect(await hands.layer.getByRole('checkbox', { name: reserved, exact: true }).count()).toBe(0);
  }
  await hands.layer.getByRole('checkbox', { name: /^导出/ }).check();
  await hands.press('创建');
  await hands.closed();
  await hands.row('新角色').waitFor();
  expect(await found('新角色')).toMatchObject({ paths: below.map(({ path }) => path), actions: ['export'], is_builtin: false });
});

it('copies a role under another name, with its pages', async () => {
  await addRole('copy_me', ['/advertising/copy-log']);
  const { hands } = await asAdmin('?keyword=copy_');
  await hands.act('复制', 'copy_me');
  expect(await hands.field('名称').inputValue()).toBe('copy_me 副本');
  await hands.field('名称').fill('copy_me');
  await hands.press('复制');
  await expect.poll(hands.faults).toEqual([expect.stringMatching(/^名称“.+”已存在$/)]);
  await hands.field('名称').fill('copy_done');
  await hands.press('复制');
  await hands.closed();
  await hands.row('copy_done').waitFor();
  expect(await found('copy_done')).toMatchObject({ paths: ['/advertising/copy-log'], is_builtin: false });
});

it('takes members in and lets them go, and names whoever would be left without a role', async () => {
  await addRole('club', [], ['club_only']);
  await stage.people.create({ account: 'club_new', name: '姓名 club_new' });
  const { page, hands } = await asAdmin('?keyword=club');
  await hands.act('成员', 'club');
  await hands.layer.getByText('club_only', { exact: true }).waitFor();
  await hands.layer.getByRole('combobox', { name: '添加成员' }).click();
  await hands.layer.getByRole('combobox', { name: '搜索添加成员' }).fill('club_');
  await expect.poll(() => hands.layer.getByRole('option').allInnerTexts()).toHaveLength(2);
  expect(await hands.layer.getByRole('option', { name: 'club_only' }).innerText()).toContain('已是成员');
  await hands.layer.getByRole('option', { name: 'club_new' }).click();
  await page.keyboard.press('Escape');
  await hands.press('添加');
  await hands.layer.locator('tr', { hasText: 'club_new' }).waitFor();

  await hands.layer.getByRole('button', { name: '移出 club_only' }).click();
  const refused = hands.layer.locator('.ads-remark-error');
  await refused.waitFor();
  expect(await refused.innerText()).toContain('club_only');
  expect(await hands.layer.locator('tr', { hasText: 'club_only' }).count()).toBe(1);
  await hands.layer.getByRole('button', { name: '移出 club_new' }).click();
  await hands.layer.locator('tr', { hasText: 'club_new' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await hands.closed();
  await expect.poll(() => hands.row('club').locator('td').nth(4).innerText()).toBe('1');
});

it('does not delete a role that came with the system, and says so', async () => {
  const { page, hands, calls } = await asAdmin('?keyword=优化师');
  await page.getByRole('button', { name: '优化师 的更多操作' }).click();
  const remove = page.getByRole('menuitem', { name: '删除' });
  expect(await remove.innerText()).toContain('内置角色不可删除');
  await remove.click({ force: true });
  expect(await hands.layer.count()).toBe(0);
  expect(calls).not.toContain('/sys-roles/delete');
  expect(await found('优化师')).toBeDefined();
});

it('refuses to delete a role in use with the number of its people, and deletes it once nobody has it', async () => {
  const id = await addRole('used', [], ['used_one', 'used_two']);
  const { hands, page } = await asAdmin('?keyword=used');
  await hands.act('删除', 'used');
  await hands.layer.getByText('角色“used”将被删除，目前有 2 人正在使用。').waitFor();
  await hands.field('请输入角色名称 used 以确认').fill('used');
  await hands.press('删除');
  await hands.layer.locator('.ads-remark-error').getByText('2 人正在使用').waitFor();
  await hands.press('查看成员');
  await hands.layer.getByText('used_one').first().waitFor();
  await hands.layer.getByText('used_two').first().waitFor();
  await page.keyboard.press('Escape');
  await hands.closed();
  await hands.row('used').waitFor();
  await stage.server().db.deleteFrom('sys_user_role').where('role_id', '=', id).execute();
  await hands.act('删除', 'used');
  await hands.field('请输入角色名称 used 以确认').fill('used');
  await hands.press('删除');
  await hands.closed();
  await hands.row('used').waitFor({ state: 'detached' });
});

it('shows who edited a role meanwhile, and what', async () => {
  const id = await addRole('clash_role');
  const { hands } = await asAdmin('?keyword=clash_');
  await hands.act('编辑', 'clash_role');
  await hands.field('备注').fill('我的备注');
  const row = await stage.server().db.selectFrom('sys_role').select('version').where('id', '=', id).executeTakeFirstOrThrow();
  await stage.as('admin', '/sys-roles/edit', { id, version: row.version, paths: ['/advertising/copy-log'] });
  await hands.press('保存');
  await hands.layer.locator('.ads-remark-warn', { hasText: '林管理 已在' }).waitFor();
  const changes = await hands.layer.locator('.ads-conflict-changes tbody tr').allInnerTexts();
  expect(changes.map((line) => line.split('\t').map((cell) => cell.trim()))).toEqual([
    ['备注', '—', '未改动', '我的备注'],
    ['页面', '—', '系统日志', '未改动'],
  ]);
  await hands.press('载入最新');
  expect(await hands.layer.getByRole('checkbox', { name: '系统日志' }).isChecked()).toBe(true);
});

it('saves over what somebody else did meanwhile without undoing what it did not touch', async () => {
  const id = await addRole('over_role');
  const { hands } = await asAdmin('?keyword=over_');
  await hands.act('编辑', 'over_role');
  await hands.field('备注').fill('我的备注');
  const row = await stage.server().db.selectFrom('sys_role').select('version').where('id', '=', id).executeTakeFirstOrThrow();
  await stage.as('admin', '/sys-roles/edit', { id, version: row.version, paths: ['/advertising/copy-log'] });
  await hands.press('保存');
  await hands.press('覆盖保存');
  await hands.closed();
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
