import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { saveAlertTarget } from '#contracts/endpoints/alerts.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { AlertTargetFormat } from '#contracts/vocabulary/alerts.ts';
import { createWebhookSender } from '#server/webhook-sender.ts';
import { startAlertReceiver } from '#tests/support/alert-receiver.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { raiseAlert } from '../alerts.ts';
import { deliverAlerts } from './deliver.job.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const webhooks = createWebhookSender({ allowsPrivate: true, timeoutMs: 5_000 });
const SECRET = 'SEC-of-the-robot';
let serial = 0;

beforeAll(async () => {
  server = await createTestApp();
  // The app and the job send to the local receiver.
  Object.assign(server.outside.webhooks, webhooks);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('alert_target').execute();
});

const run = (lines: string[] = []) =>
  deliverAlerts.run({
    ...server.outside,
    db: server.db,
    now: server.clock.now(),
    signal: new AbortController().signal,
    log: (line) => void lines.push(line),
  });

const settings = (more: Partial<RequestOf<typeof saveAlertTarget>> & { format: AlertTargetFormat }): RequestOf<typeof saveAlertTarget> => ({
  name: '值班群',
  language: 'zh',
  levels: ['info', 'warn', 'error'],
  kinds: [],
  quiet_from: null,
  quiet_to: null,
  quiet_errors: true,
  enabled: true,
  ...more,
});

async function raise(level: 'info' | 'warn' | 'error' = 'warn', account = 'opt_01') {
  serial += 1;
  const alert = { kind: 'pixel_silent' as const, data: { name: `像素 ${serial}`, hours: 26 }, level, dedupeKey: `delivery:${serial}` };
  await raiseAlert(server.db, [await rows.idOf(account)], alert, server.clock.now());
}

const targets = async (account = 'opt_01') => (await server.as(account, '/home-alerts/targets', {})).data.list;

describe('each format', () => {
  it.each(['feishu', 'dingtalk', 'wecom', 'slack', 'json'] as const)('%s is sent once, signed as its service demands', async (format) => {
    const receiver = await startAlertReceiver(format, SECRET);
    const isSigned = format !== 'wecom' && format !== 'slack';
    const { data } = await server.as(
      'opt_01',
      '/home-alerts/save_target',
      settings({ format, address: receiver.address, ...(isSigned && { secret: SECRET }) }),
    );
    expect(data).toMatchObject({ format, secret_set: isSigned, last_at: null });
    await raise();
    await raise('error');
    expect(await run()).toMatchObject({ rowsOut: 1 });
    expect(await run()).toMatchObject({ rowsOut: 0 });
    expect(receiver.received.map((each) => each.isSigned)).toEqual([true]);
    expect(receiver.received[0]?.body).toContain(`像素静默：像素 ${serial}`);
    expect(receiver.received[0]?.path).toContain('access_token=very-private-key');
    expect(await targets()).toMatchObject([{ last_problem: null, last_text: '已送达。', waiting: 0 }]);
    receiver.close();
  });
});

describe('a receiver that fails', () => {
  it('is asked again later with the same message, until it answers', async () => {
    const receiver = await startAlertReceiver('json', SECRET);
    receiver.replyWith({ status: 503, body: receiver.address }, { status: 429, headers: { 'retry-after': '600' } });
    await server.as('opt_01', '/home-alerts/save_target', settings({ format: 'json', address: receiver.address, secret: SECRET }));
    await raise();
    const lines: string[] = [];
    await run(lines);
    expect(await targets()).toMatchObject([
      { last_problem: 'receiver_failed', last_text: '接收方出错，稍后自动重试。（HTTP 503）', waiting: 1 },
    ]);
    await run();
    expect(receiver.received).toHaveLength(1);
    server.clock.forward({ minutes: 1 });
    await run();
    server.clock.forward({ minutes: 9 });
    await run();
    expect(receiver.received).toHaveLength(2);
    server.clock.forward({ minutes: 2 });
    await run();
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-alert-id'])).size).toBe(1);
    expect(await targets()).toMatchObject([{ last_problem: null, waiting: 0 }]);
    // Neither the key in the address nor what the receiver repeats of it is logged.
    expect(lines.join()).toMatch(/receiver_failed/);
    expect(lines.join()).not.toMatch(/very-private-key|127\.0\.0\.1/);
    receiver.close();
  });

  it('is not asked again when it refuses the signature', async () => {
    const receiver = await startAlertReceiver('dingtalk', SECRET);
    receiver.replyWith({ body: '{"errcode":310000,"errmsg":"sign not match"}' });
    await server.as('opt_01', '/home-alerts/save_target', settings({ format: 'dingtalk', address: receiver.address, secret: 'other' }));
    await raise();
    await run();
    expect(receiver.received.map(({ isSigned }) => isSigned)).toEqual([false]);
    expect(await targets()).toMatchObject([
      { last_problem: 'wrong_signature', last_text: '接收方不接受签名，请检查密钥。（310000）', waiting: 0 },
    ]);
    receiver.close();
  });

  it('gets the alerts of a server that died while sending', async () => {
    const receiver = await startAlertReceiver('slack', SECRET);
    await server.as('opt_01', '/home-alerts/save_target', settings({ format: 'slack', address: receiver.address }));
    await raise();
    const now = server.clock.now();
    await server.db
      .updateTable('alert_delivery')
      .set({ claimed_until: new Date(now.getTime() + 60_000), attempts: 1 })
      .execute();
    await run();
    expect(receiver.received).toHaveLength(0);
    server.clock.forward({ minutes: 2 });
    await run();
    expect(receiver.received).toHaveLength(1);
    receiver.close();
  });
});

it('two servers never send one alert twice', async () => {
  const receiver = await startAlertReceiver('wecom', SECRET);
  await server.as('opt_01', '/home-alerts/save_target', settings({ format: 'wecom', address: receiver.address }));
  await raise();
  await Promise.all([run(), run(), run()]);
  expect(receiver.received).toHaveLength(1);
  receiver.close();
});

it('sends only the wanted levels and kinds, to the user’s own targets that are on', async () => {
  const receiver = await startAlertReceiver('slack', SECRET);
  const slack = (more: object) => settings({ format: 'slack', address: receiver.address, ...more });
  await server.as('opt_01', '/home-alerts/save_target', slack({ levels: ['error'] }));
  await server.as('opt_01', '/home-alerts/save_target', slack({ name: '其他种类', kinds: ['cron_failed'] }));
  await server.as('opt_01', '/home-alerts/save_target', slack({ name: '已停用', enabled: false }));
  await server.as('opt_02', '/home-alerts/save_target', slack({}));
  await raise('warn');
  await run();
  expect(receiver.received).toHaveLength(0);
  await raise('error');
  await run();
  expect(receiver.received).toHaveLength(1);
  receiver.close();
});

it('holds warnings back during quiet hours and lets errors through if chosen', async () => {
  const receiver = await startAlertReceiver('json', SECRET);
  // The clock of the tests stands in the afternoon in Shanghai.
  const hours = { quiet_from: '00:00', quiet_to: '23:00' };
  await server.as('opt_01', '/home-alerts/save_target', settings({ format: 'json', address: receiver.address, ...hours }));
  await raise('warn');
  await raise('error');
  await run();
  expect(
    receiver.received.map(({ body }) => (JSON.parse(body) as { alerts: { level: string }[] }).alerts.map(({ level }) => level)),
  ).toEqual([['error']]);
  const [held] = await server.db.selectFrom('alert_delivery').selectAll().where('status', '=', 'waiting').execute();
  expect(held?.due_at.toISOString()).toMatch(/T15:00:00\.000Z$/);
  server.clock.forward({ hours: 10 });
  await server.db.updateTable('alert_target').set({ quiet_from: null, quiet_to: null }).execute();
  await run();
  expect(receiver.received).toHaveLength(2);
  receiver.close();
});

describe('targets', () => {
  it('are tested with the receiver’s answer in plain words, also when they are off', async () => {
    const receiver = await startAlertReceiver('feishu', SECRET);
    const saved = await server.as(
      'opt_01',
      '/home-alerts/save_target',
      settings({ format: 'feishu', address: receiver.address, secret: SECRET, enabled: false }),
    );
    const { id } = saved.data;
    receiver.replyWith({ body: '{"code":19024,"msg":"Key Words Not Found"}' });
    const refused = await server.as('opt_01', '/home-alerts/test_target', { id }, { language: 'en' });
    expect(refused.data).toMatchObject({
      last_problem: 'missing_keyword',
      last_text: 'The receiver requires a keyword. Add “ad delivery” or “广告投放系统” to the security settings of the bot. (19024)',
    });
    expect((await server.as('opt_01', '/home-alerts/test_target', { id })).data).toMatchObject({
      last_problem: null,
      last_text: '已送达。',
    });
    expect(receiver.received.map(({ isSigned }) => isSigned)).toEqual([true, true]);
    receiver.close();
  });

  it('are private, and keep address and secret to themselves', async () => {
    const address = 'https://open.feishu.cn/open-apis/bot/v2/hook/very-private-key';
    const { data } = await server.as('opt_01', '/home-alerts/save_target', settings({ format: 'feishu', address, secret: SECRET }));
    expect(data).toMatchObject({ address: 'https://open.feishu.cn/…', secret_set: true });
    expect(JSON.stringify(data)).not.toMatch(/very-private-key|SEC-of/);
    const stored = await server.db.selectFrom('alert_target').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toMatch(/very-private-key|SEC-of/);
    const entry = await server.db.selectFrom('op_log').selectAll().where('target_type', '=', 'alert_target').execute();
    expect(JSON.stringify(entry)).not.toMatch(/very-private-key|SEC-of/);
    for (const call of ['/home-alerts/delete_target', '/home-alerts/test_target'] as const)
      expect((await server.as('opt_02', call, { id: data.id })).reason).toBe('NOT_FOUND');
    expect((await server.as('opt_02', '/home-alerts/save_target', settings({ format: 'feishu', id: data.id }))).reason).toBe('NOT_FOUND');
    expect(await targets('opt_02')).toEqual([]);
  });

  it('keep address and secret when these are not sent, and lose the secret with another format', async () => {
    const address = 'https://open.feishu.cn/open-apis/bot/v2/hook/x1';
    const { id } = (await server.as('opt_01', '/home-alerts/save_target', settings({ format: 'feishu', address, secret: SECRET }))).data;
    const save = async (more: Partial<RequestOf<typeof saveAlertTarget>>) =>
      await server.as('opt_01', '/home-alerts/save_target', settings({ id, format: 'feishu', ...more }));
    expect((await save({ name: '新名称' })).data).toMatchObject({ name: '新名称', secret_set: true });
    expect((await save({ secret: null })).data).toMatchObject({ secret_set: false });
    expect((await save({ secret: SECRET })).data).toMatchObject({ secret_set: true });
    expect((await save({ format: 'json' })).data['errors']).toMatchObject([{ field: 'address', rule: 'required' }]);
    expect((await save({ format: 'json', address })).data).toMatchObject({ format: 'json', secret_set: false });
  });

  it('are refused with a taken name, half of the quiet hours, or a secret that is never used', async () => {
    const address = 'https://hooks.slack.com/services/x';
    const save = (more: object) => server.as('opt_01', '/home-alerts/save_target', settings({ format: 'slack', address, ...more }));
    expect((await save({})).code).toBe(0);
    expect((await save({})).reason).toBe('DUPLICATE');
    expect((await save({ name: 'b', quiet_from: '22:00' })).data['errors']).toMatchObject([{ field: 'quiet_to', rule: 'required' }]);
    expect((await save({ name: 'b', secret: 'x' })).data['errors']).toMatchObject([{ field: 'secret', rule: 'absent' }]);
  });
});

it('refuses private addresses unless the configuration allows them', async () => {
  const strict = await createTestApp();
  const save = (address: string) => strict.as('opt_01', '/home-alerts/save_target', settings({ format: 'json', address }));
  expect((await save('https://127.0.0.1/hook')).data['errors']).toMatchObject([{ field: 'address', rule: 'privateAddress' }]);
  expect((await save('http://hooks.example.com/x')).data['errors']).toMatchObject([{ field: 'address', rule: 'https' }]);
  await strict.close();
});
