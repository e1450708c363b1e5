import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { raiseAlert } from '../alerts.ts';
import { alertAboutAccount, alertAboutToken } from '../assets/asset-alerts.ts';
import { closeEndedIncidents } from './incidents.repository.ts';

let server: TestApp;
const rows = factFixtures(() => server);
let account = 0;
let person = 0;
let own = 0;

beforeAll(async () => {
  server = await createTestApp();
  account = await rows.account('opt_01', { name: '账户甲' });
  ({ id: person } = await server.db
    .selectFrom('ad_account')
    .select('personal_account_id as id')
    .where('id', '=', account)
    .executeTakeFirstOrThrow());
  own = await rows.idOf('opt_01');
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('alert').execute();
  await server.db.deleteFrom('incident').execute();
});

const now = () => server.clock.now();
const disable = () => alertAboutAccount(server.db, account, { name: '账户甲', account_status: 3 }, now());
const lose = () => alertAboutToken(server.db, person, { name: '授权人甲', status: 'expired', token_expires_at: null }, now());
const stop = () =>
  raiseAlert(
    server.db,
    [own],
    {
      kind: 'spend_stopped',
      about: { type: 'ad_account', key: account, name: '账户甲' },
      data: { name: '账户甲', hours: 3, spend: '$0.00', usual: '$60.00' },
      dedupeKey: `stopped:${account}`,
    },
    now(),
  );
const incidents = async (as = 'opt_01', body = {}) => (await server.as(as, '/home-alerts/incidents', body)).data.list;
const summary = async () =>
  (await incidents()).map(({ title, cause, alerts }) => ({ title, cause, kinds: alerts.map(({ kind }) => kind) }));

it('a lost authorisation explains what happened to its accounts before and after', async () => {
  await disable();
  server.clock.forward({ minutes: 10 });
  expect(await summary()).toEqual([{ title: '广告账户异常：账户甲', cause: 'account_disabled', kinds: ['account_disabled'] }]);
  await lose();
  server.clock.forward({ minutes: 50 });
  await stop();
  expect(await summary()).toEqual([
    { title: '授权已失效：授权人甲', cause: 'token_expired', kinds: ['spend_stopped', 'token_expired', 'account_disabled'] },
  ]);
  const list = await server.as('opt_01', '/home-alerts/list', { alone: true });
  expect([list.data.total, list.data.unread]).toEqual([0, 3]);
  expect((await server.as('opt_01', '/home-alerts/list', {})).data.total).toBe(3);
});

it('the likeliest cause names the incident, whichever alert came first', async () => {
  await stop();
  await disable();
  expect(await summary()).toMatchObject([{ title: '广告账户异常：账户甲', kinds: ['account_disabled', 'spend_stopped'] }]);
});

it('missing orders belong to the pixel without events that the account spends with', async () => {
  const ad = await rows.tree(account, 'opt_01');
  const { id: pixel } = await server.db
    .insertInto('pixel')
    .values({
      channel: 'meta',
      connector: 'sandbox',
      platform_pixel_id: '670000000001',
      name: '像素甲',
      owner_ad_account_id: account,
      personal_account_id: person,
      status: 'active',
      created_at: now(),
      updated_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await rows.days([{ ...rows.dayOf(ad, now().toISOString().slice(0, 10), { spend_usd: 1, spend: 1 }), pixel_id: pixel }]);
  const silent = { kind: 'pixel_silent' as const, data: { name: '像素甲', hours: 30 }, dedupeKey: 'pixel:a' };
  await raiseAlert(server.db, [own], { ...silent, about: { type: 'pixel', key: pixel, name: '像素甲' } }, now());
  const data = { name: '账户甲', hours: 12, spend: '$200.00', expected: 6 };
  const about = { type: 'ad_account' as const, key: account, name: '账户甲' };
  await raiseAlert(server.db, [own], { kind: 'spend_without_orders', about, data, dedupeKey: 'orders:a' }, now());
  expect(await summary()).toEqual([{ title: '像素静默：像素甲', cause: 'pixel_silent', kinds: ['spend_without_orders', 'pixel_silent'] }]);
});

it('is shown to the people of its alerts only, with their own alerts', async () => {
  const other = await rows.idOf('opt_02');
  const policy = 'ADULT: nudity';
  for (const [user, name] of [
    [own, '广告一'],
    [other, '广告二'],
  ] as const) {
    const about = { type: 'policy' as const, key: policy, name: policy };
    await raiseAlert(server.db, [user], { kind: 'ad_disapproved', about, data: { name, policy }, dedupeKey: `policy:${name}` }, now());
  }
  const [mine] = await incidents();
  const [theirs] = await incidents('opt_02');
  expect([mine?.id === theirs?.id, mine?.count, mine?.alerts.map(({ title }) => title)]).toEqual([true, 1, ['广告审核未通过：广告一']]);
  expect(await incidents('opt_03')).toEqual([]);
});

it('what a rule did joins the open incident of its account, and opens none', async () => {
  const about = { type: 'ad_account' as const, key: account, name: '账户甲' };
  const data = { what: { zh: '规则已触发', en: 'Rule applied' }, subject: '止损', details: '账户甲: 系列一' };
  const act = (dedupeKey: string) => raiseAlert(server.db, [own], { kind: 'rule_hit', about, joinsOnly: true, data, dedupeKey }, now());
  await act('rule:1');
  expect(await incidents()).toEqual([]);
  await stop();
  await act('rule:2');
  expect(await summary()).toEqual([{ title: '消耗骤停：账户甲', cause: 'spend_stopped', kinds: ['rule_hit', 'spend_stopped'] }]);
});

it('closes once its cause is gone, and a later alert opens another one', async () => {
  const close = () => closeEndedIncidents(server.db, { calm: [account], unusual: [] }, now());
  await server.db.updateTable('personal_account').set({ status: 'expired' }).where('id', '=', person).execute();
  await lose();
  expect(await close()).toBe(0);
  await server.db.updateTable('personal_account').set({ status: 'active' }).where('id', '=', person).execute();
  expect(await close()).toBe(1);
  expect(await incidents('opt_01', { open: true })).toEqual([]);
  expect(await incidents()).toMatchObject([{ closed_at: now().toISOString() }]);
  await stop();
  expect((await incidents()).map(({ cause, closed_at }) => [cause, closed_at === null])).toEqual([
    ['spend_stopped', true],
    ['token_expired', false],
  ]);
});
