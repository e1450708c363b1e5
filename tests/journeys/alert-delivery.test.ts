import { expect, it } from 'vitest';
import { deliverAlerts } from '#server/domain/alerting/deliver.job.ts';
import { raiseAlert } from '#server/domain/alerts.ts';
import { createWebhookSender } from '#server/webhook-sender.ts';
import { startAlertReceiver } from '#tests/support/alert-receiver.ts';
import { controlsOf } from '#tests/support/page-controls.ts';
import { journeyStage } from '#tests/support/stage-journey.ts';

const stage = journeyStage({ seed: 'people', covered: 'deep' });
const SECRET = 'SEC-of-the-robot';

it('adds a target, tests it, and an alert arrives with the right signature', async () => {
  const receiver = await startAlertReceiver('dingtalk', SECRET);
  const { db, clock, outside } = stage.server();
  // This server may send to the local receiver.
  Object.assign(outside.webhooks, createWebhookSender({ allowsPrivate: true }));
  const { page, faults } = await stage.visitorAs('opt_01', '/index');
  const controls = controlsOf(page);
  await page.getByRole('button', { name: '告警推送' }).click();
  const drawer = page.getByRole('dialog', { name: '告警推送' });
  await drawer.getByText('还没有推送目标', { exact: false }).waitFor();
  await drawer.getByRole('button', { name: '添加目标' }).click();
  await controls.press('保存');
  await expect.poll(controls.faults).toEqual(['请输入名称', '请输入Webhook 地址']);
  await controls.field('名称').fill('值班群');
  await controls.choose('格式', '钉钉');
  await controls.field('Webhook 地址').fill(receiver.address);
  await controls.field('签名密钥').fill(SECRET);
  await controls.press('保存');

  receiver.replyWith({ body: '{"errcode":310000,"errmsg":"sign not match"}' });
  await drawer.getByRole('button', { name: '发送测试 值班群' }).click();
  await drawer.getByText('接收方不接受签名，请检查密钥。（310000）', { exact: false }).waitFor();
  await drawer.getByRole('button', { name: '发送测试 值班群' }).click();
  await drawer.getByText('已送达。', { exact: false }).waitFor();

  const { id } = await db.selectFrom('sys_user').select('id').where('account', '=', 'opt_01').executeTakeFirstOrThrow();
  const alert = { kind: 'pixel_silent' as const, data: { name: '像素甲', hours: 26 }, dedupeKey: 'journey' };
  await raiseAlert(db, [id], alert, clock.now());
  const signal = new AbortController().signal;
  await deliverAlerts.run({ ...outside, db, now: clock.now(), signal, log: () => undefined });
  expect(receiver.received.map(({ isSigned }) => isSigned)).toEqual([true, true, true]);
  expect(receiver.received[2]?.body).toContain('像素静默：像素甲');
  expect(await page.content()).not.toContain('very-private-key');
  expect(faults).toEqual([]);
  receiver.close();
});

it('counts unread alerts in the header, which leads to them, and shows those of one cause as one incident', async () => {
  const { db, clock } = stage.server();
  const { id } = await db.selectFrom('sys_user').select('id').where('account', '=', 'opt_02').executeTakeFirstOrThrow();
  const about = { type: 'policy' as const, key: 'ADULT: nudity', name: 'ADULT: nudity' };
  for (const name of ['广告一', '广告二']) {
    const data = { name, policy: about.key };
    await raiseAlert(db, [id], { kind: 'ad_disapproved', about, data, dedupeKey: `journey ${name}` }, clock.now());
  }
  const { page, faults } = await stage.visitorAs('opt_02', '/advertising/copy-log');
  await page.getByRole('link', { name: '2 条未读提醒' }).click();
  await expect.poll(() => page.url()).toMatch(/\/index$/);
  const incidents = page.getByRole('list', { name: '事件' });
  await incidents.getByText('2 条提醒', { exact: false }).click();
  await incidents.getByText('广告审核未通过：广告二').waitFor();
  await page.getByRole('button', { name: '全部已读' }).click();
  await page.getByRole('link', { name: '提醒', exact: true }).waitFor();
  expect(faults).toEqual([]);
});
