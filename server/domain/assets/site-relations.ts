import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { CallContext } from '../call.ts';
import { refuseField } from '../refusal.ts';
import type { Caller } from '../work-context.ts';
import { assetVisible } from './asset-scope.ts';
import { type LockedSite, siteVisible, updateSite } from './sites.repository.ts';

type Db = Kysely<Database>;
type Relating = Pick<CallContext, 'db' | 'caller' | 'now' | 'audit'>;

/** What a site is related to: pixels that its visits fire, homepages that lead to it. */
export type Related = 'pixel' | 'homepage';

const link = { pixel: 'site_pixel', homepage: 'site_homepage' } as const;
const defaultColumn = { pixel: 'default_pixel_id', homepage: 'default_homepage_id' } as const;
const idColumn = { pixel: 'pixel_id', homepage: 'homepage_id' } as const;

const table = (name: string): RawBuilder<unknown> => sql.table(name);

/** Living assets the site is related to, ascending. */
async function boundTo(db: Db, kind: Related, siteId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select x.id from ${table(link[kind])} sx join ${table(kind)} x on x.id = ${sql.ref(`sx.${idColumn[kind]}`)}
    where sx.site_id = ${siteId} and x.deleted_at is null order by x.id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Those of the ids that the caller sees; they stay until the end of the transaction. */
async function visibleAmong(db: Db, caller: Caller, kind: Related, ids: readonly number[]): Promise<Set<number>> {
  const seen = assetVisible(caller, kind, { id: sql`x.id`, authoriser: sql`x.personal_account_id` });
  const found = await sql<{ id: number }>`
    select x.id from ${table(kind)} x where x.id = any(${ids}::bigint[]) and x.deleted_at is null and ${seen} order by x.id for share of x`.execute(
    db,
  );
  return new Set(found.rows.map(({ id }) => id));
}

async function relate(db: Db, kind: Related, siteIds: readonly number[], assetIds: readonly number[]): Promise<void> {
  await sql`
    insert into ${table(link[kind])} (site_id, ${sql.ref(idColumn[kind])})
    select s, a from unnest(${siteIds}::bigint[]) s, unnest(${assetIds}::bigint[]) a on conflict do nothing`.execute(db);
}

async function part(db: Db, kind: Related, siteIds: readonly number[], assetIds: readonly number[]): Promise<void> {
  await sql`
    delete from ${table(link[kind])}
    where site_id = any(${siteIds}::bigint[]) and ${sql.ref(idColumn[kind])} = any(${assetIds}::bigint[])`.execute(db);
}

/** What a site is to be related to; what is absent stays. */
export interface SiteAssets {
  pixel_ids?: readonly number[] | undefined;
  default_pixel_id?: number | null | undefined;
  homepage_ids?: readonly number[] | undefined;
  default_homepage_id?: number | null | undefined;
}

interface Relations {
  ids: number[];
  chosen: number | null;
}

async function relationsAfter(
  { db, caller }: Relating,
  site: Pick<LockedSite, 'id' | 'default_pixel_id' | 'default_homepage_id'>,
  kind: Related,
  asked: { ids?: readonly number[] | undefined; chosen?: number | null | undefined },
): Promise<{ before: Relations; after: Relations }> {
  const bound = await boundTo(db, kind, site.id);
  const before = { ids: bound, chosen: site[defaultColumn[kind]] };
  const ids = asked.ids === undefined ? bound : [...asked.ids].sort((a, b) => a - b);
  const added = ids.filter((id) => !bound.includes(id));
  const seen = await visibleAmong(db, caller, kind, added);
  const missing = added.find((id) => !seen.has(id));
  if (missing !== undefined) throw refuseField(`${kind}_ids.${(asked.ids ?? []).indexOf(missing)}`, 'exists');
  if (asked.chosen !== undefined && asked.chosen !== null && !ids.includes(asked.chosen)) throw refuseField(defaultColumn[kind], 'bound');
  const kept = before.chosen !== null && ids.includes(before.chosen) ? before.chosen : null;
  return { before, after: { ids, chosen: asked.chosen === undefined ? kept : asked.chosen } };
}

const named = (kind: Related, { ids, chosen }: Relations) => ({ [`${kind}_ids`]: ids, [defaultColumn[kind]]: chosen });

/** Checks what a locked site is to be related to; refuses what the caller does not see, and a default that is none of them. `save` writes it. */
export async function siteAssets(
  context: Relating,
  site: Pick<LockedSite, 'id' | 'default_pixel_id' | 'default_homepage_id'>,
  asked: SiteAssets,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown>; save(): Promise<void> }> {
  const { db } = context;
  const pixels = await relationsAfter(context, site, 'pixel', { ids: asked.pixel_ids, chosen: asked.default_pixel_id });
  const pages = await relationsAfter(context, site, 'homepage', { ids: asked.homepage_ids, chosen: asked.default_homepage_id });
  return {
    before: { ...named('pixel', pixels.before), ...named('homepage', pages.before) },
    after: { ...named('pixel', pixels.after), ...named('homepage', pages.after) },
    async save() {
      for (const [kind, { before, after }] of [['pixel', pixels] as const, ['homepage', pages] as const]) {
        await part(
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
        .set({ default_pixel_id: pixels.after.chosen, default_homepage_id: pages.after.chosen })
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
 * The sites of one asset become these, among those the caller sees; others stay as they are. `defaults`: those whose default it becomes;
 * absent, it stays the default where it is one still. Each changed site has its entry and version. Answers both lists where something changed.
 */
export async function relateToSites(
  context: Relating,
  kind: Related,
  assetId: number,
  { siteIds, defaults }: { siteIds: readonly number[]; defaults?: readonly number[] | undefined },
): Promise<{ before: object; after: object } | null> {
  const { db, caller, now, audit } = context;
  const outside = defaults?.findIndex((id) => !siteIds.includes(id)) ?? -1;
  if (outside >= 0) throw refuseField(`default_site_ids.${outside}`, 'bound');
  const found = await sql<SiteOfAsset>`
    select s.id, s.name, s.${sql.ref(defaultColumn[kind])} is not distinct from ${assetId}::bigint as is_default,
      exists (select 1 from ${table(link[kind])} x where x.site_id = s.id and ${sql.ref(`x.${idColumn[kind]}`)} = ${assetId}) as is_bound
    from site s where ${siteVisible(caller)} and (s.id = any(${siteIds}::bigint[]) or exists (
      select 1 from ${table(link[kind])} x where x.site_id = s.id and ${sql.ref(`x.${idColumn[kind]}`)} = ${assetId}
    )) order by s.id for no key update of s`.execute(db);
  const sites = found.rows;
  const missing = siteIds.findIndex((id) => !sites.some((site) => site.id === id));
  if (missing >= 0) throw refuseField(`site_ids.${missing}`, 'exists');

  const changed = sites.flatMap((site) => {
    const bound = siteIds.includes(site.id);
    const chosen = bound && (defaults === undefined ? site.is_default : defaults.includes(site.id));
    return bound === site.is_bound && chosen === site.is_default ? [] : [{ ...site, bound, chosen }];
  });
  for (const site of changed) {
    if (site.bound && !site.is_bound) await relate(db, kind, [site.id], [assetId]);
    if (!site.bound && site.is_bound) await part(db, kind, [site.id], [assetId]);
    const isReset = site.chosen !== site.is_default;
    await updateSite(db, site.id, isReset ? { [defaultColumn[kind]]: site.chosen ? assetId : null } : {}, now);
    audit({
      targetType: 'site',
      targetId: site.id,
      targetLabel: site.name,
      summary: `${kind}_ids`,
      before: { [kind]: assetId, bound: site.is_bound, default: site.is_default },
      after: { [kind]: assetId, bound: site.bound, default: site.chosen },
    });
  }
  if (changed.length === 0) return null;
  return {
    before: { site_ids: sites.filter((site) => site.is_bound).map(({ id }) => id) },
    after: { site_ids: [...siteIds].sort((a, b) => a - b) },
  };
}
