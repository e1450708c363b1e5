import { beforeAll, expect, it } from 'vitest';
import { findLiveMarkup, LONG_MARKUP, MARKUP_NAMES, NO_LIVE_MARKUP } from '#tests/support/markup.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

let victim = 0;

beforeAll(async () => {
  const parent_id = await stage.people.departmentOf('公司');
  for (const [index, name] of MARKUP_NAMES.entries()) {
    const department = await stage.as('admin', '/sys-departments/create', { name, parent_id, sort: 500 + index });
    const role = await stage.as('admin', '/sys-roles/create', {
      name,
      remark: LONG_MARKUP,
      paths: ['/advertising/copy-log'],
      actions: ['export'],
    });
    const made = await stage.people.create({
      account: `markup_${index}`,
      name,
      remark: LONG_MARKUP,
      department_id: department.data.id,
      role_ids: [role.data.id],
      is_leader: 1,
    });
    victim = made.data.id;
  }
  const { db, clock } = stage.server();
  const like = await db.selectFrom('sys_user').select('pwd_hash').where('account', '=', 'opt_01').executeTakeFirstOrThrow();
  await db.updateTable('sys_user').set({ pwd_hash: like.pwd_hash }).where('account', 'like', 'markup_%').execute();
  await db
    .insertInto('op_log')
    .values(
      MARKUP_NAMES.map((name) => ({
        at: clock.now(),
        user_id: victim,
        account: 'markup_9',
        action: '/sys-roles/edit',
        target_type: 'role',
        target_id: 1,
        target_label: name,
        ip: '10.9.9.9',
        summary: name,
        before: JSON.stringify({ [name]: name }),
        after: JSON.stringify({ [name]: LONG_MARKUP }),
        ok: true,
        code: 0,
        ms: 1,
      })),
    )
    .execute();
});

it('shows markup in names and remarks as text in the list of accounts, its drawers and its dialogs', async () => {
  const { page, faults } = await stage.visitorAs('admin', '/sys/accounts?keyword=markup_&sort=account.asc', { width: 1800 });
  const controls = controlsOf(page);
  await controls.row('markup_9').waitFor();
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('dialog', { name: '列设置' }).getByRole('checkbox', { name: '备注' }).check();
  await page.keyboard.press('Escape');
  for (const [index, name] of MARKUP_NAMES.entries()) {
    const row = controls.row(`markup_${index}`);
    // As a name, as a department and as a role.
    await expect.poll(() => row.getByText(name, { exact: true }).count()).toBe(3);
    expect(await row.getByText(LONG_MARKUP, { exact: true }).count()).toBe(1);
  }
  await controls.act('编辑', 'markup_1');
  expect(await controls.field('姓名').inputValue()).toBe(MARKUP_NAMES[1]);
  expect(await controls.field('备注').inputValue()).toBe(LONG_MARKUP);
  await controls.layer.getByRole('combobox', { name: '部门' }).click();
  await controls.layer.getByRole('option', { name: MARKUP_NAMES[0], exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await controls.closed();
  await page.getByRole('textbox', { name: '账号或姓名' }).fill(MARKUP_NAMES[1] ?? '');
  await page.keyboard.press('Enter');
  await page.locator('.ads-chip-text', { hasText: MARKUP_NAMES[1] ?? '' }).waitFor();
  await controls.row('markup_1').waitFor();
  expect(await findLiveMarkup(page)).toEqual(NO_LIVE_MARKUP);
  expect(faults).toEqual([]);
});

it('shows it as text in the tree of departments, in its panel and its dialogs', async () => {
  const { page, faults } = await stage.visitorAs('admin', '/sys/department', { width: 1800 });
  const controls = controlsOf(page);
  const tree = page.getByRole('treegrid');
  for (const name of MARKUP_NAMES) {
    // The department, and its leader of the same name.
    await expect.poll(() => tree.getByText(name, { exact: true }).count()).toBe(2);
  }
  await tree
    .getByText(MARKUP_NAMES[2] ?? '', { exact: true })
    .first()
    .click();
  await page
    .getByRole('region', { name: '部门成员' })
    .getByText(MARKUP_NAMES[2] ?? '', { exact: true })
    .first()
    .waitFor();
  await controls.act('移动', MARKUP_NAMES[2] ?? '');
  await controls.choose('上级部门', MARKUP_NAMES[0] ?? '');
  await controls.press('查看影响');
  await controls.layer.getByText(`“${MARKUP_NAMES[2]}”将移到“${MARKUP_NAMES[0]}”下。`).waitFor();
  await controls.press('取消');
  await controls.closed();
  expect(await findLiveMarkup(page)).toEqual(NO_LIVE_MARKUP);
  expect(faults).toEqual([]);
});

it('shows it as text in the list of roles, in a role’s drawer and among its members', async () => {
  const { page, faults } = await stage.visitorAs('admin', '/sys/role', { width: 1800 });
  const controls = controlsOf(page);
  for (const name of MARKUP_NAMES) await page.locator('tr[data-row-id]').getByText(name, { exact: true }).waitFor();
  await controls.act('编辑', MARKUP_NAMES[1] ?? '');
  await controls.layer.getByRole('heading', { name: `编辑角色 ${MARKUP_NAMES[1]}` }).waitFor();
  expect(await controls.field('备注').inputValue()).toBe(LONG_MARKUP);
  await page.keyboard.press('Escape');
  await controls.closed();
  await controls.act('成员', MARKUP_NAMES[1] ?? '');
  await controls.layer
    .locator('tr[data-row-id]')
    .getByText(MARKUP_NAMES[1] ?? '', { exact: true })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await controls.closed();
  await controls.act('删除', MARKUP_NAMES[1] ?? '');
  await controls.layer.getByText(`请输入角色名称 ${MARKUP_NAMES[1]} 以确认`).waitFor();
  expect(await findLiveMarkup(page)).toEqual(NO_LIVE_MARKUP);
  expect(faults).toEqual([]);
});

it('shows it as text in the operation log, in its details, on the home page and in the header', async () => {
  const { page, faults, open } = await stage.visitorAs('admin', '/advertising/copy-log?account=markup_9', { width: 1800 });
  await page.locator('tr[data-row-id]').first().waitFor();
  const folded = page.getByRole('button', { name: /^展开 markup_9/ });
  while ((await folded.count()) > 0) await folded.first().click();
  for (const name of MARKUP_NAMES) await page.locator('.ads-diff th').getByText(name, { exact: true }).waitFor();
  expect(await page.locator('.ads-diff ins').getByText(LONG_MARKUP, { exact: true }).count()).toBe(MARKUP_NAMES.length);
  expect(await findLiveMarkup(page)).toEqual(NO_LIVE_MARKUP);
  await open(`/sys/accounts?keyword=${encodeURIComponent(LONG_MARKUP.slice(0, 90))}&status=<script>&sort=<b>.asc`);
  await page.locator('.ads-chip-text').waitFor();
  expect(await findLiveMarkup(page)).toEqual(NO_LIVE_MARKUP);
  expect(faults).toEqual([]);

  const own = await stage.visitorAs('markup_9', '/index');
  await expect.poll(() => own.page.locator('.ads-user-name').textContent()).toBe(MARKUP_NAMES[9]);
  await own.page.locator('tr[data-row-id]').first().waitFor();
  expect(await findLiveMarkup(own.page)).toEqual(NO_LIVE_MARKUP);
  expect(own.faults).toEqual([]);
});
