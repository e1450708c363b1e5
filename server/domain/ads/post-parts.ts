import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { assetVisible, postsObstacle } from '../assets/index.ts';
import type { Caller } from '../call.ts';
import { materialVisible } from '../content/index.ts';
import { httpsHost } from '../https-address.ts';
import { refuse, refuseField } from '../refusal.ts';
import type { PostFields } from './posts.repository.ts';
import { kindFor } from './posts.rules.ts';

type Db = Kysely<Database>;
type Parts = Pick<PostFields, 'homepage_id' | 'material_id' | 'type' | 'landing_page_id' | 'link_url'>;

/** Fields of a request that name the parts of a post; those of a bulk order are others. */
interface FieldNames {
  homepage_id: string;
  material_id: string;
}
const ownNames: FieldNames = { homepage_id: 'homepage_id', material_id: 'material_id' };

/** Refuses a page the caller cannot see at its field, with PLATFORM_AUTH one whose authorisation ended, with HOMEPAGE_UNUSABLE one that takes no posts. */
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

async function requireMaterial(
  db: Db,
  caller: Caller,
  id: number,
  type: PostFields['type'] | undefined,
  field: string,
): Promise<'video' | 'image'> {
  const material = await db
    .selectFrom('material as m')
    .select(['m.kind', 'm.status'])
    .where('m.id', '=', id)
    .where('m.deleted_at', 'is', null)
    .where(materialVisible(caller))
    .executeTakeFirst();
  if (material === undefined) throw refuseField(field, 'exists');
  if (type !== undefined && material.kind !== kindFor(type)) throw refuseField(field, 'materialKind');
  if (material.status !== 'ready') throw refuse('MATERIAL_NOT_READY', { field, status: material.status });
  return material.kind;
}

async function requireLanding(db: Db, caller: Caller, id: number): Promise<void> {
  const landing = await db
    .selectFrom('landing_page as l')
    .innerJoin('site as s', 's.id', 'l.site_id')
    .select('l.id')
    .where('l.id', '=', id)
    .where('l.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .where(assetVisible(caller, 'site', { id: sql`s.id` }))
    .executeTakeFirst();
  if (landing === undefined) throw refuseField('landing_page_id', 'exists');
}

/** A click may only lead to a domain that is ours. */
async function requireSite(db: Db, link: string): Promise<void> {
  const site = await db
    .selectFrom('site')
    .select('id')
    .where(sql`lower(domain)`, '=', httpsHost(link) ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (site === undefined) throw refuseField('link_url', 'siteUnknown');
}

/** Everything a post is made of is there, may be used by the caller, and can be used now. */
export async function requireParts(db: Db, caller: Caller, post: Parts): Promise<void> {
  await requireHomepage(db, caller, post.homepage_id, ownNames.homepage_id);
  if (post.material_id === null) throw refuseField(ownNames.material_id, 'required');
  await requireMaterial(db, caller, post.material_id, post.type, ownNames.material_id);
  if (post.landing_page_id !== null) await requireLanding(db, caller, post.landing_page_id);
  if (post.link_url !== null) await requireSite(db, post.link_url);
}

/** The same for the lists of a bulk order; answers the kind of each material. */
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
  const kinds = new Map<number, 'video' | 'image'>();
  for (const [at, id] of material_ids.entries()) kinds.set(id, await requireMaterial(db, caller, id, undefined, `material_ids.${at}`));
  await requireLanding(db, caller, landing_page_id);
  return kinds;
}
