import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sandboxTables } from '#server/channel/sandbox/tables.ts';
import { batchOn } from '#tests/support/batch-controls.ts';
import { controlsOf, holdAnswers } from '#tests/support/page-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const PAGE = '/advertising/start';

const stage = journeyStage();

beforeAll(() => seedLaunches(stage.server()));

interface Running {
  id: number;
  platformId: string;
  accountId: number;
}
/** Of everybody: those in dollars with a budget of their own, of which nobody used any yet. */
const left: Running[] = [];
const owner = 'admin';

beforeAll(async () => {
  const rows = await stage
    .server()
    .db.selectFrom('campaign as c')
    .innerJoin('ad_account as a', 'a.id', 'c.ad_account_id')
    .select(['c.id', 'c.platform_campaign_id', 'c.ad_account_id'])
    .where('c.effective_status', '=', 'ACTIVE')
    .where('c.daily_budget', 'is not', null)
    .where('a.currency', '=', 'USD')
    .orderBy('c.id')
    .execute();
  for (const row of rows) left.push({ id: row.id, platformId: row.platform_campaign_id ?? '', accountId: row.ad_account_id });
});

/** Running campaigns that no other test has, called by these names. */
async function called(...names: string[]): Promise<Running[]> {
  const taken = left.splice(0, names.length);
  if (taken.length < names.length) throw new Error('too little runs for this test');
  for (const [at, { id }] of taken.entries()) {
    await stage
      .server()
      .db.updateTable('campaign')
      .set({ name: names[at] ?? '' })
      .where('id', '=', id)
      .execute();
  }
  return taken;
}
const campaign = (id: number) => stage.server().db.selectFrom('campaign').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const statusOf = async ({ id }: Running) => (await campaign(id)).status;
const onChannel = ({ platformId }: Running) =>
  sandboxTables(stage.server().db).selectFrom('sbx_campaign').selectAll().where('id', '=', platformId).executeTakeFirstOrThrow();
const named = (part: string) => `${PAGE}?keyword=${encodeURIComponent(part)}`;
const switchOf = (page: Page, name: string) => controlsOf(page).row(name).getByRole('switch');
const rowsOf = (page: Page) => page.locator('tr[data-row-id]:visible');
const chooseAll = (page: Page) => page.getByRole('checkbox', { name: '选择本页全部' }).first().check();

describe('the switch of a row', () => {
  it('shows at once what was ordered, and the channel has it when the answer came', async () => {
    const [one] = await called('开关甲');
    if (!one) return;
    const { page, faults } = await stage.visitorAs(owner, named('开关甲'), { width: 1800 });
    await controlsOf(page).row('开关甲').waitFor();
    const held = await holdAnswers(page, '/ad-entities/batch_status');
    await page.getByRole('switch', { name: '关闭 开关甲' }).click();
    await page.getByRole('switch', { name: '开启 开关甲' }).waitFor();
    expect(await switchOf(page, '开关甲').getAttribute('aria-checked')).toBe('false');
    await held.letGo();
    await expect.poll(() => statusOf(one)).toBe('PAUSED');
    expect((await onChannel(one)).status).toBe('PAUSED');
    await controlsOf(page).row('开关甲').getByText('已关闭').waitFor();

    await page.getByRole('switch', { name: '开启 开关甲' }).click();
    await expect.poll(() => statusOf(one)).toBe('ACTIVE');
    await controlsOf(page).row('开关甲').getByText('投放中').waitFor();
    expect((await onChannel(one)).status).toBe('ACTIVE');
    expect(faults).toEqual([]);
  });

  it('goes back where the order is refused, and says why', async () => {
    const [one] = await called('开关乙');
    if (!one) return;
    await stage.as(owner, '/ad-entities/batch_status', { level: 'campaign', ids: [one.id], to: 'PAUSED' });
    await expect.poll(() => statusOf(one)).toBe('PAUSED');
    const { page, faults } = await stage.visitorAs(owner, named('开关乙'), { width: 1800 });
    await controlsOf(page).row('开关乙').getByText('已关闭').waitFor();
    // Meanwhile the platform blocks the account.
    const { db } = stage.server();
    const set = (account_status: number) => db.updateTable('ad_account').set({ account_status }).where('id', '=', one.accountId).execute();
    await set(2);
    const held = await holdAnswers(page, '/ad-entities/batch_status');
    await page.getByRole('switch', { name: '开启 开关乙' }).click();
    await page.getByRole('switch', { name: '关闭 开关乙' }).waitFor();
    await held.letGo();
    await page
      .getByText(/开关乙：账户不可投放/)
      .first()
      .waitFor();
    await expect.poll(() => switchOf(page, '开关乙').getAttribute('aria-checked')).toBe('false');
    expect(await statusOf(one)).toBe('PAUSED');
    expect((await onChannel(one)).status).toBe('PAUSED');
    await set(1);
    expect(faults).toEqual([]);
  });
});

describe('several at once', () => {
  it('are closed but for those the channel refuses; only these are tried again', async () => {
    const all = await called('批关一', '批关二', '批关三', '批关四', '批关五');
    const [first, second] = all;
    const sandbox = sandboxTables(stage.server().db);
    const archived = [first?.platformId ?? '', second?.platformId ?? ''];
    await sandbox.updateTable('sbx_campaign').set({ status: 'ARCHIVED' }).where('id', 'in', archived).execute();
    const { page, faults } = await stage.visitorAs(owner, named('批关'), { width: 1800 });
    const controls = controlsOf(page);
    await expect.poll(() => rowsOf(page).count()).toBe(5);
    await chooseAll(page);
    await page.getByRole('button', { name: '关闭', exact: true }).click();
    await controls.field('原因').fill('整组回收太低');
    await controls.press('关闭 5 个');
    const batch = batchOn(page, '启停广告');
    await batch.ended('成功 3', '失败 2');
    await batch.dialog.getByRole('button', { name: '失败 2', exact: true }).click();
    await expect.poll(() => batch.items.count()).toBe(2);
    for (const item of await batch.items.allInnerTexts()) expect(item).toMatch(/批关[一二]/);
    const statuses = async () => await Promise.all(all.map(statusOf));
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'PAUSED', 'PAUSED', 'PAUSED']);

    await sandbox.updateTable('sbx_campaign').set({ status: 'ACTIVE' }).where('id', 'in', archived).execute();
    await batch.dialog.getByRole('button', { name: '重试失败项' }).click();
    await batch.dialog.getByRole('button', { name: '成功 5', exact: true }).waitFor();
    await batch.close();
    expect(await statuses()).toEqual(all.map(() => 'PAUSED'));
    // The rows say it without being asked for again by hand.
    await expect.poll(() => rowsOf(page).getByText('已关闭').count()).toBe(5);
    expect(faults).toEqual([]);
  });

  it('get budgets that are seen before anything changes, and are refused beyond the limits of the platform', async () => {
    const all = await called('改价一', '改价二');
    const before = await Promise.all(all.map(async ({ id }) => Number((await campaign(id)).daily_budget)));
    const { page, faults } = await stage.visitorAs(owner, named('改价'), { width: 1800 });
    const controls = controlsOf(page);
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await chooseAll(page);
    await page.getByRole('button', { name: '改预算', exact: true }).click();
    await controls.press('修改 2 个预算');
    await expect.poll(async () => (await controls.faults()).length).toBe(1);
    await controls.layer.getByRole('radio', { name: '增加 %' }).check();
    await controls.field('百分比').fill('10');
    const preview = controls.layer.getByRole('region', { name: '预览' });
    await preview.waitFor();
    await expect.poll(() => preview.locator('tbody tr').count()).toBe(2);
    await controls.layer.getByText('将执行 2 个').waitFor();
    expect(await Promise.all(all.map(async ({ id }) => Number((await campaign(id)).daily_budget)))).toEqual(before);
    // More than a fifth begins the learning anew: that is said before.
    await controls.field('百分比').fill('50');
    await controls.layer
      .getByText('变动超过 20%，学习期会重新开始')
      .or(controls.layer.getByText('变动超过 20%，学习期会重新开始'))
      .first()
      .waitFor();
    await controls.field('百分比').fill('10');
    await controls.layer.getByText('将执行 2 个').waitFor();
    await controls.press('修改 2 个预算');
    const batch = batchOn(page, '改预算');
    await batch.ended('成功 2');
    await batch.close();
    const after = await Promise.all(all.map(async ({ id }) => Number((await campaign(id)).daily_budget)));
    for (const [at, amount] of after.entries()) expect(Math.abs(amount - (before[at] ?? 0) * 1.1)).toBeLessThanOrEqual(1);
    expect(await Promise.all(all.map(async (one) => Number((await onChannel(one)).daily_budget)))).toEqual(after);
    expect(faults).toEqual([]);
  });

  it('are called otherwise, here and on the channel', async () => {
    const all = await called('旧名一', '旧名二');
    const { page, open, faults } = await stage.visitorAs(owner, named('旧名'), { width: 1800 });
    const controls = controlsOf(page);
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await chooseAll(page);
    await page.locator('.ads-selection [aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: '重命名' }).click();
    await controls.layer.getByRole('radio', { name: '查找替换' }).check();
    await controls.field('查找').fill('旧名');
    await controls.field('替换为').fill('新名');
    await controls.layer.getByRole('region', { name: '预览' }).getByText('新名一').waitFor();
    await controls.press('重命名 2 个');
    const batch = batchOn(page, '重命名广告');
    await batch.ended('成功 2');
    await batch.close();
    await open(named('新名'));
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    expect(await Promise.all(all.map(async (one) => (await onChannel(one)).name))).toEqual(['新名一', '新名二']);
    expect(faults).toEqual([]);
  });
});

describe('rights that are taken while a list is open', () => {
  it('refuse in words what is under way, keep what was typed, and take the buttons away', async () => {
    const all = await called('收权一', '收权二');
    const { db } = stage.server();
    const user = await stage.people.idOf('opt_08');
    await db
      .updateTable('campaign')
      .set({ owner_user_id: user })
      .where(
        'id',
        'in',
        all.map(({ id }) => id),
      )
      .execute();
    const created = await stage.as('admin', '/sys-roles/create', { name: '收权', paths: [PAGE], actions: ['status', 'budget'] });
    const role = created.data as unknown as { id: number; version: number };
    await db.deleteFrom('sys_user_role').where('user_id', '=', user).execute();
    await db.insertInto('sys_user_role').values({ user_id: user, role_id: role.id }).execute();

    const { page } = await stage.visitorAs('opt_08', named('收权'), { width: 1800 });
    const controls = controlsOf(page);
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.getByRole('switch', { name: '关闭 收权一' }).waitFor();
    await chooseAll(page);
    await page.getByRole('button', { name: '关闭', exact: true }).click();
    await controls.field('原因').fill('说好今晚停');
    await stage.as('admin', '/sys-roles/edit', { id: role.id, version: role.version, actions: ['budget'] });
    await controls.press('关闭 2 个');
    await controls.layer.getByText('无此操作权限').waitFor();
    await page.locator('.ads-selection').getByRole('button', { name: '关闭', exact: true }).waitFor({ state: 'detached' });
    // Behind it stand the choice and what may still be done with it; in it what was typed.
    expect(await page.locator('.ads-selection').innerText()).toMatch(/已选 2[^]*改预算/);
    for (const name of ['收权一', '收权二']) expect(await switchOf(page, name).isDisabled()).toBe(true);
    expect(await controls.field('原因').inputValue()).toBe('说好今晚停');
    expect(await Promise.all(all.map(statusOf))).toEqual(['ACTIVE', 'ACTIVE']);
  });
});

it('what is to happen later stands in the details, and is called off there', async () => {
  const [one] = await called('定时甲');
  if (!one) return;
  const { page, faults } = await stage.visitorAs(owner, named('定时甲'), { width: 1800 });
  const controls = controlsOf(page);
  await controls.act('定时开关', '定时甲');
  await controls.press('设置 1 个');
  await expect.poll(async () => (await controls.faults()).length).toBe(1);
  const year = stage.server().clock.now().getUTCFullYear() + 1;
  await controls.field('执行时间').fill(`${year}-01-02 03:04`);
  await controls.layer.getByRole('radio', { name: '每天' }).check();
  await controls.press('设置 1 个');
  const batch = batchOn(page, '定时开关');
  await batch.ended('成功 1');
  await batch.close();
  const waiting = () =>
    stage
      .server()
      .db.selectFrom('schedule_task')
      .select(['action', 'repeat', 'status'])
      .where('level', '=', 'campaign')
      .where('entity_id', '=', one.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  expect(await waiting()).toEqual({ action: 'pause', repeat: 'daily', status: 'waiting' });

  await page.getByRole('row').getByRole('button', { name: '定时甲', exact: true }).click();
  await controls.layer.getByRole('tab', { name: '定时任务' }).click();
  const task = controls.layer.locator('tr[data-row-id]').filter({ hasText: `${year}-01-02 03:04` });
  await task.getByText('等待中').waitFor();
  await task.getByRole('button', { name: '取消任务' }).click();
  await controls.press('取消任务');
  await expect.poll(async () => (await waiting()).status).toBe('canceled');
  expect(faults).toEqual([]);
});

describe('the logs', () => {
  it('tell who closed what, and open it again from there', async () => {
    const [one] = await called('关错的');
    if (!one) return;
    await stage.as(owner, '/ad-entities/batch_status', { level: 'campaign', ids: [one.id], to: 'PAUSED', reason: '手滑' });
    await expect.poll(() => statusOf(one)).toBe('PAUSED');
    const { page, faults } = await stage.visitorAs(owner, `/advertising/close-log?keyword=${encodeURIComponent('关错的')}`, {
      width: 1800,
    });
    const controls = controlsOf(page);
    const entry = rowsOf(page).filter({ hasText: '关错的' }).filter({ hasText: '手滑' });
    await entry.waitFor();
    await entry.getByRole('button', { name: '重新开启 关错的' }).click();
    await controls.press('开启 1 个');
    const batch = batchOn(page, '启停广告');
    await batch.ended('成功 1');
    await batch.close();
    expect(await statusOf(one)).toBe('ACTIVE');
    expect(faults).toEqual([]);
  });

  it('keep what was deleted, once the number of them was typed, and copy it as new from there', async () => {
    const [one, other] = await called('要删一', '要删二');
    if (!one || !other) return;
    const { page, open, faults } = await stage.visitorAs(owner, named('要删'), { width: 1800 });
    const controls = controlsOf(page);
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await chooseAll(page);
    await page.locator('.ads-selection [aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await controls.press('删除 2 个');
    await expect.poll(async () => (await controls.faults()).length).toBe(2);
    await controls.field('原因').fill('素材下架');
    await controls.field('输入数量').fill('2');
    await controls.layer.getByRole('switch', { name: '投放中的对象' }).click();
    await controls.press('删除 2 个');
    const removal = batchOn(page, '删除广告');
    await removal.ended('成功 2');
    await removal.close();
    expect(await Promise.all([one, other].map(statusOf))).toEqual(['DELETED', 'DELETED']);
    expect((await onChannel(one)).status).toBe('DELETED');

    await open(`/advertising/remove-log?keyword=${encodeURIComponent('要删一')}`);
    const entry = rowsOf(page).filter({ hasText: '要删一' });
    await entry.first().waitFor();
    await entry.first().getByRole('button', { name: '复制为新 要删一' }).click();
    const preview = controls.layer.getByRole('region', { name: '预览' });
    await preview
      .getByText(/要删一/)
      .first()
      .waitFor();
    await controls.press('复制 1 个');
    const copy = batchOn(page, '复制广告');
    await copy.ended();
    await copy.close();
    const made = await stage.server().db.selectFrom('campaign').select(['id', 'status']).where('source_campaign_id', '=', one.id).execute();
    expect(made.map(({ status }) => status)).toEqual(['PAUSED']);
    expect(faults).toEqual([]);
  });
});
