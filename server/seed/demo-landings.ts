import type { Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { createSlug, hasEpisode, toTitle } from '#server/domain/assets/landings.rules.ts';

interface LandingsInput {
  /** By domain. */
  sites: ReadonlyMap<string, number>;
  /** By code and by SKU. */
  dramas: ReadonlyMap<string, number>;
  products: ReadonlyMap<string, number>;
  /** The day on which the history ends. */
  asOf: Date;
}

const DAY = 86_400_000;
const DRAMA_PAGES = 24;
const PRODUCT_PAGES = 6;
const templates = ['player', 'list', 'quiz', 'direct'] as const;
/** A/B groups by the index of their first page. The page a round of dramas later is about the same drama. */
const AB_GROUPS: Readonly<Record<number, string>> = { 0: 'opening-video', 4: 'short-list', 7: 'quiz-first', 10: 'price-first' };
const ROUND = 12;
const countries = ['US', null, 'GB', 'MX', null, 'BR'] as const;

/** Thirty landing pages: 24 for dramas and six for products, including three drafts and two that are offline. */
export async function seedLandings(db: Transaction<Database>, { sites, dramas, products, asOf }: LandingsInput): Promise<number[]> {
  const siteRows = await db
    .selectFrom('site')
    .select(['id', 'biz'])
    .where('id', 'in', [...sites.values()])
    .orderBy('id')
    .execute();
  const dramaRows = await db
    .selectFrom('drama')
    .select(['id', 'code', 'title as name', 'language'])
    .where('id', 'in', [...dramas.values()])
    .orderBy('id')
    .execute();
  const productRows = await db
    .selectFrom('product')
    .select(['id', 'sku as code', 'name', 'site_id'])
    .where('id', 'in', [...products.values()])
    .orderBy('id')
    .execute();
  const dramaSites = siteRows.filter(({ biz }) => biz === 'dj');
  const [fallbackDrama, fallbackSite] = [dramaRows[0], dramaSites[0]];
  if (fallbackDrama === undefined || fallbackSite === undefined || productRows.length === 0)
    throw new Error('the demo company has nothing to land on');

  const ids: number[] = [];
  for (let index = 0; index < DRAMA_PAGES + PRODUCT_PAGES; index++) {
    const isDrama = index < DRAMA_PAGES;
    const template = templates[index % templates.length] ?? 'direct';
    const drama = dramaRows[index % dramaRows.length] ?? fallbackDrama;
    const product = productRows[index % productRows.length];
    const content = isDrama || product === undefined ? drama : { ...product, language: 'en' };
    const biz = isDrama ? ('dj' as const) : ('ec' as const);
    const ab_group = (isDrama && AB_GROUPS[index % ROUND]) || null;
    const status = index % 10 === 7 ? ('draft' as const) : index % 13 === 11 ? ('offline' as const) : ('online' as const);
    const at = new Date(asOf.getTime() - (44 - index) * DAY);
    const { id } = await db
      .insertInto('landing_page')
      .values({
        site_id:
          isDrama || product === undefined ? (dramaSites[Math.floor(index / 2) % dramaSites.length] ?? fallbackSite).id : product.site_id,
        biz,
        drama_id: isDrama ? content.id : null,
        product_id: isDrama ? null : content.id,
        title: toTitle(content.name),
        // The number makes slugs unique within a site.
        slug: createSlug(content.code, content.language, template, String(index + 1)),
        template,
        start_episode: hasEpisode(template, biz) ? 1 + (index % 3) : null,
        language: content.language,
        country: countries[index % countries.length] ?? null,
        ab_group,
        old_slugs: index === 3 ? ['launch-page'] : [],
        status,
        offline_at: status === 'offline' ? new Date(asOf.getTime() - 3 * DAY) : null,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
}
