import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { insertMany } from './bulk.ts';
import type { LaunchedAd, LaunchedCampaign, LaunchedGroup } from './expand-plan.ts';

/** Ids by client tag. */
export type Ids = ReadonlyMap<string, number>;

async function loadIdsByTag(db: Kysely<Database>, table: 'campaign' | 'ad_group' | 'ad'): Promise<Ids> {
  const { rows } = await sql<{ id: number; client_tag: string }>`select id, client_tag from ${sql.table(table)}`.execute(db);
  return new Map(rows.map(({ id, client_tag }) => [client_tag, id]));
}

const requireId = (ids: Ids, tag: string): number => {
  const id = ids.get(tag);
  if (id === undefined) throw new Error('something launched was not written');
  return id;
};

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const latest = (created: Date, ...others: readonly (number | null)[]): string =>
  new Date(Math.max(created.getTime(), ...others.map((each) => each ?? 0))).toISOString();

type Base = LaunchedCampaign | LaunchedGroup | LaunchedAd;

const toCommonColumns = (campaign: LaunchedCampaign, one: Base, batch: number | null) => ({
  ad_account_id: campaign.account.id,
  client_tag: one.tag,
  version: one.closedAt === null ? 1 : 2,
  name: one.name,
  biz: campaign.account.biz,
  drama_id: campaign.content.drama_id,
  product_id: campaign.content.product_id,
  owner_user_id: campaign.account.owner,
  scheme_id: campaign.scheme?.id ?? null,
  scheme_version: campaign.scheme?.version ?? null,
  batch_id: batch,
  status: one.status,
  effective_status: one.status,
  source: campaign.account.owner === null ? 'platform' : 'system',
  sync_state: 'synced',
  closed_by: one.closedAt === null ? null : 'user',
  closed_at: instant(one.closedAt),
  deleted_at: one.status === 'DELETED' ? instant(one.goneAt) : null,
  created_at: one.createdAt.toISOString(),
  updated_at: latest(one.createdAt, one.closedAt, one.goneAt),
});

const goalOf = (group: LaunchedGroup) => (group.pixel === undefined ? 'LINK_CLICKS' : 'OFFSITE_CONVERSIONS');
const eventOf = (group: LaunchedGroup) => (group.pixel === undefined ? null : 'PURCHASE');
const objectiveOf = (campaign: LaunchedCampaign) =>
  campaign.groups.some(({ pixel }) => pixel === undefined) ? 'OUTCOME_TRAFFIC' : 'OUTCOME_SALES';
const strategyOf = (campaign: LaunchedCampaign) => (campaign.isCapped ? 'COST_CAP' : 'LOWEST_COST_WITHOUT_CAP');

export interface WrittenIds {
  campaigns: Ids;
  groups: Ids;
  ads: Ids;
}

/** Notes on some of the campaigns, by their place. */
const NOTES: Readonly<Record<number, string>> = {
  2: '等新素材，周五再看',
  5: '测剧中，D0 低于 0.5 就关',
  8: '大盘款，预算由组长调整',
};

/** Writes campaigns, ad groups and ads of the console. `batchOf` returns the id of the batch that launched a campaign. */
export async function writeEntities(
  db: Kysely<Database>,
  launched: readonly LaunchedCampaign[],
  batchOf: (campaign: LaunchedCampaign) => number | null,
): Promise<WrittenIds> {
  await insertMany(
    db,
    'campaign',
    launched.map((campaign, at) => ({
      ...toCommonColumns(campaign, campaign, batchOf(campaign)),
      note: NOTES[at % 11] ?? null,
      platform_campaign_id: campaign.platformId,
      objective: objectiveOf(campaign),
      budget_mode: campaign.daily === null ? null : 'daily',
      daily_budget: campaign.daily,
      bid_strategy: strategyOf(campaign),
      special_ad_categories: [],
    })),
  );
  const campaigns = await loadIdsByTag(db, 'campaign');
  await insertMany(
    db,
    'ad_group',
    launched.flatMap((campaign) =>
      campaign.groups.map((group) => ({
        ...toCommonColumns(campaign, group, batchOf(campaign)),
        campaign_id: requireId(campaigns, campaign.tag),
        platform_adset_id: group.platformId,
        optimization_goal: goalOf(group),
        billing_event: 'IMPRESSIONS',
        bid_amount: group.bid,
        budget_mode: group.daily === null ? null : 'daily',
        daily_budget: group.daily,
        pixel_id: group.pixel?.id ?? null,
        custom_event_type: eventOf(group),
        attribution: '7d_click_1d_view',
        targeting: targetingOf(group),
        primary_country: group.countries[0],
        learning_events: 0,
      })),
    ),
  );
  const groups = await loadIdsByTag(db, 'ad_group');
  await insertMany(
    db,
    'ad',
    launched.flatMap((campaign) =>
      campaign.groups.flatMap((group) =>
        group.ads.map((ad) => ({
          ...toCommonColumns(campaign, ad, batchOf(campaign)),
          campaign_id: requireId(campaigns, campaign.tag),
          ad_group_id: requireId(groups, group.tag),
          platform_ad_id: ad.platformId,
          material_id: ad.material.id,
          homepage_id: ad.page.id,
          landing_page_id: ad.landing.id,
          pixel_id: group.pixel?.id ?? null,
          primary_text: ad.text,
          headline: ad.headline,
          call_to_action: buttonOf(campaign),
          url_tags: ad.landing.url_tags,
          review: 'pending',
          review_feedback: null,
        })),
      ),
    ),
  );
  return { campaigns, groups, ads: await loadIdsByTag(db, 'ad') };
}

const targetingOf = (group: LaunchedGroup) => ({ countries: group.countries, age_min: 18, age_max: 65, genders: 'all' });
const buttonOf = (campaign: LaunchedCampaign) => (campaign.account.biz === 'dj' ? 'WATCH_MORE' : 'SHOP_NOW');

/** Writes the results of reviews that ended within the history. */
export async function writeReviews(
  db: Kysely<Database>,
  launched: readonly LaunchedCampaign[],
  { ads }: WrittenIds,
  asOf: Date,
): Promise<void> {
  const reviewed = launched
    .flatMap((campaign) => campaign.groups.flatMap((group) => group.ads))
    .filter(({ review }) => review.at <= asOf)
    .map(({ tag, review }) => ({ id: requireId(ads, tag), feedback: review.feedback }));
  await sql`
    update ad set review = case when r.feedback is null then 'approved' else 'rejected' end, review_feedback = r.feedback
    from jsonb_to_recordset(${JSON.stringify(reviewed)}::jsonb) as r(id bigint, feedback jsonb) where ad.id = r.id`.execute(db);
}

const toRemoteColumns = (campaign: LaunchedCampaign, one: Base) => ({
  id: one.platformId,
  account_id: campaign.account.platform_account_id,
  tag: one.tag,
  name: one.name,
  status: one.status,
  created_at: one.createdAt.toISOString(),
  updated_at: latest(one.createdAt, one.closedAt, one.goneAt),
});

/** Writes the same objects on the simulated channel. */
export async function writeRemotes(db: Kysely<Database>, launched: readonly LaunchedCampaign[]): Promise<void> {
  await insertMany(
    db,
    'sbx_campaign',
    launched.map((campaign) => ({
      ...toRemoteColumns(campaign, campaign),
      objective: objectiveOf(campaign),
      bid_strategy: strategyOf(campaign),
      daily_budget: campaign.daily,
    })),
  );
  const pairs = launched.flatMap((campaign) => campaign.groups.map((group) => ({ campaign, group })));
  await insertMany(
    db,
    'sbx_group',
    pairs.map(({ campaign, group }) => ({
      ...toRemoteColumns(campaign, group),
      campaign_id: campaign.platformId,
      optimization_goal: goalOf(group),
      billing_event: 'IMPRESSIONS',
      bid_amount: group.bid,
      daily_budget: group.daily,
      pixel_id: group.pixel?.platform_pixel_id ?? null,
      custom_event_type: eventOf(group),
      attribution: '7d_click_1d_view',
      targeting: targetingOf(group),
      country: group.countries[0],
    })),
  );
  const ads = pairs.flatMap(({ campaign, group }) => group.ads.map((ad) => ({ campaign, group, ad })));
  await writeAssets(db, ads);
  await insertMany(
    db,
    'sbx_ad',
    ads.map(({ campaign, group, ad }) => ({
      ...toRemoteColumns(campaign, ad),
      campaign_id: campaign.platformId,
      group_id: group.platformId,
      page_id: ad.page.platform_page_id,
      asset_id: assetOf(campaign, ad),
      primary_text: ad.text,
      headline: ad.headline,
      call_to_action: buttonOf(campaign),
      link: ad.landing.url,
      url_tags: ad.landing.url_tags,
      traits: {
        sha256: ad.material.sha256,
        content: campaign.content.code,
        landing: ad.landing.url,
        price_minor: campaign.content.price,
        biz: campaign.account.biz,
      },
      review_at: ad.review.at.toISOString(),
      review_feedback: ad.review.feedback,
    })),
  );
}

/** Id of a material's copy in an account on the channel. */
const assetOf = ({ account }: LaunchedCampaign, { material }: LaunchedAd): string =>
  `${8_000_000_000_000 + material.id}${String(account.id).padStart(4, '0')}`;

/** Writes a copy of each material into every account that uses it, on both sides. */
async function writeAssets(db: Kysely<Database>, ads: readonly { campaign: LaunchedCampaign; ad: LaunchedAd }[]): Promise<void> {
  const first = new Map(ads.toReversed().map((one) => [assetOf(one.campaign, one.ad), one]));
  const rows = [...first].toReversed();
  await insertMany(
    db,
    'sbx_asset',
    rows.map(([id, { campaign, ad }]) => ({
      id,
      account_id: campaign.account.platform_account_id,
      tag: `demo-${id}`,
      name: ad.material.title,
      mime: ad.material.mime,
      size: ad.material.size_bytes,
      sha256: ad.material.sha256,
      ready_at: ad.createdAt.toISOString(),
      is_broken: false,
      created_at: ad.createdAt.toISOString(),
    })),
  );
  await insertMany(
    db,
    'material_asset',
    rows.map(([id, { campaign, ad }]) => ({
      material_id: ad.material.id,
      ad_account_id: campaign.account.id,
      platform_asset_id: id,
      status: 'ready',
      attempts: 1,
      created_at: ad.createdAt.toISOString(),
      updated_at: ad.createdAt.toISOString(),
    })),
  );
}
