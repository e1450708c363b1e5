import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Finds the site and landing page of visits and orders, by domain and path or by their ad. */
export interface Places {
  ad(platformId: string | null): AdPlace | undefined;
  /** The site with that domain, or the one the ad links to. */
  site(domain: string | null, ad: AdPlace | undefined): SitePlace | undefined;
  /** The landing page at that URL, or the one the ad links to; 0 when it is unknown. */
  landing(url: string | null, site: SitePlace | undefined, ad: AdPlace | undefined): number;
}

interface AdPlace {
  id: number;
  ad_account_id: number;
  landing_page_id: number | null;
  site_id: number | null;
}

interface SitePlace {
  id: number;
  biz: 'dj' | 'ec';
}

interface PlaceRequest {
  ads: Iterable<string | null>;
}

function parseSlug(url: string | null): string | null {
  try {
    const last = url === null ? undefined : new URL(url).pathname.split('/').findLast((part) => part !== '');
    return last === undefined ? null : decodeURIComponent(last);
  } catch {
    return null;
  }
}

/** Loads the given ads and all sites with their landing pages. */
export async function findPlaces(db: Kysely<Database>, { ads }: PlaceRequest): Promise<Places> {
  const adIds = [...new Set(ads)].filter((id) => id !== null);
  const found = await db
    .selectFrom('ad as a')
    .leftJoin('landing_page as l', 'l.id', 'a.landing_page_id')
    .select(['a.id', 'a.platform_ad_id', 'a.ad_account_id', 'a.landing_page_id', 'l.site_id'])
    .where('a.platform_ad_id', 'in', [...adIds, ''])
    .orderBy('a.id', 'desc')
    .execute();
  const adById = new Map(found.map(({ platform_ad_id, ...ad }) => [platform_ad_id, ad]));
  // Later entries of a map win, so deleted sites come first and existing ones replace them.
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
    landing: (url, site, ad) => byAddress.get(`${site?.id} ${parseSlug(url)}`) ?? ad?.landing_page_id ?? 0,
  };
}
