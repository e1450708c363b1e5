import { type Kysely, sql } from 'kysely';
import type { UnfinishedBody } from '#contracts/rules/scheme-body.ts';
import { cast } from '#contracts/states/cast.ts';
import type { PublishSituations } from '#contracts/states/publish-situations.ts';
import type { Database } from '#server/database/schema.ts';
import { createPublishPlan } from '#server/domain/ads/publishing/index.ts';
import { defaultLimits } from '#server/domain/limits.ts';
import { loadCaller, readMenu } from '#server/domain/people/index.ts';

type Db = Kysely<Database>;
type Given<Name extends keyof PublishSituations> = PublishSituations[Name];

const CREATED = new Date('2026-11-20T08:00:00Z');

export const publishIdTables = ['scheme'] as const;

const schemeBody = (site_id: number, homepage_id: number, source: 'material' | 'post' = 'material'): UnfinishedBody => ({
  goal: {
    objective: 'OUTCOME_TRAFFIC',
    optimization_goal: 'LINK_CLICKS',
    custom_event_type: null,
    billing_event: 'IMPRESSIONS',
    attribution: '7d_click',
  },
  money: {
    budget_level: 'campaign',
    budget_mode: 'daily',
    budget_usd: 5_000,
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    bid_usd: null,
    roas_floor_bp: null,
  },
  audience: {
    countries: ['US'],
    country_split: 'merged',
    age_min: 18,
    age_max: 65,
    genders: 'all',
    locales: [],
    os: 'all',
    placement_mode: 'auto',
    placements: [],
    interests: [{ id: '6003', name: 'Drama' }],
    exclude_payers: true,
  },
  time: { start_mode: 'now', start_at: null, end_at: null, dayparting: null },
  structure: { campaigns_per_account: 1, groups_per_campaign: 1, ads_per_group: 1, split_by: 'ad', on_empty: 'keep' },
  creative: {
    source,
    primary_texts: ['她回来了'],
    headlines: [],
    descriptions: [],
    call_to_action: 'WATCH_MORE',
    text_rotation: 'round_robin',
  },
  identity: {
    site_id,
    pixel_mode: 'site_default',
    pixel_id: null,
    homepage_mode: 'fixed',
    homepage_ids: [homepage_id],
    landing_mode: 'by_content',
    landing_page_ids: [],
  },
  naming: { campaign: '{content}-{country}', ad_group: '{country}', ad: '{material}' },
  launch: { initial_status: 'ACTIVE' },
});

export async function addScheme(db: Db, given: Given<'a scheme exists'>): Promise<void> {
  const { site_id, homepage_id, source, ...scheme } = given;
  await writeScheme(db, scheme, schemeBody(site_id, homepage_id, source));
}

export async function addUnfinishedScheme(db: Db, given: Given<'an unfinished scheme exists'>): Promise<void> {
  const body = schemeBody(0, 0);
  await writeScheme(
    db,
    { ...given, version: 2, status: 'draft' },
    {
      ...body,
      money: { ...body.money, budget_usd: null },
      audience: { ...body.audience, countries: [] },
      structure: { ...body.structure, ads_per_group: null },
      creative: { ...body.creative, primary_texts: [] },
      identity: { ...body.identity, site_id: null, homepage_ids: [] },
      naming: { ...body.naming, ad: '' },
    },
  );
}

export async function addSecondVersion(db: Db, { id, budget_usd }: Given<'a scheme has a second version'>): Promise<void> {
  await sql`
    insert into scheme_version (scheme_id, version, body, created_by, created_at, updated_at)
    select scheme_id, 2, jsonb_set(body, '{money,budget_usd}', to_jsonb(${budget_usd}::int)), created_by, created_at, updated_at
    from scheme_version where scheme_id = ${id} and version = 1`.execute(db);
  await db.updateTable('scheme').set({ current_version: 2 }).where('id', '=', id).execute();
}

type WrittenScheme = Omit<Given<'a scheme exists'>, 'site_id' | 'homepage_id' | 'source'>;

async function writeScheme(db: Db, { owner, ...scheme }: WrittenScheme, body: UnfinishedBody): Promise<void> {
  const timestamps = { created_at: CREATED, updated_at: CREATED };
  await db
    .insertInto('scheme')
    .values({ ...scheme, biz: 'dj', channel: 'meta', owner_user_id: owner, ...timestamps })
    .execute();
  await db
    .insertInto('scheme_version')
    .values({
      scheme_id: scheme.id,
      version: 1,
      body: JSON.stringify(body),
      created_by: owner,
      ...timestamps,
    })
    .execute();
}

export async function addAudience(db: Db, given: Given<'an ad account has an audience'>): Promise<void> {
  await sql`
    insert into audience (ad_account_id, platform_audience_id, name, kind, size, is_ready)
    values (${given.ad_account_id}, ${given.platform_audience_id}, ${given.name}, 'custom', 12000, true)`.execute(db);
}

export async function addPlan(
  db: Db,
  { id, is_too_old, material_id, ad_account_id, ...given }: Given<'a publish was planned'>,
): Promise<void> {
  const caller = await loadCaller(db, cast.admin.id, await readMenu(db));
  if (caller === undefined) throw new Error('the administrator is not there');
  const request = { ...given, ad_account_ids: [ad_account_id], material_ids: [material_id] };
  const kept = await createPublishPlan({ db, caller, now: new Date() }, request, defaultLimits);
  const ends = is_too_old ? sql<Date>`now() - interval '1 minute'` : sql<Date>`now() + interval '30 minutes'`;
  await db.updateTable('publish_plan').set({ id, expires_at: ends }).where('id', '=', kept.id).execute();
}

export async function addPublish(db: Db, { batch_id, scheme_id, has_ended }: Given<'a publish was ordered'>): Promise<void> {
  const done = has_ended ? 1 : 0;
  await sql`
    insert into batch (id, type, user_id, origin, action, language, summary, params, scheme_id, scheme_version, status, total, done, ok,
      started_at, finished_at, created_at, updated_at)
    values (${batch_id}, 'publish', ${cast.admin.id}, '/advertising/publish', '/ad-publish/submit', 'zh', '{"zh":"发布","en":"Publish"}',
      '{"accounts": 1, "ads": 1, "budget_day_usd": 5000}', ${scheme_id}, 1, ${has_ended ? 'succeeded' : 'running'}, 1, ${done}, ${done},
      ${CREATED}, case when ${has_ended} then ${CREATED}::timestamptz end, ${CREATED}, ${CREATED})`.execute(db);
  await sql`
    insert into batch_item (batch_id, seq, user_id, address, target_type, label, locks, status, executor, leased_until, started_at,
      finished_at, created_at, updated_at)
    values (${batch_id}, 1, ${cast.admin.id}, '127.0.0.1', 'ad', 'ad', false, ${has_ended ? 'succeeded' : 'running'},
      case when ${has_ended} then null else 'another' end, case when ${has_ended} then null else now() + interval '1 hour' end, ${CREATED},
      case when ${has_ended} then ${CREATED}::timestamptz end, ${CREATED}, ${CREATED})`.execute(db);
}

interface FailedItem {
  batch_id: number;
  item_id: number;
  scheme_id: number;
  ad_account_id: number;
  step: 'ad' | 'ad_group';
  reason: 'HOMEPAGE_UNUSABLE' | 'PIXEL_NOT_SHARED';
  /** What the failure says besides its reason. */
  data: object;
  node: object;
}

/** Adds a publish whose only item failed and may be retried. */
async function addFailedPublish(
  db: Db,
  { batch_id, item_id, scheme_id, ad_account_id, step, reason, data, node }: FailedItem,
): Promise<void> {
  const ads = step === 'ad' ? 1 : 0;
  await sql`
    insert into batch (id, type, user_id, origin, action, language, summary, params, scheme_id, scheme_version, status, total, done, fail,
      started_at, finished_at, created_at, updated_at)
    values (${batch_id}, 'publish', ${cast.admin.id}, '/advertising/publish', '/ad-publish/submit', 'zh', '{"zh":"发布","en":"Publish"}',
      ${JSON.stringify({ owner_user_id: cast.admin.id, event: 'publish', on_empty: 'keep', accounts: 1, ads, budget_day_usd: 5_000 })},
      ${scheme_id}, 1, 'failed', 1, 1, 1, ${CREATED}, ${CREATED}, ${CREATED}, ${CREATED})`.execute(db);
  await sql`
    insert into batch_item (id, batch_id, seq, user_id, address, target_type, label, locks, status, code, reason, data, retryable, params,
      started_at, finished_at, created_at, updated_at)
    values (${item_id}, ${batch_id}, 1, ${cast.admin.id}, '127.0.0.1', ${step}, ${step}, false, 'failed', 422, ${reason},
      ${JSON.stringify(data)}, true, ${JSON.stringify({ ad_account_id, step, node })}, ${CREATED}, ${CREATED}, ${CREATED}, ${CREATED})`.execute(
    db,
  );
}

export const addFailedAd = (db: Db, { homepage_id, ...given }: Given<'a publish has failed'>): Promise<void> =>
  addFailedPublish(db, {
    ...given,
    step: 'ad',
    reason: 'HOMEPAGE_UNUSABLE',
    data: { status: 'restricted' },
    node: { name: 'ad', post_id: null, material_id: null, homepage_id },
  });

export const addFailedAdSet = (db: Db, { pixel_id, ...given }: Given<'an ad set of a publish has failed'>): Promise<void> =>
  addFailedPublish(db, {
    ...given,
    step: 'ad_group',
    reason: 'PIXEL_NOT_SHARED',
    data: { account: 'Galaxy US' },
    node: { name: 'ad set', pixel_id, bid_strategy: 'COST_CAP', budget_mode: 'daily', budget: 5_000, start_at: null, end_at: null },
  });

/** Adds `count` schemes of the administrator. */
export async function addManySchemes(db: Db, count: number): Promise<void> {
  const body = JSON.stringify(schemeBody(1, 1));
  await sql`
    with made as (
      insert into scheme (name, biz, channel, owner_user_id, created_at, updated_at)
      select 'n' || n, 'dj', 'meta', ${cast.admin.id}, now(), now() from generate_series(1, ${count}::int) n returning id
    )
    insert into scheme_version (scheme_id, version, body, created_by, created_at, updated_at)
    select made.id, 1, ${body}::jsonb, ${cast.admin.id}, now(), now() from made`.execute(db);
}
