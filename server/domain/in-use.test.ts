import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EffectiveStatus } from '#server/database/schema-launches.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchHistoryFixtures } from '#tests/support/launch-history.ts';

let server: TestApp;
const rows = launchHistoryFixtures(() => server);

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

/** Creates an ad with every object it can use, all owned by opt_01. */
async function whole() {
  const drama = await rows.drama();
  const material = await rows.material('opt_01', { drama_id: drama });
  const homepage = await rows.homepage('opt_01');
  const landing = await rows.landing('opt_01', drama);
  const post = await rows.post('opt_01', { homepage_id: homepage });
  const account = await rows.account('opt_01');
  const { personal_account_id: person } = await server.db
    .selectFrom('ad_account')
    .select('personal_account_id')
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const { id: pixel } = await server.db
    .insertInto('pixel')
    .values({
      channel: 'meta',
      connector: 'sandbox',
      platform_pixel_id: `9${account}00000`,
      name: '像素',
      owner_ad_account_id: account,
      personal_account_id: person,
      status: 'active',
      created_at: server.clock.now(),
      updated_at: server.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const campaign = await rows.campaign('opt_01', account, { drama_id: drama });
  const group = await rows.group(campaign, { pixel_id: pixel });
  const ad = await rows.ad(group, { material_id: material, homepage_id: homepage, landing_page_id: landing, post_id: post });
  const { site_id: site } = await server.db
    .selectFrom('landing_page')
    .select('site_id')
    .where('id', '=', landing)
    .executeTakeFirstOrThrow();
  return { drama, material, homepage, landing, post, account, person, pixel, site, campaign, group, ad };
}
type Whole = Awaited<ReturnType<typeof whole>>;

/** Sets the effective status of the whole branch. */
async function become({ campaign, group, ad }: Whole, effective_status: EffectiveStatus) {
  const change = { effective_status, status: effective_status === 'DELETED' ? ('DELETED' as const) : ('PAUSED' as const) };
  await server.db.updateTable('campaign').set(change).where('id', '=', campaign).execute();
  await server.db.updateTable('ad_group').set(change).where('id', '=', group).execute();
  await server.db.updateTable('ad').set(change).where('id', '=', ad).execute();
}

const send = async (path: string, body: object) => await server.send(path, body, { token: await server.signIn('admin') });

/** Result of the only item of a batch. */
async function itemOf(path: string, body: object) {
  const { data } = await send(path, body);
  const { list } = (await server.as('admin', '/op-batches/items', { batch_id: Number(data['batch_id']) })).data;
  return [list[0]?.status, list[0]?.reason, list[0]?.text];
}

describe('objects used by running ads', () => {
  const reason = '不再需要';
  const calls: [string, (whole: Whole) => [string, object], string][] = [
    ['a drama', ({ drama }) => ['/material-dramas/delete', { id: drama, reason }], 'CONTENT_IN_USE'],
    ['a landing page', ({ landing }) => ['/auth-landings/delete', { id: landing }], 'LANDING_IN_USE'],
    ['a landing page online', ({ landing }) => ['/auth-landings/edit', { id: landing, version: 1, status: 'offline' }], 'LANDING_IN_USE'],
    ['a site', ({ site }) => ['/auth-sites/set_status', { id: site, status: 'off' }], 'LANDING_IN_USE'],
    ['a site at all', ({ site }) => ['/auth-sites/delete', { id: site }], 'LANDING_IN_USE'],
    ['a person', ({ person }) => ['/auth-personages/delete', { id: person }], 'ASSET_IN_USE'],
  ];

  it.each(calls)('include %s until the ads have ended', async (_what, asked, refused) => {
    const made = await whole();
    const answer = await send(...asked(made));
    expect([answer.code, answer.reason, answer.data['count']]).toEqual([422, refused, 1]);
    await become(made, 'PAUSED');
    expect((await send(...asked(made))).code).toBe(0);
  });

  const batches: [string, (whole: Whole) => [string, object], string, string][] = [
    ['an ad account', ({ account }) => ['/auth-accounts/unbind', { ids: [account] }], 'ASSET_IN_USE', '有 1 个在投系列正在使用'],
    ['a homepage', ({ homepage }) => ['/auth-homepages/unbind', { ids: [homepage] }], 'ASSET_IN_USE', '有 1 个在投系列正在使用'],
    ['a pixel', ({ pixel }) => ['/auth-pixels/unbind', { ids: [pixel] }], 'ASSET_IN_USE', '有 1 个在投系列正在使用'],
    ['a post', ({ post }) => ['/ad-posts/delete', { ids: [post], reason }], 'POST_IN_USE', '帖子有在投广告'],
    [
      'a landing page of several',
      ({ landing }) => ['/auth-landings/batch_status', { ids: [landing], status: 'offline' }],
      'LANDING_IN_USE',
      '1 条在投广告正在使用',
    ],
  ];

  it.each(batches)('include %s until the ads have ended', async (_what, asked, refused, text) => {
    const made = await whole();
    expect(await itemOf(...asked(made))).toEqual(['failed', refused, text]);
    await become(made, 'PAUSED');
    expect((await itemOf(...asked(made)))[0]).toBe('succeeded');
  });

  it('are used only by ads that run or will run without further action', async () => {
    const made = await whole();
    const deleting = () => send('/material-dramas/delete', { id: made.drama, reason });
    for (const status of ['PENDING_REVIEW', 'IN_PROCESS', 'SCHEDULED', 'WITH_ISSUES'] as const) {
      await become(made, status);
      expect([status, (await deleting()).reason]).toEqual([status, 'CONTENT_IN_USE']);
    }
    await become(made, 'DISAPPROVED');
    expect((await deleting()).code).toBe(0);
  });
});

it('a material is in use until all its ads are deleted', async () => {
  const made = await whole();
  await become(made, 'PAUSED');
  const deleting = () => itemOf('/material-files/batch_delete', { ids: [made.material], reason: '旧' });
  expect(await deleting()).toEqual(['failed', 'MATERIAL_IN_USE', '被 1 条广告使用']);
  await become(made, 'DELETED');
  expect((await deleting())[0]).toBe('succeeded');
});

it('a landing page can be forced offline although ads link to it', async () => {
  const made = await whole();
  expect((await itemOf('/auth-landings/batch_status', { ids: [made.landing], status: 'offline', force: true }))[0]).toBe('succeeded');
  const other = await whole();
  expect((await send('/auth-landings/edit', { id: other.landing, version: 1, status: 'offline', force: true })).code).toBe(0);
});

it('a pixel cannot be unshared from an account whose ad groups use it', async () => {
  const made = await whole();
  const borrower = await rows.account('opt_01');
  const at = server.clock.now();
  await server.db
    .insertInto('pixel_share')
    .values({ pixel_id: made.pixel, ad_account_id: borrower, status: 'active', created_at: at, updated_at: at })
    .execute();
  const taking = () => itemOf('/auth-pixels/unshare', { pixel_id: made.pixel, ad_account_ids: [borrower] });
  const campaign = await rows.campaign('opt_01', borrower);
  await rows.group(campaign, { pixel_id: made.pixel });
  expect((await taking()).slice(0, 2)).toEqual(['failed', 'ASSET_IN_USE']);
});
