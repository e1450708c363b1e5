import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { previewPublish } from '#contracts/endpoints/publish.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchFixtures } from '#tests/support/launches.ts';
import { testVault } from '#tests/support/outside.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';
import { bareScheme } from '#tests/support/sound-scheme.ts';
import { TOKEN_PLACE } from '../../assets/grants.ts';

let server: TestApp;
let assets: PublishAssets;
let scheme: number;
const rows = publishingFixtures(() => server);

beforeAll(async () => {
  server = await createTestApp();
  assets = await rows.prepareAssets();
  scheme = (await rows.scheme('opt_05', assets)).id;
});
afterAll(() => server.close());

type Request = RequestOf<typeof previewPublish>;
type Preview = ReplyOf<typeof previewPublish>;
const requestPreview = (more: Partial<Request> = {}, scheme_id = scheme, as = 'opt_05') =>
  server.as(as, '/ad-publish/preview', rows.request(assets, scheme_id, more), { language: 'en-US' });
const preview = async (...args: Parameters<typeof requestPreview>): Promise<Preview> => {
  const { code, data } = await requestPreview(...args);
  if (code !== 0) throw new Error(JSON.stringify(data));
  return data;
};
const reasons = ({ errors }: Preview) => [...new Set(errors.map(({ reason }) => reason))];

describe('a preview', () => {
  it('lists every object, parents first, with its name, homepage, landing page and budget', async () => {
    const { tree, counts, budgets, total_usd_day, errors, confirm_budget, expires_at } = await preview();
    expect(errors).toEqual([]);
    expect(counts).toEqual({ accounts: 1, campaigns: 1, groups: 2, ads: 4, uploads: 4 });
    const [account] = assets.accounts;
    const node = `a${account}.c1`;
    expect(tree.map((each) => [each.node, each.parent, each.level])).toEqual([
      [node, null, 'campaign'],
      [`${node}.g1`, node, 'ad_group'],
      [`${node}.g1.a1`, `${node}.g1`, 'ad'],
      [`${node}.g1.a2`, `${node}.g1`, 'ad'],
      [`${node}.g2`, node, 'ad_group'],
      [`${node}.g2.a1`, `${node}.g2`, 'ad'],
      [`${node}.g2.a2`, `${node}.g2`, 'ad'],
    ]);
    expect(tree[0]).toMatchObject({
      budget: 5_000,
      budget_usd: 5_000,
      budget_mode: 'daily',
      currency: 'USD',
      initial_status: 'ACTIVE',
      start_at: null,
    });
    expect(tree[0]?.name).toMatch(/-US-20261120-01$/);
    expect(tree[1]).toMatchObject({ budget: null, pixel: { id: assets.pixel }, name: 'US-01' });
    expect(tree[2]).toMatchObject({
      homepage: { id: assets.pages[0] },
      landing: { id: assets.landings[0] },
      creative: { material: { id: assets.materials[0] }, post: null, text: 'She came back.' },
    });
    expect([budgets, total_usd_day, confirm_budget]).toEqual([[{ currency: 'USD', amount: 5_000, usd: 5_000 }], 5_000, true]);
    expect(expires_at).toBe('2026-11-20T08:30:00.000Z');
  });

  it('converts the budget to the currency of each account at the latest earlier rate, rounded up', async () => {
    const { tree, budgets, total_usd_day } = await preview({
      ad_account_ids: [assets.accounts[0] ?? 0, assets.accounts[2] ?? 0],
      overrides: { budget_usd: 12_345 },
    });
    expect(
      tree.filter(({ level }) => level === 'campaign').map(({ currency, budget, budget_usd }) => [currency, budget, budget_usd]),
    ).toEqual([
      ['USD', 12_345, 12_345],
      ['IDR', 1_975_200, 12_345],
    ]);
    expect(budgets).toEqual([
      { currency: 'USD', amount: 12_345, usd: 12_345 },
      { currency: 'IDR', amount: 1_975_200, usd: 12_345 },
    ]);
    expect(total_usd_day).toBe(24_690);
  });

  it('starts at the next midnight in the timezone of each account', async () => {
    const { id } = await rows.scheme('opt_05', assets, { time: { start_mode: 'next_midnight' } });
    const { tree } = await preview({ ad_account_ids: assets.accounts }, id);
    const starts = tree.filter(({ level }) => level === 'campaign').map(({ timezone_name, start_at }) => [timezone_name, start_at]);
    // It is 00:00 in Los Angeles, 03:00 in New York and 15:00 in Jakarta.
    expect(starts).toEqual([
      ['America/Los_Angeles', '2026-11-21T08:00:00.000Z'],
      ['America/New_York', '2026-11-21T05:00:00.000Z'],
      ['Asia/Jakarta', '2026-11-20T17:00:00.000Z'],
    ]);
  });

  it('uses homepages in turn over the whole plan, and landing pages of the country first', async () => {
    const { id } = await rows.scheme('opt_05', assets, {
      audience: { countries: ['US', 'BR'], country_split: 'per_campaign' },
      identity: { homepage_mode: 'rotate', homepage_ids: assets.pages },
    });
    const { tree } = await preview({ material_ids: assets.materials.slice(0, 2) }, id);
    const ads = tree.filter(({ level }) => level === 'ad');
    expect(ads.map(({ homepage }) => homepage?.id)).toEqual([...assets.pages, ...assets.pages]);
    expect(ads.map(({ landing }) => landing?.id)).toEqual([assets.landings[0], assets.landings[0], assets.landings[1], assets.landings[1]]);
  });

  it('applies renames and the overrides of texts and status', async () => {
    const node = `a${assets.accounts[0]}.c1`;
    const { tree } = await preview({
      renames: { [node]: 'Night run' },
      overrides: { primary_texts: ['One', 'Two'], initial_status: 'PAUSED' },
    });
    expect(tree[0]).toMatchObject({ name: 'Night run', initial_status: 'PAUSED' });
    expect(tree.filter(({ level }) => level === 'ad').map(({ creative }) => creative?.text)).toEqual(['One', 'Two', 'One', 'Two']);
  });

  it('multiplies by drama, each with its own creatives, landing pages and names', async () => {
    const [account = 0] = assets.accounts;
    const other = await rows.drama();
    const landing = await rows.landing(assets.site, { drama_id: other }, { status: 'online' });
    const materials = [await rows.picture('opt_05', other), await rows.picture('opt_05', other)];
    const { id } = await rows.scheme('opt_05', assets, { naming: { campaign: '{content}_{seq}' } });
    const { tree, counts, errors } = await preview({ further_contents: [{ drama_id: other, material_ids: materials }] }, id);
    expect(errors).toEqual([]);
    expect(counts).toMatchObject({ accounts: 1, campaigns: 2, groups: 3, ads: 6 });
    const labels = await Promise.all(
      [assets.drama, other].map(async (drama) => {
        const { title } = await server.db.selectFrom('drama').select('title').where('id', '=', drama).executeTakeFirstOrThrow();
        return title;
      }),
    );
    expect(tree.filter(({ level }) => level === 'campaign').map(({ node, name }) => [node, name])).toEqual([
      [`a${account}.d${assets.drama}.c1`, `${labels[0]}_01`],
      [`a${account}.d${other}.c1`, `${labels[1]}_02`],
    ]);
    const own = tree.filter(({ node, level }) => level === 'ad' && node.includes(`.d${other}.`));
    expect(own.map(({ creative, landing: page }) => [creative?.material?.id, page?.id])).toEqual(
      materials.map((material) => [material, landing]),
    );
  });

  it('gives single accounts a page, pixel and budget of their own', async () => {
    const [first = 0, , third = 0] = assets.accounts;
    const pixel = await rows.pixel(assets.person, third, {});
    const { tree, budgets, errors } = await preview({
      ad_account_ids: [first, third],
      material_ids: assets.materials.slice(0, 1),
      account_overrides: [{ ad_account_id: third, homepage_id: assets.pages[1] ?? 0, pixel_id: pixel, budget_usd: 2_000 }],
    });
    expect(errors).toEqual([]);
    const used = (account: number) => {
      const own = tree.filter((node) => node.account.id === account);
      return [own[0]?.budget_usd, own[1]?.pixel?.id, own[2]?.homepage?.id];
    };
    expect([used(first), used(third)]).toEqual([
      [5_000, assets.pixel, assets.pages[0]],
      [2_000, pixel, assets.pages[1]],
    ]);
    expect(budgets).toEqual([
      { currency: 'USD', amount: 5_000, usd: 5_000 },
      { currency: 'IDR', amount: 320_000, usd: 2_000 },
    ]);
  });

  it('checks the pixel of a single account like that of all', async () => {
    const [first = 0, second = 0] = assets.accounts;
    const pixel = await rows.pixel(assets.person, second, {});
    const { errors } = await preview({ account_overrides: [{ ad_account_id: first, pixel_id: pixel }] });
    expect([...new Set(errors.map(({ reason }) => reason))]).toEqual(['PIXEL_NOT_SHARED']);
  });

  it('leaves rows out, with everything below them, and counts the rest', async () => {
    const [first = 0, , third = 0] = assets.accounts;
    const whole = await preview({ ad_account_ids: [first, third] });
    const { tree, counts, budgets, errors } = await preview({
      ad_account_ids: [first, third],
      left_out: [`a${first}.c1.g1`, `a${first}.c1.g2.a1`, `a${third}.c1`],
    });
    expect(errors).toEqual([]);
    expect(tree.map(({ node, name }) => [node, name])).toEqual(whole.tree.map(({ node, name }) => [node, name]));
    expect(tree.flatMap(({ node, left_out }) => (left_out ? [] : [node]))).toEqual([
      `a${first}.c1`,
      `a${first}.c1.g2`,
      `a${first}.c1.g2.a2`,
    ]);
    expect(counts).toEqual({ accounts: 1, campaigns: 1, groups: 1, ads: 1, uploads: 1 });
    expect(budgets).toEqual([{ currency: 'USD', amount: 5_000, usd: 5_000 }]);
  });

  it('without anything left cannot be submitted', async () => {
    const { errors, counts } = await preview({ left_out: [`a${assets.accounts[0]}.c1`] });
    expect(errors).toMatchObject([{ node: null, reason: 'VALIDATION', data: { field: 'left_out', rule: 'nothingLeft' } }]);
    expect(counts).toEqual({ accounts: 0, campaigns: 0, groups: 0, ads: 0, uploads: 0 });
  });

  it('of posts uses their homepages and texts', async () => {
    const { id } = await rows.scheme('opt_05', assets, { creative: { source: 'post', primary_texts: [] } });
    const { postFixtures } = await import('#tests/support/posts.ts');
    const post = await postFixtures(() => server).post('opt_05', {
      homepage_id: assets.pages[1] ?? 0,
      material_id: assets.materials[0],
      message: 'A post',
      status: 'ready',
      eligible: true,
    });
    const { material_ids: _none, ...request } = rows.request(assets, id);
    const { data } = await server.as('opt_05', '/ad-publish/preview', { ...request, post_ids: [post] });
    expect(data.errors).toEqual([]);
    expect(data.counts).toMatchObject({ ads: 1, uploads: 0 });
    expect(data.tree.at(-1)).toMatchObject({ homepage: { id: assets.pages[1] }, creative: { post: { id: post }, text: 'A post' } });
  });
});

describe('a request is refused at its field for', () => {
  it.each<[string, () => Partial<Request>, string, string]>([
    ['an invisible account', () => ({ ad_account_ids: [assets.accounts[0] ?? 0, 424_242] }), 'ad_account_ids.1', 'exists'],
    ['neither drama nor product', () => ({ drama_id: undefined }), 'drama_id', 'oneOfBoth'],
    ['both drama and product', () => ({ product_id: 1 }), 'drama_id', 'oneOfBoth'],
    ['posts for a scheme of materials', () => ({ post_ids: [1] }), 'material_ids', 'oneOfBoth'],
    ['a drama that does not exist', () => ({ drama_id: 424_242 }), 'drama_id', 'exists'],
    ['an invisible material', () => ({ material_ids: [424_242] }), 'material_ids.0', 'exists'],
    ['an invisible homepage', () => ({ homepage_ids: [424_242] }), 'homepage_ids.0', 'exists'],
    ['an unknown landing page', () => ({ landing_page_ids: [424_242] }), 'landing_page_ids.0', 'exists'],
    ['an invisible pixel', () => ({ pixel_id: 424_242 }), 'pixel_id', 'exists'],
    [
      'a further drama that does not exist',
      () => ({ further_contents: [{ drama_id: 424_242, material_ids: assets.materials.slice(0, 1) }] }),
      'further_contents.0.drama_id',
      'exists',
    ],
    [
      'a further drama without creatives',
      () => ({ further_contents: [{ drama_id: assets.drama }] }),
      'further_contents.0.material_ids',
      'oneOfBoth',
    ],
    [
      'the same drama twice',
      () => ({ further_contents: [{ drama_id: assets.drama, material_ids: assets.materials.slice(0, 1) }] }),
      'further_contents.0.drama_id',
      'uniqueItems',
    ],
    [
      'an invisible page of a single account',
      () => ({ account_overrides: [{ ad_account_id: assets.accounts[0] ?? 0, homepage_id: 424_242 }] }),
      'account_overrides.0.homepage_id',
      'exists',
    ],
    [
      'an invisible pixel of a single account',
      () => ({ account_overrides: [{ ad_account_id: assets.accounts[0] ?? 0, pixel_id: 424_242 }] }),
      'account_overrides.0.pixel_id',
      'exists',
    ],
    [
      'a page of an account that is not chosen',
      () => ({ account_overrides: [{ ad_account_id: assets.accounts[1] ?? 0, homepage_id: assets.pages[0] ?? 0 }] }),
      'account_overrides.0.ad_account_id',
      'exists',
    ],
    [
      'two pages of one account',
      () => ({
        account_overrides: [1, 2].map(() => ({ ad_account_id: assets.accounts[0] ?? 0, homepage_id: assets.pages[0] ?? 0 })),
      }),
      'account_overrides.1.ad_account_id',
      'uniqueItems',
    ],
  ])('%s', async (_what, more, field, rule) => {
    const { code, data } = await requestPreview(more());
    expect([code, data.errors]).toEqual([400, [expect.objectContaining({ field, rule })]]);
  });

  it('materials of another drama, and landing pages of another site or drama', async () => {
    const other = await rows.drama();
    const site = await rows.site();
    const elsewhere = await rows.landing(site, { drama_id: assets.drama }, { status: 'online' });
    const foreign = await rows.landing(assets.site, { drama_id: other }, { status: 'online' });
    const { data } = await requestPreview({ material_ids: [await rows.picture('opt_05', other)], landing_page_ids: [elsewhere, foreign] });
    expect(data.errors).toEqual([
      expect.objectContaining({ field: 'material_ids.0', rule: 'otherContent' }),
      expect.objectContaining({ field: 'landing_page_ids.0', rule: 'otherSite' }),
      expect.objectContaining({ field: 'landing_page_ids.1', rule: 'otherContent' }),
    ]);
  });

  it('posts, by name, of another drama or leading to the other business line', async () => {
    const { postFixtures } = await import('#tests/support/posts.ts');
    const posts = postFixtures(() => server);
    const { id } = await rows.scheme('opt_05', assets, { creative: { source: 'post', primary_texts: [] } });
    const shop = await rows.site({ biz: 'ec' });
    const mat = await rows.landing(shop, { product_id: await rows.product(shop) }, { status: 'online' });
    const common = { homepage_id: assets.pages[0] ?? 0, status: 'ready' as const, eligible: true };
    const foreign = await posts.post('opt_05', {
      ...common,
      headline: 'Of another drama',
      material_id: await rows.picture('opt_05', await rows.drama()),
    });
    const sold = await posts.post('opt_05', { ...common, headline: 'To a yoga mat', landing_page_id: mat, link_url: null });
    const { material_ids: _none, ...request } = rows.request(assets, id);
    const { data } = await server.as('opt_05', '/ad-publish/preview', { ...request, post_ids: [foreign, sold] }, { language: 'en-US' });
    expect(data.errors).toEqual([
      { field: 'post_ids.0', rule: 'otherContent', message: '“Of another drama” is not of the chosen drama or product' },
      { field: 'post_ids.1', rule: 'leadsToOtherBiz', message: '“To a yoga mat” leads to a landing page of the other business line' },
    ]);
  });

  it('an invisible scheme or an unknown version, which is not found', async () => {
    expect((await requestPreview({}, scheme, 'opt_01')).code).toBe(404);
    expect((await requestPreview({ scheme_version: 9 })).code).toBe(404);
  });
});

describe('a plan has an error for', () => {
  let fresh: PublishAssets;
  let own: number;
  beforeEach(async () => {
    // The rows of a sandbox world exist only once, so each test undoes its changes.
    fresh = assets;
    own = (await rows.scheme('opt_05', fresh)).id;
  });
  const withChange = async (
    table: 'ad_account' | 'homepage' | 'landing_page' | 'material' | 'drama' | 'personal_account',
    id: number,
    to: object,
    back: object,
    test: () => Promise<void>,
  ) => {
    const set = (values: object) =>
      server.db
        .updateTable(table as 'drama')
        .set(values as never)
        .where('id', '=', id)
        .execute();
    await set(to);
    try {
      await test();
    } finally {
      await set(back);
    }
  };

  it('an account that does not deliver, with its state in words', () =>
    withChange(
      'ad_account',
      fresh.accounts[0] ?? 0,
      { account_status: 2, disable_reason: 3 },
      { account_status: 1, disable_reason: 0 },
      async () => {
        const { errors, tree } = await preview({}, own);
        expect(errors).toEqual([
          expect.objectContaining({
            node: `a${fresh.accounts[0]}.c1`,
            reason: 'ACCOUNT_NOT_DELIVERABLE',
            text: 'Account cannot deliver: Disabled Payment risk',
          }),
        ]);
        expect(tree[0]?.errors).toHaveLength(1);
      },
    ));

  it('an authorisation that ended or grants too little, with its person', () =>
    withChange(
      'personal_account',
      fresh.person,
      { status: 'limited', scopes: ['ads_read'] },
      { status: 'active', scopes: [] },
      async () => {
        expect((await preview({}, own)).errors).toEqual([
          expect.objectContaining({ reason: 'PLATFORM_AUTH', data: expect.objectContaining({ personal_account_id: fresh.person }) }),
        ]);
      },
    ));

  it('a pixel that is not shared with the account', async () => {
    const { db } = server;
    const share = { pixel_id: fresh.pixel, ad_account_id: fresh.accounts[1] ?? 0 };
    await db.updateTable('pixel_share').set({ status: 'failed' }).where('ad_account_id', '=', share.ad_account_id).execute();
    const { errors } = await preview({ ad_account_ids: fresh.accounts.slice(0, 2) }, own);
    await db.updateTable('pixel_share').set({ status: 'active' }).where('ad_account_id', '=', share.ad_account_id).execute();
    expect(errors.map(({ node, reason }) => [node, reason])).toEqual([
      [`a${share.ad_account_id}.c1.g1`, 'PIXEL_NOT_SHARED'],
      [`a${share.ad_account_id}.c1.g2`, 'PIXEL_NOT_SHARED'],
    ]);
  });

  it('a material that is not ready', () =>
    withChange('material', fresh.materials[1] ?? 0, { status: 'processing' }, { status: 'ready' }, async () => {
      expect((await preview({}, own)).errors).toMatchObject([{ node: `a${fresh.accounts[0]}.c1.g1.a2`, reason: 'MATERIAL_NOT_READY' }]);
    }));

  it('a landing page that is offline', () =>
    withChange('landing_page', fresh.landings[0] ?? 0, { status: 'offline' }, { status: 'online' }, async () => {
      expect(reasons(await preview({ landing_page_ids: fresh.landings.slice(0, 1) }, own))).toEqual(['LANDING_OFFLINE']);
    }));

  it('a homepage that cannot be used', () =>
    withChange('homepage', fresh.pages[0] ?? 0, { status: 'restricted' }, { status: 'active' }, async () => {
      const { errors } = await preview({}, own);
      expect(errors[0]).toMatchObject({
        reason: 'HOMEPAGE_UNUSABLE',
        text: 'Page “Galaxy Shorts” unusable: The Page is restricted by the platform',
      });
    }));

  it('a drama that is off or whose copyright has expired', async () => {
    await withChange('drama', fresh.drama, { status: 'off' }, { status: 'on' }, async () => {
      expect((await preview({}, own)).errors).toMatchObject([{ node: null, reason: 'CONTENT_OFF' }]);
    });
    await withChange('drama', fresh.drama, { copyright_until: '2026-11-19' }, { copyright_until: null }, async () => {
      expect(reasons(await preview({}, own))).toEqual(['CONTENT_OFF']);
    });
  });

  it('the last ads beyond the limit of a homepage, with the numbers', async () => {
    const { errors } = await preview({ homepage_ids: [fresh.pages[1] ?? 0], ad_account_ids: fresh.accounts.slice(0, 2) }, own);
    expect(errors.map(({ node, reason, text }) => [node?.split('.').slice(1).join('.'), reason, text])).toEqual([
      ['c1.g1.a1', 'PAGE_AD_LIMIT', 'Page ad limit 250/250'],
      ['c1.g1.a2', 'PAGE_AD_LIMIT', 'Page ad limit 251/250'],
      ['c1.g2.a1', 'PAGE_AD_LIMIT', 'Page ad limit 252/250'],
      ['c1.g2.a2', 'PAGE_AD_LIMIT', 'Page ad limit 253/250'],
    ]);
  });

  it('more creatives than slots', async () => {
    const { errors } = await preview({ material_ids: fresh.materials.slice(0, 5) }, own);
    expect(errors).toMatchObject([{ node: null, reason: 'CREATIVE_OVERFLOW', text: '5 creatives exceed 4 slots' }]);
  });

  it('a scheme that is not enabled', async () => {
    const { id, version } = await rows.scheme('opt_05', fresh);
    await server.as('opt_05', '/ad-schemes/set_status', { id, version, status: 'disabled' });
    expect((await preview({}, id)).errors).toMatchObject([{ node: null, reason: 'SCHEME_NOT_ENABLED' }]);
  });

  it('an unfinished draft, even if the request contains what is missing', async () => {
    const body = { ...bareScheme(), identity: { ...rows.bodyFor(fresh).identity } };
    const draft = await server.as('opt_05', '/ad-schemes/create', {
      name: '未填完',
      biz: 'dj',
      channel: 'meta',
      visibility: 'private',
      body: body as never,
    });
    const request = rows.request(fresh, draft.data.id, { overrides: { budget_usd: 5_000, primary_texts: ['She came back.'] } });
    const { code, data } = await server.as('opt_05', '/ad-publish/preview', request);
    expect([code, data.errors]).toMatchObject([400, [{ field: 'scheme_id', rule: 'schemeUnfinished' }]]);
  });

  it('a budget below the minimum of the account, five times as high with a bid cap', async () => {
    expect(reasons(await preview({ overrides: { budget_usd: 100 } }, own))).toEqual([]);
    const capped = (await rows.scheme('opt_05', fresh, { money: { bid_strategy: 'COST_CAP', bid_usd: 100 } })).id;
    const { errors } = await preview({ overrides: { budget_usd: 499 } }, capped);
    expect(errors).toMatchObject([{ reason: 'BUDGET_TOO_LOW', text: 'At least 5.00 USD' }]);
  });

  it('a start in the past, an end before the start, and a lifetime of less than a day', async () => {
    const at = (hours: number) => new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString();
    const rule = async (overrides: NonNullable<Request['overrides']>, scheme_id = own) =>
      (await preview({ overrides }, scheme_id)).errors.map(({ reason, data }) => data.rule ?? reason);
    expect(await rule({ start_at: at(-1) })).toEqual(['startPassed']);
    expect(await rule({ start_at: at(2), end_at: at(1) })).toEqual(['endAfterStart']);
    expect(await rule({ end_at: at(-1) })).toEqual(['SCHEDULE_ENDED']);
    const lifetime = (await rows.scheme('opt_05', fresh, { money: { budget_mode: 'lifetime' }, time: { end_at: at(48) } })).id;
    expect(await rule({ end_at: at(23) }, lifetime)).toEqual(['lifetimeDay']);
    expect(await rule({ end_at: null }, lifetime)).toEqual(['required']);
    expect(await rule({}, lifetime)).toEqual([]);
  });

  it('a name of more than 400 characters', async () => {
    const { id } = await rows.scheme('opt_05', fresh, { naming: { ad: `${'长'.repeat(360)}{account}{account}{account}{account}` } });
    const { errors } = await preview({ material_ids: fresh.materials.slice(0, 1) }, id);
    expect(errors).toMatchObject([{ reason: 'VALIDATION', data: { field: 'name', rule: 'nameLength', limit: 400 } }]);
  });

  it('more than 500 ads, which are not laid out', async () => {
    const { id } = await rows.scheme('opt_05', fresh, { structure: { groups_per_campaign: 50, ads_per_group: 6, split_by: 'campaign' } });
    const { errors, tree } = await preview({ ad_account_ids: fresh.accounts.slice(0, 2), material_ids: fresh.materials.slice(0, 1) }, id);
    expect(errors).toMatchObject([{ node: null, data: { rule: 'adsMost', count: 600, limit: 500 } }]);
    expect(tree).toEqual([]);
  });

  it('a currency without a known rate', async () => {
    await server.db
      .deleteFrom('exchange_rate')
      .where('rate_date', '<', new Date('2026-11-20') as never)
      .execute();
    const { errors } = await preview({ ad_account_ids: [fresh.accounts[2] ?? 0] }, own);
    expect(errors).toMatchObject([{ data: { rule: 'rateMissing', currency: 'IDR' } }]);
    await server.db
      .insertInto('exchange_rate')
      .values({ currency: 'IDR', rate_date: '2026-11-18', usd_per_unit: '0.0000625' } as never)
      .execute();
  });
});

describe('homepages imported by another person than the authoriser of the account', () => {
  let torres: number;
  let foreign: number;
  let shared: number;
  let sharedNumber: string;
  beforeAll(async () => {
    ({ authoriser: torres, account: foreign, shared, sharedNumber } = await rows.createForeignAssets(assets));
  });
  const both = (): Partial<Request> => ({ ad_account_ids: [assets.accounts[0] ?? 0, foreign] });

  it('are an error of each account whose authoriser may not advertise with them, with solutions', async () => {
    const { errors, warnings } = await preview(both());
    expect(errors).toEqual([
      {
        node: `a${foreign}.c1`,
        reason: 'HOMEPAGE_UNUSABLE',
        text: 'Michael Torres, who authorised ReelStory US Drama 01, may not advertise with the Page “Galaxy Shorts”: have a Page admin grant access, choose another Page, or leave this account out',
        data: expect.objectContaining({ status: 'not_granted', homepage_id: assets.pages[0], ad_account_id: foreign }),
      },
    ]);
    expect(warnings.map(({ reason }) => reason)).not.toContain('PAGE_UNSURE');
    expect((await preview({ ad_account_ids: [assets.accounts[0] ?? 0] })).errors).toEqual([]);
  });

  it('are accepted when the channel lists them for the authoriser', async () => {
    const { errors, warnings } = await preview({ ...both(), homepage_ids: [shared] });
    expect([errors, warnings.filter(({ reason }) => reason === 'PAGE_UNSURE')]).toEqual([[], []]);
  });

  it('are a warning when the channel does not answer for the authoriser', async () => {
    const { access_token_enc } = await server.db
      .selectFrom('personal_account')
      .select('access_token_enc')
      .where('id', '=', torres)
      .executeTakeFirstOrThrow();
    const token = (sealed: string | null) =>
      server.db.updateTable('personal_account').set({ access_token_enc: sealed }).where('id', '=', torres).execute();
    await token(testVault.seal('a token the channel does not know', TOKEN_PLACE));
    const { errors, warnings } = await preview(both());
    await token(access_token_enc);
    expect(errors).toEqual([]);
    expect(warnings.filter(({ reason }) => reason === 'PAGE_UNSURE')).toMatchObject([
      { node: `a${foreign}.c1`, data: { account: 'ReelStory US Drama 01', name: 'Michael Torres', homepage: 'Galaxy Shorts' } },
    ]);
  });

  it('are checked again on submission', async () => {
    const plan = await preview({ ...both(), homepage_ids: [shared] });
    const people = (list: readonly string[]) =>
      sql`update sbx_page set people = ${[...list]}::text[] where id = ${sharedNumber}`.execute(server.db);
    const { rows: before } = await sql<{ people: string[] }>`select people from sbx_page where id = ${sharedNumber}`.execute(server.db);
    await people([]);
    const { data } = await server.as('opt_05', '/ad-publish/submit', { plan_id: plan.plan_id, confirm_budget: true });
    await people(before[0]?.people ?? []);
    expect(data.reason).toBe('SELECTION_CHANGED');
  });
});

describe('a pixel that an account may not use', () => {
  it('is named with the accounts it works for', async () => {
    const { db } = server;
    const account = assets.accounts[1] ?? 0;
    const share = (status: 'failed' | 'active') =>
      db.updateTable('pixel_share').set({ status }).where('ad_account_id', '=', account).execute();
    await share('failed');
    const { errors } = await preview({ ad_account_ids: [account] });
    await share('active');
    expect(errors[0]).toMatchObject({
      text: 'The pixel “星河 H5 主像素” is not shared with 星河-美国-短剧-03; it works for 星河-东南亚-IDR-01, 星河-美国-短剧-01, ReelStory US Drama 01',
    });
  });
});

describe('campaign names', () => {
  it('continue after the highest number of the account, deleted campaigns included', async () => {
    const [account = 0] = assets.accounts;
    const launches = launchFixtures(() => server);
    const own = (await rows.scheme('opt_05', assets, { naming: { campaign: 'Night_{seq}' }, structure: { campaigns_per_account: 2 } })).id;
    const names = async () =>
      (await preview({ material_ids: assets.materials.slice(0, 5) }, own)).tree.flatMap(({ level, name }) =>
        level === 'campaign' ? [name] : [],
      );
    expect(await names()).toEqual(['Night_01', 'Night_02']);
    await launches.tree('opt_05', { account, campaign: { name: 'Night_01' } });
    await launches.tree('opt_05', { account, campaign: { name: 'Night_03' } });
    expect(await names()).toEqual(['Night_04', 'Night_05']);
    await launches.tree('opt_05', { account, campaign: { name: 'Night_06', status: 'DELETED' } });
    await launches.tree('opt_05', { account, campaign: { name: 'Night_x' } });
    expect(await names()).toEqual(['Night_07', 'Night_08']);
  });

  it('cause a warning if they exist in the account and have no number', async () => {
    const [account = 0] = assets.accounts;
    await launchFixtures(() => server).tree('opt_05', { account, campaign: { name: 'Day_100%' } });
    const own = (await rows.scheme('opt_05', assets, { naming: { campaign: 'Day_100%' } })).id;
    const { warnings } = await preview({}, own);
    expect(warnings.filter(({ reason }) => reason === 'NAME_USED')).toMatchObject([
      { node: `a${account}.c1`, data: { campaign: 'Day_100%' } },
    ]);
  });
});

describe('a plan has a warning for', () => {
  it('an unverified site, an audience with payers, an expiring token and a budget surge', async () => {
    const { db, clock } = server;
    await db.updateTable('site').set({ verify_state: 'pending' }).where('id', '=', assets.site).execute();
    await db
      .updateTable('personal_account')
      .set({ token_expires_at: new Date(clock.now().getTime() + 2 * 86_400_000) })
      .where('id', '=', assets.person)
      .execute();
    const { id } = await rows.scheme('opt_05', assets, { audience: { exclude_payers: false } });
    const { warnings, errors } = await preview({}, id);
    expect(errors).toEqual([]);
    expect(warnings.map(({ node, reason }) => [node, reason])).toEqual([
      [null, 'SITE_UNVERIFIED'],
      [null, 'PAYERS_INCLUDED'],
      [`a${assets.accounts[0]}.c1`, 'TOKEN_EXPIRING'],
      [`a${assets.accounts[0]}.c1`, 'BUDGET_SURGE'],
    ]);
    expect(warnings.every(({ text }) => text.length > 5)).toBe(true);
    await db.updateTable('personal_account').set({ token_expires_at: null }).where('id', '=', assets.person).execute();
  });

  it('a material that ran in the account within the last week', async () => {
    const tree = await launchFixtures(() => server).tree('opt_05', {
      account: assets.accounts[0] ?? 0,
      ad: { material_id: assets.materials[0] },
    });
    const used = async () => (await preview()).warnings.flatMap(({ node, reason }) => (reason === 'MATERIAL_USED' ? [node] : []));
    expect(await used()).toEqual([`a${assets.accounts[0]}.c1.g1.a1`]);
    await server.db
      .updateTable('ad')
      .set({ created_at: new Date('2026-11-12T00:00:00Z') })
      .where('id', '=', tree.ad)
      .execute();
    expect(await used()).toEqual([]);
  });

  it('a post that ran in the account within the last week', async () => {
    const { postFixtures } = await import('#tests/support/posts.ts');
    const { id } = await rows.scheme('opt_05', assets, { creative: { source: 'post', primary_texts: [] } });
    const values = { homepage_id: assets.pages[0] ?? 0, message: 'Again', status: 'ready' as const, eligible: true };
    const post = await postFixtures(() => server).post('opt_05', values);
    await launchFixtures(() => server).tree('opt_05', { account: assets.accounts[0] ?? 0, ad: { post_id: post } });
    const { material_ids: _none, ...request } = rows.request(assets, id);
    const { data } = await server.as('opt_05', '/ad-publish/preview', { ...request, post_ids: [post] }, { language: 'en-US' });
    expect(data.warnings.filter(({ reason }: { reason: string }) => reason === 'POST_USED')).toMatchObject([
      { node: `a${assets.accounts[0]}.c1.g1.a1`, text: expect.stringContaining('within the last 7 days') },
    ]);
  });

  it('a budget in an account without spend yesterday, without mentioning a multiple', async () => {
    const { warnings } = await preview();
    const surge = warnings.find(({ reason }) => reason === 'BUDGET_SURGE');
    expect(surge?.text).toBe('星河-美国-短剧-01 spent nothing yesterday and now gets 50.00 USD a day');
  });

  it('a total above 1,000 USD a day or three times yesterday’s spend, which must be confirmed', async () => {
    const [ad] = await server.db
      .selectFrom('ad')
      .select(['id', 'ad_group_id', 'campaign_id'])
      .where('ad_account_id', '=', assets.accounts[0] ?? 0)
      .execute();
    await sql`
      insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, biz, country, channel, spend, spend_usd, pulled_at)
      values (${ad?.id}, '2026-11-19', ${ad?.ad_group_id}, ${ad?.campaign_id}, ${assets.accounts[0]}, 'dj', 'US', 'meta', 40000, 40000, now())`.execute(
      server.db,
    );
    const confirmed = async (budget_usd: number) => {
      const { confirm_budget, yesterday_usd } = await preview({ overrides: { budget_usd } });
      return [confirm_budget, yesterday_usd];
    };
    expect([await confirmed(100_000), await confirmed(100_001)]).toEqual([
      [false, 40_000],
      [true, 40_000],
    ]);
    expect(await confirmed(5_000)).toEqual([false, 40_000]);
  });
});
