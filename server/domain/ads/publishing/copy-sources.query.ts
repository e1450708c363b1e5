import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { EntityLevel, EntityStatus } from '#server/database/schema-launches.ts';
import { businessDay } from '../../business-time.ts';
import type { Caller } from '../../work-context.ts';
import { entityVisible } from '../entities/index.ts';

type Db = Kysely<Database>;

interface Common {
  id: number;
  campaign_id: number;
  ad_account_id: number;
  name: string;
  status: EntityStatus;
  deleted_at: Date | null;
  biz: 'dj' | 'ec';
  drama_id: number | null;
  product_id: number | null;
  scheme_id: number | null;
  scheme_version: number | null;
  /** Its name was made of a template with the name of the account. */
  names_account: boolean;
}

interface Budgeted {
  budget_mode: 'daily' | 'lifetime' | null;
  daily_budget: number | null;
  lifetime_budget: number | null;
}

export interface SourceCampaign extends Common, Budgeted {
  objective: string;
  bid_strategy: string;
  special_ad_categories: string[];
  special_ad_countries: string[];
  stop_at: Date | null;
  channel: 'meta' | 'tiktok';
  is_content_off: boolean;
}

export interface SourceGroup extends Common, Budgeted {
  optimization_goal: string;
  billing_event: string;
  bid_amount: number | null;
  roas_floor_bp: number | null;
  pixel_id: number | null;
  custom_event_type: string | null;
  app_id: string | null;
  app_store_url: string | null;
  beneficiary: string | null;
  payer: string | null;
  attribution: string;
  targeting: { countries: string[]; [key: string]: unknown };
  end_at: Date | null;
}

export interface SourceAd extends Common {
  ad_group_id: number;
  material_id: number | null;
  post_id: number | null;
  homepage_id: number | null;
  landing_page_id: number | null;
  pixel_id: number | null;
  primary_text: string;
  headline: string | null;
  description?: string | null;
  call_to_action: string;
  url_tags: string;
}

/** The originals with their parents and children. */
export interface Sources {
  campaigns: ReadonlyMap<number, SourceCampaign>;
  groups: ReadonlyMap<number, SourceGroup>;
  ads: ReadonlyMap<number, SourceAd>;
}

const COMMON = sql.raw(
  `e.id, e.ad_account_id, e.name, e.status, e.deleted_at, e.biz, e.drama_id, e.product_id, e.scheme_id, e.scheme_version`,
);

/** SQL: the template of the scheme holds the name of the account. */
const namesAccount = (level: EntityLevel) => sql`exists (
  select 1 from scheme_version v where v.scheme_id = e.scheme_id and v.version = e.scheme_version
    and position('{account}' in v.body -> 'naming' ->> ${level}) > 0) as names_account`;
const BUDGET = sql.raw('e.budget_mode, e.daily_budget, e.lifetime_budget');

/** Loads the originals that the caller sees, with everything above and below them. */
export async function loadSources(
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  level: EntityLevel,
  ids: readonly number[],
): Promise<Sources> {
  const seen = await sql<{ id: number; campaign_id: number; ad_group_id: number | null }>`
    select e.id, ${level === 'campaign' ? sql`e.id` : sql`e.campaign_id`} as campaign_id,
      ${level === 'ad' ? sql`e.ad_group_id` : level === 'ad_group' ? sql`e.id` : sql`null::bigint`} as ad_group_id
    from ${sql.table(level)} e where e.id = any(${[...ids]}::bigint[]) and ${entityVisible(caller, 'e')}`.execute(db);
  const campaignIds = [...new Set(seen.rows.map((row) => row.campaign_id))];
  const groupIds = [...new Set(seen.rows.flatMap((row) => row.ad_group_id ?? []))];
  const groupCondition = level === 'campaign' ? sql`e.campaign_id = any(${campaignIds}::bigint[])` : sql`e.id = any(${groupIds}::bigint[])`;
  const adCondition =
    level === 'campaign'
      ? sql`e.campaign_id = any(${campaignIds}::bigint[])`
      : level === 'ad_group'
        ? sql`e.ad_group_id = any(${groupIds}::bigint[])`
        : sql`e.id = any(${seen.rows.map((row) => row.id)}::bigint[])`;
  const [campaigns, groups, ads] = await Promise.all([
    sql<SourceCampaign>`
      select ${COMMON}, ${namesAccount('campaign')}, e.id as campaign_id, ${BUDGET}, e.objective, e.bid_strategy, e.special_ad_categories, e.special_ad_countries, e.stop_at, a.channel,
        coalesce(d.status = 'off' or d.deleted_at is not null or d.copyright_until < ${businessDay(now)},
          g.status = 'off' or g.deleted_at is not null, false) as is_content_off
      from campaign e join ad_account a on a.id = e.ad_account_id left join drama d on d.id = e.drama_id left join product g on g.id = e.product_id
      where e.id = any(${campaignIds}::bigint[])`.execute(db),
    sql<SourceGroup>`
      select ${COMMON}, ${namesAccount('ad_group')}, e.campaign_id, ${BUDGET}, e.optimization_goal, e.billing_event, e.bid_amount, e.roas_floor_bp, e.pixel_id,
        e.custom_event_type, e.app_id, e.app_store_url, e.beneficiary, e.payer, e.attribution, e.targeting, e.end_at
      from ad_group e where ${groupCondition} order by e.id`.execute(db),
    sql<SourceAd>`
      select ${COMMON}, ${namesAccount('ad')}, e.campaign_id, e.ad_group_id, e.material_id, e.post_id, e.homepage_id, e.landing_page_id, e.pixel_id, e.primary_text,
        e.headline, e.description, e.call_to_action, e.url_tags
      from ad e where ${adCondition} order by e.id`.execute(db),
  ]);
  const byId = <T extends { id: number }>(rows: readonly T[]): Map<number, T> => new Map(rows.map((row) => [row.id, row]));
  return { campaigns: byId(campaigns.rows), groups: byId(groups.rows), ads: byId(ads.rows) };
}

export interface PartState {
  id: number;
  label: string;
  /** Ads can be made with it now. */
  is_usable: boolean;
  reason: string;
}

/** A post brings its own homepage, material and landing page. */
export interface PostState extends PartState {
  homepage_id: number;
  material_id: number | null;
  landing_page_id: number | null;
}

export interface PartStates {
  material: ReadonlyMap<number, PartState>;
  post: ReadonlyMap<number, PostState>;
  homepage: ReadonlyMap<number, PartState>;
  landing_page: ReadonlyMap<number, PartState>;
}

export interface PartIds {
  material: readonly number[];
  post: readonly number[];
  homepage: readonly number[];
  landing_page: readonly number[];
}

/** Loads the state of parts, including the parts of the posts. Deleted parts are included as unusable. */
export async function loadPartStates(db: Db, asked: PartIds): Promise<PartStates> {
  const loadById = async <Standing extends PartState>(query: ReturnType<typeof sql<Standing>>) => {
    const { rows } = await query.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const anyOf = (list: readonly number[]) => sql`any(${[...list]}::bigint[])`;
  const selectOfPosts = (column: 'homepage_id' | 'landing_page_id') =>
    sql`(select ${sql.ref(`p.${column}`)} from post p where p.id = ${anyOf(asked.post)})`;
  const [material, post, homepage, landing_page] = await Promise.all([
    loadById(sql<PartState>`
      select m.id, m.title as label, m.status = 'ready' and m.deleted_at is null as is_usable, 'MATERIAL_NOT_READY' as reason
      from material m where m.id = ${anyOf(asked.material)}`),
    loadById(sql<PostState>`
      select p.id, coalesce(p.headline, left(p.message, 60)) as label, p.status = 'ready' and p.eligible and p.deleted_at is null as is_usable,
        'MATERIAL_NOT_READY' as reason, p.homepage_id, p.material_id, p.landing_page_id
      from post p where p.id = ${anyOf(asked.post)}`),
    loadById(sql<PartState>`
      select h.id, h.name as label, h.status = 'active' and 'ADVERTISE' = any(h.tasks) and h.deleted_at is null as is_usable,
        'HOMEPAGE_UNUSABLE' as reason
      from homepage h where h.id = ${anyOf(asked.homepage)} or h.id in ${selectOfPosts('homepage_id')}`),
    loadById(sql<PartState>`
      select l.id, l.title as label, l.status = 'online' and l.deleted_at is null as is_usable, 'LANDING_OFFLINE' as reason
      from landing_page l where l.id = ${anyOf(asked.landing_page)} or l.id in ${selectOfPosts('landing_page_id')}`),
  ]);
  return { material, post, homepage, landing_page };
}

/** The number of ads in each ad group, without deleted and archived ones. */
export async function countAdsOfGroups(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const found = await sql<{ id: number; ads: number }>`
    select x.ad_group_id as id, count(*) as ads from ad x
    where x.ad_group_id = any(${[...ids]}::bigint[]) and x.status not in ('DELETED', 'ARCHIVED') group by 1`.execute(db);
  return new Map(found.rows.map(({ id, ads }) => [id, ads]));
}

export interface PixelState {
  id: number;
  label: string;
  accounts: number[];
}

/** The accounts that may use each pixel. */
export async function loadPixelStates(db: Db, ids: readonly number[]): Promise<Map<number, PixelState>> {
  const found = await sql<PixelState>`
    select x.id, x.name as label, case when x.deleted_at is null and x.status = 'active' then to_jsonb(array(
      select x.owner_ad_account_id union select s.ad_account_id from pixel_share s where s.pixel_id = x.id and s.status = 'active'))
      else '[]'::jsonb end as accounts
    from pixel x where x.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row]));
}
