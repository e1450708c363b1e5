import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { retryPublish } from '#contracts/endpoints/publish.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchFixtures } from '#tests/support/launches.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';
import type { soundScheme } from '#tests/support/sound-scheme.ts';
import { reconcileItems } from '../../batches/index.ts';
import { takePlace } from '../entities/index.ts';
import { launchBatchTypes } from './launch.batches.ts';

let server: TestApp;
let assets: PublishAssets;
/** Hook that runs before each item; every test sets its own. */
let beforeItem: (item: { type: string; seq: number; attempt: number }) => Promise<void> | void = () => undefined;
const rows = publishingFixtures(() => server);

let rewind: () => Promise<void>;

beforeAll(async () => {
  server = await createTestApp({ batches: { waitMs: 0, faults: { beforeItem: (item) => beforeItem(item) } } });
  assets = await rows.prepareAssets();
  rewind = await server.remember();
});
afterEach(async () => {
  await rewind();
  beforeItem = () => undefined;
});
afterAll(async () => await server.close());

type Change = Parameters<typeof soundScheme>[0];
type Request = Parameters<typeof rows.request>[2];

/** Previews and submits; returns the plan and the resulting batch. */
async function publish({ scheme = {}, request = {}, as = 'opt_05' }: { scheme?: Change; request?: Request; as?: string } = {}) {
  const { id } = await rows.scheme(as, assets, scheme);
  const { data: plan } = await server.as(as, '/ad-publish/preview', rows.request(assets, id, request));
  if (plan.errors.length > 0) throw new Error(JSON.stringify(plan.errors));
  const { data } = await server.as(as, '/ad-publish/submit', { plan_id: plan.plan_id, confirm_budget: true });
  await server.app.batches.settled();
  return { scheme: id, plan, batch: { ...(await detail(data.batch_id)), batch_id: data.batch_id } };
}

const itemsOf = async (batch_id: number) =>
  (await server.as('admin', '/op-batches/items', { batch_id, page_size: 200 }, { language: 'en-US' })).data.list;
const detail = async (batch_id: number) => (await server.as('admin', '/op-batches/detail', { batch_id })).data;
const summarize = async (batch_id: number) =>
  (await itemsOf(batch_id)).map(({ target_type, status, reason }) => `${target_type} ${status}${reason === null ? '' : ` ${reason}`}`);
const countRows = async (table: 'sbx_campaign' | 'sbx_group' | 'sbx_ad' | 'campaign' | 'ad_group' | 'ad') =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(server.db)).rows[0]?.count;
const ads = async () => await server.db.selectFrom('ad').selectAll().orderBy('id').execute();
const campaigns = async () => await server.db.selectFrom('campaign').selectAll().orderBy('id').execute();
const settle = async () => {
  await server.app.batches.sweep();
  await server.app.batches.settled();
};
const reconcileAfter = async (minutes: number) => {
  server.clock.forward({ minutes });
  const { channels, vault } = server.outside;
  await reconcileItems({ db: server.db, now: server.clock.now(), channels, vault }, launchBatchTypes, {
    signal: new AbortController().signal,
    onError: (error) => {
      throw error;
    },
  });
  await settle();
};
const retry = async (batch_id: number) => {
  const answer = await server.as('opt_05', '/op-batches/retry', { batch_id });
  await settle();
  return answer;
};
/** Names ads by their material, to tell them apart. */
const withAdNames = (name: string): Change => ({ naming: { ad: name } });
const setTitle = async (at: number, title: string) => {
  await server.db
    .updateTable('material')
    .set({ title })
    .where('id', '=', assets.materials[at] ?? 0)
    .execute();
};

describe('a publish', () => {
  it('creates the campaigns of several dramas, each for its own', async () => {
    const other = await rows.drama();
    await rows.landing(assets.site, { drama_id: other }, { status: 'online' });
    const { batch } = await publish({
      scheme: { structure: { groups_per_campaign: 1 } },
      request: {
        material_ids: assets.materials.slice(0, 1),
        further_contents: [{ drama_id: other, material_ids: [await rows.picture('opt_05', other)] }],
      },
    });
    expect(batch.status).toBe('succeeded');
    expect((await campaigns()).map(({ drama_id, status }) => [drama_id, status])).toEqual([
      [assets.drama, 'ACTIVE'],
      [other, 'ACTIVE'],
    ]);
  });

  it('uses the page, pixel and budget of single accounts, whose budgets are summed', async () => {
    const [first = 0, , third = 0] = assets.accounts;
    const { batch, scheme } = await publish({
      request: {
        ad_account_ids: [first, third],
        material_ids: assets.materials.slice(0, 1),
        account_overrides: [{ ad_account_id: third, homepage_id: assets.pages[1] ?? 0, budget_usd: 2_000 }],
      },
    });
    expect(batch.status).toBe('succeeded');
    expect((await ads()).map(({ ad_account_id, homepage_id }) => [ad_account_id, homepage_id])).toEqual(
      expect.arrayContaining([
        [first, assets.pages[0]],
        [third, assets.pages[1]],
      ]),
    );
    expect((await campaigns()).map(({ daily_budget }) => daily_budget).toSorted()).toEqual([320_000, 5_000]);
    const { list } = (await server.as('opt_05', '/ad-publish/jobs', { scheme_id: scheme })).data;
    expect(list[0]?.budget_day_usd).toBe(7_000);
  });

  it('creates nothing that was left out of its preview', async () => {
    const ad = `a${assets.accounts[0]}.c1`;
    const { batch, plan } = await publish({ request: { left_out: [`${ad}.g1`, `${ad}.g2.a1`] } });
    expect(plan.counts).toMatchObject({ campaigns: 1, groups: 1, ads: 1, uploads: 1 });
    expect(await summarize(batch.batch_id)).toEqual([
      'material succeeded',
      'campaign succeeded',
      'ad_group succeeded',
      'ad succeeded',
      'launch succeeded',
    ]);
    expect((await ads()).map(({ name }) => name)).toEqual([plan.tree.at(-1)?.name]);
  });

  it('creates every object on the channel and opens the campaign once its ads exist', async () => {
    const { scheme, batch } = await publish();
    expect(batch).toMatchObject({ status: 'succeeded', total: 12, ok: 12 });
    expect(await summarize(batch.batch_id)).toEqual([
      ...Array.from({ length: 4 }, () => 'material succeeded'),
      'campaign succeeded',
      'ad_group succeeded',
      'ad_group succeeded',
      ...Array.from({ length: 4 }, () => 'ad succeeded'),
      'launch succeeded',
    ]);
    const [campaign] = await campaigns();
    expect(campaign).toMatchObject({
      status: 'ACTIVE',
      effective_status: 'PENDING_REVIEW',
      sync_state: 'synced',
      daily_budget: 5_000,
      scheme_id: scheme,
      scheme_version: 1,
      batch_id: batch.batch_id,
      owner_user_id: await rows.userOf('opt_05'),
      drama_id: assets.drama,
      source: 'system',
    });
    const remote = (await sql<{ status: string; daily_budget: number; objective: string }>`select * from sbx_campaign`.execute(server.db))
      .rows;
    expect(remote).toMatchObject([
      { id: campaign?.platform_campaign_id, status: 'ACTIVE', daily_budget: 5_000, objective: 'OUTCOME_SALES' },
    ]);
    expect((await ads()).map(({ effective_status, material_id, homepage_id }) => [effective_status, material_id, homepage_id])).toEqual(
      assets.materials.slice(0, 4).map((material) => ['PENDING_REVIEW', material, assets.pages[0]]),
    );
    const link = `https://${(await server.db.selectFrom('site').select('domain').where('id', '=', assets.site).executeTakeFirstOrThrow()).domain}`;
    const creatives = (
      await sql<{ link: string; asset_id: string; url_tags: string }>`select link, asset_id, url_tags from sbx_ad`.execute(server.db)
    ).rows;
    expect(creatives.every((ad) => ad.link.startsWith(link) && ad.asset_id !== null && ad.url_tags === 'ad_id={{ad.id}}')).toBe(true);
    expect(await countRows('sbx_group')).toBe(2);
    const events = await server.db.selectFrom('ad_event').select(['level', 'event', 'batch_id']).orderBy('id').execute();
    expect(events.map(({ level, event }) => `${event} ${level}`)).toEqual([
      'publish campaign',
      'publish ad_group',
      'publish ad_group',
      ...Array.from({ length: 4 }, () => 'publish ad'),
    ]);
    const { list } = (await server.as('opt_05', '/ad-schemes/list', {})).data;
    expect(list[0]).toMatchObject({ id: scheme, publish_count: 1, last_published_at: server.clock.now().toISOString() });
  });

  it('leaves the campaign paused if the scheme says so', async () => {
    await publish({ scheme: { launch: { initial_status: 'PAUSED' } } });
    expect((await campaigns())[0]).toMatchObject({ status: 'PAUSED', effective_status: 'PAUSED', issue: null });
    expect((await ads())[0]?.status).toBe('ACTIVE');
  });

  it('runs each account in its own lane, with its own currency and timezone', async () => {
    const { batch } = await publish({
      scheme: { money: { budget_level: 'ad_group' }, time: { start_mode: 'next_midnight' } },
      request: { ad_account_ids: assets.accounts },
    });
    expect(batch).toMatchObject({ status: 'succeeded', total: 36 });
    const groups = await server.db
      .selectFrom('ad_group')
      .select(['ad_account_id', 'daily_budget', 'start_at'])
      .orderBy('ad_account_id')
      .orderBy('id')
      .execute();
    expect(groups.filter((_, at) => at % 2 === 0).map(({ daily_budget, start_at }) => [daily_budget, start_at?.toISOString()])).toEqual([
      [5_000, '2026-11-21T08:00:00.000Z'],
      [5_000, '2026-11-21T05:00:00.000Z'],
      [800_000, '2026-11-20T17:00:00.000Z'],
    ]);
    expect((await campaigns()).map(({ daily_budget, budget_mode }) => [daily_budget, budget_mode])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  it('uploads a material to an account once', async () => {
    await publish();
    const { batch, plan } = await publish({ request: { material_ids: assets.materials.slice(2, 6) } });
    expect(plan.counts.uploads).toBe(2);
    expect((await itemsOf(batch.batch_id)).filter(({ target_type }) => target_type === 'material')).toHaveLength(2);
  });

  it('is listed with its scheme and separate counts of its ads', async () => {
    const { batch, scheme } = await publish({ scheme: withAdNames('{material}') });
    const { data } = await server.as('opt_05', '/ad-publish/jobs', { scheme_id: scheme });
    expect(data).toMatchObject({
      total: 1,
      list: [
        {
          id: batch.batch_id,
          type: 'publish',
          scheme: { id: scheme, version: 1 },
          accounts: 1,
          ads: { total: 4, ok: 4, fail: 0, unknown: 0 },
          total: 12,
          budget_day_usd: 5_000,
        },
      ],
    });
    expect((await server.as('opt_01', '/ad-publish/jobs', { scheme_id: scheme })).data.total).toBe(0);
    expect((await server.as('lead_a', '/ad-publish/jobs', { ad_account_id: assets.accounts[0] })).data.total).toBe(1);
    expect((await server.as('lead_a', '/ad-publish/jobs', { ad_account_id: assets.accounts[1] })).data.total).toBe(0);
  });
});

describe('submitting', () => {
  const previewPlan = async (request: Request = {}, scheme: Change = {}) => {
    const { id } = await rows.scheme('opt_05', assets, scheme);
    return (await server.as('opt_05', '/ad-publish/preview', rows.request(assets, id, request))).data;
  };
  const submit = (plan_id: string, more: object = {}) =>
    server.as('opt_05', '/ad-publish/submit', { plan_id, confirm_budget: true, ...more });

  it('several times, concurrently or with one key, creates one tree', async () => {
    const { plan_id } = await previewPlan();
    const answers = await Promise.all([submit(plan_id), submit(plan_id), submit(plan_id)]);
    expect(new Set(answers.map(({ data }) => data.batch_id)).size).toBe(1);
    const key = '6f0d8f0e-6a5e-4b0e-9d41-0f6c3b5f0a11';
    const other = (await previewPlan()).plan_id;
    const withKey = await Promise.all([1, 2, 3].map(() => submit(other, { idempotency_key: key })));
    expect(withKey.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(new Set(withKey.map(({ data }) => data.batch_id)).size).toBe(1);
    // Also later, by a client that never received the answer.
    expect((await submit(other, { idempotency_key: key })).data.batch_id).toBe(withKey[0]?.data.batch_id);
    await server.app.batches.settled();
    expect([await countRows('sbx_campaign'), await countRows('campaign')]).toEqual([2, 2]);
  });

  it('requires confirmation of the daily total', async () => {
    const { plan_id, confirm_budget } = await previewPlan();
    expect(confirm_budget).toBe(true);
    const { data, code } = await server.as('opt_05', '/ad-publish/submit', { plan_id });
    expect([code, data.errors]).toEqual([400, [expect.objectContaining({ field: 'confirm_budget', rule: 'confirmBudget' })]]);
    expect(await countRows('campaign')).toBe(0);
  });

  it('is refused with errors, for another user’s plan, and after the plan expired', async () => {
    const blocked = await previewPlan({ material_ids: assets.materials.slice(0, 5) });
    expect((await submit(blocked.plan_id)).data.errors).toMatchObject([{ field: 'plan_id', rule: 'planBlocked' }]);
    const { plan_id } = await previewPlan();
    expect((await server.as('lead_a', '/ad-publish/submit', { plan_id, confirm_budget: true })).code).toBe(404);
    server.clock.forward({ minutes: 31 });
    expect(await submit(plan_id)).toMatchObject({ code: 409, reason: 'SELECTION_CHANGED' });
    expect(await countRows('campaign')).toBe(0);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a material was blocked',
      () =>
        server.db
          .updateTable('material')
          .set({ status: 'blocked' })
          .where('id', '=', assets.materials[0] ?? 0)
          .execute(),
    ],
    [
      'the scheme was changed',
      () =>
        server.db
          .updateTable('scheme_version')
          .set({ body: JSON.stringify(rows.bodyFor(assets, { money: { budget_usd: 9_900 } })) })
          .execute(),
    ],
    ['the scheme was disabled', () => server.db.updateTable('scheme').set({ status: 'disabled' }).execute()],
    [
      'the account became invisible',
      () =>
        server.db
          .updateTable('personal_account')
          .set({ owner_user_id: sql<number>`(select id from sys_user where account = 'opt_01')` })
          .execute(),
    ],
    [
      'the homepage became full',
      () =>
        server.db
          .updateTable('homepage')
          .set({ ads_active: 1_000 })
          .where('id', '=', assets.pages[0] ?? 0)
          .execute(),
    ],
    [
      'a landing page was deleted',
      () =>
        server.db
          .updateTable('landing_page')
          .set({ deleted_at: server.clock.now() })
          .where('id', '=', assets.landings[0] ?? 0)
          .execute(),
    ],
  ])('is refused if %s since the preview', async (_what, change) => {
    const { plan_id } = await previewPlan();
    await change();
    expect(await submit(plan_id)).toMatchObject({ code: 409, reason: 'SELECTION_CHANGED' });
    expect(await countRows('campaign')).toBe(0);
  });
});

describe('when something fails', () => {
  it('the rest goes live, and a retry creates what failed below existing objects', async () => {
    await setTitle(0, 'ok [[100/1487390!]]');
    await setTitle(2, 'two [[100]]');
    const { batch } = await publish({ scheme: withAdNames('{material}') });
    // The channel calls the first error permanent, but the engine retries it three times.
    for (const ms of [6_000, 30_000, 120_000]) {
      server.clock.forward({ ms });
      await settle();
    }
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'partial', fail: 2, ok: 10 });
    expect((await campaigns())[0]).toMatchObject({ status: 'ACTIVE' });
    expect(await ads()).toHaveLength(2);
    const failed = (await itemsOf(batch.batch_id)).filter(({ status }) => status === 'failed');
    expect(failed).toMatchObject([
      { reason: 'PLATFORM_REJECTED', platform_code: '100', platform_subcode: '1487390', retryable: true, attempt: 1 },
      { reason: 'PLATFORM_REJECTED', platform_code: '100', retryable: true },
    ]);
    await setTitle(0, 'ok');
    // A retry uses the ordered values: the second ad succeeds on every other attempt, the first stays refused.
    expect((await retry(batch.batch_id)).code).toBe(0);
    for (const ms of [6_000, 30_000, 120_000]) {
      server.clock.forward({ ms });
      await settle();
    }
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'partial', fail: 1, ok: 11 });
    expect([await countRows('sbx_campaign'), await countRows('sbx_group'), (await ads()).length]).toEqual([1, 2, 3]);
  });

  it('a failed upload affects only its own ads', async () => {
    await server.db
      .updateTable('material')
      .set({ sha256: 'f'.repeat(64) })
      .where('id', '=', assets.materials[1] ?? 0)
      .execute();
    const { batch } = await publish();
    expect(
      (await itemsOf(batch.batch_id))
        .filter(({ status }) => status !== 'succeeded')
        .map(({ target_type, status, reason }) => [target_type, status, reason]),
    ).toEqual([
      ['material', 'failed', 'PLATFORM_REJECTED'],
      ['ad', 'skipped', 'PARENT_FAILED'],
    ]);
    expect(await ads()).toHaveLength(3);
  });

  it('a refused campaign skips its own tree and no other', async () => {
    const { batch } = await publish({
      scheme: {
        ...withAdNames('{material}'),
        naming: { campaign: '{seq}{country}' },
        structure: { campaigns_per_account: 2, groups_per_campaign: 1 },
      },
      request: { renames: { [`a${assets.accounts[0]}.c1`]: 'no [[100]]' } },
    });
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'partial', fail: 1, skip: 4 });
    expect(await campaigns()).toHaveLength(1);
    expect((await retry(batch.batch_id)).code).toBe(0);
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'succeeded', fail: 0, skip: 0 });
    expect(await ads()).toHaveLength(4);
  });

  it('a campaign without created ads stays paused with an issue, and a successful retry opens it', async () => {
    await setTitle(0, 'x [[100]]');
    const { batch } = await publish({ scheme: withAdNames('{material}'), request: { material_ids: assets.materials.slice(0, 1) } });
    expect((await campaigns())[0]).toMatchObject({ status: 'PAUSED', issue: 'EMPTY', effective_status: 'PAUSED' });
    expect((await itemsOf(batch.batch_id)).at(-1)).toMatchObject({
      undone: false,
      text: 'None of its ads could be created; it was kept and is off',
      account: { id: assets.accounts[0] },
    });
    await retry(batch.batch_id);
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'succeeded' });
    expect((await campaigns())[0]).toMatchObject({ status: 'ACTIVE', issue: null });
    expect(await countRows('sbx_campaign')).toBe(1);
  });

  it('an empty campaign is deleted if the scheme says so, and a retry creates the tree anew', async () => {
    await setTitle(0, 'x [[100]]');
    const { batch } = await publish({
      scheme: { ...withAdNames('{material}'), structure: { on_empty: 'delete' } },
      request: { material_ids: assets.materials.slice(0, 1) },
    });
    expect(await campaigns()).toMatchObject([{ status: 'DELETED' }]);
    expect((await sql<{ status: string }>`select status from sbx_campaign`.execute(server.db)).rows).toEqual([{ status: 'DELETED' }]);
    const removed = 'None of its ads could be created, so it was removed automatically';
    expect((await itemsOf(batch.batch_id)).slice(1).map(({ target_type, undone, text }) => [target_type, undone, text])).toEqual([
      ['campaign', true, removed],
      ['ad_group', true, removed],
      ['ad', false, expect.stringContaining('Rejected')],
      ['launch', true, removed],
    ]);
    expect(await detail(batch.batch_id)).toMatchObject({ removed: 1 });
    const job = async () => (await server.as('opt_05', '/ad-publish/jobs', {})).data.list[0];
    expect(await job()).toMatchObject({ id: batch.batch_id, removed: 1, budget_day_usd: 0 });
    const { data: log } = await server.as('admin', '/ad-logs/remove_list', {}, { language: 'en-US' });
    expect(log.list).toMatchObject([{ reason: removed }]);
    await retry(batch.batch_id);
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'succeeded', fail: 0, removed: 0 });
    expect(await job()).toMatchObject({ budget_day_usd: 5_000 });
    expect((await campaigns()).map(({ status }) => status)).toEqual(['DELETED', 'ACTIVE']);
    expect((await ads()).map(({ status }) => status)).toEqual(['ACTIVE']);
  });

  it('an ad with a temporary failure waits alone while the rest of its account continues, one call at a time', async () => {
    await setTitle(0, 'flaky [[100/1487390]]');
    const { batch } = await publish({
      scheme: { ...withAdNames('{material}'), structure: { campaigns_per_account: 2, groups_per_campaign: 1 } },
    });
    const states = async () => (await itemsOf(batch.batch_id)).slice(4).map(({ target_type, status }) => `${target_type} ${status}`);
    const waiting = ['campaign succeeded', 'ad_group succeeded', 'ad pending', 'ad succeeded', 'launch pending'];
    const done = ['campaign succeeded', 'ad_group succeeded', 'ad succeeded', 'ad succeeded', 'launch succeeded'];
    expect(await states()).toEqual([...waiting, ...done]);
    expect((await campaigns()).map(({ status }) => status)).toEqual(['PAUSED', 'ACTIVE']);
    server.clock.forward({ ms: 6_000 });
    await settle();
    expect(await states()).toEqual([...done, ...done]);
    expect((await campaigns()).map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE']);
    expect(await countRows('sbx_ad')).toBe(4);
  });

  it('throttling pauses one account while the others continue', async () => {
    const { batch } = await publish({
      scheme: { structure: { groups_per_campaign: 1, ads_per_group: 1 } },
      request: {
        ad_account_ids: assets.accounts.slice(0, 2),
        material_ids: assets.materials.slice(0, 1),
        renames: { [`a${assets.accounts[0]}.c1.g1`]: 'wait [[80004]]' },
      },
    });
    const states = async () => (await itemsOf(batch.batch_id)).map(({ target_type, status }) => `${target_type} ${status}`);
    expect((await states()).slice(0, 5)).toEqual([
      'material succeeded',
      'campaign succeeded',
      'ad_group pending',
      'ad pending',
      'launch pending',
    ]);
    expect((await states()).slice(5).every((state) => state.endsWith('succeeded'))).toBe(true);
    // The channel said when to try again.
    server.clock.forward({ minutes: 1 });
    await settle();
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('failures', () => {
  type Change = Omit<RequestOf<typeof retryPublish>, 'batch_id' | 'item_ids' | 'idempotency_key'>;
  const retryWith = async (batch_id: number, item_ids: number[], change: Change, as = 'opt_05') => {
    const answer = await server.as(as, '/ad-publish/retry', { batch_id, item_ids, ...change }, { language: 'en-US' });
    await settle();
    return answer;
  };
  const failuresOf = async (batch_id: number) =>
    (await server.as('opt_05', '/op-batches/detail', { batch_id }, { language: 'en-US' })).data.failures;
  const once = (seq: number, change: () => Promise<unknown>) => {
    let isDone = false;
    beforeItem = async (item) => {
      if (isDone || item.seq !== seq) return;
      isDone = true;
      await change();
    };
  };

  it('of ads whose page cannot be used are one group, and are retried with another page', async () => {
    const [page = 0, other = 0] = assets.pages;
    once(5, () => server.db.updateTable('homepage').set({ status: 'restricted' }).where('id', '=', page).execute());
    const { batch } = await publish();
    const [group, ...more] = await failuresOf(batch.batch_id);
    expect(more).toEqual([]);
    expect(group).toMatchObject({
      reason: 'HOMEPAGE_UNUSABLE',
      target_type: 'ad',
      account: { id: assets.accounts[0] },
      count: 4,
      remedy: 'homepage',
    });
    const ids = group?.item_ids ?? [];
    expect(ids).toHaveLength(4);
    expect((await retryWith(batch.batch_id, ids, { homepage_id: page })).reason).toBe('HOMEPAGE_UNUSABLE');
    expect((await retryWith(batch.batch_id, ids, { homepage_id: 424_242 })).data.errors).toMatchObject([
      { field: 'homepage_id', rule: 'exists' },
    ]);
    expect((await retryWith(batch.batch_id, ids, { pixel_id: assets.pixel })).data.errors).toContainEqual(
      expect.objectContaining({ field: 'item_ids.0', rule: 'notRetryable' }),
    );
    expect((await retryWith(batch.batch_id, ids, { homepage_id: other })).code).toBe(0);
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'succeeded', failures: [] });
    expect((await ads()).map(({ homepage_id }) => homepage_id)).toEqual([other, other, other, other]);
  });

  it('of ad sets are retried with another pixel, which their ads use too', async () => {
    const [account = 0] = assets.accounts;
    once(4, () => server.db.updateTable('pixel').set({ deleted_at: server.clock.now() }).where('id', '=', assets.pixel).execute());
    const { batch } = await publish({
      scheme: { structure: { groups_per_campaign: 1 } },
      request: { material_ids: assets.materials.slice(0, 2) },
    });
    const [group] = await failuresOf(batch.batch_id);
    expect(group).toMatchObject({ reason: 'PIXEL_NOT_SHARED', target_type: 'ad_group', count: 1, remedy: 'pixel' });
    const { platform_pixel_id } = await server.db.selectFrom('pixel').selectAll().where('id', '=', assets.pixel).executeTakeFirstOrThrow();
    const foreign = await rows.pixel(assets.person, assets.accounts[1] ?? 0, {});
    expect((await retryWith(batch.batch_id, group?.item_ids ?? [], { pixel_id: foreign })).reason).toBe('PIXEL_NOT_SHARED');
    const other = await rows.pixel(assets.person, account, { platform_pixel_id });
    expect((await retryWith(batch.batch_id, group?.item_ids ?? [], { pixel_id: other })).code).toBe(0);
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'succeeded' });
    expect((await ads()).map(({ pixel_id }) => pixel_id)).toEqual([other, other]);
  });

  it('of a budget below the minimum are retried with another budget', async () => {
    const [account = 0, , rupiah = 0] = assets.accounts;
    const tooLow = 'low [[100/1885272!]]';
    const { batch, scheme } = await publish({
      request: { ad_account_ids: [account, rupiah], renames: { [`a${rupiah}.c1`]: tooLow } },
    });
    const [group] = await failuresOf(batch.batch_id);
    expect(group).toMatchObject({ account: { id: rupiah }, count: 1, remedy: 'budget', platform_subcode: '1885272' });
    const ids = group?.item_ids ?? [];
    expect((await retryWith(batch.batch_id, ids, { budget_usd: 100 }, 'lead_a')).code).toBe(0);
    const job = async () => (await server.as('opt_05', '/ad-publish/jobs', { scheme_id: scheme })).data.list[0]?.budget_day_usd;
    expect(await job()).toBe(5_000);
    const { params } = await server.db
      .selectFrom('batch_item')
      .select('params')
      .where('id', '=', ids[0] ?? 0)
      .executeTakeFirstOrThrow();
    expect(params).toMatchObject({ day_usd: 100, node: { budget: 16_000 } });
  });

  it('can be changed only by one thing, and only in a publish', async () => {
    const { batch } = await publish();
    const change = { homepage_id: 1, pixel_id: 1 };
    expect((await retryWith(batch.batch_id, [1], change)).data.errors).toMatchObject([{ field: 'homepage_id', rule: 'oneOfBoth' }]);
    expect((await retryWith(batch.batch_id, [1], { homepage_id: 1 })).data.errors).toMatchObject([{ field: 'item_ids.0' }]);
    expect((await retryWith(424_242, [1], { homepage_id: 1 })).code).toBe(404);
  });
});

describe('a lost answer', () => {
  it.each([
    ['a campaign', (account: number) => `a${account}.c1`],
    ['an ad group', (account: number) => `a${account}.c1.g1`],
    ['an ad', (account: number) => `a${account}.c1.g1.a1`],
  ])('of %s never leads to a second object, because the object is found by its tag', async (_what, node) => {
    const { batch } = await publish({ request: { renames: { [node(assets.accounts[0] ?? 0)]: 'lost [[unknown]]' } } });
    expect((await detail(batch.batch_id)).unknown).toBe(1);
    const again = await server.as('opt_05', '/op-batches/retry', { batch_id: batch.batch_id });
    expect(again.reason).toBe('OUTCOME_UNKNOWN');
    await reconcileAfter(1);
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'succeeded', unknown: 0, ok: 12 });
    expect([await countRows('sbx_campaign'), await countRows('sbx_group'), await countRows('sbx_ad')]).toEqual([1, 2, 4]);
    expect([await countRows('campaign'), await countRows('ad_group'), await countRows('ad')]).toEqual([1, 2, 4]);
    expect((await campaigns())[0]).toMatchObject({ status: 'ACTIVE' });
  });

  it('stays unknown until the object is certain to be absent, then can be retried', async () => {
    let died = false;
    beforeItem = ({ seq }) => {
      if (seq !== 5 || died) return;
      died = true;
      throw new Error('the connection broke before anything was sent');
    };
    const { batch } = await publish();
    expect((await summarize(batch.batch_id))[4]).toBe('campaign unknown PLATFORM_UNKNOWN');
    await reconcileAfter(1);
    // No row was written, so nothing can exist on the channel.
    expect((await summarize(batch.batch_id))[4]).toBe('campaign failed PLATFORM_DOWN');
    await retry(batch.batch_id);
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'succeeded' });
    expect(await countRows('sbx_campaign')).toBe(1);
  });

  it('can be resolved by a person with an id that the channel knows', async () => {
    const { batch } = await publish({
      request: { material_ids: assets.materials.slice(0, 1), renames: { [`a${assets.accounts[0]}.c1.g1.a1`]: 'lost [[unknown]]' } },
    });
    // The tag is gone on the channel, so the object cannot be found by it.
    await sql`update sbx_ad set tag = 'forgotten'`.execute(server.db);
    const { rows: remote } = await sql<{ id: string }>`select id from sbx_ad`.execute(server.db);
    for (const minutes of [1, 2]) await reconcileAfter(minutes);
    const unknown = (await itemsOf(batch.batch_id)).find(({ status }) => status === 'unknown');
    expect(unknown).toMatchObject({ target_type: 'ad', resolvable: false });
    await sql`update batch_item set next_check_at = null where id = ${unknown?.id}`.execute(server.db);
    const resolve = (platform_id: string) =>
      server.as('opt_05', '/op-batches/resolve', { item_id: unknown?.id ?? 0, outcome: 'created', platform_id });
    expect((await resolve('99999')).data.errors).toMatchObject([{ field: 'platform_id', rule: 'exists' }]);
    const [ad] = await ads();
    expect((await resolve(remote[0]?.id ?? '')).data).toMatchObject({ status: 'succeeded', target_id: ad?.id });
    await settle();
    expect(await ads()).toMatchObject([{ platform_ad_id: remote[0]?.id, sync_state: 'synced' }]);
    expect((await campaigns())[0]).toMatchObject({ status: 'ACTIVE' });
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('two people', () => {
  /** Plans of an optimizer and of their leader that each need three ad places of one homepage. */
  async function plansOfTwo() {
    const page = assets.pages[1] ?? 0;
    const request = { homepage_ids: [page], material_ids: assets.materials.slice(0, 3) };
    const people = ['opt_05', 'lead_a'] as const;
    const plans: string[] = [];
    for (const as of people) {
      const { id } = await rows.scheme(as, assets);
      const { data } = await server.as(as, '/ad-publish/preview', rows.request(assets, id, request));
      expect(data.errors).toEqual([]);
      plans.push(data.plan_id);
    }
    const submit = (at: 0 | 1) => server.as(people[at], '/ad-publish/submit', { plan_id: plans[at] ?? '', confirm_budget: true });
    const setTakenPlaces = async (ads_active: number) =>
      await server.db.updateTable('homepage').set({ ads_active }).where('id', '=', page).execute();
    return { page, submit, setTakenPlaces };
  }

  /** Holds every item until the returned function is called. */
  function holdItems(): () => void {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    beforeItem = () => gate;
    return release;
  }

  it('share the last ad places of a homepage: the surplus fails and the rest goes live', async () => {
    const { submit, setTakenPlaces } = await plansOfTwo();
    await setTakenPlaces(244);
    const release = holdItems();
    const answers = await Promise.all([submit(0), submit(1)]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
    // Two of the six places are setTakenPlaces by others meanwhile, so both launches compete for the last four.
    await setTakenPlaces(246);
    release();
    await settle();
    const items = (await Promise.all(answers.map(({ data }) => itemsOf(data.batch_id)))).flat();
    const ofAds = items.filter(({ target_type }) => target_type === 'ad');
    expect(ofAds.filter(({ status }) => status === 'succeeded')).toHaveLength(4);
    expect(ofAds.filter(({ status }) => status === 'failed').map(({ reason, text }) => [reason, text])).toEqual(
      Array.from({ length: 2 }, () => ['PAGE_AD_LIMIT', 'Page ad limit 250/250']),
    );
    expect([await countRows('ad'), await countRows('sbx_ad')]).toEqual([4, 4]);
    expect((await campaigns()).every(({ status }) => status === 'ACTIVE')).toBe(true);
  });

  it('cannot both order the last places: the second submission is refused', async () => {
    const { submit, setTakenPlaces } = await plansOfTwo();
    await setTakenPlaces(246);
    const release = holdItems();
    expect((await submit(0)).code).toBe(0);
    expect(await submit(1)).toMatchObject({ code: 409, reason: 'SELECTION_CHANGED' });
    release();
    await settle();
    expect(await countRows('sbx_ad')).toBe(3);
  });

  it('never get the same place, because the second waits for the lock and sees the first', async () => {
    const { page, setTakenPlaces } = await plansOfTwo();
    await setTakenPlaces(249);
    const { db, clock } = server;
    const group = await launchFixtures(() => server).group(await launchFixtures(() => server).campaign('opt_05', assets.accounts[0] ?? 0));
    const first = await db.startTransaction().execute();
    await takePlace(first, page);
    const second = db.transaction().execute((transaction) => takePlace(transaction, page));
    const outcome = second.then(
      () => 'let in',
      (error: { reason?: string }) => error.reason,
    );
    const waiting = async () =>
      (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows.length;
    await expect.poll(waiting, { interval: 5 }).toBe(1);
    const making = { homepage_id: page, sync_state: 'pushing', platform_ad_id: null, effective_status: 'IN_PROCESS' };
    await launchFixtures(() => ({ db: first, clock })).ad(group, making);
    await first.commit().execute();
    expect(await outcome).toBe('PAGE_AD_LIMIT');
  });
});

describe('permissions revoked during a launch', () => {
  it('keep what was created, skip the rest, and leave the campaign paused', async () => {
    beforeItem = async ({ seq }) => {
      if (seq === 9) await sql`update sys_role set actions = array_remove(actions, 'publish')`.execute(server.db);
    };
    const { batch } = await publish();
    expect((await summarize(batch.batch_id)).slice(7)).toEqual([
      'ad succeeded',
      'ad succeeded',
      'ad skipped NO_ACTION',
      'ad skipped NO_ACTION',
      'launch skipped NO_ACTION',
    ]);
    expect((await campaigns())[0]).toMatchObject({ status: 'PAUSED' });
  });

  it('include the visibility of the account', async () => {
    beforeItem = async ({ seq }) => {
      if (seq === 9)
        await sql`update personal_account set owner_user_id = (select id from sys_user where account = 'opt_01')`.execute(server.db);
    };
    const { batch } = await publish();
    expect((await summarize(batch.batch_id)).slice(8)).toEqual([
      'ad failed NOT_FOUND',
      'ad failed NOT_FOUND',
      'ad failed NOT_FOUND',
      'launch failed NOT_FOUND',
    ]);
  });
});

describe('cancelling the rest', () => {
  it('creates and opens nothing more', async () => {
    const { id } = await rows.scheme('opt_05', assets);
    const { data: plan } = await server.as('opt_05', '/ad-publish/preview', rows.request(assets, id));
    beforeItem = async ({ seq }) => {
      if (seq !== 8) return;
      const [batch] = await server.db.selectFrom('batch').select('id').where('type', '=', 'publish').execute();
      await server.as('opt_05', '/op-batches/cancel', { batch_id: batch?.id ?? 0 });
    };
    const { data: batch } = await server.as('opt_05', '/ad-publish/submit', { plan_id: plan.plan_id, confirm_budget: true });
    await server.app.batches.settled();
    expect(await detail(batch.batch_id)).toMatchObject({ status: 'canceled', ok: 8, canceled: 4 });
    expect((await campaigns())[0]).toMatchObject({ status: 'PAUSED' });
    expect(await ads()).toHaveLength(1);
  });
});
