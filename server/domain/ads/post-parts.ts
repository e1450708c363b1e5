import { type Kysely, sql } from 'kysely';
import { httpsHost } from '#contracts/rules/https-address.ts';
import type { Database } from '#server/database/schema.ts';
import { assetVisible, postsObstacle } from '../assets/index.ts';
import { isMaterialVisible } from '../content/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import type { Caller } from '../work-context.ts';
import type { PostFields } from './posts.repository.ts';
import { toMaterialKind } from './posts.rules.ts';

type Db = Kysely<Database>;
type Parts = Pick<PostFields, 'homepage_id' | 'material_id' | 'type' | 'landing_page_id' | 'link_url'>;

/** Request fields that name the parts of a post; a bulk order uses other fields. */
interface FieldNames {
  homepage_id: string;
  material_id: string;
}
const SINGLE_POST_FIELDS: FieldNames = { homepage_id: 'homepage_id', material_id: 'material_id' };

/**
 * Refuses, at its field, a homepage the caller does not see; with PLATFORM_AUTH one whose authorisation is lost; with HOMEPAGE_UNUSABLE
 * one that accepts no posts.
 */
async function requireHomepage(db: Db, caller: Caller, id: number, field: string): Promise<void> {
  const page = await db
    .selectFrom('homepage as h')
    .innerJoin('personal_account as a', 'a.id', 'h.personal_account_id')
    .select(['h.name', 'h.status', 'h.tasks', 'a.id as person', 'a.name as personName'])
    .where('h.id', '=', id)
    .where('h.deleted_at', 'is', null)
    .where(assetVisible(caller, 'homepage', { id: sql`h.id`, authoriser: sql`h.personal_account_id` }))
    .executeTakeFirst();
  if (page === undefined) throw refuseField(field, 'exists');
  const obstacle = postsObstacle(page);
  if (obstacle === 'token_expired')
    throw refuse('PLATFORM_AUTH', { field, personal_account_id: page.person, platform: null }, { name: page.personName });
  if (obstacle !== null) throw refuse('HOMEPAGE_UNUSABLE', { field, status: obstacle, homepage: page.name });
}

interface Material {
  kind: 'video' | 'image';
  title: string;
  biz: 'dj' | 'ec' | null;
}

async function requireMaterial(db: Db, caller: Caller, id: number, type: PostFields['type'] | undefined, field: string): Promise<Material> {
  const material = await db
    .selectFrom('material as m')
    .select(['m.kind', 'm.status', 'm.title', 'm.biz'])
    .where('m.id', '=', id)
    .where('m.deleted_at', 'is', null)
    .where(isMaterialVisible(caller))
    .executeTakeFirst();
  if (material === undefined) throw refuseField(field, 'exists');
  if (type !== undefined && material.kind !== toMaterialKind(type)) throw refuseField(field, 'materialKind');
  if (material.status !== 'ready') throw refuse('MATERIAL_NOT_READY', { field, status: material.status });
  return material;
}

/** A post must show what it leads to: a drama never leads to a shop, nor a product to a drama. */
function requireSameBiz(materials: Iterable<Material>, biz: 'dj' | 'ec', field: string): void {
  const other = [...materials].find((material) => material.biz !== null && material.biz !== biz);
  if (other !== undefined) throw refuseField(field, 'otherBizThanMaterial', { material: other.title });
}

/** Returns the business line of the landing page. */
async function requireLanding(db: Db, caller: Caller, id: number): Promise<'dj' | 'ec'> {
  const landing = await db
    .selectFrom('landing_page as l')
    .innerJoin('site as s', 's.id', 'l.site_id')
    .select('s.biz')
    .where('l.id', '=', id)
    .where('l.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .where(assetVisible(caller, 'site', { id: sql`s.id` }))
    .executeTakeFirst();
  if (landing === undefined) throw refuseField('landing_page_id', 'exists');
  return landing.biz;
}

/** A link must lead to a domain of ours. Returns its business line. */
async function requireSite(db: Db, link: string): Promise<'dj' | 'ec'> {
  const site = await db
    .selectFrom('site')
    .select('biz')
    .where(sql`lower(domain)`, '=', httpsHost(link) ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (site === undefined) throw refuseField('link_url', 'siteUnknown');
  return site.biz;
}

/** Requires that every part of the post exists, is visible to the caller and can be used now. A draft may lack parts. */
export async function requireParts(db: Db, caller: Caller, post: Parts, { isDraft }: { isDraft: boolean }): Promise<void> {
  const { homepage_id, material_id, landing_page_id, link_url } = post;
  if (!isDraft && homepage_id === null) throw refuseField(SINGLE_POST_FIELDS.homepage_id, 'required');
  if (!isDraft && material_id === null) throw refuseField(SINGLE_POST_FIELDS.material_id, 'required');
  if (homepage_id !== null) await requireHomepage(db, caller, homepage_id, SINGLE_POST_FIELDS.homepage_id);
  const materials = material_id === null ? [] : [await requireMaterial(db, caller, material_id, post.type, SINGLE_POST_FIELDS.material_id)];
  if (landing_page_id !== null) requireSameBiz(materials, await requireLanding(db, caller, landing_page_id), 'landing_page_id');
  if (link_url !== null) requireSameBiz(materials, await requireSite(db, link_url), 'link_url');
}

/** Requires the same of a post about to be created on the channel, which also needs a landing page or link. */
export async function requireComplete(db: Db, caller: Caller, post: Parts): Promise<void> {
  if (post.landing_page_id === null && post.link_url === null) throw refuseField('landing_page_id', 'landingOrLink');
  await requireParts(db, caller, post, { isDraft: false });
}

/** Requires the same of the lists of a bulk order. Returns the kind of each material. */
export async function requireLists(
  db: Db,
  caller: Caller,
  {
    homepage_ids,
    material_ids,
    landing_page_id,
  }: { homepage_ids: readonly number[]; material_ids: readonly number[]; landing_page_id: number },
): Promise<Map<number, 'video' | 'image'>> {
  for (const [at, id] of homepage_ids.entries()) await requireHomepage(db, caller, id, `homepage_ids.${at}`);
  const materials = new Map<number, Material>();
  for (const [at, id] of material_ids.entries()) materials.set(id, await requireMaterial(db, caller, id, undefined, `material_ids.${at}`));
  requireSameBiz(materials.values(), await requireLanding(db, caller, landing_page_id), 'landing_page_id');
  return new Map([...materials].map(([id, { kind }]) => [id, kind]));
}
