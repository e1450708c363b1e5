import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { controlsOf } from '#tests/support/page-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

const aRunningCampaign = () =>
  stage
    .server()
    .db.selectFrom('campaign as c')
    .innerJoin('sys_user as u', 'u.id', 'c.owner_user_id')
    .select(['c.id', 'c.name', 'c.owner_user_id', 'u.account'])
    .where('c.effective_status', '=', 'ACTIVE')
    .where('c.id', 'in', (query) => query.selectFrom('ad').select('campaign_id').where('status', '=', 'ACTIVE'))
    .orderBy('c.id')
    .executeTakeFirstOrThrow();

/** The first object of the page of a level: until that page is there, the page before it is still shown. */
const firstOn = (page: Page, level: string) =>
  page.getByRole('table', { name: level, exact: true }).locator('tr[data-row-id]').first().getByRole('button').first();

it('super admins go from the campaigns of everyone down to the details of an ad', async () => {
  const { id, name } = await aRunningCampaign();
  const { page } = await stage.visitorAs('super', `/admin/advertising/campaign?keyword=${encodeURIComponent(name)}`, { width: 1800 });
  await controlsOf(page).row(name).getByRole('button', { name, exact: true }).click();
  await page.waitForURL(`**/admin/advertising/group?**campaign_id=${id}**`);
  await firstOn(page, '广告组').click();
  await page.waitForURL('**/admin/advertising/list?**group_id=*');
  await page.getByRole('link', { name: new RegExp(name) }).waitFor();
  await firstOn(page, '广告').click();
  await page.waitForURL('**/admin/advertising/details?**');
  await page.getByRole('region', { name: '概况' }).getByText(name).first().waitFor();
  for (const block of ['同期群（近 30 天）', '订单（最近 50 条）', '平台上的原始对象'])
    await page.getByRole('region', { name: block }).first().waitFor();
});

it('an emergency turn-off needs a reason, pauses the campaign of another owner, and alerts that owner', async () => {
  const { id, name, owner_user_id } = await aRunningCampaign();
  const { page } = await stage.visitorAs('super', `/admin/advertising/campaign?keyword=${encodeURIComponent(name)}`, { width: 1800 });
  await page.getByRole('checkbox', { name: new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) }).check();
  await page.getByRole('button', { name: '紧急关闭' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('品牌安全');
  await dialog.getByRole('button', { name: '关闭 1 个' }).click();
  const { db } = stage.server();
  const statusOf = async () => await db.selectFrom('campaign').select(['status', 'closed_by']).where('id', '=', id).executeTakeFirst();
  await expect.poll(statusOf).toEqual({ status: 'PAUSED', closed_by: 'super' });
  const alerts = await db
    .selectFrom('alert')
    .select('data')
    .where('kind', '=', 'emergency_closed')
    .where('user_id', '=', owner_user_id ?? 0)
    .execute();
  // The demo company has an alert of an earlier one.
  expect(alerts.filter(({ data }) => JSON.stringify(data).includes(JSON.stringify(name)))).toEqual([
    { data: { name, reason: '品牌安全', count: 1 } },
  ]);
});
