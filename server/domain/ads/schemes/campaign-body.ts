import { type Kysely, sql } from 'kysely';
import type { UnfinishedBody } from '#contracts/endpoints/scheme-body.ts';
import { schemeLimits, specialAdCategories } from '#contracts/rules/scheme-body.ts';
import { needsApp } from '#contracts/rules/scheme-rules.ts';
import type { Database } from '#server/database/schema.ts';
import { businessDay } from '../../business-time.ts';
import type { SchemeViewer } from '../../people/index.ts';
import { entityVisible } from '../entities/index.ts';

type Db = Kysely<Database>;

interface CampaignRow {
  id: number;
  name: string;
  biz: 'dj' | 'ec';
  channel: 'meta' | 'tiktok';
  objective: UnfinishedBody['goal']['objective'];
  bid_strategy: UnfinishedBody['money']['bid_strategy'];
  budget_mode: 'daily' | 'lifetime' | null;
  budget: number | null;
  stop_at: Date | null;
  exponent: number;
  usd_per_unit: string | null;
  special_ad_categories: string[];
  special_ad_countries: string[];
  published: UnfinishedBody | null;
}

interface GroupRow {
  id: number;
  optimization_goal: UnfinishedBody['goal']['optimization_goal'];
  billing_event: UnfinishedBody['goal']['billing_event'];
  custom_event_type: UnfinishedBody['goal']['custom_event_type'];
  attribution: UnfinishedBody['goal']['attribution'];
  budget_mode: 'daily' | 'lifetime' | null;
  budget: number | null;
  bid_amount: number | null;
  roas_floor_bp: number | null;
  pixel_id: number | null;
  targeting: Partial<UnfinishedBody['audience']> & { countries: string[]; dayparting?: number[] };
  end_at: Date | null;
  app_id: string | null;
  app_store_url: string | null;
  beneficiary: string | null;
  payer: string | null;
}

interface AdRow {
  ad_group_id: number;
  post_id: number | null;
  homepage_id: number | null;
  landing_page_id: number | null;
  site_id: number | null;
  primary_text: string;
  headline: string | null;
  description: string | null;
  call_to_action: UnfinishedBody['creative']['call_to_action'];
}

const DEFAULT_NAMING = { campaign: '{content}_{country}_{date}_{seq}', ad_group: '{country}_{seq}', ad: '{material}_{seq}' };

const listDistinct = <Value>(values: readonly (Value | null)[], max: number): Value[] =>
  [...new Set(values.filter((value) => value !== null))].slice(0, max);

const clamp = (value: number, [min, max]: readonly [number, number]): number => Math.min(Math.max(value, min), max);

async function loadCampaign(db: Db, viewer: SchemeViewer, id: number, now: Date): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    select e.id, e.name, e.biz, a.channel, e.objective, e.bid_strategy, e.budget_mode, coalesce(e.daily_budget, e.lifetime_budget) as budget, e.stop_at,
      e.special_ad_categories, e.special_ad_countries, cu.exponent, case when a.currency = 'USD' then '1' else (select x.usd_per_unit::text from exchange_rate x
        where x.currency = a.currency and x.rate_date <= ${businessDay(now)} order by x.rate_date desc limit 1) end as usd_per_unit,
      (select v.body from scheme_version v where v.scheme_id = e.scheme_id and v.version = e.scheme_version) as published
    from campaign e join ad_account a on a.id = e.ad_account_id join currency cu on cu.code = a.currency
    where e.id = ${id} and ${entityVisible(viewer, 'e')}`.execute(db);
  return rows[0];
}

/** Prefers what was not deleted; a campaign whose ad sets are all gone still has its settings in them. */
const loadGroups = async (db: Db, campaignId: number): Promise<GroupRow[]> => {
  const { rows } = await sql<GroupRow>`
    select id, optimization_goal, billing_event, custom_event_type, attribution, budget_mode, coalesce(daily_budget, lifetime_budget) as budget,
      bid_amount, roas_floor_bp, pixel_id, targeting, end_at, app_id, app_store_url, beneficiary, payer
    from ad_group where campaign_id = ${campaignId} and deleted_at is null order by id`.execute(db);
  return rows;
};

const loadAds = async (db: Db, campaignId: number): Promise<AdRow[]> => {
  const { rows } = await sql<AdRow>`
    select x.ad_group_id, x.post_id, x.homepage_id, x.landing_page_id, l.site_id, x.primary_text, x.headline, x.description, x.call_to_action
    from ad x left join landing_page l on l.id = x.landing_page_id where x.campaign_id = ${campaignId} and x.deleted_at is null order by x.id`.execute(
    db,
  );
  return rows;
};

/** An amount of the account in US cents; null when the rate is unknown. */
function toCents(amount: number | null, { exponent, usd_per_unit }: CampaignRow): number | null {
  if (amount === null || usd_per_unit === null) return null;
  return Math.max(1, Math.round((amount / 10 ** exponent) * Number(usd_per_unit) * 100));
}

function toAudience(groups: readonly GroupRow[], published: UnfinishedBody | null): UnfinishedBody['audience'] {
  const [first] = groups;
  const targeting = first?.targeting ?? published?.audience ?? { countries: [] };
  const countries = listDistinct(
    groups.flatMap((group) => group.targeting.countries),
    schemeLimits.countries[1],
  );
  const isSplit = groups.length > 1 && countries.length > (first?.targeting.countries.length ?? 0);
  const { age_min, age_max, genders, locales, os, placement_mode, placements, interests, audiences, excluded_audiences, exclude_payers } =
    targeting;
  return {
    countries,
    country_split: isSplit ? 'per_group' : (published?.audience.country_split ?? 'merged'),
    age_min: age_min ?? schemeLimits.age[0],
    age_max: age_max ?? schemeLimits.age[1],
    genders: genders ?? 'all',
    locales: locales ?? [],
    os: os ?? 'all',
    placement_mode: placement_mode ?? 'auto',
    placements: placements ?? [],
    interests: interests ?? [],
    ...(audiences === undefined ? {} : { audiences }),
    ...(excluded_audiences === undefined ? {} : { excluded_audiences }),
    exclude_payers: exclude_payers ?? false,
  };
}

function toMoney(campaign: CampaignRow, group: GroupRow | undefined): UnfinishedBody['money'] {
  const { bid_strategy } = campaign;
  const isOnCampaign = campaign.budget_mode !== null;
  const takesBid = bid_strategy === 'LOWEST_COST_WITH_BID_CAP' || bid_strategy === 'COST_CAP';
  return {
    budget_level: isOnCampaign ? 'campaign' : 'ad_group',
    budget_mode: campaign.budget_mode ?? group?.budget_mode ?? 'daily',
    budget_usd: toCents(isOnCampaign ? campaign.budget : (group?.budget ?? null), campaign),
    bid_strategy,
    bid_usd: takesBid ? toCents(group?.bid_amount ?? null, campaign) : null,
    roas_floor_bp: bid_strategy === 'LOWEST_COST_WITH_MIN_ROAS' ? (group?.roas_floor_bp ?? null) : null,
  };
}

/** Those of the first ad set that names somebody. */
function toParties(groups: readonly GroupRow[]): Pick<UnfinishedBody['identity'], 'beneficiary' | 'payer'> {
  const { beneficiary = null, payer = null } = groups.find((group) => group.beneficiary !== null) ?? {};
  return beneficiary === null ? {} : { beneficiary, ...(payer === null || payer === beneficiary ? {} : { payer }) };
}

/** The regulated subjects that a scheme can declare, and the promoted app. */
function toDeclared(
  { objective, special_ad_categories, special_ad_countries }: CampaignRow,
  group: GroupRow | undefined,
  { countries }: UnfinishedBody['audience'],
): Partial<UnfinishedBody['goal']> {
  const categories = specialAdCategories.filter((category) => special_ad_categories.includes(category));
  const { app_id = null, app_store_url = null } = needsApp(objective) ? (group ?? {}) : {};
  return {
    ...(categories.length > 0 && {
      special_ad_categories: categories,
      special_ad_countries: listDistinct([...countries, ...special_ad_countries], schemeLimits.countries[1]),
    }),
    ...(app_id !== null && app_store_url !== null && { app_id, app_store_url }),
  };
}

function toIdentity(groups: readonly GroupRow[], ads: readonly AdRow[]): UnfinishedBody['identity'] {
  const pixel_id = groups.find((group) => group.pixel_id !== null)?.pixel_id ?? null;
  const homepage_ids = listDistinct(
    ads.map((ad) => ad.homepage_id),
    schemeLimits.homepages,
  );
  const site_id = ads.find((ad) => ad.site_id !== null)?.site_id ?? null;
  const landings = ads.filter((ad) => ad.site_id === site_id).map((ad) => ad.landing_page_id);
  return {
    site_id,
    pixel_mode: pixel_id === null ? 'site_default' : 'fixed',
    pixel_id,
    homepage_mode: homepage_ids.length > 1 ? 'rotate' : 'fixed',
    homepage_ids,
    landing_mode: 'fixed',
    landing_page_ids: listDistinct(landings, schemeLimits.landings),
    ...toParties(groups),
  };
}

function toStructure(groups: readonly GroupRow[], ads: readonly AdRow[], published: UnfinishedBody | null): UnfinishedBody['structure'] {
  const counts = groups.map(({ id }) => ads.filter((ad) => ad.ad_group_id === id).length);
  return {
    campaigns_per_account: 1,
    groups_per_campaign: clamp(groups.length, schemeLimits.groupsPerCampaign),
    ads_per_group: clamp(Math.max(...counts, 1), schemeLimits.adsPerGroup),
    split_by: published?.structure.split_by ?? 'ad',
    on_empty: published?.structure.on_empty ?? 'keep',
  };
}

/** What a scheme would say to make the campaign as it is now; undefined when the caller does not see it. */
export async function loadCampaignAsBody(
  db: Db,
  viewer: SchemeViewer,
  id: number,
  now: Date,
): Promise<(Pick<CampaignRow, 'name' | 'biz' | 'channel'> & { body: UnfinishedBody }) | undefined> {
  const campaign = await loadCampaign(db, viewer, id, now);
  if (campaign === undefined) return undefined;
  const [groups, ads] = [await loadGroups(db, id), await loadAds(db, id)];
  const [group, ad] = [groups[0], ads[0]];
  const { published } = campaign;
  const money = toMoney(campaign, group);
  const audience = toAudience(groups, published);
  const end = campaign.stop_at ?? group?.end_at ?? null;
  const isLifetime = money.budget_mode === 'lifetime';
  const hasTime = end !== null && end.getTime() > now.getTime() + schemeLimits.lifetimeMs;
  const body: UnfinishedBody = {
    goal: {
      objective: campaign.objective,
      optimization_goal: group?.optimization_goal ?? published?.goal.optimization_goal ?? 'LINK_CLICKS',
      custom_event_type: group?.custom_event_type ?? null,
      billing_event: group?.billing_event ?? 'IMPRESSIONS',
      attribution: group?.attribution ?? '7d_click',
      ...toDeclared(campaign, group, audience),
    },
    money,
    audience,
    time: {
      start_mode: 'now',
      start_at: null,
      end_at: hasTime ? end.toISOString() : null,
      dayparting: isLifetime ? (group?.targeting.dayparting ?? null) : null,
    },
    structure: toStructure(groups, ads, published),
    creative: {
      source: ad?.post_id ? 'post' : 'material',
      primary_texts: listDistinct(
        ads.map((each) => each.primary_text.trim() || null),
        schemeLimits.texts,
      ),
      headlines: listDistinct(
        ads.map((each) => each.headline),
        schemeLimits.texts,
      ),
      descriptions: listDistinct(
        ads.map((each) => each.description),
        schemeLimits.texts,
      ),
      call_to_action: ad?.call_to_action ?? 'LEARN_MORE',
      text_rotation: published?.creative.text_rotation ?? 'round_robin',
    },
    identity: toIdentity(groups, ads),
    naming: published?.naming ?? DEFAULT_NAMING,
    launch: { initial_status: published?.launch.initial_status ?? 'PAUSED' },
  };
  return { name: campaign.name, biz: campaign.biz, channel: campaign.channel, body };
}
