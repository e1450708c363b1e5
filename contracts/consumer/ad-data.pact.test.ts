import { expect, it } from 'vitest';
import {
  accountBehind,
  adAccountExists,
  assetAssigned,
  campaignExists,
  campaignSpent,
  dramaExists,
  signedInAs,
  tooMany,
} from '#contracts/states/states.ts';
import * as services from '#src/services/ad-data.service.ts';
import { refLike } from './asset-rows.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { describePact, success } from './exchange.ts';
import { adLike, adRow, campaignLike, campaignRow, groupLike, groupRow, published, warningsLike, warningsOf } from './launch-rows.ts';
import { boolean, eachLike, instant, integer, number, oneOf, someText, string, textLike } from './matching.ts';
import { describeReport } from './report-suite.ts';
import { date, fresh, freshLike, plain, today } from './reports.ts';

const admin = [signedInAs('admin')];
const drama = dramaExists({ id: 51, code: 'LOVE-01', title: '替身新娘', version: 1, copyright_until: '2099-12-31', status: 'on' });
const account = adAccountExists({
  id: 71,
  platform_account_id: '2001',
  name: 'Account 2001',
  personal_account_id: 51,
  version: 2,
  enabled: true,
});
const campaign = campaignExists({
  id: 91,
  ad_group_id: 92,
  ad_id: 93,
  name: '放量 1',
  version: 3,
  status: 'ACTIVE',
  ad_account_id: 71,
  drama_id: 51,
  owner: 11,
});
const running = [
  ...admin,
  adaGrants,
  ada('self'),
  drama,
  account,
  assetAssigned({ asset_type: 'ad_account', asset_id: 71, user_id: 11 }),
  campaign,
];
const spent = [
  ...running,
  campaignSpent({ id: 91, days_ago: 0, spend_usd: 1_200, revenue_usd: 600 }),
  campaignSpent({ id: 91, days_ago: 1, spend_usd: 1_000, revenue_usd: 700 }),
];

const metrics = ['spend', 'roi', 'roi_d7'] as const;
const asked = { ...today, group_by: ['user'], metrics: [...metrics], compare: 'prev', sort: [{ field: 'spend', order: 'desc' }] } as const;

const figures = {
  m: { spend: 1_200, roi: 0.5, roi_d7: null },
  prev: { spend: 1_000, roi: 0.7, roi_d7: null },
  mature: { roi_d7: '0/1' },
  running: true,
  local: { currency: 'USD', m: { spend: 1_200 } },
};
const figuresLike = {
  m: { spend: integer(1_200), roi: number(0.5), roi_d7: null },
  prev: { spend: integer(1_000), roi: number(0.7), roi_d7: null },
  mature: { roi_d7: textLike(/^\d+\/\d+$/, '0/1') },
  running: boolean(true),
  local: { currency: string('USD'), m: { spend: integer(1_200) } },
};
const user = { id: 11, label: '林管理', deleted: false, department: { id: 1, label: '公司' } };
const userLike = { ...refLike(user), deleted: boolean(false), department: refLike(user.department) };
const of = {
  id: 71,
  label: 'Account 2001',
  platform_account_id: '2001',
  account_status: 1,
  currency: 'USD',
  timezone_name: 'America/Los_Angeles',
  balance: 300,
  cap_left: 7_500,
  personal_account: { id: 51, label: 'Ada' },
  usage: 'self',
  today_started: true,
  partial: false,
  pulled_at: '2026-11-20T08:00:00.000Z',
  stale_since: '2026-11-20T09:00:00.000Z',
};
const ofLike = {
  ...refLike(of),
  platform_account_id: string('2001'),
  account_status: integer(1),
  currency: string('USD'),
  timezone_name: string(of.timezone_name),
  balance: integer(300),
  cap_left: integer(7_500),
  personal_account: refLike(of.personal_account),
  usage: oneOf('self', ['self', 'host']),
  today_started: boolean(true),
  partial: boolean(false),
  pulled_at: instant(of.pulled_at),
  stale_since: instant(of.stale_since),
};
/** The fields of a row with spend today, when only spend is requested. */
const spend = { m: { spend: 1_200 }, running: true, local: { currency: 'USD', m: { spend: 1_200 } } };
const spendLike = {
  m: { spend: integer(1_200) },
  running: boolean(true),
  local: { currency: string('USD'), m: { spend: integer(1_200) } },
};

describePact('ad-data', (ask) => {
  it('reads figures by person, with those of the day before', () =>
    ask(
      {
        given: spent,
        path: '/api/ad-data/query',
        body: asked,
        reply: success({
          list: eachLike({ key: string('11'), dims: { user: userLike }, ...figuresLike }),
          totals: figuresLike,
          total: integer(1),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.queryAdData({ ...asked, group_by: ['user'], metrics: [...metrics], sort: [...asked.sort] }))).toEqual({
          list: [{ key: '11', dims: { user }, ...figures }],
          totals: figures,
          total: 1,
          ...fresh,
        }),
    ));

  it('reads figures by ad account, and which of them are outdated', () => {
    const body = { ...today, group_by: ['account' as const], metrics: ['spend' as const], under: [{ by: 'user' as const, id: 11 }] };
    const ref = { id: 71, label: 'Account 2001' };
    return ask(
      {
        given: [...spent, accountBehind(71)],
        path: '/api/ad-data/query',
        body,
        reply: success({
          list: eachLike({ key: string('71'), dims: { account: ofLike }, ...spendLike }),
          totals: spendLike,
          total: integer(1),
          ...freshLike,
          warnings: warningsLike(ref),
        }),
      },
      async () =>
        expect(plain(await services.queryAdData(body))).toEqual({
          list: [{ key: '71', dims: { account: of }, ...spend }],
          totals: spend,
          total: 1,
          ...fresh,
          warnings: warningsOf(ref),
        }),
    );
  });

  it('reads figures by campaign, ad group and ad', () => {
    const body = { ...today, group_by: ['campaign' as const, 'ad_group' as const, 'ad' as const], metrics: ['spend' as const] };
    const label = '替身新娘 US';
    const dims = {
      campaign: { id: 91, label, base: campaignRow },
      ad_group: { id: 191, label, base: groupRow },
      ad: { id: 291, label, base: adRow },
    };
    const dimsLike = {
      campaign: { ...refLike(dims.campaign), base: campaignLike },
      ad_group: { ...refLike(dims.ad_group), base: groupLike },
      ad: { ...refLike(dims.ad), base: adLike },
    };
    return ask(
      {
        given: published,
        path: '/api/ad-data/query',
        body,
        reply: success({
          list: eachLike({ key: string('91|191|291'), dims: dimsLike, ...spendLike }),
          totals: spendLike,
          total: integer(1),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.queryAdData(body))).toEqual({
          list: [{ key: '91|191|291', dims, ...spend }],
          totals: spend,
          total: 1,
          ...fresh,
        }),
    );
  });

  it('reads figures by department, material and day', () => {
    const body = { ...today, group_by: ['department' as const, 'material' as const, 'date' as const], metrics: ['spend' as const] };
    const dims = {
      department: { id: 1, label: '公司' },
      material: { id: 71, label: '反转', cover_url: '/files/cover' },
      date: { id: '2026-11-20', label: '2026-11-20' },
    };
    const dimsLike = {
      department: refLike(dims.department),
      material: { ...refLike(dims.material), cover_url: someText(dims.material.cover_url) },
      date: { id: date(dims.date.id), label: date(dims.date.label) },
    };
    return ask(
      {
        given: published,
        path: '/api/ad-data/query',
        body,
        reply: success({
          list: eachLike({ key: string('1|71|2026-11-20'), dims: dimsLike, ...spendLike }),
          totals: spendLike,
          total: integer(1),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.queryAdData(body))).toEqual({
          list: [{ key: '1|71|2026-11-20', dims, ...spend }],
          totals: spend,
          total: 1,
          ...fresh,
        }),
    );
  });

  describeReport(ask, {
    path: '/api/ad-data',
    calls: { query: services.queryAdData, trend: services.trendAdData, export: services.exportAdData },
    spent,
    tooMany: [...admin, tooMany('campaigns')],
    nothing: admin,
    series: { by: 'user', key: '11', label: '林管理' },
    rows: 'campaign',
    row: { by: 'user', key: '11', value: user, like: userLike },
    unsortable: { field: 'created_at', by: 'user' },
    file: { plain: 'ad-data_202611201600.xlsx', name: '广告数据_202611201600.xlsx' },
  });
});
