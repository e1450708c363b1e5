import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { CallContext } from '../call.ts';
import { assetVisible } from '../people/index.ts';
import { refuseField } from '../refusal.ts';
import type { Caller } from '../work-context.ts';
import { type LockedSite, siteVisible, updateSite } from './sites.repository.ts';

type Db = Kysely<Database>;
type ChangeContext = Pick<CallContext, 'db' | 'caller' | 'now' | 'audit'>;

/** Assets related to a site: pixels fired by its visits and homepages that lead to it. */
export type Related = 'pixel' | 'homepage';

const LINK_TABLES = { pixel: 'site_pixel', homepage: 'site_homepage' } as const;
const DEFAULT_COLUMNS = { pixel: 'default_pixel_id', homepage: 'default_homepage_id' } as const;
const ID_COLUMNS = { pixel: 'pixel_id', homepage: 'homepage_id' } as const;

const table = (name: string): RawBuilder<unknown> => sql.table(name);

/** Ids of the assets related to the site, in ascending order. */
async function loadRelatedIds(db: Db, kind: Related, siteId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select x.id from ${table(LINK_TABLES[kind])} sx join ${table(kind)} x on x.id = ${sql.ref(`sx.${ID_COLUMNS[kind]}`)}
    where sx.site_id = ${siteId} and x.deleted_at is null order by x.id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Those of the assets that the caller sees, locked against deletion until the end of the transaction. */
async function filterVisible(db: Db, caller: Caller, kind: Related, ids: readonly number[]): Promise<Set<number>> {
  const seen = assetVisible(caller, kind, { id: sql`x.id`, authoriser: sql`x.personal_account_id` });
  const found = await sql<{ id: number }>`
    select x.id from ${table(kind)} x where x.id = any(${ids}::bigint[]) and x.deleted_at is null and ${seen} order by x.id for share of x`.execute(
    db,
  );
  return new Set(found.rows.map(({ id }) => id));
}

async function relate(db: Db, kind: Related, siteIds: readonly number[], assetIds: readonly number[]): Promise<void> {
  await sql`
    insert into ${table(LINK_TABLES[kind])} (site_id, ${sql.ref(ID_COLUMNS[kind])})
    select s, a from unnest(${siteIds}::bigint[]) s, unnest(${assetIds}::bigint[]) a on conflict do nothing`.execute(db);
}

async function unrelate(db: Db, kind: Related, siteIds: readonly number[], assetIds: readonly number[]): Promise<void> {
  await sql`
    delete from ${table(LINK_TABLES[kind])}
    where site_id = any(${siteIds}::bigint[]) and ${sql.ref(ID_COLUMNS[kind])} = any(${assetIds}::bigint[])`.execute(db);
}

/** The requested relations of a site; absent ones stay unchanged. */
export interface SiteAssets {
  pixel_ids?: readonly number[] | undefined;
  default_pixel_id?: number | null | undefined;
  homepage_ids?: readonly number[] | undefined;
  default_homepage_id?: number | null | undefined;
}

interface Relations {
  ids: number[];
  defaultId: number | null;
}

async function planRelations(
  { db, caller }: ChangeContext,
  site: Pick<LockedSite, 'id' | 'default_pixel_id' | 'default_homepage_id'>,
  kind: Related,
  request: { ids?: readonly number[] | undefined; defaultId?: number | null | undefined },
): Promise<{ before: Relations; after: Relations }> {
  const bound = await loadRelatedIds(db, kind, site.id);
  const before = { ids: bound, defaultId: site[DEFAULT_COLUMNS[kind]] };
  const ids = request.ids === undefined ? bound : [...request.ids].sort((a, b) => a - b);
  const added = ids.filter((id) => !bound.includes(id));
  const seen = await filterVisible(db, caller, kind, added);
  const missing = added.find((id) => !seen.has(id));
  if (missing !== undefined) throw refuseField(`${kind}_ids.${(request.ids ?? []).indexOf(missing)}`, 'exists');
  if (request.defaultId !== undefined && request.defaultId !== null && !ids.includes(request.defaultId))
    throw refuseField(DEFAULT_COLUMNS[kind], 'bound');
  const keptDefault = before.defaultId !== null && ids.includes(before.defaultId) ? before.defaultId : null;
  return { before, after: { ids, defaultId: request.defaultId === undefined ? keptDefault : request.defaultId } };
}

const toFields = (kind: Related, { ids, defaultId }: Relations) => ({ [`${kind}_ids`]: ids, [DEFAULT_COLUMNS[kind]]: defaultId });

/**
 * Checks the requested relations of a locked site. Refuses assets the caller does not see and a default that is not related. `save`
 * writes them.
 */
export async function planSiteAssets(
  context: ChangeContext,
  site: Pick<LockedSite, 'id' | 'default_pixel_id' | 'default_homepage_id'>,
  request: SiteAssets,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown>; save(): Promise<void> }> {
  const { db } = context;
  const pixels = await planRelations(context, site, 'pixel', { ids: request.pixel_ids, defaultId: request.default_pixel_id });
  const pages = await planRelations(context, site, 'homepage', { ids: request.homepage_ids, defaultId: request.default_homepage_id });
  return {
    before: { ...toFields('pixel', pixels.before), ...toFields('homepage', pages.before) },
    after: { ...toFields('pixel', pixels.after), ...toFields('homepage', pages.after) },
    async save() {
      for (const [kind, { before, after }] of [['pixel', pixels] as const, ['homepage', pages] as const]) {
        await unrelate(
          db,
          kind,
          [site.id],
          before.ids.filter((id) => !after.ids.includes(id)),
        );
        await relate(
          db,
          kind,
          [site.id],
          after.ids.filter((id) => !before.ids.includes(id)),
        );
      }
      await db
        .updateTable('site')
        .set({ default_pixel_id: pixels.after.defaultId, default_homepage_id: pages.after.defaultId })
        .where('id', '=', site.id)
        .execute();
    },
  };
}

interface SiteOfAsset {
  id: number;
  name: string;
  is_bound: boolean;
  is_default: boolean;
}

/**
 * Sets the sites of one asset among those the caller sees; other sites stay unchanged. `defaults` are the sites whose default the asset
 * becomes; without it, existing defaults are kept where possible. Each changed site gets an audit entry and a new version. Returns both
 * lists when something changed.
 */
export async function setAssetSites(
  context: ChangeContext,
  kind: Related,
  assetId: number,
  { siteIds, defaults }: { siteIds: readonly number[]; defaults?: readonly number[] | undefined },
): Promise<{ before: object; after: object } | null> {
  const { db, caller, now, audit } = context;
  const outside = defaults?.findIndex((id) => !siteIds.includes(id)) ?? -1;
  if (outside >= 0) throw refuseField(`default_site_ids.${outside}`, 'bound');
  const found = await sql<SiteOfAsset>`
    select s.id, s.name, s.${sql.ref(DEFAULT_COLUMNS[kind])} is not distinct from ${assetId}::bigint as is_default,
      exists (select 1 from ${table(LINK_TABLES[kind])} x where x.site_id = s.id and ${sql.ref(`x.${ID_COLUMNS[kind]}`)} = ${assetId}) as is_bound
    from site s where ${siteVisible(caller)} and (s.id = any(${siteIds}::bigint[]) or exists (
      select 1 from ${table(LINK_TABLES[kind])} x where x.site_id = s.id and ${sql.ref(`x.${ID_COLUMNS[kind]}`)} = ${assetId}
    )) order by s.id for no key update of s`.execute(db);
  const sites = found.rows;
  const missing = siteIds.findIndex((id) => !sites.some((site) => site.id === id));
  if (missing >= 0) throw refuseField(`site_ids.${missing}`, 'exists');

  const changed = sites.flatMap((site) => {
    const bound = siteIds.includes(site.id);
    const isDefault = bound && (defaults === undefined ? site.is_default : defaults.includes(site.id));
    return bound === site.is_bound && isDefault === site.is_default ? [] : [{ ...site, bound, isDefault }];
  });
  for (const site of changed) {
    if (site.bound && !site.is_bound) await relate(db, kind, [site.id], [assetId]);
    if (!site.bound && site.is_bound) await unrelate(db, kind, [site.id], [assetId]);
    const changesDefault = site.isDefault !== site.is_default;
    await updateSite(db, site.id, changesDefault ? { [DEFAULT_COLUMNS[kind]]: site.isDefault ? assetId : null } : {}, now);
    audit({
      targetType: 'site',
      targetId: site.id,
      targetLabel: site.name,
      summary: { codes: [`${kind}_ids`] },
      before: { [kind]: assetId, bound: site.is_bound, default: site.is_default },
      after: { [kind]: assetId, bound: site.bound, default: site.isDefault },
    });
  }
  if (changed.length === 0) return null;
  return {
    before: { site_ids: sites.filter((site) => site.is_bound).map(({ id }) => id) },
    after: { site_ids: [...siteIds].sort((a, b) => a - b) },
  };
}
