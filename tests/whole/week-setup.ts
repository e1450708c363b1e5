import { expect } from 'vitest';
import { sandboxWorld } from '#server/channel/sandbox/world.ts';
import { allScopes } from '#server/channel/sandbox/world-plan.ts';
import { contentFileFixtures } from '#tests/support/content-with-files.ts';
import { quietSandbox } from '#tests/support/outside.ts';
import { soundScheme } from '#tests/support/sound-scheme.ts';
import type { WholeServer } from '#tests/support/whole-server.ts';

const world = sandboxWorld(quietSandbox.seed);
const US = '星河-美国-短剧-01';
const INDONESIA = '星河-东南亚-IDR-01';

const named = <T extends { name: string }>(list: readonly T[], name: string): T => {
  const found = list.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};

/** Somebody of the channel says yes in the window of the channel. */
async function authorise({ server, as }: WholeServer, owner_user_id: number) {
  const { url, state } = await as('lead_a', '/auth-personages/auth_url', { channel: 'meta', owner_user_id });
  const person = named(world.accounts, US).people[0] ?? '';
  const form = new URLSearchParams([
    ['state', state],
    ['person', person],
    ['answer', 'allow'],
    ...allScopes.map((scope) => ['scope', scope]),
  ]);
  const answered = await server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  });
  const back = await server.app.inject({ method: 'GET', url: String(answered.headers.location) });
  expect([answered.statusCode, back.statusCode]).toEqual([303, 200]);
  const result = await as('lead_a', '/auth-personages/auth_result', { state });
  expect(result).toMatchObject({ status: 'ok', missing_scopes: [] });
  return { personal_account_id: result.personal_account_id ?? 0, found: result.found };
}

/** Accounts in two currencies, a pixel for both, a page, a site with a page of a drama, and pictures of it. */
export async function prepareWeek(whole: WholeServer) {
  const { server, as, runBatch, idOf } = whole;
  const lead = await idOf('lead_a');
  const optimizer = await idOf('opt_05');
  const { personal_account_id, found } = await authorise(whole, lead);
  const number = (list: readonly { name: string; platform_id: string }[] | undefined, name: string) => named(list ?? [], name).platform_id;
  await runBatch('lead_a', '/auth-personages/import', {
    personal_account_id,
    account_ids: [number(found?.accounts, US), number(found?.accounts, INDONESIA)],
    page_ids: [number(found?.homepages, 'Galaxy Shorts')],
    pixel_ids: [number(found?.pixels, '星河 H5 主像素')],
    biz: 'dj',
  });
  const first = async (path: '/auth-accounts/list' | '/auth-homepages/list' | '/auth-pixels/list', keyword: string) =>
    (await as('lead_a', path, { keyword })).list[0]?.id ?? 0;
  const accounts = [await first('/auth-accounts/list', US), await first('/auth-accounts/list', INDONESIA)] as const;
  const homepage = await first('/auth-homepages/list', 'Galaxy Shorts');
  const pixel = await first('/auth-pixels/list', '星河 H5');
  await runBatch('lead_a', '/auth-pixels/share', { pixel_id: pixel, ad_account_ids: [accounts[1]] });
  const site = await as('lead_a', '/auth-sites/create', {
    name: '星河 H5',
    biz: 'dj',
    kind: 'h5',
    domain: 'week.test',
    url_tags: 'ad_id={{ad.id}}',
    timezone_name: 'America/Los_Angeles',
    pixel_ids: [pixel],
    default_pixel_id: pixel,
    homepage_ids: [homepage],
    verify_method: 'dns_txt',
  });
  expect(await as('lead_a', '/auth-sites/verify', { id: site.id })).toMatchObject({ verify_state: 'verified' });
  const people = { mode: 'add' as const, user_ids: [optimizer], department_ids: [] };
  await runBatch('lead_a', '/auth-assets/assign', { asset_type: 'ad_account', ids: [...accounts], ...people, primary_user_id: optimizer });
  for (const [asset_type, id] of [
    ['homepage', homepage],
    ['pixel', pixel],
    ['site', site.id],
  ] as const) {
    await runBatch('lead_a', '/auth-assets/assign', { asset_type, ids: [id], ...people });
  }
  const drama = await as('lead_a', '/material-dramas/create', {
    code: 'WEEK-1',
    title: '一周',
    language: 'en',
    genres: ['romance'],
    episodes_total: 60,
    free_episodes: 8,
    price_model: 'coin',
    target_roi_d0_bp: 6_000,
    cover: null,
  });
  await as('lead_a', '/auth-landings/create', {
    site_id: site.id,
    content_id: drama.id,
    title: '一周 第一集',
    slug: 'week',
    template: 'player',
    start_episode: 1,
    language: 'en',
    status: 'online',
  });
  const content = contentFileFixtures(() => server as never);
  const materials: number[] = [];
  for (const title of ['A', 'B']) materials.push(await content.picture('opt_05', title, { drama_id: drama.id, visibility: 'company' }));
  return { optimizer, accounts, homepage, pixel, site: site.id, drama: drama.id, materials };
}

type PublishAssets = Awaited<ReturnType<typeof prepareWeek>>;

/** One campaign with a budget of its own in each account, two ad groups in it, one ad in each. */
export async function publish(
  { as, runBatch }: WholeServer,
  { accounts, homepage, site, drama, materials }: PublishAssets,
): Promise<[number, number]> {
  const scheme = await as('opt_05', '/ad-schemes/create', {
    name: '一周',
    biz: 'dj',
    channel: 'meta',
    visibility: 'dept',
    body: soundScheme({
      money: { budget_usd: 150_000 },
      structure: { ads_per_group: 1 },
      identity: { site_id: site, homepage_ids: [homepage] },
    }) as never,
    enable: true,
  });
  const plan = await as('opt_05', '/ad-publish/preview', {
    scheme_id: scheme.id,
    ad_account_ids: [...accounts],
    drama_id: drama,
    material_ids: materials,
  });
  expect(plan).toMatchObject({
    errors: [],
    confirm_budget: true,
    total_usd_day: 300_000,
    counts: { campaigns: 2, groups: 4, ads: 4, uploads: 4 },
  });
  await runBatch('opt_05', '/ad-publish/submit', { plan_id: plan.plan_id, confirm_budget: true });
  const campaigns = (await as('opt_05', '/ad-campaigns/list', { sort: [{ field: 'created_at', order: 'asc' }] })).list;
  return accounts.map((account) => campaigns.find((campaign) => campaign.account.id === account)?.id ?? 0) as [number, number];
}
