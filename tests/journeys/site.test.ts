import { beforeEach, expect, it } from 'vitest';
import { assetPagesOf } from '#tests/support/asset-page.ts';
import { connectedFixtures } from '#tests/support/connected.ts';
import { contentFixtures } from '#tests/support/content.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage({ seed: 'people', covered: 'deep' });
const connected = connectedFixtures(stage);
const content = contentFixtures(stage.server);
const at = assetPagesOf(stage);

beforeEach(async () => {
  await connected.forget();
  await connected.connect('lead_a', '许梦瑶', { accounts: ['浪潮-北美-01'], pages: ['浪潮短剧 WaveTide'], pixels: ['浪潮 H5'] });
});

it('registers a site with its pixel and homepage, proves its domain, and gives it to people', async () => {
  const { page, controls, cell, faults } = await at('lead_a', '/auth/site');
  await page.getByText('还没有站点').waitFor();
  await page.getByRole('button', { name: '新建站点' }).first().click();
  await controls.press('创建');
  await expect.poll(controls.faults).toHaveLength(2);
  await controls.field('名称').fill('浪潮短剧站');
  await controls.field('域名').fill('Wave.Drama.Test');
  await controls.chooseSeveral('像素', '浪潮 H5');
  await controls.choose('默认像素', '浪潮 H5');
  await controls.chooseSeveral('主页', '浪潮短剧 WaveTide');
  await controls.choose('默认主页', '浪潮短剧 WaveTide');
  await controls.press('创建');
  await controls.closed();
  await controls.row('浪潮短剧站').waitFor();
  await controls.row('浪潮短剧站').getByRole('link', { name: 'wave.drama.test' }).waitFor();
  await expect.poll(() => cell('浪潮短剧站', '默认像素')).toBe('浪潮 H5');
  expect(await cell('浪潮短剧站', '主页')).toBe('1');
  expect(await cell('浪潮短剧站', '验证')).toBe('待验证');

  await controls.act('验证', '浪潮短剧站');
  await controls.layer.getByRole('button', { name: '复制记录值' }).waitFor();
  await controls.press('检查');
  await controls.layer.getByText('域名已验证').waitFor();
  await controls.press('完成');
  await controls.closed();
  await expect.poll(() => cell('浪潮短剧站', '验证')).toBe('已验证');

  // A leader of another department sees it once it is given to them.
  const other = await at('lead_b', '/auth/site');
  await other.page.getByText('还没有站点').waitFor();
  const admin = await at('admin', '/auth/site');
  await admin.controls.act('分配', '浪潮短剧站');
  await admin.controls.chooseSeveral('人员', '李青');
  await admin.controls.press('分配 1 个对象');
  await admin.ended('分配资产', '成功 1');
  await other.reload();
  await other.controls.row('浪潮短剧站').waitFor();

  await controls.act('删除', '浪潮短剧站');
  await controls.field('请输入站点名称 浪潮短剧站 以确认').fill('浪潮短剧');
  expect(await controls.layer.getByRole('button', { name: '删除', exact: true }).isDisabled()).toBe(true);
  await controls.field('请输入站点名称 浪潮短剧站 以确认').fill('浪潮短剧站');
  await controls.press('删除');
  await controls.closed();
  await page.getByText('还没有站点').waitFor();
  await other.reload();
  await other.page.getByText('还没有站点').waitFor();
  expect([...faults, ...other.faults, ...admin.faults]).toEqual([]);
});

it('says what is missing where a domain is not proved, and when to try again; a domain is registered once', async () => {
  await connected.site('lead_a', '占用域名', 'taken.test');
  await connected.site('lead_a', '未验证站', 'drama.example.com');
  const { page, controls, cell } = await at('lead_a', '/auth/site');
  // However long it takes to look, no second passes meanwhile.
  await page.clock.setFixedTime(stage.server().clock.now());
  await controls.act('验证', '未验证站');
  await controls.press('检查');
  await controls.layer.getByText('没有通过验证').waitFor();
  const again = controls.layer.getByRole('button', { name: /^\d+ 秒后可再检查$/ });
  await again.waitFor();
  expect(await again.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await controls.closed();
  await expect.poll(() => cell('未验证站', '验证')).toBe('验证失败');

  await page.getByRole('button', { name: '新建站点' }).first().click();
  await controls.field('名称').fill('第二个');
  await controls.field('域名').fill('TAKEN.test');
  await controls.press('创建');
  await expect.poll(controls.faults).toEqual(['已存在相同的记录']);
});

it('generates landing pages by the dozen, copies, moves and switches them, and deletes what is not needed', async () => {
  await content.drama({ title: '总裁归来', code: 'BOSS' });
  await connected.site('lead_a', '浪潮短剧站', 'wave.test');
  const { page, controls, ended } = await at('lead_a', '/auth/site');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const slugs = () => page.getByRole('table', { name: '浪潮短剧站 的落地页' }).locator('tr[data-row-id] a').allInnerTexts();
  const status = (slug: string) => controls.row(slug).locator('.ads-status').innerText();
  const act = async (action: string, slug: string) => {
    const inline = controls.row(slug).getByRole('button', { name: `${action} 总裁归来`, exact: true });
    if ((await inline.count()) > 0) {
      await inline.click();
      return;
    }
    await controls.row(slug).getByRole('button', { name: '总裁归来 的更多操作' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  await page.getByRole('button', { name: '展开 浪潮短剧站' }).click();
  await page.getByText('域名 wave.test 还没有验证').waitFor();
  await page.getByRole('button', { name: '批量生成' }).first().click();
  await controls.chooseSeveral('剧目', '总裁归来');
  await controls.chooseSeveral('语言', '英语', '西班牙语');
  await controls.layer.getByRole('checkbox', { name: /^播放器/ }).check();
  await controls.layer.getByRole('checkbox', { name: /^剧集列表/ }).check();
  await controls.layer.getByText('1 个内容 × 2 种语言 × 2 个模板 = 4 个落地页').waitFor();
  await controls.press('生成 4 个');
  await ended('生成落地页', '成功 4');
  await expect.poll(slugs).toHaveLength(4);
  const [first = '', second = ''] = await slugs();

  // Once more: those that are there fail, each for itself, and nothing is made twice.
  await page.getByRole('button', { name: '批量生成' }).first().click();
  await controls.chooseSeveral('剧目', '总裁归来');
  await controls.chooseSeveral('语言', '英语', '法语');
  await controls.layer.getByRole('checkbox', { name: /^播放器/ }).check();
  await controls.press('生成 2 个');
  await ended('生成落地页', '成功 1', '失败 1');
  await expect.poll(slugs).toHaveLength(5);

  await act('复制链接', first);
  await page.getByText('已复制带参数的链接').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`https://wave.test/${first}?ad_id={{ad.id}}`);
  await act('复制', first);
  await controls.press('创建');
  await controls.closed();
  await expect.poll(slugs).toContain(`${first}-copy`);

  await act('上线', first);
  await expect.poll(() => status(first)).toBe('已上线');
  await act('编辑', first);
  await controls.field('路径').fill('boss-is-back');
  await controls.layer.getByText(`原路径 ${first} 会跳转到新路径`).waitFor();
  await controls.press('保存');
  await controls.closed();
  await controls.row('boss-is-back').waitFor();
  await act('下线', 'boss-is-back');
  await controls.press('下线');
  await controls.closed();
  await expect.poll(() => status('boss-is-back')).toBe('已下线');

  // Nothing of a site that is off goes online.
  await page.getByRole('switch', { name: '浪潮短剧站 的状态' }).click();
  await controls.press('停用');
  await controls.closed();
  await act('上线', second);
  await controls.layer.locator('.ads-remark-error').waitFor();
  await page.keyboard.press('Escape');
  await controls.closed();
  expect(await status(second)).toBe('草稿');

  await act('删除', second);
  await controls.field(`请输入路径 ${second} 以确认`).fill('boss-is-back');
  expect(await controls.layer.getByRole('button', { name: '删除', exact: true }).isDisabled()).toBe(true);
  await controls.field(`请输入路径 ${second} 以确认`).fill(second);
  await controls.press('删除');
  await controls.closed();
  await controls.row(second).waitFor({ state: 'detached' });

  // Somebody else was faster: it is said, and the row goes.
  const { data } = await stage.as('lead_a', '/auth-landings/list', { site_id: await connected.idOf('site', '浪潮短剧站') });
  const gone = data.list.find(({ slug }) => slug === 'boss-is-back');
  await act('删除', 'boss-is-back');
  await stage.as('admin', '/auth-landings/delete', { id: gone?.id ?? 0 });
  await controls.field('请输入路径 boss-is-back 以确认').fill('boss-is-back');
  await controls.press('删除');
  await controls.layer.locator('.ads-remark-error').waitFor();
});
