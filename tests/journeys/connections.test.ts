import { beforeEach, expect, it } from 'vitest';
import { assetPagesOf } from '#tests/support/asset-page.ts';
import { openChannelWindow } from '#tests/support/channel-window.ts';
import { connectedFixtures } from '#tests/support/connected.ts';
import { downloadExport } from '#tests/support/exporting.ts';
import { readDownloadedSheets } from '#tests/support/sheet.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage({ seed: 'people', covered: 'deep' });
const connected = connectedFixtures(stage);

beforeEach(connected.forget);

const at = assetPagesOf(stage);

it('leads from a person who agrees on the channel to their accounts, pixels and homepages', async () => {
  const { page, controls, cell, reload, go, ended, faults } = await at('lead_a', '/auth/personage');
  await page.getByText('还没有个人账号').waitFor();
  await page.getByRole('button', { name: '授权', exact: true }).first().click();
  const channel = await openChannelWindow(page, () => controls.press('打开授权窗口'));
  await controls.layer.getByText('等待授权').first().waitFor();
  await channel.grant('许梦瑶');

  const granted = page.getByRole('dialog', { name: '许梦瑶 已授权' });
  await granted.getByRole('radio', { name: '短剧' }).check();
  await granted.getByRole('checkbox', { name: '浪潮-北美-01' }).check();
  await granted.getByRole('button', { name: '导入 1 个' }).click();
  await ended('导入资产', '成功 1');
  await expect.poll(() => controls.row('许梦瑶').innerText()).toMatch(/正常/);

  await go('广告账户');
  await controls.row('浪潮-北美-01').waitFor();
  await page.getByRole('button', { name: '导入账户' }).click();
  await controls.choose('个人账号', '许梦瑶');
  expect(await controls.layer.getByRole('checkbox', { name: '浪潮-北美-01' }).isDisabled()).toBe(true);
  await controls.layer.getByText('已导入').waitFor();
  await controls.layer.getByRole('checkbox', { name: '星河-美国-短剧-01' }).check();
  await controls.layer.getByRole('checkbox', { name: '浪潮-北美-02' }).check();
  await controls.layer.getByRole('radio', { name: '短剧' }).check();
  await controls.press('导入 2 个');
  await ended('导入资产', '成功 2');
  await controls.row('浪潮-北美-02').waitFor();

  await go('像素');
  await page.getByRole('button', { name: '导入像素' }).first().click();
  await controls.choose('个人账号', '许梦瑶');
  await controls.layer.getByRole('checkbox', { name: '浪潮 H5' }).check();
  await controls.press('导入 1 个');
  await ended('导入资产', '成功 1');
  await controls.row('浪潮 H5').waitFor();

  await go('主页关联');
  await page.getByRole('button', { name: '导入主页' }).first().click();
  await controls.choose('个人账号', '许梦瑶');
  await controls.layer.getByRole('checkbox', { name: '浪潮短剧 WaveTide' }).check();
  await controls.layer.getByRole('radio', { name: '短剧' }).check();
  await controls.press('导入 1 个');
  await ended('导入资产', '成功 1');
  await page.locator('tr[data-row-id]').filter({ hasText: '浪潮短剧 WaveTide' }).waitFor();

  await go('个人账号管理');
  await reload();
  for (const [column, count] of [
    ['广告账户', '3'],
    ['主页', '1'],
    ['像素', '1'],
  ] as const) {
    await expect.poll(() => cell('许梦瑶', column)).toBe(count);
  }
  expect([...faults, ...channel.faults]).toEqual([]);
});

it('says why nobody was authorised, and changes nothing', async () => {
  const { page, controls } = await at('lead_a', '/auth/personage');
  const begin = () => page.getByRole('button', { name: '授权', exact: true }).first().click();
  const refused = page.getByRole('dialog', { name: '没有授权成功' });

  await begin();
  const declined = await openChannelWindow(page, () => controls.press('打开授权窗口'));
  await declined.decline();
  await refused.getByText('对方在平台上拒绝了授权。').waitFor();

  // Began anew from there, and closed without an answer: it is waited for until the reader has enough.
  await controls.press('重新开始');
  const closed = await openChannelWindow(page, () => controls.press('打开授权窗口'));
  const asked = page.waitForResponse('**/api/auth-personages/auth_result');
  await closed.close();
  await asked;
  await controls.layer.getByRole('link', { name: '在新窗口打开授权页面' }).waitFor();
  await controls.press('取消');
  await controls.closed();

  await begin();
  const late = await openChannelWindow(page, () => controls.press('打开授权窗口'));
  const { db, clock } = stage.server();
  const past = new Date(clock.now().getTime() - 60_000);
  await db.updateTable('auth_link').set({ expires_at: past }).where('status', '=', 'waiting').execute();
  await refused.getByText('授权没有在规定时间内完成').waitFor();
  await late.close();
  await controls.press('取消');
  await controls.closed();

  await page.getByText('还没有个人账号').waitFor();
  expect(await stage.server().db.selectFrom('personal_account').select('id').execute()).toEqual([]);
});

it('authorises the same person again, and nobody else in their place', async () => {
  await connected.authorise('lead_a', 'Priya Sharma');
  const { page, controls, cell } = await at('lead_a', '/auth/personage');
  await controls.act('重新授权', 'Priya Sharma');
  const other = await openChannelWindow(page, () => controls.press('打开授权窗口'));
  await other.grant('Lucas Almeida');
  await controls.layer.getByText('授权的不是同一个人，没有任何改动').waitFor();

  await controls.press('重新开始');
  const same = await openChannelWindow(page, () => controls.press('打开授权窗口'));
  await same.grant('Priya Sharma', { without: ['pages_manage_posts'] });
  await controls.layer.getByText('不能在其主页发帖').waitFor();
  await controls.press('取消');
  await controls.closed();
  await expect.poll(() => cell('Priya Sharma', '状态')).toBe('权限不足');
  await expect.poll(() => cell('Priya Sharma', '缺失权限')).toBe('pages_manage_posts');
  expect(await page.locator('tr[data-row-id]').count()).toBe(1);
});

it('assigns accounts to a colleague, who sees them as another does not', async () => {
  await connected.connect('lead_a', '陈嘉怡', { accounts: ['浪潮-菲律宾', '浪潮-日本'] });
  const { page, controls, cell, ended } = await at('lead_a', '/auth/account');
  const colleague = await at('opt_01', '/auth/account');
  await colleague.page.getByText('还没有广告账户').waitFor();

  await controls.act('分配', '浪潮-菲律宾');
  await controls.press('分配 1 个对象');
  await expect.poll(controls.faults).not.toEqual([]);
  await controls.chooseSeveral('人员', '陈一鸣');
  await controls.choose('主负责人', '陈一鸣');
  await controls.press('分配 1 个对象');
  await ended('分配资产', '成功 1');
  await expect.poll(() => cell('浪潮-菲律宾', '主负责人')).toBe('陈一鸣');

  await colleague.reload();
  await colleague.controls.row('浪潮-菲律宾').waitFor();
  expect(await colleague.page.locator('tr[data-row-id]').count()).toBe(1);
  // Looks, and may do nothing.
  expect(await colleague.page.getByRole('button', { name: '导入账户' }).count()).toBe(0);
  expect(await colleague.page.getByRole('button', { name: '同步 浪潮-菲律宾' }).getAttribute('aria-disabled')).toBe('true');
  const other = await at('opt_05', '/auth/account');
  await other.page.getByText('还没有广告账户').waitFor();

  await controls.act('分配记录', '浪潮-菲律宾');
  const history = page.getByRole('dialog', { name: '分配记录：浪潮-菲律宾' });
  await history.locator('tr', { hasText: '陈一鸣' }).getByText('王立').waitFor();
  await page.keyboard.press('Escape');

  await controls.act('分配', '浪潮-菲律宾');
  await controls.layer.getByRole('radio', { name: /^移除/ }).check();
  await controls.chooseSeveral('人员', '陈一鸣');
  await controls.press('分配 1 个对象');
  await ended('分配资产', '成功 1');
  await colleague.reload();
  await colleague.page.getByText('还没有广告账户').waitFor();
});

it('shares a pixel with accounts; one that takes none of strangers fails alone and says why', async () => {
  await connected.connect('lead_a', 'Daniel Wu', {
    accounts: ['BrightCart US Main', 'BrightCart UK', '鹿鸣电商-美国'],
    pixels: ['BrightCart Store'],
  });
  const { page, controls, cell, ended } = await at('lead_a', '/auth/pixel');
  await controls.act('共享', 'BrightCart Store');
  await controls.chooseSeveral('广告账户', 'BrightCart UK', '鹿鸣电商-美国');
  await controls.field('原因').fill('英国店铺共用');
  await controls.press('共享给 2 个账户');
  await ended('共享像素', '成功 1', '失败 1');
  await expect.poll(() => cell('BrightCart Store', '共享账户')).toBe('1');

  await controls.act('共享', 'BrightCart Store');
  const shares = controls.layer.locator('.ads-pixel-shares li');
  await expect.poll(() => shares.filter({ hasText: 'BrightCart UK' }).innerText()).toContain('已共享');
  await expect.poll(() => shares.filter({ hasText: '鹿鸣电商-美国' }).innerText()).toContain('失败');
  await page.keyboard.press('Escape');
  await controls.closed();

  await controls.act('取消共享', 'BrightCart Store');
  await controls.chooseSeveral('广告账户', 'BrightCart UK');
  await controls.press('从 1 个账户取消共享');
  await ended('共享像素', '成功 1');
  await expect.poll(() => cell('BrightCart Store', '共享账户')).toBe('0');
  const reasons = await stage.server().db.selectFrom('batch').select('reason').where('type', '=', 'asset_share').orderBy('id').execute();
  expect(reasons[0]).toEqual({ reason: '英国店铺共用' });
});

it('switches accounts off and on again, reads them anew from the channel, and gives them up', async () => {
  await connected.connect('lead_a', 'Lucas Almeida', { accounts: ['Almeida Filmes BR', 'Almeida Filmes Testes'] });
  const { page, controls, cell, reload, ended } = await at('lead_a', '/auth/account');
  const { db } = stage.server();
  const lastReason = async () =>
    (await db.selectFrom('batch').select('reason').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).reason;
  const chooseBoth = () => page.getByRole('checkbox', { name: '选择本页全部' }).first().check();
  const bar = (action: string) => page.getByRole('group', { name: '已选 2' }).getByRole('button', { name: action, exact: true }).click();
  const enabled = (name: string) => page.getByRole('switch', { name: `启用 ${name}` }).getAttribute('aria-checked');

  await chooseBoth();
  await bar('停用');
  await controls.field('原因').fill('假期暂停');
  await controls.press('停用 2 个');
  await ended('启停资产', '成功 2');
  expect(await lastReason()).toBe('假期暂停');
  for (const name of ['Almeida Filmes Testes', 'Almeida Filmes BR']) await expect.poll(() => enabled(name)).toBe('false');
  await page.getByRole('switch', { name: '启用 Almeida Filmes BR' }).click();
  await expect.poll(() => enabled('Almeida Filmes BR')).toBe('true');

  await db.updateTable('ad_account').set({ name: '旧名称', balance: 1 }).where('name', '=', 'Almeida Filmes BR').execute();
  await reload();
  await controls.act('同步', '旧名称');
  await controls.press('同步 1 个');
  await ended('同步资产', '成功 1');
  await controls.row('Almeida Filmes BR').waitFor();
  expect(await cell('Almeida Filmes BR', '最近同步')).not.toBe('—');

  await controls.act('解绑', 'Almeida Filmes Testes');
  await controls.press('解绑 1 个');
  await expect.poll(controls.faults).not.toEqual([]);
  await controls.field('原因').fill('账户已关闭');
  await controls.field('输入数量 1 以确认').fill('1');
  await controls.press('解绑 1 个');
  await ended('解绑资产', '成功 1');
  await controls.row('Almeida Filmes Testes').waitFor({ state: 'detached' });

  // It can be brought in again, as one nobody has.
  await page.getByRole('button', { name: '导入账户' }).click();
  await controls.choose('个人账号', 'Lucas Almeida');
  await controls.layer.getByRole('checkbox', { name: 'Almeida Filmes Testes' }).waitFor();
  expect(await controls.layer.getByRole('checkbox', { name: 'Almeida Filmes Testes' }).isEnabled()).toBe(true);
});

it('keeps filters and order in the address, saves them under a name, and exports what they leave', async () => {
  await connected.connect('lead_a', '许梦瑶', { accounts: ['浪潮-北美-01', '浪潮-北美-02', '星河-美国-短剧-01'] });
  const { page, controls, column } = await at('lead_a', '/auth/account');
  const search = () => decodeURIComponent(new URL(page.url()).search);
  await page.getByRole('textbox', { name: '名称或账户编号' }).fill('浪潮');
  await page.keyboard.press('Enter');
  await page.getByRole('columnheader', { name: '名称' }).getByRole('button').first().click();
  await page.getByRole('columnheader', { name: '名称' }).getByRole('button').first().click();
  await expect.poll(search).toBe('?keyword=浪潮&sort=name.desc');
  await page.reload();
  await controls.row('浪潮-北美-01').waitFor();
  expect(search()).toBe('?keyword=浪潮&sort=name.desc');
  expect(await page.locator('tr[data-row-id]').count()).toBe(2);
  expect(await column('名称')).toEqual([expect.stringContaining('浪潮-北美-02'), expect.stringContaining('浪潮-北美-01')]);

  await page.locator('.ads-views-button:visible').click();
  await page.locator('.ads-views').getByRole('button', { name: '另存为视图' }).click();
  await controls.field('名称').fill('浪潮账户');
  await controls.press('保存视图');
  await controls.closed();
  await page.getByRole('search').getByRole('button', { name: '重置' }).click();
  await expect.poll(() => page.locator('tr[data-row-id]').count()).toBe(3);
  await page.locator('.ads-views-button:visible').click();
  await page.locator('.ads-views').getByRole('button', { name: '浪潮账户' }).first().click();
  await expect.poll(search).toBe('?keyword=浪潮&sort=name.desc');
  await expect.poll(() => page.locator('tr[data-row-id]').count()).toBe(2);

  const download = await downloadExport(page);
  const [data = []] = await readDownloadedSheets(download);
  expect(data.map(([name]) => name)).toEqual(['名称', '浪潮-北美-02', '浪潮-北美-01']);
});

it('relates a homepage to a site as its default, switches it off and on, and reads it anew', async () => {
  await connected.connect('lead_a', '陈嘉怡', { pages: ['浪潮短剧 WaveTide', 'WaveTide Pilipinas'] });
  const { db } = stage.server();
  await connected.site('lead_a', '浪潮站', 'wave.test');
  const { page, controls, cell, reload, ended } = await at('admin', '/auth/homepage');
  await expect.poll(() => cell('WaveTide Pilipinas', '状态')).toContain('受限');
  await controls.act('关联站点', '浪潮短剧 WaveTide');
  await controls.chooseSeveral('站点', '浪潮站');
  await controls.chooseSeveral('设为默认主页', '浪潮站');
  await controls.press('保存');
  await controls.closed();
  const related = await db.selectFrom('site').select('default_homepage_id').executeTakeFirstOrThrow();
  expect(related).toEqual({ default_homepage_id: await connected.idOf('homepage', '浪潮短剧 WaveTide') });

  await controls.act('停用', '浪潮短剧 WaveTide');
  await controls.field('原因').fill('内容调整');
  await controls.press('停用 1 个主页');
  await ended('启停资产', '成功 1');
  await expect.poll(() => cell('浪潮短剧 WaveTide', '状态')).toContain('已停用');
  await controls.act('启用', '浪潮短剧 WaveTide');
  await controls.press('启用 1 个主页');
  await ended('启停资产', '成功 1');
  await expect.poll(() => cell('浪潮短剧 WaveTide', '状态')).toContain('正常');

  await db.updateTable('homepage').set({ name: '旧主页' }).where('name', '=', '浪潮短剧 WaveTide').execute();
  await reload();
  await controls.act('同步', '旧主页');
  await controls.press('同步 1 个主页');
  await ended('同步资产', '成功 1');
  await controls.row('浪潮短剧 WaveTide').waitFor();
  expect(await page.getByText('旧主页').count()).toBe(0);
});
