import { expect, it } from 'vitest';
import { bidStrategies, budgetLevels, budgetModes, creativeSources, objectives } from '#contracts/rules/scheme-body.ts';
import {
  adAccountExists,
  assetChanged,
  audienceKnown,
  channelFails,
  homepageExists,
  publishOrdered,
  schemeExists,
  signedInAs,
  siteExists,
  tooMany,
  unfinishedSchemeExists,
} from '#contracts/states/states.ts';
import { schemeStatuses } from '#contracts/vocabulary/schemes.ts';
import * as schemes from '#src/services/schemes.service.ts';
import { refLike } from './asset-rows.ts';
import { ada, adaGrants, channelRefusals } from './channel-answers.ts';
import { describePact, file, success } from './exchange.ts';
import { behind, published, running } from './launch-rows.ts';
import { eachLike, instant, integer, number, oneOf, someText, string } from './matching.ts';
import { askBusy, askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';
import { schemeBody, unfinishedBody } from './scheme-rows.ts';

const admin = [signedInAs('admin')];
const parts = [
  ...admin,
  adaGrants,
  ada('self'),
  homepageExists({ id: 61, platform_page_id: '3001', name: 'Page 3001', personal_account_id: 51, version: 1, status: 'active' }),
  siteExists({ id: 41, name: '爱剧', domain: 'love.test', biz: 'dj', version: 1, status: 'on', pixel_id: null, homepage_id: null }),
];
const scheme = (status: 'draft' | 'enabled' = 'enabled') =>
  schemeExists({ id: 71, name: '美国放量', version: 2, status, site_id: 41, homepage_id: 61, source: 'material', owner: 11 });
const enabled = [...parts, scheme()];
const draft = [...parts, scheme('draft')];

const row = {
  id: 71,
  version: 2,
  name: '美国放量',
  biz: 'dj',
  channel: 'meta',
  owner: { id: 11, label: '林管理' },
  visibility: 'private',
  status: 'enabled',
  current_version: 1,
  remark: null,
  objective: 'OUTCOME_TRAFFIC',
  source: 'material',
  budget_usd: 5_000,
  budget_mode: 'daily',
  budget_level: 'campaign',
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  countries: ['US'],
  structure: [1, 1, 1],
  missing: [],
  publish_count: 0,
  last_published_at: null,
  roi_d0_30d: null,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  can: ['publish'],
};
const rowLike = {
  ...row,
  id: integer(71),
  version: integer(2),
  name: string(row.name),
  owner: refLike(row.owner),
  status: oneOf('enabled', schemeStatuses),
  current_version: integer(1),
  objective: oneOf('OUTCOME_TRAFFIC', objectives),
  source: oneOf('material', creativeSources),
  budget_usd: integer(5_000),
  budget_mode: oneOf('daily', budgetModes),
  budget_level: oneOf('campaign', budgetLevels),
  bid_strategy: oneOf('LOWEST_COST_WITHOUT_CAP', bidStrategies),
  countries: eachLike(string('US')),
  publish_count: integer(0),
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at),
  can: eachLike(oneOf('publish', ['publish', 'edit', 'copy', 'set_status', 'delete'])),
};
const detail = { ...row, shown_version: 1, body: schemeBody, versions_count: 1 };
const detailLike = { ...rowLike, shown_version: integer(1), body: schemeBody, versions_count: integer(1) };

const unfinished = [...admin, unfinishedSchemeExists({ id: 73, name: '日本试投', owner: 11 })];
const unfinishedRow = {
  ...row,
  id: 73,
  name: '日本试投',
  status: 'draft',
  budget_usd: null,
  countries: [],
  structure: [1, 1, null],
  missing: [
    'money.budget_usd',
    'audience.countries',
    'structure.ads_per_group',
    'creative.primary_texts',
    'identity.site_id',
    'identity.homepage_ids',
    'naming.ad',
  ],
  can: ['edit', 'copy', 'set_status', 'delete'],
};
const unfinishedLike = {
  ...rowLike,
  ...unfinishedRow,
  id: integer(73),
  version: integer(2),
  name: string(unfinishedRow.name),
  owner: refLike(row.owner),
  current_version: integer(1),
  publish_count: integer(0),
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at),
};

const fields = { name: '英国放量', biz: 'dj', channel: 'meta', visibility: 'private', body: schemeBody } as const;

describePact('schemes', (ask) => {
  it('lists the audiences to choose from', () => {
    const accounts = [{ id: 71, label: 'Account 2001' }];
    const audience = { id: '9001', name: '老客', kind: 'custom', size: 12_000, is_ready: true, accounts };
    const audienceLike = {
      id: string(audience.id),
      name: string(audience.name),
      kind: oneOf('custom', ['custom', 'lookalike']),
      size: integer(audience.size),
      is_ready: true,
      accounts: eachLike(refLike({ id: 71, label: 'Account 2001' })),
    };
    return ask(
      {
        given: [
          ...parts,
          adAccountExists({
            id: 71,
            platform_account_id: '2001',
            name: 'Account 2001',
            personal_account_id: 51,
            version: 2,
            enabled: true,
          }),
          audienceKnown({ ad_account_id: 71, platform_audience_id: '9001', name: '老客' }),
        ],
        path: '/api/ad-schemes/audiences',
        body: {},
        reply: success({ list: eachLike(audienceLike) }),
      },
      async () => expect(await schemes.schemeAudiences({})).toEqual({ list: [audience] }),
    );
  });

  const searchable = [
    ...parts,
    adAccountExists({ id: 71, platform_account_id: '2001', name: 'Account 2001', personal_account_id: 51, version: 2, enabled: true }),
  ];
  const interests = { path: '/api/ad-schemes/interests', body: { keyword: 'web ser' } };
  const [ended, throttled, down] = channelRefusals;

  it('finds interests by words in the list of the network', () => {
    const interest = { value: '6003225504822', label_zh: 'Web series', label_en: 'Web series' };
    const like = { value: string(interest.value), label_zh: someText('Web series'), label_en: someText('Web series') };
    return ask({ given: searchable, ...interests, reply: success({ list: eachLike(like) }) }, async () =>
      expect(await schemes.schemeInterests(interests.body)).toEqual({ list: [interest] }),
    );
  });

  const refusesInterests = (refused: (typeof channelRefusals)[number]) =>
    askRefused(ask, {
      given: [...searchable, channelFails(refused.kind)],
      ...interests,
      refused,
      call: () => schemes.schemeInterests(interests.body),
    });
  it('refuses to find interests with an authorisation that ended', () => refusesInterests(ended));
  it('refuses to find interests while the channel limits the call rate', () => refusesInterests(throttled));
  it('refuses to find interests while the channel is out of reach', () => refusesInterests(down));

  it('lists one page of the schemes', () => {
    const body = { keyword: '美国', status: 'enabled' as const, page: 1, page_size: 20 as const };
    return ask(
      { given: enabled, path: '/api/ad-schemes/list', body, reply: success({ list: eachLike(rowLike), total: integer(1) }) },
      async (heard) => {
        expect(await schemes.listSchemes(body)).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    );
  });

  it('lists the schemes with the return of their ads and its freshness', () => {
    const body = { page: 1, page_size: 20 as const };
    const returned = { ...row, id: 72, roi_d0_30d: 0 };
    const like = { ...rowLike, id: integer(72), roi_d0_30d: number(0) };
    const reply = success({ list: eachLike(like), total: integer(1), ...behind().like });
    return ask({ given: published, path: '/api/ad-schemes/list', body, reply }, async () =>
      expect(await schemes.listSchemes(body)).toEqual({ list: [returned], total: 1, ...behind().says }),
    );
  });

  it('shows a scheme with its body', () =>
    ask({ given: enabled, path: '/api/ad-schemes/detail', body: { id: 71 }, reply: success(detailLike) }, async () =>
      expect(await schemes.schemeDetail({ id: 71 })).toEqual(detail),
    ));

  it('lists an unfinished draft', () => {
    const body = { keyword: '日本试投', status: 'draft' as const, page: 1, page_size: 20 as const };
    return ask({ given: unfinished, path: '/api/ad-schemes/list', body, reply: success({ list: [unfinishedLike], total: 1 }) }, async () =>
      expect(await schemes.listSchemes(body)).toEqual({ list: [unfinishedRow], total: 1 }),
    );
  });

  it('shows the body of an unfinished draft', () => {
    const shown = { ...unfinishedRow, shown_version: 1, body: unfinishedBody, versions_count: 1 };
    const like = { ...unfinishedLike, shown_version: integer(1), body: unfinishedBody, versions_count: integer(1) };
    return ask({ given: unfinished, path: '/api/ad-schemes/detail', body: { id: 73 }, reply: success(like) }, async () =>
      expect(await schemes.schemeDetail({ id: 73 })).toEqual(shown),
    );
  });

  it('refuses to show a scheme that is gone', () =>
    askForGone(ask, { path: '/api/ad-schemes/detail', body: { id: 99 }, call: () => schemes.schemeDetail({ id: 99 }) }));

  it('lists the versions of a scheme', () =>
    ask(
      {
        given: enabled,
        path: '/api/ad-schemes/versions',
        body: { id: 71 },
        reply: success({
          list: eachLike({ version: integer(1), created_at: instant(row.created_at), by: refLike(row.owner), publish_count: integer(0) }),
        }),
      },
      async () =>
        expect(await schemes.schemeVersions({ id: 71 })).toEqual({
          list: [{ version: 1, created_at: row.created_at, by: row.owner, publish_count: 0 }],
        }),
    ));

  it('refuses to list versions of a scheme that is gone', () =>
    askForGone(ask, { path: '/api/ad-schemes/versions', body: { id: 99 }, call: () => schemes.schemeVersions({ id: 99 }) }));

  it('offers schemes to choose from', () => {
    const one = { id: 71, label: '美国放量', sub: '林管理 · v1', status: 'enabled', disabled: undefined };
    return ask(
      {
        given: enabled,
        path: '/api/ad-schemes/simple_list',
        body: { keyword: '美国' },
        reply: success({
          list: eachLike({ id: integer(71), label: string(one.label), sub: string(one.sub), status: oneOf('enabled', schemeStatuses) }),
          total: integer(1),
        }),
      },
      async () => expect(await schemes.simpleSchemes({ keyword: '美国' })).toEqual({ list: [one], total: 1 }),
    );
  });

  it('says why a draft cannot be chosen', () => {
    const one = { id: 71, label: '美国放量', sub: '林管理 · v1', status: 'draft', disabled: '方案未启用' };
    return ask(
      {
        given: draft,
        path: '/api/ad-schemes/simple_list',
        body: { ids: [71] },
        reply: success({
          list: eachLike({
            id: integer(71),
            label: string(one.label),
            sub: string(one.sub),
            status: oneOf('draft', schemeStatuses),
            disabled: string(one.disabled),
          }),
          total: integer(1),
        }),
      },
      async () => expect(await schemes.simpleSchemes({ ids: [71] })).toEqual({ list: [one], total: 1 }),
    );
  });

  it('creates an enabled scheme', () => {
    const body = { ...fields, enable: true as const };
    return ask({ given: parts, path: '/api/ad-schemes/create', body, reply: success({ id: integer(1001), version: 1 }) }, async () =>
      expect(await schemes.createScheme(body)).toEqual({ id: 1001, version: 1 }),
    );
  });

  it('saves an unfinished draft', () => {
    const body = { ...fields, name: '日本试投', body: unfinishedBody };
    return ask({ given: admin, path: '/api/ad-schemes/create', body, reply: success({ id: integer(1001), version: 1 }) }, async () =>
      expect(await schemes.createScheme(body)).toEqual({ id: 1001, version: 1 }),
    );
  });

  it('refuses to enable an unfinished draft', () => {
    const body = { id: 73, version: 2, status: 'enabled' as const };
    const errors = unfinishedRow.missing.map((field) => ({ field: `body.${field}`, rule: 'required', message: `请输入body.${field}` }));
    return askRefused(ask, {
      given: unfinished,
      path: '/api/ad-schemes/set_status',
      body,
      refused: {
        code: 400,
        reason: 'VALIDATION',
        message: '请检查标红的字段',
        more: { errors: errors.map((error) => ({ ...error, message: string(error.message) })) },
      },
      carries: (error) => expect(error.fields).toEqual(errors),
      call: () => schemes.setSchemeStatus(body),
    });
  });

  const taken = { code: 409, reason: 'DUPLICATE', message: '已存在', more: { field: 'name' } };

  it('refuses to create a second scheme of the same name', () => {
    const body = { ...fields, name: '美国放量' };
    return askRefused(ask, {
      given: enabled,
      path: '/api/ad-schemes/create',
      body,
      refused: taken,
      call: () => schemes.createScheme(body),
    });
  });

  it('refuses to create a scheme with incompatible parts', () => {
    const body = {
      ...fields,
      body: { ...schemeBody, money: { ...schemeBody.money, bid_strategy: 'COST_CAP' as const } },
      enable: true as const,
    };
    return askWrongly(ask, {
      given: parts,
      path: '/api/ad-schemes/create',
      body,
      field: 'body.money.bid_usd',
      rule: 'required',
      message: '请输入body.money.bid_usd',
      call: () => schemes.createScheme(body),
    });
  });

  it('edits a scheme', () => {
    const body = { id: 71, version: 2, remark: '夜间' };
    return ask(
      {
        given: enabled,
        path: '/api/ad-schemes/edit',
        body,
        reply: success({ id: integer(71), version: integer(3), current_version: integer(1) }),
      },
      async () => expect(await schemes.editScheme(body)).toEqual({ id: 71, version: 3, current_version: 1 }),
    );
  });

  it('finishes a draft and enables it', () => {
    const body = { id: 71, version: 2, body: { ...schemeBody, launch: { initial_status: 'PAUSED' as const } }, enable: true as const };
    return ask(
      {
        given: draft,
        path: '/api/ad-schemes/edit',
        body,
        reply: success({ id: integer(71), version: integer(3), current_version: integer(1) }),
      },
      async () => expect(await schemes.editScheme(body)).toEqual({ id: 71, version: 3, current_version: 1 }),
    );
  });

  it('refuses to edit a scheme that is gone', () => {
    const body = { id: 99, version: 1, remark: '夜间' };
    return askForGone(ask, { path: '/api/ad-schemes/edit', body, call: () => schemes.editScheme(body) });
  });

  it('refuses to rename a scheme to a name that is taken', () => {
    const body = { id: 71, version: 2, name: '英国放量' };
    const other = schemeExists({
      id: 72,
      name: '英国放量',
      version: 1,
      status: 'draft',
      site_id: 41,
      homepage_id: 61,
      source: 'material',
      owner: 11,
    });
    return askRefused(ask, {
      given: [...enabled, other],
      path: '/api/ad-schemes/edit',
      body,
      refused: taken,
      call: () => schemes.editScheme(body),
    });
  });

  const conflict = {
    code: 409,
    reason: 'VERSION_CONFLICT',
    message: 'lead_a 于 2026-11-20 16:00 修改过，请重新载入',
    more: { by: 'lead_a', at: instant('2026-11-20T08:00:00.000Z'), latest: detailLike },
  };
  const changed = [...enabled, assetChanged({ asset_type: 'scheme', id: 71, by: 'lead_a' })];

  it('refuses to edit a scheme that was changed in the meantime', () => {
    const body = { id: 71, version: 1, remark: '夜间' };
    return askRefused(ask, {
      given: changed,
      path: '/api/ad-schemes/edit',
      body,
      refused: conflict,
      call: () => schemes.editScheme(body),
      carries: ({ data }) => expect(data).toMatchObject({ by: 'lead_a', latest: detail }),
    });
  });

  it('copies a scheme', () => {
    const body = { id: 71, name: '美国放量 2' };
    return ask({ given: enabled, path: '/api/ad-schemes/copy', body, reply: success({ id: integer(1001), version: 1 }) }, async () =>
      expect(await schemes.copyScheme(body)).toEqual({ id: 1001, version: 1 }),
    );
  });

  it('copies a scheme that is enabled at once', () => {
    const body = { id: 71, name: '美国放量 3', enable: true as const };
    return ask({ given: enabled, path: '/api/ad-schemes/copy', body, reply: success({ id: integer(1001), version: 1 }) }, async () =>
      expect(await schemes.copyScheme(body)).toEqual({ id: 1001, version: 1 }),
    );
  });

  it('saves a campaign as the draft of a scheme', () =>
    ask(
      {
        given: running,
        path: '/api/ad-schemes/from_campaign',
        body: { campaign_id: 91 },
        reply: success({ id: integer(1001), version: 1, name: string('替身新娘 US') }),
      },
      async () => expect(await schemes.saveCampaignAsScheme({ campaign_id: 91 })).toEqual({ id: 1001, version: 1, name: '替身新娘 US' }),
    ));

  it('refuses to save a campaign that is gone', () => {
    const body = { campaign_id: 99 };
    return askForGone(ask, { path: '/api/ad-schemes/from_campaign', body, call: () => schemes.saveCampaignAsScheme(body) });
  });

  it('refuses to copy a scheme that is gone', () => {
    const body = { id: 99, name: '副本' };
    return askForGone(ask, { path: '/api/ad-schemes/copy', body, call: () => schemes.copyScheme(body) });
  });

  it('refuses to copy a scheme under a name that is taken', () => {
    const body = { id: 71, name: '美国放量' };
    return askRefused(ask, { given: enabled, path: '/api/ad-schemes/copy', body, refused: taken, call: () => schemes.copyScheme(body) });
  });

  it('enables a draft', () => {
    const body = { id: 71, version: 2, status: 'enabled' as const };
    return ask(
      {
        given: draft,
        path: '/api/ad-schemes/set_status',
        body,
        reply: success({ id: integer(71), version: integer(3), status: 'enabled' }),
      },
      async () => expect(await schemes.setSchemeStatus(body)).toEqual({ id: 71, version: 3, status: 'enabled' }),
    );
  });

  it('refuses to switch a scheme that is gone', () => {
    const body = { id: 99, version: 1, status: 'enabled' as const };
    return askForGone(ask, { path: '/api/ad-schemes/set_status', body, call: () => schemes.setSchemeStatus(body) });
  });

  it('refuses to switch a scheme that was changed in the meantime', () => {
    const body = { id: 71, version: 1, status: 'disabled' as const };
    return askRefused(ask, {
      given: changed,
      path: '/api/ad-schemes/set_status',
      body,
      refused: conflict,
      call: () => schemes.setSchemeStatus(body),
    });
  });

  it('deletes a scheme', () =>
    ask({ given: enabled, path: '/api/ad-schemes/delete', body: { id: 71 }, reply: success({ id: integer(71) }) }, async () =>
      expect(await schemes.deleteScheme({ id: 71 })).toEqual({ id: 71 }),
    ));

  it('refuses to delete a scheme that is gone', () =>
    askForGone(ask, { path: '/api/ad-schemes/delete', body: { id: 99 }, call: () => schemes.deleteScheme({ id: 99 }) }));

  it('refuses to delete a scheme that is being published', () =>
    askBusy(ask, {
      given: [...enabled, publishOrdered({ batch_id: 900, scheme_id: 71, has_ended: false })],
      path: '/api/ad-schemes/delete',
      body: { id: 71 },
      call: () => schemes.deleteScheme({ id: 71 }),
    }));

  const exported = { columns: ['name', 'status'], locale: 'zh-cn' as const };

  it('exports the schemes', () =>
    ask(
      {
        given: enabled,
        path: '/api/ad-schemes/export',
        body: exported,
        reply: file({ plain: 'schemes_202611201600.xlsx', name: '投放方案_202611201600.xlsx' }),
      },
      async () => expect((await schemes.exportSchemes(exported)).name).toBe('投放方案_202611201600.xlsx'),
    ));

  it('refuses to export more rows than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('schemes')],
      path: '/api/ad-schemes/export',
      body: exported,
      call: () => schemes.exportSchemes(exported),
    }));
});
