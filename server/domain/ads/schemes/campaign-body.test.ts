import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';

let server: TestApp;
let assets: PublishAssets;
let campaign: number;
const rows = publishingFixtures(() => server);
const save = (campaign_id: number, by = 'opt_05') => server.as(by, '/ad-schemes/from_campaign', { campaign_id });
const detail = async (id: number) => (await server.as('opt_05', '/ad-schemes/detail', { id })).data;

beforeAll(async () => {
  server = await createTestApp({ batches: { waitMs: 0 } });
  assets = await rows.prepareAssets();
  const { id } = await rows.scheme('opt_05', assets, { money: { budget_level: 'ad_group' } });
  const { data: plan } = await server.as('opt_05', '/ad-publish/preview', rows.request(assets, id));
  await server.as('opt_05', '/ad-publish/submit', { plan_id: plan.plan_id, confirm_budget: true });
  await server.app.batches.settled();
  campaign = (await server.db.selectFrom('campaign').select('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => server.close());

describe('saving a campaign as a scheme', () => {
  it('makes a draft of what the campaign is now, not of what was published', async () => {
    const published = await detail((await server.db.selectFrom('scheme').select('id').executeTakeFirstOrThrow()).id);
    await sql`
      update ad_group set daily_budget = 7700, targeting = targeting || '{"countries": ["BR", "US"], "age_min": 30}' where campaign_id = ${campaign}`.execute(
      server.db,
    );
    await sql`update ad set headline = 'Now' where campaign_id = ${campaign}`.execute(server.db);
    const { data } = await save(campaign);
    const saved = await detail(data.id);
    const { body } = published;
    expect(saved).toMatchObject({ name: data.name, status: 'draft', visibility: 'private', missing: [] });
    expect(saved.body).toEqual({
      ...body,
      money: { ...body.money, budget_usd: 7_700 },
      audience: { ...body.audience, countries: ['BR', 'US'], age_min: 30, country_split: body.audience.country_split },
      structure: {
        ...body.structure,
        campaigns_per_account: 1,
        groups_per_campaign: expect.any(Number),
        ads_per_group: expect.any(Number),
      },
      creative: { ...body.creative, primary_texts: expect.any(Array), headlines: ['Now'] },
      identity: expect.objectContaining({ site_id: body.identity.site_id, pixel_id: expect.any(Number), landing_mode: 'fixed' }),
      time: expect.objectContaining({ start_mode: 'now' }),
    });
  });

  it('keeps what the campaign declares, promotes and names', async () => {
    await sql`
      update campaign set special_ad_categories = '{ISSUES_ELECTIONS_POLITICS,CREDIT}', special_ad_countries = '{CA}', objective = 'OUTCOME_APP_PROMOTION'
      where id = ${campaign}`.execute(server.db);
    const app = { app_id: '1234567890', app_store_url: 'https://play.google.com/store/apps/details?id=a' };
    await server.db
      .updateTable('ad_group')
      .set({ ...app, optimization_goal: 'APP_INSTALLS', beneficiary: 'Galaxy', payer: 'Galaxy' })
      .where('campaign_id', '=', campaign)
      .execute();
    const { goal, identity } = (await detail((await save(campaign)).data.id)).body;
    // A scheme has no category for what the network calls CREDIT.
    expect(goal).toMatchObject({
      special_ad_categories: ['ISSUES_ELECTIONS_POLITICS'],
      special_ad_countries: ['BR', 'US', 'CA'],
      ...app,
    });
    expect([identity.beneficiary, identity.payer]).toEqual(['Galaxy', undefined]);
    await sql`update campaign set special_ad_categories = '{}', objective = 'OUTCOME_TRAFFIC'`.execute(server.db);
    await server.db.updateTable('ad_group').set({ optimization_goal: 'LINK_CLICKS', payer: 'Another' }).execute();
    const plain = (await detail((await save(campaign)).data.id)).body;
    expect(plain.identity).toMatchObject({ beneficiary: 'Galaxy', payer: 'Another' });
    expect(Object.keys(plain.goal)).not.toContain('app_id');
  });

  it('numbers a name that is taken, and can be enabled at once', async () => {
    const [one, two] = [(await save(campaign)).data, (await save(campaign)).data];
    expect(one.name).not.toBe(two.name);
    expect(two.name).toMatch(/ \d+$/);
    expect((await server.as('opt_05', '/ad-schemes/set_status', { ...two, name: undefined, status: 'enabled' } as never)).code).toBe(0);
  });

  it('leaves open what is gone, and finds no campaign of others', async () => {
    await sql`update pixel set deleted_at = now()`.execute(server.db);
    const { data } = await save(campaign);
    expect((await detail(data.id)).body.identity).toMatchObject({ site_id: null, pixel_id: null, homepage_ids: [], landing_page_ids: [] });
    expect((await save(campaign, 'opt_01')).reason).toBe('NOT_FOUND');
  });
});
