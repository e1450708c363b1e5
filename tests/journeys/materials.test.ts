import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture } from '#server/seed/sample-media.ts';
import { batchOn } from '#tests/support/batch-controls.ts';
import { contentFileFixtures } from '#tests/support/content-with-files.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { openSampleFolder, type SampleFolder } from '#tests/support/sample-files.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const DRAMAS = '/advertising/video?tab=dramas';

const stage = journeyStage();
const content = contentFileFixtures(stage.server);
const rows = factFixtures(stage.server);
let folder: SampleFolder;

beforeAll(() => {
  folder = openSampleFolder();
});
afterAll(() => folder.remove());

const card = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true });
const take = async (page: Page, ...titles: string[]) => {
  for (const title of titles) await page.getByRole('checkbox', { name: `选择 ${title}`, exact: true }).check();
};
const material = (title: string) =>
  stage.server().db.selectFrom('material').selectAll().where('title', '=', title).executeTakeFirstOrThrow();

describe('a drama', () => {
  it('is written down with a cover, changed, switched off, found by its filters after a reload, and deleted by its code', async () => {
    const { page, faults } = await stage.visitorAs('opt_01', DRAMAS, { width: 1800 });
    const controls = controlsOf(page);
    await page.getByRole('button', { name: '新建剧目' }).first().click();
    await controls.press('创建');
    await expect.poll(controls.faults).toContain('请输入编号');
    await controls.field('编号').fill('night-01');
    await controls.field('剧名').fill('午夜来信');
    await controls.choose('语言', '英语');
    await controls.chooseSeveral('题材', '悬疑');
    await controls.field('集数').fill('60');
    await controls.field('免费集').fill('60');
    await controls.field('目标 D0 ROI').fill('0.75');
    await controls.field('上线日期').fill('2026-11-01');
    await controls.field('版权到期').fill('2026-10-01');
    await controls.press('创建');
    await expect.poll(async () => (await controls.faults()).length).toBe(2);
    await controls.field('免费集').fill('8');
    await controls.field('版权到期').fill('2027-10-01');
    const picture = folder.write('cover.jpg', (await samplePicture({ code: 'cover', ratio: '1:1' })).bytes);
    await controls.layer.getByLabel('选择图片').first().setInputFiles(picture);
    await controls.press('创建');
    await controls.closed();
    const row = controls.row('午夜来信');
    await row.waitFor();
    expect(await row.innerText()).toContain('NIGHT-01');

    await controls.act('编辑', '午夜来信');
    expect(await controls.field('编号').isDisabled()).toBe(true);
    await controls.field('剧名').fill('午夜来信 终章');
    await controls.press('保存');
    await controls.closed();
    const renamed = controls.row('午夜来信 终章');
    await renamed.waitFor();

    await page.getByRole('switch', { name: '上下架“午夜来信 终章”' }).click();
    await controls.press('下架');
    await controls.closed();
    await renamed.getByText('已下架').waitFor();

    await controls.filter('状态', '已下架');
    await page.waitForURL(/status=off/);
    const address = page.url();
    await page.reload();
    await renamed.waitFor();
    expect(page.url()).toBe(address);
    for (const one of await page.locator('tr[data-row-id]').all()) expect(await one.innerText()).toContain('已下架');

    await controls.act('删除', '午夜来信 终章');
    await controls.press('删除');
    await expect.poll(async () => (await controls.faults()).length).toBe(2);
    await controls.field('原因').fill('重复建档');
    await controls.field('请输入 NIGHT-01 以确认').fill('NIGHT-02');
    await controls.press('删除');
    await expect.poll(async () => (await controls.faults()).length).toBe(1);
    await controls.field('请输入 NIGHT-01 以确认').fill('NIGHT-01');
    await controls.press('删除');
    await controls.closed();
    await renamed.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('whose code exists is refused at its field, and nothing typed is lost', async () => {
    const { page } = await stage.visitorAs('opt_01', DRAMAS);
    const { code } = await stage.server().db.selectFrom('drama').select('code').executeTakeFirstOrThrow();
    const controls = controlsOf(page);
    await page.getByRole('button', { name: '新建剧目' }).first().click();
    await controls.field('编号').fill(code);
    await controls.field('剧名').fill('重名');
    await controls.choose('语言', '英语');
    await controls.chooseSeveral('题材', '悬疑');
    await controls.field('集数').fill('60');
    await controls.field('免费集').fill('8');
    await controls.field('目标 D0 ROI').fill('0.75');
    await controls.press('创建');
    await expect.poll(async () => (await controls.faults()).length).toBe(1);
    expect(await controls.field('编号').evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await controls.field('剧名').inputValue()).toBe('重名');
  });
});

describe('materials', () => {
  it('that are changed together change for those that are the reader’s; of the others it is said why not', async () => {
    await content.picture('opt_01', '标签 一');
    await content.picture('opt_01', '标签 二');
    await content.picture('edit_01', '标签 别人的', { visibility: 'company' });
    const { page, faults } = await stage.visitorAs('opt_01', '/advertising/video?keyword=标签 ');
    const controls = controlsOf(page);
    await take(page, '标签 一', '标签 二', '标签 别人的');
    await page.getByRole('button', { name: '打标签' }).click();
    await page.getByRole('combobox', { name: '添加标签' }).fill('雨夜');
    await page.keyboard.press('Enter');
    await controls.press('更新 3 个素材');
    const batch = batchOn(page, '修改素材');
    await batch.ended('成功 2', '失败 1');
    await batch.dialog.getByRole('button', { name: '失败 1' }).click();
    await expect.poll(() => batch.items.count()).toBe(1);
    expect(await batch.items.innerText()).toContain('标签 别人的');
    expect(await batch.items.innerText()).toContain('不是您负责的对象');
    // Those that failed are what stays chosen.
    await batch.dialog.getByRole('button', { name: '仅选中失败行' }).click();
    await controls.closed();
    await page.getByRole('group', { name: '已选' }).getByText('已选 1').waitFor();
    expect(await Promise.all(['标签 一', '标签 二', '标签 别人的'].map(async (title) => (await material(title)).tags))).toEqual([
      ['雨夜'],
      ['雨夜'],
      [],
    ]);

    await page.goto('/advertising/video?keyword=雨夜');
    await expect.poll(() => page.getByRole('list', { name: '素材' }).getByRole('listitem').count()).toBe(2);
    // The new tag is one of those in use.
    await page.goto('/advertising/video?keyword=标签 ');
    await page.getByRole('button', { name: '更多筛选' }).click();
    await page.getByRole('combobox', { name: '标签', exact: true }).click();
    await page.getByRole('option', { name: '雨夜' }).click();
    await expect.poll(() => page.getByRole('list', { name: '素材' }).getByRole('listitem').count()).toBe(2);
    expect(faults).toEqual([]);
  });

  it('are shared, so that a colleague of another department sees them then', async () => {
    await content.picture('opt_01', '共享的', { visibility: 'private' });
    const colleague = await stage.visitorAs('opt_05', '/advertising/video?keyword=共享的');
    await colleague.page.getByText('没有符合条件的数据').waitFor();
    const { page, faults } = await stage.visitorAs('opt_01', '/advertising/video?keyword=共享的');
    const controls = controlsOf(page);
    await take(page, '共享的');
    await page.getByRole('button', { name: '共享', exact: true }).click();
    await controls.layer.getByRole('radio', { name: '全公司' }).check();
    await controls.press('更新 1 个素材');
    const batch = batchOn(page, '修改素材');
    await batch.ended('成功 1');
    await batch.close();
    await card(page, '共享的').getByText('全公司').waitFor();
    await colleague.open('/advertising/video?keyword=共享的');
    await card(colleague.page, '共享的').waitFor();
    expect([...faults, ...colleague.faults]).toEqual([]);
  });

  it('are brought into an ad account, once each, and their use says where they are', async () => {
    await content.picture('lead_a', '同步的');
    const { page, faults } = await stage.visitorAs('lead_a', '/advertising/video?keyword=同步的');
    const controls = controlsOf(page);
    const sync = async (...counts: string[]) => {
      await take(page, '同步的');
      await page.getByRole('button', { name: '同步到账户' }).click();
      await controls.layer.getByRole('combobox', { name: '广告账户' }).click();
      await page.getByRole('option', { disabled: false }).first().click();
      await page.keyboard.press('Escape');
      await controls.press('同步 1 个素材');
      const batch = batchOn(page, '同步素材到账户');
      await batch.ended(...counts);
      await batch.close();
    };
    await sync('成功 1');
    await controls.act('使用情况', '同步的');
    await controls.layer.getByText('已同步', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await controls.closed();
    await page.reload();
    await sync('跳过 1');
    expect(faults).toEqual([]);
  });

  it('are put away and taken out again, and a filter that is in the address finds them after a reload', async () => {
    await content.picture('opt_01', '归档的');
    const { page, faults } = await stage.visitorAs('opt_01', '/advertising/video');
    const controls = controlsOf(page);
    await page.getByRole('textbox', { name: '标题、编号或标签' }).fill('归档的');
    await page.keyboard.press('Enter');
    await card(page, '归档的').waitFor();
    await controls.act('归档', '归档的');
    await controls.press('归档 1 个素材');
    const batch = batchOn(page, '修改素材');
    await batch.ended('成功 1');
    await batch.close();
    await card(page, '归档的').getByText('已归档').waitFor();
    await controls.filter('状态', '已归档');
    await page.waitForURL(/status=archived/);
    await page.reload();
    await card(page, '归档的').waitFor();
    expect(new URL(page.url()).searchParams.get('keyword')).toBe('归档的');

    await controls.act('取消归档', '归档的');
    await controls.press('恢复 1 个素材');
    await batch.ended('成功 1');
    await batch.close();
    expect((await material('归档的')).status).toBe('ready');
    expect(faults).toEqual([]);
  });

  it('that are blocked are freed by an administrator, and by nobody else', async () => {
    await content.picture('opt_01', '封禁的', { status: 'blocked' });
    const owner = await stage.visitorAs('opt_01', '/advertising/video?keyword=封禁的');
    await owner.page.getByRole('button', { name: '封禁的 的更多操作' }).click();
    await owner.page.getByRole('menuitem', { name: '编辑' }).waitFor();
    expect(await owner.page.getByRole('menuitem', { name: '解除封禁' }).count()).toBe(0);

    const { page, faults } = await stage.visitorAs('admin', '/advertising/video?keyword=封禁的');
    const controls = controlsOf(page);
    await controls.act('解除封禁', '封禁的');
    await controls.press('解除 1 个素材');
    const batch = batchOn(page, '修改素材');
    await batch.ended('成功 1');
    await batch.close();
    await card(page, '封禁的').getByText('可用').waitFor();
    expect(faults).toEqual([]);
  });

  it('are edited, keep what another changed meanwhile, and are deleted once their number and a reason are typed', async () => {
    const id = await content.picture('opt_01', '编辑的');
    const { page, faults } = await stage.visitorAs('opt_01', '/advertising/video?keyword=编辑的');
    const controls = controlsOf(page);
    await controls.act('编辑', '编辑的');
    await controls.field('标题').fill('编辑的 二版');
    const { version } = await material('编辑的');
    await stage.as('admin', '/material-files/edit', { id, version, tags: ['别人加的'] });
    await controls.press('保存');
    await controls.layer.getByText('林管理').waitFor();
    await controls.press('覆盖保存');
    await controls.closed();
    await card(page, '编辑的 二版').waitFor();
    expect((await material('编辑的 二版')).tags).toEqual(['别人加的']);

    await controls.act('删除', '编辑的 二版');
    await controls.press('删除 1 个素材');
    await expect.poll(async () => (await controls.faults()).length).toBe(2);
    await controls.field('原因').fill('不再使用');
    await controls.field('输入数量').fill('1');
    await controls.press('删除 1 个素材');
    const batch = batchOn(page, '删除素材');
    await batch.ended('成功 1');
    await batch.close();
    await card(page, '编辑的 二版').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  // The last one: how somebody looks at materials is kept.
  it('show as a table what their ads brought, are put in order and narrowed by it', async () => {
    const account = await rows.account('opt_01');
    const spent = { 卖得好: { spend_usd: 10_000, rev_d0: 9_000 }, 卖不动: { spend_usd: 50_000, rev_d0: 5_000 } };
    const yesterday = new Date(stage.server().clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
    for (const [title, measures] of Object.entries(spent)) {
      await content.picture('opt_01', title);
      const { id: material_id } = await material(title);
      const ad = await rows.ad(await rows.group(await rows.campaign(account, 'opt_01')), { material_id });
      await rows.days([rows.dayOf(ad, yesterday, measures)]);
    }
    const { page, faults } = await stage.visitorAs('opt_01', '/advertising/video?keyword=卖', { width: 1800 });
    const controls = controlsOf(page);
    await page.getByRole('button', { name: '表格', exact: true }).click();
    const table = page.getByRole('table', { name: '素材' });
    const total = table.getByRole('row', { name: /合计/ });
    await total.getByText('$600.00').waitFor();
    await total.getByText('0.23').waitFor();
    const first = table.locator('tr[data-row-id]').first();
    await table.getByRole('button', { name: /^消耗/ }).click();
    await page.waitForURL(/sort=spend\.asc/);
    await expect.poll(() => first.innerText()).toContain('卖得好');
    await table.getByRole('button', { name: /^消耗/ }).click();
    await page.waitForURL(/sort=spend\.desc/);
    await expect.poll(() => first.innerText()).toContain('卖不动');

    await page.getByRole('button', { name: /^更多筛选/ }).click();
    await page.getByRole('button', { name: /^指标范围/ }).click();
    const panel = page.getByRole('dialog', { name: '指标范围' });
    await panel.getByLabel('不小于').fill('200');
    await panel.getByRole('button', { name: '应用' }).click();
    await expect.poll(() => table.locator('tr[data-row-id]').count()).toBe(1);
    await total.getByText('$500.00').waitFor();
    await page.reload();
    await expect.poll(() => table.locator('tr[data-row-id]').count()).toBe(1);
    await controls.row('卖不动').waitFor();
    expect(faults).toEqual([]);
  });
});
