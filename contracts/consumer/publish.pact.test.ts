import { expect, it } from 'vitest';
import {
  adAccountExists,
  adSetFailed,
  campaignUses,
  channelFails,
  homepageExists,
  homepageFull,
  landingExists,
  materialCopied,
  materialExists,
  pixelExists,
  postExists,
  publishFailed,
  publishOrdered,
  publishPlanned,
  schemeExists,
  signedInAs,
  siteExists,
  tooMany,
} from '#contracts/states/states.ts';
import { batchStatuses } from '#contracts/vocabulary/batches.ts';
import * as publishing from '#src/services/publish.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, file, success } from './exchange.ts';
import { around, campaign, published } from './launch-rows.ts';
import { boolean, eachLike, instant, integer, oneOf, someText, string } from './matching.ts';
import { askChanged, askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const PLAN = '0b7f3c56-6f0e-4a52-8f2e-2f6c1d3b9a10';
const NO_PLAN = '0b7f3c56-6f0e-4a52-8f2e-2f6c1d3b9a99';
const content = [
  landingExists({ id: 42, site_id: 41, drama_id: 51, title: '第一集', slug: 'ep-1', version: 1, status: 'online' }),
  materialExists({
    id: 71,
    code: 'M000071',
    title: '反转',
    version: 2,
    status: 'ready',
    biz: 'dj',
    content_id: 51,
    owner: 11,
    parent_material_id: null,
  }),
];
const prerequisites = [
  ...around,
  homepageExists({ id: 61, platform_page_id: '3001', name: 'Page 3001', personal_account_id: 51, version: 1, status: 'active' }),
  siteExists({ id: 41, name: '爱剧', domain: 'love.test', biz: 'dj', version: 1, status: 'on', pixel_id: null, homepage_id: null }),
  ...content,
  materialCopied({ material_id: 71, ad_account_id: 55 }),
  schemeExists({ id: 72, name: '美国放量', version: 2, status: 'enabled', site_id: 41, homepage_id: 61, source: 'material', owner: 11 }),
];
const plan = (is_too_old = false) =>
  publishPlanned({ id: PLAN, scheme_id: 72, ad_account_id: 55, drama_id: 51, material_id: 71, is_too_old });
const request = { scheme_id: 72, ad_account_ids: [55], drama_id: 51, material_ids: [71] };

const account = { id: 55, label: 'Galaxy US' };
const bare = {
  account,
  currency: 'USD',
  timezone_name: 'America/Los_Angeles',
  countries: ['US'],
  creative: null,
  homepage: null,
  landing: null,
  pixel: null,
  start_at: null,
  end_at: null,
  budget_mode: null,
  budget: null,
  budget_usd: null,
  initial_status: 'ACTIVE',
  left_out: false,
  errors: [],
  warnings: [],
};
const surge = { reason: 'BUDGET_SURGE', text: '…', data: { account: 'Galaxy US', usd_day: 5_000, yesterday_usd: 0 } };
const top = {
  ...bare,
  node: 'a55.c1',
  parent: null,
  level: 'campaign',
  name: '替身新娘-US',
  budget_mode: 'daily',
  budget: 5_000,
  budget_usd: 5_000,
  warnings: [surge],
};
const group = { ...bare, node: 'a55.c1.g1', parent: 'a55.c1', level: 'ad_group', name: 'US' };
const ad = {
  ...bare,
  node: 'a55.c1.g1.a1',
  parent: 'a55.c1.g1',
  level: 'ad',
  name: '反转',
  creative: { material: { id: 71, label: '反转' }, post: null, cover_url: '/files/cover', text: '她回来了', headline: null },
  homepage: { id: 61, label: 'Page 3001' },
  landing: { id: 42, label: '第一集' },
};
const preview = {
  plan_id: PLAN,
  expires_at: '2026-11-20T08:30:00.000Z',
  scheme: { id: 72, label: '美国放量', version: 1 },
  tree: [top, group, ad],
  counts: { accounts: 1, campaigns: 1, groups: 1, ads: 1, uploads: 0 },
  budgets: [{ currency: 'USD', amount: 5_000, usd: 5_000 }],
  total_usd_day: 5_000,
  yesterday_usd: 0,
  confirm_budget: true,
  errors: [],
  warnings: [
    { reason: 'SITE_UNVERIFIED', text: '…', data: { site: '爱剧' }, node: null },
    { ...surge, node: 'a55.c1' },
  ],
};
const withAnyText = <T extends { text: string }>(finding: T) => ({ ...finding, text: someText(finding.text) });
const previewLike = {
  ...preview,
  plan_id: someText(PLAN),
  expires_at: instant(preview.expires_at),
  tree: [{ ...top, warnings: [withAnyText(surge)] }, group, { ...ad, creative: { ...ad.creative, cover_url: someText('/files/cover') } }],
  confirm_budget: boolean(true),
  warnings: preview.warnings.map(withAnyText),
};

const counts = { total: 4, done: 4, ok: 4, fail: 0, skip: 0, unknown: 0, canceled: 0 };
const countsLike = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, integer(count)]));
const begun = { batch_id: 1001, status: 'succeeded', ...counts };
const begunLike = { batch_id: integer(1001), status: oneOf('succeeded', batchStatuses), ...countsLike };

describePact('publish', (ask) => {
  it('previews every object of a publish', () =>
    ask({ given: prerequisites, path: '/api/ad-publish/preview', body: request, reply: success(previewLike) }, async (heard) => {
      expect(await publishing.previewPublish(request)).toEqual(preview);
      expectQuiet(heard);
    }));

  it('refuses to preview a scheme that is gone', () => {
    const body = { ...request, scheme_id: 99 };
    return askForGone(ask, { path: '/api/ad-publish/preview', body, call: () => publishing.previewPublish(body) });
  });

  it('refuses to preview with an account that is gone', () => {
    const body = { ...request, ad_account_ids: [99] };
    return askWrongly(ask, {
      given: prerequisites,
      path: '/api/ad-publish/preview',
      body,
      field: 'ad_account_ids.0',
      rule: 'exists',
      message: 'ad_account_ids.0不存在或不可用',
      call: () => publishing.previewPublish(body),
    });
  });

  it('previews an account with a budget of its own', () => {
    const body = { ...request, account_overrides: [{ ad_account_id: 55, budget_usd: 2_000 }] };
    const own = { ...surge, data: { ...surge.data, usd_day: 2_000 } };
    const campaignWithOwn = { ...top, budget: 2_000, budget_usd: 2_000 };
    const reply = {
      ...previewLike,
      tree: [{ ...campaignWithOwn, warnings: [withAnyText(own)] }, ...previewLike.tree.slice(1)],
      budgets: [{ currency: 'USD', amount: 2_000, usd: 2_000 }],
      total_usd_day: 2_000,
      warnings: [...preview.warnings.slice(0, 1), { ...own, node: 'a55.c1' }].map(withAnyText),
    };
    return ask({ given: prerequisites, path: '/api/ad-publish/preview', body, reply: success(reply) }, async () => {
      const { tree, total_usd_day } = await publishing.previewPublish(body);
      expect([tree[0]?.budget_usd, total_usd_day]).toEqual([2_000, 2_000]);
    });
  });

  it('previews a publish of which everything is left out', () => {
    const body = { ...request, left_out: ['a55.c1'] };
    const nothing = { reason: 'VALIDATION', text: '…', data: { field: 'left_out', rule: 'nothingLeft' }, node: null };
    const leaveOut = <Node extends object>(node: Node) => ({ ...node, warnings: [], left_out: true });
    const reply = {
      ...previewLike,
      tree: previewLike.tree.map(leaveOut),
      counts: { accounts: 0, campaigns: 0, groups: 0, ads: 0, uploads: 0 },
      budgets: [],
      total_usd_day: 0,
      errors: [withAnyText(nothing)],
      warnings: preview.warnings.slice(0, 1).map(withAnyText),
    };
    return ask({ given: prerequisites, path: '/api/ad-publish/preview', body, reply: success(reply) }, async () => {
      const { tree, errors } = await publishing.previewPublish(body);
      expect([tree.map(({ left_out }) => left_out), errors]).toEqual([[true, true, true], [nothing]]);
    });
  });

  it('previews posts with the blockers of each object', () => {
    const blocked = [
      ...around,
      homepageExists({ id: 61, platform_page_id: '3001', name: 'Page 3001', personal_account_id: 51, version: 1, status: 'unpublished' }),
      pixelExists({
        id: 81,
        platform_pixel_id: '4001',
        name: 'Pixel 4001',
        personal_account_id: 51,
        owner_ad_account_id: 55,
        version: 1,
        status: 'active',
      }),
      siteExists({ id: 41, name: '爱剧', domain: 'love.test', biz: 'dj', version: 1, status: 'on', pixel_id: 81, homepage_id: null }),
      ...content,
      postExists({ id: 83, version: 1, status: 'ready', homepage_id: 61, material_id: 71, landing_page_id: 42, owner: 11 }),
      schemeExists({ id: 72, name: '美国放量', version: 2, status: 'enabled', site_id: 41, homepage_id: 61, source: 'post', owner: 11 }),
    ];
    const body = { scheme_id: 72, ad_account_ids: [55], drama_id: 51, post_ids: [83] };
    const unusable = { reason: 'HOMEPAGE_UNUSABLE', text: '主页不可用：主页未发布', data: { status: 'unpublished' } };
    const pixel = { id: 81, label: 'Pixel 4001' };
    const post = {
      ...ad,
      creative: { ...ad.creative, post: { id: 83, label: '第一集' }, headline: '第一集' },
      pixel,
      errors: [unusable],
    };
    const tree = [top, { ...group, pixel }, post];
    const errors = [{ ...unusable, node: ad.node }];
    const told = { ...unusable, text: someText(unusable.text) };
    return ask(
      {
        given: blocked,
        path: '/api/ad-publish/preview',
        body,
        reply: success({
          ...previewLike,
          tree: [
            { ...top, warnings: [withAnyText(surge)] },
            { ...group, pixel },
            { ...post, creative: { ...post.creative, cover_url: someText('/files/cover') }, errors: [told] },
          ],
          errors: [{ ...told, node: ad.node }],
        }),
      },
      async () => expect(await publishing.previewPublish(body)).toEqual({ ...preview, tree, errors }),
    );
  });

  const confirmed = { plan_id: PLAN, confirm_budget: true as const };

  it('submits a plan', () =>
    ask({ given: [...prerequisites, plan()], path: '/api/ad-publish/submit', body: confirmed, reply: success(begunLike) }, async () =>
      expect(await publishing.submitPublish(confirmed)).toEqual(begun),
    ));

  it('refuses to submit a plan that does not exist', () => {
    const body = { ...confirmed, plan_id: NO_PLAN };
    return askForGone(ask, { path: '/api/ad-publish/submit', body, call: () => publishing.submitPublish(body) });
  });

  it('refuses to submit a plan that is too old', () =>
    askRefused(ask, {
      given: [...prerequisites, plan(true)],
      path: '/api/ad-publish/submit',
      body: confirmed,
      refused: { code: 409, reason: 'SELECTION_CHANGED', message: '预览已过期，或其后条件有变化，请重新预览' },
      call: () => publishing.submitPublish(confirmed),
    }));

  it('refuses to submit a plan that spends more than was confirmed', () => {
    const body = { plan_id: PLAN };
    return askWrongly(ask, {
      given: [...prerequisites, plan()],
      path: '/api/ad-publish/submit',
      body,
      field: 'confirm_budget',
      rule: 'confirmBudget',
      message: '请确认每日预算合计 50.00 USD',
      call: () => publishing.submitPublish(body),
    });
  });

  const checkedPlan = { plan_id: PLAN };

  it('has the platform check a plan', () => {
    const schedule = [{ account, writes: 4, tier: 'full', ends_at: '2026-11-20T08:00:04.000Z' }];
    const reply = {
      asked: 1,
      problems: [],
      unchecked: [
        { level: 'ad_group', reason: 'parent', objects: 1 },
        { level: 'ad', reason: 'parent', objects: 1 },
      ],
      ends_at: '2026-11-20T08:00:04.000Z',
      schedule,
    };
    const replyLike = {
      ...reply,
      ends_at: instant(reply.ends_at),
      schedule: [{ ...schedule[0], ends_at: instant(reply.ends_at) }],
    };
    return ask(
      { given: [...prerequisites, plan()], path: '/api/ad-publish/check', body: checkedPlan, reply: success(replyLike) },
      async () => expect(await publishing.checkPublish(checkedPlan)).toEqual(reply),
    );
  });

  it('tells what the platform could not confirm of a plan', () => {
    const platform = { code: '4', subcode: null, title: null, message: 'as the state says' };
    const problem = {
      severity: 'warning',
      reason: 'PLATFORM_LIMIT',
      text: '平台限流，2030-01-01 08:00 后重试',
      data: { platform, retry_at: '2030-01-01 08:00' },
      node: 'a55.c1',
      level: 'campaign',
      account,
      field: null,
      alike: 1,
    };
    const reply = {
      asked: 1,
      problems: [problem],
      unchecked: [
        { level: 'ad_group', reason: 'time', objects: 1 },
        { level: 'ad', reason: 'time', objects: 1 },
      ],
      ends_at: null,
      schedule: [{ account, writes: 4, tier: null, ends_at: null }],
    };
    const told = {
      platform: { ...platform, code: someText(platform.code), message: someText(platform.message) },
      retry_at: someText(problem.data.retry_at),
    };
    const replyLike = { ...reply, problems: [{ ...problem, text: someText(problem.text), data: told }] };
    return ask(
      {
        given: [...prerequisites, plan(), channelFails('throttled')],
        path: '/api/ad-publish/check',
        body: checkedPlan,
        reply: success(replyLike),
      },
      async () => expect(await publishing.checkPublish(checkedPlan)).toEqual(reply),
    );
  });

  it('has no plan checked that does not exist', () => {
    const body = { plan_id: NO_PLAN };
    return askForGone(ask, { path: '/api/ad-publish/check', body, call: () => publishing.checkPublish(body) });
  });

  it('refuses to check a plan that is too old', () =>
    askRefused(ask, {
      given: [...prerequisites, plan(true)],
      path: '/api/ad-publish/check',
      body: checkedPlan,
      refused: { code: 409, reason: 'SELECTION_CHANGED', message: '预览已过期，或其后条件有变化，请重新预览' },
      call: () => publishing.checkPublish(checkedPlan),
    }));

  const failed = publishFailed({ batch_id: 901, item_id: 911, scheme_id: 72, ad_account_id: 55, homepage_id: 61 });
  const otherPage = homepageExists({
    id: 62,
    platform_page_id: '3002',
    name: 'Page 3002',
    personal_account_id: 51,
    version: 1,
    status: 'active',
  });
  const changed = { batch_id: 901, item_ids: [911], homepage_id: 62 };

  it('retries failed ads with another page', () =>
    ask(
      { given: [...prerequisites, otherPage, failed], path: '/api/ad-publish/retry', body: changed, reply: success(begunLike) },
      async () => expect(await publishing.retryPublish(changed)).toEqual(begun),
    ));

  it('retries failed ads with no page that is gone', () => {
    const body = { ...changed, homepage_id: 99 };
    return askWrongly(ask, {
      given: [...prerequisites, failed],
      path: '/api/ad-publish/retry',
      body,
      field: 'homepage_id',
      rule: 'exists',
      message: 'homepage_id不存在或不可用',
      call: () => publishing.retryPublish(body),
    });
  });

  it('refuses to retry failed ads with a page that is not published', () =>
    askRefused(ask, {
      given: [...prerequisites, homepageExists({ ...otherPage.params, status: 'unpublished' }), failed],
      path: '/api/ad-publish/retry',
      body: changed,
      refused: { code: 422, reason: 'HOMEPAGE_UNUSABLE', message: '主页「Page 3002」不可用:主页未发布' },
      call: () => publishing.retryPublish(changed),
    }));

  it('refuses to retry failed ads with a page that is full', () =>
    askRefused(ask, {
      given: [...prerequisites, otherPage, homepageFull(62), failed],
      path: '/api/ad-publish/retry',
      body: changed,
      refused: { code: 422, reason: 'PAGE_AD_LIMIT', message: '主页广告数已达 250/250' },
      call: () => publishing.retryPublish(changed),
    }));

  const pixel = {
    id: 81,
    platform_pixel_id: '4001',
    name: 'Pixel 4001',
    personal_account_id: 51,
    owner_ad_account_id: 55,
    version: 1,
    status: 'active' as const,
  };
  const otherAccount = adAccountExists({
    id: 56,
    platform_account_id: '2002',
    name: 'Galaxy GB',
    personal_account_id: 51,
    version: 1,
    enabled: true,
  });
  const adSetOf = [
    ...prerequisites,
    pixelExists(pixel),
    adSetFailed({ batch_id: 901, item_id: 911, scheme_id: 72, ad_account_id: 55, pixel_id: 81 }),
  ];

  it('refuses to retry failed ad sets with a pixel that their account may not use', () => {
    const body = { batch_id: 901, item_ids: [911], pixel_id: 82 };
    const unshared = pixelExists({ ...pixel, id: 82, platform_pixel_id: '4002', name: 'Pixel 4002', owner_ad_account_id: 56 });
    return askRefused(ask, {
      given: [...adSetOf, otherAccount, unshared],
      path: '/api/ad-publish/retry',
      body,
      refused: { code: 422, reason: 'PIXEL_NOT_SHARED', message: '像素未共享给账户 Galaxy US' },
      call: () => publishing.retryPublish(body),
    });
  });

  it('refuses to retry failed ad sets with a budget below the minimum of their account', () => {
    const body = { batch_id: 901, item_ids: [911], budget_usd: 499 };
    return askRefused(ask, {
      given: adSetOf,
      path: '/api/ad-publish/retry',
      body,
      refused: { code: 422, reason: 'BUDGET_TOO_LOW', message: '不得低于 5.00 USD' },
      call: () => publishing.retryPublish(body),
    });
  });

  it('retries nothing of a batch that is gone', () => {
    const body = { ...changed, batch_id: 99 };
    return askForGone(ask, { path: '/api/ad-publish/retry', body, call: () => publishing.retryPublish(body) });
  });

  it('lists the publishes with their ads', () => {
    const job = {
      id: 900,
      status: 'succeeded',
      user: { id: 11, label: '林管理' },
      ...counts,
      total: 1,
      done: 1,
      ok: 1,
      created_at: '2026-11-20T08:00:00.000Z',
      started_at: '2026-11-20T08:00:00.000Z',
      finished_at: '2026-11-20T08:00:00.000Z',
      removed: 0,
      can: [],
      scheme: { id: 72, label: '美国放量', version: 1 },
      accounts: 1,
      ads: { total: 1, ok: 1, fail: 0, unknown: 0 },
      budget_day_usd: 5_000,
    };
    const jobLike = {
      ...job,
      ...countsLike,
      total: integer(1),
      done: integer(1),
      ok: integer(1),
      id: integer(900),
      status: oneOf('succeeded', batchStatuses),
      user: refLike(job.user),
      created_at: instant(job.created_at),
      started_at: instant(job.started_at),
      finished_at: instant(job.finished_at),
      removed: integer(0),
      scheme: { id: integer(72), label: string('美国放量'), version: integer(1) },
      accounts: integer(1),
      ads: { total: integer(1), ok: integer(1), fail: integer(0), unknown: integer(0) },
      budget_day_usd: integer(5_000),
    };
    const body = { scheme_id: 72, page: 1, page_size: 20 as const };
    return ask(
      {
        given: [...prerequisites, publishOrdered({ batch_id: 900, scheme_id: 72, has_ended: true })],
        path: '/api/ad-publish/jobs',
        body,
        reply: success({ list: eachLike(jobLike), total: integer(1) }),
      },
      async () => expect(await publishing.listPublishJobs(body)).toEqual({ list: [job], total: 1 }),
    );
  });

  const exported = { columns: ['id', 'scheme', 'total'], locale: 'zh-cn' as const };

  it('exports the publishes', () =>
    ask(
      {
        given: [...prerequisites, publishOrdered({ batch_id: 900, scheme_id: 72, has_ended: true })],
        path: '/api/ad-publish/export_jobs',
        body: { ...exported, scheme_id: 72 },
        reply: file({ plain: 'publish-jobs_202611201600.xlsx', name: '发布任务_202611201600.xlsx' }),
      },
      async () => expect((await publishing.exportPublishJobs({ ...exported, scheme_id: 72 })).name).toBe('发布任务_202611201600.xlsx'),
    ));

  it('refuses to export more publishes than a file may hold', () =>
    askTooMany(ask, {
      given: [signedInAs('admin'), tooMany('publishes')],
      path: '/api/ad-publish/export_jobs',
      body: exported,
      call: () => publishing.exportPublishJobs(exported),
    }));

  const launched = [...around, campaign()];
  const offline = [
    siteExists({ id: 41, name: '爱剧', domain: 'love.test', biz: 'dj', version: 1, status: 'on', pixel_id: null, homepage_id: null }),
    landingExists({ id: 42, site_id: 41, drama_id: 51, title: '第一集', slug: 'ep-1', version: 1, status: 'offline' }),
  ];
  const wish = { level: 'campaign' as const, ids: [91], times: 1, deep: true, status: 'PAUSED' as const };
  const refusal = { reason: 'HOMEPAGE_UNUSABLE', text: '主页不可用：gone', data: { status: 'gone' } };

  it('previews copies with their blockers', () => {
    const body = { ...wish, dry_run: true as const };
    const one = {
      id: 91,
      label: '替身新娘 US',
      account,
      before: { name: '替身新娘 US', status: 'ACTIVE' },
      after: { name: '替身新娘 US', campaigns: 1, groups: 1, ads: 1, uploads: 0, budget_usd: 5_000 },
      missing: [{ part: 'landing_page', id: 42, label: '第一集', reason: 'LANDING_OFFLINE' }],
      refused: refusal,
    };
    return ask(
      {
        given: [...launched, ...offline, campaignUses({ id: 91, landing_page_id: 42, product_id: null })],
        path: '/api/ad-entities/batch_copy',
        body,
        reply: success({ preview: { list: [{ ...one, refused: { ...refusal, text: someText(refusal.text) } }], ads: integer(1) } }),
      },
      async () => expect((await publishing.copyEntities(body)).preview).toEqual({ list: [one], ads: 1 }),
    );
  });

  it('copies campaigns', () =>
    ask({ given: launched, path: '/api/ad-entities/batch_copy', body: wish, reply: success(begunLike) }, async () =>
      expect(await publishing.copyEntities(wish)).toMatchObject(begun),
    ));

  it('refuses to copy campaigns when the number of matches changed', () => {
    const { ids: _ids, ...rest } = wish;
    const body = { ...rest, filter: { keyword: '替身' }, expected_total: 3 };
    return askChanged(ask, {
      given: launched,
      path: '/api/ad-entities/batch_copy',
      body,
      total: 1,
      call: () => publishing.copyEntities(body),
    });
  });

  const edited = { level: 'ad' as const, ids: [291], times: 1, deep: true, status: 'INHERIT' as const };

  it('refuses to edit an ad whose text was changed in the meantime', () => {
    const seen = { primary_text: '他回来了', headline: null, call_to_action: 'WATCH_MORE', material_id: null };
    const body = { ...edited, edit: { primary_text: '她终于回来了', seen } };
    return askRefused(ask, {
      given: launched,
      path: '/api/ad-entities/batch_copy',
      body,
      refused: { code: 409, reason: 'VERSION_CONFLICT', message: '“替身新娘 US”已被修改过，请重新打开' },
      call: () => publishing.copyEntities(body),
    });
  });

  it('refuses to edit an ad of a post', () => {
    const body = { ...edited, edit: { primary_text: '她终于回来了' } };
    return askRefused(ask, {
      given: published,
      path: '/api/ad-entities/batch_copy',
      body,
      refused: { code: 422, reason: 'IMMUTABLE_FIELD', message: '创建后不可修改：post' },
      call: () => publishing.copyEntities(body),
    });
  });
});
