import { type Kysely, sql } from 'kysely';
import { minorPerUsd } from '#server/channel/sandbox/delivery/model.ts';
import type { Database } from '#server/database/schema.ts';
import { toUrl } from '#server/domain/assets/landings.rules.ts';
import type { LaunchPlace } from './launch-plan.ts';

/** An ad account that the demo company can launch in. */
export interface InventoryAccount {
  id: number;
  platform_account_id: string;
  name: string;
  currency: string;
  timezone_name: string;
  biz: 'dj' | 'ec';
  usage: 'self' | 'host';
  channel: 'meta' | 'tiktok';
  account_status: number;
  person_status: string;
  personal_account_id: number;
  /** User id of the primary assignee; null when unassigned. */
  owner: number | null;
}

export interface InventoryPage {
  id: number;
  platform_page_id: string;
  personal_account_id: number;
}

export interface InventoryLanding {
  id: number;
  site_id: number;
  url: string;
  url_tags: string;
}

export interface InventoryMaterial {
  id: number;
  sha256: string;
  kind: 'video' | 'image';
  mime: string;
  size_bytes: number;
  title: string;
}

/** A drama or product with its landing pages and materials. */
export interface InventoryContent {
  biz: 'dj' | 'ec';
  drama_id: number | null;
  product_id: number | null;
  code: string;
  /** No ad links to it earlier than this. */
  onlineAt: number;
  /** In USD cents; null for dramas. */
  price: number | null;
  landings: readonly InventoryLanding[];
  materials: readonly InventoryMaterial[];
}

export interface InventoryPixel {
  id: number;
  platform_pixel_id: string;
}

/** Everything that launches can use. */
export interface Inventory {
  accounts: readonly InventoryAccount[];
  contents: Readonly<Record<'dj' | 'ec', readonly InventoryContent[]>>;
  pageOf(account: InventoryAccount): InventoryPage | undefined;
  /** The pixel of the landing page's site that the account may report to. */
  pixelOf(account: InventoryAccount, landing: InventoryLanding): InventoryPixel | undefined;
  places: readonly LaunchPlace[];
}

/** Target countries of an account, by its time zone and currency. */
function countriesOf({ currency, timezone_name }: Pick<InventoryAccount, 'currency' | 'timezone_name'>): readonly string[] {
  const byZone: Readonly<Record<string, readonly string[]>> = {
    'America/Mexico_City': ['MX', 'US'],
    'America/Sao_Paulo': ['BR'],
    'Asia/Jakarta': ['ID'],
    'Asia/Tokyo': ['JP'],
    'Asia/Seoul': ['KR'],
    'Asia/Bangkok': ['TH'],
    'Asia/Hong_Kong': currency === 'HKD' ? ['HK', 'TW'] : ['US', 'GB'],
    'Asia/Taipei': ['TW'],
    'Europe/London': ['GB'],
    'Europe/Berlin': ['DE', 'AT'],
    'Europe/Madrid': ['ES', 'MX'],
  };
  return byZone[timezone_name] ?? ['US', 'US', 'CA', 'GB'];
}

const EXPIRED_DAYS = 5;
const STOPPED_DAYS = 2;

/** Days since delivery ended, because the authorisation expired or the channel closed the account; null while it delivers. */
function endedDaysAgo({ account_status, person_status }: InventoryAccount): number | null {
  if (person_status === 'expired') return EXPIRED_DAYS;
  return [1, 8, 9].includes(account_status) ? null : STOPPED_DAYS;
}

export async function loadInventory(db: Kysely<Database>): Promise<Inventory> {
  const accounts = await sql<InventoryAccount>`
    select a.id, a.platform_account_id, a.name, a.currency, a.timezone_name, a.biz, a.usage, a.channel, a.account_status, a.personal_account_id,
      p.status as person_status, (
        select s.user_id from asset_assign s where s.asset_type = 'ad_account' and s.asset_id = a.id and s.is_primary and s.to_at is null
        order by s.id limit 1) as owner
    from ad_account a join personal_account p on p.id = a.personal_account_id order by a.id`.execute(db);
  const pages = await sql<InventoryPage & { biz: 'dj' | 'ec'; isUsable: boolean; isFull: boolean }>`
    select id, platform_page_id, personal_account_id, biz, status = 'active' and 'ADVERTISE' = any(tasks) as "isUsable",
      ads_active + 10 > ad_limit as "isFull"
    from homepage order by id`.execute(db);
  const pixels = await sql<InventoryPixel & { site_id: number; account: number }>`
    select sp.site_id, p.id, p.platform_pixel_id, u.account from site_pixel sp join pixel p on p.id = sp.pixel_id
    join lateral (
      select p.owner_ad_account_id as account union select h.ad_account_id from pixel_share h where h.pixel_id = p.id and h.status = 'active') u on true
    where p.status = 'active' and p.last_fired_at is not null
    order by sp.site_id, u.account, p.owner_ad_account_id = u.account desc, p.id`.execute(db);
  const contents = await loadContents(db);
  const pageOf = (account: InventoryAccount): InventoryPage | undefined => {
    const candidates = pages.rows.filter(({ biz, isFull }) => biz === account.biz && !isFull);
    const own = candidates.filter(({ personal_account_id: person }) => person === account.personal_account_id);
    return own.find(({ isUsable }) => isUsable) ?? own[0];
  };
  return {
    accounts: accounts.rows,
    contents,
    pageOf,
    pixelOf: (account, landing) => pixels.rows.find((pixel) => pixel.site_id === landing.site_id && pixel.account === account.id),
    places: accounts.rows.flatMap((account, index): LaunchPlace[] => {
      if (pageOf(account) === undefined || contents[account.biz].length === 0) return [];
      const owner = account.owner === null ? null : String(account.owner);
      return [{ index, biz: account.biz, owner, countries: countriesOf(account), endedDaysAgo: endedDaysAgo(account) }];
    }),
  };
}

async function loadContents(db: Kysely<Database>): Promise<Inventory['contents']> {
  type ContentRow = Omit<InventoryContent, 'landings' | 'materials' | 'onlineAt'> & { currency: string | null; online: string | null };
  const contentRows = await sql<ContentRow>`
    select 'dj' as biz, id as drama_id, null::bigint as product_id, code, null::bigint as price, null::text as currency, online_at as online
    from drama where status = 'on' and online_at is not null
    union all select 'ec', null, id, sku, price, currency, null from product where status = 'on'
    order by 1, 2, 3`.execute(db);
  const landings = await sql<
    Omit<InventoryLanding, 'url'> & { drama_id: number | null; product_id: number | null; domain: string; slug: string }
  >`
    select l.id, l.site_id, l.drama_id, l.product_id, s.domain, l.slug, s.url_tags from landing_page l join site s on s.id = l.site_id
    where l.status = 'online' order by l.id`.execute(db);
  const materials = await sql<InventoryMaterial & { drama_id: number | null; product_id: number | null }>`
    select id, sha256, kind, mime, size_bytes, title, drama_id, product_id from material
    where status in ('ready', 'archived') and first_used_at is not null order by id`.execute(db);
  const found = contentRows.rows.map(({ currency, price, online, ...thing }): InventoryContent => {
    const isMatching = (one: { drama_id: number | null; product_id: number | null }) =>
      one.drama_id === thing.drama_id && one.product_id === thing.product_id;
    return {
      ...thing,
      onlineAt: online === null ? 0 : Date.parse(online),
      price: price === null || currency === null ? null : Math.round((price / minorPerUsd(currency)) * 100),
      landings: landings.rows.filter(isMatching).map(({ domain, slug, ...landing }) => ({ ...landing, url: toUrl(domain, slug) })),
      materials: materials.rows.filter(isMatching),
    };
  });
  const usable = found.filter((content) => content.landings.length > 0 && content.materials.length > 0);
  return { dj: usable.filter(({ biz }) => biz === 'dj'), ec: usable.filter(({ biz }) => biz === 'ec') };
}
