import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Where visitors and buyers are: by domain and page, and by the ad that brought them. */
export interface Places {
  ad(platformId: string | null): KnownAd | undefined;
  /** The site of that domain, or the one the ad leads to. */
  site(domain: string | null, ad: KnownAd | undefined): KnownSite | undefined;
  /** The page at that address, or the one the ad leads to; 0 where nobody entered it. */
  landing(url: string | null, site: KnownSite | undefined, ad: KnownAd | undefined): number;
}

interface KnownAd {
  id: number;
  ad_account_id: number;
  landing_page_id: number | null;
  site_id: number | null;
}

interface KnownSite {
  id: number;
  biz: 'dj' | 'ec';
}

interface Asked {
  ads: Iterable<string | null>;
}

function slugIn(url: string | null): string | null {
  try {
    const last = url === null ? undefined : new URL(url).pathname.split('/').findLast((part) => part !== '');
    return last === undefined ? null : decodeURIComponent(last);
  } catch {
    return null;
  }
}

/** Reads what is known of the ads that are named, and of all sites. */
export async function findPlaces(db: Kysely<Database>, { ads }: Asked): Promise<Places> {
  const named = [...new Set(ads)].filter((id) => id !== null);
  const found = await db
    .selectFrom('ad as a')
    .leftJoin('landing_page as l', 'l.id', 'a.landing_page_id')
    .select(['a.id', 'a.platform_ad_id', 'a.ad_account_id', 'a.landing_page_id', 'l.site_id'])
    .where('a.platform_ad_id', 'in', [...named, ''])
    .orderBy('a.id', 'desc')
    .execute();
  const adById = new Map(found.map(({ platform_ad_id, ...ad }) => [platform_ad_id, ad]));
  // Of two with one address the later entry of a map wins: deleted ones come first, so that the living one is found.
  const sites = await db
    .selectFrom('site')
    .select(['id', 'domain', 'biz'])
    .orderBy('deleted_at', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  const byDomain = new Map(sites.map(({ domain, ...site }) => [domain.toLowerCase(), site]));
  const byId = new Map(sites.map((site) => [site.id, site]));
  const pages = await db
    .selectFrom('landing_page')
    .select(['id', 'site_id', 'slug', 'old_slugs', 'deleted_at'])
    .orderBy('deleted_at', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  const byAddress = new Map<string, number>();
  for (const some of [pages.filter(({ deleted_at }) => deleted_at !== null), pages.filter(({ deleted_at }) => deleted_at === null)]) {
    for (const { id, site_id, old_slugs } of some) for (const slug of old_slugs) byAddress.set(`${site_id} ${slug}`, id);
    for (const { id, site_id, slug } of some) byAddress.set(`${site_id} ${slug}`, id);
  }
  return {
    ad: (platformId) => adById.get(platformId),
    site: (domain, ad) => byDomain.get(domain?.toLowerCase() ?? '') ?? byId.get(ad?.site_id ?? 0),
    landing: (url, site, ad) => byAddress.get(`${site?.id} ${slugIn(url)}`) ?? ad?.landing_page_id ?? 0,
  };
}
