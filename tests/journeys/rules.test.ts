import { beforeAll, expect, it } from 'vitest';
import { evaluateRules } from '#server/domain/rules/evaluate.job.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { expectWithinFrame, settled } from '#tests/support/report-controls.ts';
import { seedLaunches } from '#tests/support/seed-launches.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage();
const RULES = '/operation/account?tab=rules';
const HITS = '/operation/account?tab=hits';

/** The campaign that the rule turns off, alone in its hosted account. */
let campaignId: number;
let accountName: string;

beforeAll(async () => {
  const server = stage.server();
  await seedLaunches(server);
  const { db, clock } = server;
  const now = clock.now();
  const campaign = await db
    .selectFrom('campaign as c')
    .innerJoin('ad_account as a', 'a.id', 'c.ad_account_id')
    .select(['c.id', 'c.ad_account_id', 'a.personal_account_id', 'a.name'])
    .where('c.effective_status', '=', 'ACTIVE')
    .where('a.currency', '=', 'USD')
    .orderBy('c.id')
    .executeTakeFirstOrThrow();
  campaignId = campaign.id;
  accountName = campaign.name;
  const { id: operator } = await db.selectFrom('sys_user').select('id').where('account', '=', 'host_01').executeTakeFirstOrThrow();
  await db.updateTable('campaign').set({ name: '托管系列', owner_user_id: operator }).where('id', '=', campaign.id).execute();
  await db
    .insertInto('host_account')
    .values({
      ad_account_id: campaign.ad_account_id,
      personal_account_id: campaign.personal_account_id,
      operator_user_id: operator,
      state: 'hosting',
      auto_level: 'auto',
      consent_at: now,
      start_at: new Date(now.getTime() - 86_400_000),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('fact_sync')
    .values({ ad_account_id: campaign.ad_account_id, pulled_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('ad_account_id').doUpdateSet({ pulled_at: now }))
    .execute();
  // Orders are known until now as well, or the rule would stand still.
  await db.updateTable('feed_cursor').set({ updated_at: now }).execute();
});

const statusOf = async () =>
  (await stage.server().db.selectFrom('campaign').select('status').where('id', '=', campaignId).executeTakeFirstOrThrow()).status;

/** Runs the rules once, then what they ordered. */
async function evaluate(): Promise<void> {
  const { db, clock, outside, app } = stage.server();
  const signal = new AbortController().signal;
  await evaluateRules.run({ ...outside, db, now: clock.now(), log: () => undefined, signal });
  await app.batches.sweep();
  await app.batches.settled();
}

it('rehearses a rule, lets it act, and undoes what it did', async () => {
  const { page, faults } = await stage.visitorAs('host_01', RULES, { width: 1800 });
  const controls = controlsOf(page);
  await page.getByRole('button', { name: '新建规则' }).first().click();
  await controls.field('规则').fill('先停再说');
  await controls.layer.getByRole('radio', { name: '广告系列' }).check();
  await controls.field('值').fill('0');
  await controls.layer.getByText('今天消耗大于等于 $0', { exact: false }).first().waitFor();
  await controls.chooseSeveral('托管账户', accountName);
  await controls.layer.getByRole('switch', { name: '试运行' }).click();
  await controls.press('新建规则');
  await controls.row('先停再说').waitFor();

  await page.getByRole('button', { name: '演练 先停再说' }).click();
  const rehearsal = page.getByRole('dialog', { name: '演练：先停再说' });
  await rehearsal.getByText('会做的动作').waitFor();
  await rehearsal.getByText('无法得知的情况').waitFor();
  await rehearsal.getByRole('button', { name: '关闭' }).first().click();

  await page.getByRole('switch', { name: '启用规则 先停再说' }).click();
  await controls.press('启用');
  await page.getByRole('switch', { name: '停用规则 先停再说' }).waitFor();
  await evaluate();
  expect(await statusOf()).toBe('PAUSED');

  await page.getByRole('tab', { name: '命中记录' }).click();
  await page.getByRole('button', { name: '撤销 托管系列' }).click();
  await controls.press('撤销');
  await expect.poll(statusOf).toBe('ACTIVE');
  expect(faults).toEqual([]);
});

it('is never wider than the frame of the console', async () => {
  const { page, open, faults } = await stage.signedIn('host_01');
  for (const path of [RULES, HITS]) {
    await open(path);
    await page.getByRole('tab', { name: '命中记录' }).waitFor();
    for (const width of [800, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      await expectWithinFrame(page, width);
    }
  }
  expect(faults).toEqual([]);
});
