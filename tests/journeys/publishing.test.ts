import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { launchBatchTypes } from '#server/domain/ads/publishing/launch.batches.ts';
import { reconcileItems } from '#server/domain/batches/index.ts';
import { batchOn } from '#tests/support/batch-controls.ts';
import { contentFileFixtures } from '#tests/support/content-with-files.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { soundScheme } from '#tests/support/sound-scheme.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const SCHEMES = '/advertising/publish?tab=schemes';
const WIZARD = '/advertising/publish?tab=publish';
/** What the simulated channel refuses always, what it refuses at the first attempt, and what it does without a word. */
const ALWAYS = ['[[100/33!]] 甲', '[[100/33!]] 乙'];
const ONCE = '[[368]] 丙';
const LOST = '[[unknown]] 丁';

/** Waits before an item of a publish until it is opened. */
const gate = { before: 0, reached: () => undefined as void, opened: Promise.resolve() };
const stage = journeyStage({
  batches: {
    faults: {
      beforeItem: async ({ type, seq }) => {
        if (type !== 'publish' || seq !== gate.before) return;
        gate.reached();
        await gate.opened;
      },
    },
  },
});
const content = contentFileFixtures(stage.server);

beforeAll(() => seedLaunches(stage.server()));

/** What somebody of the demo company publishes with. */
interface PublishAssets {
  user: string;
  account: string;
  site: string;
  site_id: number;
  homepage: string;
  homepage_id: number;
  drama: string;
  drama_id: number;
}
let assets: PublishAssets;

beforeAll(async () => {
  const { rows } = await sql<PublishAssets>`
    select u.account as user, a.name as account, s.name as site, s.id as site_id, h.name as homepage,
      h.id as homepage_id, d.title as drama, d.id as drama_id
    from ad join campaign c on c.id = ad.campaign_id join sys_user u on u.id = c.owner_user_id join ad_account a on a.id = ad.ad_account_id
      join landing_page l on l.id = ad.landing_page_id join site s on s.id = l.site_id join homepage h on h.id = ad.homepage_id
      join drama d on d.id = ad.drama_id join pixel x on x.id = s.default_pixel_id
    where ad.effective_status = 'ACTIVE' and a.currency = 'USD' and l.status = 'online' and l.country is null and s.status = 'on'
      and s.verify_state = 'verified' and h.status = 'active' and h.ad_limit - h.ads_active > 60 and x.status = 'active'
      and (x.owner_ad_account_id = a.id or exists (
        select 1 from pixel_share p where p.pixel_id = x.id and p.ad_account_id = a.id and p.status = 'active'))
    order by ad.id limit 1`.execute(stage.server().db);
  const [found] = rows;
  if (found === undefined) throw new Error('the demo company has nothing to publish with');
  assets = found;
  for (let n = 0; n < 10; n += 1) {
    await content.picture(assets.user, `发布图${n}`, { drama_id: assets.drama_id, visibility: 'company' });
  }
});

const next = (page: Page) => page.locator('.ads-publish-foot').getByRole('button', { name: '下一步', exact: true }).click();
const summary = (page: Page) => page.getByRole('complementary', { name: '概要' });
/** A field of the wizard: it stands on the page itself. */
const pick = async (page: Page, field: string, option: string) => {
  await page.locator('.ads-publish-step').getByRole('combobox', { name: field }).first().click();
  await page.getByRole('option', { name: option }).first().click();
};
const accountsFound = (page: Page) => page.getByRole('table', { name: '广告账户' }).locator('tr[data-row-id]');
const lookForAccount = async (page: Page) => {
  await page.getByRole('textbox', { name: '名称或编号' }).fill(assets.account);
  await page.keyboard.press('Enter');
  await expect.poll(() => accountsFound(page).count()).toBe(1);
};
const takeAccount = async (page: Page) => {
  await expect.poll(() => accountsFound(page).count()).toBe(1);
  await accountsFound(page)
    .getByRole('checkbox', { name: `选择 ${assets.account}` })
    .check();
};
const chooseAccount = async (page: Page) => {
  await lookForAccount(page);
  await takeAccount(page);
};
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.locator('.ads-login').waitFor();
};

/** Makes a scheme in the drawer: one campaign with ten groups of four ads, each group of one creative. */
async function makeScheme(page: Page, name: string): Promise<void> {
  const controls = controlsOf(page);
  await page.getByRole('button', { name: '新建方案' }).first().click();
  await controls.press('创建并启用');
  await expect.poll(async () => (await controls.faults()).length).toBeGreaterThan(3);
  await controls.field('名称').first().fill(name);
  await controls.field('预算').first().fill('50');
  await controls.chooseSeveral('国家', '美国');
  await controls.field('每系列组数').fill('10');
  await controls.field('每组广告数').fill('4');
  await controls.layer.getByText('每账户 1 系列 × 10 组 × 4 广告，可放 40 个创意').waitFor();
  await controls.layer.getByRole('radio', { name: '按组' }).check();
  await controls.layer.getByText('每账户 1 系列 × 10 组 × 4 广告，可放 10 个创意').waitFor();
  await controls.field('正文 1').fill('她回来了');
  await controls.choose('站点', assets.site);
  await controls.chooseSeveral('主页', assets.homepage);
  await controls.press('创建并启用');
  await controls.closed();
}

/** The scheme that `makeScheme` makes, without a page. */
function seedScheme(name: string) {
  const { creative, ...rest } = soundScheme({
    structure: { groups_per_campaign: 10, ads_per_group: 4, split_by: 'ad_group' },
    identity: { site_id: Number(assets.site_id), homepage_ids: [Number(assets.homepage_id)] },
  });
  const body = { ...rest, creative: { ...creative, call_to_action: 'WATCH_MORE' as const } };
  return stage.as(assets.user, '/ad-schemes/create', { name, biz: 'dj', channel: 'meta', visibility: 'private', body, enable: true });
}

it('a scheme is made in the drawer, which says at once what does not go together', async () => {
  const { page, faults } = await stage.visitorAs(assets.user, SCHEMES, { width: 1800 });
  const controls = controlsOf(page);
  await page.getByRole('button', { name: '新建方案' }).first().click();
  // Lowest returns are asked of values only: the choice is not there for another goal.
  await controls.layer.getByRole('combobox', { name: '出价策略' }).click();
  const cheapest = page.getByRole('option', { name: '最低成本' });
  await cheapest.waitFor();
  expect(await page.getByRole('option', { name: '最低 ROAS' }).count()).toBe(0);
  await cheapest.click();
  await cheapest.waitFor({ state: 'hidden' });
  await controls.choose('成效目标', '价值');
  await controls.choose('出价策略', '最低 ROAS');
  await controls.field('最低 ROAS').waitFor();
  await controls.choose('成效目标', '网站转化');
  await expect.poll(() => controls.field('最低 ROAS').count()).toBe(0);
  await page.keyboard.press('Escape');
  await controls.press('放弃修改');
  await controls.closed();

  await makeScheme(page, '抽屉里建的');
  await controls.row('抽屉里建的').getByText('已启用').waitFor();
  const [made] = await stage.server().db.selectFrom('scheme').selectAll().where('name', '=', '抽屉里建的').execute();
  expect(made?.status).toBe('enabled');
  expect(faults).toEqual([]);
});

describe('a publish of forty ads', () => {
  it('goes on without its browser; four of them do not come through, and only what failed is tried again', async () => {
    await seedScheme('四十条');
    const first = await stage.visitorAs(assets.user, WIZARD, { width: 1800 });
    const { page } = first;
    // Who looks for an account while the scheme is still on its way goes on looking for it.
    let know = () => undefined as void;
    const known = new Promise<void>((resolve) => {
      know = resolve;
    });
    await page.route('**/api/ad-schemes/detail', async (route) => {
      await known;
      await route.continue();
    });
    await pick(page, '方案', '四十条');
    await lookForAccount(page);
    const detail = page.waitForResponse('**/api/ad-schemes/detail');
    know();
    await detail;
    await page.locator('.ads-publish-said').waitFor();
    expect(await page.getByRole('textbox', { name: '名称或编号' }).inputValue()).toBe(assets.account);
    await takeAccount(page);
    await next(page);
    await pick(page, '短剧', assets.drama);
    await page.getByRole('textbox', { name: '标题或编号' }).fill('发布图');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.ads-publish-materials li.ads-card:not(.ads-card-still)').count()).toBe(10);
    for (const box of await page.locator('.ads-publish-materials').getByRole('checkbox').all()) await box.check();
    await page.getByText('共 1 系列、10 组、40 广告').waitFor();
    await next(page);
    await next(page);
    const tree = page
      .getByRole('table', { name: '将要创建的对象' })
      .or(page.getByRole('treegrid', { name: '将要创建的对象' }))
      .first();
    await tree.locator('tr[data-row-id]').first().waitFor();
    await summary(page).getByText('0 处错误').waitFor();
    // Names are given by hand; the plan is made anew of them.
    const ads = tree.getByRole('button', { name: /^修改广告名称/ });
    for (const [at, name] of [...ALWAYS, ONCE, LOST].entries()) {
      await ads.nth(at * 2).click();
      await page.keyboard.insertText(name);
      await page.keyboard.press('Enter');
      await tree.getByText(name, { exact: true }).waitFor();
    }
    await expect.poll(() => summary(page).getAttribute('aria-busy')).toBe('false');
    await next(page);
    const submit = page.getByRole('button', { name: '发布 40 个广告', exact: true });
    await submit.waitFor();
    const confirm = page.getByRole('checkbox', { name: /我已确认每日预算合计/ });
    if ((await confirm.count()) > 0) await confirm.check();

    let open = () => undefined as void;
    gate.opened = new Promise((resolve) => {
      open = resolve;
    });
    const midway = new Promise<void>((resolve) => {
      gate.reached = resolve;
    });
    gate.before = 40;
    await submit.click();
    await page.getByText(/批次 \d+ 已提交/).waitFor();
    await midway;
    await first.leave();
    expect(first.faults).toEqual([]);

    const second = await stage.visitorAs(assets.user, '/advertising/publish?tab=jobs', { width: 1800 });
    const jobs = second.page.locator('tr[data-row-id]:visible').filter({ hasText: '四十条' });
    await jobs.getByText('进行中').waitFor();
    open();
    // How far it came is seen without asking again. What nobody was told of keeps the campaign from being opened.
    await expect
      .poll(async () => (await jobs.getByRole('cell').allInnerTexts()).slice(2, 7), { timeout: 60_000 })
      .toEqual(['1', '40', '36', '3', '1']);
    await jobs.getByRole('button', { name: /^结果/ }).click();
    const batch = batchOn(second.page, '发布广告');
    await batch.dialog.getByRole('button', { name: '未知 1', exact: true }).waitFor();
    await batch.dialog.getByRole('button', { name: '失败 3', exact: true }).click();
    const refused = batch.items.filter({ hasText: '[[' });
    await expect.poll(() => refused.count()).toBe(3);
    for (const item of await refused.allInnerTexts()) {
      expect(item).toMatch(/[甲乙丙]/);
      expect(item).toContain('The name of this object asks the simulated channel to fail.');
    }
    const { db } = stage.server();
    const made = async () => {
      const all = await db.selectFrom('ad').select('name').where('platform_ad_id', 'is not', null).execute();
      return all.filter(({ name }) => name.startsWith('发布图') || name.startsWith('[[')).length;
    };
    expect(await made()).toBe(36);

    await batch.dialog.getByRole('button', { name: '重试失败项' }).click();
    await batch.dialog.getByRole('button', { name: '失败 2', exact: true }).waitFor();
    // Two have failed again; the third may still be on its way.
    await expect.poll(made).toBe(37);

    // What nobody was told of is looked up on the channel after a while.
    const { clock, outside } = stage.server();
    const { channels, vault } = outside;
    await reconcileItems({ db, now: new Date(clock.now().getTime() + 3_600_000), channels, vault }, launchBatchTypes, {
      signal: new AbortController().signal,
      onError: (error) => {
        throw error;
      },
    });
    await stage.server().app.batches.sweep();
    await expect.poll(made).toBe(38);
    await batch.ended('失败 2');
    await batch.close();
    await jobs.getByRole('button', { name: /^查看系列/ }).click();
    await expect.poll(() => second.path()).toBe('/advertising/start');
    await expect.poll(() => second.page.locator('tr[data-row-id]:visible').count()).toBe(1);
    expect(second.faults).toEqual([]);
  });
});

it('what was chosen is there again after signing out and in another browser', async () => {
  await seedScheme('草稿用的');
  const first = await stage.visitor({ width: 1800 });
  await first.open('/login');
  await first.signIn(assets.user);
  await first.page.goto(WIZARD);
  await first.page.locator('.ads-publish-way').waitFor();
  await pick(first.page, '方案', '草稿用的');
  await chooseAccount(first.page);
  await first.page.locator('.ads-draft-note').waitFor();
  await next(first.page);
  await pick(first.page, '短剧', assets.drama);
  await expect
    .poll(async () => JSON.stringify((await stage.server().db.selectFrom('draft').selectAll().execute()).map((row) => row.values)))
    .toContain(`"content_id":${assets.drama_id}`);
  await signOut(first.page);

  const second = await stage.visitor({ width: 1800 });
  await second.open('/login');
  await second.signIn(assets.user);
  await second.page.goto(WIZARD);
  await summary(second.page).getByText('草稿用的 v1').waitFor();
  await summary(second.page).getByText(assets.drama).waitFor();
  await second.leave();

  // Without the tabs that were open there is still the draft, which is offered.
  await stage.server().db.deleteFrom('workspace').execute();
  const third = await stage.visitorAs(assets.user, WIZARD, { width: 1800 });
  await third.page.locator('.ads-draft:visible').getByRole('button', { name: '恢复填写' }).click();
  await summary(third.page).getByText('草稿用的 v1').waitFor();
  await summary(third.page).getByText(assets.drama).waitFor();
  expect([first, second, third].flatMap(({ faults }) => faults)).toEqual([]);
});
