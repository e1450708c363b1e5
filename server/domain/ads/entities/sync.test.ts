import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AdPlatformError } from '#server/channel/ad-platform.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { FakeEntities } from '#tests/support/fake-entities.ts';
import { launchFixtures } from '#tests/support/launches.ts';
import { testVault } from '#tests/support/outside.ts';
import { nothingOutside } from '../../outside.ts';
import type { EntityLevel } from './levels.ts';
import { syncEntities } from './sync.job.ts';

let server: TestApp;
let channel: FakeEntities;
const rows = launchFixtures(() => server);

beforeEach(async () => {
  channel = new FakeEntities();
  server = await createTestApp({ outside: { ...nothingOutside, vault: testVault, channels: channel.channels } });
  channel.now = () => server.clock.now();
});
afterEach(async () => await server.close());

const sync = async (channels = channel.channels) => {
  const lines: string[] = [];
  const { db, clock } = server;
  const context = { ...nothingOutside, vault: testVault, channels, db, now: clock.now(), log: (line: string) => void lines.push(line) };
  return { ...(await syncEntities.run({ ...context, signal: new AbortController().signal })), lines };
};
const entity = async (level: EntityLevel, id: number) =>
  (await server.db
    .selectFrom(level as 'campaign')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as Record<string, unknown>;
const platformIdOf = async (level: EntityLevel, id: number) => {
  const row = await entity(level, id);
  return String(row.platform_campaign_id ?? row.platform_adset_id ?? row.platform_ad_id);
};
const events = async () =>
  await server.db.selectFrom('ad_event').select(['level', 'event', 'actor_type', 'before', 'after']).orderBy('id').execute();

/** Creates a tree that the channel has as well, synchronised once. */
async function known(more: Parameters<typeof rows.tree>[1] = {}) {
  const tree = await rows.tree('opt_05', more);
  await channel.mirror(server);
  await sync();
  server.clock.forward({ minutes: 15 });
  return tree;
}

describe('a change made on the channel', () => {
  test('is applied with events of the channel', async () => {
    const { campaign, group, ad } = await known({
      campaign: { bid_strategy: 'COST_CAP' },
      group: { bid_amount: 800, budget_mode: 'daily', daily_budget: 5_000 },
    });
    channel.change(await platformIdOf('campaign', campaign), { status: 'PAUSED', name: 'renamed there' });
    channel.change(await platformIdOf('ad_group', group), {}, { daily_budget: 9_000, bid_amount: 900 });
    expect(await sync()).toMatchObject({ rowsOut: 2 });
    expect(await entity('campaign', campaign)).toMatchObject({
      status: 'PAUSED',
      effective_status: 'PAUSED',
      name: 'renamed there',
      closed_by: 'platform',
      closed_at: server.clock.now(),
      rule_shield_until: null,
      version: 2,
    });
    expect(await entity('ad_group', group)).toMatchObject({ daily_budget: 9_000, bid_amount: 900, effective_status: 'CAMPAIGN_PAUSED' });
    expect((await entity('ad', ad)).effective_status).toBe('CAMPAIGN_PAUSED');
    expect(await events()).toMatchObject([
      { level: 'campaign', event: 'close', actor_type: 'platform', before: { status: 'ACTIVE' } },
      { level: 'campaign', event: 'rename', actor_type: 'platform', after: { name: 'renamed there' } },
      { level: 'ad_group', event: 'budget', actor_type: 'platform', before: { daily_budget: 5_000 }, after: { daily_budget: 9_000 } },
      { level: 'ad_group', event: 'bid', actor_type: 'platform', after: { bid_amount: 900 } },
    ]);
    server.clock.forward({ minutes: 15 });
    expect(await sync()).toMatchObject({ rowsOut: 0 });
    channel.change(await platformIdOf('campaign', campaign), { status: 'ACTIVE' });
    await sync();
    expect(await entity('campaign', campaign)).toMatchObject({
      status: 'ACTIVE',
      effective_status: 'ACTIVE',
      closed_by: null,
      closed_at: null,
    });
  });

  test('deletes a campaign here with everything below when it was deleted there', async () => {
    const { campaign, group, ad } = await known();
    channel.change(await platformIdOf('campaign', campaign), { status: 'DELETED' });
    await sync();
    expect(await entity('campaign', campaign)).toMatchObject({ status: 'DELETED', effective_status: 'DELETED', closed_by: 'platform' });
    expect([(await entity('ad_group', group)).status, (await entity('ad', ad)).status]).toEqual(['DELETED', 'DELETED']);
    expect((await events()).map(({ level, event }) => `${level} ${event}`)).toEqual([
      'campaign close',
      'campaign remove',
      'ad_group remove',
      'ad remove',
    ]);
    server.clock.forward({ minutes: 15 });
    expect(await sync()).toMatchObject({ rowsOut: 0 });
  });
});

describe('a review', () => {
  test('alerts the owner of a rejected ad with the violated policy', async () => {
    const { ad } = await known({ ad: { review: 'pending', effective_status: 'PENDING_REVIEW' } });
    const id = await platformIdOf('ad', ad);
    channel.change(id, { effective_status: 'DISAPPROVED', review_feedback: { 'Adult content': 'The picture suggests more.' } });
    await sync();
    expect(await entity('ad', ad)).toMatchObject({
      review: 'rejected',
      effective_status: 'DISAPPROVED',
      review_feedback: { 'Adult content': 'The picture suggests more.' },
    });
    expect(await server.db.selectFrom('alert').select(['user_id', 'kind', 'data']).execute()).toEqual([
      {
        user_id: await rows.userOf('opt_05'),
        kind: 'ad_disapproved',
        data: { name: (await entity('ad', ad)).name, policy: 'Adult content: The picture suggests more.' },
      },
    ]);
    // The first run found the ad, which is active on the fake channel, approved.
    expect((await events()).at(-1)).toMatchObject({
      event: 'review',
      actor_type: 'platform',
      after: { review: 'rejected', policies: ['Adult content'] },
    });
  });

  test('brings the decision about an appeal: a granted one approves the ad', async () => {
    const { ad } = await known();
    const id = await platformIdOf('ad', ad);
    const feedback = { 'Adult content': 'The picture suggests more.' };
    channel.change(id, { effective_status: 'DISAPPROVED', review_feedback: feedback, appeal: 'pending' });
    await sync();
    expect(await entity('ad', ad)).toMatchObject({ review: 'rejected', appeal: 'pending' });
    server.clock.forward({ minutes: 15 });
    channel.change(id, { effective_status: 'DISAPPROVED', appeal: 'denied' });
    await sync();
    expect(await entity('ad', ad)).toMatchObject({ review: 'rejected', appeal: 'denied', review_feedback: feedback });
    expect((await events()).at(-1)).toMatchObject({
      event: 'appeal',
      actor_type: 'platform',
      before: { appeal: 'pending' },
      after: { appeal: 'denied' },
    });
    server.clock.forward({ minutes: 15 });
    channel.change(id, { effective_status: 'ACTIVE', appeal: 'granted', review_feedback: null });
    await sync();
    expect(await entity('ad', ad)).toMatchObject({
      review: 'approved',
      appeal: 'granted',
      review_feedback: null,
      effective_status: 'ACTIVE',
    });
  });

  test('alerts each owner once about several rejected ads of an account, in the reader’s language', async () => {
    const { group } = await known({ ad: { review: 'pending', effective_status: 'PENDING_REVIEW' } });
    const more = [await rows.ad(group), await rows.ad(group)];
    await channel.mirror(server);
    await sync();
    await server.db.deleteFrom('alert').execute();
    const text = 'A scene of violence or injury is meant to shock.';
    for (const ad of more) {
      channel.change(await platformIdOf('ad', ad), { effective_status: 'DISAPPROVED', review_feedback: { 'Shocking content': text } });
    }
    server.clock.forward({ minutes: 15 });
    await sync();
    const [alert, ...others] = (await server.as('opt_05', '/home-alerts/list', {})).data.list;
    expect(others).toEqual([]);
    expect(alert?.title).toMatch(/^2 条广告审核未通过：/);
    expect(alert?.body).toBe('惊悚内容：含有暴力或受伤画面，意在造成惊吓。');
    expect(alert?.link).toMatch(/^\/advertising\/start\?tab=ad&view=disapproved&ad_account_id=\d+$/);
    const [english] = (await server.as('opt_05', '/home-alerts/list', {}, { language: 'en' })).data.list;
    expect(english).toMatchObject({ body: `Shocking content: ${text}` });
  });

  test('makes an approved ad run, and an issue blocks it', async () => {
    const { ad } = await rows.tree('opt_05', { ad: { review: 'pending', effective_status: 'PENDING_REVIEW' } });
    await channel.mirror(server);
    await sync();
    expect(await entity('ad', ad)).toMatchObject({ review: 'approved', effective_status: 'ACTIVE' });
    server.clock.forward({ minutes: 15 });
    channel.change(await platformIdOf('ad', ad), { effective_status: 'WITH_ISSUES', issue: 'The page was unpublished.' });
    await sync();
    expect(await entity('ad', ad)).toMatchObject({ effective_status: 'WITH_ISSUES', issue: 'The page was unpublished.' });
    server.clock.forward({ minutes: 15 });
    channel.change(await platformIdOf('ad', ad), { effective_status: 'ACTIVE', issue: null });
    await sync();
    expect(await entity('ad', ad)).toMatchObject({ effective_status: 'ACTIVE', issue: null });
  });
});

describe('an object on the channel', () => {
  test('is marked missing by the daily complete listing and recovers when it returns', async () => {
    const { campaign, ad } = await known();
    const id = await platformIdOf('ad', ad);
    const remote = channel.remote.get(id);
    channel.remote.delete(id);
    await sync();
    expect((await entity('ad', ad)).sync_state).toBe('synced');
    server.clock.forward({ days: 1 });
    expect(await sync()).toMatchObject({ rowsOut: 1 });
    expect(await entity('ad', ad)).toMatchObject({ sync_state: 'missing', effective_status: 'MISSING', status: 'ACTIVE' });
    expect((await entity('campaign', campaign)).sync_state).toBe('synced');
    if (remote !== undefined) channel.remote.set(id, { ...remote, updated_at: server.clock.now() });
    server.clock.forward({ minutes: 15 });
    await sync();
    expect(await entity('ad', ad)).toMatchObject({ sync_state: 'synced', effective_status: 'ACTIVE' });
  });

  test('is not marked missing when it got its id after the listing began', async () => {
    const { campaign } = await known();
    channel.remote.delete(await platformIdOf('campaign', campaign));
    const leased = server.clock.now();
    await server.db.updateTable('campaign').set({ platform_campaign_id: null, sync_state: 'pushing' }).where('id', '=', campaign).execute();
    server.clock.forward({ days: 1 });
    channel.onListing = async () => {
      channel.onListing = null;
      const columns = { platform_campaign_id: '900077', sync_state: 'synced' as const, updated_at: leased };
      await server.db.updateTable('campaign').set(columns).where('id', '=', campaign).execute();
    };
    await sync();
    expect((await entity('campaign', campaign)).sync_state).toBe('synced');
    server.clock.forward({ days: 1 });
    await sync();
    expect((await entity('campaign', campaign)).sync_state).toBe('missing');
  });

  test('stays unchanged when the channel does not answer, and the result reports that', async () => {
    const { campaign } = await known();
    const { rowsOut, lines, message } = await sync({
      of: () =>
        ({
          changedSince: () => {
            throw refusedBy();
          },
        }) as never,
      connectorsFor: () => [],
    });
    expect([rowsOut, lines.length, message]).toEqual([0, 1, '0 of 1 accounts: 0 changed, 0 taken over, 0 missing']);
    expect((await entity('campaign', campaign)).status).toBe('ACTIVE');
  });
});

describe('an account with an unexpected error', () => {
  test('does not keep other accounts from being synchronised, and the error is reported at the end', async () => {
    const person = await rows.person('opt_05');
    await rows.account(person);
    await server.db.updateTable('personal_account').set({ access_token_enc: 'v1.lost.x' }).where('id', '=', person).execute();
    const { campaign } = await rows.tree('opt_05');
    await channel.mirror(server);
    channel.change(await platformIdOf('campaign', campaign), { status: 'PAUSED' });
    await expect(sync()).rejects.toThrow('needs the key "lost"');
    expect((await entity('campaign', campaign)).status).toBe('PAUSED');
  });
});

describe('a change made here', () => {
  test('is not undone by older data of the channel', async () => {
    const { campaign } = await known();
    const id = await platformIdOf('campaign', campaign);
    channel.change(id, { status: 'PAUSED' });
    // A user opens it here while the account is being listed.
    channel.onListing = async () => {
      channel.onListing = null;
      server.clock.forward({ minutes: 1 });
      await server.db.updateTable('campaign').set({ name: 'ours', updated_at: server.clock.now() }).where('id', '=', campaign).execute();
    };
    expect(await sync()).toMatchObject({ rowsOut: 0 });
    expect(await entity('campaign', campaign)).toMatchObject({ status: 'ACTIVE', name: 'ours' });
    // The next run looks at skipped objects again.
    server.clock.forward({ minutes: 15 });
    expect(await sync()).toMatchObject({ rowsOut: 1 });
    expect(await entity('campaign', campaign)).toMatchObject({ status: 'PAUSED' });
  });
});

describe('an object unknown here', () => {
  const group = {
    optimization_goal: 'LINK_CLICKS',
    billing_event: 'IMPRESSIONS',
    bid_amount: null,
    roas_floor_bp: null,
    daily_budget: 4_000,
    lifetime_budget: null,
    pixel_id: null,
    custom_event_type: null,
    attribution: '7d_click',
    targeting: { countries: ['GB', 'US'] },
    beneficiary: 'Galaxy',
    payer: null,
    start_at: null,
    end_at: null,
  };
  const campaign = {
    objective: 'OUTCOME_TRAFFIC',
    bid_strategy: null,
    daily_budget: null,
    lifetime_budget: null,
    spend_cap: null,
    special_ad_categories: ['HOUSING'],
    special_ad_countries: ['GB'],
    start_at: null,
    stop_at: null,
  };
  const adSpec = (page_id: string) => ({
    page_id,
    post_id: null,
    asset_id: null,
    primary_text: 'Watch it',
    headline: null,
    call_to_action: 'WATCH_MORE',
    link: 'https://drama.test/play',
    url_tags: '',
  });

  /** Adds objects that were made in the channel's own tool. */
  function addRemoteTree() {
    channel.add('campaign', '900001', { name: 'Found campaign' }, campaign);
    channel.add('ad_group', '900002', { name: 'Found group', parent_id: '900001', status: 'PAUSED' }, group);
  }

  test('is adopted with everything below it by the primary user of the account', async () => {
    const person = await rows.person('opt_05');
    const account = await rows.account(person, { biz: 'dj' });
    const page = await rows.homepage(person, { ads_active: 3 });
    const { platform_page_id } = await server.db
      .selectFrom('homepage')
      .select('platform_page_id')
      .where('id', '=', page)
      .executeTakeFirstOrThrow();
    const user_id = await rows.userOf('opt_06');
    await server.db
      .insertInto('asset_assign')
      .values({ asset_type: 'ad_account', asset_id: account, user_id, is_primary: true, from_at: server.clock.now() })
      .execute();
    addRemoteTree();
    channel.add('ad', '900003', { name: 'Found ad', parent_id: '900002' }, adSpec(platform_page_id));
    expect(await sync()).toMatchObject({ rowsOut: 3 });
    const common = { owner_user_id: user_id, source: 'platform', sync_state: 'synced', ad_account_id: account };
    expect(await server.db.selectFrom('campaign').selectAll().execute()).toMatchObject([
      {
        ...common,
        name: 'Found campaign',
        bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
        // It is on but delivers nothing, because its ad group is paused.
        effective_status: 'ADSET_PAUSED',
        drama_id: null,
        budget_mode: null,
        special_ad_categories: ['HOUSING'],
        special_ad_countries: ['GB'],
      },
    ]);
    expect(await server.db.selectFrom('ad_group').selectAll().execute()).toMatchObject([
      { ...common, name: 'Found group', primary_country: 'GB', daily_budget: 4_000, effective_status: 'PAUSED', beneficiary: 'Galaxy' },
    ]);
    expect(await server.db.selectFrom('ad').selectAll().execute()).toMatchObject([
      { ...common, name: 'Found ad', homepage_id: page, effective_status: 'ADSET_PAUSED', review: 'approved' },
    ]);
    server.clock.forward({ minutes: 15 });
    expect(await sync()).toMatchObject({ rowsOut: 0 });
  });

  test('has no owner in an account without a primary user, so only administrators see it', async () => {
    const person = await rows.person('opt_05');
    const account = await rows.account(person);
    await rows.assign('ad_account', account, { user: 'opt_05' });
    addRemoteTree();
    await sync();
    expect(await server.db.selectFrom('campaign').select('owner_user_id').execute()).toEqual([{ owner_user_id: null }]);
  });

  const since = async () => (await server.db.selectFrom('fact_sync').select('entities_since').executeTakeFirstOrThrow()).entities_since;

  test('does not extend later listings when it can never be adopted', async () => {
    const { ad } = await known();
    channel.add('campaign', '900021', { status: 'DELETED' }, campaign);
    channel.add('ad_group', '900022', { parent_id: '900021' }, group);
    channel.add('ad', '900023', { parent_id: '900022' }, adSpec('1'));
    await sync();
    server.clock.forward({ hours: 1 });
    const changed = server.clock.now();
    channel.change(await platformIdOf('ad', ad), { name: 'renamed there' });
    await sync();
    expect(await since()).toEqual(changed);
    expect(await server.db.selectFrom('ad_group').select('id').where('platform_adset_id', '=', '900022').execute()).toEqual([]);
  });

  test('is found by the next run when it changed during a listing', async () => {
    const { ad } = await known();
    const listedAt = server.clock.now();
    const id = await platformIdOf('ad', ad);
    channel.onListing = async () => {
      channel.onListing = null;
      server.clock.forward({ minutes: 2 });
      channel.change(id, { name: 'renamed meanwhile' });
    };
    await sync();
    expect(await since()).toEqual(listedAt);
  });

  test('is adopted once its campaign, which is still being created, is known', async () => {
    const { campaign: mine } = await known();
    const tag = '7d1c1a6e-7f1c-4e7e-9a51-0c8f6f3c2d12';
    const user_id = await rows.userOf('opt_05');
    const timestamps = { created_at: server.clock.now(), updated_at: server.clock.now() };
    const order = { type: 'publish', origin: '/advertising/publish', action: '/ad-publish/submit', language: 'zh' as const, params: '{}' };
    const batch = await server.db
      .insertInto('batch')
      .values({ ...order, ...timestamps, user_id, summary: JSON.stringify({ zh: '发', en: 'P' }), status: 'running', total: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const item = { seq: 1, address: '', target_type: 'campaign', label: 'x', client_tag: tag, locks: false, status: 'pending' as const };
    await server.db
      .insertInto('batch_item')
      .values({ ...item, ...timestamps, batch_id: batch.id, user_id })
      .execute();
    channel.add('campaign', '900031', { tag }, campaign);
    server.clock.forward({ minutes: 1 });
    channel.add('ad_group', '900032', { parent_id: '900031' }, group);
    await sync();
    expect(await server.db.selectFrom('ad_group').select('id').where('platform_adset_id', '=', '900032').execute()).toEqual([]);
    await server.db.deleteFrom('batch_item').where('client_tag', '=', tag).execute();
    server.clock.forward({ minutes: 15 });
    channel.change(await platformIdOf('campaign', mine), { name: 'renamed there' });
    await sync();
    expect(await server.db.selectFrom('ad_group').select('name').where('platform_adset_id', '=', '900032').execute()).toHaveLength(1);
  });

  test('is ignored when deleted, and matched by its tag when this server created it', async () => {
    const { campaign: mine } = await rows.tree('opt_05');
    const tag = '7d1c1a6e-7f1c-4e7e-9a51-0c8f6f3c2d11';
    await server.db
      .updateTable('campaign')
      .set({ client_tag: tag, platform_campaign_id: null, sync_state: 'pushing' })
      .where('id', '=', mine)
      .execute();
    channel.add('campaign', '900009', { status: 'DELETED' }, campaign);
    channel.add('campaign', '900010', { tag, name: 'lost on the way' }, campaign);
    await sync();
    // No item is creating it any more, so the stored object is matched by its tag.
    expect(await server.db.selectFrom('campaign').select(['id', 'platform_campaign_id', 'sync_state']).execute()).toEqual([
      { id: mine, platform_campaign_id: '900010', sync_state: 'synced' },
    ]);
  });
});

describe('an ad group', () => {
  test('learns by conversions of the channel, and starts again after a large change', async () => {
    const { db, clock } = server;
    const { group, ad } = await known({ group: { learning_stage: 'LEARNING', budget_mode: 'daily', daily_budget: 5_000 } });
    const buy = async (day: string, count: number) => {
      await sql`
        insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, biz, country, channel, plat_purchases, pulled_at)
        select id, ${day}::date, ad_group_id, campaign_id, ad_account_id, 'dj', 'US', 'meta', ${count}::int, now() from ad where id = ${ad}`.execute(
        db,
      );
    };
    await buy('2026-11-20', 30);
    await sync();
    expect(await entity('ad_group', group)).toMatchObject({ learning_stage: 'LEARNING', learning_events: 30 });
    clock.forward({ days: 1 });
    await buy('2026-11-21', 25);
    await sync();
    expect(await entity('ad_group', group)).toMatchObject({ learning_stage: 'SUCCESS', learning_events: 50 });
    clock.forward({ days: 1 });
    const body = { level: 'ad_group' as const, ids: [group], mode: 'inc_pct' as const, value: 30 };
    expect((await server.as('opt_05', '/ad-entities/batch_budget', body)).data.ok).toBe(1);
    await buy('2026-11-22', 4);
    await sync();
    expect(await entity('ad_group', group)).toMatchObject({ learning_stage: 'LEARNING', learning_events: 4 });
    clock.forward({ days: 8 });
    await sync();
    expect(await entity('ad_group', group)).toMatchObject({ learning_stage: 'FAIL', learning_events: 4 });
  });
});

function refusedBy(): Error {
  return new AdPlatformError('down', { code: 2, userMessage: 'not now' });
}

describe('the object of the channel', () => {
  const raw = async (level: EntityLevel, id: number) => (await server.as('super', '/admin-entities/raw', { level, id })).data;

  test('is kept as it was at the last sync, and known to be gone', async () => {
    const { campaign, ad } = await rows.tree('opt_05');
    expect(await raw('campaign', campaign)).toEqual({ body: null, synced_at: null, is_missing: false });
    await channel.mirror(server);
    await sync();
    const at = server.clock.now().toISOString();
    expect(await raw('campaign', campaign)).toMatchObject({
      body: { level: 'campaign', status: 'ACTIVE' },
      synced_at: at,
      is_missing: false,
    });
    expect(await raw('ad', ad)).toMatchObject({ body: { level: 'ad', id: await platformIdOf('ad', ad) }, synced_at: at });
    server.clock.forward({ minutes: 15 });
    channel.change(await platformIdOf('campaign', campaign), { status: 'PAUSED' });
    await sync();
    expect(await raw('campaign', campaign)).toMatchObject({ body: { status: 'PAUSED' }, synced_at: server.clock.now().toISOString() });
    await server.db.updateTable('campaign').set({ sync_state: 'missing' }).where('id', '=', campaign).execute();
    expect(await raw('campaign', campaign)).toMatchObject({ body: { status: 'PAUSED' }, is_missing: true });
  });

  test('is kept without secrets', async () => {
    const { ad } = await rows.tree('opt_05');
    await channel.mirror(server);
    const number = await platformIdOf('ad', ad);
    channel.change(number, { tag: 'kept', access_token: 'EAAB' } as never);
    await sync();
    expect((await raw('ad', ad)).body).toMatchObject({ tag: 'kept', access_token: '***' });
  });
});
