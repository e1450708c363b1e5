import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { metrics } from '#contracts/rules/metrics.ts';
import { batchOn } from '#tests/support/batch-controls.ts';
import { deep, sampled } from '#tests/support/depth.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();
beforeAll(() => seedLaunches(stage.server()));

/** Windows of the buyer and of the administrator, in pixels. */
const WIDTHS = { buyer: deep([1440], [1440, 390]), administrator: deep([390], [1440, 390]) };
const USD = 100;

const isQuiet = (page: Page) => expect.poll(() => page.locator('[aria-busy=true]:visible').count()).toBe(0);
const rowsOf = (page: Page) => page.locator('tr[data-row-id]:visible');

/** A buyer with running campaigns in dollars, one for each width of the window. */
async function findBuyer() {
  const { rows } = await sql<{ account: string; name: string; campaigns: number[] }>`
    select u.account, u.name, array_agg(c.id order by c.id) as campaigns
    from campaign c join sys_user u on u.id = c.owner_user_id join ad_account a on a.id = c.ad_account_id
    where c.effective_status = 'ACTIVE' and c.daily_budget is not null and a.currency = 'USD' and u.is_leader = 0
    group by u.id having count(*) >= ${WIDTHS.buyer.length} order by u.id limit 1`.execute(stage.server().db);
  const [buyer] = rows;
  if (buyer === undefined) throw new Error('no buyer has enough running campaigns');
  return buyer;
}

const budgetOf = async (id: number) => {
  const { db } = stage.server();
  const { daily_budget } = await db.selectFrom('campaign').select('daily_budget').where('id', '=', id).executeTakeFirstOrThrow();
  return daily_budget;
};

describe('a day of work', () => {
  it('of a buyer: from the first page to a campaign, whose budget is raised and given back', async () => {
    const { account, campaigns } = await findBuyer();
    for (const [at, width] of WIDTHS.buyer.entries()) {
      const id = campaigns[at] ?? 0;
      // Another name for a second try, which may find other campaigns.
      const name = `日常${width} ${randomUUID().slice(0, 8)}`;
      await stage
        .server()
        .db.updateTable('campaign')
        .set({ name, daily_budget: 50 * USD })
        .where('id', '=', id)
        .execute();
      const visitor = await stage.visitor({ width, height: 900 });
      const { page, faults } = visitor;
      await visitor.open('/login');
      await visitor.signIn(account);
      await page.waitForURL('**/index');
      await page.getByText('在投广告', { exact: true }).first().waitFor();

      await visitor.open(`/advertising/start?keyword=${encodeURIComponent(name)}`);
      await controlsOf(page).row(name).getByRole('checkbox').check();
      await page.getByRole('button', { name: '改预算', exact: true }).click();
      const { layer, press } = controlsOf(page);
      await layer.getByRole('radio', { name: '增加 %' }).check();
      await layer.getByRole('textbox').first().fill('10');
      await press('修改 1 个预算');
      const batch = batchOn(page, '改预算');
      await batch.ended('成功 1');
      expect(await budgetOf(id)).toBe(55 * USD);
      await batch.dialog.getByRole('button', { name: '撤销', exact: true }).click();
      await press('撤销');
      await expect.poll(() => budgetOf(id), { timeout: 20_000 }).toBe(50 * USD);

      await visitor.open('/advertising/user');
      await isQuiet(page);
      await rowsOf(page).first().locator('.ads-name button').first().click();
      await expect.poll(() => visitor.path()).toBe('/advertising/account');
      // The address changes before the rows of the people are gone.
      await page.getByRole('heading', { name: '广告账户', exact: true }).waitFor();
      await isQuiet(page);
      await rowsOf(page).first().locator('.ads-name button').first().click();
      await expect.poll(() => visitor.path()).toBe('/advertising/campaign');
      await isQuiet(page);
      expect(faults).toEqual([]);
      await visitor.leave();
    }
  });

  it('of an administrator: an account is made, used, and disabled', async () => {
    for (const width of WIDTHS.administrator) {
      const account = `daily_${width}`;
      const admin = await stage.visitorAs('admin', '/sys/accounts', { width, height: 900 });
      const controls = controlsOf(admin.page);
      await admin.page.getByRole('button', { name: '新建账号' }).click();
      await controls.field('账号').fill(account);
      await controls.field('姓名').fill('白可');
      await controls.choose('部门', '英语组');
      await controls.chooseSeveral('角色', '优化师');
      await controls.press('创建');
      const made = admin.page.getByRole('dialog', { name: '账号已创建' });
      const password = await made.locator('code').innerText();
      await made.getByRole('button', { name: '复制账号和密码' }).click();
      await made.locator('.ads-overlay-foot').getByRole('button', { name: '关闭' }).click();
      await made.waitFor({ state: 'detached' });

      const person = await stage.visitor({ width, height: 900 });
      await person.open('/login');
      await person.signIn(account, password);
      await person.page.waitForURL('**/index');

      await admin.open(`/sys/accounts?keyword=${account}`);
      await controls.row(account).getByRole('switch').click();
      await controls.layer.getByRole('button', { name: /停用/ }).last().click();
      await expect
        .poll(
          async () =>
            (await stage.server().db.selectFrom('sys_user').select('status').where('account', '=', account).executeTakeFirst())?.status,
        )
        .toBe('disabled');
      await person.open('/index');
      await person.page.locator('.ads-login').waitFor();
      expect([...admin.faults, ...person.faults]).toEqual([]);
      await Promise.all([admin.leave(), person.leave()]);
    }
  });
});

/** How many metric columns of the table are seen whole, beside what stands still. */
const wholeMetrics = (page: Page) =>
  page
    .locator('.ads-table-scroll:visible')
    .last()
    .evaluate(
      (scroller, keys) => {
        const frame = scroller.getBoundingClientRect();
        const heads = [...scroller.querySelectorAll('thead th')];
        const still = heads
          .filter((head) => head.classList.contains('ads-cell-frozen'))
          .map((head) => ({ head, box: head.getBoundingClientRect() }));
        const atRight = still.filter(({ head }) => head.classList.contains('ads-cell-frozen-right')).map(({ box }) => box.left);
        const atLeft = still.filter(({ head }) => !head.classList.contains('ads-cell-frozen-right')).map(({ box }) => box.right);
        const [from, to] = [Math.max(frame.left, ...atLeft), Math.min(frame.right, window.innerWidth, ...atRight)];
        return heads.filter((head) => {
          const { left, right } = head.getBoundingClientRect();
          return keys.includes(head.getAttribute('data-column') ?? '') && left >= from - 1 && right <= to + 1;
        }).length;
      },
      metrics.map(({ key }): string => key),
    );

/** Heads and numbers of the table that are cut off by their column. */
const findCutTexts = (page: Page) =>
  page
    .locator('.ads-table-scroll:visible')
    .last()
    .evaluate((scroller) => {
      const range = document.createRange();
      const isCutNumber = (cell: Element) => {
        range.selectNodeContents(cell);
        const { paddingLeft, paddingRight } = getComputedStyle(cell);
        return (
          range.getBoundingClientRect().width > cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) + 0.1
        );
      };
      const isCutHead = (head: Element) => head.scrollWidth > head.clientWidth + 1 || head.scrollHeight > head.clientHeight + 1;
      const cut = [
        ...[...scroller.querySelectorAll('td.ads-cell-right')].filter(isCutNumber),
        ...[...scroller.querySelectorAll('.ads-head-text')].filter(isCutHead),
      ];
      return cut.map(({ textContent }) => `${textContent} is cut off`);
    });

/** The pages with figures, and how many columns of them fit at least at 1920 pixels where it is not ten. */
const FIGURES: readonly [path: string, least?: number][] = [
  ['/advertising/start'],
  ['/advertising/start?tab=group'],
  ['/advertising/start?tab=ad'],
  ['/advertising/user'],
  ['/advertising/account'],
  ['/analyse/effect'],
  ['/analyse/video'],
  ['/analyse/scheme-user', 9],
  ['/analyse/scheme-list', 9],
  ['/analyse/landing'],
  ['/analyse/pixel', 7],
];

/** English words are longer, so what has room in English has room in Chinese. */
const LANGUAGES: [name: string, english: boolean][] = deep(
  [['English', true]],
  [
    ['English', true],
    ['Chinese', false],
  ],
);

it.each(LANGUAGES)('shows whole metric columns beside the names at 1440 and at 1920 pixels in %s', async (_, english) => {
  // Sums with seven digits before the point.
  await sql`update insight_daily set impressions = 4_000_000, spend_usd = 400_000_000 where ad_id = (select min(ad_id) from insight_daily)`.execute(
    stage.server().db,
  );
  const { page, open, faults } = await stage.visitorAs('admin', '/index', { width: 1440, height: 900, english });
  const wrong: string[] = [];
  for (const [path, least = 10] of sampled(FIGURES, 5)) {
    await open(path);
    await page.locator('thead th:visible').first().waitFor();
    await isQuiet(page);
    for (const [width, wanted] of [
      [1440, 6],
      [1920, least],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const seen = async () => {
        const count = await wholeMetrics(page);
        const cut = await findCutTexts(page);
        if (cut.length > 0) return `${path} at ${width}: ${cut.join(', ')}`;
        return count >= wanted ? 'enough' : `${path} at ${width}: ${count} of ${wanted}`;
      };
      await expect
        .poll(seen, { timeout: 3_000 })
        .toBe('enough')
        .catch(async () => wrong.push(await seen()));
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  expect(wrong).toEqual([]);
  expect(faults).toEqual([]);
});
