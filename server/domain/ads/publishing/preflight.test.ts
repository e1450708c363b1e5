import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { checkPublish, previewPublish } from '#contracts/endpoints/publish.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';

let server: TestApp;
let assets: PublishAssets;
const rows = publishingFixtures(() => server);

let rewind: () => Promise<void>;
beforeAll(async () => {
  server = await createTestApp();
  assets = await rows.prepareAssets();
  rewind = await server.remember();
});
afterEach(async () => await rewind());
afterAll(async () => await server.close());

type Request = Partial<RequestOf<typeof previewPublish>>;
type Scheme = Parameters<typeof rows.scheme>[2];

async function planOf(request: Request = {}, scheme: Scheme = {}): Promise<string> {
  const { id } = await rows.scheme('opt_05', assets, scheme);
  const { code, data } = await server.as('opt_05', '/ad-publish/preview', rows.request(assets, id, request));
  if (code !== 0) throw new Error(JSON.stringify(data));
  return data.plan_id;
}
const askCheck = (plan_id: string, as = 'opt_05') => server.as(as, '/ad-publish/check', { plan_id }, { language: 'en-US' });
const check = async (plan_id: string): Promise<ReplyOf<typeof checkPublish>> => {
  const { code, data } = await askCheck(plan_id);
  if (code !== 0) throw new Error(JSON.stringify(data));
  return data;
};
const submit = (plan_id: string, more: object = {}) =>
  server.as('opt_05', '/ad-publish/submit', { plan_id, confirm_budget: true, ...more });

async function publish(plan_id: string): Promise<void> {
  const { code, data } = await submit(plan_id);
  if (code !== 0) throw new Error(JSON.stringify(data));
  await server.app.batches.settled();
}
const countObjects = async () => {
  const { rows: found } = await sql<{ count: number }>`
    select (select count(*) from sbx_campaign)::int + (select count(*) from sbx_group)::int + (select count(*) from sbx_ad)::int as count`.execute(
    server.db,
  );
  return found[0]?.count;
};

describe('checking a publish with the platforms', () => {
  it('asks once for each distinct object of each account and creates nothing', async () => {
    const plan = await planOf({ ad_account_ids: assets.accounts });
    expect(await check(plan)).toMatchObject({
      // The accounts have no campaigns yet, under which ad sets and ads could be checked.
      asked: 3,
      problems: [],
      unchecked: [
        { level: 'ad_group', reason: 'parent', objects: 6 },
        { level: 'ad', reason: 'parent', objects: 12 },
      ],
    });
    expect(await countObjects()).toBe(0);
    expect(await server.db.selectFrom('campaign').select('id').execute()).toEqual([]);
  });

  it('checks every level where the account has parents of the same kind', async () => {
    await publish(await planOf());
    const before = await countObjects();
    expect(await check(await planOf())).toMatchObject({ asked: 3, problems: [], unchecked: [] });
    expect(await countObjects()).toBe(before);
  });

  it('cannot check ads whose creatives the account does not have yet', async () => {
    await publish(await planOf());
    const plan = await planOf({ material_ids: assets.materials.slice(4, 8) });
    expect((await check(plan)).unchecked).toEqual([{ level: 'ad', reason: 'file', objects: 4 }]);
  });

  it('names the field at fault and holds the launch until another plan is sound', async () => {
    const [account] = assets.accounts;
    const faulty = await planOf({ renames: { [`a${account}.c1`]: 'US [[invalid:daily_budget]]' } });
    const { problems } = await check(faulty);
    expect(problems).toMatchObject([
      {
        severity: 'error',
        reason: 'PLATFORM_REJECTED',
        node: `a${account}.c1`,
        level: 'campaign',
        account: { id: account },
        field: 'money.budget_usd',
        alike: 1,
      },
    ]);
    expect(problems[0]?.text).toContain('asks the simulated channel to refuse it');
    expect((await submit(faulty)).data.errors).toMatchObject([{ field: 'plan_id', rule: 'platformBlocked' }]);
    const sound = await planOf();
    await check(sound);
    expect((await submit(sound)).code).toBe(0);
    await server.app.batches.settled();
  });

  it('holds the launch for what could not be checked until that is accepted', async () => {
    const throttle = (until: Date | null) => sql`update sbx_account set throttled_until = ${until}::timestamptz`.execute(server.db);
    await throttle(new Date(server.clock.now().getTime() + 3_600_000));
    const plan = await planOf();
    const { problems, ends_at } = await check(plan);
    expect([problems[0]?.severity, problems[0]?.reason, ends_at]).toEqual(['warning', 'PLATFORM_LIMIT', null]);
    expect((await submit(plan)).data.errors).toMatchObject([{ field: 'accept_warnings', rule: 'acceptWarnings' }]);
    await throttle(null);
    expect((await submit(plan, { accept_warnings: true })).code).toBe(0);
    await server.app.batches.settled();
  });

  it('says when a page would be over the limit that it has by now, and keeps what it learned', async () => {
    const [page = 0] = assets.pages;
    const { platform_page_id } = await server.db
      .selectFrom('homepage')
      .select('platform_page_id')
      .where('id', '=', page)
      .executeTakeFirstOrThrow();
    const plan = await planOf();
    const before = await sql<{ ads_elsewhere: number }>`select ads_elsewhere from sbx_page where id = ${platform_page_id}`.execute(
      server.db,
    );
    await sql`update homepage set ads_active = 0 where id = ${page}`.execute(server.db);
    await sql`update sbx_page set ads_elsewhere = ad_limit - 1 - (select count(*) from sbx_ad where page_id = sbx_page.id)
      where id = ${platform_page_id}`.execute(server.db);
    const { problems } = await check(plan);
    const kept = await server.db.selectFrom('homepage').selectAll().where('id', '=', page).executeTakeFirstOrThrow();
    expect(problems).toMatchObject([
      { severity: 'error', reason: 'PAGE_AD_LIMIT', level: 'ad', field: 'identity.homepage_ids', data: { used: kept.ads_active } },
    ]);
    const text = `has ${kept.ads_active} ads running or in review and may have ${kept.ad_limit}: there is no room for 4 more`;
    expect(problems[0]?.text).toContain(text);
    expect(kept.ads_active).toBeGreaterThan(0);
    await sql`update sbx_page set ads_elsewhere = ${before.rows[0]?.ads_elsewhere ?? 0} where id = ${platform_page_id}`.execute(server.db);
    expect((await check(plan)).problems).toEqual([]);
  });

  it('checks special categories, and creates campaigns with them', async () => {
    const goal = { special_ad_categories: ['HOUSING' as const], special_ad_countries: ['US'] };
    const plan = await planOf({}, { goal });
    expect((await check(plan)).problems).toEqual([]);
    await publish(plan);
    const { rows: found } = await sql`
      select c.special_ad_categories, c.special_ad_countries, s.special_ad_categories as sent
      from campaign c join sbx_campaign s on s.id = c.platform_campaign_id`.execute(server.db);
    expect(found).toEqual([{ special_ad_categories: ['HOUSING'], special_ad_countries: ['US'], sent: ['HOUSING'] }]);
  });

  it('declares social issues on every ad, and checks ads below ad sets that declare the same', async () => {
    await publish(await planOf());
    const goal = { special_ad_categories: ['ISSUES_ELECTIONS_POLITICS' as const], special_ad_countries: ['US'] };
    const first = await planOf({}, { goal });
    expect((await check(first)).unchecked.map(({ level, reason }) => [level, reason])).toEqual([
      ['ad_group', 'parent'],
      ['ad', 'parent'],
    ]);
    await publish(first);
    const { rows: found } = await sql<{ ads: number }>`
      select count(*)::int as ads from sbx_ad a join sbx_campaign c on c.id = a.campaign_id
      where 'ISSUES_ELECTIONS_POLITICS' = any(c.special_ad_categories)`.execute(server.db);
    expect(found[0]?.ads).toBe(4);
    expect(await check(await planOf({}, { goal }))).toMatchObject({ asked: 3, problems: [], unchecked: [] });
  });

  it('names who benefits from ads in the European Union and who pays, where the ad account does not', async () => {
    await sql`update sbx_account set default_beneficiary = null`.execute(server.db);
    const audience = { countries: ['US', 'DE'] };
    await publish(await planOf());
    expect((await check(await planOf({}, { audience }))).problems).toMatchObject([
      { severity: 'error', reason: 'PLATFORM_REJECTED', level: 'ad_group', field: 'identity.beneficiary' },
    ]);
    const parties = { beneficiary: 'Galaxy Shorts', payer: 'Galaxy Media' };
    const named = await planOf({}, { audience, identity: parties });
    expect((await check(named)).problems).toEqual([]);
    await publish(named);
    const { rows: found } = await sql`
      select distinct g.beneficiary, g.payer, s.beneficiary as sent, s.payer as sent_payer
      from ad_group g join sbx_group s on s.id = g.platform_adset_id order by 1`.execute(server.db);
    expect(found).toEqual([
      { ...parties, sent: parties.beneficiary, sent_payer: parties.payer },
      { beneficiary: null, payer: null, sent: null, sent_payer: null },
    ]);
  });

  it('promotes an app, without which the plan has an error', async () => {
    const goal = { objective: 'OUTCOME_APP_PROMOTION', optimization_goal: 'APP_INSTALLS', custom_event_type: null } as const;
    const { id } = await rows.scheme('opt_05', assets, { goal });
    const { data } = await server.as('opt_05', '/ad-publish/preview', rows.request(assets, id, {}));
    expect(data.errors).toMatchObject([{ reason: 'VALIDATION', data: { field: 'scheme_id', rule: 'appMissing' } }]);
    const app = { app_id: '1234567890', app_store_url: 'https://play.google.com/store/apps/details?id=a' };
    const plan = await planOf({}, { goal: { ...goal, ...app } });
    await publish(plan);
    const groups = await server.db.selectFrom('ad_group').select(['app_id', 'app_store_url', 'sync_state']).distinct().execute();
    expect(groups).toEqual([{ ...app, sync_state: 'synced' }]);
  });

  it('says once for an account that its authorisation is lost', async () => {
    await server.db.updateTable('personal_account').set({ access_token_enc: null }).execute();
    const { asked, problems } = await check(await planOf());
    expect([asked, problems.map(({ reason, severity }) => [reason, severity])]).toEqual([0, [['PLATFORM_AUTH', 'error']]]);
  });

  it('estimates the end by the writes of each account', async () => {
    const { ends_at, schedule } = await check(await planOf());
    // Four files, a campaign, two ad sets, four ads, and opening the campaign.
    expect(schedule).toMatchObject([{ account: { id: assets.accounts[0] }, writes: 12, tier: 'full' }]);
    expect(ends_at).toBe('2026-11-20T08:00:12.000Z');
  });

  it('is refused for the plan of another user, and once the plan is too old or submitted', async () => {
    const plan = await planOf();
    expect((await askCheck(plan, 'lead_a')).code).toBe(404);
    await publish(plan);
    expect(await askCheck(plan)).toMatchObject({ code: 409, reason: 'SELECTION_CHANGED' });
    const old = await planOf();
    server.clock.forward({ minutes: 31 });
    expect(await askCheck(old)).toMatchObject({ code: 409, reason: 'SELECTION_CHANGED' });
  });
});
