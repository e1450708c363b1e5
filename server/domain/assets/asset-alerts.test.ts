import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neededScopes } from '#contracts/endpoints/authorising.ts';
import type { InspectedToken } from '#server/channel/ad-platform.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { alertAboutAccount } from './asset-alerts.ts';
import { saveInspection } from './personal-check.ts';

let server: TestApp;
const rows = factFixtures(() => server);
let account = 0;
let person = 0;

beforeAll(async () => {
  server = await createTestApp();
  account = await rows.account('opt_01', { name: '账户甲' });
  person = (
    await server.db.selectFrom('ad_account').select('personal_account_id as id').where('id', '=', account).executeTakeFirstOrThrow()
  ).id;
});
afterAll(() => server.close());

const loadAlerts = async (as: string) =>
  (await server.as(as, '/home-alerts/list', {})).data.list.map(({ kind, level, title, body, link }) => ({
    kind,
    level,
    title,
    body,
    link,
  }));

const inspected = (more: Partial<InspectedToken>): InspectedToken => ({
  user_id: '1',
  name: '授权人甲',
  token: '',
  // Already the next day in the owner's timezone.
  expires_at: new Date('2026-11-23T20:00:00Z'),
  data_access_expires_at: null,
  scopes: [...neededScopes],
  valid: true,
  state: 'valid',
  ...more,
});

describe('the owner of a personal account', () => {
  it('gets one alert when the authorisation expires soon and one when it is lost', async () => {
    const save = (more: Partial<InspectedToken>) => saveInspection(server.db, person, inspected(more), server.clock.now());
    await save({});
    await save({});
    await save({ valid: false, state: 'expired' });
    expect((await loadAlerts('opt_01')).toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      {
        kind: 'token_expired',
        level: 'error',
        title: '授权已失效：授权人甲',
        body: '其名下的账户无法操作，请重新授权。',
        link: `/auth/personage?keyword=${encodeURIComponent('授权人甲')}`,
      },
      {
        kind: 'token_expiring',
        level: 'warn',
        title: '授权即将到期：授权人甲',
        body: '2026-11-24 04:00 到期，请在此之前重新授权。',
        link: `/auth/personage?keyword=${encodeURIComponent('授权人甲')}`,
      },
    ]);
    expect(await loadAlerts('opt_02')).toEqual([]);
    const english = await server.as('opt_01', '/home-alerts/list', {}, { language: 'en' });
    expect(english.data.list.map(({ body }) => body)).toContain('It expires on 2026-11-24 04:00. Please authorise again before then.');
  });
});

describe('a user of an ad account', () => {
  it('gets an alert when the channel disables it, but not when it still delivers', async () => {
    const user_id = await rows.idOf('opt_04');
    await server.db
      .insertInto('asset_assign')
      .values({ asset_type: 'ad_account', asset_id: account, user_id, from_at: server.clock.now() })
      .execute();
    for (const account_status of [9, 3, 1])
      await alertAboutAccount(server.db, account, { name: '账户甲', account_status }, server.clock.now());
    for (const as of ['opt_04', 'opt_01']) {
      expect((await loadAlerts(as))[0]).toEqual({
        kind: 'account_disabled',
        level: 'error',
        title: '广告账户异常：账户甲',
        body: '平台的账户状态变为“欠费”，广告已停止投放。',
        link: `/auth/account?keyword=${encodeURIComponent('账户甲')}`,
      });
    }
    expect(await loadAlerts('opt_04')).toHaveLength(1);
  });
});
