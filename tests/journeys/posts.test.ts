import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sandboxTables } from '#server/channel/sandbox/tables.ts';
import { attemptName } from '#tests/support/attempt-name.ts';
import { batchOn } from '#tests/support/batch-controls.ts';
import { contentFileFixtures } from '#tests/support/content-with-files.ts';
import { downloadExport } from '#tests/support/exporting.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { postFixtures } from '#tests/support/posts.ts';
import { readDownloadedSheets } from '#tests/support/sheet.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const PAGE = '/advertising/post';
/** What the simulated channel refuses at the first attempt, and what it refuses always. */
const ONCE = '[[368]] 首次被拒';
const ALWAYS = '[[100/33!]] 一直被拒';

// A video is worked on for simulated minutes.
const stage = journeyStage({ sandbox: { speed: 240 } });
const content = contentFileFixtures(stage.server);
const written = postFixtures(stage.server);

interface Place {
  id: number;
  label: string;
}
let homepages: [Place, Place];
let landing: Place;

beforeAll(async () => {
  const usable = async (path: '/auth-homepages/simple_list' | '/auth-landings/simple_list') =>
    (
      await stage.as('lead_a', path, { page_size: 50, ...(path === '/auth-homepages/simple_list' ? { use: 'posts' as const } : {}) })
    ).data.list.filter((row: { disabled?: string }) => row.disabled === undefined) as Place[];
  const [first, second] = await usable('/auth-homepages/simple_list');
  const [page] = await usable('/auth-landings/simple_list');
  if (first === undefined || second === undefined || page === undefined) throw new Error('the demo company has nothing to post with');
  homepages = [first, second];
  landing = page;
});

const rows = (page: Page) => page.locator('tr[data-row-id]:visible');
const said = (part: string) =>
  stage
    .server()
    .db.selectFrom('post')
    .selectAll()
    .where('message', 'like', `%${part}%`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
/** The landing page belongs to no drama of the materials, so the rest of the business line is asked for. */
async function chooseLanding(page: Page): Promise<void> {
  const controls = controlsOf(page);
  await controls.layer.getByRole('radio', { name: '同一业务线的全部落地页' }).check();
  await controls.choose('落地页', landing.label);
}

describe('posts of several materials on several homepages', () => {
  it('are created but for those the channel refuses; only these are tried again, and what is still wrong is mended by hand', async () => {
    for (const title of ['建帖甲', '建帖乙', '建帖丙']) await content.picture('lead_a', title);
    const { page, open, faults } = await stage.visitorAs('lead_a', PAGE, { width: 1800 });
    const controls = controlsOf(page);
    await page.getByRole('button', { name: '批量建帖' }).click();
    await controls.press('创建 0 个帖子');
    await expect.poll(async () => (await controls.faults()).length).toBeGreaterThan(0);
    await controls.chooseSeveral('主页', ...homepages.map(({ label }) => label));
    await controls.layer.getByRole('combobox', { name: '素材' }).click();
    await page.keyboard.type('建帖');
    await expect.poll(() => page.getByRole('option').count()).toBe(3);
    for (const option of await page.getByRole('option').all()) await option.click();
    await page.keyboard.press('Escape');
    await controls.field('正文 1').fill('渠道收下的');
    await controls.press('添加正文');
    await controls.field('正文 2').fill(ONCE);
    await controls.press('添加正文');
    await controls.field('正文 3').fill(ALWAYS);
    await chooseLanding(page);
    await controls.layer.getByRole('status').getByText('共 6 个帖子').waitFor();
    await controls.layer.getByRole('radio', { name: '主页轮流' }).check();
    await controls.layer.getByRole('status').getByText('共 3 个帖子').waitFor();
    await controls.layer.getByRole('radio', { name: '每素材每主页一帖' }).check();
    await controls.press('创建 6 个帖子');

    // Material by material the texts take turns: each stands once on each homepage.
    const batch = batchOn(page, '创建帖子');
    await batch.ended('成功 2', '失败 4');
    await batch.dialog.getByRole('button', { name: '失败 4' }).click();
    await expect.poll(() => batch.items.count()).toBe(4);
    for (const item of await batch.items.allInnerTexts()) {
      expect(item).toContain('被拒');
      expect(item).toMatch(/368|100/);
      expect(item).toContain('The name of this object asks the simulated channel to fail.');
    }
    await batch.dialog.getByRole('button', { name: '重试失败项' }).click();
    await batch.dialog.getByRole('button', { name: '成功 4', exact: true }).waitFor();
    await batch.ended('失败 2');
    await batch.close();
    expect((await said('收下')).map(({ status }) => status)).toEqual(['ready', 'ready']);
    expect((await said('首次被拒')).map(({ status }) => status)).toEqual(['ready', 'ready']);
    expect((await said('一直被拒')).map(({ status }) => status)).toEqual(['failed', 'failed']);

    await open(`${PAGE}?keyword=${encodeURIComponent('一直被拒')}`);
    await expect.poll(() => rows(page).count()).toBe(2);
    await controls.filter('主页', homepages[0].label);
    await expect.poll(() => rows(page).count()).toBe(1);
    await controls.filter('状态', '创建失败');
    const address = page.url();
    expect(new URL(address).searchParams.get('status')).toBe('failed');
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(page.url()).toBe(address);

    await controls.act('编辑', ALWAYS);
    await controls.field('正文').fill('改好的 一直被拒');
    await controls.press('创建');
    await batch.ended('成功 1');
    await batch.close();
    expect((await said('一直被拒')).map(({ status }) => status).toSorted()).toEqual(['failed', 'ready']);
    expect(faults).toEqual([]);
  });

  it('are compared with the channel, exported, and taken away there too', async () => {
    const { page, open, faults } = await stage.visitorAs('lead_a', PAGE, { width: 1800 });
    const controls = controlsOf(page);
    const post = attemptName('对照帖');
    const ids = await Promise.all([1, 2, 3].map(async (n) => await content.picture('lead_a', `${post} ${n}`)));
    await stage.as('lead_a', '/ad-posts/batch_create', {
      homepage_ids: [homepages[0].id],
      material_ids: ids,
      texts: ['一', '二', '三'].map((n) => `${post} ${n}`),
      landing_page_id: landing.id,
      call_to_action: 'WATCH_MORE',
      combine: 'each',
    });
    await expect.poll(async () => (await said(post)).map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']);
    // One is gone there, and nobody here knows.
    const [lost, ...others] = await said(post);
    const channel = sandboxTables(stage.server().db);
    await channel
      .updateTable('sbx_post')
      .set({ deleted_at: stage.server().clock.now() })
      .where('id', '=', lost?.platform_post_id ?? '')
      .execute();

    await open(`${PAGE}?keyword=${encodeURIComponent(post)}`);
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.getByRole('checkbox', { name: '选择本页全部' }).first().check();
    await page.getByRole('button', { name: '同步互动数', exact: true }).click();
    await controls.press('同步 3 个帖子');
    const sync = batchOn(page, '同步帖子');
    await sync.ended('成功 3');
    await sync.close();
    await controls
      .row(lost?.message ?? '')
      .getByText('平台丢失')
      .waitFor();

    const download = await downloadExport(page);
    const [data = []] = await readDownloadedSheets(download);
    expect(data.slice(1).filter((row) => row.some((cell) => cell.startsWith(post)))).toHaveLength(3);

    await page.getByRole('checkbox', { name: '选择本页全部' }).first().check();
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await controls.press('删除 3 个帖子');
    await expect.poll(async () => (await controls.faults()).length).toBe(2);
    await controls.field('原因').fill('换一批文案');
    await controls.field('输入数量').fill('3');
    await controls.press('删除 3 个帖子');
    const removal = batchOn(page, '删除帖子');
    await removal.ended('成功 3');
    await removal.close();
    await page.getByText('没有符合条件的数据').waitFor();
    const there = await channel
      .selectFrom('sbx_post')
      .select('deleted_at')
      .where(
        'id',
        'in',
        others.map(({ platform_post_id }) => platform_post_id ?? ''),
      )
      .execute();
    expect(there.map(({ deleted_at }) => deleted_at !== null)).toEqual([true, true]);
    expect(faults).toEqual([]);
  });
});

describe('one post', () => {
  it('is kept as a draft, then created with its video, and waits until the channel has prepared that', async () => {
    await content.video('lead_a', '视频帖素材');
    const { page, open, faults } = await stage.visitorAs('lead_a', PAGE, { width: 1800 });
    const controls = controlsOf(page);
    await page.getByRole('button', { name: '新建帖子' }).first().click();
    await controls.choose('主页', homepages[1].label);
    await controls.choose('素材', '视频帖素材');
    await controls.field('正文').fill('一条视频帖');
    await controls.field('标题').fill('第一集免费');
    await controls.layer.getByRole('radio', { name: '链接', exact: true }).check();
    await controls.field('链接').fill('https://nobody.example.org/');
    await controls.press('存草稿');
    // Nobody knows that domain.
    await expect.poll(async () => (await controls.faults()).length).toBe(1);
    await controls.layer.getByRole('radio', { name: '落地页', exact: true }).check();
    await chooseLanding(page);
    await controls.press('存草稿');
    await controls.closed();
    await open(`${PAGE}?keyword=${encodeURIComponent('一条视频帖')}`);
    await controls.row('第一集免费').getByText('草稿').waitFor();
    expect((await said('一条视频帖')).map(({ status, platform_post_id }) => [status, platform_post_id])).toEqual([['draft', null]]);

    await controls.act('创建', '第一集免费');
    await controls.press('创建 1 个帖子');
    const batch = batchOn(page, '创建帖子');
    await batch.ended('成功 1');
    await batch.close();
    await controls.row('第一集免费').getByText('已就绪').waitFor();
    await controls.act('预览', '第一集免费');
    const phone = page.getByRole('article', { name: '手机上的样子' });
    await phone.getByText('一条视频帖').waitFor();
    await expect.poll(() => phone.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it('on a homepage that takes no posts any more is refused at that field, and nothing typed is lost', async () => {
    await content.picture('lead_a', '受限素材');
    const { page } = await stage.visitorAs('lead_a', PAGE);
    const controls = controlsOf(page);
    await page.getByRole('button', { name: '新建帖子' }).first().click();
    await controls.choose('主页', homepages[1].label);
    await controls.layer.getByRole('radio', { name: '图片' }).first().check();
    await controls.choose('素材', '受限素材');
    await controls.field('正文').fill('写了很久的正文');
    await chooseLanding(page);
    const { db } = stage.server();
    const set = (status: 'restricted' | 'active') => db.updateTable('homepage').set({ status }).where('id', '=', homepages[1].id).execute();
    await set('restricted');
    await controls.press('创建');
    await expect.poll(async () => (await controls.faults()).length).toBe(1);
    expect(await controls.field('正文').inputValue()).toBe('写了很久的正文');
    expect(await said('写了很久')).toEqual([]);
    await set('active');
  });
});

it('shows a member who may only look no way to change a post', async () => {
  const role = await stage.as('admin', '/sys-roles/create', { name: '只看帖子', paths: [PAGE], actions: [] });
  await stage.people.add(['looker']);
  const { db } = stage.server();
  const looker = await stage.people.idOf('looker');
  await db.updateTable('sys_user_role').set({ role_id: role.data.id }).where('user_id', '=', looker).execute();
  await written.post('looker', { homepage_id: homepages[0].id, message: '只能看的', status: 'draft' });
  const { page, faults } = await stage.visitorAs('looker', `${PAGE}?keyword=${encodeURIComponent('只能看的')}`, { width: 1800 });
  const controls = controlsOf(page);
  await controls.row('只能看的').first().waitFor();
  for (const name of ['新建帖子', '批量建帖', '导出']) expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  const edit = controls.row('只能看的').getByRole('button', { name: '编辑 只能看的' });
  expect(await edit.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: '只能看的 的更多操作' }).click();
  for (const name of ['创建', '同步互动数', '删除'])
    expect(await page.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await controls.act('预览', '只能看的');
  await page.getByRole('article', { name: '手机上的样子' }).getByText('只能看的').waitFor();
  expect(faults).toEqual([]);
});
