import { beforeAll, beforeEach, expect, it } from 'vitest';
import { assetPagesOf } from '#tests/support/asset-page.ts';
import { grantByLink, openChannelWindow } from '#tests/support/channel-window.ts';
import { connectedFixtures } from '#tests/support/connected.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage({ seed: 'people', covered: 'deep' });
const connected = connectedFixtures(stage);
const at = assetPagesOf(stage);

const PAGE = '/operation/auth';

beforeEach(connected.forget);

it('authorises a holder in a window, with their consent, and hosts their accounts', async () => {
  const { page, controls, cell, ended, faults } = await at('host_01', PAGE);
  await page.getByText('还没有托管的个人账号').waitFor();
  await page.getByRole('button', { name: '授权', exact: true }).first().click();
  await controls.press('打开授权窗口');
  await expect.poll(controls.faults).toHaveLength(2);
  await controls.field('持有人').fill('刘先生');
  await controls.press('打开授权窗口');
  await expect.poll(controls.faults).toEqual(['没有持有人的同意不能授权']);
  await controls.layer.getByRole('switch', { name: '持有人同意托管' }).click();
  const channel = await openChannelWindow(page, () => controls.press('打开授权窗口'));
  await channel.grant('刘志强');

  const granted = page.getByRole('dialog', { name: '刘志强 已授权' });
  await granted.getByRole('radio', { name: '电商' }).check();
  await granted.getByRole('checkbox', { name: '刘志强 店铺' }).check();
  await granted.getByRole('checkbox', { name: '志强严选', exact: false }).first().check();
  await granted.getByRole('button', { name: '导入 2 个' }).click();
  await ended('导入资产', '成功 2');
  await expect.poll(() => cell('刘志强', '持有人')).toBe('刘先生');
  const { db } = stage.server();
  const person = await db.selectFrom('personal_account').select('consent_at').executeTakeFirstOrThrow();
  expect(person.consent_at).toBeInstanceOf(Date);
  const account = await db.selectFrom('ad_account').select(['name', 'usage']).executeTakeFirstOrThrow();
  expect(account).toEqual({ name: '刘志强 店铺', usage: 'host' });
  expect([...faults, ...channel.faults]).toEqual([]);
});

it('shows a link whole, with its copy button in sight, however wide the window is', async () => {
  const { page, controls, faults } = await at('host_01', PAGE);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: '授权', exact: true }).first().click();
  await controls.layer.getByRole('tab', { name: '授权链接' }).click();
  await controls.field('持有人').fill('Lena');
  await controls.layer.getByRole('switch', { name: '持有人同意托管' }).click();
  await controls.press('生成链接');
  const dialog = page.getByRole('dialog', { name: '授权链接已生成' });
  const copy = dialog.getByRole('button', { name: '复制链接' });
  for (const width of [1440, 800, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const right = async (locator: typeof copy) => {
      const box = await locator.boundingBox();
      return box ? [box.x >= 0, box.x + box.width <= width] : [];
    };
    await expect.poll(() => right(copy)).toEqual([true, true]);
    expect(await right(dialog.locator('.ads-linked'))).toEqual([true, true]);
    expect(await dialog.locator('.ads-linked').evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
  }
  await copy.click();
  await dialog.getByRole('button', { name: '已复制' }).waitFor();
  const link = (await dialog.locator('.ads-linked').innerText()).trim();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(new URL(link).searchParams.get('state')).toBeTruthy();
  expect(faults).toEqual([]);
});

it('sends a holder a link that serves once, and takes another back', async () => {
  const { page, controls, cell, reload, faults } = await at('host_01', PAGE);
  const linkFor = async (holder: string) => {
    await page.getByRole('button', { name: '授权', exact: true }).first().click();
    await controls.layer.getByRole('tab', { name: '授权链接' }).click();
    await controls.field('持有人').fill(holder);
    await controls.layer.getByRole('switch', { name: '持有人同意托管' }).click();
    await controls.press('生成链接');
    const dialog = page.getByRole('dialog', { name: '授权链接已生成' });
    const link = await dialog.locator('.ads-linked').innerText();
    await dialog.getByRole('button', { name: '完成' }).click();
    await controls.closed();
    return link.trim();
  };
  const first = await linkFor('Hannah');
  const second = await linkFor('后悔的人');
  const open = page.getByRole('region', { name: /^待使用的授权链接/ });
  await expect.poll(() => open.getByRole('listitem').count()).toBe(2);
  // It was shown once.
  expect(await page.content()).not.toContain(new URL(first).searchParams.get('state'));

  await open.getByRole('button', { name: '撤销 后悔的人' }).click();
  await controls.press('撤销');
  await controls.closed();
  await expect.poll(() => open.getByRole('listitem').count()).toBe(1);

  // The holder has no account here.
  const context = await stage.browser().newContext();
  try {
    const holder = await context.newPage();
    await holder.goto(first);
    await grantByLink(holder, 'Hannah Schmidt');
    await holder.getByText('授权完成').waitFor();
    await holder.goto(first);
    await grantByLink(holder, 'Hannah Schmidt');
    await holder.getByText('链接已使用').waitFor();
    await holder.goto(second);
    await grantByLink(holder, 'Hannah Schmidt');
    await holder.getByText('链接已撤销').waitFor();
  } finally {
    await context.close();
  }

  await reload();
  await controls.row('Hannah Schmidt').waitFor();
  await expect.poll(() => cell('Hannah Schmidt', '持有人')).toBe('Hannah');
  await open.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

/** A leader of that department whose role opens the page of hosted persons, with or without the right to act there. */
async function leader(account: string, department: string, actions: ('asset' | 'export')[]) {
  const { data: role } = await stage.as('admin', '/sys-roles/create', { name: account, paths: [PAGE], actions });
  await stage.people.add([account]);
  const { db } = stage.server();
  const department_id = await stage.people.departmentOf(department);
  await db.updateTable('sys_user').set({ department_id, is_leader: 1 }).where('account', '=', account).execute();
  const user_id = await stage.people.idOf(account);
  await db.updateTable('sys_user_role').set({ role_id: role.id }).where('user_id', '=', user_id).execute();
}

beforeAll(async () => {
  await leader('host_looks', '托管部', []);
  await leader('host_elsewhere', '素材部', ['asset', 'export']);
});

it('shows rows without a way to change them to whoever may only look, and none to another department', async () => {
  await connected.connect('host_01', '刘志强', { accounts: ['刘志强 店铺'] });
  const worker = await at('host_01', PAGE);
  await worker.page.getByRole('checkbox', { name: '选择 刘志强' }).waitFor();
  expect(await worker.page.getByRole('button', { name: '检测 刘志强' }).getAttribute('aria-disabled')).toBe(null);

  const { page, controls, calls } = await at('host_looks', PAGE);
  await controls.row('刘志强').waitFor();
  for (const name of ['授权', '导出']) expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  // The name shows what belongs to the person, without a way to edit it.
  await controls.row('刘志强').getByRole('button', { name: '刘志强', exact: true }).click();
  await page.getByRole('dialog', { name: '刘志强' }).waitFor();
  expect(await page.getByRole('dialog').getByRole('button', { name: '编辑' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (const action of ['检测', '重新授权']) {
    const button = page.getByRole('button', { name: `${action} 刘志强` });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
  }
  await page.getByRole('button', { name: '刘志强 的更多操作' }).click();
  for (const action of ['同步资产', '分配', '编辑', '停用', '删除']) {
    await page.getByRole('menuitem', { name: new RegExp(`^${action}\\s*无此操作权限`) }).waitFor();
  }
  await page.keyboard.press('Escape');
  expect(await controls.layer.count()).toBe(0);
  expect(calls.filter((path) => /\/(check|auth_url)$/.test(path))).toEqual([]);

  const elsewhere = await at('host_elsewhere', PAGE);
  await elsewhere.page.getByText('还没有托管的个人账号').waitFor();
  expect(await elsewhere.page.getByRole('button', { name: '授权', exact: true }).count()).toBeGreaterThan(0);
});
