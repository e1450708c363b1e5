import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { UnfinishedBody } from '#contracts/endpoints/scheme-body.ts';
import type { Database } from '#server/database/schema.ts';
import { assetVisible, type HomepageState, undeliverableReason } from '../../assets/index.ts';
import { businessDay } from '../../business-time.ts';
import { isMaterialVisible } from '../../content/index.ts';
import { schemeVisible } from '../../people/index.ts';
import { ORDER_ZH } from '../../searching.ts';
import type { Caller } from '../../work-context.ts';
import { type OpenFacts, placesTaken } from '../entities/index.ts';
import { postVisible } from '../post-scope.ts';

type Db = Kysely<Database>;

/** Context for loading the parts of a plan. Parts that the caller does not see are absent from the results. */
export interface PlanContext {
  readonly db: Db;
  readonly caller: Caller;
  readonly now: Date;
}

export interface PlanScheme {
  id: number;
  name: string;
  biz: 'dj' | 'ec';
  channel: 'meta' | 'tiktok';
  status: string;
  version: number;
  body: UnfinishedBody;
}

export async function loadPlanScheme(
  { db, caller }: PlanContext,
  id: number,
  version: number | undefined,
): Promise<PlanScheme | undefined> {
  const found = await sql<PlanScheme>`
    select s.id, s.name, s.biz, s.channel, s.status, v.version, v.body
    from scheme s join scheme_version v on v.scheme_id = s.id and v.version = coalesce(${version ?? null}::int, s.current_version)
    where s.id = ${id} and s.deleted_at is null and ${schemeVisible(caller)}`.execute(db);
  return found.rows[0];
}

export interface PlanAccount {
  id: number;
  name: string;
  channel: 'meta' | 'tiktok';
  currency: string;
  exponent: number;
  timezone_name: string;
  min_daily_budget: number;
  account_status: number;
  disable_reason: number;
  undeliverable: OpenFacts['account']['undeliverable'];
  personal_account_id: number;
  authoriser: string;
  /** Since when the channel has been asking the authoriser to confirm their identity; null when it does not. */
  held_since: Date | null;
  token_expires_at: Date | null;
  /** Null when no rate of its currency is known. */
  usd_per_unit: string | null;
  /** Spend of the account's own yesterday, in US cents. */
  yesterday_usd: number;
}

export async function loadPlanAccounts({ db, caller, now }: PlanContext, ids: readonly number[]): Promise<Map<number, PlanAccount>> {
  const found = await sql<PlanAccount>`
    select a.id, a.name, a.channel, a.currency, cu.exponent, a.timezone_name, a.min_daily_budget, a.account_status, a.disable_reason,
      ${undeliverableReason('a', 'p', now)} as undeliverable, p.id as personal_account_id, p.name as authoriser, p.held_since, p.token_expires_at,
      case when a.currency = 'USD' then '1' else (
        select x.usd_per_unit::text from exchange_rate x where x.currency = a.currency and x.rate_date <= ${businessDay(now)}
        order by x.rate_date desc limit 1) end as usd_per_unit,
      (select coalesce(sum(i.spend_usd), 0)::bigint from insight_daily i where i.ad_account_id = a.id
        and i.stat_date = (${now}::timestamptz at time zone a.timezone_name)::date - 1) as yesterday_usd
    from ad_account a join personal_account p on p.id = a.personal_account_id join currency cu on cu.code = a.currency
    where a.id = any(${[...ids]}::bigint[]) and a.deleted_at is null
      and ${assetVisible(caller, 'ad_account', { id: sql`a.id`, authoriser: sql`a.personal_account_id` })}`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row]));
}

export interface PlanContent {
  id: number;
  label: string;
  is_off: boolean;
}

export async function loadPlanContent(
  { db, now }: Pick<PlanContext, 'db' | 'now'>,
  kind: 'drama' | 'product',
  id: number,
): Promise<PlanContent | undefined> {
  const off =
    kind === 'drama' ? sql`(c.status = 'off' or coalesce(c.copyright_until < ${businessDay(now)}, false))` : sql`c.status = 'off'`;
  const label = sql.ref(kind === 'drama' ? 'c.title' : 'c.name');
  const found = await sql<PlanContent>`
    select c.id, ${label} as label, ${off} as is_off from ${sql.table(kind)} c where c.id = ${id} and c.deleted_at is null`.execute(db);
  return found.rows[0];
}

export interface PlanCreative {
  material: { id: number; label: string } | null;
  post: { id: number; label: string } | null;
  cover_key: string | null;
  /** Ads can be made with it now. */
  is_ready: boolean;
  status: string;
  biz: 'dj' | 'ec' | null;
  content_id: number | null;
  /** For posts only. */
  homepage_id: number | null;
  landing_page_id: number | null;
  /** Business line of its landing page; null when unknown. */
  leads_to: 'dj' | 'ec' | null;
  text: string | null;
  headline: string | null;
  call_to_action: string | null;
}

export async function loadPlanMaterials({ db, caller }: PlanContext, ids: readonly number[]): Promise<Map<number, PlanCreative>> {
  const found = await sql<PlanCreative & { id: number }>`
    select m.id, jsonb_build_object('id', m.id, 'label', m.title) as material, null as post, m.cover_key, m.status = 'ready' as is_ready,
      m.status, m.biz, coalesce(m.drama_id, m.product_id) as content_id, null as homepage_id, null as landing_page_id,
      null as leads_to, null as text, null as headline, null as call_to_action
    from material m where m.id = any(${[...ids]}::bigint[]) and m.deleted_at is null and ${isMaterialVisible(caller)}`.execute(db);
  return new Map(found.rows.map(({ id, ...row }) => [id, row]));
}

export async function loadPlanPosts({ db, caller }: PlanContext, ids: readonly number[]): Promise<Map<number, PlanCreative>> {
  const found = await sql<PlanCreative & { id: number }>`
    select p.id, case when m.id is null then null else jsonb_build_object('id', m.id, 'label', m.title) end as material,
      jsonb_build_object('id', p.id, 'label', coalesce(p.headline, left(p.message, 60))) as post, m.cover_key,
      p.status = 'ready' and p.eligible as is_ready, p.status, m.biz, coalesce(m.drama_id, m.product_id) as content_id, p.homepage_id,
      p.landing_page_id, s.biz as leads_to, p.message as text, p.headline, p.call_to_action
    from post p join homepage h on h.id = p.homepage_id left join material m on m.id = p.material_id
      left join landing_page l on l.id = p.landing_page_id
      left join site s on s.id = l.site_id or (p.landing_page_id is null and s.deleted_at is null and lower(s.domain) = lower(substring(p.link_url from '^https://([^/:?#]+)')))
    where p.id = any(${[...ids]}::bigint[]) and p.deleted_at is null and ${postVisible(caller)}`.execute(db);
  return new Map(found.rows.map(({ id, ...row }) => [id, row]));
}

export interface PlanPage extends HomepageState {
  id: number;
  name: string;
  platform_page_id: string;
  personal_account_id: number;
  channel: 'meta' | 'tiktok';
  /** Ad places that are taken, including those of ads being created or waiting to be. */
  used: number;
  limit: number;
}

/** SQL: the places that ads of running launches will take. */
const PENDING_PLACES = sql`(
  select count(*) from batch_item w join batch wb on wb.id = w.batch_id
  where wb.type in ('publish', 'copy') and wb.finished_at is null and w.target_type = 'ad' and w.status = 'pending'
    and w.params -> 'node' -> 'homepage_id' = to_jsonb(h.id))`;

/** With `visibleOnly` false it also loads homepages the caller does not see, for posts that they see. */
export async function loadPlanPages(
  { db, caller }: PlanContext,
  ids: readonly number[],
  visibleOnly = true,
): Promise<Map<number, PlanPage>> {
  const visible: RawBuilder<unknown> = visibleOnly
    ? assetVisible(caller, 'homepage', { id: sql`h.id`, authoriser: sql`h.personal_account_id` })
    : sql`true`;
  const found = await sql<PlanPage>`
    select h.id, h.name, h.platform_page_id, h.personal_account_id, h.channel, h.status, h.tasks, h.ad_limit as limit,
      ${placesTaken} + ${PENDING_PLACES} as used
    from homepage h where h.id = any(${[...ids]}::bigint[]) and h.deleted_at is null and ${visible}`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row]));
}

export interface PlanSite {
  id: number;
  name: string;
  biz: 'dj' | 'ec';
  status: 'on' | 'off';
  verify_state: string;
  default_pixel_id: number | null;
  url_tags: string;
}

export async function loadPlanSite({ db, caller }: PlanContext, id: number): Promise<PlanSite | undefined> {
  const found = await sql<PlanSite>`
    select s.id, s.name, s.biz, s.status, s.verify_state, s.default_pixel_id, s.url_tags from site s
    where s.id = ${id} and s.deleted_at is null and ${assetVisible(caller, 'site', { id: sql`s.id` })}`.execute(db);
  return found.rows[0];
}

export interface PlanLanding {
  id: number;
  label: string;
  slug: string;
  site_id: number;
  content_id: number | null;
  country: string | null;
  is_online: boolean;
}

const LANDING = sql`
  select l.id, l.title as label, l.slug, l.site_id, coalesce(l.drama_id, l.product_id) as content_id, l.country, l.status = 'online' as is_online
  from landing_page l`;

export async function loadPlanLandings({ db }: Pick<PlanContext, 'db'>, ids: readonly number[]): Promise<Map<number, PlanLanding>> {
  const found = await sql<PlanLanding>`${LANDING} where l.id = any(${[...ids]}::bigint[]) and l.deleted_at is null`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row]));
}

/** The online landing pages of a drama or product on a site, oldest first. */
export async function loadContentLandings(
  { db }: Pick<PlanContext, 'db'>,
  site: number,
  kind: 'drama' | 'product',
  content: number,
): Promise<PlanLanding[]> {
  const own = sql.ref(`l.${kind}_id`);
  const found = await sql<PlanLanding>`
    ${LANDING} where l.site_id = ${site} and ${own} = ${content} and l.status = 'online' and l.deleted_at is null order by l.id`.execute(
    db,
  );
  return found.rows;
}

export interface PlanPixel {
  id: number;
  label: string;
  channel: 'meta' | 'tiktok';
  /** Ad accounts that may use it. */
  accounts: number[];
  /** Names of those accounts that the caller sees. */
  serves: string[];
}

export async function loadPlanPixel({ db, caller }: PlanContext, id: number): Promise<PlanPixel | undefined> {
  const serving = sql`(select x.owner_ad_account_id as id union select s.ad_account_id from pixel_share s where s.pixel_id = x.id and s.status = 'active')`;
  const found = await sql<PlanPixel>`
    select x.id, x.name as label, x.channel, to_jsonb(array(select u.id from ${serving} u)) as accounts,
      to_jsonb(array(select a.name from ${serving} u join ad_account a on a.id = u.id
        where a.deleted_at is null and ${assetVisible(caller, 'ad_account', { id: sql`a.id`, authoriser: sql`a.personal_account_id` })}
        order by a.name ${ORDER_ZH}, a.id)) as serves
    from pixel x where x.id = ${id} and x.deleted_at is null and x.status = 'active'
      and ${assetVisible(caller, 'pixel', { id: sql`x.id`, authoriser: sql`x.personal_account_id` })}`.execute(db);
  return found.rows[0];
}

/** Names of the campaigns of each account, by account, and whether a campaign that is not deleted has the name. */
export type TakenNames = ReadonlyMap<number, ReadonlyMap<string, boolean>>;

/** Campaign names of these accounts that match the LIKE patterns, including names that a running launch is about to use and deleted ones. */
export async function loadTakenNames(
  { db }: Pick<PlanContext, 'db'>,
  accounts: readonly number[],
  patterns: readonly string[],
): Promise<TakenNames> {
  const found = await sql<{ account: number; name: string; is_open: boolean }>`
    select c.ad_account_id as account, c.name, c.status <> 'DELETED' as is_open from campaign c
    where c.ad_account_id = any(${[...accounts]}::bigint[]) and c.name like any(${[...patterns]}::text[])
    union
    select (i.params ->> 'ad_account_id')::bigint, i.label, true from batch_item i join batch b on b.id = i.batch_id
    where b.type in ('publish', 'copy') and b.finished_at is null and i.target_type = 'campaign' and i.status = 'pending'
      and (i.params ->> 'ad_account_id')::bigint = any(${[...accounts]}::bigint[]) and i.label like any(${[...patterns]}::text[])`.execute(
    db,
  );
  const taken = new Map<number, Map<string, boolean>>();
  for (const { account, name, is_open } of found.rows) {
    const names = taken.get(account) ?? new Map<string, boolean>();
    taken.set(account, names.set(name, is_open || names.get(name) === true));
  }
  return taken;
}

/** The state of a material or post in an account. */
export interface HeldCreative {
  creative_id: number;
  ad_account_id: number;
  /** The account has it on the channel; a post needs no upload. */
  is_there: boolean;
  /** An ad made with it within the last week is open there. */
  is_used: boolean;
}

const USED_DAYS = 7;

export async function loadHeldCreatives(
  { db, now }: Pick<PlanContext, 'db' | 'now'>,
  { kind, ids }: { kind: 'material' | 'post'; ids: readonly number[] },
  accounts: readonly number[],
): Promise<HeldCreative[]> {
  const isThere =
    kind === 'post'
      ? sql`true`
      : sql`exists (select 1 from material_asset s where s.material_id = m.id and s.ad_account_id = a.id and s.status = 'ready')`;
  const found = await sql<HeldCreative>`
    select m.id as creative_id, a.id as ad_account_id, ${isThere} as is_there,
      exists (select 1 from ad x where ${sql.ref(`x.${kind}_id`)} = m.id and x.ad_account_id = a.id and x.status = 'ACTIVE'
        and x.deleted_at is null and x.created_at > ${now}::timestamptz - make_interval(days => ${USED_DAYS})) as is_used
    from unnest(${[...ids]}::bigint[]) as m(id) cross join unnest(${[...accounts]}::bigint[]) as a(id)`.execute(db);
  return found.rows;
}
